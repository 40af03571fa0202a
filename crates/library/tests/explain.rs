//! Clicks are answered with a step or with a clause.

extern crate parlour_library as library;

use library::{LIBRARY, Meaning, Refusal, why};
use rules::show::SiteId;

#[test]
fn the_clicks_of_every_legal_step_and_their_beginnings_are_legal() {
    for entry in LIBRARY {
        let game = entry.by_default();
        let at = game.start();
        for step in game.survey(&at).steps {
            let clicks = game.clicks(&at, &step);
            for length in 1..clicks.len() {
                let begun = why(&*game, &at, &clicks[..length]);
                assert!(!matches!(begun, Meaning::Refused(_) | Meaning::Nothing), "{}: {step}", entry.about.id);
            }
            if !clicks.is_empty() {
                let Meaning::Step(meant) = why(&*game, &at, &clicks) else { panic!("{}: {step}", entry.about.id) };
                assert_eq!(game.clicks(&at, &meant), clicks);
            }
        }
    }
}

#[test]
fn every_single_click_at_the_start_is_answered_and_refusals_name_a_clause() {
    let mut refused = 0;
    for entry in LIBRARY {
        let game = entry.by_default();
        let at = game.start();
        for site in game.board().ids() {
            if let Meaning::Refused(refusal) = why(&*game, &at, &[site]) {
                assert!(matches!(refusal, Refusal::Breach { .. }), "{}: {site:?} {refusal}", entry.about.id);
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "most boards have men that may not be touched first");
}

#[test]
fn an_illegal_jump_is_not_mistaken_for_a_legal_walk() {
    let game = library::find("polychek").unwrap().by_default();
    let at = game.read_position("B:W32:BK1").unwrap();
    for refused in [game.play(&at, "1x10").map(|_| ()), game.take(&at, "1x10").map(|_| ())] {
        let Err(Refusal::Breach { clause, .. }) = refused else { panic!("a jump is a jump") };
        assert_eq!(clause.number(), "3.3");
    }
}

#[test]
fn what_is_no_site_means_nothing() {
    let game = library::find("lasca").unwrap().by_default();
    assert_eq!(why(&*game, &game.start(), &[SiteId(9_999)]), Meaning::Nothing);
}
