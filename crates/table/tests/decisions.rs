//! What a table allows, to whom, and what comes of it.

extern crate parlour_table as table;

use library::{Series, find};
use rules::{Outcome, Seat, Status};
use table::{Beginning, Command, Event, Proposal, Recorded, RefusedCommand, SeatKind, Seated, Seating, Table};

const FIRST: Seat = Seat::FIRST;
const SECOND: Seat = Seat::SECOND;

fn person(party: u8) -> Seated {
    let key = Some(format!("key {party}"));
    Seated { kind: SeatKind::Person, level: None, name: None, key, invite: None, party }
}

fn computer() -> Seated {
    Seated { kind: SeatKind::Computer, level: Some(2), name: None, key: None, invite: None, party: 0 }
}

fn open(name: Option<&str>) -> Seated {
    let name = name.map(String::from);
    Seated { kind: SeatKind::Open, level: None, name, key: None, invite: Some("invite".to_string()), party: 0 }
}

fn table_at(game: &str, start: Option<&str>, seats: Vec<Seated>) -> Table {
    let game = find(game).unwrap().by_default();
    let start = start.map_or_else(|| game.text(&game.start()), String::from);
    let seating = Seating { seats, opening: String::new(), series: None };
    Table::new(Beginning { id: "t".to_string(), game, edition: 1, start, created: 7, seating }).unwrap()
}

/// Two people, each at a screen of his own.
fn two(game: &str) -> Table {
    table_at(game, None, vec![person(0), person(1)])
}

fn happens(table: &mut Table, seat: Seat, event: Event) {
    let version = table.version() + 1;
    let recorded = Recorded { version, seat: Some(seat), time: 10 * version as i64, key: None, event };
    table.apply(&recorded).unwrap_or_else(|why| panic!("{recorded:?} was refused: {why}"));
}

/// Lets a seat do something that the table allows.
fn does(table: &mut Table, seat: Seat, command: Command) -> Event {
    let event = table.decide(seat, command).unwrap().expect("something happens");
    happens(table, seat, event.clone());
    event
}

fn plays(table: &mut Table, steps: &str) {
    for step in steps.split(' ') {
        let seat = table.played().status().seat().expect("the game is running");
        does(table, seat, Command::Step { step: step.to_string() });
    }
}

fn is_unclear(decided: &Result<Option<Event>, RefusedCommand>) -> bool {
    matches!(decided, Err(RefusedCommand::Unclear(_)))
}

fn outcome(table: &Table) -> Option<Outcome> {
    if let Status::Over(outcome, _) = table.played().status() { Some(outcome) } else { None }
}

fn offers(table: &Table) -> Vec<(u8, Proposal)> {
    table.view().offers.into_iter().map(|offer| (offer.seat, offer.what)).collect()
}

#[test]
fn a_computer_is_to_move_on_its_own_turn_only() {
    let mut table = table_at("merelles", None, vec![person(0), computer()]);
    assert_eq!(table.computer_to_move(), None);
    plays(&mut table, "5");
    let (seat, level) = table.computer_to_move().expect("it is the computer's turn");
    assert_eq!((seat, level.number()), (SECOND, 2));
    let event = Event::Step { step: "5".to_string() };
    table.restore(&Recorded { version: 2, seat: Some(SECOND), time: 3, key: None, event });
    assert_eq!(table.computer_to_move(), None, "nobody plays on at a table that can only be looked at");
    let before = table.view();
    let event = Event::Rename { name: Some("Ada".to_string()) };
    table.restore(&Recorded { version: 3, seat: Some(FIRST), time: 4, key: None, event });
    assert_eq!(table.view(), before, "and nothing changes there");
    let mut level_of_a_person = person(1);
    level_of_a_person.level = Some(2);
    let mut table = table_at("merelles", None, vec![person(0), level_of_a_person]);
    plays(&mut table, "5");
    assert_eq!(table.computer_to_move(), None);
}

