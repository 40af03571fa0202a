//! The tablebases of this process: those that are part of the program, and those that were built here, in a folder.
//!
//! They are opened when somebody first asks, and shared by everybody.

use crate::any::AnyPosition;
use crate::entry::Entry;
use known::{Error, Manifest, Tablebase, TierRecord, Value, ValuedSteps};
use rules::{Chosen, Complete, Rules, Status, Tiers};
use rust_embed::RustEmbed;
use search::{Probe, WIN};
use std::any::Any;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// What is small enough to be part of the program, a folder for each game with its options.
#[derive(RustEmbed)]
#[folder = "tablebases/"]
struct Shipped;

/// Open tablebases by their name, and where more are found.
#[derive(Default)]
struct OpenTablebases {
    folder: Option<PathBuf>,
    tablebases: HashMap<String, Arc<dyn Any + Send + Sync>>,
}

static OPEN: LazyLock<Mutex<OpenTablebases>> = LazyLock::new(Mutex::default);

fn registry() -> MutexGuard<'static, OpenTablebases> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the tablebases of a game with its options are called, and their folder: `merelles,flying=on`.
pub fn name(id: &str, chosen: &Chosen) -> String {
    let options = chosen.to_string();
    if options.is_empty() { id.to_string() } else { format!("{id},{options}") }
}

/// From now on tablebases are looked for in this folder, too.
pub fn look_in(folder: &Path) {
    *registry() = OpenTablebases { folder: Some(folder.to_path_buf()), tablebases: HashMap::new() };
}

/// The folder of a game's tablebases, if any folder is looked in.
pub fn folder_of(id: &str, chosen: &Chosen) -> Option<PathBuf> {
    registry().folder.as_ref().map(|folder| folder.join(name(id, chosen)))
}

/// Opens a game's tablebases anew when they are next asked for: some were built or deleted.
pub fn reopen(id: &str, chosen: &Chosen) {
    registry().tablebases.remove(&name(id, chosen));
}

/// The tiers that are part of the program.
pub fn shipped(id: &str, chosen: &Chosen) -> Option<Manifest> {
    let manifest = Shipped::get(&format!("{}/manifest.json", name(id, chosen)))?;
    serde_json::from_slice(&manifest.data).ok()
}

/// The tiers that are known, in the program or in the folder.
pub fn tiers(entry: &Entry, chosen: &Chosen) -> Vec<TierRecord> {
    let about = entry.about;
    let built = folder_of(about.id, chosen)
        .zip(entry.solver(chosen))
        .and_then(|(folder, solver)| Manifest::read(&folder, about.edition, solver.numbering()).ok());
    let shipped = shipped(about.id, chosen).filter(|manifest| manifest.edition == about.edition);
    let mut tiers: Vec<TierRecord> = shipped.map_or(Vec::new(), |manifest| manifest.tiers);
    for record in built.into_iter().flat_map(|manifest| manifest.tiers) {
        if !tiers.iter().any(|known| known.tier == record.tier) {
            tiers.push(record);
        }
    }
    tiers
}

/// What is proved of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// In a sentence.
    pub words: String,
    /// How it was proved, in a sentence.
    pub method: &'static str,
    /// How many positions are known.
    pub positions: u64,
    /// Up to how many men have to be solved to prove it again, if it takes more than are worth solving by default.
    pub men: Option<u32>,
    /// The value of the usual start to its mover, if it is known.
    pub start: Option<Value>,
    /// The most turns that a known win takes.
    pub longest_win: u16,
}

/// What tablebases prove of a game with these options; `None` if there are none.
pub fn theorem(entry: &Entry, chosen: &Chosen) -> Result<Option<Theorem>, Error> {
    let tiers = tiers(entry, chosen);
    let Some(longest_win) = tiers.iter().map(|tier| tier.longest_win).max() else { return Ok(None) };
    let game = entry.with(chosen);
    let start = game.start();
    let value = game.known(&start)?.map(|known| known.value);
    let name = |other: bool| {
        let mover = game.status(&start).seat().unwrap_or(rules::Seat::FIRST);
        entry.about.seats[if other { mover.other() } else { mover }.index()]
    };
    let Some(solver) = entry.solver(chosen) else { return Ok(None) };
    let (most, tier_count) = (solver.most_men(&tiers), tiers.len());
    let words = match value {
        Some(Value::Win(turns)) if entry.about.count() == 1 => {
            format!("It can be solved in {turns} moves, and in no fewer.")
        }
        Some(value @ (Value::Win(_) | Value::Loss(_))) => {
            let winner = name(matches!(value, Value::Loss(_)));
            let within = value.turns().map_or(String::new(), |turns| format!(", within {turns} turns"));
            format!("{winner} can win from the start, whatever the other plays{within}.")
        }
        Some(Value::Draw) => "From the start nobody can force a win.".to_string(),
        None => format!(
            "What every position with up to {most} men on the board is worth is known ({tier_count} kinds of them)."
        ),
    };
    let positions = tiers.iter().map(|tier| tier.positions).sum();
    let (method, men) = (solver.method(&tiers), Some(solver.men_of(&tiers)));
    let men = men.filter(|men| *men > solver.default_men());
    Ok(Some(Theorem { words, method, positions, men, start: value, longest_win }))
}

