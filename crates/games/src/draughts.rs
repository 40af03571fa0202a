//! What Checkers and Polychek share: thirty-two squares, two sides of men and kings, and how they are
//! written and shown.

use crate::diagonals::{Net, Spot, Spots, Stride};
use rules::prelude::*;
use rules::show::heap;

/// A square, 1 to 32 from Dark's right.
pub type Square = Spot<32>;

/// Some of the squares.
pub type Squares = Spots<32>;

/// One step or one jump.
pub type Step = Stride<32>;

/// How the squares touch.
pub const NET: Net<32> = Net::new(8, 8, true);

/// Where men become kings, by seat.
pub const KING_ROW: [Squares; 2] = [NET.far_row(Seat::FIRST), NET.far_row(Seat::SECOND)];

/// All the pieces a side has.
const TWELVE: u32 = 12;

/// Who stands where, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sides {
    /// The squares of each seat's pieces, kings included.
    pub pieces: [Squares; 2],
    /// The squares of the kings of both seats.
    pub kings: Squares,
    /// Whose turn it is.
    pub to_move: Seat,
}

impl Sides {
    /// Twelve men on each side, Dark to move.
    pub const START: Sides = Sides {
        pieces: [Squares::from_bits(0x0000_0FFF), Squares::from_bits(0xFFF0_0000)],
        kings: Squares::EMPTY,
        to_move: Seat::FIRST,
    };

    /// The pieces of the seat to move.
    pub const fn own(&self) -> Squares {
        self.pieces[self.to_move.index()]
    }

    /// The pieces of the other seat.
    pub const fn enemy(&self) -> Squares {
        self.pieces[self.to_move.other().index()]
    }

    /// Whether nobody stands here.
    pub fn is_empty(&self, square: Square) -> bool {
        !(self.pieces[0] | self.pieces[1]).contains(square)
    }

    /// Whether a king of either seat stands here.
    pub fn is_king(&self, square: Square) -> bool {
        self.kings.contains(square)
    }

    /// What a lead is worth here: for each piece gone from the board so many hundredths more.
    pub fn exchanged(&self, ahead: i32, hundredths: i32) -> i32 {
        let gone = 2 * TWELVE as i32 - count(self.pieces[0] | self.pieces[1]);
        ahead + ahead * gone * hundredths / 100
    }

    /// The men of a seat that stand on their king row without being kings.
    pub fn uncrowned(&self, seat: Seat) -> Squares {
        self.pieces[seat.index()] & KING_ROW[seat.index()] & !self.kings
    }

    /// Moves a piece of the seat to move to an empty square.
    #[inline]
    pub fn go(&mut self, from: Square, to: Square) {
        self.pieces[self.to_move.index()].relocate(from, to);
        if self.kings.contains(from) {
            self.kings.relocate(from, to);
        }
    }

    /// Takes pieces of the other seat off the board.
    #[inline]
    pub fn remove(&mut self, taken: Squares) {
        self.pieces[self.to_move.other().index()] &= !taken;
        self.kings &= !taken;
    }
}

/// One side's men and kings, turned so that they go up the numbers: what an evaluation looks at.
#[derive(Clone, Copy)]
pub struct Camp {
    /// Those who are not kings.
    pub men: Squares,
    /// Those who are.
    pub kings: Squares,
}

impl Camp {
    /// The camp of a seat.
    pub fn of(sides: &Sides, seat: Seat) -> Camp {
        let turned = |set: Squares| if seat == Seat::FIRST { set } else { set.reversed() };
        let pieces = sides.pieces[seat.index()];
        Camp { men: turned(pieces & !sides.kings), kings: turned(pieces & sides.kings) }
    }

    /// How many rows the men have gone, all together.
    pub fn progress(self) -> i32 {
        (1..8).map(|row| row as i32 * count(self.men & HOME_ROW << (4 * row))).sum()
    }
}

/// The eight squares in the middle.
pub const MIDDLE: Squares = squares([10, 11, 14, 15, 18, 19, 22, 23]);

/// The first four squares.
pub const HOME_ROW: Squares = Squares::from_bits(0b1111);

/// The set of the squares with these numbers.
pub const fn squares<const N: usize>(numbers: [usize; N]) -> Squares {
    let (mut set, mut nth) = (Squares::EMPTY, 0);
    while nth < N {
        set = set.with_index(numbers[nth] - 1);
        nth += 1;
    }
    set
}

/// How many of these squares there are, as a number to count with.
pub fn count(set: Squares) -> i32 {
    set.len() as i32
}

/// `B:W21,K22:B1,2` as PDN writes it: who is to move, Light's pieces, Dark's pieces.
impl Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", letter(self.to_move))?;
        for seat in [Seat::SECOND, Seat::FIRST] {
            write!(f, ":{}", letter(seat))?;
            for (nth, square) in self.pieces[seat.index()].iter().enumerate() {
                let king = if self.is_king(square) { "K" } else { "" };
                write!(f, "{}{king}{square}", if nth == 0 { "" } else { "," })?;
            }
        }
        Ok(())
    }
}

