//! Numbered squares on which men go diagonally: the ground that Checkers, Polychek and Lasca share.

use rules::grid;
use rules::prelude::*;
use std::num::NonZeroU8;

/// A dark square known by its number, from 1 to `N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot<const N: usize>(NonZeroU8);

impl<const N: usize> Spot<N> {
    /// The square with this number, if there is one.
    pub const fn numbered(number: u32) -> Option<Spot<N>> {
        match NonZeroU8::new(number as u8) {
            Some(known) if number <= N as u32 => Some(Spot(known)),
            _ => None,
        }
    }

    /// The square with this index, counted from 0.
    pub const fn from_index(index: usize) -> Spot<N> {
        Spot::numbered(index as u32 + 1).expect("the index is on the board")
    }

    /// Its index, counted from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Every square in order.
    pub fn all() -> impl Iterator<Item = Spot<N>> {
        (0..N).map(Spot::from_index)
    }
}

impl<const N: usize> Indexed for Spot<N> {
    #[inline]
    fn index(self) -> usize {
        Spot::index(self)
    }

    #[inline]
    fn from_index(index: usize) -> Spot<N> {
        Spot::from_index(index)
    }
}

/// Some of the squares.
pub type Spots<const N: usize> = Squares<Spot<N>, u32>;

/// Writes a run under way as `13x5x9`: the piece on 13 has jumped those on 5 and 9 and must jump on.
pub fn write_run<const N: usize>(f: &mut fmt::Formatter<'_>, runner: Spot<N>, jumped: Spots<N>) -> fmt::Result {
    write!(f, "{runner}")?;
    jumped.iter().try_for_each(|square| write!(f, "x{square}"))
}

/// Reads what [`write_run`] writes: the piece that jumps on, and those it has jumped.
pub fn read_run<const N: usize>(text: &str) -> Result<(Spot<N>, Spots<N>), Unreadable> {
    let Some((runner, jumped)) = text.split_once('x') else { return Ok((text.parse()?, Spots::EMPTY)) };
    Ok((runner.parse()?, jumped.split('x').map(Spot::from_str).collect::<Result<_, _>>()?))
}

impl<const N: usize> From<Spot<N>> for SiteId {
    fn from(spot: Spot<N>) -> SiteId {
        SiteId(spot.index() as u16)
    }
}

impl<const N: usize> Display for Spot<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<const N: usize> fmt::Debug for Spot<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<const N: usize> FromStr for Spot<N> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Spot<N>, Unreadable> {
        let number = grid::whole(text).and_then(Spot::numbered);
        number.ok_or_else(|| Unreadable::expected(format!("a square from 1 to {N}")))
    }
}

/// One of the four diagonal ways, for arrays.
pub type Diagonal = usize;

/// How the squares of every other row turn into their neighbours one way, all at once.
#[derive(Clone, Copy)]
struct Shift<const N: usize> {
    /// Those that have a neighbour there.
    from: Spots<N>,
    /// How many numbers up or down it is.
    by: u32,
}

/// All four: two away from seat 1, then the two towards it.
pub const EVERY_WAY: [Diagonal; 4] = [0, 1, 2, 3];

/// The two ways that are forward for a seat.
pub const fn forward(seat: Seat) -> [Diagonal; 2] {
    [[0, 1], [2, 3]][seat.index()]
}

/// The opposite way.
pub const fn back(way: Diagonal) -> Diagonal {
    3 - way
}

/// Which square touches which, and where they lie.
pub struct Net<const N: usize> {
    near: [[Option<Spot<N>>; 4]; N],
    beyond: [[Option<Spot<N>>; 4]; N],
    around: [Spots<N>; N],
    rays: [[Spots<N>; 4]; N],
    shifts: [[Shift<N>; 2]; 4],
    places: [(u8, u8); N],
    width: u8,
    height: u8,
}

