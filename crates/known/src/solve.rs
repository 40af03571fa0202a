//! Solving a game group by group.

use crate::checkpoint::Checkpoint;
use crate::file::{self, BLOCK, Error, checksum};
use crate::retrograde::{GroupSolver, HOLE, Solved, bytes_a_position, method};
use crate::tablebase::Tablebase;
use crate::value::Value;
use rules::Tiers;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is to be solved, and where it goes.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The folder for this game with these options.
    pub folder: PathBuf,
    /// Tiers with up to so many men.
    pub men: u32,
    /// How many threads work.
    pub threads: usize,
    /// How many bytes of memory may be used.
    pub memory: u64,
    /// How often a large group under way is saved, so that a kill loses no more than that.
    pub checkpoint_every: Duration,
}

/// Nothing, in the current folder: to be filled in.
impl Default for SolveRequest {
    fn default() -> SolveRequest {
        SolveRequest {
            folder: PathBuf::new(),
            men: 0,
            threads: 1,
            memory: 4 << 30,
            checkpoint_every: Duration::from_mins(5),
        }
    }
}

/// How far it has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The tiers being solved, such as `4-3 3-4`.
    pub tiers: String,
    /// How much of these is done, from 0 to 1.
    pub part: f64,
    /// Positions of these tiers.
    pub size: u64,
    /// Positions in finished groups.
    pub done: u64,
    /// Positions in all.
    pub total: u64,
}

impl Progress {
    /// How much of the whole is done, from 0 to 1.
    pub fn of_all(&self) -> f64 {
        (self.done as f64 + self.part * self.size as f64) / self.total.max(1) as f64
    }

    /// How long the rest may take, if so much was spent since only `before` of the whole was done; `None` while it is too early
    /// to tell.
    pub fn time_left(done: f64, before: f64, spent: Duration) -> Option<Duration> {
        let since = done - before;
        (since > 0.02).then(|| spent.mul_f64((1.0 - done).max(0.0) / since))
    }
}

/// What it takes to solve some tiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Bytes of memory.
    pub memory: u64,
    /// Processor time, roughly.
    pub time: Duration,
}

impl Cost {
    /// What it takes to work out a group backwards.
    pub fn backwards<G: Tiers>(game: &G, group: &[G::Tier]) -> Cost {
        let size = |tiers: &[G::Tier]| tiers.iter().map(|tier| game.size(*tier)).sum::<u64>();
        let own = size(group);
        // A loaded value has two bytes.
        let memory = own * bytes_a_position(game) + 2 * size(&game.leads_to(group));
        Cost { memory, time: Duration::from_nanos(own * G::NANOSECONDS) }
    }
}

/// What is known of one tier.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct TierRecord {
    /// Its name.
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
    /// SHA-256 of its file.
    pub sha256: String,
}

/// All tiers of a folder.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Manifest {
    /// The edition of the rules that the values hold for.
    pub edition: u16,
    /// How positions are numbered ([`Tiers::NUMBERING`]).
    #[serde(default = "first_numbering")]
    pub numbering: u16,
    /// The version of the program that solved it.
    pub program: String,
    /// The finished tiers.
    pub tiers: Vec<TierRecord>,
}

/// Manifests that do not say how positions are numbered were written before any numbering changed.
fn first_numbering() -> u16 {
    1
}