/// PDN's letter for a seat: the dark pieces are its black ones.
const fn letter(seat: Seat) -> char {
    ['B', 'W'][seat.index()]
}

impl Sides {
    /// Reads the sides at the beginning of a position and hands back what follows them.
    pub fn read(text: &str) -> Result<(Sides, Option<&str>), Unreadable> {
        let shape = || Unreadable::expected("who is to move and the pieces of both sides, such as W:W21,K22:B1,2");
        // Many files end a position with a full stop.
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut fields = text.splitn(4, ':');
        let seat = |field: &str| Seat::all(2).find(|seat| field.starts_with(letter(*seat)));
        let to_move = fields.next().filter(|field| field.len() == 1).and_then(seat).ok_or_else(shape)?;
        let mut sides = Sides { pieces: [Squares::EMPTY; 2], kings: Squares::EMPTY, to_move };
        let mut read = None;
        for _ in 0..2 {
            let field = fields.next().ok_or_else(shape)?;
            let side = seat(field).filter(|side| Some(*side) != read).ok_or_else(shape)?;
            read = Some(side);
            for piece in field[1..].split(',').filter(|_| field.len() > 1) {
                let number = piece.strip_prefix('K');
                let set = read_range(number.unwrap_or(piece))?;
                if (sides.pieces[0] | sides.pieces[1]).meets(set) {
                    return Err(Unreadable::expected("each square once"));
                }
                sides.pieces[side.index()] |= set;
                sides.kings |= if number.is_some() { set } else { Squares::EMPTY };
            }
        }
        Ok((sides.checked()?, fields.next()))
    }

    /// Refuses more pieces than there are.
    pub fn checked(self) -> Result<Sides, Unreadable> {
        let too_many = self.pieces.iter().any(|pieces| pieces.len() > TWELVE);
        if too_many { Err(Unreadable::expected("no more than twelve pieces on a side")) } else { Ok(self) }
    }
}

/// A square, or several in a row as PDN may write them: `21-32`.
fn read_range(text: &str) -> Result<Squares, Unreadable> {
    let Some((first, last)) = text.split_once('-') else { return text.parse::<Square>().map(Squares::of) };
    let (first, last): (Square, Square) = (first.parse()?, last.parse()?);
    if first > last {
        return Err(Unreadable::expected("a range such as 21-32, from the lower square to the higher"));
    }
    Ok(Square::all().filter(|square| (first..=last).contains(square)).collect())
}

/// The board with a tray on each side for what that seat has taken.
pub fn board() -> Board {
    let mut board = NET.board();
    board.add_trays("taken by");
    board
}

/// Where the pieces go that this seat takes.
pub fn tray(seat: Seat) -> SiteId {
    SiteId(32 + seat.index() as u16)
}

/// A piece of a seat.
fn piece(seat: Seat, king: bool) -> Man {
    let (kind, letters) = if king { ("king", ['B', 'W']) } else { ("man", ['b', 'w']) };
    Man { seat, kind, letter: letters[seat.index()] }
}

/// Men and kings of both sides.
pub fn men() -> Vec<Man> {
    Seat::all(2).flat_map(|seat| [piece(seat, false), piece(seat, true)]).collect()
}

/// The sides that these pieces make.
pub fn sides_of(men: &[Placed], to_move: Seat) -> Sides {
    let mut sides = Sides { pieces: [Squares::EMPTY; 2], kings: Squares::EMPTY, to_move };
    for Placed { site, men } in men {
        if let ([man], Some(square)) = (&men[..], Square::numbered(u32::from(site.0) + 1)) {
            sides.pieces[man.seat.index()].insert(square);
            if man.kind == "king" {
                sides.kings.insert(square);
            }
        }
    }
    sides
}

/// How many pieces a seat has left, and how many of them are kings.
pub fn standing(sides: &Sides, seat: Seat) -> Standing {
    let pieces = sides.pieces[seat.index()];
    let (left, kings) = (pieces.len() as usize, (pieces & sides.kings).len());
    let more = match kings {
        0 => String::new(),
        1 => "1 king".to_string(),
        many => format!("{many} kings"),
    };
    Standing::new(left, "left", more).close_if(left == 1)
}

/// The pieces on the board and the taken ones beside it.
pub fn pieces(sides: &Sides) -> Vec<Placed> {
    let mut placed = Vec::new();
    for seat in Seat::all(2) {
        for square in sides.pieces[seat.index()] {
            placed.push(Placed { site: square.into(), men: vec![piece(seat, sides.is_king(square))] });
        }
        let taken = TWELVE - sides.pieces[seat.index()].len();
        placed.push(heap(tray(seat.other()), piece(seat, false), taken as usize));
    }
    placed
}
