//! Men on one square, packed into a word.

use rules::Seat;

/// A man of a column: whose he is, and whether he is an officer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Soldier(u8);

impl Soldier {
    /// Privates and officers of both seats.
    pub const ALL: [Soldier; 4] = [Soldier(0), Soldier(2), Soldier(1), Soldier(3)];

    /// A private of this seat.
    pub const fn private(seat: Seat) -> Soldier {
        Soldier(seat.index() as u8)
    }

    /// Whose he is.
    pub const fn seat(self) -> Seat {
        Seat::new((self.0 & 1) as usize)
    }

    /// Whether he is an officer.
    pub const fn is_officer(self) -> bool {
        self.0 & 2 != 0
    }

    /// His letter: `w` and `b` are privates, `W` and `B` officers.
    pub const fn letter(self) -> char {
        ['w', 'b', 'W', 'B'][self.0 as usize]
    }

    /// The man with this letter.
    pub fn of_letter(letter: char) -> Option<Soldier> {
        (0..4).map(Soldier).find(|soldier| soldier.letter() == letter)
    }
}

/// The leader first.
impl FromIterator<Soldier> for Column {
    fn from_iter<I: IntoIterator<Item = Soldier>>(soldiers: I) -> Column {
        let mut column = Column::EMPTY;
        soldiers.into_iter().for_each(|soldier| column.add_below(soldier));
        column
    }
}

/// The men on one square: two bits each, the leader lowest, and a single bit above the bottom man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(u64);

impl Column {
    /// Nobody.
    pub const EMPTY: Column = Column(1);

    /// One man.
    pub fn of(soldier: Soldier) -> Column {
        let mut column = Column::EMPTY;
        column.add_below(soldier);
        column
    }

    /// How many men.
    pub const fn height(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// Whether it is a single man.
    pub const fn is_one_man(self) -> bool {
        self.0 >> 2 == Column::EMPTY.0
    }

    /// The top man, who decides how the column moves.
    pub const fn leader(self) -> Option<Soldier> {
        if self.0 == Column::EMPTY.0 { None } else { Some(Soldier((self.0 & 3) as u8)) }
    }

    /// Puts a man under all others.
    pub fn add_below(&mut self, soldier: Soldier) {
        let bottom = 2 * self.height();
        self.0 ^= (1 ^ u64::from(soldier.0) ^ 4) << bottom;
    }

    /// The men below the leader of a column that is not empty.
    pub const fn without_leader(self) -> Column {
        Column(self.0 >> 2)
    }

    /// Takes the top man off a column that is not empty.
    pub fn lift_leader(&mut self) -> Soldier {
        let leader = Soldier((self.0 & 3) as u8);
        *self = self.without_leader();
        leader
    }

    /// Makes the leader of a column that is not empty an officer.
    pub fn promote(&mut self) {
        self.0 |= 2;
    }

    /// The men from the leader down.
    pub fn men(self) -> impl Iterator<Item = Soldier> {
        (0..self.height()).map(move |depth| Soldier((self.0 >> (2 * depth) & 3) as u8))
    }
}
