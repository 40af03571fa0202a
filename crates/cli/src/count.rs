//! `perft`.

use crate::args::PerftArgs;
use crate::setup::{self, Failure};
use std::io::Write;

pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.place.options)?;
    let at = setup::place(&game, &args.place)?;
    if args.divide {
        let counts = game.divide(&at, args.depth);
        for (step, count) in &counts {
            writeln!(out, "{step} {count}")?;
        }
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        return Ok(writeln!(out, "total {total}")?);
    }
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", game.perft(&at, depth, args.threads))?;
        out.flush()?;
    }
    Ok(())
}
