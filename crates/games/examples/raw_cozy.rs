//! Chess perft through our rules and through bare `cozy-chess`, by turns, so that what disturbs one disturbs the
//! other: prints how many million positions a second each counts, and the ratio.

extern crate parlour_games as games;

use games::Chess;
use rules::{Count, Rules, Spare};
use std::time::Instant;

/// A count that takes about a millisecond: on a busy machine many such rounds are not interrupted.
const DEPTH: u32 = 4;
const ROUNDS: u32 = 1000;

fn raw(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        return count;
    }
    board.generate_moves(|moves| {
        for played in moves {
            let mut next = board.clone();
            next.play_unchecked(played);
            count += raw(&next, depth - 1);
        }
        false
    });
    count
}

/// Millions a second.
fn speed(count: impl FnOnce() -> u64) -> f64 {
    let began = Instant::now();
    let counted = count();
    counted as f64 / began.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let (board, start) = (cozy_chess::Board::default(), Chess.start());
    let mut spare = Spare::new();
    assert_eq!(raw(&board, 4), Chess.perft(&start, 4, &mut spare), "both count the same");
    let (mut ours, mut theirs) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        ours = ours.max(speed(|| Chess.perft(&start, DEPTH, &mut spare)));
        theirs = theirs.max(speed(|| raw(&board, DEPTH)));
    }
    println!("ours {ours:.0}, raw {theirs:.0}, ratio {:.2}", ours / theirs);
}
