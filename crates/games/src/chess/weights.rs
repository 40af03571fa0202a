//! What everything but the squares is worth in chess. `bench/fit_chess.py` can move these numbers and those of `squares.rs`
//! towards what foretells the results of games best; what came of that is told in `docs/strength.md`.

use super::evaluate::Worth;

/// Pawn, knight, bishop, rook, queen; the king is beyond price.
pub(super) const PIECES: [Worth; 6] =
    [Worth(88, 108), Worth(340, 300), Worth(355, 315), Worth(490, 545), Worth(1010, 985), Worth(0, 0)];
/// Two bishops see every square.
pub(super) const BISHOP_PAIR: Worth = Worth(24, 48);

/// By how many squares a knight reaches.
pub(super) const KNIGHT_ROOM: [Worth; 9] = [
    Worth(-20, -16),
    Worth(-15, -12),
    Worth(-10, -8),
    Worth(-5, -4),
    Worth(0, 0),
    Worth(5, 4),
    Worth(10, 8),
    Worth(15, 12),
    Worth(20, 16),
];
/// By how many squares a bishop reaches.
pub(super) const BISHOP_ROOM: [Worth; 14] = [
    Worth(-30, -30),
    Worth(-25, -25),
    Worth(-20, -20),
    Worth(-15, -15),
    Worth(-10, -10),
    Worth(-5, -5),
    Worth(0, 0),
    Worth(5, 5),
    Worth(10, 10),
    Worth(15, 15),
    Worth(20, 20),
    Worth(25, 25),
    Worth(30, 30),
    Worth(35, 35),
];
/// By how many squares a rook reaches.
pub(super) const ROOK_ROOM: [Worth; 15] = [
    Worth(-12, -24),
    Worth(-10, -20),
    Worth(-8, -16),
    Worth(-6, -12),
    Worth(-4, -8),
    Worth(-2, -4),
    Worth(0, 0),
    Worth(2, 4),
    Worth(4, 8),
    Worth(6, 12),
    Worth(8, 16),
    Worth(10, 20),
    Worth(12, 24),
    Worth(14, 28),
    Worth(16, 32),
];
/// By how many squares a queen reaches.
pub(super) const QUEEN_ROOM: [Worth; 28] = [
    Worth(-11, -33),
    Worth(-10, -30),
    Worth(-9, -27),
    Worth(-8, -24),
    Worth(-7, -21),
    Worth(-6, -18),
    Worth(-5, -15),
    Worth(-4, -12),
    Worth(-3, -9),
    Worth(-2, -6),
    Worth(-1, -3),
    Worth(0, 0),
    Worth(1, 3),
    Worth(2, 6),
    Worth(3, 9),
    Worth(4, 12),
    Worth(5, 15),
    Worth(6, 18),
    Worth(7, 21),
    Worth(8, 24),
    Worth(9, 27),
    Worth(10, 30),
    Worth(11, 33),
    Worth(12, 36),
    Worth(13, 39),
    Worth(14, 42),
    Worth(15, 45),
    Worth(16, 48),
];

/// On a file without any pawns a rook looks through to the last row.
pub(super) const OPEN: Worth = Worth(30, 10);
/// On a file without own pawns it looks at the enemy's.
pub(super) const HALF_OPEN: Worth = Worth(12, 8);
/// A knight protected by a pawn in the enemy's half, where no pawn can ever drive it away.
pub(super) const KNIGHT_OUTPOST: Worth = Worth(20, 10);
/// So may a bishop stand.
pub(super) const BISHOP_OUTPOST: Worth = Worth(14, 4);

/// A pawn that attacks a piece drives it away.
pub(super) const PAWN_THREAT: Worth = Worth(45, 35);
/// So does a knight or bishop that attacks a rook or queen.
pub(super) const MINOR_THREAT: Worth = Worth(30, 25);
/// So does a rook that attacks a queen.
pub(super) const ROOK_THREAT: Worth = Worth(25, 15);
/// A piece of the enemy that we attack and nobody protects.
pub(super) const HANGING: Worth = Worth(15, 15);
/// A pawn of the enemy like that.
pub(super) const LOOSE_PAWN: Worth = Worth(4, 10);

/// A pawn behind another of its own hinders it.
pub(super) const DOUBLED: Worth = Worth(-8, -20);
/// No pawn beside it will ever protect it.
pub(super) const ISOLATED: Worth = Worth(-14, -12);
/// It may not go on, and its neighbours are too far on to protect it.
pub(super) const BACKWARD: Worth = Worth(-8, -6);
/// A pawn protected by another.
pub(super) const SUPPORTED: Worth = Worth(8, 5);
/// A pawn side by side with another.
pub(super) const ABREAST: Worth = Worth(6, 4);
/// A pawn that no enemy pawn can stop, by its row: it ties pieces down and becomes a queen.
pub(super) const PASSED: [Worth; 8] =
    [Worth(0, 0), Worth(0, 8), Worth(0, 12), Worth(8, 26), Worth(24, 50), Worth(50, 90), Worth(70, 130), Worth(0, 0)];
/// For each row from the fourth on: nobody stands before the passed pawn.
pub(super) const FREE_WAY: Worth = Worth(0, 4);
/// For each row from the fourth on: a step of the enemy king to the square before a passed pawn.
pub(super) const ENEMY_ESCORT: Worth = Worth(0, 6);
/// For each row from the fourth on: a step of our king to that square.
pub(super) const OWN_ESCORT: Worth = Worth(0, -3);

/// A pawn one row before the king.
pub(super) const SHIELD: Worth = Worth(14, 0);
/// A pawn two rows before him.
pub(super) const SECOND_SHIELD: Worth = Worth(7, 0);
/// A file beside him or his own without a pawn of ours.
pub(super) const BARE_FILE: Worth = Worth(-8, 0);
/// An enemy pawn one to three rows before him.
pub(super) const STORM: Worth = Worth(-4, 0);
/// The right to move.
pub(super) const TEMPO: Worth = Worth(14, 14);

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