#[test]
fn only_what_is_played_or_seated_changes_what_may_be_played_next() {
    let mut table = two("merelles");
    assert_eq!((table.id(), table.seats().len()), ("t", 2));
    plays(&mut table, "5");
    assert_eq!((table.moved(), table.version(), table.created(), table.updated()), (1, 1, 7, 10));
    does(&mut table, SECOND, Command::Rename { name: Some("Ada".to_string()) });
    does(&mut table, SECOND, Command::OfferDraw);
    assert_eq!((table.moved(), table.version(), table.updated()), (1, 3, 30));
    assert_eq!(table.seated(SECOND).name.as_deref(), Some("Ada"));
    does(&mut table, FIRST, Command::GiveToComputer { seat: Some(2), level: Some(4) });
    assert_eq!(
        (table.moved(), table.seated(SECOND).kind, table.seated(SECOND).level),
        (4, SeatKind::Computer, Some(4))
    );
    does(&mut table, FIRST, Command::TakeBack);
    assert_eq!((table.moved(), table.played().length()), (5, 0));
    does(&mut table, FIRST, Command::Resign { level: None });
    assert_eq!(table.moved(), 6);
}

#[test]
fn finished_games_of_people_are_kept() {
    let mut table = two("merelles");
    assert!(!table.is_to_be_kept(), "it is running");
    does(&mut table, SECOND, Command::Resign { level: None });
    assert_eq!(outcome(&table), Some(Outcome::Win(FIRST)));
    assert!(table.is_to_be_kept());
    let mut table = table_at("pick-me-up", Some("1/7/6"), vec![computer(), computer()]);
    plays(&mut table, "2");
    assert!(!table.is_to_be_kept(), "computers among themselves");
}

#[test]
fn whoever_is_alone_takes_back_at_once_and_others_are_asked() {
    let mut table = table_at("merelles", None, vec![person(0), computer()]);
    assert!(is_unclear(&table.decide(FIRST, Command::TakeBack)), "nothing has been played");
    plays(&mut table, "5 6");
    assert_eq!(table.decide(FIRST, Command::TakeBack), Ok(Some(Event::TakeBack { to: 0 })));
    let mut table = table_at("merelles", None, vec![person(0), person(0)]);
    plays(&mut table, "5 6");
    assert_eq!(table.decide(FIRST, Command::TakeBack), Ok(Some(Event::TakeBack { to: 1 })), "both at one screen");
    let mut table = two("merelles");
    plays(&mut table, "5 6");
    assert!(is_unclear(&table.decide(FIRST, Command::Accept { what: None })));
    let asked = does(&mut table, FIRST, Command::TakeBack);
    assert_eq!(asked, Event::Offer { what: Proposal::TakeBack, to: Some(0) });
    assert_eq!(table.played().length(), 2, "not before the other agrees");
    assert!(is_unclear(&table.decide(SECOND, Command::Accept { what: Some(Proposal::Draw) })), "nobody offers that");
    does(&mut table, SECOND, Command::Accept { what: Some(Proposal::TakeBack) });
    assert_eq!((table.played().length(), offers(&table)), (0, vec![]));
}

#[test]
fn nobody_needs_to_agree_to_the_steps_of_ones_own_unfinished_turn() {
    let mut table = two("merelles");
    plays(&mut table, "1 4 2 5 3");
    assert_eq!(table.played().status(), Status::Continue(FIRST), "a row: a man is to be taken");
    assert_eq!(table.decide(FIRST, Command::TakeBack), Ok(Some(Event::TakeBack { to: 4 })));
    let others = Event::Offer { what: Proposal::TakeBack, to: Some(3) };
    assert_eq!(table.decide(SECOND, Command::TakeBack), Ok(Some(others)), "but to those of the other's");
    plays(&mut table, "x4");
    let asked = Event::Offer { what: Proposal::TakeBack, to: Some(5) };
    assert_eq!(table.decide(FIRST, Command::TakeBack), Ok(Some(asked)), "nor when the turn is over");
}

