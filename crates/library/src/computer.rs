//! The computer as a player: levels, and what it makes of a position.

use crate::any::{AnyGame, AnyPosition};
use crate::matches::Match;
use crate::trap;
use rules::Opponent;
use search::transposition::TranspositionTable;
use search::{SearchOptions, Techniques};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A loss in more turns than this is not yet a loss.
const SOON: i32 = 6;
/// How far one sees at first sight: so many turns, and so many positions.
const FIRST_SIGHT: (i32, u64) = (3, 10_000);

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

    /// What it asks itself in a game.
    pub fn question<'a>(self, game: &dyn AnyGame, seed: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Question<'a> {
        match self.strength(game) {
            Some(strength) => Question::of(strength, seed, stop),
            None => Question { seed, ..Question::to_win(stop) },
        }
    }
}

/// How strong somebody plays who does not do his best: from 0, who hardly looks and misjudges what he sees, to 1000, the
/// best that fits into a fiftieth of a second.
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

    /// The largest error of its evaluations, as a share of [`rules::Levels::noise`]. Even the best does so a little, so that no two
    /// games are alike.
    fn noise(self) -> f64 {
        self.between(4.0, 0.05)
    }

    /// Each little more of strength multiplies by the same.
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
    /// When to stop; asked all the time.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// How many lines are wanted.
    pub lines: usize,
    /// How many threads may think.
    pub threads: usize,
    /// The largest error added to evaluations, as a share of [`rules::Levels::noise`].
    pub noise: f64,
    /// Which errors.
    pub seed: u64,
    /// Whether a draw counts as no better than standing where three games of four are lost. Whoever plays should play on;
    /// whoever studies wants the truth.
    pub keen: bool,
    /// Whether to look up what tablebases know.
    pub perfect: bool,
    /// What the search uses beyond plain alpha-beta.
    pub techniques: Techniques,
}

impl Question<'_> {
    /// What somebody of this strength asks himself; the seed makes one game unlike another.
    pub fn of(strength: Strength, seed: u64, stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        let (nodes, noise) = (strength.nodes(), strength.noise());
        Question { nodes, noise, seed, perfect: false, ..Question::to_win(stop) }
    }

    /// Everything until told to stop, to play it.
    pub fn to_win(stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        Question { keen: true, ..Question::without_end(stop) }
    }

    /// What looks best at once: one turn ahead, and nothing that tablebases know.
    pub fn at_a_glance(stop: &(dyn Fn() -> bool + Sync)) -> Question<'_> {
        Question { depth: 1, perfect: false, ..Question::without_end(stop) }
    }

    /// Everything until told to stop, to know it.
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
            keen: false,
            perfect: true,
            techniques: Techniques::ALL,
        }
    }

    pub(crate) fn options<G: Opponent>(&self) -> SearchOptions {
        let draw = if self.keen { -G::SCALE } else { 0 };
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
        if question.keen && ideas[0].proved.is_some_and(|turns| turns < -SOON) {
            lost.store(true, Relaxed);
        }
        report(ideas);
    });
    // What is lost in the end is lost only if the other sees it, too. If there is no trap for him, the step that looks
    // best at first sight makes it hardest; the table, which knows the end, must not be asked for it.
    if lost.into_inner() {
        if let Some(turn) = trap::set(played, table, question) {
            return turn;
        }
        let (depth, nodes) = FIRST_SIGHT;
        // Even if time is up: this takes no longer than a blink.
        let at_first_sight = Question { depth, nodes, stop: &|| false, perfect: false, ..question };
        ideas = think(played, &TranspositionTable::with_bytes(1 << 20), at_first_sight, &mut |_| ());
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
