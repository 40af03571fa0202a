//! The pieces on the checkerboard, what each seat moved last, and how it is written.

use super::{Cell, Squares};
use rules::grid::{ORTHOGONAL, read_rows, whole, write_rows};
use rules::prelude::{Display, FromStr, Seat, Unreadable, first_sound, fmt};

/// What a piece is. Each takes the next, in a ring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceKind {
    /// Takes Suns, and wins by crossing.
    Traveler,
    /// Takes Storms.
    Sun,
    /// Catches Travelers.
    Storm,
}

impl PieceKind {
    /// All three, in the order of the ring.
    pub const ALL: [PieceKind; 3] = [PieceKind::Traveler, PieceKind::Sun, PieceKind::Storm];

    /// What this kind takes.
    #[must_use]
    pub const fn prey(self) -> PieceKind {
        PieceKind::ALL[(self as usize + 1) % 3]
    }

    /// How many a seat has at first.
    const fn count(self) -> u32 {
        if matches!(self, PieceKind::Storm) { 4 } else { 2 }
    }

    /// White's letter.
    pub(super) const fn letter(self) -> char {
        ['T', 'U', 'S'][self as usize]
    }
}

/// A Traveler off the board, to be put down before the turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// None.
    Nothing,
    /// The other seat's, caught by a Storm.
    Caught,
    /// The seat's own, which has crossed.
    Crossed,
}

/// What a seat last moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Last {
    from: Cell,
    to: Cell,
    /// Whether that reversed the move before it.
    back: bool,
}

/// The pieces, and what is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) to_move: Seat,
    /// By seat and kind.
    pieces: [[Squares; 3]; 2],
    pub(super) crossings: [u8; 2],
    last: [Option<Last>; 2],
    pub(super) pending: Pending,
    /// How many turns running have been passes.
    pub(super) passes: u8,
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A piece moves, and takes or catches what it meets.
    Move {
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
        /// Whether it is written as a capture.
        takes: bool,
    },
    /// The Traveler in hand is put down.
    Put(Cell),
    /// Nothing can be moved.
    Pass,
}

/// A seat's own first row, as a row number from 0.
pub(super) const fn first_row(seat: Seat) -> u8 {
    if seat.index() == 0 { 0 } else { 7 }
}

pub(super) const fn row_set(row: u8) -> Squares {
    Squares::from_bits(0xFF << (8 * row))
}

/// The squares next to each square, in each direction, and one farther.
const AHEAD: [[[Squares; 2]; 4]; Cell::COUNT] = {
    let mut ahead = [[[Squares::EMPTY; 2]; 4]; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let mut way = 0;
        while way < 4 {
            if let Some(next) = Cell::from_index(index).step(ORTHOGONAL[way]) {
                ahead[index][way][0] = Squares::EMPTY.with_index(next.index());
                if let Some(second) = next.step(ORTHOGONAL[way]) {
                    ahead[index][way][1] = Squares::EMPTY.with_index(second.index());
                }
            }
            way += 1;
        }
        index += 1;
    }
    ahead
};

impl Position {
    /// Both first rows: Sun, two Storms, two Travelers, two Storms, Sun.
    pub(super) const START: Position = Position {
        to_move: Seat::FIRST,
        pieces: [
            [Squares::from_bits(0x18), Squares::from_bits(0x81), Squares::from_bits(0x66)],
            [Squares::from_bits(0x18 << 56), Squares::from_bits(0x81 << 56), Squares::from_bits(0x66 << 56)],
        ],
        crossings: [0; 2],
        last: [None; 2],
        pending: Pending::Nothing,
        passes: 0,
    };

    /// The position with these pieces; what they do not tell is as in the other, or as at the start.
    pub(super) fn with_pieces(
        self,
        to_move: Seat,
        placed: impl Iterator<Item = (Cell, Seat, PieceKind)>,
    ) -> Result<Position, Unreadable> {
        let mut pieces = [[Squares::EMPTY; 3]; 2];
        for (square, seat, kind) in placed {
            pieces[seat.index()][kind as usize].insert(square);
        }
        first_sound([self, Position::START].map(|other| Position { to_move, pieces, ..other }.check()))
    }

    /// All pieces of a seat.
    pub(super) fn all(&self, seat: Seat) -> Squares {
        let [travelers, suns, storms] = self.pieces[seat.index()];
        travelers | suns | storms
    }

    pub(super) fn of(&self, seat: Seat, kind: PieceKind) -> Squares {
        self.pieces[seat.index()][kind as usize]
    }

    pub(super) fn empty(&self) -> Squares {
        !(self.all(Seat::FIRST) | self.all(Seat::SECOND))
    }

