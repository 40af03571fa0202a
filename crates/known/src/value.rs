//! What a position is worth to the seat to move.

use rules::Wdl;
use std::cmp::Ordering;

/// The value of a position, with its distance in turns of either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The mover wins, at best on this turn from now (1: with the turn to be played now).
    Win(u16),
    /// Nobody can force a win.
    Draw,
    /// The mover loses, at the latest on this turn from now (0: already, for want of a step).
    Loss(u16),
}

impl Value {
    /// Stands for a number of turns where only the result is proved.
    pub const SOMETIME: u16 = u16::MAX / 2 - 1;

    /// A result that is proved without its distance.
    pub fn of(result: Wdl) -> Value {
        match result {
            Wdl::Win => Value::Win(Value::SOMETIME),
            Wdl::Draw => Value::Draw,
            Wdl::Loss => Value::Loss(Value::SOMETIME),
        }
    }

    /// The same for the player one turn earlier: one turn farther away, and seen by the other side if `other_side`.
    #[must_use]
    pub fn one_turn_earlier(self, other_side: bool) -> Value {
        let farther = |turns: u16| (turns + 1).min(Value::SOMETIME);
        match self {
            Value::Draw => Value::Draw,
            Value::Win(turns) if other_side => Value::Loss(farther(turns)),
            Value::Loss(turns) if other_side => Value::Win(farther(turns)),
            Value::Win(turns) => Value::Win(farther(turns)),
            Value::Loss(turns) => Value::Loss(farther(turns)),
        }
    }

    /// How many turns it takes, for wins and losses of which that is known.
    pub fn turns(self) -> Option<u16> {
        match self {
            Value::Win(turns) | Value::Loss(turns) => Some(turns).filter(|turns| *turns != Value::SOMETIME),
            Value::Draw => None,
        }
    }

    /// Whether this is the same result, however far away.
    pub fn is_same_result(self, other: Value) -> bool {
        self.word() == other.word()
    }

    /// `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }

    /// In two bytes, for files.
    pub(crate) fn pack(self) -> u16 {
        match self {
            Value::Draw => 0,
            Value::Win(turns) => 2 * turns + 1,
            Value::Loss(turns) => 2 * turns + 2,
        }
    }

    pub(crate) fn unpack(packed: u16) -> Value {
        match packed {
            0 => Value::Draw,
            win if win % 2 == 1 => Value::Win(win / 2),
            loss => Value::Loss(loss / 2 - 1),
        }
    }
}

/// More than any number of turns.
const MORE_THAN_TURNS: i32 = 1 << 16;

/// What is better for the mover is greater: quick wins, then slow ones, draws, slow losses, quick losses.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let order = |value: &Value| match *value {
            Value::Win(turns) => MORE_THAN_TURNS - i32::from(turns),
            Value::Draw => 0,
            Value::Loss(turns) => i32::from(turns) - MORE_THAN_TURNS,
        };
        order(self).cmp(&order(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_packing_and_are_ordered() {
        let ordered = [Value::Loss(0), Value::Loss(4), Value::Draw, Value::Win(167), Value::Win(1)];
        assert!(ordered.is_sorted());
        for value in ordered {
            assert_eq!(Value::unpack(value.pack()), value);
        }
        assert_eq!(Value::Loss(0).one_turn_earlier(true), Value::Win(1));
        assert_eq!(Value::Win(3).one_turn_earlier(false), Value::Win(4));
        for result in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let value = Value::of(result);
            assert_eq!((Value::unpack(value.pack()), value.turns()), (value, None));
            assert_eq!(value.one_turn_earlier(true), Value::of(result.reversed()));
        }
    }
}
