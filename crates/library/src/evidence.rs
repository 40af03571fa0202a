//! What the clauses of a game rest on, the readings that were not taken, and what such a reading changes.

use crate::any::{AnyGame, AnyPosition};
use crate::entry::{Entry, choose};
use crate::matches::Match;
use rules::rulebook::{Mark, OtherReading, Paragraph, Rulebook, common};
use rules::{Outcome, Random, Status};
use std::sync::Arc;

/// One clause and what it rests on.
pub struct ClauseEvidence<'a> {
    /// The game's id; `common` for the clauses that all games share.
    pub game: &'a str,
    /// The clause.
    pub clause: &'a Paragraph,
}

impl ClauseEvidence<'_> {
    /// What is missing: a place in the sheet, or a reason where the sheet does not say so.
    pub fn lacks(&self) -> Option<&'static str> {
        let Paragraph { mark, place, why, .. } = self.clause;
        match mark {
            Mark::Sheet if place.is_none() => Some("the place in the sheet"),
            Mark::Forced | Mark::Parent | Mark::House if why.is_none() => Some("the reason"),
            _ => None,
        }
    }
}

/// The clauses of a game's own rulebook.
pub fn grounds(entry: &'static Entry) -> Vec<ClauseEvidence<'static>> {
    grounds_of(entry.about.id, entry.by_default().rules())
}

/// The clauses that all games share.
pub fn common_grounds() -> Vec<ClauseEvidence<'static>> {
    grounds_of("common", common())
}

fn grounds_of(game: &'static str, book: &'static Rulebook) -> Vec<ClauseEvidence<'static>> {
    book.clauses().map(|clause| ClauseEvidence { game, clause }).collect()
}

/// The readings of a game's sheet that were not taken.
pub fn readings(entry: &Entry) -> &'static [OtherReading] {
    &entry.by_default().rules().readings
}

/// How random games go by one reading, and how often another would have mattered in them.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// How many games were played.
    pub games: u32,
    /// How many turns they had on average.
    pub turns: f64,
    /// How many each seat won.
    pub wins: Vec<u32>,
    /// How many were drawn.
    pub draws: u32,
    /// In how many the other reading allowed other steps, or another end, at least once.
    pub differing_games: u32,
    /// In which share of all positions it did.
    pub differing_positions: f64,
}

/// Plays random games with these options and looks at every position with the other ones too.
pub fn measure(entry: &Entry, option: &str, other: &str, games: u32, seed: u64) -> Result<Measured, String> {
    let game = |option: &str| {
        let options = option.split(',').filter(|option| !option.is_empty());
        choose(entry.about, options).map(|chosen| entry.with(&chosen)).map_err(|unknown| unknown.to_string())
    };
    let (game, other) = (game(option)?, game(other)?);
    let mut random = Random::new(seed);
    let mut measured = Measured {
        games,
        turns: 0.0,
        wins: vec![0; entry.about.count()],
        draws: 0,
        differing_games: 0,
        differing_positions: 0.0,
    };
    let (mut turns, mut positions, mut differing) = (0, 0, 0);
    for _ in 0..games {
        let mut played = Match::new(game.clone());
        let mut differs_here = 0;
        loop {
            positions += 1;
            let steps = played.steps();
            let step = (!steps.is_empty()).then(|| steps[random.below(steps.len())].as_str());
            differs_here += u32::from(differs(&game, &other, played.position(), step));
            let Some(step) = step else { break };
            played.play(step).map_err(|refusal| refusal.to_string())?;
        }
        match played.status() {
            Status::Over(Outcome::Win(seat), _) => measured.wins[seat.index()] += 1,
            _ => measured.draws += 1,
        }
        turns += played.turns().len();
        differing += differs_here;
        measured.differing_games += u32::from(differs_here > 0);
    }
    measured.turns = turns as f64 / f64::from(games);
    measured.differing_positions = f64::from(differing) / f64::from(positions.max(1));
    Ok(measured)
}

/// Whether two readings see different steps or endings in a position, or let a step lead to different positions.
fn differs(game: &Arc<dyn AnyGame>, other: &Arc<dyn AnyGame>, at: &AnyPosition, step: Option<&str>) -> bool {
    let Ok(same) = other.read_position(&game.text(at)) else { return true };
    let (mut here, mut there) = (game.survey(at), other.survey(&same));
    here.steps.sort_unstable();
    there.steps.sort_unstable();
    let after = |game: &Arc<dyn AnyGame>, at: &AnyPosition| {
        step.and_then(|step| game.take(at, step).ok()).map(|played| game.text(&played.position))
    };
    here != there || after(game, at) != after(other, &same)
}