#[test]
fn a_turn_under_way_that_had_no_choice_is_taken_back_with_the_turn_before_and_others_are_asked() {
    let start = "1/b.b..,.....,w....,.....,.....,.....,..b..,.....,w..../5,0/0,0";
    let mut table = table_at("foregammon", Some(start), vec![person(0), person(1)]);
    plays(&mut table, "a7-b8 c3-b2 a1^c3");
    assert_eq!(table.played().status(), Status::Continue(FIRST), "a number to spend, after the only hop there was");
    let asked = Event::Offer { what: Proposal::TakeBack, to: Some(0) };
    assert_eq!(table.decide(FIRST, Command::TakeBack), Ok(Some(asked)));
}

#[test]
fn a_stored_step_of_somebody_who_was_not_to_move_is_refused() {
    let mut table = two("merelles");
    let event = Event::Step { step: "5".to_string() };
    let recorded = Recorded { version: 1, seat: Some(SECOND), time: 10, key: None, event };
    assert_eq!(table.apply(&recorded), Err(RefusedCommand::NotYourTurn));
    assert_eq!(table.played().length(), 0, "nothing has changed");
}

#[test]
fn a_draw_is_for_people_and_needs_all_of_them() {
    let mut table = two("merelles");
    assert_eq!(does(&mut table, FIRST, Command::OfferDraw), Event::Offer { what: Proposal::Draw, to: None });
    assert!(is_unclear(&table.decide(FIRST, Command::Accept { what: None })), "nobody accepts his own offer");
    does(&mut table, SECOND, Command::Accept { what: None });
    assert_eq!(outcome(&table), Some(Outcome::Draw));
    assert_eq!((table.moved(), offers(&table)), (2, vec![]));
    assert_eq!(table.decide(FIRST, Command::OfferDraw), Err(RefusedCommand::Over));
    assert_eq!(table.decide(FIRST, Command::Resign { level: None }), Err(RefusedCommand::Over));

    let table = table_at("merelles", None, vec![person(0), computer()]);
    assert!(is_unclear(&table.decide(FIRST, Command::OfferDraw)), "a computer plays on");
    let table = table_at("checker-puzzle", None, vec![person(0)]);
    assert!(is_unclear(&table.decide(FIRST, Command::OfferDraw)), "there is nobody else");

    let seats: Vec<Seat> = Seat::all(4).collect();
    let mut table = table_at("chunga-four", None, (0..4).map(person).collect());
    does(&mut table, seats[2], Command::OfferDraw);
    for seat in [0, 3] {
        does(&mut table, seats[seat], Command::Accept { what: None });
        assert!(!table.played().status().is_over(), "somebody has not agreed yet");
        assert!(is_unclear(&table.decide(seats[seat], Command::Accept { what: None })), "once is enough");
    }
    does(&mut table, seats[1], Command::Accept { what: None });
    assert_eq!(outcome(&table), Some(Outcome::Draw));
}

#[test]
fn offers_end_by_a_word_or_by_playing_on() {
    let mut table = two("merelles");
    plays(&mut table, "5 6");
    assert!(is_unclear(&table.decide(FIRST, Command::Withdraw)), "nothing is on offer");
    does(&mut table, FIRST, Command::OfferDraw);
    assert!(is_unclear(&table.decide(SECOND, Command::Withdraw)), "it is the other's");
    does(&mut table, FIRST, Command::Withdraw);
    assert_eq!(offers(&table), []);
    does(&mut table, FIRST, Command::OfferDraw);
    does(&mut table, SECOND, Command::Decline { what: None });
    assert_eq!(offers(&table), []);
    does(&mut table, FIRST, Command::OfferDraw);
    does(&mut table, FIRST, Command::TakeBack);
    assert_eq!(offers(&table), [(1, Proposal::Draw), (1, Proposal::TakeBack)]);
    does(&mut table, SECOND, Command::Decline { what: Some(Proposal::TakeBack) });
    assert_eq!(offers(&table), [(1, Proposal::Draw)]);
    plays(&mut table, "9");
    assert_eq!(offers(&table), [(1, Proposal::Draw)], "whoever offers a draw and plays still offers it");
    plays(&mut table, "10");
    assert_eq!(offers(&table), [], "whoever plays on declines it");
}