impl<const N: usize> Net<N> {
    /// The dark squares of a board whose corner at seat 1's left is dark, numbered row by row from seat
    /// 1's side; in each row from the left, or from the right.
    pub const fn new(width: u8, height: u8, from_right: bool) -> Net<N> {
        let mut net = Net {
            near: [[None; 4]; N],
            beyond: [[None; 4]; N],
            around: [Spots::EMPTY; N],
            rays: [[Spots::EMPTY; 4]; N],
            shifts: [[Shift { from: Spots::EMPTY, by: 0 }; 2]; 4],
            places: [(0, 0); N],
            width,
            height,
        };
        let mut index = 0;
        let mut cell = 0;
        while cell < width * height {
            let (nth, row) = (cell % width, cell / width);
            let column = if from_right { width - 1 - nth } else { nth };
            if (column + row).is_multiple_of(2) {
                net.places[index] = (column, row);
                index += 1;
            }
            cell += 1;
        }
        assert!(index == N);
        let ways = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
        let mut from = 0;
        while from < N {
            let mut way = 0;
            while way < 4 {
                net.near[from][way] = net.away(from, ways[way], 1);
                net.beyond[from][way] = net.away(from, ways[way], 2);
                if let Some(near) = net.near[from][way] {
                    net.around[from] = net.around[from].with_index(near.index());
                    let shift = &mut net.shifts[way][net.places[from].1 as usize % 2];
                    shift.from = shift.from.with_index(from);
                    shift.by = near.index().abs_diff(from) as u32;
                }
                let mut far = 1;
                while let Some(spot) = net.away(from, ways[way], far) {
                    net.rays[from][way] = net.rays[from][way].with_index(spot.index());
                    far += 1;
                }
                way += 1;
            }
            from += 1;
        }
        net
    }

    const fn away(&self, from: usize, (columns, rows): (i8, i8), far: i8) -> Option<Spot<N>> {
        let (column, row) = self.places[from];
        let (column, row) = (column as i8 + columns * far, row as i8 + rows * far);
        let mut index = 0;
        while index < N {
            if self.places[index].0 as i8 == column && self.places[index].1 as i8 == row {
                return Some(Spot::from_index(index));
            }
            index += 1;
        }
        None
    }

    /// The next square that way.
    pub const fn near(&self, from: Spot<N>, way: Diagonal) -> Option<Spot<N>> {
        self.near[from.index()][way]
    }

    /// The next square but one that way.
    pub const fn beyond(&self, from: Spot<N>, way: Diagonal) -> Option<Spot<N>> {
        self.beyond[from.index()][way]
    }

    /// The neighbours of a whole set that way.
    #[inline]
    pub fn step(&self, set: Spots<N>, way: Diagonal) -> Spots<N> {
        let [even, odd] = self.shifts[way];
        if way < 2 {
            (set & even.from) << even.by | (set & odd.from) << odd.by
        } else {
            (set & even.from) >> even.by | (set & odd.from) >> odd.by
        }
    }

    /// The square between two that lie two apart on a diagonal: the one that touches both.
    #[inline]
    pub fn between(&self, from: Spot<N>, to: Spot<N>) -> Spots<N> {
        self.around[from.index()] & self.around[to.index()]
    }

    /// The way to a square that touches this one.
    pub fn way_to_near(&self, from: Spot<N>, to: Spot<N>) -> Option<Diagonal> {
        EVERY_WAY.into_iter().find(|way| self.near(from, *way) == Some(to))
    }

    /// The way to the next square but one, and the square between.
    pub fn way_over(&self, from: Spot<N>, to: Spot<N>) -> Option<(Diagonal, Spot<N>)> {
        let way = EVERY_WAY.into_iter().find(|way| self.beyond(from, *way) == Some(to))?;
        Some((way, self.near(from, way)?))
    }

    /// The squares from here to the edge that way, without this one.
    #[inline]
    pub const fn ray(&self, from: Spot<N>, way: Diagonal) -> Spots<N> {
        self.rays[from.index()][way]
    }

    /// The squares of a ray up to the first that is occupied, without it; and that one, if there is one.
    #[inline]
    pub fn open_ray(&self, from: Spot<N>, way: Diagonal, occupied: Spots<N>) -> (Spots<N>, Option<Spot<N>>) {
        let ray = self.ray(from, way);
        match nearest(ray & occupied, way) {
            Some(first) => (ray & !self.ray(first, way) & !Spots::of(first), Some(first)),
            None => (ray, None),
        }
    }

