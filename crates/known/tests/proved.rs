//! Tiers that are proved by search rest on those that are worked out backwards, and are checked with them.

extern crate parlour_known as known;

use known::prove::{prove, prove_again};
use known::{Error, SolveRequest, Tablebase, Value};
use rules::prelude::*;
use std::path::Path;

clauses! { LAST = "4.1" }

/// A heap of at most nineteen pawns: take at least one and at most so many; whoever takes the last one wins.
struct Heap(u8);

/// Take one or two.
const TWO: Heap = Heap(2);

/// `a1` for heaps of up to nine, which are worked out backwards; `a2` for larger ones.
type Half = Square<1, 2>;

const SMALL: u8 = 9;
const MOST: u8 = 19;

impl Rules for Heap {
    const SEATS: usize = 2;
    type Position = (u8, Seat);
    type Step = u8;

    fn start(&self) -> (u8, Seat) {
        (MOST, Seat::FIRST)
    }

    fn status(&self, at: &(u8, Seat)) -> Status {
        if at.0 == 0 { Status::Over(Outcome::Win(at.1.other()), LAST) } else { Status::Turn(at.1) }
    }

    fn stuck(&self, at: &(u8, Seat)) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &(u8, Seat), out: &mut Vec<u8>) {
        out.extend(1..=at.0.min(self.0));
    }

    fn judge(&self, _: &(u8, Seat), _: u8) -> Legality {
        Ok(())
    }

    fn apply(&self, at: &mut (u8, Seat), step: u8) {
        *at = (at.0 - step, at.1.other());
    }
}

impl Tiers for Heap {
    type Tier = Half;
    const MEN: u32 = MOST as u32;

    fn groups(&self, men: u32) -> Vec<Vec<Half>> {
        let proved = (men > SMALL.into()).then(|| vec![Half::at(0, 1)]);
        [vec![Half::at(0, 0)]].into_iter().chain(proved).collect()
    }

    fn size(&self, tier: Half) -> u64 {
        if self.is_proved(tier) { (MOST - SMALL).into() } else { SMALL.into() }
    }

    fn number(&self, (pawns, _): &(u8, Seat)) -> Option<(Half, u64)> {
        match *pawns {
            0 => None,
            small if small <= SMALL => Some((Half::at(0, 0), u64::from(small) - 1)),
            large => Some((Half::at(0, 1), u64::from(large - SMALL) - 1)),
        }
    }

    fn position(&self, tier: Half, number: u64) -> Option<(u8, Seat)> {
        let below = if self.is_proved(tier) { SMALL } else { 0 };
        Some((below + number as u8 + 1, Seat::FIRST))
    }
}

impl Acyclic for Heap {
    fn is_proved(&self, tier: Half) -> bool {
        tier == Half::at(0, 1)
    }

    /// Small heaps are looked up, not searched.
    fn exact_key(&self, at: &(u8, Seat)) -> u64 {
        assert!(at.0 > SMALL, "the result of a heap of {} is known", at.0);
        at.0.into()
    }
}

const MEMORY: u64 = 1 << 16;

fn check(folder: &Path) -> Result<Vec<(String, u64)>, Error> {
    let verified = prove_again(&TWO, folder, 1, MEMORY, 2, &|_, _| 0, &|_, _, _| ())?;
    assert_eq!(verified.positions, u64::from(MOST));
    Ok(verified.contradictions)
}

#[test]
fn large_heaps_are_proved_by_small_ones_and_a_wrong_value_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let request =
        |men| SolveRequest { folder: folder.path().into(), men, threads: 2, memory: MEMORY, ..SolveRequest::default() };
    let manifest = prove(&TWO, &request(SMALL.into()), 1, &|_, _| 0, &|_| true).expect("it is solved");
    assert_eq!(manifest.tiers.len(), 1, "up to nine pawns nothing is proved");
    prove(&TWO, &request(Heap::MEN), 1, &|_, _| 0, &|_| true).expect("it is proved");
    let tablebase = Tablebase::<Heap>::open(folder.path(), 1).expect("a tablebase");
    for pawns in 1..=MOST {
        let value = tablebase.value(&TWO, &(pawns, Seat::SECOND)).expect("readable").expect("known");
        assert_eq!(value.word(), if pawns % 3 == 0 { "loss" } else { "win" }, "{pawns} pawns");
        assert_eq!(value.turns().is_some(), pawns <= SMALL, "distances are known of what was worked out backwards");
    }
    assert_eq!(tablebase.value(&TWO, &(7, Seat::FIRST)).expect("readable"), Some(Value::Win(5)));
    assert_eq!(check(folder.path()).expect("readable"), []);

    let other = tempfile::tempdir().expect("a temporary folder");
    let request = SolveRequest { folder: other.path().into(), ..request(Heap::MEN) };
    prove(&Heap(3), &request, 1, &|_, _| 0, &|_| true).expect("it is proved");
    let contradictions = check(other.path()).expect("readable");
    assert!(contradictions.contains(&("a1".into(), 2)), "three pawns are lost if only two may be taken");
    assert!(contradictions.contains(&("a2".into(), 2)), "and so are twelve");
}

