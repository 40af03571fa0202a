//! The laws of `rules::laws` over the whole library and every combination of options, one test each, so
//! that they run side by side: the rulebook's examples, random games, counts made by others, and one
//! stored playthrough per game.
//!
//! `GAMES=1000` plays more games; `BLESS=1` writes the playthroughs anew.

extern crate parlour_library as library;

use library::{AnyGame, Entry, LIBRARY};
use libtest_mimic::{Arguments, Failed, Trial};
use rules::laws::Inspection;
use rules::{Chosen, Random, Status};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

fn main() {
    let mut trials = Vec::new();
    for entry in LIBRARY {
        let id = entry.about.id;
        trials.push(Trial::test(format!("{id}::rulebook"), move || Ok(entry.by_default().obey_rulebook()?)));
        trials.push(Trial::test(format!("{id}::playthrough"), move || playthrough(entry)));
        for chosen in Chosen::every(entry.about) {
            let name = format!("{id}::laws {chosen}").trim_end().to_string();
            trials.push(Trial::test(name, move || Ok(entry.with(&chosen).obey(Inspection::of(games(), 1))?)));
        }
        // The counts made for this library, and further ones that others have published.
        let counts = ["perft.txt", "perft-published.txt"].map(|file| std::fs::read_to_string(folder(id).join(file)));
        let counts = counts.into_iter().filter_map(Result::ok).collect::<String>();
        for line in counts.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (line, name) = (line.to_string(), line.chars().take(60).collect::<String>());
            trials.push(Trial::test(format!("{id}::perft {name}"), move || perft(entry, &line)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn games() -> u32 {
    std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(20)
}

/// A game's folder.
fn folder(id: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games/src").join(id.replace('-', "_"))
}

/// `game[,option=value] depth count [| steps]`: law 10.
fn perft(entry: &Entry, line: &str) -> Result<(), Failed> {
    let (count, steps) = line.split_once('|').unwrap_or((line, ""));
    let [game, depth, count] = count.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err("a line is 'game[,option=value] depth count [| steps]'".into());
    };
    let mut chosen = Chosen::defaults(entry.about);
    for option in game.split(',').skip(1) {
        let (name, value) = option.split_once('=').ok_or("an option is name=value")?;
        chosen.set(entry.about, name, value).map_err(|unknown| format!("{unknown:?}"))?;
    }
    let game = entry.with(&chosen);
    let mut at = match steps.trim().strip_prefix("position ") {
        Some(text) => return count_equals(&game, &game.read_position(text)?, depth.parse()?, count.parse()?),
        None => game.start(),
    };
    for step in steps.split_whitespace() {
        let played = game.play(&at, step).map_err(|refusal| format!("{step}: {refusal:?}"))?;
        at = played.last().ok_or("nothing was played")?.position.clone();
    }
    count_equals(&game, &at, depth.parse()?, count.parse()?)
}

fn count_equals(game: &Arc<dyn AnyGame>, at: &library::AnyPosition, depth: u32, count: u64) -> Result<(), Failed> {
    let counted = game.perft(at, depth, 1);
    if counted == count { Ok(()) } else { Err(format!("{count} turns are counted as {counted}").into()) }
}

/// Law 9: one seeded game with everything that is seen of it is the same as ever.
fn playthrough(entry: &Entry) -> Result<(), Failed> {
    let game = entry.by_default();
    let mut random = Random::new(1892);
    let mut at = game.start();
    let mut text = String::new();
    for _ in 0..60 {
        let survey = game.survey(&at);
        writeln!(text, "{}\n  {}", game.text(&at), game.prompt(&at))?;
        if let Status::Over(outcome, clause) = survey.status {
            writeln!(text, "  {outcome:?} by {clause}")?;
            break;
        }
        let step = &survey.steps[random.below(survey.steps.len())];
        writeln!(text, "  {} of {}: {}", step, survey.steps.len(), game.say(&at, step))?;
        at = game.play(&at, step).map_err(|refusal| format!("{refusal:?}"))?[0].position.clone();
    }
    let file = folder(entry.about.id).join("playthrough.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &text)?;
    }
    let stored = std::fs::read_to_string(&file).map_err(|_| "no playthrough is stored; BLESS=1 writes one")?;
    let differs = stored.lines().zip(text.lines()).position(|(old, new)| old != new);
    match differs {
        Some(line) => {
            Err(format!("line {} of {} has changed; if that is meant, BLESS=1", line + 1, file.display()).into())
        }
        None if stored.len() != text.len() => {
            Err("the playthrough has another length; if that is meant, BLESS=1".into())
        }
        None => Ok(()),
    }
}