    pub(super) fn is_empty(&self, square: Cell) -> bool {
        self.empty().contains(square)
    }

    pub(super) fn kind_on(&self, seat: Seat, square: Cell) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| self.of(seat, *kind).contains(square))
    }

    /// The move that would go back and forth once too often.
    pub(super) fn banned(&self) -> Option<(Cell, Cell)> {
        self.last[self.to_move.index()].filter(|last| last.back).map(|last| (last.to, last.from))
    }

    /// Calls for every move of the seat to move, telling whether it takes, as long as the answer is yes.
    pub(super) fn moves(&self, mut visit: impl FnMut(Cell, Cell, bool) -> bool) {
        let (empty, banned) = (self.empty(), self.banned());
        for kind in PieceKind::ALL {
            let prey = self.of(self.to_move.other(), kind.prey());
            for from in self.of(self.to_move, kind) {
                for [next, second] in AHEAD[from.index()] {
                    let reached = if next.meets(empty) { next | second } else { next };
                    for to in reached & (empty | prey) {
                        let takes = prey.contains(to);
                        if banned != Some((from, to)) && !visit(from, to, takes) {
                            return;
                        }
                    }
                }
            }
        }
    }

    pub(super) fn can_move(&self) -> bool {
        let mut any = false;
        self.moves(|_, _, _| {
            any = true;
            false
        });
        any
    }

    /// Where the Traveler in hand may be put.
    pub(super) fn landings(&self) -> Squares {
        let own = first_row(self.to_move);
        match self.pending {
            Pending::Nothing => Squares::EMPTY,
            Pending::Caught => self.empty() & !row_set(own),
            Pending::Crossed => {
                // From the seat's own first row outwards.
                let row = |nth: u8| self.empty() & row_set(own.abs_diff(nth));
                (0..8).map(row).find(|room| !room.is_empty()).unwrap_or_default()
            }
        }
    }

    /// Moves a piece; taking, catching and crossing follow from where it goes.
    pub(super) fn step(&mut self, from: Cell, to: Cell, travelers: u8) {
        let (own, other) = (self.to_move.index(), self.to_move.other().index());
        let Some(kind) = self.kind_on(self.to_move, from) else { return };
        let caught = self.pieces[other][PieceKind::Traveler as usize].contains(to);
        for enemy in &mut self.pieces[other] {
            enemy.remove(to);
        }
        self.pieces[own][kind as usize].relocate(from, to);
        let back = self.last[own].is_some_and(|last| (last.from, last.to) == (to, from));
        self.last[own] = Some(Last { from, to, back });
        self.passes = 0;
        let crosses = kind == PieceKind::Traveler && to.row() == first_row(self.to_move.other());
        if crosses {
            self.crossings[own] += 1;
        }
        if caught {
            self.pending = Pending::Caught;
        } else if crosses && self.crossings[own] < travelers {
            self.pieces[own][kind as usize] &= !Squares::of(to);
            self.pending = Pending::Crossed;
        } else {
            self.to_move = self.to_move.other();
        }
    }

    pub(super) fn put_down(&mut self, square: Cell) {
        let owner = if self.pending == Pending::Caught { self.to_move.other() } else { self.to_move };
        self.pieces[owner.index()][PieceKind::Traveler as usize] |= Squares::of(square);
        self.pending = Pending::Nothing;
        self.to_move = self.to_move.other();
    }

    pub(super) fn pass(&mut self) {
        self.last[self.to_move.index()] = None;
        self.passes += 1;
        self.to_move = self.to_move.other();
    }
}

/// `1/ROWS/0,0/-,-`: the seat to move, the board, the crossings of each seat, the last move of each
/// (with `!` if it went back where it came from), and what is pending: `caught`, `crossed`, or `p` for
/// each pass running.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        write_rows(f, |square: Cell| {
            let white = self.kind_on(Seat::FIRST, square).map(PieceKind::letter);
            white.or_else(|| self.kind_on(Seat::SECOND, square).map(|kind| kind.letter().to_ascii_lowercase()))
        })?;
        let [white, black] = self.crossings;
        write!(f, "/{white},{black}/")?;
        for (nth, last) in self.last.iter().enumerate() {
            f.write_str(if nth == 0 { "" } else { "," })?;
            match last {
                None => f.write_str("-")?,
                Some(Last { from, to, back }) => write!(f, "{from}{to}{}", if *back { "!" } else { "" })?,
            }
        }
        match self.pending {
            Pending::Nothing => {}
            Pending::Caught => f.write_str("/caught")?,
            Pending::Crossed => f.write_str("/crossed")?,
        }
        match self.passes {
            0 => Ok(()),
            passes => write!(f, "/{}", "p".repeat(passes.into())),
        }
    }
}

