//! A view and the changes after it make the later view, whatever is played and whoever does what.

extern crate parlour_table as table;

use library::{LIBRARY, Series, find};
use rules::{Random, Seat};
use table::{Beginning, Command, Event, Proposal, Recorded, RefusedCommand, SeatKind, Seated, Seating, Table};

fn seated(kind: SeatKind, party: u8) -> Seated {
    let level = (kind == SeatKind::Computer).then_some(2);
    let key = (kind == SeatKind::Person).then(|| "key".to_string());
    let invite = (kind == SeatKind::Open).then(|| "invite".to_string());
    Seated { kind, level, name: None, key, invite, party }
}

/// A table of this game: whoever set it up on the first seat, open seats or another party on the others.
fn table(game: &str, others: SeatKind) -> Table {
    table_of_edition(1, game, others)
}

/// The same, set up under an edition of the rules.
fn table_of_edition(edition: u16, game: &str, others: SeatKind) -> Table {
    let game = find(game).unwrap().by_default();
    let count = game.about().count();
    let seat = |nth: usize| {
        if nth == 0 { seated(SeatKind::Person, 0) } else { seated(others, u8::from(others == SeatKind::Person)) }
    };
    let series = (count == 2).then(|| Series::new(3, 2));
    let seating = Seating { seats: (0..count).map(seat).collect(), opening: String::new(), series };
    let start = game.text(&game.start());
    Table::new(Beginning { id: "t".to_string(), game, edition, start, created: 1, seating }).unwrap()
}

fn some_command(table: &Table, random: &mut Random) -> Command {
    let what = [None, Some(Proposal::Draw), Some(Proposal::TakeBack)][random.below(3)];
    let number = Some(1 + random.below(table.seats().len() + 1) as u8);
    match random.below(24) {
        0 => Command::TakeBack,
        1 => Command::OfferDraw,
        2 => Command::Accept { what },
        3 => Command::Decline { what },
        4 => Command::Withdraw,
        5 if random.below(8) == 0 => Command::Resign { level: number },
        6 => Command::Rename { name: Some(format!("name {}", random.below(9))) },
        7 if random.below(4) == 0 => Command::GiveToComputer { seat: number, level: Some(1) },
        8 => Command::Claim { name: None, key: "claimed".to_string() },
        9 => Command::Rematch { next: "next".to_string() },
        10 => Command::Step { step: "nonsense".to_string() },
        11 => Command::MoveNow,
        _ => {
            let steps = table.played().steps();
            let step = if steps.is_empty() { String::new() } else { steps[random.below(steps.len())].clone() };
            Command::Step { step }
        }
    }
}

#[test]
fn a_view_and_the_changes_after_it_make_the_later_view() {
    let mut kinds = std::collections::BTreeSet::new();
    for (nth, entry) in LIBRARY.iter().enumerate() {
        for others in [SeatKind::Open, SeatKind::Person] {
            let mut random = Random::new(nth as u64 + 1);
            let mut table = table(entry.about.id, others);
            let mut followed = table.view();
            let mut history = Vec::new();
            for _ in 0..120 {
                let mover = table.played().status().seat().filter(|_| random.below(4) > 0);
                let who = mover.unwrap_or_else(|| Seat::new(random.below(table.seats().len())));
                let before = table.view();
                let decided = table.decide(who, some_command(&table, &mut random));
                assert_eq!(table.view(), before, "to judge changes nothing");
                let Ok(Some(event)) = decided else { continue };
                kinds.insert(event.kind());
                let stored = Event::read(event.kind(), &event.body()).unwrap();
                let version = table.version() + 1;
                let key = Some(format!("request {version}"));
                let recorded = Recorded { version, seat: Some(who), time: 10 + version as i64, key, event: stored };
                table.apply(&recorded).unwrap_or_else(|why| panic!("{recorded:?} was decided but refused: {why}"));
                assert_eq!(table.made_by(&format!("request {version}")), Some(version));
                followed.apply(table.change(&recorded));
                assert_eq!(followed, table.view(), "{} after {recorded:?}", entry.about.id);
                history.push(recorded);
            }
            let mut again = self::table(entry.about.id, others);
            for recorded in &history {
                again.restore(recorded);
            }
            assert_eq!(again.view(), table.view(), "the same events make the same table");
        }
    }
    let all = "accept claim computer decline offer rematch rename resign step take-back withdraw";
    assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(" "), all, "every kind of event was tried");
}

