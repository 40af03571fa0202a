//! What is said of a game to the people who play it.

use crate::about::is_plural_name;
use crate::clause::Reason;
use crate::grid::Square;
use crate::show::{Man, Show, SiteId, SiteKind};
use crate::{Breach, Clause, Game, Outcome, Seat, Status};

/// The sentences about positions and steps.
pub trait Words: Game {
    /// A sentence on this step for logs, choosers and screen readers: "White moves b2 to c3."
    fn say(&self, at: &Self::Position, step: Self::Step) -> String;

    /// What is to be done now, for a person who has just sat down: "White to move."
    fn prompt(&self, at: &Self::Position) -> String {
        match self.status(at) {
            Status::Turn(seat) => format!("{} to move.", Self::seat_name(seat)),
            Status::Continue(seat) => format!("{} goes on.", Self::seat_name(seat)),
            Status::Over(..) => "The game is over.".to_string(),
        }
    }

    /// How the game has ended, where there is more to tell and show than the clause's own sentence and the men of the side that it
    /// speaks of.
    fn ends(&self, _at: &Self::Position, _outcome: Outcome, _clause: Clause) -> Option<Ending> {
        None
    }
}

/// How a game has ended: a sentence, and the places that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// "Black has five in line on row 8."
    pub words: String,
    /// The five, the blocked men, the last man.
    pub sites: Vec<SiteId>,
}

impl Ending {
    /// What stands on these squares of one line, given from end to end: `White has five in line` becomes "White has five in
    /// line on row 8."
    pub fn line<const W: u8, const H: u8>(what: &str, squares: &[Square<W, H>]) -> Ending {
        let place = match squares {
            [first, .., last] if first.row() == last.row() => format!("row {}", first.row() + 1),
            [first, .., last] if first.column() == last.column() => {
                format!("column {}", char::from(b'a' + first.column()))
            }
            [first, .., last] => format!("the diagonal from {first} to {last}"),
            _ => "the board".to_string(),
        };
        let sites = squares.iter().map(|square| SiteId::from(*square)).collect();
        Ending { words: format!("{what} on {place}."), sites }
    }
}

/// What a sentence needs to know of a position: who stands where, and whose turn it is.
pub struct SentenceContext<'a> {
    names: Vec<String>,
    tops: Vec<Option<Man>>,
    on_board: Vec<bool>,
    mover: Option<Seat>,
    seats: &'a [&'static str],
}

