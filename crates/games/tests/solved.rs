//! Solved tiers have the counts that others found, and every stored value is what its successors say.

extern crate parlour_games as games;

use games::{CheckerPuzzle, Checkers, Chess, FoxAndGeese, Lasca, Merelles, PickMeUp, Polychek, Tigh};
use known::prove::{Effort, ProofTable, Prover};
use known::{Error, Manifest, SolveRequest, Tablebase, Value, solve, verify};
use rules::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tempfile::TempDir;

fn game<G: Game>(options: &[(&str, &str)]) -> G {
    let mut chosen = Chosen::defaults(&G::ABOUT);
    for (name, value) in options {
        chosen.set(&G::ABOUT, name, value).expect("an option");
    }
    G::with(&chosen)
}

/// Solves, verifies, and tells what was found.
fn solved<G: Tiers + Game>(game: &G, men: u32, threads: usize) -> (TempDir, Manifest) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let request = SolveRequest { folder: folder.path().to_path_buf(), men, threads, ..SolveRequest::default() };
    let manifest = solve(game, &request, G::ABOUT.edition, &|_| true).expect("it is solved");
    let verified = verify(game, folder.path(), G::ABOUT.edition, threads, &|_, _, _| ()).expect("it is verified");
    assert_eq!(verified.contradictions, [], "of {}", verified.positions);
    assert_eq!(verified.positions, manifest.tiers.iter().map(|tier| tier.positions).sum::<u64>());
    (folder, manifest)
}

/// The values of a plain iteration to a fixed point, without retrograde analysis, for small games.
fn plain_values<G: Tiers>(game: &G, men: u32) -> HashMap<(G::Tier, u64), i32> {
    let mut values: HashMap<(G::Tier, u64), i32> = HashMap::new();
    let all: Vec<(G::Tier, u64)> =
        game.groups(men).into_iter().flatten().flat_map(|tier| (0..game.size(tier)).map(move |n| (tier, n))).collect();
    for bound in 0i32.. {
        let before = values.len();
        for key in &all {
            let Some(at) = game.position(key.0, key.1) else { continue };
            if !values.contains_key(key)
                && let Some(value) = plain_value(game, &at, &values, bound)
            {
                values.insert(*key, value);
            }
        }
        // Distances may skip a level, never two.
        if bound > 3 && values.len() == before && !values.values().any(|value| value.abs() >= bound) {
            return values;
        }
    }
    unreachable!("every game comes to rest")
}

/// Wins as positive, losses as negative numbers of turns plus one, if decided within this bound.
fn plain_value<G: Tiers>(game: &G, at: &G::Position, values: &HashMap<(G::Tier, u64), i32>, bound: i32) -> Option<i32> {
    let mut steps = Vec::new();
    match game.survey(at, &mut steps) {
        Status::Over(Outcome::Draw, _) => return None,
        Status::Over(..) => return Some(-1),
        _ => {}
    }
    let mut best: Option<i32> = None;
    let mut open = false;
    let mut queue = vec![at.clone()];
    let mover = game.status(at).seat()?;
    while let Some(at) = queue.pop() {
        game.survey(&at, &mut steps);
        for step in &steps {
            let mut next = at.clone();
            game.apply(&mut next, *step);
            let value = match game.status(&next) {
                Status::Continue(_) => {
                    queue.push(next);
                    continue;
                }
                Status::Over(Outcome::Draw, _) => Some(0),
                Status::Over(Outcome::Win(winner), _) => Some(if winner == mover { 2 } else { -2 }),
                Status::Turn(seat) => {
                    // What has no number has no step, either, and is lost.
                    let value = game.number(&next).map_or(Some(-1), |key| values.get(&key).copied());
                    value.map(|value| {
                        let value = if seat == mover { value } else { -value };
                        value + value.signum()
                    })
                }
            };
            match value {
                Some(value) if value > 0 => {
                    best = Some(best.filter(|best| *best > 0).map_or(value, |best| best.min(value)));
                }
                Some(value) if value < 0 => {
                    best = Some(best.map_or(value, |best| if best > 0 { best } else { best.min(value) }));
                }
                _ => open = true,
            }
        }
    }
    // A win is certain at its distance; a loss only if nothing is open.
    best.filter(|best| if *best > 0 { *best <= bound + 1 } else { !open && -*best <= bound + 1 })
}

