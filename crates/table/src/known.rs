//! Known values on the wire.

use known::{TierRecord, Value};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A win, a draw or a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnownWord {
    /// The mover wins.
    Win,
    /// Nobody can force a win.
    Draw,
    /// The mover loses.
    Loss,
}

impl KnownWord {
    /// The word of a value.
    pub fn of(value: Value) -> KnownWord {
        match value {
            Value::Win(_) => KnownWord::Win,
            Value::Draw => KnownWord::Draw,
            Value::Loss(_) => KnownWord::Loss,
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnownSource {
    /// A tablebase: it was proved once and is kept.
    Tablebase,
    /// A search to the end of the game: it was proved just now.
    Search,
}

/// A legal step with its value to the mover.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KnownStep {
    /// In canonical text.
    pub step: String,
    /// What it is worth; null if that is not known.
    pub value: Option<KnownWord>,
    /// In how many turns it is decided; null for draws, and where only the result is proved.
    pub turns: Option<u16>,
    /// The sites to be touched.
    pub clicks: Vec<u16>,
    /// Whether no other step is worth more.
    pub best: bool,
}

/// The value at the start of one turn of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KnownTurn {
    /// How many steps were played before.
    pub ply: usize,
    /// The seat to move; null where the game is over.
    pub seat: Option<u8>,
    /// What it is worth to that seat; null if that is not known.
    pub value: Option<KnownWord>,
    /// In how many turns it is decided; null for draws, and where only the result is proved.
    pub turns: Option<u16>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Known {
    /// What it is worth to the seat to move; null if that is not known.
    pub value: Option<KnownWord>,
    /// In how many turns it is decided; null for draws, and where only the result is proved.
    pub turns: Option<u16>,
    /// Where that comes from; null if it is not known.
    pub source: Option<KnownSource>,
    /// Every legal step, the best first; none if the position is not known.
    pub steps: Vec<KnownStep>,
    /// Best play of both sides, in steps.
    pub line: Vec<String>,
    /// The value at the start of every turn of the game, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub history: Option<Vec<KnownTurn>>,
    /// What the match's own counters have to say to it, if they could end the game first.
    pub note: Option<String>,
    /// What it takes to work it out; null if it is known, or cannot be worked out.
    pub cost: Option<BuildCost>,
}

/// What it takes to work out a position that is not known yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BuildCost {
    /// Tiers with up to so many men have to be built.
    pub men: u32,
    /// Processor time, roughly.
    pub seconds: u64,
    /// Memory.
    pub megabytes: u64,
}

/// What is proved of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Theorem")]
#[schema(as = Theorem)]
pub struct SentTheorem {
    /// In a sentence.
    pub words: String,
    /// How it was proved, in a sentence.
    pub method: String,
    /// What makes it again.
    pub command: String,
    /// How many positions are known.
    pub positions: u64,
    /// What the usual start is worth to its mover; null if that is not known.
    pub value: Option<KnownWord>,
    /// In how many turns it is decided.
    pub turns: Option<u16>,
    /// The most turns that a known win takes.
    pub longest_win: u16,
    /// Every first step with its value, if the start is known.
    pub steps: Vec<KnownStep>,
}

/// One set of positions with the same men.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Tier")]
#[schema(as = Tier)]
pub struct SentTier {
    /// Its name, such as `4-3`.
    pub tier: String,
    /// How many positions it has.
    pub positions: u64,
    /// How many are won for the mover.
    pub wins: u64,
    /// How many are drawn.
    pub draws: u64,
    /// How many are lost.
    pub losses: u64,
    /// The most turns that a win takes.
    pub longest_win: u16,
    /// The most turns that a loss takes.
    pub longest_loss: u16,
}

impl SentTier {
    /// A tier as its manifest tells it.
    pub fn of(record: &TierRecord) -> SentTier {
        let TierRecord { tier, positions, wins, draws, losses, longest_win, longest_loss, .. } = record.clone();
        SentTier { tier, positions, wins, draws, losses, longest_win, longest_loss }
    }
}

/// What is happening to the tablebases of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BuildState {
    /// The game is too large to be solved.
    Unsolvable,
    /// All that is worth it is there.
    Known,
    /// More could be built.
    Partial,
    /// It is being built.
    Building,
    /// It was stopped and can go on.
    Paused,
    /// It failed; the words say why.
    Failed,
}

/// The tablebases of a game with its options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Tablebase")]
#[schema(as = Tablebase)]
pub struct GameTablebases {
    /// What is happening.
    pub state: BuildState,
    /// What is known.
    pub tiers: Vec<SentTier>,
    /// Up to how many men everything is known.
    pub men: u32,
    /// How much of the building is done, from 0 to 1.
    pub part: Option<f64>,
    /// How many seconds it may still take.
    pub seconds_left: Option<u64>,
    /// Why it failed.
    pub words: Option<String>,
    /// How many bytes were built here.
    pub bytes: u64,
    /// Whether whoever asks may build.
    pub allowed: bool,
}
