//! The board of 105 squares: field, corridors and lodges, without the four corners.

use rules::prelude::*;

/// A square of the frame of eleven by eleven, corners included.
pub type Square = grid::Square<11, 11>;

/// Some of the squares.
pub type Squares = rules::Squares<Square, u128>;

const FRAME: usize = Square::COUNT;

/// The 49 squares in the middle.
pub const FIELD: Squares = rectangle(2, 8, 2, 8);
/// The 28 squares around the field.
pub const CORRIDORS: Squares =
    rectangle(2, 8, 1, 1).union(rectangle(2, 8, 9, 9)).union(rectangle(1, 1, 2, 8)).union(rectangle(9, 9, 2, 8));
/// The 14 lodges of each seat.
pub const LODGES: [Squares; 2] = lodges();
/// All squares of the board.
pub const EVERY: Squares = FIELD.union(CORRIDORS).union(LODGES[0]).union(LODGES[1]);

/// The neighbours of each square, one for each of the eight ways, where the board has them.
pub static NEXT: [[Option<Square>; 8]; FRAME] = neighbours();
/// All neighbours, as sets.
pub static AROUND: [Squares; FRAME] = sets(1);
/// The neighbours along rows and columns, as sets: every other of the eight ways.
pub static SIDEWAYS: [Squares; FRAME] = sets(2);
/// The square straight ahead of a lodge or a corridor, towards the field.
pub static INWARD: [Option<Square>; FRAME] = inward();

/// The squares from one column to another and from one row to another, both counted from 0.
pub const fn rectangle(left: u8, right: u8, bottom: u8, top: u8) -> Squares {
    let mut set = Squares::EMPTY;
    let mut row = bottom;
    while row <= top {
        let mut column = left;
        while column <= right {
            set = set.with_index(Square::at(column, row).index());
            column += 1;
        }
        row += 1;
    }
    set
}

/// The colours alternate: each side's lodges begin with the seat's own colour at c1, a3, d11 and k4 for
/// red, and with blue at c11, k3, d1 and a4.
const fn lodges() -> [Squares; 2] {
    let mut lodges = [Squares::EMPTY; 2];
    let mut place = 2;
    while place <= 8 {
        let (near, far) = if place % 2 == 0 { (0, 1) } else { (1, 0) };
        lodges[near] = lodges[near].union(rectangle(place, place, 0, 0)).union(rectangle(0, 0, place, place));
        lodges[far] = lodges[far].union(rectangle(place, place, 10, 10)).union(rectangle(10, 10, place, place));
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
                && EVERY.has_index(square.index())
            {
                next[index][way] = Some(square);
            }
            way += 1;
        }
        index += 1;
    }
    next
}

/// The neighbours in every way, or in every second of the eight.
const fn sets(every: usize) -> [Squares; FRAME] {
    let next = neighbours();
    let mut sets = [Squares::EMPTY; FRAME];
    let mut index = 0;
    while index < FRAME {
        let mut way = 0;
        while way < 8 {
            if let Some(square) = next[index][way] {
                sets[index] = sets[index].with_index(square.index());
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

/// A square's site: the squares of the board come first, row by row from c1.
pub fn site(square: Square) -> SiteId {
    SiteId((EVERY & Squares::of(square).below_first()).len() as u16)
}
