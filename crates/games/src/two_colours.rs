//! Checkers of two colours on a small grid, which Bang-O, Py Hy Ky and Tigh share: where they stand, how they are written,
//! and how they are shown.

use rules::prelude::*;
use rules::show::heap;
use std::ops::{Index, IndexMut};

/// How many checkers each seat has.
pub const TWELVE: u32 = 12;

/// The ways in which checkers are in line.
pub const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

const LETTERS: [char; 2] = ['w', 'b'];

/// The checkers of each seat on a grid of `W` by `H` squares, of which there are at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TwoColours<const W: u8, const H: u8>([Squares<Square<W, H>>; 2]);

impl<const W: u8, const H: u8> TwoColours<W, H> {
    /// An empty board.
    pub const EMPTY: Self = TwoColours([Squares::EMPTY; 2]);
    /// All squares.
    pub const BOARD: Squares<Square<W, H>> = Squares::from_bits(u64::MAX >> (64 - Square::<W, H>::COUNT));

    /// The squares without a checker.
    #[inline]
    pub fn empty(&self) -> Squares<Square<W, H>> {
        Self::BOARD & !(self.0[0] | self.0[1])
    }

    /// The checkers of each seat in turn.
    pub fn each(&self) -> [Squares<Square<W, H>>; 2] {
        self.0
    }

    /// How many checkers stand on the board.
    pub fn count(&self) -> u32 {
        self.0[0].len() + self.0[1].len()
    }

    /// Reads the rows that `Display` writes.
    pub fn read(rows: &str) -> Result<Self, Unreadable> {
        let mut men = Self::EMPTY;
        for (square, letter) in grid::read_rows(rows)? {
            let owner = LETTERS.iter().position(|known| *known == letter);
            men.0[owner.ok_or_else(|| Unreadable::expected("w and b for checkers"))?].insert(square);
        }
        Ok(men)
    }

    /// The checkers that stand alone on squares.
    pub fn of_men(men: &[Placed]) -> Self {
        let mut all = Self::EMPTY;
        for (square, man) in singles(men).filter_map(|(site, man)| Some((cell(site)?, man))) {
            all[man.seat].insert(square);
        }
        all
    }

    /// The checkers on their squares, and those that are not on the board in a heap where this says.
    pub fn pieces(&self, missing: impl Fn(Seat) -> SiteId) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in Seat::all(2) {
            let man = Man { seat, kind: "checker", letter: LETTERS[seat.index()] };
            pieces.extend(self[seat].iter().map(|square| Placed { site: square.into(), men: vec![man] }));
            pieces.push(heap(missing(seat), man, (TWELVE - self[seat].len()) as usize));
        }
        pieces
    }
}

/// The square that is this site, if it is one: squares come before trays.
pub fn cell<const W: u8, const H: u8>(site: SiteId) -> Option<Square<W, H>> {
    (site.index() < Square::<W, H>::COUNT).then(|| Square::from_index(site.index()))
}

impl<const W: u8, const H: u8> Index<Seat> for TwoColours<W, H> {
    type Output = Squares<Square<W, H>>;

    #[inline]
    fn index(&self, seat: Seat) -> &Self::Output {
        &self.0[seat.index()]
    }
}

impl<const W: u8, const H: u8> IndexMut<Seat> for TwoColours<W, H> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut Self::Output {
        &mut self.0[seat.index()]
    }
}

/// Rows from the top, `w` for the first seat's checkers and `b` for the second's.
impl<const W: u8, const H: u8> Display for TwoColours<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::write_rows(f, |square: Square<W, H>| {
            let owner = Seat::all(2).find(|seat| self[*seat].contains(square))?;
            Some(LETTERS[owner.index()])
        })
    }
}
