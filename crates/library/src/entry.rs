//! The list of games.

use crate::any::{AnyGame, Erased};
use rules::{About, Chosen, Show};
use std::sync::Arc;

/// One game of the library, not yet set up.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is printed on the box.
    pub about: &'static About,
    make: fn(&Chosen) -> Arc<dyn AnyGame>,
}

/// Every game there is, in the order of the shelf. A new game is a folder in `games`, a `pub mod` line
/// there, and a line here.
pub static LIBRARY: &[Entry] = &[
    Entry::of::<games::Yumph>(),
    Entry::of::<games::Chunga>(),
    Entry::of::<games::ChungaFour>(),
    Entry::of::<games::Merelles>(),
    Entry::of::<games::PickMeUp>(),
    Entry::of::<games::Rondamee>(),
    Entry::of::<games::KingsMen>(),
];

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Show>() -> Entry {
        Entry { about: &G::ABOUT, make: |chosen| Arc::new(Erased::<G>::new(chosen)) }
    }

    /// Sets the game up with these options.
    pub fn with(&self, chosen: &Chosen) -> Arc<dyn AnyGame> {
        (self.make)(chosen)
    }

    /// Sets the game up with its default options.
    pub fn by_default(&self) -> Arc<dyn AnyGame> {
        self.with(&Chosen::defaults(self.about))
    }
}

/// The game with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    LIBRARY.iter().find(|entry| entry.about.id == id)
}
