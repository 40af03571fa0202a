//! The field and the track: who stands where, what may be done, and how it is written.

use super::{Cell, Chain, Foregammon, Squares, Step, far_row, forward};
use rules::grid::DIAGONAL;
use rules::prelude::*;

/// The progress of a gamin that has come round.
pub(super) const HOME: i32 = 32;

/// The progress of both gamins of both seats, the one farther on first.
pub type Track = [[i32; 2]; 2];

/// Checkers, gamins, and the numbers still to be spent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) to_move: Seat,
    /// All checkers of each seat.
    pub(super) checkers: [Squares; 2],
    /// Those that are kings, of both.
    pub(super) kings: Squares,
    pub(super) track: Track,
    /// How many of each number are left to be spent in this turn.
    pub(super) numbers: [u8; 6],
    /// How many turns running have been passes.
    pub(super) passes: u8,
}

/// One leg of a gamin's advance: the pennants it goes between, and whether this gamin is the one that
/// advances or one that is carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// From this pennant.
    pub from: u8,
    /// To this pennant.
    pub to: u8,
    /// Whether it is an opposing gamin, carried along.
    pub carried: bool,
}

/// The pennant where a gamin with this progress stands, home or not. White counts up, Black down.
pub(super) fn pennant(seat: Seat, progress: i32) -> u8 {
    let counted = if seat == Seat::FIRST { progress } else { 16 - progress };
    counted.rem_euclid(32) as u8
}

/// The square between two that are a hop apart.
pub(super) fn between(from: Cell, to: Cell) -> Option<Cell> {
    DIAGONAL.into_iter().find_map(|way| from.step(way).filter(|over| over.step(way) == Some(to)))
}

/// The track after a seat's gamin has advanced by a number, with all extras; `None` if it would pass
/// its star. Tells of every leg on the way.
pub(super) fn advance_of(
    mut track: Track,
    seat: Seat,
    nth: usize,
    number: u8,
    mut tell: impl FnMut(Leg),
) -> Option<Track> {
    let (own, opposing) = (seat.index(), seat.other());
    let mut carried = [false; 2];
    let mut ahead = i32::from(number);
    while ahead > 0 {
        let from = pennant(seat, track[own][nth]);
        track[own][nth] += ahead;
        let progress = track[own][nth];
        let here = pennant(seat, progress);
        tell(Leg { from, to: here, carried: false });
        if progress >= HOME {
            return (progress == HOME).then_some(track);
        }
        ahead = 0;
        let partner = track[own][1 - nth];
        if partner != HOME && pennant(seat, partner) == here {
            ahead += 2;
        }
        for other in 0..2 {
            let progress = &mut track[opposing.index()][other];
            if !carried[other] && *progress != HOME && pennant(opposing, *progress) == here {
                *progress -= 2;
                tell(Leg { from: here, to: pennant(opposing, *progress), carried: true });
                carried[other] = true;
                ahead += 2;
            }
        }
    }
    Some(track)
}

impl Position {
    /// Five checkers on the first two rows of each side, two gamins on each star.
    pub(super) const START: Position = Position {
        to_move: Seat::FIRST,
        checkers: [Squares::from_bits(0b01010_10101), Squares::from_bits(0b10101_01010 << 35)],
        kings: Squares::EMPTY,
        track: [[0; 2]; 2],
        numbers: [0; 6],
        passes: 0,
    };

    pub(super) fn occupied(&self) -> Squares {
        self.checkers[0] | self.checkers[1]
    }

    pub(super) fn is_king(&self, square: Cell) -> bool {
        self.kings.contains(square)
    }

