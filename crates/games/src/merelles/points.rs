//! The board: 24 points on three squares, 16 rows of three.

use rules::prelude::*;

/// A point, numbered from 1 in every text, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point(u8);

/// How many points there are.
pub const COUNT: u8 = 24;
/// The set of all points.
pub const EVERY: u32 = (1 << COUNT) - 1;

/// The sixteen rows of three, each from end to end as its line runs.
pub const ROWS: [[u8; 3]; 16] = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [10, 11, 12],
    [13, 14, 15],
    [16, 17, 18],
    [19, 20, 21],
    [22, 23, 24],
    [1, 10, 22],
    [4, 11, 19],
    [7, 12, 16],
    [2, 5, 8],
    [17, 20, 23],
    [9, 13, 18],
    [6, 14, 21],
    [3, 15, 24],
];

/// The rows as sets of points.
pub const ROW_SETS: [u32; 16] = {
    let mut sets = [0; 16];
    let mut nth = 0;
    while nth < 16 {
        let [first, middle, last] = ROWS[nth];
        sets[nth] = bit(first) | bit(middle) | bit(last);
        nth += 1;
    }
    sets
};

/// The points next to each along the lines.
pub const NEIGHBOURS: [u32; COUNT as usize] = {
    let mut next = [0; COUNT as usize];
    let mut nth = 0;
    while nth < 16 {
        let [first, middle, last] = ROWS[nth];
        next[first as usize - 1] |= bit(middle);
        next[middle as usize - 1] |= bit(first) | bit(last);
        next[last as usize - 1] |= bit(middle);
        nth += 1;
    }
    next
};

/// The two rows through each point.
const ROWS_THROUGH: [[u32; 2]; COUNT as usize] = {
    let mut through = [[0; 2]; COUNT as usize];
    let mut nth = 0;
    while nth < 16 {
        let mut place = 0;
        while place < 3 {
            let point = ROWS[nth][place] as usize - 1;
            // Rows across come first in the list, so the first slot is still free for them.
            let slot = if through[point][0] == 0 { 0 } else { 1 };
            through[point][slot] = ROW_SETS[nth];
            place += 1;
        }
        nth += 1;
    }
    through
};

const fn bit(number: u8) -> u32 {
    1 << (number - 1)
}

/// Those of these men that stand in complete rows.
#[inline]
pub fn in_rows(men: u32) -> u32 {
    // Every row is looked at in the same way, without branches, so that the machine looks at several at once.
    ROW_SETS.iter().fold(0, |all, row| all | if men & row == *row { *row } else { 0 })
}

/// The points where one more man would complete a row of these.
#[inline]
pub fn row_makers(men: u32) -> u32 {
    ROW_SETS.iter().fold(0, |all, row| {
        let missing = row & !men;
        all | if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
    })
}

impl Point {
    /// All points in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..COUNT).map(Point)
    }

    /// The points of a set, in the order of their numbers.
    pub fn of(set: u32) -> impl Iterator<Item = Point> {
        grid::bits(set.into()).map(|index| Point(index as u8))
    }

    /// Reads a number from 1 to 24.
    pub fn read(text: &str) -> Option<Point> {
        let number = grid::whole(text).filter(|number| (1..=u32::from(COUNT)).contains(number))?;
        Some(Point(number as u8 - 1))
    }

    /// Counted from 0, for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its bit in a set of points.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Whether a set holds it.
    pub const fn is_in(self, set: u32) -> bool {
        set & self.bit() != 0
    }

    /// Whether one of its two rows is filled by these men.
    #[inline]
    pub fn makes_row(self, men: u32) -> bool {
        let [across, down] = ROWS_THROUGH[self.index()];
        men & across == across || men & down == down
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// The points are the first sites of the board.
impl From<Point> for SiteId {
    fn from(point: Point) -> SiteId {
        SiteId(point.0.into())
    }
}
