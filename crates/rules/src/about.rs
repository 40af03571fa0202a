//! What is printed on the box: names, seats and options.

use std::fmt;

/// The outside of a game: what lists, help texts and shelves need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name in commands and addresses, such as `fox-and-geese`.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The year on the sheet, where it has one.
    pub year: Option<u16>,
    /// The box it came in, or who made it.
    pub source: &'static str,
    /// What each seat is called, in the order of play.
    pub seats: &'static [&'static str],
    /// The settings of the game; the first value of each is the default.
    pub options: &'static [GameOption],
    /// Which reading of the rules this is, counted from 1. It is raised when the same options come to allow other steps
    /// than before; what was stored under an earlier edition says so.
    pub edition: u16,
    /// How many games make a match (Py Hy Ky's sheet asks for four); 1 for most.
    pub series: u8,
    /// One line for the shelf.
    pub line: &'static str,
    /// What else its card on the shelf tells.
    pub card: Card,
}

/// What somebody wants to know who looks for a game to play tonight.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// How long a game takes, from and to.
    pub minutes: (u8, u8),
    /// How much there is to learn before it is played well.
    pub difficulty: Difficulty,
    /// What one does in it: `taking`, `crossing`, `rows` ...
    pub themes: &'static [&'static str],
    /// What is known of it.
    pub known: Option<&'static str>,
    /// The position on its lid; the start if none is given.
    pub showpiece: Option<&'static str>,
}

impl Card {
    /// For a game that nobody looks for on a shelf.
    pub const PLAIN: Card =
        Card { minutes: (1, 5), difficulty: Difficulty::Easy, themes: &[], known: None, showpiece: None };
}

/// How hard a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// Learnt in a minute, good for children.
    Easy,
    /// Learnt in a minute, with something to find in every game.
    Middling,
    /// A game for life.
    Deep,
}

impl Difficulty {
    /// The word on the card.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Middling => "middling",
            Difficulty::Deep => "deep",
        }
    }
}

impl About {
    /// How many seats.
    pub const fn count(&self) -> usize {
        self.seats.len()
    }

    /// Whether sentences on a seat, counted from 0, need the plural: "Geese are to move".
    pub fn is_plural(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|name| is_plural_name(name))
    }
}

/// Whether a side of this name is spoken of in the plural: Geese, Pawns, Red and Black.
pub(crate) fn is_plural_name(name: &str) -> bool {
    name.ends_with('s') || name.ends_with("Geese") || name.contains(" and ")
}

/// One option of a game and the values it takes, the default first.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// Its name, such as `flying`.
    pub name: &'static str,
    /// Its values, such as `off` and `on`.
    pub values: &'static [&'static str],
    /// What it decides, in a sentence.
    pub says: &'static str,
}

/// The values chosen for a game's options, already checked against its [`About`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chosen(Vec<(&'static str, &'static str)>);

impl Chosen {
    /// The defaults.
    pub fn defaults(about: &About) -> Chosen {
        Chosen(about.options.iter().map(|option| (option.name, option.values[0])).collect())
    }

    /// Sets one option; tells what would have been possible if that fails.
    pub fn set(&mut self, about: &About, name: &str, value: &str) -> Result<(), UnknownOption> {
        let option = about.options.iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| UnknownOption::name(about))?;
        let value = option.values.iter().find(|known| **known == value);
        let value = value.ok_or_else(|| UnknownOption::value(option))?;
        let slot = self.0.iter_mut().find(|(known, _)| *known == name);
        slot.expect("every option has a slot").1 = value;
        Ok(())
    }

    /// Every combination of values, the defaults first.
    pub fn every(about: &About) -> Vec<Chosen> {
        let mut all = vec![Chosen(Vec::new())];
        for option in about.options {
            let longer = |value: &'static str| {
                let option = option.name;
                all.iter().map(move |chosen| {
                    let mut values = chosen.0.clone();
                    values.push((option, value));
                    Chosen(values)
                })
            };
            all = option.values.iter().flat_map(|value| longer(value)).collect();
        }
        all
    }

    /// The value chosen for an option that the game has.
    pub fn value(&self, name: &str) -> &'static str {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no option '{name}' in this game")).1
    }

    /// Whether an option has this value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.value(name) == value
    }

    /// All names and values.
    pub fn pairs(&self) -> &[(&'static str, &'static str)] {
        &self.0
    }
}

/// `flying=off`, several joined by commas, nothing where a game has no options.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={value}", if nth == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// An option or a value that the game does not have, and what it has instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownOption {
    /// What would have been accepted in its place.
    pub known: Vec<&'static str>,
    /// Whether the name was right and only the value wrong.
    pub name_is_known: bool,
}

impl UnknownOption {
    fn name(about: &About) -> UnknownOption {
        UnknownOption { known: about.options.iter().map(|option| option.name).collect(), name_is_known: false }
    }

    fn value(option: &GameOption) -> UnknownOption {
        UnknownOption { known: option.values.to_vec(), name_is_known: true }
    }
}