#[test]
fn an_offer_ends_with_the_game() {
    let mut table = table_at("pick-me-up", Some("1/7/6"), vec![person(0), person(1)]);
    does(&mut table, FIRST, Command::OfferDraw);
    plays(&mut table, "2");
    assert!(table.played().status().is_over());
    assert_eq!(offers(&table), []);
    assert!(is_unclear(&table.decide(SECOND, Command::Accept { what: None })));
}

#[test]
fn resigning_is_for_two_and_of_four_the_computer_takes_the_place() {
    assert_eq!(two("merelles").decide(SECOND, Command::Resign { level: None }), Ok(Some(Event::Resign {})));
    let table = table_at("chunga-four", None, (0..4).map(person).collect());
    let replaced = |level| Ok(Some(Event::Computer { seat: 2, level }));
    assert_eq!(table.decide(SECOND, Command::Resign { level: None }), replaced(3));
    assert_eq!(table.decide(SECOND, Command::Resign { level: Some(5) }), replaced(5));
    assert!(is_unclear(&table.decide(SECOND, Command::Resign { level: Some(9) })));
    let table = table_at("checker-puzzle", None, vec![person(0)]);
    assert!(is_unclear(&table.decide(FIRST, Command::Resign { level: None })));
}

#[test]
fn the_computer_takes_over_seats_that_it_has_not() {
    let table = table_at("merelles", None, vec![person(0), computer()]);
    let give = |seat| table.decide(FIRST, Command::GiveToComputer { seat, level: None });
    assert_eq!(give(Some(1)), Ok(Some(Event::Computer { seat: 1, level: 3 })));
    assert!(is_unclear(&give(Some(2))), "it sits there already");
    assert!(is_unclear(&give(Some(3))) && is_unclear(&give(Some(0))) && is_unclear(&give(None)));
}

#[test]
fn an_open_seat_is_claimed_once_by_a_party_of_its_own() {
    let mut table = table_at("chunga-four", None, vec![person(0), open(Some("Ben")), person(4), open(None)]);
    assert_eq!(table.parties().len(), 2);
    let claim = |name: Option<&str>| Command::Claim { name: name.map(String::from), key: "new".to_string() };
    assert_eq!(table.decide(FIRST, claim(None)), Err(RefusedCommand::Taken));
    does(&mut table, SECOND, claim(None));
    let seated = table.seated(SECOND);
    assert_eq!((seated.kind, seated.party, seated.name.as_deref()), (SeatKind::Person, 5, Some("Ben")));
    assert_eq!(seated.key.as_deref(), Some("new"));
    assert_eq!(table.decide(SECOND, claim(Some("Cy"))), Err(RefusedCommand::Taken));
    let last = Seat::numbered(4).unwrap();
    does(&mut table, last, claim(Some("Cy")));
    assert_eq!((table.seated(last).name.as_deref(), table.seated(last).party), (Some("Cy"), 6));
    assert_eq!(table.parties().len(), 4);
}