impl Manifest {
    /// Reads the manifest of a folder; an empty one if there is none yet. Values for other rules or with other numbers are
    /// refused.
    pub fn read(folder: &Path, edition: u16, numbering: u16) -> Result<Manifest, Error> {
        let path = folder.join("manifest.json");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
                let program = env!("CARGO_PKG_VERSION").to_string();
                return Ok(Manifest { edition, numbering, program, tiers: Vec::new() });
            }
            Err(why) => return Err(Error::File(path, why)),
        };
        let manifest: Manifest =
            serde_json::from_str(&text).map_err(|why| Error::Damaged(path.clone(), why.to_string()))?;
        if manifest.edition != edition {
            Err(Error::OtherEdition(path, manifest.edition, edition))
        } else if manifest.numbering != numbering {
            Err(Error::OtherNumbering(path))
        } else {
            Ok(manifest)
        }
    }

    fn write(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join("manifest.json");
        let partial = folder.join("manifest.partial");
        let text = serde_json::to_string_pretty(self).expect("a manifest can be written");
        let written = std::fs::write(&partial, text)
            .and_then(|()| std::fs::File::open(&partial)?.sync_all())
            .and_then(|()| std::fs::rename(&partial, &path));
        written.map_err(|why| Error::File(path, why))
    }

    /// Refuses a folder in which a file has another checksum than its record.
    pub fn check(&self, folder: &Path) -> Result<(), Error> {
        for record in &self.tiers {
            let path = path_of(folder, &record.tier);
            let bytes = std::fs::read(&path).map_err(|why| Error::File(path.clone(), why))?;
            if checksum(&bytes) != record.sha256 {
                return Err(Error::Damaged(path, "its checksum is not that of the manifest".to_string()));
            }
        }
        Ok(())
    }

    /// The record of a tier.
    pub fn tier(&self, name: &str) -> Option<&TierRecord> {
        self.tiers.iter().find(|record| record.tier == name)
    }
}

/// Copies these finished tiers from another folder, where they are missing: tells what is there then.
pub fn copy_tiers(from: &Path, to: &Path, tiers: &[String], edition: u16, numbering: u16) -> Result<Manifest, Error> {
    let source = Manifest::read(from, edition, numbering)?;
    let mut manifest = Manifest::read(to, edition, numbering)?;
    for name in tiers {
        if manifest.tier(name).is_some() {
            continue;
        }
        let Some(record) = source.tier(name) else { continue };
        let path = path_of(to, name);
        std::fs::copy(path_of(from, name), &path).map_err(|why| Error::File(path, why))?;
        manifest.tiers.push(record.clone());
    }
    manifest.check(to)?;
    manifest.write(to)?;
    Ok(manifest)
}

/// What the file of a tier is called.
pub(crate) fn file_name(tier: &str) -> String {
    format!("{tier}.tier")
}

/// The file of a tier.
pub(crate) fn path_of(folder: &Path, tier: &str) -> PathBuf {
    folder.join(file_name(tier))
}

/// Solves what is not solved yet, group by group, under this edition of the rules. A kill at any moment loses what was done in
/// the group under way since its last checkpoint; `progress` is told how far it is, and returns false to stop.
pub fn solve<G: Tiers>(
    game: &G,
    request: &SolveRequest,
    edition: u16,
    progress: &(dyn Fn(&Progress) -> bool + Sync),
) -> Result<Manifest, Error> {
    by_group(game, request, edition, progress, &|tiers, known, report| {
        backwards(game, request, edition, tiers, known, report)
    })
}

/// Solves a group by retrograde analysis, when those that it leads to are known.
pub(crate) fn backwards<G: Tiers>(
    game: &G,
    request: &SolveRequest,
    edition: u16,
    tiers: &[G::Tier],
    known: &Tablebase<G>,
    report: GroupReport<'_>,
) -> Result<Solved, Error> {
    let Cost { memory: needed, .. } = Cost::backwards(game, tiers);
    if needed > request.memory {
        let names: Vec<String> = tiers.iter().map(G::Tier::to_string).collect();
        return Err(Error::Memory { tiers: names.join(" "), needed, allowed: request.memory });
    }
    let loaded = known.load(game.leads_to(tiers), request.threads)?;
    let outside = |tier: G::Tier, number: u64| {
        loaded.packed(tier, number).filter(|packed| *packed != HOLE).unwrap_or_else(|| {
            let stored = known.numbered(tier, number).expect("finished tiers can be read");
            stored.expect("a group leads to finished tiers").pack()
        })
    };
    let checkpoint = checkpoint(game, request, edition, tiers);
    GroupSolver::new(game, tiers, outside, request.threads, report).solve(&checkpoint)
}

/// The checkpoint of a group.
pub(crate) fn checkpoint<G: Tiers>(game: &G, request: &SolveRequest, edition: u16, tiers: &[G::Tier]) -> Checkpoint {
    let version = [edition, G::NUMBERING, method(game)];
    Checkpoint::new(&request.folder, &tiers[0].to_string(), version, request.checkpoint_every)
}

