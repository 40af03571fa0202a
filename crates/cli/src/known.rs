//! `solve` and `known`: the proved value of positions.

use crate::args::{KnownArgs, SolveArgs};
use crate::serve::data_folder;
use crate::setup::{self, Failure};
use known::{Cost, Error, Manifest, Progress, SolveRequest, Value};
use library::{AnySolver, Entry, LIBRARY, choose, lookup, tablebases};
use rules::Chosen;
use serde_json::{Value as Json, json};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How often progress is told.
const EVERY: Duration = Duration::from_secs(1);
/// Where tablebases lie inside the data folder.
pub const FOLDER: &str = "tablebases";
/// The variable that names another folder for tablebases.
pub const VARIABLE: &str = "PARLOUR_TABLEBASES";

impl From<Error> for Failure {
    fn from(why: Error) -> Failure {
        Failure::No(why.to_string())
    }
}

/// Looks for tablebases in this folder, or in the usual one.
pub fn look_in(root: Option<&Path>) -> Result<(), Failure> {
    match root {
        Some(root) => tablebases::look_in(root),
        None => tablebases::look_in(&data_folder()?.join(FOLDER)),
    }
    Ok(())
}

fn folder_of(id: &str, chosen: &Chosen) -> PathBuf {
    tablebases::folder_of(id, chosen).expect("a folder is looked in")
}

/// The solver of a game, or which games have one.
fn solver(id: &str, options: &[String]) -> Result<(Box<dyn AnySolver>, Chosen), Failure> {
    let entry = lookup(id)?;
    let chosen = choose(entry.about, options.iter().map(String::as_str))?;
    let solver = entry.solver(&chosen).ok_or_else(|| {
        let can = LIBRARY.iter().filter(|entry| entry.solver(&Chosen::defaults(entry.about)).is_some());
        let can: Vec<&str> = can.map(|entry| entry.about.id).collect();
        Failure::No(format!("{} is too large to be solved; these can be: {}", entry.about.name, can.join(", ")))
    })?;
    Ok((solver, chosen))
}

pub fn solve(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    look_in(args.folder.as_deref())?;
    if args.list {
        return list(args, out);
    }
    if args.shipped {
        return shipped(args, out);
    }
    let id = args.game.as_deref().unwrap_or_default();
    let (solver, chosen) = solver(id, &args.options)?;
    let folder = folder_of(id, &chosen);
    if args.verify {
        return verify(&*solver, &folder, args, out);
    }
    let began = Instant::now();
    let men = args.men.unwrap_or(solver.default_men());
    let manifest = run(&*solver, &folder, men, args)?;
    print(&manifest, out)?;
    Ok(writeln!(out, "solved in {:.1} s; values are in {}", began.elapsed().as_secs_f64(), folder.display())?)
}

fn threads(args: &SolveArgs) -> usize {
    args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Solves a game with up to so many men, telling how far it has come.
fn run(solver: &dyn AnySolver, folder: &Path, men: u32, args: &SolveArgs) -> Result<Manifest, Failure> {
    let began = Instant::now();
    let threads = threads(args);
    let request = SolveRequest {
        folder: folder.to_path_buf(),
        men,
        threads,
        memory: args.memory << 30,
        ..SolveRequest::default()
    };
    let last_shown: Mutex<Option<Instant>> = Mutex::new(None);
    let before = OnceLock::new();
    let manifest = solver.solve(&request, &|progress| {
        let mut last = last_shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= EVERY) {
            *last = Some(Instant::now());
            tell(progress, *before.get_or_init(|| progress.of_all()), began);
        }
        true
    })?;
    Ok(manifest)
}

/// Every game and choice of options with a solver.
fn solvable() -> impl Iterator<Item = (&'static Entry, Chosen, Box<dyn AnySolver>)> {
    let every =
        LIBRARY.iter().flat_map(|entry| Chosen::every(entry.about).into_iter().map(move |chosen| (entry, chosen)));
    every.filter_map(|(entry, chosen)| entry.solver(&chosen).map(|solver| (entry, chosen, solver)))
}

fn shipped(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    for (entry, chosen, solver) in solvable() {
        let (name, folder) = (tablebases::name(entry.about.id, &chosen), folder_of(entry.about.id, &chosen));
        let mut manifest = run(&*solver, &folder, solver.shipped_men(), args)?;
        let tiers = solver.shipped_tiers();
        if let Some(built) = &args.built {
            let (edition, numbering) = (entry.about.edition, solver.numbering());
            manifest = known::copy_tiers(&built.join(&name), &folder, &tiers, edition, numbering)?;
        }
        if let Some(missing) = tiers.iter().find(|tier| manifest.tier(tier).is_none()) {
            return Err(Failure::No(format!(
                "tier {missing} of {name} takes hours: build it with --men and --folder, then name that folder with --built"
            )));
        }
        let positions: u64 = manifest.tiers.iter().map(|tier| tier.positions).sum();
        writeln!(out, "{name}: {positions} positions")?;
    }
    Ok(())
}

