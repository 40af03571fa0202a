//! Squares of a rectangular board, named by letters for columns and numbers for rows.

use crate::{Indexed, Unreadable};
use std::fmt;
use std::str::FromStr;

/// A square of a board with `W` columns and `H` rows. Column a and row 1 are seat 1's lower left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square<const W: u8, const H: u8>(u8);

/// The four ways along rows and columns.
pub const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four ways across corners.
pub const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// All eight ways.
pub const EVERY_WAY: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl<const W: u8, const H: u8> Square<W, H> {
    /// How many squares the board has.
    pub const COUNT: usize = W as usize * H as usize;

    /// The square in this column and row, both counted from 0, if the board has it.
    pub const fn new(column: i8, row: i8) -> Option<Self> {
        if column >= 0 && row >= 0 && column < W as i8 && row < H as i8 {
            Some(Square(row as u8 * W + column as u8))
        } else {
            None
        }
    }

    /// The square in a column and row known to be on the board.
    pub const fn at(column: u8, row: u8) -> Self {
        assert!(column < W && row < H);
        Square(row * W + column)
    }

    /// The square with this index, row by row from a1.
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// Its index, row by row from a1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, counted from 0.
    pub const fn column(self) -> u8 {
        self.0 % W
    }

    /// Its row, counted from 0 on seat 1's side.
    pub const fn row(self) -> u8 {
        self.0 / W
    }

    /// Whether it has the colour of a1.
    pub const fn is_dark(self) -> bool {
        (self.column() + self.row()).is_multiple_of(2)
    }

    /// The square so many columns and rows away, if the board has it.
    pub const fn step(self, (columns, rows): (i8, i8)) -> Option<Self> {
        Self::new(self.column() as i8 + columns, self.row() as i8 + rows)
    }

    /// The squares from here, without this one, in one direction to the edge.
    pub fn ray(self, way: (i8, i8)) -> impl Iterator<Item = Self> {
        std::iter::successors(self.step(way), move |square| square.step(way))
    }

    /// Every square, row by row from a1.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::from_index)
    }
}

impl<const W: u8, const H: u8> Indexed for Square<W, H> {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Square::from_index(index)
    }
}

impl<const W: u8, const H: u8> fmt::Display for Square<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl<const W: u8, const H: u8> fmt::Debug for Square<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<const W: u8, const H: u8> FromStr for Square<W, H> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let expected = || Unreadable::expected(format!("a square from a1 to {}", Self::from_index(Self::COUNT - 1)));
        let mut letters = text.chars();
        let column = letters.next().filter(char::is_ascii_lowercase).ok_or_else(expected)?;
        let number = letters.as_str();
        let row = whole(number).filter(|row| (1..=i8::MAX as u32).contains(row)).ok_or_else(expected)?;
        Self::new(column as i8 - b'a' as i8, row as i8 - 1).ok_or_else(expected)
    }
}

/// A whole number written the one way we write it: digits only, no sign, no leading zero.
pub fn whole(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (text.len() == 1 || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

/// Writes a board as text: rows from the top, joined by commas, `.` for an empty square.
pub fn write_rows<const W: u8, const H: u8>(
    f: &mut fmt::Formatter<'_>,
    man: impl Fn(Square<W, H>) -> Option<char>,
) -> fmt::Result {
    for row in (0..H).rev() {
        for column in 0..W {
            write!(f, "{}", man(Square::at(column, row)).unwrap_or('.'))?;
        }
        if row > 0 {
            f.write_str(",")?;
        }
    }
    Ok(())
}

/// Reads what [`write_rows`] writes, numbers for runs of empty squares included: the men found, from
/// the top left. What each letter means is for the game to say.
pub fn read_rows<const W: u8, const H: u8>(text: &str) -> Result<Vec<(Square<W, H>, char)>, Unreadable> {
    let expected = || Unreadable::expected(format!("{H} rows of {W} squares, from the top, joined by commas"));
    let rows: Vec<&str> = text.split(',').collect();
    if rows.len() != H as usize {
        return Err(expected());
    }
    let mut men = Vec::new();
    for (nth, row) in rows.into_iter().enumerate() {
        let mut column = 0;
        let mut run = 0;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit as i32;
                if run > W as i32 {
                    return Err(expected());
                }
                continue;
            }
            column += std::mem::take(&mut run);
            if column >= W as i32 {
                return Err(expected());
            }
            if letter != '.' {
                men.push((Square::at(column as u8, H - 1 - nth as u8), letter));
            }
            column += 1;
        }
        if column + run != W as i32 {
            return Err(expected());
        }
    }
    Ok(men)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_from_seat_ones_lower_left() {
        assert_eq!(Square::<8, 8>::at(0, 0).to_string(), "a1");
        assert_eq!("o15".parse::<Square<15, 15>>(), Ok(Square::at(14, 14)));
        for wrong in ["", "a", "a0", "i1", "a9", "a01", "A1", "a1 ", "é1", "a-1", "a99999999999"] {
            assert!(wrong.parse::<Square<8, 8>>().is_err(), "{wrong:?} was read");
        }
    }

    #[test]
    fn rows_are_read_with_dots_and_with_numbers() {
        let dots = read_rows::<3, 2>("..x,o..").unwrap();
        assert_eq!(dots, read_rows::<3, 2>("2x,o2").unwrap());
        assert_eq!(dots, vec![(Square::at(2, 1), 'x'), (Square::at(0, 0), 'o')]);
        for wrong in ["", "...", "...,....", "...,..", "4,3", "...,...,...", "x3,..."] {
            assert!(read_rows::<3, 2>(wrong).is_err(), "{wrong:?} was read");
        }
    }
}
