//! `random`: how games end when nobody thinks.

use crate::args::RandomArgs;
use crate::setup::{self, Failure};
use library::threads::share_out;
use rules::laws::Inspection;
use rules::{Outcome, Random, Status};
use std::collections::BTreeMap;
use std::io::Write;

/// Where a game that nothing ends is left.
const MOST_TURNS: u32 = 1000;

pub fn play(args: &RandomArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.setup.game, &args.setup.place.options)?;
    let at = setup::place(&game, &args.setup.place)?;
    if args.laws {
        let inspection = Inspection::of(args.games, args.seed);
        game.obey(inspection)
            .and_then(|()| game.obey_rulebook())
            .map_err(|why| Failure::No(format!("a law is broken: {why}")))?;
        writeln!(out, "The laws hold in {} games.", args.games)?;
    }
    // Every game has a seed of its own, so that it is the same whichever thread plays it.
    let mut random = Random::new(args.seed);
    let seeds: Vec<u64> = (0..args.games).map(|_| random.bits()).collect();
    let played = share_out(args.threads, &seeds, |seed| game.random_game(&at, &mut Random::new(*seed), MOST_TURNS));
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let (mut shortest, mut longest) = (u32::MAX, 0);
    let (mut turns, mut steps, mut choices) = (0_u64, 0_u64, 0_u64);
    for played in played {
        let end = match played.status {
            Status::Over(Outcome::Win(seat), clause) => {
                let name = game.about().seats[seat.index()];
                if game.about().count() == 1 {
                    format!("solved, clause {clause}")
                } else {
                    format!("won by {name}, clause {clause}")
                }
            }
            Status::Over(Outcome::Draw, clause) => format!("drawn, clause {clause}"),
            _ => format!("left after {MOST_TURNS} turns"),
        };
        *ends.entry(end).or_default() += 1;
        (shortest, longest) = (shortest.min(played.turns), longest.max(played.turns));
        turns += u64::from(played.turns);
        steps += played.steps;
        choices += played.choices;
    }
    let games = f64::from(args.games.max(1));
    let mut ends: Vec<(String, u32)> = ends.into_iter().collect();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (end, count) in ends {
        writeln!(out, "{count:>7}  {:>5.1} %  {end}", 100.0 * f64::from(count) / games)?;
    }
    let shortest = if args.games == 0 { 0 } else { shortest };
    writeln!(out, "turns: {shortest} to {longest}, {:.1} on average", turns as f64 / games)?;
    writeln!(out, "steps: {:.1} a game, {:.2} a turn", steps as f64 / games, steps as f64 / turns.max(1) as f64)?;
    Ok(writeln!(out, "choices: {:.1} a step", choices as f64 / steps.max(1) as f64)?)
}