    /// Whether numbers are left, so that the turn goes on.
    pub(super) fn is_spending(&self) -> bool {
        self.numbers != [0; 6]
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|seat| self.track[seat.index()] == [HOME; 2])
    }

    /// The ways in which a checker of the seat may go.
    fn ways(&self, seat: Seat, from: Cell) -> &'static [(i8, i8)] {
        const UP: [(i8, i8); 2] = [(1, 1), (-1, 1)];
        const DOWN: [(i8, i8); 2] = [(1, -1), (-1, -1)];
        match (self.is_king(from), forward(seat)) {
            (true, _) => &DIAGONAL,
            (false, 1) => &UP,
            _ => &DOWN,
        }
    }

    /// Whether any checker of the seat can walk or hop.
    pub(super) fn can_walk(&self, seat: Seat) -> bool {
        let empty = |square: &Cell| !self.occupied().contains(*square);
        self.checkers[seat.index()].iter().any(|from| {
            let mut ways = self.ways(seat, from).iter();
            ways.any(|way| {
                let Some(beside) = from.step(*way) else { return false };
                empty(&beside) || beside.step(*way).is_some_and(|beyond| empty(&beyond))
            })
        })
    }

    /// All steps and hops of the seat to move.
    pub(super) fn walks(&self, out: &mut Vec<Step>) {
        for from in self.checkers[self.to_move.index()] {
            let ways = self.ways(self.to_move, from);
            for to in ways.iter().filter_map(|way| from.step(*way)) {
                if !self.occupied().contains(to) {
                    out.push(Step::Walk { from, to });
                }
            }
            let last_row = (!self.is_king(from)).then(|| far_row(self.to_move));
            self.chains(ways, last_row, &mut Chain::from(from), Squares::EMPTY, out);
        }
    }

    /// Every way to carry a chain on, each landing a step of its own. The hopper's own square is empty,
    /// nobody is hopped twice, and a chain ends in `last_row`.
    pub(super) fn chains(
        &self,
        ways: &[(i8, i8)],
        last_row: Option<u8>,
        chain: &mut Chain,
        hopped: Squares,
        out: &mut Vec<Step>,
    ) {
        let others = self.occupied() & !Squares::of(chain.from_square());
        for way in ways {
            let Some(over) = chain.to_square().step(*way) else { continue };
            let Some(to) = over.step(*way) else { continue };
            if !(others & !hopped).contains(over) || others.contains(to) {
                continue;
            }
            chain.push(to);
            out.push(Step::Hop(*chain));
            if last_row != Some(to.row()) {
                self.chains(ways, last_row, chain, hopped.with(over), out);
            }
            chain.pop();
        }
    }

    /// Puts a checker on another square, and crowns it in the far row.
    pub(super) fn put(&mut self, from: Cell, to: Cell) {
        let own = &mut self.checkers[self.to_move.index()];
        *own = own.without(from).with(to);
        let king = self.kings.contains(from) || to.row() == far_row(self.to_move);
        self.kings.remove(from);
        if king {
            self.kings.insert(to);
        }
    }

    /// Which gamins of the seat to move stand on this pennant, the one farther on first.
    pub(super) fn own_gamins_on(&self, place: u8) -> impl Iterator<Item = usize> + use<> {
        let (seat, own) = (self.to_move, self.track[self.to_move.index()]);
        (0..2).filter(move |nth| own[*nth] != HOME && pennant(seat, own[*nth]) == place)
    }

    /// The gamin on this pennant that a number would move: the one farther on, if it can take it.
    pub(super) fn taker(&self, place: u8, number: u8) -> Option<usize> {
        let can = |nth: &usize| advance_of(self.track, self.to_move, *nth, number, |_| ()).is_some();
        self.own_gamins_on(place).find(can)
    }

    /// The track after the number is spent on the gamin on this pennant, if that is possible.
    pub(super) fn advance(&self, place: u8, number: u8) -> Option<Track> {
        let advanced = |nth| advance_of(self.track, self.to_move, nth, number, |_| ());
        self.own_gamins_on(place).find_map(advanced)
    }

    /// Sets the gamins down, the one farther on first.
    pub(super) fn set_track(&mut self, track: Track) {
        self.track = track.map(|[one, other]| [one.max(other), one.min(other)]);
    }

    /// All ways to spend one of the numbers left.
    pub(super) fn spendings(&self, out: &mut Vec<Step>) {
        let own = self.track[self.to_move.index()];
        for nth in 0..2 {
            let gamin = pennant(self.to_move, own[nth]);
            let listed = nth == 1 && own[0] != HOME && gamin == pennant(self.to_move, own[0]);
            if own[nth] == HOME || listed {
                continue;
            }
            for number in 1..=5 {
                if self.numbers[number as usize] > 0 && self.advance(gamin, number).is_some() {
                    out.push(Step::Spend { gamin, number });
                }
            }
        }
    }

    fn can_spend(&self) -> bool {
        let own = self.track[self.to_move.index()];
        let takes = |nth: usize, number: u8| {
            self.numbers[number as usize] > 0
                && own[nth] != HOME
                && advance_of(self.track, self.to_move, nth, number, |_| ()).is_some()
        };
        (0..2).any(|nth| (1..=5).any(|number| takes(nth, number)))
    }

    /// Hands the turn over; what is not spent lapses.
    pub(super) fn end_turn(&mut self, passes: u8) {
        self.numbers = [0; 6];
        self.passes = passes;
        self.to_move = self.to_move.other();
    }

    pub(super) fn end_turn_unless_spending(&mut self) {
        self.passes = 0;
        if self.winner().is_some() || !self.can_spend() {
            self.end_turn(0);
        }
    }
}