#[test]
fn a_proof_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let request = SolveRequest {
        folder: folder.path().into(),
        men: Heap::MEN,
        threads: 2,
        memory: MEMORY,
        ..SolveRequest::default()
    };
    let path = folder.path().join("a2.checkpoint");
    // Ten pawns are called a draw, and of the other heaps nothing is proved yet.
    let mut saved = b"PARLOURC".to_vec();
    saved.extend([1, Heap::NUMBERING, 1, 0].into_iter().flat_map(u16::to_le_bytes));
    saved.extend(u64::from(MOST - SMALL).to_le_bytes());
    saved.extend([0, 1, 1, 1, 1, 1, 1, 1, 1, 1].into_iter().flat_map(u16::to_le_bytes));
    let mut sum = flate2::Crc::new();
    sum.update(&saved);
    saved.extend(sum.sum().to_le_bytes());
    std::fs::write(&path, saved).expect("written");

    prove(&TWO, &request, 1, &|_, _| 0, &|_| true).expect("it is proved");
    let tablebase = Tablebase::<Heap>::open(folder.path(), 1).expect("a tablebase");
    let word = |pawns| tablebase.value(&TWO, &(pawns, Seat::FIRST)).expect("readable").expect("known").word();
    assert_eq!([10, 11, 12, 13, 18].map(word), ["draw", "win", "loss", "win", "loss"]);
    assert!(!path.exists(), "what is finished needs no checkpoint");
    assert_eq!(check(folder.path()).expect("readable"), [("a2".to_string(), 0)]);
}

#[test]
fn proved_tiers_can_be_copied_without_what_they_rest_on_and_then_stay_unchecked() {
    let (whole, part) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let request = SolveRequest {
        folder: whole.path().into(),
        men: Heap::MEN,
        threads: 1,
        memory: MEMORY,
        ..SolveRequest::default()
    };
    let solved = prove(&TWO, &request, 1, &|_, _| 0, &|_| true).expect("it is proved");
    let copied = known::copy_tiers(whole.path(), part.path(), &["a2".into(), "b9".into()], 1, 1).expect("it is copied");
    assert_eq!(copied.tiers, [solved.tier("a2").expect("it is proved").clone()], "what is not there is left out");
    let tablebase = Tablebase::<Heap>::open(part.path(), 1).expect("a tablebase");
    let value = |pawns| tablebase.value(&TWO, &(pawns, Seat::FIRST)).expect("readable").map(Value::word);
    assert_eq!((value(12), value(13), value(3)), (Some("loss"), Some("win"), None));
    let verified = prove_again(&TWO, part.path(), 1, MEMORY, 1, &|_, _| 0, &|_, _, _| ()).expect("readable");
    assert_eq!((verified.positions, verified.unchecked), (0, vec!["a2".to_string()]));
    std::fs::write(whole.path().join("a1.tier"), "damaged").expect("written");
    assert!(known::copy_tiers(whole.path(), part.path(), &["a1".into()], 1, 1).is_err(), "a damaged file is not taken");
    assert!(Tablebase::<Heap>::open(part.path(), 1).is_ok(), "and is not in the manifest");
}

#[test]
fn too_little_memory_is_refused_before_anything_is_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let request =
        |memory| SolveRequest { folder: folder.path().into(), men: Heap::MEN, memory, ..SolveRequest::default() };
    let small = SolveRequest { men: SMALL.into(), ..request(MEMORY) };
    prove(&TWO, &small, 1, &|_, _| 0, &|_| true).expect("it is solved");
    let refused = prove(&TWO, &request(5), 1, &|_, _| 0, &|_| true);
    assert!(matches!(refused, Err(Error::Memory { needed: 6, allowed: 5, .. })), "{refused:?}");
}