fn read_last(text: &str) -> Result<Option<Last>, Unreadable> {
    let expected = || Unreadable::expected("each seat's last move, such as a1a3, or - for none");
    if text == "-" {
        return Ok(None);
    }
    let (squares, back) = text.strip_suffix('!').map_or((text, false), |squares| (squares, true));
    let (from, to) = squares.split_at_checked(2).ok_or_else(expected)?;
    let (from, to): (Cell, Cell) = (from.parse()?, to.parse()?);
    let reached = AHEAD[from.index()].iter().flatten().any(|ahead| *ahead == Squares::of(to));
    if reached { Ok(Some(Last { from, to, back })) } else { Err(expected()) }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected = || {
            let start = Position::START;
            Unreadable::expected(format!("seat, board, crossings, last moves and what is pending: {start}"))
        };
        let fields: Vec<&str> = text.split('/').collect();
        let (seat, rows, crossings, last, pending) = match fields[..] {
            [seat, rows, crossings, last] => (seat, rows, crossings, last, ""),
            [seat, rows, crossings, last, pending] if !pending.is_empty() => (seat, rows, crossings, last, pending),
            _ => return Err(expected()),
        };
        let to_move = Seat::read(seat, 2).ok_or_else(expected)?;
        let mut at = Position { to_move, pieces: [[Squares::EMPTY; 3]; 2], ..Position::START };
        for (square, letter) in read_rows::<8, 8>(rows)? {
            let kind = PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
            let kind = kind.ok_or_else(|| Unreadable::expected("T, U and S for Travelers, Suns and Storms"))?;
            at.pieces[usize::from(letter.is_lowercase())][kind as usize] |= Squares::of(square);
        }
        let count = |text| whole(text).filter(|count| *count <= 2).map(|count| count as u8);
        let (white, black) = crossings.split_once(',').ok_or_else(expected)?;
        at.crossings = [count(white).ok_or_else(expected)?, count(black).ok_or_else(expected)?];
        let (white, black) = last.split_once(',').ok_or_else(expected)?;
        at.last = [read_last(white)?, read_last(black)?];
        match pending {
            "" => {}
            "caught" => at.pending = Pending::Caught,
            "crossed" => at.pending = Pending::Crossed,
            "p" => at.passes = 1,
            "pp" => at.passes = 2,
            _ => return Err(Unreadable::expected("caught, crossed, or p for each pass running")),
        }
        at.check()
    }
}

impl Position {
    /// Whether what was read can have come about as far as play depends on it.
    fn check(self) -> Result<Position, Unreadable> {
        self.hold().map(|()| self)
    }

    fn hold(&self) -> Result<(), Unreadable> {
        let hold = |holds: bool, what: &str| if holds { Ok(()) } else { Err(Unreadable::expected(what)) };
        for seat in Seat::all(2) {
            let in_hand = match self.pending {
                Pending::Nothing => false,
                Pending::Caught => seat != self.to_move,
                Pending::Crossed => seat == self.to_move,
            };
            for kind in PieceKind::ALL {
                let count = self.of(seat, kind).len() + u32::from(in_hand && kind == PieceKind::Traveler);
                hold(count <= kind.count(), "two Travelers, two Suns and four Storms a side at most")?;
            }
            let across = self.of(seat, PieceKind::Traveler) & row_set(first_row(seat.other()));
            hold(
                across.is_empty() || self.crossings[seat.index()] > 0,
                "a crossing counted for a Traveler that is across",
            )?;
        }
        let crossed = self.crossings[self.to_move.index()];
        hold(self.pending != Pending::Crossed || crossed == 1, "one crossing counted before a Traveler is put back")?;
        hold(self.crossings != [2; 2], "one winner at most")?;
        let cleared = [self.to_move.other(), self.to_move].into_iter().take(self.passes.into());
        hold(
            cleared.into_iter().all(|seat| self.last[seat.index()].is_none()),
            "no last move of a seat that has passed",
        )
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Move { from, to, takes } => write!(f, "{from}{}{to}", if *takes { 'x' } else { '-' }),
            Step::Put(square) => write!(f, "@{square}"),
            Step::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let expected =
            |_| Unreadable::expected("a move such as a1-a3 or a1xa3, a Traveler put down such as @c4, or pass");
        if text == "pass" {
            return Ok(Step::Pass);
        }
        if let Some(square) = text.strip_prefix('@') {
            return square.parse().map(Step::Put).map_err(expected);
        }
        let takes = text.contains('x');
        let (from, to) = text.split_once(if takes { 'x' } else { '-' }).unwrap_or((text, ""));
        Ok(Step::Move { from: from.parse().map_err(expected)?, to: to.parse().map_err(expected)?, takes })
    }
}
