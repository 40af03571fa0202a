//! The board of 105 squares: field, corridors and lodges, without the four corners.

use rules::prelude::*;

/// A square of the frame of eleven by eleven, corners included.
pub type Square = grid::Square<11, 11>;

const FRAME: usize = Square::COUNT;

/// The 49 squares in the middle.
pub const FIELD: u128 = rectangle(2, 8, 2, 8);
/// The 28 squares around the field.
pub const CORRIDORS: u128 =
    rectangle(2, 8, 1, 1) | rectangle(2, 8, 9, 9) | rectangle(1, 1, 2, 8) | rectangle(9, 9, 2, 8);
/// The 14 lodges of each seat.
pub const LODGES: [u128; 2] = lodges();
/// All squares of the board.
pub const EVERY: u128 = FIELD | CORRIDORS | LODGES[0] | LODGES[1];

/// The neighbours of each square, one for each of the eight ways, where the board has them.
pub static NEXT: [[Option<Square>; 8]; FRAME] = neighbours();
/// All neighbours, as sets.
pub static AROUND: [u128; FRAME] = sets(1);
/// The neighbours along rows and columns, as sets: every other of the eight ways.
pub static SIDEWAYS: [u128; FRAME] = sets(2);
/// The square straight ahead of a lodge or a corridor, towards the field.
pub static INWARD: [Option<Square>; FRAME] = inward();

const fn rectangle(left: u8, right: u8, bottom: u8, top: u8) -> u128 {
    let mut set = 0;
    let mut row = bottom;
    while row <= top {
        let mut column = left;
        while column <= right {
            set |= Square::at(column, row).wide_bit();
            column += 1;
        }
        row += 1;
    }
    set
}

/// The colours alternate: each side's lodges begin with the seat's own colour at c1, a3, d11 and k4 for
/// red, and with blue at c11, k3, d1 and a4.
const fn lodges() -> [u128; 2] {
    let mut lodges = [0, 0];
    let mut place = 2;
    while place <= 8 {
        let (near, far) = if place % 2 == 0 { (0, 1) } else { (1, 0) };
        lodges[near] |= Square::at(place, 0).wide_bit() | Square::at(0, place).wide_bit();
        lodges[far] |= Square::at(place, 10).wide_bit() | Square::at(10, place).wide_bit();
        place += 1;
    }
    lodges
}

const fn neighbours() -> [[Option<Square>; 8]; FRAME] {
    let mut next = [[None; 8]; FRAME];
    let mut index = 0;
    while index < FRAME {
        let mut way = 0;
        while way < 8 {
            if let Some(square) = Square::from_index(index).step(grid::EVERY_WAY[way])
                && square.wide_bit() & EVERY != 0
            {
                next[index][way] = Some(square);
            }
            way += 1;
        }
        index += 1;
    }
    next
}

/// The neighbours in every so-manieth of the eight ways.
const fn sets(every: usize) -> [u128; FRAME] {
    let next = neighbours();
    let mut sets = [0; FRAME];
    let mut index = 0;
    while index < FRAME {
        let mut way = 0;
        while way < 8 {
            if let Some(square) = next[index][way] {
                sets[index] |= square.wide_bit();
            }
            way += every;
        }
        index += 1;
    }
    sets
}

const fn inward() -> [Option<Square>; FRAME] {
    let mut inward = [None; FRAME];
    let mut place = 2;
    while place <= 8 {
        let mut depth = 0;
        while depth < 2 {
            inward[Square::at(place, depth).index()] = Some(Square::at(place, depth + 1));
            inward[Square::at(place, 10 - depth).index()] = Some(Square::at(place, 9 - depth));
            inward[Square::at(depth, place).index()] = Some(Square::at(depth + 1, place));
            inward[Square::at(10 - depth, place).index()] = Some(Square::at(9 - depth, place));
            depth += 1;
        }
        place += 1;
    }
    inward
}

/// The squares of a set, row by row from c1.
pub fn squares(set: u128) -> impl Iterator<Item = Square> {
    grid::wide_bits(set).map(Square::from_index)
}

/// A square's site: the squares of the board come first, row by row from c1.
pub fn site(square: Square) -> SiteId {
    SiteId((EVERY & (square.wide_bit() - 1)).count_ones() as u16)
}
