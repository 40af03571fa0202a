//! Rows of three or more through the token just moved, and the ways to thin them.

use super::field::{NEXT, Square};

/// The rows that a token has just formed.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// For each row all its tokens but the two ends; the token moved may be among them.
    inner: [u128; 4],
    /// For each row its two ends.
    ends: [u128; 4],
    count: usize,
}

/// Which ends stay when some of the rows just formed are thinned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protected {
    /// Those of the rows that are thinned.
    ChosenEnds,
    /// Those of every row just formed, thinned or not.
    FormedEnds,
}

/// The tokens met from a square, without it, going one way: their set, how many, and the last.
fn run(own: u128, from: Square, way: usize) -> (u128, u32, Square) {
    let (mut set, mut count, mut last) = (0, 0, from);
    while let Some(next) = NEXT[last.index()][way]
        && own & next.wide_bit() != 0
    {
        (set, count, last) = (set | next.wide_bit(), count + 1, next);
    }
    (set, count, last)
}

/// Whether the token on this square stands in a row of three or more.
pub fn makes_row(own: u128, moved: Square) -> bool {
    let holds = |square: Option<Square>| square.filter(|square| own & square.wide_bit() != 0);
    let next = |square: Square, way: usize| holds(NEXT[square.index()][way]);
    (0..4).any(|way| match (next(moved, way), next(moved, way + 4)) {
        (Some(_), Some(_)) => true,
        (Some(ahead), None) => next(ahead, way).is_some(),
        (None, Some(behind)) => next(behind, way + 4).is_some(),
        (None, None) => false,
    })
}

impl Rows {
    /// The rows that run through the token just moved.
    pub fn through(own: u128, moved: Square) -> Rows {
        let mut rows = Rows { inner: [0; 4], ends: [0; 4], count: 0 };
        for way in 0..4 {
            let (ahead, before, first) = run(own, moved, way);
            let (behind, after, last) = run(own, moved, way + 4);
            if before + after >= 2 {
                let ends = first.wide_bit() | last.wide_bit();
                rows.inner[rows.count] = (ahead | behind | moved.wide_bit()) & !ends;
                rows.ends[rows.count] = ends;
                rows.count += 1;
            }
        }
        rows
    }

    fn union(&self, of: &[u128; 4], includes: impl Fn(usize) -> bool) -> u128 {
        (0..self.count).filter(|nth| includes(*nth)).fold(0, |all, nth| all | of[nth])
    }

    /// Every token of these rows.
    pub fn tokens(&self) -> u128 {
        self.inner() | self.ends()
    }

    /// The tokens that stand between the ends of at least one row.
    pub fn inner(&self) -> u128 {
        self.union(&self.inner, |_| true)
    }

    /// The ends of all the rows.
    pub fn ends(&self) -> u128 {
        self.union(&self.ends, |_| true)
    }

    /// The ends of those rows of which an inner token other than `moved` is removed: these rows are
    /// certainly chosen, since rows through one token share no other.
    pub fn ends_of_rows_thinned(&self, removed: u128, moved: Square) -> u128 {
        self.union(&self.ends, |nth| self.inner[nth] & removed & !moved.wide_bit() != 0)
    }

    /// The different sets of tokens that can be taken off by thinning some of the rows.
    pub fn choices(self, protected: Protected) -> impl Iterator<Item = u128> {
        let removed = move |chosen: usize| {
            let is_chosen = |nth: usize| chosen >> nth & 1 == 1;
            let stays = match protected {
                Protected::ChosenEnds => self.union(&self.ends, is_chosen),
                Protected::FormedEnds => self.ends(),
            };
            self.union(&self.inner, is_chosen) & !stays
        };
        let mut known = [0; 16];
        (1..1usize << self.count).filter_map(move |chosen| {
            known[chosen] = removed(chosen);
            let set = known[chosen];
            (set != 0 && !known[1..chosen].contains(&set)).then_some(set)
        })
    }
}
