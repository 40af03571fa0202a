//! Every clause says what it rests on, and every option is a reading that was weighed.

extern crate parlour_library as library;

use library::LIBRARY;
use library::evidence::{ClauseEvidence, common_grounds, grounds, measure, readings};

#[test]
fn every_clause_has_its_place_and_its_reason() {
    let all: Vec<ClauseEvidence<'_>> = LIBRARY.iter().flat_map(grounds).chain(common_grounds()).collect();
    assert!(all.len() > 280, "only {} clauses", all.len());
    for ground in &all {
        assert_eq!(ground.lacks(), None, "{} {}", ground.game, ground.clause.number);
    }
}

#[test]
fn every_value_of_an_option_is_a_reading_with_its_measure() {
    for entry in LIBRARY {
        let others = readings(entry);
        assert!(!others.is_empty(), "{}: rules.md has no `readings` block", entry.about.id);
        let book = entry.by_default().rules();
        for other in others {
            assert!(book.clause(&other.clause).is_some(), "{}: no clause {}", entry.about.id, other.clause);
            assert_eq!(other.option.is_some(), other.measured.is_some(), "{}: {}", entry.about.id, other.reading);
        }
        for option in entry.about.options {
            for value in &option.values[1..] {
                let text = format!("{}={value}", option.name);
                let listed = others.iter().any(|other| other.option.as_deref() == Some(&text));
                assert!(listed, "{}: {text} is not among the readings", entry.about.id);
            }
        }
    }
}

#[test]
fn a_reading_that_matters_is_seen_to_matter() {
    let kings_men = library::find("kings-men").unwrap();
    let entry = measure(kings_men, "", "entry=step", 2, 1).unwrap();
    assert!(entry.differing_games == 2 && entry.differing_positions > 0.1, "{entry:?}");
    let polychek = library::find("polychek").unwrap();
    let same = measure(polychek, "", "kings=must", 3, 1).unwrap();
    assert_eq!((same.differing_games, same.wins.iter().sum::<u32>() + same.draws), (0, 3));
    assert!(measure(polychek, "", "kings=never", 1, 1).is_err());
}