fn agrees_with_plain<G: Tiers + Game>(game: &G, men: u32) {
    let (folder, _) = solved(game, men, 1);
    let tablebase = Tablebase::<G>::open(folder.path(), G::ABOUT.edition).expect("a tablebase");
    let plain = plain_values(game, men);
    for tier in game.groups(men).into_iter().flatten() {
        for number in 0..game.size(tier) {
            if game.position(tier, number).is_none() {
                continue;
            }
            let value = match tablebase.numbered(tier, number).expect("readable").expect("a value") {
                Value::Win(turns) => Some(i32::from(turns) + 1),
                Value::Loss(turns) => Some(-i32::from(turns) - 1),
                Value::Draw => None,
            };
            assert_eq!(value, plain.get(&(tier, number)).copied(), "{tier} {number}");
        }
    }
}

#[test]
fn the_plain_method_finds_the_same() {
    agrees_with_plain(&game::<Tigh>(&[]), 4);
    agrees_with_plain(&game::<PickMeUp>(&[]), 15);
    agrees_with_plain(&game::<CheckerPuzzle>(&[]), 6);
    agrees_with_plain(&game::<Checkers>(&[]), 2);
    agrees_with_plain(&game::<Polychek>(&[]), 2);
    agrees_with_plain(&game::<Polychek>(&[("kings", "may"), ("crowning", "at-once")]), 2);
    agrees_with_plain(&game::<Lasca>(&[]), 2);
    agrees_with_plain(&game::<Chess>(&[]), 2);
}

#[test]
#[ignore = "takes minutes: by hand after changes of tiers or solver"]
fn the_plain_method_finds_the_same_with_more_men() {
    agrees_with_plain(&game::<Checkers>(&[]), 3);
    for chosen in Chosen::every(&Polychek::ABOUT) {
        agrees_with_plain(&Polychek::with(&chosen), 3);
    }
    agrees_with_plain(&game::<Lasca>(&[]), 3);
    agrees_with_plain(&game::<Chess>(&[]), 3);
    agrees_with_plain(&game::<Tigh>(&[]), 5);
    agrees_with_plain(&game::<Merelles>(&[]), 6);
}

#[test]
fn chess_with_three_men_has_the_published_counts() {
    let (_folder, manifest) = solved(&game::<Chess>(&[]), 3, 2);
    for (name, counts, longest) in [
        ("k-k", (0, 462, 0), (0, 0)),
        ("kq-k", (18_081, 0, 0), (19, 0)),
        ("k-kq", (0, 2_896, 25_160), (0, 20)),
        ("kr-k", (21_959, 0, 0), (31, 0)),
        ("k-kr", (0, 2_796, 25_260), (0, 32)),
        ("kb-k", (0, 24_178, 0), (0, 0)),
        ("kn-k", (0, 25_750, 0), (0, 0)),
        ("kp-k", (62_480, 19_184, 0), (55, 0)),
    ] {
        let tier = manifest.tier(name).expect("it is solved");
        assert_eq!((tier.wins, tier.draws, tier.losses), counts, "{name}");
        assert_eq!((tier.longest_win, tier.longest_loss), longest, "{name}");
    }
}

/// How many set-ups of so many men of one colour or of any there are: columns on 25 squares, each a leader and what lies under
/// him. A private never leads in the row of four squares where his colour promotes.
fn set_ups(men: usize, colours: u64) -> u64 {
    let kinds = 2 * colours;
    let mut ways = vec![0; men + 1];
    ways[0] = 1;
    for square in 0..25 {
        let leaders = if square < 4 * colours { kinds - 1 } else { kinds };
        for all in (1..=men).rev() {
            let with_column = |here: usize| ways[all - here] * leaders * kinds.pow(here as u32 - 1);
            ways[all] += (1..=all).map(with_column).sum::<u64>();
        }
    }
    ways[men]
}

#[test]
fn set_ups_of_lasca_are_as_many_as_can_be_counted_without_numbers() {
    let lasca = game::<Lasca>(&[]);
    let count = |men: u32| {
        let tiers = lasca.groups(men).into_iter().flatten();
        let positions =
            tiers.flat_map(|tier| (0..lasca.size(tier)).filter_map(move |number| Lasca.position(tier, number)));
        positions.map(|at| u64::from(2 / lasca.symmetries(&at))).sum::<u64>()
    };
    // Men of both colours: with one colour only the game is over. Mirrored set-ups are counted apart.
    let of_both = |men: usize| set_ups(men, 2) - 2 * set_ups(men, 1);
    assert_eq!([2, 3, 4, 5].map(of_both), [2_216, 111_352, 3_400_868, 79_379_644]);
    for men in 2..=3 {
        assert_eq!(count(men as u32), (2..=men).map(of_both).sum::<u64>(), "up to {men} men");
    }
}

