//! Weights of an evaluation that can be changed for a trial, so that games played with and without the change tell
//! which is better.

use crate::{Hints, Seat};

/// What an evaluation weighs, by name; made by [`weights!`](crate::weights).
pub trait WeightSet: Copy + Send + Sync + 'static {
    /// What each weight is called.
    const NAMES: &'static [&'static str];
    /// The weights that are played with.
    const CHOSEN: Self;

    /// The weights in the order of their names.
    fn list(&self) -> Vec<i32>;

    /// Weights from such a list, of the same length.
    fn of(list: &[i32]) -> Self;
}

/// A game that can be played with other weights.
pub trait Tune: Hints {
    /// What its evaluation weighs.
    type Weights: WeightSet;

    /// What [`evaluate`](crate::Evaluate::evaluate) would say with these weights.
    fn opinion(&self, at: &Self::Position, seat: Seat, weights: &Self::Weights) -> i32;
}

/// Defines `Weights`, what each thing is worth in a game's evaluation: `man: 100, king: 140`.
#[macro_export]
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:literal),+ $(,)?) => {
        /// What each thing is worth.
        #[derive(Clone, Copy, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)+
        }

        impl $crate::tune::WeightSet for Weights {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];
            const CHOSEN: Weights = Weights { $($name: $value),+ };

            fn list(&self) -> Vec<i32> {
                vec![$(self.$name),+]
            }

            fn of(list: &[i32]) -> Weights {
                let mut weights = list.iter().copied();
                Weights { $($name: weights.next().expect("a weight for each name")),+ }
            }
        }
    };
}
