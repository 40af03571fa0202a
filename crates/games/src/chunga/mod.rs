//! Chunga: bring all eight checkers across the board by steps and hops; nothing is ever taken.

mod evaluate;

use crate::hops::{Way, ways_of_eight};
use crate::race::{CLAUSES, GOAL, Ground, Race, Squares};
use rules::prelude::*;

/// Chunga for two.
pub type Chunga = Race<TwoEnds>;

/// The dark squares of the checkerboard, one side below, one above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TwoEnds;

impl Ground for TwoEnds {
    const ABOUT: About = About {
        id: "chunga",
        name: "Chunga",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[GOAL],
        edition: 1,
        series: 1,
        line: "Hop across the board and change places with the other side.",
        card: Card {
            minutes: (15, 30),
            difficulty: Difficulty::Easy,
            themes: &["crossing"],
            known: None,
            showpiece: Some("1/.....w..,....B...,...b.b.b,b.w.b.w.,...w.b.w,..w...w.,.......W,..b....."),
        },
    };
    const WAYS: [Way<Squares>; 4] = ways_of_eight(grid::DIAGONAL);
    const PLACES: &'static [Squares] =
        &[Squares::from_bits(0x0000_0000_0000_aa55), Squares::from_bits(0xaa55_0000_0000_0000)];
    const LETTERS: &'static [char] = &['w', 'b'];
    const KINDS: &'static [&'static str] = &["checker", "checker"];
    const DRAWINGS: &'static [Drawing] = &[Drawing::Disc; 2];
    const PLURAL: bool = false;

    fn rules() -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }

    fn lesson() -> &'static Lesson {
        lesson!("lesson.md")
    }

    fn puzzles() -> &'static str {
        include_str!("puzzles.txt")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{ALL_ACROSS, GOAL_FILLED, MUST_HOP};

    fn game(goal: &str) -> Chunga {
        let mut chosen = Chosen::defaults(&Chunga::ABOUT);
        chosen.set(&Chunga::ABOUT, "goal", goal).unwrap();
        Chunga::with(&chosen)
    }

    /// Plays legal steps and writes the position after them.
    fn after(position: &str, steps: &str) -> String {
        let (game, mut at) = (game("filled"), position.parse().unwrap());
        for text in steps.split_whitespace() {
            let step = text.parse().unwrap();
            assert_eq!(game.judge(&at, step), Ok(()), "{text}");
            game.apply(&mut at, step);
        }
        at.to_string()
    }

    #[test]
    fn shifting_at_home_does_not_free_a_checker() {
        let at = after("1/1b6,8,8,8,8,2b5,7w,W7", "a1-b2 b8-a7");
        assert!(at.contains(".W.....w"), "{at}");
        let breach = game("filled").judge(&at.parse().unwrap(), "h2-g3".parse().unwrap()).unwrap_err();
        assert_eq!(breach.clause, MUST_HOP);
        assert_eq!(breach.at, Some(Square::<8, 8>::at(1, 1).into()));
    }

    #[test]
    fn who_has_left_and_come_back_is_free() {
        let at = after("1/1b6,8,8,8,8,8,1W6,W7", "b2-c3 b8-a7 c3-b2 a7-b8");
        assert!(at.contains(".w......"), "{at}");
    }

    #[test]
    fn a_compelled_chain_may_go_on_over_ones_own() {
        let at: <Chunga as Rules>::Position = "1/1b6,8,8,4w3,8,2b5,1W6,8".parse().unwrap();
        let mut steps = Vec::new();
        game("filled").survey(&at, &mut steps);
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        assert_eq!(steps, ["b2-d4", "b2-f6"]);
    }

    #[test]
    fn a_goal_filled_by_the_other_side_counts_after_ones_own_turn() {
        let full = after("2/.w.w.w.w,w.w...w.,5b2,2w5,8,8,8,8", "f6-e7");
        assert_eq!(game("filled").status(&full.parse().unwrap()), Status::Turn(Seat::FIRST));
        let at = after(&full, "c5-b4").parse().unwrap();
        assert_eq!(game("filled").status(&at), Status::Over(Outcome::Win(Seat::FIRST), GOAL_FILLED));
        assert_eq!(game("strict").status(&at), Status::Turn(Seat::SECOND));
    }

    #[test]
    fn all_across_wins_in_either_way_of_counting() {
        let at = after("1/8,6w1,5w2,b7,8,8,8,8", "f6-e7").parse().unwrap();
        for goal in ["filled", "strict"] {
            assert_eq!(game(goal).status(&at), Status::Over(Outcome::Win(Seat::FIRST), ALL_ACROSS));
        }
    }
}
