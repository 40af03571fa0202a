//! The laws of `rules::laws` for each game and every combination of its options: the rulebook's examples, random games,
//! counts made by others, and one stored playthrough.
//!
//! `cargo test -p parlour-games --lib merelles` runs those of one game with its own tests, and compiles nothing but this
//! crate. `GAMES=1000` plays more games; `BLESS=1` writes the playthroughs anew.

use rules::laws::{Inspection, obey, obey_rulebook};
use rules::prelude::*;
use rules::{Complete, Random};
use std::env::{var, var_os};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The tests of each game, in a module named after its folder.
macro_rules! laws_of {
    ($($folder:ident::$game:ident),* $(,)?) => {
        $(mod $folder {
            use crate::$game;

            #[test]
            fn rulebook() {
                super::rulebook::<$game>();
            }

            #[test]
            fn laws() {
                super::laws::<$game>();
            }

            #[test]
            fn counts() {
                super::counts::<$game>(stringify!($folder));
            }

            #[test]
            fn playthrough() {
                super::playthrough::<$game>(stringify!($folder));
            }
        })*

        #[test]
        fn every_folder_has_its_laws_tested() {
            let tested = [$(stringify!($folder)),*];
            let folders = std::fs::read_dir(source("")).expect("the source folder");
            let games = folders.map(|entry| entry.expect("an entry").path()).filter(|path| path.join("rules.md").exists());
            for game in games {
                let name = game.file_name().and_then(|name| name.to_str()).expect("a name");
                assert!(tested.contains(&name), "{name} is missing in the list of lib.rs");
            }
        }
    };
}
pub(crate) use laws_of;

/// A game's folder in the source.
pub(super) fn source(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)
}

fn with_defaults<G: Complete>() -> G {
    G::with(&Chosen::defaults(&G::ABOUT))
}

/// Laws 1, 2 and 12.
pub(super) fn rulebook<G: Complete>() {
    obey_rulebook(&with_defaults::<G>()).unwrap_or_else(|why| panic!("{}: {why}", G::ABOUT.id));
}

/// Laws 3 to 8, 11 and 13 to 15, with every combination of options.
pub(super) fn laws<G: Complete>() {
    let games = var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(20);
    for chosen in Chosen::every(&G::ABOUT) {
        obey(&G::with(&chosen), Inspection::of(games, 1)).unwrap_or_else(|why| panic!("{chosen} {why}"));
    }
}

/// Law 10: the counts made for this library, and further ones that others have published, a line each:
/// `game[,option=value] depth count [| steps]` or `... | position TEXT`.
pub(super) fn counts<G: Complete>(folder: &str) {
    for file in ["perft.txt", "perft-published.txt"] {
        let Ok(lines) = std::fs::read_to_string(source(folder).join(file)) else { continue };
        for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (expected, counted) = count::<G>(line).unwrap_or_else(|why| panic!("{folder}/{file}, {line}: {why}"));
            assert_eq!(counted, expected, "{folder}/{file}, {line}");
        }
    }
}

/// What a line of counts says, and what is counted.
fn count<G: Complete>(line: &str) -> Result<(u64, u64), String> {
    let (count, steps) = line.split_once('|').unwrap_or((line, ""));
    let [game, depth, count] = count.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err("expected 'game[,option=value] depth count [| steps]'".to_string());
    };
    let mut chosen = Chosen::defaults(&G::ABOUT);
    for option in game.split(',').skip(1) {
        let (name, value) = option.split_once('=').ok_or("an option is name=value")?;
        chosen.set(&G::ABOUT, name, value).map_err(|unknown| format!("{unknown:?}"))?;
    }
    let game = G::with(&chosen);
    let at = match steps.trim().strip_prefix("position ") {
        Some(text) => text.parse().map_err(|why| format!("the position is not read: {why}"))?,
        None => rules::laws::after(&game, steps)?,
    };
    let number = |text: &str| text.parse::<u64>().map_err(|why| format!("{text}: {why}"));
    Ok((number(count)?, game.perft(&at, number(depth)? as u32, &mut Spare::new())))
}

/// Law 9: one seeded game with everything that is seen of it is the same as ever.
pub(super) fn playthrough<G: Complete>(folder: &str) {
    let game = with_defaults::<G>();
    let mut random = Random::new(1892);
    let (mut at, mut steps) = (game.start(), Vec::new());
    let mut text = String::new();
    for _ in 0..60 {
        let status = game.survey(&at, &mut steps);
        writeln!(text, "{at}\n  {}", game.prompt(&at)).expect("memory");
        if let Status::Over(outcome, clause) = status {
            writeln!(text, "  {outcome:?} by {clause}").expect("memory");
            break;
        }
        let step = steps[random.below(steps.len())];
        writeln!(text, "  {step} of {}: {}", steps.len(), game.say(&at, step)).expect("memory");
        game.apply(&mut at, step);
    }
    let file = source(folder).join("playthrough.txt");
    if var_os("BLESS").is_some() {
        std::fs::write(&file, &text).expect("the file is written");
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_else(|_| {
        let game = G::ABOUT.id;
        panic!("{} is not there; tests/new-game {game} writes it when all else is done", file.display())
    });
    for (nth, (old, new)) in stored.lines().zip(text.lines()).enumerate() {
        assert_eq!(new, old, "line {} of {} has changed; if that is meant, BLESS=1", nth + 1, file.display());
    }
    assert_eq!(text.len(), stored.len(), "{} has another length; if that is meant, BLESS=1", file.display());
}
