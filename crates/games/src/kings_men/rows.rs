//! Rows of three or more through the token just moved, and the ways to thin them.

use super::field::{NEXT, Square, Squares};

/// The rows that a token has just formed.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// For each row all its tokens but the two ends; the token moved may be among them.
    inner: [Squares; 4],
    /// For each row its two ends.
    ends: [Squares; 4],
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
fn run(own: Squares, from: Square, way: usize) -> (Squares, u32, Square) {
    let (mut set, mut count, mut last) = (Squares::EMPTY, 0, from);
    while let Some(next) = NEXT[last.index()][way]
        && own.contains(next)
    {
        (set, count, last) = (set.with(next), count + 1, next);
    }
    (set, count, last)
}

/// Whether the token on this square stands in a row of three or more.
pub fn makes_row(own: Squares, moved: Square) -> bool {
    let holds = |square: Option<Square>| square.filter(|square| own.contains(*square));
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
    pub fn through(own: Squares, moved: Square) -> Rows {
        let mut rows = Rows { inner: [Squares::EMPTY; 4], ends: [Squares::EMPTY; 4], count: 0 };
        for way in 0..4 {
            let (ahead, before, first) = run(own, moved, way);
            let (behind, after, last) = run(own, moved, way + 4);
            if before + after >= 2 {
                let ends = Squares::of(first) | Squares::of(last);
                rows.inner[rows.count] = (ahead | behind | Squares::of(moved)) & !ends;
                rows.ends[rows.count] = ends;
                rows.count += 1;
            }
        }
        rows
    }

    fn union(&self, of: &[Squares; 4], includes: impl Fn(usize) -> bool) -> Squares {
        (0..self.count).filter(|nth| includes(*nth)).map(|nth| of[nth]).collect()
    }

    /// Every token of these rows.
    pub fn tokens(&self) -> Squares {
        self.inner() | self.ends()
    }

    /// The tokens that stand between the ends of at least one row.
    pub fn inner(&self) -> Squares {
        self.union(&self.inner, |_| true)
    }

    /// The ends of all the rows.
    pub fn ends(&self) -> Squares {
        self.union(&self.ends, |_| true)
    }

    /// The ends of those rows of which an inner token other than `moved` is removed: these rows are
    /// certainly chosen, since rows through one token share no other.
    pub fn ends_of_rows_thinned(&self, removed: Squares, moved: Square) -> Squares {
        self.union(&self.ends, |nth| (self.inner[nth] & removed).without(moved) != Squares::EMPTY)
    }

    /// The different sets of tokens that can be taken off by thinning some of the rows.
    pub fn choices(self, protected: Protected) -> impl Iterator<Item = Squares> {
        let removed = move |chosen: usize| {
            let is_chosen = |nth: usize| chosen >> nth & 1 == 1;
            let stays = match protected {
                Protected::ChosenEnds => self.union(&self.ends, is_chosen),
                Protected::FormedEnds => self.ends(),
            };
            self.union(&self.inner, is_chosen) & !stays
        };
        let mut known = [Squares::EMPTY; 16];
        (1..1usize << self.count).filter_map(move |chosen| {
            known[chosen] = removed(chosen);
            let set = known[chosen];
            (!set.is_empty() && !known[1..chosen].contains(&set)).then_some(set)
        })
    }
}
