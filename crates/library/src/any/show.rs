//! Seeing, touching and saying.

use super::{AnyPosition, AnyShow, Erased};
use ::rules::show::{Beat, Board, Drawing, Man, Placed, SiteId, Standing};
use ::rules::words::{Ending, SentenceContext};
use ::rules::{Clause, Complete, Outcome, Seat, Unreadable, arrange};

impl<G: Complete> AnyShow for Erased<G> {
    fn board(&self) -> &Board {
        &self.board
    }

    fn pieces(&self, at: &AnyPosition) -> Vec<Placed> {
        self.game.pieces(Self::open(at))
    }

    fn prompt(&self, at: &AnyPosition) -> String {
        self.game.prompt(Self::open(at))
    }

    fn clicks(&self, at: &AnyPosition, step: &str) -> Vec<SiteId> {
        self.game.clicks(Self::open(at), Self::own(step))
    }

    fn is_button(&self, at: &AnyPosition, step: &str) -> bool {
        self.game.is_button(Self::open(at), Self::own(step))
    }

    fn attempt(&self, at: &AnyPosition, clicks: &[SiteId]) -> Option<String> {
        self.game.attempt(Self::open(at), clicks).map(|step| step.to_string())
    }

    fn ending(&self, at: &AnyPosition, outcome: Outcome, clause: Clause) -> Ending {
        let at = Self::open(at);
        let own = self.game.ends(at, outcome, clause);
        own.unwrap_or_else(|| SentenceContext::of(&self.game, at).end(outcome, clause.reason()))
    }

    fn say(&self, at: &AnyPosition, step: &str) -> String {
        self.game.say(Self::open(at), Self::own(step))
    }

    fn effects(&self, at: &AnyPosition, step: &str) -> Vec<Beat> {
        self.game.effects(Self::open(at), Self::own(step))
    }

    fn lesson(&self) -> Option<&'static ::rules::Lesson> {
        self.game.lesson()
    }

    fn puzzles(&self) -> &'static str {
        self.game.puzzles()
    }

    fn tally(&self, at: &AnyPosition, seat: Seat) -> Option<Standing> {
        self.game.tally(Self::open(at), seat)
    }

    fn joined(&self, at: &AnyPosition) -> Vec<(Seat, Vec<SiteId>)> {
        self.game.joined(Self::open(at))
    }

    fn men(&self) -> Vec<Man> {
        self.game.men()
    }

    fn drawing(&self, man: &Man) -> Drawing {
        self.game.drawing(man)
    }

    fn arrange(&self, from: &AnyPosition, men: &[Placed], to_move: Seat) -> Result<AnyPosition, Unreadable> {
        arrange::arrange(&self.game, Self::open(from), men, to_move).map(Self::wrap)
    }
}
