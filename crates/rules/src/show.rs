//! What is seen: boards, men, and what moves where.

use crate::grid::Square;
use crate::{Lesson, Notation, Seat, Unreadable};

/// How a game looks and is touched. Web pages, terminals, thumbnails and printed boards draw from this;
/// nobody draws a game by hand.
pub trait Show: Notation {
    /// The board without men, seen from seat 1's side. The same for every position.
    fn board(&self) -> Board;

    /// The men on their sites, those in hand and taken included (on trays).
    fn pieces(&self, at: &Self::Position) -> Vec<Placed>;

    /// The sites to be touched, in order, to make this step. Empty: it is only a button.
    fn clicks(&self, at: &Self::Position, step: Self::Step) -> Vec<SiteId>;

    /// Whether a step is offered as a button: one that nothing on the board stands for; at a table also one of a few that are
    /// easier to compare in words.
    fn is_button(&self, at: &Self::Position, step: Self::Step) -> bool {
        self.clicks(at, step).is_empty()
    }

    /// The step that these clicks mean, legal or not; `None` while they mean nothing yet.
    fn attempt(&self, at: &Self::Position, clicks: &[SiteId]) -> Option<Self::Step>;

    /// What happens on the board, beat by beat. Every site that changes is named.
    fn effects(&self, at: &Self::Position, step: Self::Step) -> Vec<Beat>;

    /// Every kind of man there is, for setting up positions.
    fn men(&self) -> Vec<Man> {
        let mut men: Vec<Man> = Vec::new();
        for man in self.pieces(&self.start()).into_iter().flat_map(|placed| placed.men) {
            if !men.contains(&man) {
                men.push(man);
            }
        }
        men
    }

    /// How a man is drawn.
    fn drawing(&self, _man: &Man) -> Drawing {
        Drawing::Disc
    }

    /// The position with these men on the board and this seat to move, or what the game asks for instead: for setting
    /// up positions. What the men do not tell is taken over from `from` as far as it still fits.
    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Self::Position) -> Result<Self::Position, Unreadable>;

    /// How the game is taught; `None` for a game that nobody needs to learn.
    fn lesson(&self) -> Option<&'static Lesson> {
        None
    }

    /// Positions with one way to win, a line each as `parlour puzzles make` writes them; none where no win can be proved.
    fn puzzles(&self) -> &'static str {
        ""
    }

    /// What decides the game, counted for a seat: "13 left, wins at 2". `None` where there is nothing to count.
    fn tally(&self, _at: &Self::Position, _seat: Seat) -> Option<Standing> {
        None
    }

    /// Men that are drawn joined because the game counts them as one thing, such as a closed row: whose they are,
    /// and their sites from end to end.
    fn joined(&self, _at: &Self::Position) -> Vec<(Seat, Vec<SiteId>)> {
        Vec::new()
    }
}

/// How a seat stands: one number that decides the game, and what it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The number.
    pub count: u32,
    /// What is counted, in a word or two: "left", "columns led".
    pub what: String,
    /// What else a player wants to know of it, in a few words: "wins at 2". May be empty.
    pub more: String,
    /// Whether one turn may decide the game.
    pub close: bool,
    /// How the number is drawn beside it, where a drawing tells more.
    pub scale: Option<Scale>,
}

/// How the number of a standing is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// A way of so many steps, and how far along it each man has come.
    Way {
        /// How many steps it has.
        length: u32,
        /// Who goes there.
        man: Man,
        /// How many steps each of them has gone.
        at: Vec<u32>,
    },
    /// A pip for each man there was, filled for each one that is left.
    Pips {
        /// How many there were.
        all: u32,
        /// With so many left the game is decided.
        decides_at: u32,
    },
}

impl Standing {
    /// A number and what it counts.
    pub fn new(count: usize, what: &str, more: impl Into<String>) -> Standing {
        Standing { count: count as u32, what: what.to_string(), more: more.into(), close: false, scale: None }
    }

    /// The same, close to the end of the game if so.
    #[must_use]
    pub fn close_if(self, close: bool) -> Standing {
        Standing { close, ..self }
    }

