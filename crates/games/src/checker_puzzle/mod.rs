//! Checker Puzzle: three white pawns and three black ones change sides on seven diamonds.

mod evaluate;
mod show;
mod tiers;

use rules::prelude::*;

clauses! { MOVE_A_PAWN = "2.1" => Says("No pawn stands on {from}."), INTO_THE_GAP = "2.2" => Says("{to} is not the empty diamond."), ONE_OR_OVER_ONE = "2.3" => Says("{from} is too far from the gap on {to}."), CHANGED_SIDES = "4.1" => Says("The colours have changed sides.") }

/// Some of the diamonds.
type Diamonds = Squares<Diamond, u8>;

/// How many diamonds there are.
const SEVEN: u8 = 7;
/// The three at the left.
const LEFT: Diamonds = Diamonds::from_bits(0b000_0111);
/// The three at the right.
const RIGHT: Diamonds = Diamonds::from_bits(0b111_0000);

const SHAPE: &str = "three w, three b and one gap on seven diamonds: 1/www.bbb";

/// The Checker Puzzle. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct CheckerPuzzle;

/// Which diamonds hold white pawns and which hold black ones; one is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    white: Diamonds,
    black: Diamonds,
}

/// A diamond, 1 to 7 from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Diamond(u8);

impl Diamond {
    fn numbered(number: u32) -> Option<Diamond> {
        (1..=u32::from(SEVEN)).contains(&number).then_some(Diamond(number as u8))
    }
}

impl Indexed for Diamond {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    #[inline]
    fn from_index(index: usize) -> Diamond {
        Diamond(index as u8 + 1)
    }
}

/// Move the pawn on one diamond to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: Diamond,
    to: Diamond,
}

impl Row {
    fn pawns(self) -> Diamonds {
        self.white | self.black
    }

    /// Refuses what is not three pawns of each colour.
    fn check(self) -> Result<Row, Unreadable> {
        let right = (self.white.len(), self.black.len(), self.pawns().len()) == (3, 3, 6);
        if right { Ok(self) } else { Err(Unreadable::expected(SHAPE)) }
    }

    /// The empty diamond.
    fn gap(self) -> Diamond {
        Diamond::from_index((!self.pawns()).bits().trailing_zeros() as usize)
    }
}

impl Game for CheckerPuzzle {
    const ABOUT: About = About {
        id: "checker-puzzle",
        name: "Checker Puzzle",
        year: None,
        source: "The Library of Games",
        seats: &["Solver"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Six pawns, one gap: make the colours change sides.",
        card: Card {
            minutes: (2, 10),
            difficulty: Difficulty::Easy,
            themes: &["crossing"],
            known: Some("Solved: fifteen steps"),
            showpiece: Some("1/wwbwb.b"),
        },
    };

    fn with(_: &Chosen) -> CheckerPuzzle {
        CheckerPuzzle
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for CheckerPuzzle {
    const SEATS: usize = 1;
    type Position = Row;
    type Step = Step;

    fn start(&self) -> Row {
        Row { white: LEFT, black: RIGHT }
    }

    fn status(&self, row: &Row) -> Status {
        if (row.white, row.black) == (RIGHT, LEFT) {
            Status::Over(Outcome::Win(Seat::FIRST), CHANGED_SIDES)
        } else {
            Status::Turn(Seat::FIRST)
        }
    }

    /// Never: the gap always has a neighbour.
    fn stuck(&self, row: &Row) -> Status {
        self.status(row)
    }

    fn candidates(&self, row: &Row, out: &mut Vec<Step>) {
        let to = row.gap();
        let near = to.0.saturating_sub(2).max(1)..=(to.0 + 2).min(SEVEN);
        out.extend(near.map(|from| Step { from: Diamond(from), to }));
    }

    #[inline]
    fn judge(&self, row: &Row, Step { from, to }: Step) -> Legality {
        ensure_at(row.pawns().contains(from), MOVE_A_PAWN, from.into())?;
        ensure_at(!row.pawns().contains(to), INTO_THE_GAP, row.gap().into())?;
        // With a single gap, whatever lies between is a pawn.
        ensure(from.0.abs_diff(to.0) <= 2, ONE_OR_OVER_ONE)
    }

    fn apply(&self, row: &mut Row, Step { from, to }: Step) {
        let pawns = if row.white.contains(from) { &mut row.white } else { &mut row.black };
        pawns.relocate(from, to);
    }
}

impl Count for CheckerPuzzle {}
impl Notation for CheckerPuzzle {}
impl MatchRules for CheckerPuzzle {}

/// `1/www.bbb`: the one seat, then the diamonds from the left.
impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("1/")?;
        grid::write_rows::<SEVEN, 1>(f, |diamond| {
            let has = |pawns: Diamonds| pawns.has_index(diamond.index());
            if has(self.white) { Some('w') } else { has(self.black).then_some('b') }
        })
    }
}

impl FromStr for Row {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Row, Unreadable> {
        let expected = || Unreadable::expected(SHAPE);
        let mut row = Row { white: Diamonds::EMPTY, black: Diamonds::EMPTY };
        let diamonds = text.strip_prefix("1/").ok_or_else(expected)?;
        for (diamond, letter) in grid::read_rows::<SEVEN, 1>(diamonds)? {
            let pawns = match letter {
                'w' => &mut row.white,
                'b' => &mut row.black,
                _ => return Err(expected()),
            };
            pawns.insert(Diamond(diamond.column() + 1));
        }
        row.check()
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from.0, self.to.0)
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let expected = || Unreadable::expected("two diamonds from 1 to 7, such as 5-4");
        let (from, to) = text.split_once('-').ok_or_else(expected)?;
        let diamond = |text| grid::whole(text).and_then(Diamond::numbered).ok_or_else(expected);
        Ok(Step { from: diamond(from)?, to: diamond(to)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_printed_solution_solves_it() {
        let game = CheckerPuzzle;
        let mut row = game.start();
        for text in "5-4 3-5 2-3 4-2 6-4 7-6 5-7 3-5 1-3 2-1 4-2 6-4 5-6 3-5 4-3".split(' ') {
            assert_eq!(game.status(&row), Status::Turn(Seat::FIRST));
            let step = text.parse().unwrap();
            assert_eq!(game.judge(&row, step), Ok(()), "{text} at {row}");
            game.apply(&mut row, step);
        }
        assert_eq!(game.status(&row), Status::Over(Outcome::Win(Seat::FIRST), CHANGED_SIDES));
    }

    #[test]
    fn fifteen_moves_are_the_least() {
        let game = CheckerPuzzle;
        let mut known = HashSet::from([game.start()]);
        let mut latest = vec![game.start()];
        let mut moves = 0;
        while !latest.iter().any(|row| game.status(row).is_over()) {
            let mut next = Vec::new();
            let mut steps = Vec::new();
            for row in latest {
                game.survey(&row, &mut steps);
                for step in &steps {
                    let mut after = row;
                    game.apply(&mut after, *step);
                    if known.insert(after) {
                        next.push(after);
                    }
                }
            }
            latest = next;
            moves += 1;
        }
        assert_eq!(moves, 15);
    }
}
