//! The board: 24 points on three squares, 16 rows of three.

use rules::prelude::*;

/// A point, numbered from 1 in every text, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point(u8);

/// Some of the points.
pub type Points = Squares<Point, u32>;

impl Indexed for Point {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn from_index(index: usize) -> Point {
        Point(index as u8)
    }
}

/// How many points there are.
pub const COUNT: u8 = 24;
/// The set of all points.
pub const EVERY: Points = Points::from_bits((1 << COUNT) - 1);

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
pub const ROW_SETS: [Points; 16] = {
    let mut sets = [Points::EMPTY; 16];
    let mut nth = 0;
    while nth < 16 {
        let [first, middle, last] = ROWS[nth];
        sets[nth] = one(first).union(one(middle)).union(one(last));
        nth += 1;
    }
    sets
};

/// The points next to each along the lines.
pub const NEIGHBOURS: [Points; COUNT as usize] = {
    let mut next = [Points::EMPTY; COUNT as usize];
    let mut nth = 0;
    while nth < 16 {
        let [first, middle, last] = ROWS[nth];
        let [before, here, behind] = [first as usize - 1, middle as usize - 1, last as usize - 1];
        next[before] = next[before].union(one(middle));
        next[here] = next[here].union(one(first)).union(one(last));
        next[behind] = next[behind].union(one(middle));
        nth += 1;
    }
    next
};

/// The two rows through each point.
const ROWS_THROUGH: [[Points; 2]; COUNT as usize] = {
    let mut through = [[Points::EMPTY; 2]; COUNT as usize];
    let mut nth = 0;
    while nth < 16 {
        let mut place = 0;
        while place < 3 {
            let point = ROWS[nth][place] as usize - 1;
            // Rows across come first in the list, so the first slot is still free for them.
            let slot = if through[point][0].bits() == 0 { 0 } else { 1 };
            through[point][slot] = ROW_SETS[nth];
            place += 1;
        }
        nth += 1;
    }
    through
};

const fn one(number: u8) -> Points {
    Points::EMPTY.with_index(number as usize - 1)
}

/// Those of these men that stand in complete rows.
#[inline]
pub fn in_rows(men: Points) -> Points {
    // Every row is looked at in the same way, without branches, so that the machine looks at several at once.
    ROW_SETS.into_iter().map(|row| if men & row == row { row } else { Points::EMPTY }).collect()
}

/// The points where one more man would complete a row of these.
#[inline]
pub fn row_makers(men: Points) -> Points {
    let last = |row: Points| {
        let missing = row & !men;
        if missing.without_first().is_empty() { missing } else { Points::EMPTY }
    };
    ROW_SETS.into_iter().map(last).collect()
}

impl Point {
    /// All points in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..COUNT).map(Point)
    }

    /// Reads a number from 1 to 24.
    pub fn read(text: &str) -> Option<Point> {
        let number = grid::whole(text).filter(|number| (1..=u32::from(COUNT)).contains(number))?;
        Some(Point(number as u8 - 1))
    }

    /// Whether one of its two rows is filled by these men.
    #[inline]
    pub fn makes_row(self, men: Points) -> bool {
        let [across, down] = ROWS_THROUGH[self.index()];
        men.includes(across) || men.includes(down)
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