/// All that is known of a game with these options. What cannot be read in the folder is as good as not there; `parlour
/// solve --verify` says what is wrong with it.
pub(crate) fn open<G: Complete + Tiers>(chosen: &Chosen) -> Arc<Tablebase<G>> {
    let (id, edition) = (G::ABOUT.id, G::ABOUT.edition);
    let name = name(id, chosen);
    let mut registry = registry();
    if let Some(open) = registry.tablebases.get(&name) {
        return open.clone().downcast().expect("a name belongs to one game");
    }
    let manifest = shipped(id, chosen).filter(|manifest| manifest.edition == edition);
    let mut tablebase = manifest
        .and_then(|manifest| {
            let bytes = |file: &str| Shipped::get(&format!("{name}/{file}")).map(|file| file.data);
            Tablebase::embedded(&manifest, &name, bytes).ok()
        })
        .unwrap_or_default();
    let built = registry.folder.as_ref().and_then(|folder| Tablebase::open(&folder.join(&name), edition).ok());
    if let Some(built) = built {
        tablebase.extend(built);
    }
    let tablebase = Arc::new(tablebase);
    registry.tablebases.insert(name, tablebase.clone());
    tablebase
}

/// Known values of one game with its options.
pub(crate) trait Lookup<G: Rules>: Probe<G> + Send {
    /// The value to the seat to move, also in the middle of a turn.
    fn value(&self, game: &G, at: &G::Position) -> Result<Option<Value>, Error>;
    /// Every legal step with its value to the mover, the best first; of drawn ones those first that leave the other most
    /// ways to lose.
    fn steps(&self, game: &G, at: &G::Position) -> Result<ValuedSteps<G>, Error>;
    /// Whether the value of a position is stored, and not proved when it is asked for.
    fn is_stored(&self, game: &G, at: &G::Position) -> bool;
}

/// Finds what is known of a game with these options.
pub(crate) type Find<G> = fn(&Chosen) -> Arc<dyn Lookup<G>>;

/// The tablebases of a game that can be solved.
pub(crate) fn find<G: Complete + Tiers>(chosen: &Chosen) -> Arc<dyn Lookup<G>> {
    Arc::new(Opened(open::<G>(chosen)))
}

struct Opened<G: Tiers>(Arc<Tablebase<G>>);

impl<G: Complete + Tiers> Probe<G> for Opened<G> {
    fn probe(&self, game: &G, at: &G::Position) -> Option<i32> {
        if !self.0.reaches(game, at) {
            return None;
        }
        self.0.value(game, at).ok()?.map(score)
    }
}

impl<G: Complete + Tiers> Lookup<G> for Opened<G> {
    fn value(&self, game: &G, at: &G::Position) -> Result<Option<Value>, Error> {
        self.0.value(game, at)
    }

    fn steps(&self, game: &G, at: &G::Position) -> Result<ValuedSteps<G>, Error> {
        let mut ranked = Vec::new();
        for (step, value) in self.0.steps(game, at)? {
            let losing = if value == Some(Value::Draw) { self.losing_replies(game, at, step)? } else { 0 };
            ranked.push((Reverse((value, losing)), step));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        Ok(ranked.into_iter().map(|(Reverse((value, _)), step)| (step, value)).collect())
    }

    fn is_stored(&self, _: &G, _: &G::Position) -> bool {
        true
    }
}

impl<G: Complete + Tiers> Opened<G> {
    /// How many in a thousand of the other's steps lose after this one.
    fn losing_replies(&self, game: &G, at: &G::Position, step: G::Step) -> Result<usize, Error> {
        let mut next = at.clone();
        game.apply(&mut next, step);
        if !matches!(game.status(&next), Status::Turn(_)) {
            return Ok(0);
        }
        let replies = self.0.steps(game, &next)?;
        let losing = replies.iter().filter(|(_, value)| matches!(value, Some(Value::Loss(_)))).count();
        Ok(1000 * losing / replies.len().max(1))
    }
}

/// A known value as a search counts it.
pub(crate) fn score(value: Value) -> i32 {
    match value {
        Value::Win(turns) => WIN - i32::from(turns),
        Value::Draw => 0,
        Value::Loss(turns) => i32::from(turns) - WIN,
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// Its value to the seat to move.
    pub value: Value,
    /// Whether it is stored in a tablebase; otherwise it was proved by search just now.
    pub stored: bool,
    /// Every legal step with its value to the mover, the best first.
    pub steps: Vec<(String, Option<Value>)>,
}

/// A draw lasts for ever; a few turns show how.
const DRAWN_TURNS: usize = 10;

/// Best play of both sides from a position whose value is known, in steps: quickest wins, longest losses. It ends with the
/// game, where nothing more is known, or after so many turns.
pub fn perfect_line(game: &dyn crate::any::AnyGame, at: &AnyPosition, turns: usize) -> Result<Vec<String>, Error> {
    let (mut at, mut line, mut played) = (at.clone(), Vec::<String>::new(), 0);
    while let Some((step, value)) = game.best_known(&at)? {
        let most = if value == Value::Draw { turns.min(DRAWN_TURNS) } else { turns };
        if played == most {
            break;
        }
        let Ok(taken) = game.take(&at, &step) else { break };
        at = taken.position;
        line.push(step);
        played += usize::from(matches!(game.status(&at), Status::Turn(_)));
    }
    Ok(line)
}
