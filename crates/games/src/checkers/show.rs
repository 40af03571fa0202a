//! The checkerboard with its numbered squares, and a tray for the pieces each side has taken.

use super::{Checkers, Field};
use crate::draughts::{self, NET, Step};
use rules::prelude::*;

impl Show for Checkers {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, _: &Man) -> Drawing {
        Drawing::Drum
    }

    fn board(&self) -> Board {
        draughts::board()
    }

    fn pieces(&self, field: &Field) -> Vec<Placed> {
        draughts::pieces(&field.sides)
    }

    fn tally(&self, field: &Field, seat: Seat) -> Option<Standing> {
        Some(draughts::standing(&field.sides, seat))
    }

    fn clicks(&self, _: &Field, step: Step) -> Vec<SiteId> {
        step.clicks()
    }

    fn attempt(&self, _: &Field, clicks: &[SiteId]) -> Option<Step> {
        Step::of_clicks(clicks, |from, to| NET.way_over(from, to).is_some())
    }

    fn effects(&self, field: &Field, step: Step) -> Vec<Beat> {
        let (from, to) = (step.from.into(), step.to.into());
        let mut beats = match step.over(&NET).map(SiteId::from) {
            None => vec![vec![Effect::Move { from, to }]],
            Some(over) => vec![
                vec![Effect::Jump { from, over, to }],
                vec![Effect::Take { from: over, to: draughts::tray(field.sides.to_move) }],
            ],
        };
        if field.crowns(step.from, step.to) {
            beats.push(vec![Effect::Change { at: to }]);
        }
        beats
    }

    fn men(&self) -> Vec<Man> {
        draughts::men()
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Field) -> Result<Field, Unreadable> {
        Field::checked(draughts::sides_of(men, to_move))
    }
}

impl Words for Checkers {
    fn say(&self, field: &Field, step: Step) -> String {
        let (seat, Step { from, to, .. }) = (Self::seat_name(field.sides.to_move), step);
        let piece = |square| if field.sides.is_king(square) { "king" } else { "man" };
        let mut sentence = match step.over(&NET) {
            None => format!("{seat} moves the {} on {from} to {to}", piece(from)),
            Some(over) => format!("{seat} jumps from {from} to {to} and takes the {} on {over}", piece(over)),
        };
        if field.crowns(from, to) {
            sentence.push_str("; the man is crowned");
        }
        sentence + "."
    }

    fn prompt(&self, field: &Field) -> String {
        let seat = Self::seat_name(field.sides.to_move);
        let mut steps = Vec::new();
        if self.survey(field, &mut steps).is_over() {
            return format!("{seat} has no move left and loses.");
        }
        match field.runner {
            Some(runner) => format!("{seat} jumps on with the piece on {runner}."),
            None if steps[0].jump => format!("{seat} must jump."),
            None => format!("{seat} to move."),
        }
    }
}
