//! The laws of numbering, over every game with tiers and every choice of its options:
//!
//! 1. `number` and `position` are each other's inverse, and `tier` tells what `number` tells.
//! 2. Symmetric positions share a number.
//! 3. Turns of numbered positions lead to numbered positions, or to positions without a step; where they leave the group, then to an
//!    earlier one.
//! 4. `turns_out` tells what the steps of the rules tell.
//! 5. `before` is the inverse of playing a turn, and `numbers_before` tells the same in numbers.
//! 6. Turns inside a block are the turns of the rules, forward and back; the symmetric places of a position are all that it has.

extern crate parlour_games as games;

use games::{CheckerPuzzle, Checkers, Chess, FoxAndGeese, Lasca, Merelles, PickMeUp, Polychek, PyHyKy, Tigh};
use rules::prelude::*;
use rules::tiers::{Blocks, Numbered, TurnEnd, for_each_turn, numbered};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;

/// Texts of positions symmetric to the one with this text.
type Symmetric = fn(&str) -> Vec<String>;

/// A game's positions that are looked at.
struct Looked {
    /// Tiers with up to so many men.
    men: u32,
    /// So many numbers of a tier, spread over it; all of them if there are no more.
    numbers: u64,
}

/// What is looked at of each game in `./check`, and by hand.
macro_rules! laws {
    ($($name:ident $game:ty, $symmetric:expr, $men:expr, $most:expr;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn laws() {
                laws_hold::<$game>($symmetric, &Looked { men: $men, numbers: 150 });
            }

            #[test]
            #[ignore = "takes minutes: by hand after changes of tiers, in a release build"]
            fn laws_over_every_tier() {
                laws_hold::<$game>($symmetric, &Looked { men: $men, numbers: 1_000_000 });
                laws_hold::<$game>($symmetric, &Looked { men: $most, numbers: 2_000 });
            }
        }
    )* };
}

laws! {
    pick_me_up PickMeUp, |_| Vec::new(), 15, 15;
    checker_puzzle CheckerPuzzle, |_| Vec::new(), 6, 6;
    chess Chess, symmetric_fen, 3, 4;
    fox_and_geese FoxAndGeese, |_| Vec::new(), 5, 5;
    checkers Checkers, turned_draughts, 4, 6;
    polychek Polychek, turned_draughts, 3, 5;
    lasca Lasca, symmetric_columns, 3, 5;
    tigh Tigh, symmetric_rows, 5, 8;
    merelles Merelles, symmetric_rows, 6, 10;
    py_hy_ky PyHyKy, symmetric_rows, 2, 3;
}

/// The sides exchanged and the board turned.
fn turned_draughts(text: &str) -> Vec<String> {
    let exchanged = |letter: &str| if letter == "B" { "W" } else { "B" };
    let turned = |piece: &str| {
        let (king, number) = piece.strip_prefix('K').map_or(("", piece), |number| ("K", number));
        format!("{king}{}", 33 - number.parse::<u32>().expect("a square"))
    };
    let side = |side: &str| {
        let pieces: Vec<String> = side[1..].split(',').map(turned).collect();
        format!("{}{}", exchanged(&side[..1]), pieces.join(","))
    };
    let [to_move, sides @ ..] = &text.split(':').collect::<Vec<_>>()[..] else { return Vec::new() };
    let sides: Vec<String> = sides.iter().map(|pieces| side(pieces)).collect();
    vec![format!("{}:{}", exchanged(to_move), sides.join(":"))]
}

/// The sides exchanged and the board turned; and mirrored.
fn symmetric_columns(text: &str) -> Vec<String> {
    let [to_move, columns @ ..] = &text.split(' ').collect::<Vec<_>>()[..] else { return Vec::new() };
    let with = |to_move: &str, square: &dyn Fn(u32) -> u32, men: &dyn Fn(&str) -> String| {
        let columns = columns.iter().map(|column| {
            let (place, column) = column.split_once(':').expect("a square and its column");
            format!("{}:{}", square(place.parse().expect("a square")), men(column))
        });
        format!("{to_move} {}", columns.collect::<Vec<_>>().join(" "))
    };
    let exchange = |men: &str| {
        men.chars()
            .map(|man| match man {
                'w' => 'b',
                'b' => 'w',
                'W' => 'B',
                _ => 'W',
            })
            .collect()
    };
    let row = |square: u32| {
        [1..=4, 5..=7, 8..=11, 12..=14, 15..=18, 19..=21, 22..=25].into_iter().find(|row| row.contains(&square))
    };
    let mirror = |square: u32| row(square).map_or(0, |row| row.start() + row.end() - square);
    vec![
        with(if *to_move == "w" { "b" } else { "w" }, &|square| 26 - square, &exchange),
        with(to_move, &mirror, &|men| men.to_string()),
    ]
}

