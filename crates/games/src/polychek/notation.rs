//! How a step is written: `11-15`, `22x15`, and `stop` for a king that ends its run.

use crate::draughts::{self, Square};
use rules::prelude::*;

/// The word for ending a run.
const STOP: &str = "stop";

/// One choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A piece moves or jumps.
    Go(draughts::Step),
    /// A king that has captured ends its turn although it could capture again.
    Stop,
}

impl Step {
    /// A move without a capture.
    pub const fn walk(from: Square, to: Square) -> Step {
        Step::Go(draughts::Step { from, to, jump: false })
    }

    /// A jump.
    pub const fn jump(from: Square, to: Square) -> Step {
        Step::Go(draughts::Step { from, to, jump: true })
    }

    /// Whether it jumps.
    pub const fn is_jump(self) -> bool {
        matches!(self, Step::Go(draughts::Step { jump: true, .. }))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Go(stride) => stride.fmt(f),
            Step::Stop => f.write_str(STOP),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        if text == STOP { Ok(Step::Stop) } else { text.parse().map(Step::Go) }
    }
}