#[test]
fn pick_me_up_and_the_puzzle_are_won_from_the_start() {
    let pick_me_up = game::<PickMeUp>(&[]);
    let (folder, _) = solved(&pick_me_up, 15, 1);
    let tablebase = Tablebase::<PickMeUp>::open(folder.path(), 1).expect("a tablebase");
    // Leave one more than a multiple of four: two of fifteen are taken first.
    let steps = tablebase.steps(&pick_me_up, &pick_me_up.start()).expect("values");
    let winning: Vec<String> = steps
        .iter()
        .filter(|(_, value)| matches!(value, Some(Value::Win(_))))
        .map(|(step, _)| step.to_string())
        .collect();
    assert_eq!(winning, ["2"]);
    let puzzle = game::<CheckerPuzzle>(&[]);
    let (folder, _) = solved(&puzzle, 6, 1);
    let tablebase = Tablebase::<CheckerPuzzle>::open(folder.path(), 1).expect("a tablebase");
    assert_eq!(
        tablebase.value(&puzzle, &puzzle.start()).expect("a value"),
        Some(Value::Win(15)),
        "fifteen are the least"
    );
}

#[test]
fn checkers_with_two_and_three_pieces_has_the_published_counts() {
    let (_folder, manifest) = solved(&game::<Checkers>(&[]), 3, 2);
    let count = |pieces: u32| {
        let tiers = manifest
            .tiers
            .iter()
            .filter(|tier| tier.tier.chars().filter_map(|letter| letter.to_digit(10)).sum::<u32>() == pieces);
        tiers
            .fold((0, 0, 0), |(wins, draws, losses), tier| (wins + tier.wins, draws + tier.draws, losses + tier.losses))
    };
    assert_eq!(count(2), (716, 2_370, 402));
    assert_eq!(count(3), (100_250, 8_477, 87_305));
}

#[test]
fn tigh_with_two_checkers_a_side_has_the_known_counts() {
    let game = game::<Tigh>(&[]);
    let (folder, _) = solved(&game, 4, 2);
    let tablebase = Tablebase::<Tigh>::open(folder.path(), 1).expect("a tablebase");
    // The counts are those of all boards on which nobody has passed, symmetric ones counted apart.
    let mut counts = [0; 3];
    let squares: Vec<(usize, usize)> = (0..25).flat_map(|a| (a + 1..25).map(move |b| (a, b))).collect();
    for (a, b) in &squares {
        for (c, d) in squares.iter().filter(|(c, d)| ![c, d].iter().any(|square| [a, b].contains(square))) {
            let mut letters = ['.'; 25];
            (letters[*a], letters[*b], letters[*c], letters[*d]) = ('w', 'w', 'b', 'b');
            let rows: Vec<String> = letters.chunks(5).map(|row| row.iter().collect()).collect();
            let at = format!("1/{}", rows.join(",")).parse().expect("a position");
            counts[stored_result(&game, &at, &tablebase).expect("it is solved") as usize] += 1;
        }
    }
    assert_eq!(counts, [140, 72_464, 3_296]);
}

#[test]
fn merelles_with_three_men_a_side_has_the_known_counts_whatever_the_threads() {
    for (flying, counts, longest) in
        [("off", (90_842, 38_622, 40_162), (39, 38)), ("on", (140_621, 269, 28_736), (25, 26))]
    {
        let game = game::<Merelles>(&[("flying", flying)]);
        let (_folder, manifest) = solved(&game, 6, 1);
        let tier = manifest.tier("3-3").expect("it is solved");
        assert_eq!((tier.wins, tier.draws, tier.losses), counts, "flying {flying}");
        assert_eq!((tier.longest_win, tier.longest_loss), longest, "flying {flying}");
        let (_folder, again) = solved(&game, 6, 3);
        assert_eq!(again, manifest, "the same with other threads");
    }
}

/// What a tablebase says of a position at the start of a turn.
fn stored_result<G: Tiers>(game: &G, at: &G::Position, tablebase: &Tablebase<G>) -> Option<Wdl> {
    let (tier, number) = game.number(at)?;
    Some(match tablebase.numbered(tier, number).expect("readable")? {
        Value::Win(_) => Wdl::Win,
        Value::Draw => Wdl::Draw,
        Value::Loss(_) => Wdl::Loss,
    })
}