/// The sides exchanged and the board turned; without pawns also mirrored.
fn symmetric_fen(text: &str) -> Vec<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [rows, to_move, castling, passed, rest @ ..] = &fields[..] else { return Vec::new() };
    let (rows, rest): (Vec<&str>, String) = (rows.split('/').collect(), rest.join(" "));
    let exchange = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let turned: Vec<String> = rows.iter().rev().map(|row| row.chars().map(exchange).collect()).collect();
    let other = if *to_move == "w" { "b" } else { "w" };
    let across = passed.replace('6', "#").replace('3', "6").replace('#', "3");
    let mut found = vec![format!("{} {other} {castling} {across} {rest}", turned.join("/"))];
    if !text.contains(['p', 'P']) {
        let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        let upside_down: Vec<&str> = rows.iter().rev().copied().collect();
        for rows in [mirrored.join("/"), upside_down.join("/")] {
            found.push(format!("{rows} {to_move} {castling} {passed} {rest}"));
        }
    }
    found
}

/// The rows of `1/ROWS/...`, joined by commas, in the other order or each from its other end.
fn symmetric_rows(text: &str) -> Vec<String> {
    let mut fields = text.splitn(3, '/');
    let (Some(seat), Some(rows)) = (fields.next(), fields.next()) else { return Vec::new() };
    let rest = fields.next().map_or(String::new(), |rest| format!("/{rest}"));
    let rows: Vec<&str> = rows.split(',').collect();
    let upside_down: Vec<&str> = rows.iter().rev().copied().collect();
    let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
    [upside_down.join(","), mirrored.join(",")].map(|rows| format!("{seat}/{rows}{rest}")).to_vec()
}

fn laws_hold<G: Tiers + Game + Notation>(symmetric: Symmetric, looked: &Looked) {
    for chosen in Chosen::every(&G::ABOUT) {
        let game = G::with(&chosen);
        let (groups, some) = (game.groups(u32::MAX), game.groups(looked.men));
        assert!(!some.is_empty());
        for (nth, group) in groups.iter().enumerate().filter(|(_, group)| some.contains(group)) {
            let laws = Laws { game: &game, group, earlier: &groups[..nth], symmetric };
            for tier in group {
                let step = game.size(*tier).div_ceil(looked.numbers).max(1) as usize;
                for number in (0..game.size(*tier)).step_by(step) {
                    if let Some(at) = game.position(*tier, number) {
                        laws.hold_at(&at, *tier, number);
                    }
                }
            }
        }
    }
}

struct Laws<'a, G: Tiers + Game + Notation> {
    game: &'a G,
    group: &'a [G::Tier],
    earlier: &'a [Vec<G::Tier>],
    symmetric: Symmetric,
}

