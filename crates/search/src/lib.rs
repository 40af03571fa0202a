//! Looking ahead in any game: counting turns, and choosing a step. Knows no game, no file, no clock and
//! no thread of its own.

pub mod alpha_beta;
pub mod perft;
pub mod plain;
pub mod solve;
pub mod table;
pub mod thought;
