//! Positions where the right step is known, game by game.

extern crate parlour_games as games;

mod avion;
mod bang_o;
mod checkers;
mod chess;
mod chunga;
mod chunga_four;
mod foregammon;
mod fox_and_geese;
mod kings_men;
mod looking_ahead;
mod merelles;
mod polychek;
mod py_hy_ky;
mod rondamee;
mod tigh;
mod twenty_seven;
mod yumph;
