//! Two rows of ten squares for each seat, how men are sown along them, and how all is written.

use rules::prelude::*;

/// How many squares each seat owns.
pub(super) const PITS: usize = 20;

/// How many men each seat has at first.
pub(super) const MEN: u32 = 27;

/// A sowing that is not over after so many drops never will be.
const ENOUGH: u32 = 1000;

/// A square of one seat in the order of sowing: `b1` to `b10`, then `f1` to `f10`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pit(u8);

impl Pit {
    /// For arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with this index.
    pub const fn from_index(index: usize) -> Pit {
        assert!(index < PITS);
        Pit(index as u8)
    }

    /// All twenty in the order of sowing.
    pub fn all() -> impl Iterator<Item = Pit> {
        (0..PITS as u8).map(Pit)
    }

    /// The ten of the back row.
    pub fn back_row() -> impl Iterator<Item = Pit> {
        (0..10).map(Pit)
    }

    /// Whether it belongs to the back row, which faces the enemy's.
    pub const fn is_back(self) -> bool {
        self.0 < 10
    }

    /// Where the next man is dropped.
    #[must_use]
    pub const fn next(self) -> Pit {
        if self.0 == 19 { Pit(0) } else { Pit(self.0 + 1) }
    }

    /// The other square of the same file.
    #[must_use]
    pub const fn partner(self) -> Pit {
        Pit(19 - self.0)
    }

    /// The set of this front square; empty for one of the back row.
    pub(super) const fn front(self) -> Fronts {
        if self.is_back() { Fronts::EMPTY } else { Fronts::EMPTY.with_index(self.index() - 10) }
    }
}

/// The enemy's back square that a back square faces.
pub(super) fn facing(pit: Pit) -> Option<Pit> {
    pit.is_back().then(|| Pit(9 - pit.0))
}

impl Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_back() { 'b' } else { 'f' }, self.0 % 10 + 1)
    }
}

/// Reads a square's name.
fn read_pit(text: &str) -> Option<Pit> {
    let number = |text| grid::whole(text).filter(|number| (1..=10).contains(number)).map(|number| number as u8);
    match text.split_at_checked(1)? {
        ("b", rest) => Some(Pit(number(rest)? - 1)),
        ("f", rest) => Some(Pit(number(rest)? + 9)),
        _ => None,
    }
}

/// The men of both seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) to_move: Seat,
    pub(super) men: [[u8; PITS]; 2],
    /// The front squares of each seat whose starting man was never dropped upon.
    pub(super) waiting: [Fronts; 2],
    /// How many turns running have been passes.
    pub(super) passes: u8,
}

/// A square of the front row, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Front(u8);

/// Some squares of a front row.
pub type Fronts = Squares<Front, u16>;

impl Indexed for Front {
    fn index(self) -> usize {
        self.0.into()
    }

    fn from_index(index: usize) -> Front {
        Front(index as u8)
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Sow from a square.
    Sow {
        /// One's own square.
        from: Pit,
        /// After a capture, the other file to be taken, by the enemy's back square.
        file: Option<Pit>,
    },
    /// An attempt to begin on the enemy's side. Never legal.
    Theirs {
        /// The file, by the enemy's back square.
        file: Pit,
    },
    /// Nothing can be sown.
    Pass,
}

/// The mover's own side after a sowing.
pub(super) struct Sown {
    pub(super) men: [u8; PITS],
    pub(super) waiting: Fronts,
    /// The empty square into which the last man fell.
    pub(super) end: Pit,
}

/// What happens while sowing.
#[derive(Clone, Copy, Debug)]
pub(super) enum SowingEvent {
    Lift(Pit),
    Drop(Pit),
}

impl Position {
    /// Two men on most back squares, one on every front square.
    pub(super) const START: Position = {
        let side = [2, 2, 2, 2, 2, 2, 2, 2, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
        Position { to_move: Seat::FIRST, men: [side; 2], waiting: [Fronts::from_bits(0x3FF); 2], passes: 0 }
    };

    /// How many men of the seat to move are on its square.
    pub(super) fn own(&self, pit: Pit) -> u8 {
        self.men[self.to_move.index()][pit.index()]
    }

    /// Whether a seat has a starting man there who was never dropped upon.
    pub(super) fn waits(&self, seat: Seat, pit: Pit) -> bool {
        self.waiting[seat.index()].meets(pit.front())
    }

    /// Some square of the seat with two men or more.
    pub(super) fn square_with_many(&self, seat: Seat) -> Option<Pit> {
        self.men[seat.index()].iter().position(|men| *men > 1).map(Pit::from_index)
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men[seat.other().index()] == [0; PITS])
    }

    /// The squares from which the seat to move may begin, unless they prove endless.
    pub(super) fn starts(&self) -> impl Iterator<Item = Pit> {
        let many = self.square_with_many(self.to_move).is_some();
        let single = |pit: Pit| self.own(pit) == 1 && !self.waits(self.to_move, pit) && self.own(pit.next()) == 0;
        Pit::all().filter(move |pit| if many { self.own(*pit) > 1 } else { single(*pit) })
    }

    /// Whether the seat to move can do anything but pass.
    pub(super) fn can_sow(&self) -> bool {
        self.starts().any(|from| self.sow(from, |_| ()).is_some())
    }