    /// The same, drawn on a scale.
    #[must_use]
    pub fn on(self, scale: Scale) -> Standing {
        Standing { scale: Some(scale), ..self }
    }
}

/// A site of a board, by its place in [`Board::sites`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SiteId(pub u16);

impl SiteId {
    /// For arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A site whose id is the square's index: boards that list all their squares first, from a1.
impl<const W: u8, const H: u8> From<Square<W, H>> for SiteId {
    fn from(square: Square<W, H>) -> SiteId {
        SiteId(square.index() as u16)
    }
}

/// The place of men: where they stand, what surrounds them. Measured in cells, y downwards from the
/// side opposite to seat 1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    /// How many cells wide, without trays.
    pub width: f32,
    /// How many cells high, without trays.
    pub height: f32,
    /// Everything that can be touched or holds men; a [`SiteId`] counts into it.
    pub sites: Vec<Site>,
    /// Lines drawn between two sites.
    pub lines: Vec<(SiteId, SiteId)>,
    /// Cells that are only looked at: x, y and ground.
    pub decoration: Vec<(f32, f32, &'static str)>,
    /// Printed under the board: x and text. Boards without such labels print each site's name on it.
    pub columns: Vec<(f32, String)>,
    /// Printed beside the board: y and text.
    pub rows: Vec<(f32, String)>,
}

/// One place on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// Its name in notation, unique on the board: `c3`, `17`, `pennant 4`, `in hand 1`.
    pub name: String,
    /// Its middle.
    pub x: f32,
    /// Its middle.
    pub y: f32,
    /// Its shape.
    pub kind: SiteKind,
    /// What it is printed on: `light`, `dark`, `field`, `corridor`, `lodge-1`, `star` ...
    pub ground: &'static str,
}

/// The shape of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteKind {
    /// A square that men stand in.
    Cell,
    /// A point where lines meet.
    Point,
    /// A hollow for several men, shown with their number. The pits of a seat are listed in the order in which men are
    /// sown, and after the last one comes the first.
    Pit,
    /// A pennant of a track.
    Pennant,
    /// Beside the board: men in hand, taken or home. Never part of a step's notation.
    Tray,
}

/// Men on one site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Where.
    pub site: SiteId,
    /// Bottom to top.
    pub men: Vec<Man>,
}

/// One man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose.
    pub seat: Seat,
    /// What the players call him: `king`, `goose`, `officer` ...
    pub kind: &'static str,
    /// His letter on a terminal and in position texts.
    pub letter: char,
}

/// How a man is drawn. The pages have a symbol for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// A flat disc, crowned for a king: dark for men whose letter is `b`, light for `w`, otherwise by seat. Beyond two
    /// seats a plain disc with the man's letter.
    Disc,
    /// The same as a drum, seen a little from above, so that columns can be read. Officers and kings are told apart.
    Drum,
    /// A symbol in two colours, such as `pawn`: that of the man's seat.
    BySeat(&'static str),
    /// A symbol that says everything by itself.
    Symbol(&'static str),
}

/// What happens at the same moment.
pub type Beat = Vec<Effect>;

/// One thing that happens on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The men of one site go to another.
    Move {
        /// From here.
        from: SiteId,
        /// To here.
        to: SiteId,
    },
    /// The men of one site leap over another.
    Jump {
        /// From here.
        from: SiteId,
        /// Over this.
        over: SiteId,
        /// To here.
        to: SiteId,
    },
    /// A man, or all men of a pit, leave the site for a tray or for the captor.
    Take {
        /// From here.
        from: SiteId,
        /// To here.
        to: SiteId,
    },
    /// A man comes in from a tray.
    Place {
        /// From this tray.
        from: SiteId,
        /// To here.
        to: SiteId,
    },
    /// All men of a pit are lifted into the hand.
    Lift {
        /// From here.
        from: SiteId,
    },
    /// One man of those in the hand is dropped.
    Drop {
        /// Here.
        to: SiteId,
    },
    /// A man is pushed along by another's arrival.
    Carry {
        /// From here.
        from: SiteId,
        /// To here.
        to: SiteId,
    },
    /// A man changes his rank or standing where he is.
    Change {
        /// Here.
        at: SiteId,
    },
}