impl<G: Tiers + Game + Notation> Laws<'_, G> {
    fn hold_at(&self, at: &G::Position, tier: G::Tier, number: u64) {
        let game = self.game;
        assert_eq!(game.number(at), Some((tier, number)), "{tier}: {at}");
        assert_eq!(game.tier(at), Some(tier), "{at}");
        for text in (self.symmetric)(&at.to_string()) {
            let other = text.parse().unwrap_or_else(|why| panic!("{text} is not read: {why}"));
            assert_eq!(game.number(&other), Some((tier, number)), "{at} and {text}");
        }
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        if !game.survey(at, &mut Vec::new()).is_over() {
            for_each_turn(game, at, &mut Spare::new(), &mut |end| match end {
                TurnEnd::Next(child) if self.is_inside(&child) => inside.push(child),
                end => outside.push(end),
            });
        }
        for end in &outside {
            if let TurnEnd::Next(child) = end {
                self.leads_to_known(child);
            }
        }
        if G::TAKES_BACK {
            self.turns_are_counted(at, inside.len(), &outside);
            self.turns_are_taken_back(at, (tier, number), &inside);
            self.only_turns_are_taken_back(at, (tier, number));
        }
        if let Some(blocks) = game.blocks() {
            self.blocks_hold(&blocks, at, (tier, number), &inside, &outside);
        }
    }

    /// Whatever place of its block stands for a position, its turns are those of the rules.
    fn blocks_hold(
        &self,
        blocks: &impl Blocks<G>,
        at: &G::Position,
        (tier, number): (G::Tier, u64),
        inside: &[G::Position],
        outside: &[TurnEnd<G::Position>],
    ) {
        let game = self.game;
        let mover = game.status(at).seat().expect("numbered positions are at the start of a turn");
        let places = blocks.places(tier);
        let (nth, own) = (number as u32 / places, number as u32 % places);
        let block = blocks.block(tier, nth);
        assert_eq!(blocks.place_of(&block, at, mover), own, "{at}");
        let numbered = |end: &TurnEnd<G::Position>| numbered(game, mover, end.clone()).expect("turns lead to numbers");
        let inside: Vec<_> = inside.iter().map(|child| numbered(&TurnEnd::Next(child.clone()))).collect();
        let outside: BTreeSet<String> = outside.iter().map(|end| format!("{:?}", numbered(end))).collect();
        let mut same = Vec::new();
        blocks.symmetric(&block, own, &mut |place| same.push(place));
        assert_eq!(same.iter().min(), Some(&own), "{at}: the lowest place has the number");
        assert_eq!(same.len(), same.iter().collect::<BTreeSet<_>>().len(), "{at}: each place once");
        assert!(blocks.has_holes(&block) || same.len() == 1, "{at}");
        for place in same {
            let mut to = Vec::new();
            blocks.moves(&block, place, &mut |end, takes| to.push((end, takes)));
            let (mut told, mut taken) = (Vec::new(), BTreeSet::new());
            for (end, takes) in to {
                if takes {
                    blocks.takings(&block, end, &mut |end| {
                        taken.insert(format!("{end:?}"));
                    });
                } else {
                    let (tier, number) = (blocks.exchanged_tier(tier), u64::from(blocks.exchanged(&block, end)));
                    told.push(TurnEnd::Next(Numbered { tier, number, other_side: true }));
                    let mut back = 0;
                    blocks.moves_back(&block, end, &mut |parent| back += u32::from(parent == place));
                    assert_eq!(back, 1, "{at}: the move to place {end} is taken back once");
                }
            }
            assert_eq!((in_order(&told), &taken), (in_order(&inside), &outside), "{at}, place {place}");
            blocks.moves_back(&block, place, &mut |parent| {
                let mut leads_here = false;
                blocks.moves(&block, parent, &mut |end, takes| leads_here |= !takes && end == place);
                assert!(leads_here, "{at}: no move leads from place {parent} to place {place}");
            });
        }
    }

    fn is_inside(&self, child: &G::Position) -> bool {
        self.game.tier(child).is_some_and(|tier| self.group.contains(&tier))
    }

    fn leads_to_known(&self, child: &G::Position) {
        match self.game.number(child) {
            Some((tier, number)) => {
                assert!(self.earlier.iter().any(|group| group.contains(&tier)), "{tier} comes later: {child}");
                assert!(self.game.position(tier, number).is_some(), "{child} has the number of a hole");
            }
            None => assert!(self.game.survey(child, &mut Vec::new()).is_over(), "{child} has no number, but a step"),
        }
    }

    fn turns_are_counted(&self, at: &G::Position, inside: usize, outside: &[TurnEnd<G::Position>]) {
        let mut told = Vec::new();
        let count = self.game.turns_out(at, self.group, &mut Spare::new(), &mut |end| told.push(end));
        assert_eq!((count as usize, in_order(&told)), (inside, in_order(outside)), "{at}");
    }

    /// Every turn is taken back as often as it is played, symmetric positions counted as one.
    fn turns_are_taken_back(&self, at: &G::Position, key: (G::Tier, u64), inside: &[G::Position]) {
        let game = self.game;
        for child in inside {
            let turns = inside.iter().filter(|other| game.number(other) == game.number(child)).count();
            let mut back = 0;
            game.before(child, &mut |parent| back += u32::from(game.number(&parent) == Some(key)));
            // Turns between the classes of two positions, counted from both ends.
            assert_eq!(turns as u32 * game.symmetries(child), back * game.symmetries(at), "{at} to {child}");
        }
    }

    /// From wherever a turn is taken back to, a turn leads here.
    fn only_turns_are_taken_back(&self, at: &G::Position, key: (G::Tier, u64)) {
        let game = self.game;
        let mut found: HashMap<(G::Tier, u64), Vec<u32>> = HashMap::new();
        game.before(at, &mut |parent| {
            let mut leads_here = false;
            for_each_turn(game, &parent, &mut Spare::new(), &mut |end| {
                leads_here |= matches!(end, TurnEnd::Next(child) if game.number(&child) == Some(key));
            });
            assert!(leads_here, "no turn leads from {parent} to {at}");
            assert!(self.is_inside(&parent), "{parent}");
            let number = game.number(&parent).expect("a parent is numbered");
            found.entry(number).or_default().push(game.symmetries(&parent));
        });
        let mut told: HashMap<(G::Tier, u64), Vec<u32>> = HashMap::new();
        game.numbers_before(at, true, &mut |tier, number, symmetries| {
            told.entry((tier, number)).or_default().push(symmetries);
        });
        assert_eq!(told, found, "{at}");
    }
}

/// The ends of turns as texts, sorted.
fn in_order<P: Debug>(ends: &[TurnEnd<P>]) -> Vec<String> {
    let mut texts: Vec<String> = ends.iter().map(|end| format!("{end:?}")).collect();
    texts.sort_unstable();
    texts
}
