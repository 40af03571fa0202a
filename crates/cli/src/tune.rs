//! `tune`: games of the computer against itself look for better weights.

use crate::args::TuneArgs;
use crate::contest::share;
use crate::setup::{self, Failure};
use library::tune::{TUNABLE, Tuned, Tuning};
use std::io::Write;

pub fn tune(args: &TuneArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.options)?;
    let id = game.about().id;
    let tunable = TUNABLE.iter().find(|tunable| tunable.about.id == id).ok_or_else(|| {
        let known: Vec<&str> = TUNABLE.iter().map(|tunable| tunable.about.id).collect();
        Failure::Unclear(format!("the weights of {id} cannot be tuned; those of {} can", known.join(", ")))
    })?;
    let TuneArgs { rounds, games, nodes, opening, seed, .. } = *args;
    let tuning = Tuning { rounds, games, nodes, opening, seed };
    let Tuned { weights, score } = tunable.tune(game.chosen(), tuning, &mut |round, weights| {
        let weights: Vec<String> = weights.iter().map(|weight| format!("{weight:.0}")).collect();
        // A closed standard error is ignored: the result is printed at the end anyway.
        let _ = writeln!(anstream::stderr(), "{round:>6}  {}", weights.join(" "));
    });
    for (name, old, new) in weights {
        writeln!(out, "{name:>16} {old:>5} {new:>5}")?;
    }
    let [wins, draws, losses] = score;
    writeln!(out, "new against old: {wins} won, {draws} drawn, {losses} lost: {}", share(wins, draws, losses))?;
    Ok(())
}