impl Effect {
    /// The sites it touches, in order.
    pub fn sites(self) -> impl Iterator<Item = SiteId> {
        let (first, second, third) = match self {
            Effect::Move { from, to }
            | Effect::Take { from, to }
            | Effect::Place { from, to }
            | Effect::Carry { from, to } => (from, Some(to), None),
            Effect::Jump { from, over, to } => (from, Some(over), Some(to)),
            Effect::Lift { from } => (from, None, None),
            Effect::Drop { to } => (to, None, None),
            Effect::Change { at } => (at, None, None),
        };
        [Some(first), second, third].into_iter().flatten()
    }
}

impl Board {
    /// A board of squares with letters and numbers at its edges. All squares become sites in the order
    /// of their indices, so that `SiteId::from(square)` is right; `ground` names what each is printed on.
    pub fn of_squares<const W: u8, const H: u8>(ground: impl Fn(Square<W, H>) -> &'static str) -> Board {
        let mut board = Board::edged::<W, H>();
        board.sites = Square::<W, H>::all().map(|square| cell(square, square.to_string(), ground(square))).collect();
        board
    }

    /// A chequered board on which only the dark squares are played. They become the sites, in the order
    /// of their indices; `name` is what notation calls them.
    pub fn of_dark_squares<const W: u8, const H: u8>(name: impl Fn(Square<W, H>) -> String) -> Board {
        let mut board = Board { width: W.into(), height: H.into(), ..Board::default() };
        for square in Square::<W, H>::all() {
            let site = cell(square, name(square), "dark");
            if square.is_dark() {
                board.sites.push(site);
            } else {
                board.decoration.push((site.x, site.y, "light"));
            }
        }
        board
    }

    /// An empty board of this size with letters below and numbers at the left.
    pub fn edged<const W: u8, const H: u8>() -> Board {
        let letter = |column: u8| ((b'a' + column) as char).to_string();
        Board {
            width: W.into(),
            height: H.into(),
            columns: (0..W).map(|column| (f32::from(column) + 0.5, letter(column))).collect(),
            rows: (0..H).map(|row| (f32::from(H - row) - 0.5, (row + 1).to_string())).collect(),
            ..Board::default()
        }
    }

    /// Adds a site and tells its id.
    pub fn add(&mut self, site: Site) -> SiteId {
        self.sites.push(site);
        SiteId(self.sites.len() as u16 - 1)
    }

    /// Adds a tray for a seat's men, below the board for seat 1 and above it for seat 2 (for four seats:
    /// 1 and 4 below, 2 and 3 above), and tells its id. Several trays of a seat stand side by side.
    pub fn add_tray(&mut self, name: &str, seat: Seat) -> SiteId {
        let below = matches!(seat, Seat::FIRST | Seat::FOURTH);
        let y = if below { self.height + 0.5 } else { -0.5 };
        let beside = self.sites.iter().filter(|site| site.kind == SiteKind::Tray && (site.y > 0.0) == below).count();
        let name = format!("{name} {seat}");
        self.add(Site { name, x: 0.5 + 4.0 * beside as f32, y, kind: SiteKind::Tray, ground: "tray" })
    }

    /// Adds a tray for each of two seats.
    pub fn add_trays(&mut self, name: &str) {
        for seat in Seat::all(2) {
            self.add_tray(name, seat);
        }
    }

    /// The site with this name.
    pub fn find(&self, name: &str) -> Option<SiteId> {
        self.sites.iter().position(|site| site.name == name).map(|index| SiteId(index as u16))
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.sites.len() as u16).map(SiteId)
    }
}

fn cell<const W: u8, const H: u8>(square: Square<W, H>, name: String, ground: &'static str) -> Site {
    let (x, y) = (f32::from(square.column()) + 0.5, f32::from(H - square.row()) - 0.5);
    Site { name, x, y, kind: SiteKind::Cell, ground }
}

/// Several men of one kind, as a tray or a pit shows them.
pub fn heap(site: SiteId, man: Man, count: usize) -> Placed {
    Placed { site, men: vec![man; count] }
}