#[test]
fn a_rematch_comes_once_after_the_game_and_everybody_moves_on() {
    let game = find("merelles").unwrap().by_default();
    let start = game.text(&game.start());
    let opening = "5 6".to_string();
    let seating = Seating { seats: vec![person(0), person(1)], opening, series: Some(Series::new(3, 2)) };
    let mut table =
        Table::new(Beginning { id: "t".to_string(), game, edition: 1, start, created: 1, seating }).unwrap();
    let rematch = || Command::Rematch { next: "next".to_string() };
    assert!(is_unclear(&table.decide(FIRST, rematch())), "the game is running");
    does(&mut table, SECOND, Command::Resign { level: None });
    let series = table.view().series.expect("a series");
    assert_eq!((series.games, series.played, series.score), (3, 1, vec![1, 0]), "this game counts");
    does(&mut table, FIRST, rematch());
    assert_eq!(table.next(), Some("next"));
    assert_eq!(table.decide(SECOND, rematch()), Ok(None), "there is one already");
    let next = table.rematch();
    assert_eq!(next.seats.iter().map(|seated| seated.party).collect::<Vec<_>>(), [1, 0]);
    assert_eq!((next.opening.as_str(), next.series.map(|series| series.wins)), ("5 6", Some(vec![0, 1])));
    assert_eq!(table.view().next_seats, [2, 1]);
    let four = table_at("chunga-four", None, (0..4).map(person).collect());
    let moved_on: Vec<u8> = four.rematch().seats.iter().map(|seated| seated.party).collect();
    let expected: Vec<u8> =
        (0..4).map(|party| 1 + moved_on.iter().position(|other| *other == party).unwrap() as u8).collect();
    assert_eq!(four.view().next_seats, expected, "the page is told what the next table will do");
}

#[test]
fn a_table_as_it_was_stored_must_have_its_seats_and_a_position() {
    let game = find("merelles").unwrap().by_default();
    let table = |start: &str, seats, opening: &str| {
        let seating = Seating { seats, opening: opening.to_string(), series: None };
        let start = start.to_string();
        Table::new(Beginning { id: "t".to_string(), game: game.clone(), edition: 1, start, created: 1, seating })
    };
    let start = game.text(&game.start());
    assert!(table(&start, vec![person(0)], "").is_err());
    assert!(table("nonsense", vec![person(0), person(1)], "").is_err());
    let stopped = table(&start, vec![person(0), person(1)], "5 5").expect("it can be looked at");
    assert!(stopped.read_only().expect("it cannot be played on").contains("before its first event"));
    assert_eq!(stopped.played().length(), 1);
}

#[test]
fn a_view_tells_the_options_the_seats_and_what_was_taken_last() {
    let merelles = find("merelles").unwrap();
    let flying = merelles.with(&library::choose(merelles.about, ["flying=on"]).unwrap());
    let mut seats = vec![person(0), computer()];
    seats[0].name = Some("Ada".to_string());
    let (start, seating) = (flying.text(&flying.start()), Seating { seats, opening: String::new(), series: None });
    let beginning = Beginning { id: "t".to_string(), game: flying, edition: 1, start, created: 7, seating };
    let mut table = Table::new(beginning).unwrap();
    let view = table.view();
    assert_eq!(view.options.get("flying").map(String::as_str), Some("on"));
    assert!(view.last.is_empty(), "nothing has been played");
    let seats: Vec<_> = view.seats.into_iter().map(|at| (at.seat.number, at.seat.name, at.seat.level)).collect();
    assert_eq!(seats, [(1, Some("Ada".to_string()), None), (2, None, Some(2))]);
    does(&mut table, FIRST, Command::Rename { name: Some("You".to_string()) });
    assert_eq!(table.view().seats[0].seat.name, None, "that is what everybody is to himself");
    let last = |table: &Table| table.view().last.into_iter().map(|taken| taken.step).collect::<Vec<_>>();
    plays(&mut table, "1 10 2 11");
    assert_eq!(last(&table), ["11"]);
    plays(&mut table, "3");
    assert_eq!(last(&table), ["11", "3"], "the last whole turn and the one under way");
    plays(&mut table, "x10");
    assert_eq!(last(&table), ["3", "x10"]);
}
