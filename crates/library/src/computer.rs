//! The computer as a player: levels, and what it makes of a position.

use crate::any::{AnyGame, AnyPosition};
use crate::matches::Match;
use crate::trap;
use rules::Opponent;
use search::transposition::TranspositionTable;
use search::{SearchOptions, Techniques};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A proved loss farther away than this many turns may still be avoided: the opponent has to find it first.
const SOON: i32 = 6;
/// The depth in turns and the nodes of a shallow search, which sees no farther than most opponents.
const SHALLOW: (i32, u64) = (3, 10_000);

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

    /// How strong it plays a game; the strongest has no bound but time.
    pub fn strength(self, game: &dyn AnyGame) -> Option<Strength> {
        let levels = game.levels().strengths;
        levels.get(usize::from(self.0) - 1).copied().map(Strength)
    }

    /// The search of a player of this level.
    pub fn question<'a>(self, game: &dyn AnyGame, seed: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Question<'a> {
        match self.strength(game) {
            Some(strength) => Question::of(strength, seed, stop),
            None => Question { seed, ..Question::to_win(stop) },
        }
    }
}

/// A playing strength below the full one: from 0, ten nodes with a very noisy evaluation, to 1000, as many nodes as a fiftieth
/// of a second allows with hardly any noise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength(u16);

impl Strength {
    /// So strong, 0 to 1000.
    pub fn new(strength: u16) -> Option<Strength> {
        (strength <= 1000).then_some(Strength(strength))
    }

    /// Its number.
    pub fn number(self) -> u16 {
        self.0
    }

    /// How many positions it looks at in a turn.
    fn nodes(self) -> u64 {
        self.between(10.0, 16_000.0) as u64
    }

    /// The largest error of its evaluations, as a share of [`rules::Levels::noise`]. Even the strongest has
    /// a little, so that games differ.
    fn noise(self) -> f64 {
        self.between(4.0, 0.05)
    }

    /// Geometric interpolation: equal differences in strength multiply by equal factors.
    fn between(self, weakest: f64, best: f64) -> f64 {
        weakest * (best / weakest).powf(f64::from(self.0) / 1000.0)
    }
}

/// What the computer is asked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// How many turns ahead at most.
    pub depth: i32,
    /// How many positions at most.
    pub nodes: u64,
    /// Polled during the search; it stops when this is true.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// How many lines are wanted.
    pub lines: usize,
    /// How many threads may think.
    pub threads: usize,
    /// The largest error added to evaluations, as a share of [`rules::Levels::noise`].
    pub noise: f64,
    /// Chooses the errors: the same seed makes the same ones.
    pub seed: u64,
    /// Contempt: whether a draw counts like a position with a winning chance of about one in four. A player should play on; an
    /// analysis wants the true value.
    pub contempt: bool,
    /// Whether to probe tablebases.
    pub tablebases: bool,
    /// What the search uses beyond plain alpha-beta.
    pub techniques: Techniques,
}

impl Question<'_> {
    /// The search of a player of this strength; the seed makes one game unlike another.
    pub fn of(strength: Strength, seed: u64, stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        let (nodes, noise) = (strength.nodes(), strength.noise());
        Question { nodes, noise, seed, tablebases: false, ..Question::to_win(stop) }
    }

    /// Full strength until told to stop, to choose a turn in a game.
    pub fn to_win(stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        Question { contempt: true, ..Question::without_end(stop) }
    }

    /// One turn ahead, without tablebases.
    pub fn at_a_glance(stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        Question { depth: 1, tablebases: false, ..Question::without_end(stop) }
    }

    /// Full strength until told to stop, to find the true value.
    pub fn without_end(stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        let (depth, nodes) = (200, u64::MAX);
        Question {
            depth,
            nodes,
            stop,
            lines: 1,
            threads: 1,
            noise: 0.0,
            seed: 0,
            contempt: false,
            tablebases: true,
            techniques: Techniques::ALL,
        }
    }

    pub(crate) fn options<G: Opponent>(&self) -> SearchOptions {
        let draw = if self.contempt { -G::SCALE } else { 0 };
        let noise = (self.noise * f64::from(G::LEVELS.noise.unwrap_or(G::SCALE))) as i32;
        SearchOptions { techniques: self.techniques, noise, seed: self.seed, draw }
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
    /// What a tablebase says of it to the seat to move, if it does: then it is no opinion, draws included.
    pub known: Option<known::Value>,
    /// How many turns it looked ahead.
    pub depth: i32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A player with a memory of what it has thought.
#[derive(Clone)]
pub struct Computer {
    level: Level,
    table: Arc<TranspositionTable>,
    seed: u64,
}

impl Computer {
    /// A player of this level; the same seed plays the same game, unless time limits it.
    pub fn new(level: Level, seed: u64) -> Computer {
        let bytes = if level == Level::STRONGEST { 64 << 20 } else { 1 << 20 };
        Computer { level, table: Arc::new(TranspositionTable::with_bytes(bytes)), seed }
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
        let question = self.level.question(&**played.game(), self.seed, stop);
        choose(played, &self.table, question, report)
    }
}

/// Chooses the steps of a turn, or as many of them as are foreseen.
pub fn choose(
    played: &Match,
    table: &TranspositionTable,
    question: Question<'_>,
    report: &mut dyn FnMut(&[Idea]),
) -> Vec<String> {
    let lost = AtomicBool::new(false);
    let stop = || lost.load(Relaxed) || (question.stop)();
    let mut ideas = think(played, table, Question { stop: &stop, ..question }, &mut |ideas| {
        if question.contempt && ideas[0].proved.is_some_and(|turns| turns < -SOON) {
            lost.store(true, Relaxed);
        }
        report(ideas);
    });
    // A distant loss has to be found by the opponent first. Where no trap can be set, the step that looks best to a shallow
    // search resists longest; it gets a table of its own, since the other one holds the proof of the loss.
    if lost.into_inner() {
        if let Some(turn) = trap::set(played, table, question) {
            return turn;
        }
        let (depth, nodes) = SHALLOW;
        // This takes a few milliseconds, so it is done even if time is up.
        let shallow = Question { depth, nodes, stop: &|| false, tablebases: false, ..question };
        ideas = think(played, &TranspositionTable::with_bytes(1 << 20), shallow, &mut |_| ());
    }
    ideas.first().map_or(Vec::new(), |best| own_turn(played.game(), played.position(), &best.line).0)
}

/// Thinks about where a match stands.
pub fn think(
    played: &Match,
    table: &TranspositionTable,
    question: Question<'_>,
    report: &mut dyn FnMut(&[Idea]),
) -> Vec<Idea> {
    if played.status().is_over() {
        return Vec::new();
    }
    table.new_search();
    played.game().think(played.position(), &played.turn_starts(), table, question, report)
}

/// The beginning of a line that belongs to the seat now to move, and where it leads.
pub fn own_turn(game: &Arc<dyn AnyGame>, at: &AnyPosition, line: &[String]) -> (Vec<String>, AnyPosition) {
    let mut at = at.clone();
    let mut turn = Vec::new();
    for step in line {
        let Ok(played) = game.play(&at, step) else { break };
        let Some(last) = played.last() else { break };
        at = last.position.clone();
        turn.push(step.clone());
        if !matches!(game.status(&at), rules::Status::Continue(_)) {
            break;
        }
    }
    (turn, at)
}