/// The best result to the seat to move, by looking at everything down to the tablebase.
fn plain_result<G: Tiers>(game: &G, at: &G::Position, tablebase: &Tablebase<G>) -> Wdl {
    let mover = game.status(at).seat().expect("somebody is to move");
    let mut steps = Vec::new();
    game.survey(at, &mut steps);
    let results = steps.into_iter().map(|step| {
        let mut next = at.clone();
        game.apply(&mut next, step);
        match game.status(&next) {
            Status::Over(outcome, _) => Wdl::of(outcome, mover),
            Status::Continue(_) => plain_result(game, &next, tablebase),
            Status::Turn(_) => {
                stored_result(game, &next, tablebase).unwrap_or_else(|| plain_result(game, &next, tablebase)).reversed()
            }
        }
    });
    results.max().expect("a man can be placed")
}

#[test]
fn values_of_other_rules_contradict() {
    let (folder, manifest) = solved(&game::<Merelles>(&[]), 6, 1);
    let verified =
        |game: &Merelles| verify(game, folder.path(), Merelles::ABOUT.edition, 2, &|_, _, _| ()).expect("readable");
    let same = verified(&game(&[]));
    assert_eq!((same.positions, same.contradictions.len()), (manifest.tiers[0].positions, 0));
    let flying = verified(&game(&[("flying", "on")]));
    assert_eq!((flying.positions, flying.contradictions.len()), (same.positions, 100), "no more are listed");
}

#[test]
fn placing_the_last_men_of_merelles_is_proved_as_looking_at_everything_says() {
    for flying in ["off", "on"] {
        let game = game::<Merelles>(&[("flying", flying)]);
        let (folder, _) = solved(&game, 6, 2);
        let tablebase = Tablebase::<Merelles>::open(folder.path(), Merelles::ABOUT.edition).expect("a tablebase");
        let bounds = |at: &<Merelles as Rules>::Position| {
            stored_result(&game, at, &tablebase).map_or((Wdl::Loss, Wdl::Win), |result| (result, result))
        };
        let table = ProofTable::with_bytes(1 << 16);
        let (priority, forced) = (&|_: &_, _| 0, &|at: &_| game.forced(at));
        let prover = Prover { game: &game, table: &table, priority, bounds: &bounds, forced, threads: 1 };
        let (mut random, mut found) = (rules::Random::new(7), [0; 3]);
        for nth in 0..150 {
            // Three men a side; the first has placed all but one or two.
            let [first, second] = if nth % 2 == 0 { [1, 1] } else { [1, 2] };
            let mut points = vec!['.'; 24];
            for (letter, men) in [('p', 3 - first), ('b', 3 - second)] {
                for _ in 0..men {
                    let free: Vec<usize> = (0..24).filter(|point| points[*point] == '.').collect();
                    points[free[random.below(free.len())]] = letter;
                }
            }
            let mut points = points.into_iter();
            let rows = [3, 3, 3, 6, 3, 3, 3].map(|length| points.by_ref().take(length).collect::<String>()).join(",");
            let seat = if first == second { 1 } else { 2 };
            let at = format!("{seat}/{rows}/{first},{second}").parse().expect("a position");
            let expected = plain_result(&game, &at, &tablebase);
            assert_eq!(prover.result(&at, &Effort::of(u64::MAX)), Some(expected), "flying {flying}: {at}");
            found[expected as usize] += 1;
        }
        assert!(found[Wdl::Win as usize] > 10 && found[Wdl::Loss as usize] > 10, "flying {flying}: {found:?}");
    }
}

#[test]
fn the_first_turns_of_merelles_are_numbered_modulo_the_symmetries() {
    let game = game::<Merelles>(&[]);
    let tiers: Vec<_> = game.groups(18).into_iter().flatten().filter(|tier| game.is_proved(*tier)).collect();
    let positions = |tier| (0..game.size(tier)).filter_map(|number| game.position(tier, number)).collect::<Vec<_>>();
    assert_eq!(tiers.len(), 2);
    assert_eq!(positions(tiers[1]), [game.start()]);
    assert_eq!(positions(tiers[0]).len(), 4, "corners and middles of the outer rings, and those of the ring between");
    let (mut steps, mut keys) = (Vec::new(), std::collections::HashSet::new());
    game.steps(&game.start(), &mut steps);
    for step in steps {
        let mut next = game.start();
        game.apply(&mut next, step);
        let (tier, number) = game.number(&next).expect("it is numbered");
        let lowest = game.position(tier, number).expect("it has a position");
        assert_eq!(game.exact_key(&lowest), game.exact_key(&next), "{next}");
        assert_eq!(game.status(&lowest), Status::Turn(Seat::SECOND));
        keys.insert(game.exact_key(&next));
    }
    assert_eq!(keys.len(), 4);
}

