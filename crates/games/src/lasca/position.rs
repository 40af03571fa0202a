//! The columns on their squares, and the text that tells them.

use super::column::{Column, Soldier};
use super::{FAR_ROW, Square, Squares};
use crate::diagonals::{read_run, write_run};
use rules::prelude::*;

/// All the men there are.
pub(super) const TWENTY_TWO: usize = 22;

/// The board with its columns and, inside a turn, the column that must run on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    columns: [Column; 25],
    /// The squares whose columns each seat leads.
    led: [Squares; 2],
    /// The squares whose leaders are officers.
    pub(super) officers: Squares,
    /// The squares where a man stands alone.
    pub(super) singles: Squares,
    pub(super) to_move: Seat,
    /// The column in the middle of its run.
    pub(super) runner: Option<Square>,
    /// The squares it has already jumped over.
    pub(super) jumped: Squares,
}

impl Field {
    /// Nobody on the board.
    pub(super) const fn empty(to_move: Seat) -> Field {
        let none = Squares::EMPTY;
        Field {
            columns: [Column::EMPTY; 25],
            led: [none; 2],
            officers: none,
            singles: none,
            to_move,
            runner: None,
            jumped: none,
        }
    }

    /// The squares led by a seat.
    pub(super) const fn led(&self, seat: Seat) -> Squares {
        self.led[seat.index()]
    }

    /// The squares led by the seat to move.
    pub(super) const fn own(&self) -> Squares {
        self.led[self.to_move.index()]
    }

    /// The squares led by the other seat.
    pub(super) const fn enemy(&self) -> Squares {
        self.led[self.to_move.other().index()]
    }

    pub(super) fn is_empty(&self, square: Square) -> bool {
        !(self.led[0] | self.led[1]).contains(square)
    }

    pub(super) const fn column(&self, square: Square) -> Column {
        self.columns[square.index()]
    }

    /// Puts a column on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, column: Column) {
        self.columns[square.index()] = column;
        if let Some(leader) = column.leader() {
            self.led[leader.seat().index()].insert(square);
            self.officers |= Squares::from_bits(u32::from(leader.is_officer()) << square.index());
            self.singles |= Squares::from_bits(u32::from(column.is_one_man()) << square.index());
        }
    }

    /// Takes the column off a square.
    #[inline]
    pub(super) fn take(&mut self, square: Square) -> Column {
        self.led = self.led.map(|led| led & !Squares::of(square));
        self.officers.remove(square);
        self.singles.remove(square);
        std::mem::replace(&mut self.columns[square.index()], Column::EMPTY)
    }
}

/// `w 1:w 2:Wbb 15:b`: the seat to move, then each column with its leader first; `run:13x5x9` at the end
/// says that the column on 13 has jumped 5 and 9 and must run on.
impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Soldier::private(self.to_move).letter())?;
        for square in self.led[0] | self.led[1] {
            write!(f, " {square}:")?;
            for soldier in self.column(square).men() {
                write!(f, "{}", soldier.letter())?;
            }
        }
        if let Some(runner) = self.runner {
            write!(f, " run:")?;
            write_run(f, runner, self.jumped)?;
        }
        Ok(())
    }
}

impl FromStr for Field {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Field, Unreadable> {
        let expected = Unreadable::expected;
        let mut words = text.split(' ');
        let mut field = match words.next() {
            Some("w") => Field::empty(Seat::FIRST),
            Some("b") => Field::empty(Seat::SECOND),
            _ => return Err(expected("w or b for the seat to move, then columns such as 13:wbb")),
        };
        for word in words {
            let shape = || expected("a square and its column, the leader first, such as 13:wbb");
            if field.runner.is_some() {
                return Err(expected("nothing behind the run"));
            }
            let (place, column) = word.split_once(':').ok_or_else(shape)?;
            if place == "run" {
                field.read_run(column)?;
                continue;
            }
            let square: Square = place.parse()?;
            let soldiers: Option<Vec<Soldier>> = column.chars().map(Soldier::of_letter).collect();
            let soldiers = soldiers.filter(|soldiers| !soldiers.is_empty()).ok_or_else(shape)?;
            if soldiers.len() > TWENTY_TWO {
                return Err(expected("no more than 22 men"));
            }
            if !field.is_empty(square) {
                return Err(expected("each square once"));
            }
            field.put(square, soldiers.into_iter().collect());
        }
        field.check()
    }
}

impl Field {
    /// Refuses what no game could come to.
    pub(super) fn check(self) -> Result<Field, Unreadable> {
        if self.columns.iter().map(|column| column.height() as usize).sum::<usize>() > TWENTY_TWO {
            return Err(Unreadable::expected("no more than 22 men"));
        }
        if (0..2).any(|seat| !self.officers.includes(self.led[seat] & FAR_ROW[seat])) {
            return Err(Unreadable::expected("officers, not privates, as leaders on the farthest row"));
        }
        Ok(self)
    }

    fn read_run(&mut self, text: &str) -> Result<(), Unreadable> {
        let expected = || Unreadable::expected("a column that can run on, and what it has jumped, such as run:13x5x9");
        let (runner, jumped) = read_run(text)?;
        (self.runner, self.jumped) = (Some(runner), jumped);
        let runs = !jumped.is_empty() && self.own().contains(runner) && self.can_jump(runner);
        if runs { Ok(()) } else { Err(expected()) }
    }
}
