//! Chess positions where the right move is known.

use crate::looking_ahead::{finds, play_out, think};
use games::Chess;
use rules::{Evaluate, Rules, Seat};

#[test]
fn the_board_turned_round_is_worth_the_same() {
    let value = |fen: &str| Chess.evaluate(&fen.parse().unwrap(), Seat::FIRST);
    let white = value("r1bq1rk1/ppp2ppp/2n5/3p4/3Pn3/2PB1N2/P1P2PPP/R1BQ1RK1 w - - 0 1");
    let black = value("r1bq1rk1/p1p2ppp/2pb1n2/3pN3/3P4/2N5/PPP2PPP/R1BQ1RK1 b - - 0 1");
    assert_eq!(white, -black);
}

#[test]
fn mate_in_two_and_three() {
    let mate = |fen, steps, turns| {
        let thought = finds::<Chess>(fen, 20_000, steps);
        assert_eq!(thought.proved(), Some(turns), "{fen}");
    };
    // The queen draws the king out, and the bishop mates.
    mate("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 3);
    mate("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4", 3);
    mate("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7", 3);
    // The rook leaves the bishop's line with a threat on the last row.
    mate("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5);
}

#[test]
fn pieces_are_won_and_not_lost() {
    // A fork of king and queen by the knight.
    finds::<Chess>("r3k3/pp1q1ppp/8/8/4N3/8/PP3PPP/4R1K1 w - - 0 1", 20_000, "e4f6");
    // The pinned rook is worth more than the queen it cannot take.
    finds::<Chess>("5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1", 60_000, "e3g3");
    // Taking the pawn on d6 would lose the queen to the one beside it.
    let guarded = "4k3/2p5/3p4/8/3Q4/8/5PPP/6K1 w - - 0 1".parse().unwrap();
    assert_ne!(think(&Chess, &guarded, 5_000).steps[0].to_string(), "d4d6");
}

#[test]
fn a_pawn_becomes_what_wins() {
    finds::<Chess>("8/P6k/8/8/8/8/6K1/8 w - - 0 1", 5_000, "a7a8q|a7a8r");
    // A queen would be answered by mate on the first row; a knight forks king and queen.
    finds::<Chess>("8/2P1q3/1k6/8/8/8/5PPP/6K1 w - - 0 1", 5_000, "c7c8n");
}

#[test]
fn bare_kings_are_mated() {
    for fen in ["8/8/3k4/8/8/8/8/KQ6 w - - 0 1", "8/8/3k4/8/8/8/8/KR6 w - - 0 1"] {
        assert_eq!(play_out(&Chess, fen.parse().unwrap(), 5_000, 80), Some(Seat::FIRST), "{fen}");
    }
}

#[test]
fn the_key_tells_positions_apart_as_repetition_does() {
    let key = |fen: &str| Chess.key(&fen.parse().unwrap());
    let nobody_can_take = key("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(nobody_can_take, key("4k3/8/8/8/4P3/8/8/4K3 b - - 7 9"));
    let somebody_can = key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_ne!(somebody_can, key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    assert_ne!(key("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), key("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
}