    /// The row farthest from a seat.
    pub const fn far_row(&self, seat: Seat) -> Spots<N> {
        let farthest = if seat.index() == 0 { self.height - 1 } else { 0 };
        let (mut row, mut index) = (Spots::EMPTY, 0);
        while index < N {
            if self.places[index].1 == farthest {
                row = row.with_index(index);
            }
            index += 1;
        }
        row
    }

    /// The board with its numbered squares; a site's id is its square's index.
    pub fn board(&self) -> Board {
        let mut board = Board { width: self.width.into(), height: self.height.into(), ..Board::default() };
        let middle = |column: u8, row: u8| (f32::from(column) + 0.5, f32::from(self.height - row) - 0.5);
        for spot in Spot::<N>::all() {
            let (column, row) = self.places[spot.index()];
            let (x, y) = middle(column, row);
            board.add(Site { name: spot.to_string(), x, y, kind: SiteKind::Cell, ground: "dark" });
        }
        for row in 0..self.height {
            for column in (0..self.width).filter(|column| !(column + row).is_multiple_of(2)) {
                let (x, y) = middle(column, row);
                board.decoration.push((x, y, "light"));
            }
        }
        board
    }
}

/// The first of these squares that somebody meets who goes this way.
#[inline]
fn nearest<const N: usize>(set: Spots<N>, way: Diagonal) -> Option<Spot<N>> {
    if way < 2 { set.first() } else { set.last() }
}

/// The squares of a set in the order in which somebody meets them who goes this way.
#[inline]
pub fn along<const N: usize>(mut set: Spots<N>, way: Diagonal) -> impl Iterator<Item = Spot<N>> {
    std::iter::from_fn(move || {
        let first = nearest(set, way)?;
        set.remove(first);
        Some(first)
    })
}

/// One step to another square, `11-15`, or one jump, `22x15`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stride<const N: usize> {
    /// The square it begins on.
    pub from: Spot<N>,
    /// The square it ends on.
    pub to: Spot<N>,
    /// Whether it is meant to jump over somebody.
    pub jump: bool,
}

impl<const N: usize> Stride<N> {
    /// The squares to be touched.
    pub fn clicks(self) -> Vec<SiteId> {
        vec![self.from.into(), self.to.into()]
    }

    /// The jump that a step with a dash can only mean: its squares lie two apart.
    pub fn as_jump(self, net: &Net<N>) -> Option<Stride<N>> {
        (!self.jump && net.way_over(self.from, self.to).is_some()).then_some(Stride { jump: true, ..self })
    }

    /// The square jumped over, if this is a jump over one.
    pub fn over(self, net: &Net<N>) -> Option<Spot<N>> {
        net.way_over(self.from, self.to).filter(|_| self.jump).map(|(_, over)| over)
    }

    /// What two touched squares mean, if this is how to tell a jump.
    pub fn of_clicks(clicks: &[SiteId], is_jump: impl Fn(Spot<N>, Spot<N>) -> bool) -> Option<Stride<N>> {
        let [from, to] = clicks else { return None };
        let spot = |site: &SiteId| Spot::numbered(u32::from(site.0) + 1);
        let (from, to) = (spot(from)?, spot(to)?);
        Some(Stride { from, to, jump: is_jump(from, to) })
    }
}

impl<const N: usize> Display for Stride<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, if self.jump { 'x' } else { '-' }, self.to)
    }
}

impl<const N: usize> FromStr for Stride<N> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Stride<N>, Unreadable> {
        let expected = || Unreadable::expected(format!("a step such as 9-13 or a jump such as 17x9, squares 1 to {N}"));
        let jump = text.contains('x');
        let (from, to) = text.split_once(if jump { 'x' } else { '-' }).ok_or_else(expected)?;
        let spot = |text: &str| text.parse().map_err(|_| expected());
        Ok(Stride { from: spot(from)?, to: spot(to)?, jump })
    }
}