#[test]
fn a_group_that_is_stopped_again_and_again_goes_on_from_its_checkpoint_and_comes_to_the_same() {
    // Block by block, and by taking turns back.
    stopped_again_and_again(&game::<Merelles>(&[]), 6, "3-3");
    stopped_again_and_again(&game::<Tigh>(&[]), 4, "2-2");
}

fn stopped_again_and_again<G: Tiers + Game>(game: &G, men: u32, tier: &str) {
    let (_whole, expected) = solved(game, men, 2);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let request = SolveRequest {
        folder: folder.path().to_path_buf(),
        men,
        threads: 2,
        checkpoint_every: Duration::ZERO,
        ..SolveRequest::default()
    };
    let checkpoint = folder.path().join(format!("{tier}.checkpoint"));
    let mut stops = 0;
    let manifest = loop {
        let (reports, at_the_beginning) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let goes_on = checkpoint.exists();
        let run = solve(game, &request, G::ABOUT.edition, &|progress| {
            at_the_beginning.fetch_add(usize::from(progress.part == 0.0), Relaxed);
            // A few levels more each time.
            reports.fetch_add(1, Relaxed) < 5
        });
        // The group is announced, and its forward pass begins only where nothing was saved.
        assert_eq!(at_the_beginning.into_inner(), if goes_on { 1 } else { 2 });
        match run {
            Ok(manifest) => break manifest,
            Err(why) => assert!(matches!(why, Error::Stopped), "{why}"),
        }
        stops += 1;
    };
    assert!(stops >= 2, "{stops} stops");
    assert_eq!(manifest, expected);
    assert!(!checkpoint.exists());
}

#[test]
fn what_was_finished_is_not_solved_again_and_damage_is_noticed() {
    let game = game::<Checkers>(&[]);
    let (folder, manifest) = solved(&game, 2, 1);
    let request = SolveRequest { folder: folder.path().to_path_buf(), men: 2, ..SolveRequest::default() };
    let solves_nothing = |progress: &known::Progress| {
        assert!(progress.tiers.is_empty(), "{} is solved again", progress.tiers);
        true
    };
    assert_eq!(solve(&game, &request, 1, &solves_nothing).expect("nothing to do"), manifest);
    let text = std::fs::read_to_string(folder.path().join("manifest.json")).expect("a manifest");
    let numbered_otherwise = text.replace("\"numbering\": 1", "\"numbering\": 7");
    assert_ne!(numbered_otherwise, text);
    std::fs::write(folder.path().join("manifest.json"), numbered_otherwise).expect("written");
    let why = Tablebase::<Checkers>::open(folder.path(), 1).err().expect("other numbers, other values").to_string();
    assert!(why.contains("numbers positions in another way"), "{why}");
    std::fs::write(folder.path().join("manifest.json"), text).expect("written");
    let file = folder.path().join("0m1k-0m1k.tier");
    let mut bytes = std::fs::read(&file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let why = verify(&game, folder.path(), 1, 2, &|_, _, _| ()).expect_err("a damaged file").to_string();
    assert!(why.contains("0m1k-0m1k.tier is damaged"), "{why}");
    assert!(verify(&game, folder.path(), 2, 2, &|_, _, _| ()).is_err(), "other rules, other values");
}

#[test]
#[ignore = "takes a minute; run by hand"]
fn fox_and_geese_is_won_by_the_geese_and_merelles_four_against_three_has_the_known_counts() {
    for first in ["geese", "fox"] {
        let game = game::<FoxAndGeese>(&[("first", first)]);
        let (folder, _) = solved(&game, 5, 2);
        let tablebase = Tablebase::<FoxAndGeese>::open(folder.path(), 1).expect("a tablebase");
        let value = tablebase.value(&game, &game.start()).expect("a value");
        assert!(matches!(value, Some(Value::Loss(_))), "the fox places itself and loses, first={first}: {value:?}");
    }
    let (_folder, manifest) = solved(&game::<Merelles>(&[]), 7, 2);
    for (name, counts, longest) in
        [("4-3", (711_852, 612, 47_934), (33, 18)), ("3-4", (159_594, 2_076, 598_728), (19, 34))]
    {
        let tier = manifest.tier(name).expect("it is solved");
        assert_eq!((tier.wins, tier.draws, tier.losses), counts, "{name}");
        assert_eq!((tier.longest_win, tier.longest_loss), longest, "{name}");
    }
}
