//! The computer as a player: levels, and what it makes of a position.

use crate::any::{AnyGame, Place};
use crate::matches::Match;
use search::table::Table;
use search::thought::Manner;
use std::sync::Arc;

/// How strong a partner is wanted, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// Loses to a novice.
    pub const WEAKEST: Level = Level(1);
    /// All we have; limited by time instead of nodes.
    pub const STRONGEST: Level = Level(8);

    /// The level with this number.
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at in a turn. Without end for the strongest, whom time limits.
    fn nodes(self) -> u64 {
        [10, 30, 90, 260, 800, 3_000, 16_000, u64::MAX][usize::from(self.0) - 1]
    }

    /// How much it misjudges positions, as a share of the advantage that wins three games of four. The
    /// stronger ones do so a little, too, so that no two games are alike.
    fn blur(self) -> f64 {
        [2.5, 1.25, 0.8, 0.58, 0.42, 0.26, 0.05, 0.0][usize::from(self.0) - 1]
    }
}

/// What the computer is asked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// How many turns ahead at most.
    pub depth: i32,
    /// How many positions at most.
    pub nodes: u64,
    /// When to stop; asked all the time.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// How many lines are wanted.
    pub lines: usize,
    /// How many threads may think.
    pub threads: usize,
    /// How much of an evaluation's scale is blurred, and which blur.
    pub blur: f64,
    /// Which blur, and which choice among equals.
    pub seed: u64,
}

impl Question<'_> {
    /// The question that a level asks itself.
    pub fn of(level: Level, seed: u64, stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        Question { depth: 200, nodes: level.nodes(), stop, lines: 1, threads: 1, blur: level.blur(), seed }
    }

    /// Everything until told to stop.
    pub fn without_end(stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        Question { depth: 200, nodes: u64::MAX, stop, lines: 1, threads: 1, blur: 0.0, seed: 0 }
    }

    pub(crate) fn manner(&self, scale: i32) -> Manner {
        Manner { selective: true, blur: (self.blur * f64::from(scale)) as i32, seed: self.seed }
    }
}

/// What the computer makes of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Idea {
    /// What both sides are expected to play, in steps.
    pub line: Vec<String>,
    /// The same in whole turns, as records write them.
    pub turns: Vec<String>,
    /// What it is worth to the seat to move, in the game's own units.
    pub value: i32,
    /// The seat's chance of winning, from 0 to 1.
    pub chance: f64,
    /// In how many turns the game is won (lost, if negative), where that is proved.
    pub proved: Option<i32>,
    /// How many turns it looked ahead.
    pub depth: i32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A player with a memory of what it has thought.
#[derive(Clone)]
pub struct Computer {
    level: Level,
    table: Arc<Table>,
    seed: u64,
}

impl Computer {
    /// A player of this level; the same seed plays the same game, unless time limits it.
    pub fn new(level: Level, seed: u64) -> Computer {
        let bytes = if level == Level::STRONGEST { 64 << 20 } else { 1 << 20 };
        Computer { level, table: Arc::new(Table::with_bytes(bytes)), seed }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses the steps of its turn, or as many of them as its line holds: think again if the turn is not
    /// over then. `stop` tells when time is up; a step is chosen even if it says so at once.
    pub fn choose(
        &self,
        played: &Match,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&[Idea]),
    ) -> Vec<String> {
        let question = Question::of(self.level, self.seed, stop);
        let ideas = think(played, &self.table, question, report);
        let Some(best) = ideas.first() else { return Vec::new() };
        own_turn(played.game(), played.place(), &best.line).0
    }
}

/// Thinks about where a match stands.
pub fn think(played: &Match, table: &Table, question: Question<'_>, report: &mut dyn FnMut(&[Idea])) -> Vec<Idea> {
    if played.status().is_over() {
        return Vec::new();
    }
    table.grow_older();
    played.game().think(played.place(), &played.turn_starts(), table, question, report)
}

/// The beginning of a line that belongs to the seat now to move, and where it leads.
pub fn own_turn(game: &Arc<dyn AnyGame>, at: &Place, line: &[String]) -> (Vec<String>, Place) {
    let mut at = at.clone();
    let mut turn = Vec::new();
    for step in line {
        let Ok(played) = game.play(&at, step) else { break };
        let Some(last) = played.last() else { break };
        at = last.place.clone();
        turn.push(step.clone());
        if !matches!(game.status(&at), rules::Status::Continue(_)) {
            break;
        }
    }
    (turn, at)
}