    /// Lifts and drops until the last man falls into an empty square; `None` if that never happens.
    pub(super) fn sow(&self, from: Pit, mut tell: impl FnMut(SowingEvent)) -> Option<Sown> {
        let seat = self.to_move.index();
        let (mut men, mut waiting) = (self.men[seat], self.waiting[seat]);
        let mut here = from;
        tell(SowingEvent::Lift(here));
        let mut hand = std::mem::take(&mut men[here.index()]);
        for _ in 0..ENOUGH {
            here = here.next();
            tell(SowingEvent::Drop(here));
            men[here.index()] += 1;
            waiting &= !here.front();
            hand -= 1;
            if hand == 0 {
                if men[here.index()] == 1 {
                    return Some(Sown { men, waiting, end: here });
                }
                tell(SowingEvent::Lift(here));
                hand = std::mem::take(&mut men[here.index()]);
            }
        }
        None
    }

    /// Takes all men of a seat's file off, named by its back square; both squares are free from then on.
    pub(super) fn clear_file(&mut self, seat: Seat, file: Pit) {
        for pit in [file, file.partner()] {
            self.men[seat.index()][pit.index()] = 0;
            self.waiting[seat.index()] &= !pit.front();
        }
    }

    /// The men that a seat forfeits because it has no square with two men or more.
    pub(super) fn stranded(&self, seat: Seat) -> impl Iterator<Item = Pit> + use<> {
        let waiting = if self.square_with_many(seat).is_none() { self.waiting[seat.index()] } else { Fronts::EMPTY };
        Pit::all().filter(move |pit| waiting.meets(pit.front()))
    }

    pub(super) fn forfeit_stranded(&mut self, seat: Seat) {
        if self.square_with_many(seat).is_none() {
            for pit in self.stranded(seat) {
                self.men[seat.index()][pit.index()] = 0;
            }
            self.waiting[seat.index()] = Fronts::EMPTY;
        }
    }
}

/// The squares row by row as they are written, from the top left as seat 1 sees them.
fn rows() -> [(Seat, [Pit; 10]); 4] {
    let up = |first: u8| std::array::from_fn(|nth| Pit(first + nth as u8));
    let down = |last: u8| std::array::from_fn(|nth| Pit(last - nth as u8));
    [(Seat::SECOND, down(19)), (Seat::SECOND, up(0)), (Seat::FIRST, down(9)), (Seat::FIRST, up(10))]
}

/// `1/ssssssssss,222222221.,.122222222,ssssssssss`: the seat to move, then the four rows from the top, a
/// letter or digit for each square: `.` empty, `s` a starting man never dropped upon, `1` to `9`, `A` for
/// ten, `B` for eleven and so on; last a `p` for each pass just made.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        for (nth, (seat, pits)) in rows().into_iter().enumerate() {
            f.write_str(if nth == 0 { "" } else { "," })?;
            for pit in pits {
                let letter = match self.men[seat.index()][pit.index()] {
                    0 => '.',
                    _ if self.waits(seat, pit) => 's',
                    men @ 1..=9 => (b'0' + men) as char,
                    men => (b'A' + men - 10) as char,
                };
                write!(f, "{letter}")?;
            }
        }
        match self.passes {
            0 => Ok(()),
            passes => write!(f, "/{}", "p".repeat(passes.into())),
        }
    }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected =
            || Unreadable::expected(format!("the seat to move and four rows of ten squares: {}", Position::START));
        let mut fields = text.split('/');
        let to_move = fields.next().and_then(|seat| Seat::read(seat, 2)).ok_or_else(expected)?;
        let mut at = Position { to_move, men: [[0; PITS]; 2], waiting: [Fronts::EMPTY; 2], passes: 0 };
        let mut written = fields.next().ok_or_else(expected)?.split(',');
        for (seat, pits) in rows() {
            let mut letters = written.next().ok_or_else(expected)?.chars();
            for pit in pits {
                let men = match letters.next().ok_or_else(expected)? {
                    '.' => 0,
                    's' if !pit.is_back() => {
                        at.waiting[seat.index()] |= pit.front();
                        1
                    }
                    digit @ '1'..='9' => digit as u8 - b'0',
                    letter @ 'A'..='R' => letter as u8 - b'A' + 10,
                    _ => return Err(expected()),
                };
                at.men[seat.index()][pit.index()] = men;
            }
            if letters.next().is_some() {
                return Err(expected());
            }
        }
        at.passes = match fields.next() {
            None => 0,
            Some("p") => 1,
            Some("pp") => 2,
            Some(_) => return Err(Unreadable::expected("p or pp for passes just made")),
        };
        if written.next().is_some() || fields.next().is_some() {
            return Err(expected());
        }
        at.check()
    }
}

impl Position {
    /// Refuses what no game could come to.
    pub(super) fn check(self) -> Result<Position, Unreadable> {
        let counts = self.men.map(|side| side.iter().map(|men| u32::from(*men)).sum::<u32>());
        let playable = |seat: usize| counts[seat] > self.waiting[seat].len();
        if counts.iter().any(|men| *men > MEN) || !(playable(0) || playable(1)) {
            return Err(Unreadable::expected("27 men a side at most, and not only starting men"));
        }
        Ok(self)
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Sow { from, file: None } => write!(f, "{from}"),
            Step::Sow { from, file: Some(file) } => write!(f, "{from}/{file}"),
            Step::Theirs { file } => write!(f, "/{file}"),
            Step::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let expected = || {
            Unreadable::expected("one of your squares such as b3 or f2, with the file to take after a capture: b3/b7")
        };
        let square = |text| read_pit(text).ok_or_else(expected);
        let back = |text| read_pit(text).filter(|pit| pit.is_back()).ok_or_else(expected);
        match text.split_once('/') {
            None if text == "pass" => Ok(Step::Pass),
            None => Ok(Step::Sow { from: square(text)?, file: None }),
            Some(("", file)) => Ok(Step::Theirs { file: back(file)? }),
            Some((from, file)) => Ok(Step::Sow { from: square(from)?, file: Some(back(file)?) }),
        }
    }
}
