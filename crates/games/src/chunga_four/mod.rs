//! Four-Handed Chunga: four sides race from corner to corner, each for itself.

mod evaluate;

use crate::hops::{Way, ways_of_eight};
use crate::race::{CLAUSES, GOAL, Ground, Race, Squares};
use rules::prelude::*;

/// Chunga for four.
pub type ChungaFour = Race<FourCorners>;

/// The whole board of eight by eight with a side in each corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FourCorners;

/// The six squares within two steps of a corner.
const fn triangle(column: u8, row: u8) -> Squares {
    let (mut set, mut index) = (Squares::EMPTY, 0);
    while index < 64 {
        let square = Square::<8, 8>::from_index(index);
        if square.column().abs_diff(column) + square.row().abs_diff(row) <= 2 {
            set = set.with_index(index);
        }
        index += 1;
    }
    set
}

impl Ground for FourCorners {
    const ABOUT: About = About {
        id: "chunga-four",
        name: "Four-Handed Chunga",
        year: None,
        source: "The Library of Games",
        seats: &["White pawns", "White checkers", "Black pawns", "Black checkers"],
        options: &[GOAL],
        edition: 1,
        series: 1,
        line: "Four corners, four racers: hop to the one opposite.",
        card: Card {
            minutes: (20, 40),
            difficulty: Difficulty::Easy,
            themes: &["crossing"],
            known: None,
            showpiece: Some("1/a..bc...,..db....,..b.....,cadbcca.,.c..dac.,...a.d..,..ab...b,d...d..."),
        },
    };
    const WAYS: [Way<Squares>; 4] = ways_of_eight(grid::ORTHOGONAL);
    const PLACES: &'static [Squares] = &[triangle(0, 0), triangle(0, 7), triangle(7, 7), triangle(7, 0)];
    const LETTERS: &'static [char] = &['a', 'b', 'c', 'd'];
    const KINDS: &'static [&'static str] = &["pawn", "checker", "pawn", "checker"];
    const DRAWINGS: &'static [Drawing] =
        &[Drawing::Symbol("pawn-1"), Drawing::Symbol("man-1"), Drawing::Symbol("pawn-2"), Drawing::Symbol("man-2")];
    const PLURAL: bool = true;

    fn rules() -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }

    fn lesson() -> &'static Lesson {
        lesson!("lesson.md")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_are_triangles_of_six_and_each_races_for_the_opposite_one() {
        let start = ChungaFour::with(&Chosen::defaults(&ChungaFour::ABOUT)).start().to_string();
        assert_eq!(start, "1/BBB..CCC,BB....CC,B......C,........,........,A......D,AA....DD,AAA..DDD");
    }

    #[test]
    fn a_filled_goal_wins_for_the_seat_that_has_just_moved() {
        let game = ChungaFour::with(&Chosen::defaults(&ChungaFour::ABOUT));
        let mut at = "4/ddd2ccc,dB4cc,8,d7,8,a7,aa6,aaa3bd".parse().unwrap();
        game.apply(&mut at, "a5-a6".parse().unwrap());
        assert_eq!(game.status(&at), Status::Over(Outcome::Win(Seat::FOURTH), crate::race::GOAL_FILLED));
    }
}
