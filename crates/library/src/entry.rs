//! The list of games.

use crate::any::{AnyGame, Erased};
use crate::solver::{AnySolver, Solver};
use crate::{proofs, tablebases};
use rules::{About, Acyclic, Chosen, Complete, Tiers};
use std::fmt;
use std::sync::Arc;

/// One game of the library, not yet set up.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is printed on the box.
    pub about: &'static About,
    make: fn(&Chosen) -> Arc<dyn AnyGame>,
    solver: Option<MakeSolver>,
}

/// Makes the solver of a game with its options.
type MakeSolver = fn(&Chosen) -> Box<dyn AnySolver>;

/// Every game there is, in the order of the shelf. A new game is a folder in `games`, two lines in
/// its `lib.rs`, and a line here: `of`, or one of those below it where the game can be solved.
#[rustfmt::skip]
pub static LIBRARY: &[Entry] = &[
    Entry::of::<games::Rondamee>(),
    Entry::solvable::<games::Lasca>(),
    Entry::of::<games::KingsMen>(),
    Entry::of::<games::TwentySeven>(),
    Entry::solvable::<games::Chess>(),
    Entry::solvable::<games::Checkers>(),
    Entry::solvable::<games::FoxAndGeese>(),
    Entry::of::<games::Yumph>(),
    Entry::solvable::<games::Polychek>(),
    Entry::of::<games::Chunga>(),
    Entry::of::<games::ChungaFour>(),
    Entry::of::<games::Foregammon>(),
    Entry::of::<games::Avion>(),
    Entry::solvable::<games::Tigh>(),
    Entry::solvable_from_the_start::<games::Merelles>(),
    Entry::of::<games::BangO>(),
    Entry::provable::<games::PyHyKy>(),
    Entry::solvable::<games::PickMeUp>(),
    Entry::solvable::<games::CheckerPuzzle>(),
];

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Complete>() -> Entry {
        Entry { about: &G::ABOUT, make: |chosen| Arc::new(Erased::<G>::new(chosen)), solver: None }
    }

    /// The entry of a game, or part of one, that can be solved.
    pub const fn solvable<G: Complete + Tiers>() -> Entry {
        let make = |chosen: &Chosen| -> Arc<dyn AnyGame> {
            Arc::new(Erased::<G>::new(chosen).with_known(tablebases::find::<G>))
        };
        Entry { about: &G::ABOUT, make, solver: Some(Solver::<G>::boxed) }
    }

    /// The entry of a game whose endings are worked out backwards, and whose beginning is proved by search: beforehand only,
    /// since that takes long.
    pub const fn solvable_from_the_start<G: Complete + Acyclic>() -> Entry {
        Entry { solver: Some(proofs::solver::<G>), ..Entry::solvable::<G>() }
    }

    /// The entry of a game that can be proved by search.
    pub const fn provable<G: Complete + Acyclic>() -> Entry {
        let make =
            |chosen: &Chosen| -> Arc<dyn AnyGame> { Arc::new(Erased::<G>::new(chosen).with_known(proofs::find::<G>)) };
        Entry { about: &G::ABOUT, make, solver: Some(proofs::solver::<G>) }
    }

    /// What solves the game with these options, if it can be solved.
    pub fn solver(&self, chosen: &Chosen) -> Option<Box<dyn AnySolver>> {
        self.solver.map(|make| make(chosen))
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

/// The game with this id, or the names that come nearest to it.
pub fn lookup(id: &str) -> Result<&'static Entry, Unknown> {
    let names = || LIBRARY.iter().map(|entry| entry.about.id).collect();
    find(id).ok_or_else(|| Unknown { what: "game", name: id.to_string(), known: names() })
}

/// Options from texts such as `flying=on`, or what the game knows instead.
pub fn choose<'a>(about: &About, options: impl IntoIterator<Item = &'a str>) -> Result<Chosen, Unknown> {
    let mut chosen = Chosen::defaults(about);
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        chosen.set(about, name.trim(), value.trim()).map_err(|unknown| Unknown {
            what: if unknown.name_is_known { "value" } else { "option" },
            name: if unknown.name_is_known { value } else { name }.to_string(),
            known: unknown.known,
        })?;
    }
    Ok(chosen)
}

/// A game, option or value that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// `game`, `option` or `value`.
    pub what: &'static str,
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unknown { what, name, known } = self;
        let shown: String = name.chars().take(40).collect();
        write!(f, "there is no {what} '{shown}'")?;
        let near = nearest(&shown, known);
        if !near.is_empty() {
            write!(f, "; did you mean {}?", near.join(" or "))
        } else if known.is_empty() {
            write!(f, "; this game has none")
        } else {
            write!(f, "; there are {}", known.join(", "))
        }
    }
}

impl std::error::Error for Unknown {}

/// The names that somebody may have meant, the likeliest first.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let likeness = |known: &str| {
        let contained = name.len() > 2 && known.contains(&name);
        if contained { 1.0 } else { strsim::jaro_winkler(&name, known) }
    };
    let mut near: Vec<(f64, &str)> = known.iter().map(|known| (likeness(known), *known)).collect();
    near.retain(|(likeness, _)| *likeness > 0.8);
    near.sort_by(|(first, _), (second, _)| second.total_cmp(first));
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_near_if_it_is_spelled_alike_or_is_part_of_another() {
        let games = ["chess", "kings-men", "lasca"];
        assert_eq!(nearest("Laska", &games), ["lasca"]);
        assert_eq!(nearest("men", &games), ["kings-men"]);
        assert!(nearest("en", &games).is_empty(), "two letters are part of too much");
        assert!(nearest("bridge", &games).is_empty());
    }

    #[test]
    fn whoever_asks_for_what_is_not_there_is_told_what_is() {
        let words = |name: &str, known: &[&'static str]| {
            Unknown { what: "option", name: name.to_string(), known: known.to_vec() }.to_string()
        };
        assert_eq!(words("flyng", &["flying", "lines"]), "there is no option 'flyng'; did you mean flying?");
        assert_eq!(words("colour", &["flying", "lines"]), "there is no option 'colour'; there are flying, lines");
        assert_eq!(words("colour", &[]), "there is no option 'colour'; this game has none");
        assert!(words(&"x".repeat(50), &[]).contains(&format!("'{}'", "x".repeat(40))), "long names are cut");
    }

    #[test]
    fn only_games_that_can_be_solved_have_a_solver() {
        let has_solver = |id: &str| {
            let entry = find(id).expect("a game");
            entry.solver(&Chosen::defaults(entry.about)).is_some()
        };
        assert!(has_solver("merelles") && has_solver("py-hy-ky") && !has_solver("yumph"));
    }
}
