//! The checkerboard with its numbered squares, and a tray for the pieces each side has taken.

use super::{Field, Polychek, between};
use crate::draughts::{self, Square, Step};
use rules::prelude::*;
use std::fmt::Write as _;

/// The pieces that a jump passes over.
fn over(field: &Field, step: Step) -> u32 {
    if step.jump { field.occupied() & between(step.from, step.to).unwrap_or(0) } else { 0 }
}

impl Polychek {
    /// The position after a legal step, and the squares on which a man has become a king.
    fn crowned_by(self, field: &Field, step: Step) -> (Field, u32) {
        let mut next = *field;
        self.apply(&mut next, step);
        let mut moved = field.sides;
        moved.go(step.from.bit(), step.to.bit());
        (next, next.sides.kings & !moved.kings)
    }
}

impl Show for Polychek {
    fn board(&self) -> Board {
        draughts::board()
    }

    fn pieces(&self, field: &Field) -> Vec<Placed> {
        draughts::pieces(&field.sides)
    }

    fn clicks(&self, _: &Field, step: Step) -> Vec<SiteId> {
        step.clicks()
    }

    fn attempt(&self, field: &Field, clicks: &[SiteId]) -> Option<Step> {
        Step::of_clicks(clicks, |from, to| between(from, to).is_some_and(|squares| field.occupied() & squares != 0))
    }

    fn say(&self, field: &Field, step: Step) -> String {
        let (seat, Step { from, to, .. }) = (Self::seat_name(field.sides.to_move), step);
        let piece = |square| if field.sides.is_king(square) { "king" } else { "man" };
        let mut sentence = match Square::of(over(field, step)).next() {
            None => format!("{seat} moves the {} on {from} to {to}", piece(from)),
            Some(over) => format!("{seat} jumps from {from} to {to} over the {} on {over}", piece(over)),
        };
        for square in Square::of(self.crowned_by(field, step).1) {
            let _ = write!(sentence, "; the man on {square} is crowned");
        }
        sentence + "."
    }

    fn effects(&self, field: &Field, step: Step) -> Vec<Beat> {
        let (from, to) = (step.from.into(), step.to.into());
        let over = over(field, step);
        let mut beats = match Square::of(over).next().map(SiteId::from) {
            None => vec![vec![Effect::Move { from, to }]],
            Some(over) => vec![vec![Effect::Jump { from, over, to }]],
        };
        let (next, crowned) = self.crowned_by(field, step);
        if next.runner.is_none() {
            let to = draughts::tray(field.sides.to_move);
            let take = |square: Square| Effect::Take { from: square.into(), to };
            beats.push(Square::of(field.jumped | over).map(take).collect());
        }
        beats.push(Square::of(crowned).map(|square| Effect::Change { at: square.into() }).collect());
        beats.retain(|beat| !beat.is_empty());
        beats
    }

    fn men(&self) -> Vec<Man> {
        draughts::men()
    }

    fn drafts(&self, _: &Field, men: &[Placed], to_move: Seat) -> Vec<String> {
        vec![draughts::sides_of(men, to_move).to_string()]
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
