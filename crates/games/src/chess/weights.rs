//! What everything but the squares is worth in chess. `bench/fit_chess.py` can move these numbers and those of `squares.rs`
//! towards what foretells the results of games best; what came of that is told in `docs/strength.md`.

use super::evaluate::Tapered;

/// Pawn, knight, bishop, rook, queen; the king is beyond price.
pub(super) const PIECES: [Tapered; 6] =
    [Tapered(88, 108), Tapered(340, 300), Tapered(355, 315), Tapered(490, 545), Tapered(1010, 985), Tapered(0, 0)];
/// Two bishops see every square.
pub(super) const BISHOP_PAIR: Tapered = Tapered(24, 48);

/// By how many squares a knight reaches.
pub(super) const KNIGHT_ROOM: [Tapered; 9] = [
    Tapered(-20, -16),
    Tapered(-15, -12),
    Tapered(-10, -8),
    Tapered(-5, -4),
    Tapered(0, 0),
    Tapered(5, 4),
    Tapered(10, 8),
    Tapered(15, 12),
    Tapered(20, 16),
];
/// By how many squares a bishop reaches.
pub(super) const BISHOP_ROOM: [Tapered; 14] = [
    Tapered(-30, -30),
    Tapered(-25, -25),
    Tapered(-20, -20),
    Tapered(-15, -15),
    Tapered(-10, -10),
    Tapered(-5, -5),
    Tapered(0, 0),
    Tapered(5, 5),
    Tapered(10, 10),
    Tapered(15, 15),
    Tapered(20, 20),
    Tapered(25, 25),
    Tapered(30, 30),
    Tapered(35, 35),
];
/// By how many squares a rook reaches.
pub(super) const ROOK_ROOM: [Tapered; 15] = [
    Tapered(-12, -24),
    Tapered(-10, -20),
    Tapered(-8, -16),
    Tapered(-6, -12),
    Tapered(-4, -8),
    Tapered(-2, -4),
    Tapered(0, 0),
    Tapered(2, 4),
    Tapered(4, 8),
    Tapered(6, 12),
    Tapered(8, 16),
    Tapered(10, 20),
    Tapered(12, 24),
    Tapered(14, 28),
    Tapered(16, 32),
];
/// By how many squares a queen reaches.
pub(super) const QUEEN_ROOM: [Tapered; 28] = [
    Tapered(-11, -33),
    Tapered(-10, -30),
    Tapered(-9, -27),
    Tapered(-8, -24),
    Tapered(-7, -21),
    Tapered(-6, -18),
    Tapered(-5, -15),
    Tapered(-4, -12),
    Tapered(-3, -9),
    Tapered(-2, -6),
    Tapered(-1, -3),
    Tapered(0, 0),
    Tapered(1, 3),
    Tapered(2, 6),
    Tapered(3, 9),
    Tapered(4, 12),
    Tapered(5, 15),
    Tapered(6, 18),
    Tapered(7, 21),
    Tapered(8, 24),
    Tapered(9, 27),
    Tapered(10, 30),
    Tapered(11, 33),
    Tapered(12, 36),
    Tapered(13, 39),
    Tapered(14, 42),
    Tapered(15, 45),
    Tapered(16, 48),
];

/// On a file without any pawns a rook looks through to the last row.
pub(super) const OPEN: Tapered = Tapered(30, 10);
/// On a file without own pawns it looks at the enemy's.
pub(super) const HALF_OPEN: Tapered = Tapered(12, 8);
/// A knight protected by a pawn in the enemy's half, where no pawn can ever drive it away.
pub(super) const KNIGHT_OUTPOST: Tapered = Tapered(20, 10);
/// So may a bishop stand.
pub(super) const BISHOP_OUTPOST: Tapered = Tapered(14, 4);

/// A pawn that attacks a piece drives it away.
pub(super) const PAWN_THREAT: Tapered = Tapered(45, 35);
/// So does a knight or bishop that attacks a rook or queen.
pub(super) const MINOR_THREAT: Tapered = Tapered(30, 25);
/// So does a rook that attacks a queen.
pub(super) const ROOK_THREAT: Tapered = Tapered(25, 15);
/// A piece of the enemy that we attack and nobody protects.
pub(super) const HANGING: Tapered = Tapered(15, 15);
/// A pawn of the enemy like that.
pub(super) const LOOSE_PAWN: Tapered = Tapered(4, 10);

/// A pawn behind another of its own hinders it.
pub(super) const DOUBLED: Tapered = Tapered(-8, -20);
/// No pawn beside it will ever protect it.
pub(super) const ISOLATED: Tapered = Tapered(-14, -12);
/// It may not go on, and its neighbours are too far on to protect it.
pub(super) const BACKWARD: Tapered = Tapered(-8, -6);
/// A pawn protected by another.
pub(super) const SUPPORTED: Tapered = Tapered(8, 5);
/// A pawn side by side with another.
pub(super) const ABREAST: Tapered = Tapered(6, 4);
/// A pawn that no enemy pawn can stop, by its row: it ties pieces down and becomes a queen.
pub(super) const PASSED: [Tapered; 8] = [
    Tapered(0, 0),
    Tapered(0, 8),
    Tapered(0, 12),
    Tapered(8, 26),
    Tapered(24, 50),
    Tapered(50, 90),
    Tapered(70, 130),
    Tapered(0, 0),
];
/// For each row from the fourth on: nobody stands before the passed pawn.
pub(super) const FREE_WAY: Tapered = Tapered(0, 4);
/// For each row from the fourth on: a step of the enemy king to the square before a passed pawn.
pub(super) const ENEMY_ESCORT: Tapered = Tapered(0, 6);
/// For each row from the fourth on: a step of our king to that square.
pub(super) const OWN_ESCORT: Tapered = Tapered(0, -3);

/// A pawn one row before the king.
pub(super) const SHIELD: Tapered = Tapered(14, 0);
/// A pawn two rows before him.
pub(super) const SECOND_SHIELD: Tapered = Tapered(7, 0);
/// A file beside him or his own without a pawn of ours.
pub(super) const BARE_FILE: Tapered = Tapered(-8, 0);
/// An enemy pawn one to three rows before him.
pub(super) const STORM: Tapered = Tapered(-4, 0);
/// The right to move.
pub(super) const TEMPO: Tapered = Tapered(14, 14);

/// What adds to the danger of the enemy king, in sixteenths. Danger grows with its own square: one attacker is nothing,
/// three are mate. A square beside him in reach of knight, bishop, rook and queen:
pub(super) const NEAR: [i32; 4] = [64, 64, 80, 112];
/// A check that no piece of his can punish, by the same.
pub(super) const CHECK: [i32; 4] = [128, 96, 160, 128];
/// Each piece that takes part.
pub(super) const TAKING_PART: i32 = 64;
/// A square beside him that we reach and only he protects.
pub(super) const UNGUARDED: i32 = 64;
/// We have no queen.
pub(super) const NO_QUEEN: i32 = -384;
/// And so much danger is no danger.
pub(super) const USUAL: i32 = -160;
/// What one danger more is worth in the ending, in sixteenths of a hundredth of a pawn.
pub(super) const LATE_DANGER: i32 = 16;
