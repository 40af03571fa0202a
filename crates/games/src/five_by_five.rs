//! The eight symmetries of the board of five by five squares, on which Py Hy Ky and Tigh are played. A word has room for two
//! boards, one above the other, which are turned together.

const SIDE: u32 = 5;
/// How many squares a board has.
const COUNT: u32 = SIDE * SIDE;
/// How many symmetries there are; the first moves nothing.
pub const SYMMETRIES: usize = 8;

/// The squares of both boards whose column and row are so.
macro_rules! squares {
    (|$column:ident, $row:ident| $wanted:expr) => {{
        let (mut set, mut index) = (0u64, 0);
        while index < COUNT {
            let ($column, $row) = (index % SIDE, index / SIDE);
            if $wanted {
                set |= 1 << index | 1 << (COUNT + index);
            }
            index += 1;
        }
        set
    }};
}

/// Exchanges the squares of a set with those that lie so many bits above them.
#[inline]
const fn exchanged(boards: u64, lower: u64, distance: u32) -> u64 {
    (boards & lower) << distance | boards >> distance & lower
}

#[inline]
const fn mirrored_columns(boards: u64) -> u64 {
    const FIRST: u64 = squares!(|column, _row| column == 0);
    const SECOND: u64 = squares!(|column, _row| column == 1);
    const MIDDLE: u64 = squares!(|column, _row| column == 2);
    exchanged(boards, FIRST, 4) | exchanged(boards, SECOND, 2) | boards & MIDDLE
}

#[inline]
const fn mirrored_rows(boards: u64) -> u64 {
    const FIRST: u64 = squares!(|_column, row| row == 0);
    const SECOND: u64 = squares!(|_column, row| row == 1);
    const MIDDLE: u64 = squares!(|_column, row| row == 2);
    exchanged(boards, FIRST, 4 * SIDE) | exchanged(boards, SECOND, 2 * SIDE) | boards & MIDDLE
}

/// Columns become rows.
#[inline]
const fn transposed(boards: u64) -> u64 {
    const DIAGONAL: u64 = squares!(|column, row| column == row);
    const BESIDE: [u64; 4] = [
        squares!(|column, row| column == row + 1),
        squares!(|column, row| column == row + 2),
        squares!(|column, row| column == row + 3),
        squares!(|column, row| column == row + 4),
    ];
    exchanged(boards, BESIDE[0], SIDE - 1)
        | exchanged(boards, BESIDE[1], 2 * (SIDE - 1))
        | exchanged(boards, BESIDE[2], 3 * (SIDE - 1))
        | exchanged(boards, BESIDE[3], 4 * (SIDE - 1))
        | boards & DIAGONAL
}

/// Where a symmetry takes these squares: its first two bits mirror, the third exchanges columns and rows.
#[inline]
pub const fn image(symmetry: usize, boards: u64) -> u64 {
    let boards = if symmetry & 1 == 0 { boards } else { mirrored_columns(boards) };
    let boards = if symmetry & 2 == 0 { boards } else { mirrored_rows(boards) };
    if symmetry & 4 == 0 { boards } else { transposed(boards) }
}

/// Where each symmetry takes these squares.
#[inline]
pub fn images(boards: u64) -> [u64; SYMMETRIES] {
    let columns = mirrored_columns(boards);
    let [a, b, c, d] = [boards, columns, mirrored_rows(boards), mirrored_rows(columns)];
    [a, b, c, d, transposed(a), transposed(b), transposed(c), transposed(d)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a symmetry takes a square, by its column and row.
    fn turned(index: u32, symmetry: usize) -> u32 {
        let (mut column, mut row) = (index % SIDE, index / SIDE);
        if symmetry & 1 != 0 {
            column = SIDE - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = SIDE - 1 - row;
        }
        if symmetry & 4 != 0 { SIDE * column + row } else { SIDE * row + column }
    }

    #[test]
    fn every_square_of_both_boards_goes_where_its_column_and_row_say() {
        for symmetry in 0..SYMMETRIES {
            for index in 0..COUNT {
                for board in [0, COUNT] {
                    let to = 1 << (board + turned(index, symmetry));
                    assert_eq!(image(symmetry, 1 << (board + index)), to, "square {index}, symmetry {symmetry}");
                }
            }
        }
    }

    #[test]
    fn all_images_are_those_of_each_symmetry() {
        let boards = 0x1_2345_6789_abcd;
        assert_eq!(images(boards), std::array::from_fn(|symmetry| image(symmetry, boards)));
    }
}
