//! Numbering set-ups of Lasca with few men, with the side to move turned to White, modulo the mirror.
//!
//! The men are taken square by square, in each column from the leader down. Their order is one part of the number; the squares that
//! they stand on, which never go down, are the other. Of two mirrored set-ups the one with the lower number counts. Men are never
//! taken off, and a capture stays inside the tier; only promotions lead on to another.

use super::column::{Column, Soldier};
use super::{FAR_ROW, Field, Lasca, Square, Squares};
use crate::endings::DraughtsMaterial;
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};

const SQUARES: u32 = 25;
/// Set-ups with more men are not numbered.
const MOST: u32 = 6;

/// Places in the order of the men.
type Places = rules::Squares<(), u8>;
/// The squares of the men, each moved on by the number of men before it, so that no two are the same.
type Spread = rules::Squares<(), u32>;

/// All places of so many men.
const fn places(men: u32) -> Places {
    Places::from_bits((1 << men) - 1)
}

/// All squares to which so many men spread.
const fn spread(men: u32) -> Spread {
    Spread::from_bits(((1 << SQUARES) << (men - 1)) - 1)
}

/// How many men there are of each kind, in the order of [`Soldier::ALL`] as the side to move sees them.
fn counts(tier: DraughtsMaterial) -> [u32; 4] {
    let [[privates, officers], [other_privates, other_officers]] = [tier.own, tier.other];
    [privates, officers, other_privates, other_officers].map(u32::from)
}

/// The square on the other side of its row.
const fn mirrored(square: Square) -> Square {
    // Two rows have four squares and three.
    let (rows, nth) = (square.index() / 7, square.index() % 7);
    Square::from_index(7 * rows + if nth < 4 { 3 - nth } else { 10 - nth })
}

/// The square as the side to move sees it, mirrored or not; and back.
fn seen(seat: Seat, mirror: bool, square: Square) -> Square {
    let turned = if seat == Seat::FIRST { square } else { Square::from_index(24 - square.index()) };
    if mirror { mirrored(turned) } else { turned }
}

/// The number of the field, or of the mirrored one, among those with these men.
fn number(field: &Field, tier: DraughtsMaterial, mirror: bool) -> u64 {
    let seat = field.to_move;
    let occupied: Squares = (field.own() | field.enemy()).iter().map(|square| seen(seat, mirror, square)).collect();
    let (mut kinds, mut squares, mut nth) = ([Places::EMPTY; 4], Spread::EMPTY, 0);
    for square in occupied {
        for soldier in field.column(seen(seat, mirror, square)).men() {
            let kind = 2 * usize::from(soldier.seat() != seat) + usize::from(soldier.is_officer());
            kinds[kind] |= Places::from_bits(1 << nth);
            squares |= Spread::from_bits(1 << (nth + square.index()));
            nth += 1;
        }
    }
    let men = nth as u32;
    let (mut order, mut free) = (0, places(men));
    for (kind, count) in kinds.into_iter().zip(counts(tier)) {
        order = order * choose(free.len(), count) + rank(kind, free);
        free &= !kind;
    }
    order * choose(spread(men).len(), men) + rank(squares, spread(men))
}

/// The field with this number; `None` if a private would lead on his farthest row.
fn field(tier: DraughtsMaterial, number: u64) -> Option<Field> {
    let counts = counts(tier);
    let men = counts.iter().sum();
    let ways = choose(spread(men).len(), men);
    let squares = unrank(number % ways, men, spread(men));
    let mut order = number / ways;
    // The last kind varies fastest.
    let mut ranks = [0; 4];
    let mut free = 0;
    for nth in (0..4).rev() {
        free += counts[nth];
        (ranks[nth], order) = (order % choose(free, counts[nth]), order / choose(free, counts[nth]));
    }
    let (mut soldiers, mut left) = ([Soldier::ALL[0]; MOST as usize], places(men));
    for nth in 0..4 {
        let kind = unrank(ranks[nth], counts[nth], left);
        kind.each_alone().for_each(|place| soldiers[place.bits().ilog2() as usize] = Soldier::ALL[nth]);
        left &= !kind;
    }
    let mut field = Field::empty(Seat::FIRST);
    let (mut column, mut last) = (Column::EMPTY, None);
    for (nth, place) in squares.each_alone().enumerate() {
        let square = Square::from_index(place.bits().ilog2() as usize - nth);
        if let Some(last) = last.filter(|last| *last != square) {
            field.put(last, std::mem::replace(&mut column, Column::EMPTY));
        }
        column.add_below(soldiers[nth]);
        last = Some(square);
    }
    field.put(last?, column);
    let promoted = Seat::all(2).all(|seat| field.officers.includes(field.led(seat) & FAR_ROW[seat.index()]));
    promoted.then_some(field)
}

impl Tiers for Lasca {
    type Tier = DraughtsMaterial;
    const MEN: u32 = 5;
    const SHIPPED: u32 = 4;
    const NANOSECONDS: u64 = 1_100;

    fn groups(&self, men: u32) -> Vec<Vec<DraughtsMaterial>> {
        DraughtsMaterial::groups(men.min(MOST))
    }

    fn size(&self, tier: DraughtsMaterial) -> u64 {
        let men: u32 = counts(tier).iter().sum();
        let (mut orders, mut free) = (1, men);
        for count in counts(tier) {
            orders *= choose(free, count);
            free -= count;
        }
        orders * choose(spread(men).len(), men)
    }

    fn tier(&self, field: &Field) -> Option<DraughtsMaterial> {
        let led = field.own() | field.enemy();
        if led.len() > MOST {
            return None;
        }
        let mut sides = [[0u8; 2]; 2];
        for soldier in led.iter().flat_map(|square| field.column(square).men()) {
            sides[usize::from(soldier.seat() != field.to_move)][usize::from(soldier.is_officer())] += 1;
        }
        let men: u32 = sides.iter().flatten().map(|count| u32::from(*count)).sum();
        (men <= MOST && !sides.contains(&[0, 0])).then_some(DraughtsMaterial { own: sides[0], other: sides[1] })
    }

    fn number(&self, at: &Field) -> Option<(DraughtsMaterial, u64)> {
        let tier = self.tier(at)?;
        Some((tier, number(at, tier, false).min(number(at, tier, true))))
    }

    fn position(&self, tier: DraughtsMaterial, place: u64) -> Option<Field> {
        field(tier, place).filter(|field| number(field, tier, true) >= place)
    }

    fn leads_to(&self, group: &[DraughtsMaterial]) -> Vec<DraughtsMaterial> {
        group.iter().filter_map(|tier| tier.after_crowning()).collect()
    }

    fn symmetries(&self, at: &Field) -> u32 {
        let is_own_mirror = self.tier(at).is_some_and(|tier| number(at, tier, false) == number(at, tier, true));
        1 + u32::from(is_own_mirror)
    }
}