fn step(table: &mut Table, seat: usize, step: &str) -> Result<(), RefusedCommand> {
    let seat = Seat::new(seat);
    let event = table.decide(seat, Command::Step { step: step.to_string() })?.unwrap();
    let version = table.version() + 1;
    table.apply(&Recorded { version, seat: Some(seat), time: 2, key: None, event })
}

#[test]
fn what_the_rules_do_not_allow_is_refused_and_changes_nothing() {
    let mut table = table("merelles", SeatKind::Person);
    assert_eq!(step(&mut table, 1, "5"), Err(RefusedCommand::NotYourTurn));
    assert!(matches!(step(&mut table, 0, "nonsense"), Err(RefusedCommand::Step(_))));
    assert!(matches!(step(&mut table, 0, "5 6"), Err(RefusedCommand::Steps { .. })));
    assert_eq!(step(&mut table, 0, "5"), Ok(()));
    let before = table.view();
    let event = Event::Step { step: "5".to_string() };
    let twice = Recorded { version: 2, seat: Some(Seat::new(1)), time: 3, key: None, event };
    assert!(table.apply(&twice).is_err());
    assert_eq!(table.view(), before);
    table.restore(&twice);
    let why = table.read_only().expect("the point is taken");
    assert!(why.contains("event 2, step 5") && why.contains("(rule 2.1)"), "the step and its clause: {why}");
    assert!(matches!(step(&mut table, 1, "6"), Err(RefusedCommand::ReadOnly(_))));
}

#[test]
fn a_table_that_can_no_longer_be_played_on_tells_under_which_rules_it_was_set_up_if_they_have_changed() {
    for (edition, told) in [(1, false), (0, true)] {
        let mut table = table_of_edition(edition, "merelles", SeatKind::Person);
        let event = Event::Step { step: "x5".to_string() };
        table.restore(&Recorded { version: 1, seat: Some(Seat::FIRST), time: 2, key: None, event });
        let why = table.read_only().expect("nothing can be taken at the start");
        assert_eq!(why.contains(&format!("edition {edition} of the rules")), told, "{why}");
    }
}

#[test]
fn a_table_has_a_greatest_number_of_events() {
    let mut table = table("merelles", SeatKind::Person);
    let rename = |table: &Table| table.decide(Seat::FIRST, Command::Rename { name: None });
    for version in 1..=table::LIMIT {
        let event = Event::Rename { name: None };
        table.apply(&Recorded { version, seat: Some(Seat::FIRST), time: 2, key: None, event }).unwrap();
        if version < table::LIMIT {
            continue;
        }
        assert!(matches!(rename(&table), Err(RefusedCommand::ReadOnly(_))));
    }
}

#[test]
fn a_take_back_skips_steps_that_left_no_choice() {
    let mut skipped = 0;
    for (nth, entry) in LIBRARY.iter().enumerate().filter(|(_, entry)| entry.about.count() == 2) {
        let mut random = Random::new(nth as u64 + 7);
        let mut table = table(entry.about.id, SeatKind::Computer);
        for _ in 0..150 {
            let Some(seat) = table.played().status().seat() else { break };
            let steps = table.played().steps();
            let chosen = steps[random.below(steps.len())].clone();
            step(&mut table, seat.index(), &chosen).unwrap();
            let Ok(Some(Event::TakeBack { to })) = table.decide(Seat::FIRST, Command::TakeBack) else { continue };
            let played = table.played();
            let choices = |nth: usize| played.game().survey(played.position_before(nth)).steps.len();
            let own: Vec<usize> =
                (0..played.length()).filter(|nth| played.movers().nth(*nth) == Some(Seat::FIRST)).collect();
            let real = own.iter().rev().find(|nth| choices(**nth) > 1).or(own.last());
            assert_eq!(Some(&to), real, "{}", entry.about.id);
            skipped += usize::from(Some(&to) != own.last());
        }
    }
    assert!(skipped > 10, "only {skipped} forced steps were skipped");
}