/// `1/b.b.b,.b.b.,...../0,0/0,0`: the seat to move, the field, how far the gamins of each seat have come,
/// and where it matters the numbers left (`/531`) or the passes running (`/p`).
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        grid::write_rows(f, |square: Cell| self.letter(square))?;
        let [[one, two], [three, four]] = self.track;
        write!(f, "/{one},{two}/{three},{four}")?;
        if self.is_spending() {
            f.write_str("/")?;
            for number in (1..=5).rev() {
                (0..self.numbers[number]).try_for_each(|_| write!(f, "{number}"))?;
            }
        }
        match self.passes {
            0 => Ok(()),
            passes => write!(f, "/{}", "p".repeat(passes.into())),
        }
    }
}

impl Position {
    /// The letter of the checker on a square.
    pub(super) fn letter(&self, square: Cell) -> Option<char> {
        let seat = self.checkers.iter().position(|checkers| checkers.contains(square))?;
        Some(['w', 'b', 'W', 'B'][seat + if self.is_king(square) { 2 } else { 0 }])
    }

    /// Takes in what stands after the gamins: numbers or passes.
    fn read_pending(&mut self, pending: &str) -> Result<(), Unreadable> {
        let expected = || Unreadable::expected("the numbers to be spent, such as 531, or p for each pass running");
        if let "p" | "pp" = pending {
            self.passes = pending.len() as u8;
            return Ok(());
        }
        if pending.is_empty() || pending.len() > 9 {
            return Err(expected());
        }
        for digit in pending.chars() {
            let number = digit.to_digit(10).filter(|number| (1..=5).contains(number)).ok_or_else(expected)?;
            self.numbers[number as usize] += 1;
        }
        Ok(())
    }

    /// Refuses what no game could come to.
    pub(super) fn check(self) -> Result<Position, Unreadable> {
        let hold = |holds: bool, what: &str| if holds { Ok(()) } else { Err(Unreadable::expected(what)) };
        for seat in Seat::all(2) {
            let own = self.checkers[seat.index()];
            let fits = |square: Cell| square.is_dark() && (self.is_king(square) || square.row() != far_row(seat));
            hold(own.iter().all(fits), "checkers on dark squares, and only kings in the far row")?;
            hold(own.len() <= 5, "five checkers a side at most")?;
        }
        hold(self.track != [[HOME; 2]; 2], "one winner at most")?;
        let mut passed = [self.to_move.other(), self.to_move].into_iter().take(self.passes.into());
        hold(passed.all(|seat| !self.can_walk(seat)), "passes only where no checker can move")?;
        let spends = self.winner().is_none() && self.can_spend();
        hold(!self.is_spending() || spends, "numbers only where a gamin can take one")?;
        Ok(self)
    }

    /// The position with these checkers, the gamins where they were; what is pending stays if it still can be.
    pub(super) fn with_checkers(
        self,
        to_move: Seat,
        placed: impl Iterator<Item = (Cell, Seat, bool)>,
    ) -> Result<Position, Unreadable> {
        let mut at = Position { to_move, checkers: [Squares::EMPTY; 2], kings: Squares::EMPTY, ..self };
        for (square, seat, king) in placed {
            at.checkers[seat.index()].insert(square);
            at.kings.extend(king.then_some(square));
        }
        first_sound([at.check(), Position { numbers: [0; 6], passes: 0, ..at }.check()])
    }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected = || {
            let start = Foregammon.start();
            Unreadable::expected(format!("seat, field, White's and Black's gamins, and what is pending: {start}"))
        };
        let mut fields = text.split('/');
        let mut field = || fields.next().ok_or_else(expected);
        let to_move = Seat::read(field()?, 2).ok_or_else(expected)?;
        let mut at = Position { to_move, checkers: [Squares::EMPTY; 2], kings: Squares::EMPTY, ..Position::START };
        for (square, letter) in grid::read_rows::<5, 9>(field()?)? {
            let seat = match letter {
                'w' | 'W' => Seat::FIRST,
                'b' | 'B' => Seat::SECOND,
                _ => return Err(Unreadable::expected("w and W for White's men and kings, b and B for Black's")),
            };
            at.checkers[seat.index()].insert(square);
            at.kings.extend(letter.is_uppercase().then_some(square));
        }
        let gamins = [read_gamins(field()?)?, read_gamins(field()?)?];
        at.set_track(gamins);
        if let Some(pending) = fields.next() {
            at.read_pending(pending)?;
        }
        if fields.next().is_some() { Err(expected()) } else { at.check() }
    }
}

fn read_gamins(text: &str) -> Result<[i32; 2], Unreadable> {
    let expected = || Unreadable::expected("how far two gamins have come, 32 at most, such as 5,0 or 12,-2");
    let progress = |text: &str| match text.strip_prefix('-') {
        Some(back) => grid::whole(back).filter(|back| *back > 0).map(|back| -(back as i32)),
        None => grid::whole(text).map(|on| on as i32).filter(|on| *on <= HOME),
    };
    let (one, other) = text.split_once(',').ok_or_else(expected)?;
    Ok([progress(one).ok_or_else(expected)?, progress(other).ok_or_else(expected)?])
}