impl SentenceContext<'_> {
    /// The scene of a position.
    pub fn of<G: Show + Game>(game: &G, at: &G::Position) -> SentenceContext<'static> {
        let sites = game.board().sites;
        let on_board = sites.iter().map(|site| site.kind != SiteKind::Tray).collect();
        let names: Vec<String> = sites.into_iter().map(|site| site.name).collect();
        let mut tops = vec![None; names.len()];
        for placed in game.pieces(at) {
            tops[placed.site.index()] = placed.men.last().copied();
        }
        SentenceContext { names, tops, on_board, mover: game.status(at).seat(), seats: G::ABOUT.seats }
    }

    /// What a place is called.
    pub fn name(&self, site: SiteId) -> &str {
        &self.names[site.index()]
    }

    /// Who stands on a place: "the man on 14".
    pub fn who(&self, site: SiteId) -> String {
        let kind = self.tops[site.index()].map_or("man", |man| man.kind);
        format!("the {} on {}", called(kind), self.name(site))
    }

    /// Whether a man of the seat to move stands there.
    pub fn is_own(&self, site: SiteId) -> bool {
        self.tops[site.index()].is_some_and(|man| Some(man.seat) == self.mover)
    }

    /// Whether anybody stands there.
    pub fn is_occupied(&self, site: SiteId) -> bool {
        self.tops[site.index()].is_some()
    }

    /// A sentence about an attempt that touches these places and breaks a clause. The judge has decided; nothing is judged again.
    pub fn refuse(&self, step: &str, clicks: &[SiteId], breach: Breach) -> String {
        let (from, to) = (clicks.first().copied(), clicks.last().copied());
        let at = breach.at.or(to);
        let place = |site: Option<SiteId>| site.map_or(step, |site| self.name(site));
        let sentence = match (breach.clause.reason(), from, at) {
            (Reason::NotYours, from, at) => match breach.at.or(from).or(at) {
                Some(site) => self.not_yours(site),
                None => format!("{step} is not yours to play."),
            },
            (Reason::Occupied, _, Some(at)) => format!("{} is occupied.", self.name(at)),
            (Reason::MustTake, ..) => match breach.at {
                Some(at) => {
                    format!("{} to {} is no capture, and {} can capture.", place(from), place(to), self.name(at))
                }
                None => format!("{} to {} is no capture, and a capture is to be had.", place(from), place(to)),
            },
            (Reason::Backward, Some(from), _) => {
                format!("{} to {} is backward for {}.", self.name(from), place(to), self.who(from))
            }
            (Reason::InTheWay, ..) if breach.at.is_some_and(|at| self.is_occupied(at)) => {
                format!("{} is in the way.", breach.at.map_or(String::new(), |at| self.who(at)))
            }
            (Reason::NothingToJump, ..) => match breach.at {
                Some(at) if self.is_own(at) => format!("{} is your own.", self.who(at)),
                Some(at) => format!("there is nobody on {} to jump over.", self.name(at)),
                None => format!("from {} to {} there is nothing to jump over like that.", place(from), place(to)),
            },
            (Reason::MustGoOn, _, Some(at)) => format!("{} must go on.", self.who(at)),
            (Reason::Says(words), ..) => {
                let words = words.replace("{from}", place(from)).replace("{to}", place(to));
                words.replace("{at}", place(at)).replace("{mover}", self.called(self.mover))
            }
            (Reason::Reach, Some(from), _) if to == Some(from) && clicks.len() > 1 => {
                format!("{} stands there already.", self.who(from))
            }
            (Reason::Reach | Reason::InTheWay, Some(from), _) => {
                format!("{} does not go to {} like that.", self.who(from), place(to))
            }
            _ => format!("{step} is not allowed here."),
        };
        capitalized(&sentence)
    }

    /// What a seat is called.
    fn called(&self, seat: Option<Seat>) -> &'static str {
        seat.map_or("nobody", |seat| self.seats[seat.index()])
    }

    /// A sentence with a seat's name in its place: "White has ...", but "Geese have ...".
    fn agreed(&self, words: String, place: &str, seat: Option<Seat>) -> String {
        let name = self.called(seat);
        let words =
            if is_plural_name(name) { words.replace(&format!("{place} has"), &format!("{place} have")) } else { words };
        words.replace(place, name)
    }

    fn not_yours(&self, site: SiteId) -> String {
        match self.tops[site.index()] {
            None => format!("nobody stands on {}.", self.name(site)),
            Some(man) => format!("{} belongs to {}.", self.who(site), self.seats[man.seat.index()]),
        }
    }

    /// How a game has ended, from the clause's own words: the men of the side that they speak of show it.
    pub fn end(&self, outcome: Outcome, reason: Reason) -> Ending {
        let (winner, loser) = match outcome {
            Outcome::Win(seat) => (Some(seat), (self.seats.len() == 2).then(|| seat.other())),
            Outcome::Draw => (None, None),
        };
        let sentence = match reason {
            Reason::Says(words) => {
                let words = self.agreed(self.agreed(words.to_string(), "{winner}", winner), "{loser}", loser);
                words.replace("{mover}", self.called(self.mover))
            }
            _ if winner.is_some() => self.agreed("{winner} has won.".to_string(), "{winner}", winner),
            _ => "Nobody has won.".to_string(),
        };
        let spoken_of = match reason {
            Reason::Says(words) if words.contains("{loser}") => loser,
            Reason::Says(words) if words.contains("{winner}") => winner,
            _ => None,
        };
        let shows = |(nth, top): (usize, &Option<Man>)| {
            (top.is_some_and(|man| Some(man.seat) == spoken_of) && self.on_board[nth]).then_some(SiteId(nth as u16))
        };
        Ending { words: capitalized(&sentence), sites: self.tops.iter().enumerate().filter_map(shows).collect() }
    }
}

/// What a kind of man is called in a sentence: where kinds are colours, "red man".
pub fn called(kind: &str) -> String {
    let colour = matches!(kind, "red" | "black" | "blue" | "orange");
    if colour { format!("{kind} man") } else { kind.to_string() }
}

/// With a capital letter first.
pub fn capitalized(sentence: &str) -> String {
    // The name of a place stays as it is written.
    let first_word = sentence.split(' ').next().unwrap_or("");
    if first_word.chars().any(|letter| letter.is_ascii_digit()) {
        return sentence.to_string();
    }
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
