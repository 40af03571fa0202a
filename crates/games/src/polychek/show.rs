//! The checkerboard with its numbered squares, and a tray for the pieces each side has taken.

use super::{Field, Polychek, Step, between};
use crate::draughts::{self, Square, Squares};
use rules::prelude::*;
use std::fmt::Write as _;

/// The pieces that a jump passes over.
fn over(field: &Field, step: Step) -> Squares {
    match step {
        Step::Go(stride) if stride.jump => field.occupied() & between(stride.from, stride.to).unwrap_or_default(),
        _ => Squares::EMPTY,
    }
}

impl Polychek {
    /// The position after a legal step, and the squares on which a man has become a king.
    fn crowned_by(self, field: &Field, step: Step) -> (Field, Squares) {
        let mut next = *field;
        self.apply(&mut next, step);
        let mut moved = field.sides;
        if let Step::Go(stride) = step {
            moved.go(stride.from, stride.to);
        }
        (next, next.sides.kings & !moved.kings)
    }
}

impl Show for Polychek {
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
        match step {
            Step::Go(stride) => stride.clicks(),
            Step::Stop => Vec::new(),
        }
    }

    fn attempt(&self, field: &Field, clicks: &[SiteId]) -> Option<Step> {
        let is_jump = |from, to| between(from, to).is_some_and(|squares| field.occupied().meets(squares));
        draughts::Step::of_clicks(clicks, is_jump).map(Step::Go)
    }

    fn effects(&self, field: &Field, step: Step) -> Vec<Beat> {
        let over = over(field, step);
        let mut beats = Vec::new();
        if let Step::Go(stride) = step {
            let (from, to) = (stride.from.into(), stride.to.into());
            beats.push(match over.first().map(SiteId::from) {
                None => vec![Effect::Move { from, to }],
                Some(over) => vec![Effect::Jump { from, over, to }],
            });
        }
        let (next, crowned) = self.crowned_by(field, step);
        if next.runner.is_none() {
            let to = draughts::tray(field.sides.to_move);
            let take = |square: Square| Effect::Take { from: square.into(), to };
            beats.push((field.jumped | over).iter().map(take).collect());
        }
        beats.push(crowned.iter().map(|square| Effect::Change { at: square.into() }).collect());
        beats.retain(|beat| !beat.is_empty());
        beats
    }

    fn men(&self) -> Vec<Man> {
        draughts::men()
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Field) -> Result<Field, Unreadable> {
        draughts::sides_of(men, to_move).checked().map(Field::at_rest)
    }
}

impl Words for Polychek {
    fn say(&self, field: &Field, step: Step) -> String {
        let seat = Self::seat_name(field.sides.to_move);
        let piece = |square| if field.sides.is_king(square) { "king" } else { "man" };
        let mut sentence = match (step, over(field, step).iter().next()) {
            (Step::Stop, _) => format!("{seat} stops and jumps no farther"),
            (Step::Go(draughts::Step { from, to, .. }), None) => {
                format!("{seat} moves the {} on {from} to {to}", piece(from))
            }
            (Step::Go(draughts::Step { from, to, .. }), Some(over)) => {
                format!("{seat} jumps from {from} to {to} over the {} on {over}", piece(over))
            }
        };
        for square in self.crowned_by(field, step).1 {
            let _ = write!(sentence, "; the man on {square} is crowned");
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
            Some(runner) if steps.contains(&Step::Stop) => {
                format!("{seat} jumps on with the king on {runner}, or stops.")
            }
            Some(runner) => format!("{seat} jumps on with the piece on {runner}."),
            None if steps[0].is_jump() => format!("{seat} must jump."),
            None => format!("{seat} to move."),
        }
    }
}