/// A line on standard error, if somebody is there to read it; `before` of the whole was done when it began.
fn tell(progress: &Progress, before: f64, began: Instant) {
    if !std::io::stderr().is_terminal() || progress.tiers.is_empty() {
        return;
    }
    let done = progress.of_all();
    let left = Progress::time_left(done, before, began.elapsed());
    let left = left.map_or(String::new(), |left| format!(", about {} s more", left.as_secs()));
    eprintln!("{:3.0} %: {} ({:.0} %{left})", 100.0 * done, progress.tiers, 100.0 * progress.part);
}

fn print(manifest: &Manifest, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{:12} {:>12} {:>12} {:>12} {:>12}  longest", "tier", "positions", "win", "draw", "loss")?;
    for tier in &manifest.tiers {
        writeln!(
            out,
            "{:12} {:>12} {:>12} {:>12} {:>12}  {}, {}",
            tier.tier, tier.positions, tier.wins, tier.draws, tier.losses, tier.longest_win, tier.longest_loss
        )?;
    }
    Ok(())
}

fn verify(solver: &dyn AnySolver, folder: &Path, args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let last_shown = Mutex::new(Instant::now());
    let verified = solver.verify(folder, args.memory << 30, threads(args), &|tier, done, of| {
        let mut last = last_shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if std::io::stderr().is_terminal() && last.elapsed() >= EVERY {
            *last = Instant::now();
            eprintln!("{tier}: {:3.0} %", 100.0 * done as f64 / of as f64);
        }
    })?;
    if verified.positions == 0 {
        return Err(Failure::No(format!("nothing is solved in {}", folder.display())));
    }
    for (tier, number) in &verified.contradictions {
        writeln!(out, "tier {tier}, number {number}: the stored value is not what its successors say")?;
    }
    if !verified.unchecked.is_empty() {
        writeln!(
            out,
            "not checked, because what they rest on is not in this folder: {}",
            verified.unchecked.join(" ")
        )?;
    }
    writeln!(out, "{} positions, {} contradictions", verified.positions, verified.contradictions.len())?;
    if verified.contradictions.is_empty() { Ok(()) } else { Err(Failure::Said) }
}

fn list(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    for (entry, chosen, solver) in solvable() {
        if args.game.as_ref().is_some_and(|id| *id != entry.about.id) {
            continue;
        }
        let men = args.men.unwrap_or(solver.default_men());
        let tiers = solver.tiers(men);
        let numbers: u64 = tiers.iter().map(|(_, size)| size).sum();
        let tiers_in = |manifest: Option<Manifest>| manifest.map_or(0, |manifest| manifest.tiers.len());
        let built =
            tiers_in(Manifest::read(&folder_of(entry.about.id, &chosen), entry.about.edition, solver.numbering()).ok());
        let shipped = tiers_in(tablebases::shipped(entry.about.id, &chosen));
        let name = format!("{} {chosen}", entry.about.id);
        let size = tiers.len();
        let cost = solver.cost(men, &[]).map_or("proved by search".to_string(), cost_words);
        writeln!(
            out,
            "{name:44} up to {men:2} men: {size:3} tiers, {numbers:>11} numbers; {shipped:2} in the program, {built:2} built; \
             {cost}"
        )?;
    }
    Ok(())
}

fn cost_words(cost: Cost) -> String {
    let seconds = cost.time.as_secs();
    let time = match seconds {
        0..100 => format!("{} s", seconds.max(1)),
        100..6000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    };
    format!("about {time} of processor time, {} MB of memory", cost.memory.div_ceil(1 << 20))
}

pub fn look_up(args: &KnownArgs, out: &mut impl Write) -> Result<(), Failure> {
    let id = &args.setup.game;
    let game = setup::game(id, &args.setup.place.options)?;
    let at = setup::place(&game, &args.setup.place)?;
    look_in(args.folder.as_deref())?;
    solver(id, &args.setup.place.options)?;
    let found = game.known(&at)?;
    let value =
        |value: Option<Value>| json!({ "value": value.map(Value::word), "turns": value.and_then(Value::turns) });
    if args.json {
        let mut object = value(found.as_ref().map(|known| known.value));
        object["source"] = found.as_ref().map_or(Json::Null, |known| source(known).into());
        let steps = found.iter().flat_map(|known| &known.steps).map(|(step, worth)| {
            let mut entry = value(*worth);
            entry["step"] = step.as_str().into();
            entry
        });
        object["steps"] = steps.collect();
        writeln!(out, "{object}")?;
    } else if let Some(known) = &found {
        writeln!(out, "{}, proved by {}", words(Some(known.value)), source(known))?;
        for (step, worth) in &known.steps {
            writeln!(out, "  {step:12} {}", words(*worth))?;
        }
    } else {
        let hint = format!("nothing is known of this position; parlour solve {id} solves what is worth it");
        return Err(Failure::No(hint));
    }
    if found.is_some() { Ok(()) } else { Err(Failure::Said) }
}

/// What a value comes from.
fn source(known: &tablebases::KnownPosition) -> &'static str {
    if known.stored { "tablebase" } else { "search" }
}

fn words(value: Option<Value>) -> String {
    let Some(value) = value else { return "not known".to_string() };
    let turns = value.turns().map_or(String::new(), |turns| format!(" in {turns}"));
    format!("{}{turns}", value.word())
}