/// Is told how much of a group is done, from 0 to 1, and returns false to stop.
pub(crate) type GroupReport<'a> = &'a (dyn Fn(f64) -> bool + Sync);

/// How the values of a group are found, when those of earlier groups are known.
type SolveGroup<'a, G> = &'a dyn Fn(&[<G as Tiers>::Tier], &Tablebase<G>, GroupReport<'_>) -> Result<Solved, Error>;

/// Goes through the groups that are not solved yet, and keeps what is found.
pub(crate) fn by_group<G: Tiers>(
    game: &G,
    request: &SolveRequest,
    edition: u16,
    progress: &(dyn Fn(&Progress) -> bool + Sync),
    solve_group: SolveGroup<'_, G>,
) -> Result<Manifest, Error> {
    std::fs::create_dir_all(&request.folder).map_err(|why| Error::File(request.folder.clone(), why))?;
    let mut manifest = Manifest::read(&request.folder, edition, G::NUMBERING)?;
    let groups = game.groups(request.men);
    let size = |tiers: &[G::Tier]| tiers.iter().map(|tier| game.size(*tier)).sum::<u64>();
    let total = groups.iter().map(|tiers| size(tiers)).sum();
    let mut done = 0;
    let mut known = Tablebase::<G>::open(&request.folder, edition)?;
    for tiers in &groups {
        let names: Vec<String> = tiers.iter().map(G::Tier::to_string).collect();
        if !names.iter().all(|name| manifest.tier(name).is_some()) {
            let report = |part| progress(&Progress { tiers: names.join(" "), part, size: size(tiers), done, total });
            if !report(0.0) {
                return Err(Error::Stopped);
            }
            let solved = solve_group(tiers, &known, &report)?;
            let mut first = 0;
            for (name, tier) in names.iter().zip(tiers) {
                let count = game.size(*tier);
                let values = |numbers: Range<u64>| solved.packed(first + numbers.start..first + numbers.end);
                let sha256 = file::write(&path_of(&request.folder, name), count, request.threads, &values)?;
                manifest.tiers.retain(|record| record.tier != *name);
                manifest.tiers.push(record(name, count, &values, sha256));
                first += count;
            }
            manifest.write(&request.folder)?;
            checkpoint(game, request, edition, tiers).remove()?;
            for tier in tiers {
                known.add(&request.folder, *tier)?;
            }
        }
        done += size(tiers);
    }
    progress(&Progress { tiers: String::new(), part: 1.0, size: 0, done, total });
    Ok(manifest)
}

fn record(tier: &str, count: u64, values: &impl Fn(Range<u64>) -> Vec<u16>, sha256: String) -> TierRecord {
    let mut record = TierRecord {
        tier: tier.to_string(),
        positions: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        longest_win: 0,
        longest_loss: 0,
        sha256,
    };
    let blocks = (0..count).step_by(BLOCK as usize).map(|first| first..(first + BLOCK).min(count));
    for packed in blocks.flat_map(values).filter(|packed| *packed != HOLE) {
        record.positions += 1;
        let value = Value::unpack(packed);
        let longest = if value > Value::Draw { &mut record.longest_win } else { &mut record.longest_loss };
        *longest = (*longest).max(value.turns().unwrap_or(0));
        match value {
            Value::Win(_) => record.wins += 1,
            Value::Draw => record.draws += 1,
            Value::Loss(_) => record.losses += 1,
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_reckoned_from_what_was_done_since_it_went_on() {
        let halfway = Progress { tiers: "4-3".into(), part: 0.5, size: 40, done: 60, total: 100 };
        assert!((halfway.of_all() - 0.8).abs() < 1e-9);
        let left = |done, before| Progress::time_left(done, before, Duration::from_secs(30)).map(|left| left.as_secs());
        assert_eq!(left(0.8, 0.6), Some(30), "a fifth took half a minute, and a fifth is left");
        assert_eq!(left(0.8, 0.79), None, "a hundredth tells nothing yet");
        assert_eq!(left(1.0, 0.0), Some(0));
    }
}
