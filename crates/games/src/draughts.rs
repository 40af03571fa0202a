//! What Checkers and Polychek share: thirty-two squares, two sides of men and kings, and how they are
//! written and shown.

use crate::diagonals::{Net, Spot, Stride};
use rules::prelude::*;
use rules::show::heap;

/// A square, 1 to 32 from Dark's right.
pub type Square = Spot<32>;

/// One step or one jump.
pub type Step = Stride<32>;

/// How the squares touch.
pub const NET: Net<32> = Net::new(8, 8, true);

/// Where men become kings, by seat.
pub const KING_ROW: [u32; 2] = [NET.far_row(Seat::FIRST), NET.far_row(Seat::SECOND)];

/// All the pieces a side has.
const TWELVE: u32 = 12;

/// Who stands where, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sides {
    /// The squares of each seat's pieces, kings included.
    pub pieces: [u32; 2],
    /// The squares of the kings of both seats.
    pub kings: u32,
    /// Whose turn it is.
    pub to_move: Seat,
}

impl Sides {
    /// Twelve men on each side, Dark to move.
    pub const START: Sides = Sides { pieces: [0x0000_0FFF, 0xFFF0_0000], kings: 0, to_move: Seat::FIRST };

    /// The pieces of the seat to move.
    pub const fn own(&self) -> u32 {
        self.pieces[self.to_move.index()]
    }

    /// The pieces of the other seat.
    pub const fn enemy(&self) -> u32 {
        self.pieces[self.to_move.other().index()]
    }

    /// Whether nobody stands here.
    pub const fn is_empty(&self, square: Square) -> bool {
        (self.pieces[0] | self.pieces[1]) & square.bit() == 0
    }

    /// Whether a king of either seat stands here.
    pub const fn is_king(&self, square: Square) -> bool {
        self.kings & square.bit() != 0
    }

    /// What a lead is worth here: for each piece gone from the board so many hundredths more.
    pub fn exchanged(&self, ahead: i32, hundredths: i32) -> i32 {
        let gone = 2 * TWELVE as i32 - count(self.pieces[0] | self.pieces[1]);
        ahead + ahead * gone * hundredths / 100
    }

    /// The men of a seat that stand on their king row without being kings.
    pub const fn uncrowned(&self, seat: Seat) -> u32 {
        self.pieces[seat.index()] & KING_ROW[seat.index()] & !self.kings
    }

    /// Moves a piece of the seat to move to an empty square.
    #[inline]
    pub fn go(&mut self, from: u32, to: u32) {
        self.pieces[self.to_move.index()] ^= from | to;
        if self.kings & from != 0 {
            self.kings ^= from | to;
        }
    }

    /// Takes pieces of the other seat off the board.
    #[inline]
    pub fn remove(&mut self, taken: u32) {
        self.pieces[self.to_move.other().index()] &= !taken;
        self.kings &= !taken;
    }
}

/// One side's men and kings, turned so that they go up the numbers: what an evaluation looks at.
#[derive(Clone, Copy)]
pub struct Camp {
    /// Those who are not kings.
    pub men: u32,
    /// Those who are.
    pub kings: u32,
}

impl Camp {
    /// The camp of a seat.
    pub fn of(sides: &Sides, seat: Seat) -> Camp {
        let turned = |set: u32| if seat == Seat::FIRST { set } else { set.reverse_bits() };
        let pieces = sides.pieces[seat.index()];
        Camp { men: turned(pieces & !sides.kings), kings: turned(pieces & sides.kings) }
    }

    /// How many rows the men have gone, all together.
    pub fn progress(self) -> i32 {
        (1..8).map(|row| row * count(self.men & HOME_ROW << (4 * row))).sum()
    }
}

/// The eight squares in the middle.
pub const MIDDLE: u32 = squares([10, 11, 14, 15, 18, 19, 22, 23]);

/// The first four squares.
pub const HOME_ROW: u32 = 0b1111;

/// The set of the squares with these numbers.
pub const fn squares<const N: usize>(numbers: [u32; N]) -> u32 {
    let (mut set, mut nth) = (0, 0);
    while nth < N {
        set |= 1 << (numbers[nth] - 1);
        nth += 1;
    }
    set
}

/// How many of these squares there are, as a number to count with.
pub const fn count(set: u32) -> i32 {
    set.count_ones() as i32
}

/// `B:W21,K22:B1,2` as PDN writes it: who is to move, Light's pieces, Dark's pieces.
impl Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", letter(self.to_move))?;
        for seat in [Seat::SECOND, Seat::FIRST] {
            write!(f, ":{}", letter(seat))?;
            for (nth, square) in Square::of(self.pieces[seat.index()]).enumerate() {
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
        let mut sides = Sides { pieces: [0; 2], kings: 0, to_move };
        let mut read = None;
        for _ in 0..2 {
            let field = fields.next().ok_or_else(shape)?;
            let side = seat(field).filter(|side| Some(*side) != read).ok_or_else(shape)?;
            read = Some(side);
            for piece in field[1..].split(',').filter(|_| field.len() > 1) {
                let number = piece.strip_prefix('K');
                let set = read_range(number.unwrap_or(piece))?;
                if (sides.pieces[0] | sides.pieces[1]) & set != 0 {
                    return Err(Unreadable::expected("each square once"));
                }
                sides.pieces[side.index()] |= set;
                sides.kings |= if number.is_some() { set } else { 0 };
            }
            if sides.pieces[side.index()].count_ones() > TWELVE {
                return Err(Unreadable::expected("no more than twelve pieces on a side"));
            }
        }
        Ok((sides, fields.next()))
    }
}

/// A square, or several in a row as PDN may write them: `21-32`.
fn read_range(text: &str) -> Result<u32, Unreadable> {
    let Some((first, last)) = text.split_once('-') else { return text.parse::<Square>().map(Square::bit) };
    let (first, last): (Square, Square) = (first.parse()?, last.parse()?);
    if first > last {
        return Err(Unreadable::expected("a range such as 21-32, from the lower square to the higher"));
    }
    Ok(Square::all().filter(|square| (first..=last).contains(square)).fold(0, |set, square| set | square.bit()))
}

/// The board with a tray on each side for what that seat has taken.
pub fn board() -> Board {
    let mut board = NET.board();
    board.add_tray("taken by", Seat::FIRST);
    board.add_tray("taken by", Seat::SECOND);
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
    let mut sides = Sides { pieces: [0, 0], kings: 0, to_move };
    for Placed { site, men } in men {
        if let ([man], true) = (&men[..], site.index() < 32) {
            sides.pieces[man.seat.index()] |= 1 << site.0;
            sides.kings |= u32::from(man.kind == "king") << site.0;
        }
    }
    sides
}

/// How many pieces a seat has left, and how many of them are kings.
pub fn standing(sides: &Sides, seat: Seat) -> Standing {
    let pieces = sides.pieces[seat.index()];
    let (left, kings) = (pieces.count_ones() as usize, (pieces & sides.kings).count_ones());
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
        for square in Square::of(sides.pieces[seat.index()]) {
            placed.push(Placed { site: square.into(), men: vec![piece(seat, sides.is_king(square))] });
        }
        let taken = TWELVE - sides.pieces[seat.index()].count_ones();
        placed.push(heap(tray(seat.other()), piece(seat, false), taken as usize));
    }
    placed
}
