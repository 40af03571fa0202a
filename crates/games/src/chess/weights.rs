//! What everything but the squares is worth in chess. `bench/fit_chess.py` reads these numbers and those of `squares.rs`,
//! moves them until the evaluation foretells the results of our own games best, and writes them back.

use super::evaluate::Worth;

/// Pawn, knight, bishop, rook, queen; the king is beyond price.
pub(super) const PIECES: [Worth; 6] =
    [Worth(60, 140), Worth(311, 251), Worth(339, 304), Worth(453, 589), Worth(1026, 1012), Worth(0, 0)];
/// Two bishops see every square.
pub(super) const BISHOP_PAIR: Worth = Worth(18, 39);

/// By how many squares a knight reaches.
pub(super) const KNIGHT_ROOM: [Worth; 9] = [
    Worth(-15, -7),
    Worth(-16, -5),
    Worth(-16, -4),
    Worth(-6, 7),
    Worth(2, 2),
    Worth(6, 5),
    Worth(10, 5),
    Worth(14, -5),
    Worth(21, 1),
];
/// By how many squares a bishop reaches.
pub(super) const BISHOP_ROOM: [Worth; 14] = [
    Worth(-64, -53),
    Worth(-28, -33),
    Worth(-13, -23),
    Worth(0, -13),
    Worth(-5, -5),
    Worth(-3, 1),
    Worth(6, 1),
    Worth(1, 8),
    Worth(6, 19),
    Worth(10, 16),
    Worth(16, 18),
    Worth(15, 15),
    Worth(26, 21),
    Worth(35, 28),
];
/// By how many squares a rook reaches.
pub(super) const ROOK_ROOM: [Worth; 15] = [
    Worth(-55, -50),
    Worth(-22, -39),
    Worth(-8, -20),
    Worth(14, -7),
    Worth(5, 1),
    Worth(15, -13),
    Worth(0, 3),
    Worth(1, 20),
    Worth(7, 20),
    Worth(3, 7),
    Worth(11, 15),
    Worth(4, 16),
    Worth(3, 16),
    Worth(14, 30),
    Worth(8, 1),
];
/// By how many squares a queen reaches.
pub(super) const QUEEN_ROOM: [Worth; 28] = [
    Worth(-35, -44),
    Worth(-32, -44),
    Worth(-23, -37),
    Worth(-22, -30),
    Worth(-9, -22),
    Worth(-5, -23),
    Worth(-14, -25),
    Worth(-8, -23),
    Worth(-1, -22),
    Worth(-9, -22),
    Worth(18, -5),
    Worth(14, -6),
    Worth(6, 5),
    Worth(5, 3),
    Worth(12, 7),
    Worth(9, 21),
    Worth(6, 9),
    Worth(8, 15),
    Worth(3, 11),
    Worth(8, 16),
    Worth(7, 18),
    Worth(6, 15),
    Worth(6, 22),
    Worth(8, 24),
    Worth(9, 29),
    Worth(10, 31),
    Worth(12, 38),
    Worth(13, 39),
];

/// On a file without any pawns a rook looks through to the last row.
pub(super) const OPEN: Worth = Worth(48, 4);
/// On a file without own pawns it looks at the enemy's.
pub(super) const HALF_OPEN: Worth = Worth(11, 32);
/// A knight protected by a pawn in the enemy's half, where no pawn can ever drive it away.
pub(super) const KNIGHT_OUTPOST: Worth = Worth(47, 26);
/// So may a bishop stand.
pub(super) const BISHOP_OUTPOST: Worth = Worth(20, 15);

/// A pawn that attacks a piece drives it away.
pub(super) const PAWN_THREAT: Worth = Worth(47, 31);
/// So does a knight or bishop that attacks a rook or queen.
pub(super) const MINOR_THREAT: Worth = Worth(36, 22);
/// So does a rook that attacks a queen.
pub(super) const ROOK_THREAT: Worth = Worth(38, 18);
/// A piece of the enemy that we attack and nobody protects.
pub(super) const HANGING: Worth = Worth(21, 17);
/// A pawn of the enemy like that.
pub(super) const LOOSE_PAWN: Worth = Worth(11, 44);

/// A pawn behind another of its own hinders it.
pub(super) const DOUBLED: Worth = Worth(17, -16);
/// No pawn beside it will ever protect it.
pub(super) const ISOLATED: Worth = Worth(-8, -8);
/// It may not go on, and its neighbours are too far on to protect it.
pub(super) const BACKWARD: Worth = Worth(-8, -2);
/// A pawn protected by another.
pub(super) const SUPPORTED: Worth = Worth(11, 1);
/// A pawn side by side with another.
pub(super) const ABREAST: Worth = Worth(7, 7);
/// A pawn that no enemy pawn can stop, by its row: it ties pieces down and becomes a queen.
pub(super) const PASSED: [Worth; 8] = [
    Worth(0, 0),
    Worth(-16, 9),
    Worth(15, 27),
    Worth(8, 40),
    Worth(12, 58),
    Worth(47, 81),
    Worth(70, 107),
    Worth(0, 0),
];
/// For each row from the fourth on: nobody stands before the passed pawn.
pub(super) const FREE_WAY: Worth = Worth(13, 6);
/// For each row from the fourth on: a step of the enemy king to the square before a passed pawn.
pub(super) const ENEMY_ESCORT: Worth = Worth(2, 17);
/// For each row from the fourth on: a step of our king to that square.
pub(super) const OWN_ESCORT: Worth = Worth(-1, -8);

/// A pawn one row before the king.
pub(super) const SHIELD: Worth = Worth(24, -24);
/// A pawn two rows before him.
pub(super) const SECOND_SHIELD: Worth = Worth(12, 10);
/// A file beside him or his own without a pawn of ours.
pub(super) const BARE_FILE: Worth = Worth(-14, -6);
/// An enemy pawn one to three rows before him.
pub(super) const STORM: Worth = Worth(-16, 17);
/// The right to move.
pub(super) const TEMPO: Worth = Worth(19, 6);

/// What adds to the danger of the enemy king, in sixteenths. Danger grows with its own square: one attacker is nothing,
/// three are mate. A square beside him in reach of knight, bishop, rook and queen:
pub(super) const NEAR: [i32; 4] = [79, 76, 101, 121];
/// A check that no piece of his can punish, by the same.
pub(super) const CHECK: [i32; 4] = [141, 108, 166, 120];
/// Each piece that takes part.
pub(super) const TAKING_PART: i32 = 92;
/// A square beside him that we reach and only he protects.
pub(super) const UNGUARDED: i32 = 54;
/// We have no queen.
pub(super) const NO_QUEEN: i32 = -390;
/// And so much danger is no danger.
pub(super) const USUAL: i32 = -126;
/// What one danger more is worth in the ending, in sixteenths of a hundredth of a pawn.
pub(super) const LATE_DANGER: i32 = 9;
