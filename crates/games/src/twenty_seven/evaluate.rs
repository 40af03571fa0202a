//! What is good in Twenty-Seven Men: men, most of all those that can be sown, few of them where the enemy's
//! last man may fall opposite, and captures in reach.

use super::{Pit, Position, Step, TwentySeven, capture};
use rules::prelude::*;

const MAN: i32 = 10;
/// A starting front man never dropped upon cannot be played, and is lost when nothing is left to sow.
const WAITING: i32 = 3;
/// A square with two men or more is a start to choose from.
const START: i32 = 5;
/// A man in a file whose back square is held can be taken by facing it.
const EXPOSED: i32 = 2;
/// Each man in the fullest file that a sowing would face, and one more for the capture itself. Not all of them
/// will still stand there when it comes to it.
const IN_REACH: i32 = 8;
/// Each start that captures: the enemy can spoil one of them, hardly all.
const CAPTURE: i32 = 5;

fn strength(at: &Position, seat: Seat) -> i32 {
    let men = &at.men[seat.index()];
    let mut strength = -WAITING * at.waiting[seat.index()].len() as i32;
    for (back, front) in men[..10].iter().zip(men[10..].iter().rev()) {
        let file = i32::from(back + front);
        strength += MAN * file;
        strength -= if *back > 0 { EXPOSED * file } else { 0 };
        strength += START * (i32::from(*back > 1) + i32::from(*front > 1));
    }
    strength
}

/// What the seat that is not to move would capture if it were. Whoever looks ahead follows the captures of
/// the other one anyway.
fn threats(at: &Position) -> i32 {
    let turned = Position { to_move: at.to_move.other(), ..*at };
    let (mut fullest, mut captures) = (0, 0);
    for from in turned.starts() {
        let Some(sown) = turned.sow(from, |_| ()) else { continue };
        if let Some(faced) = capture(&turned, &sown) {
            fullest = fullest.max(1 + men_in_file(at, at.to_move, faced));
            captures += 1;
        }
    }
    IN_REACH * fullest + CAPTURE * captures
}

fn men_in_file(at: &Position, seat: Seat, file: Pit) -> i32 {
    let men = &at.men[seat.index()];
    i32::from(men[file.index()] + men[file.partner().index()])
}

impl Evaluate for TwentySeven {
    const SCALE: i32 = 70;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        let threats = if seat == at.to_move { -threats(at) } else { threats(at) };
        strength(at, seat) - strength(at, seat.other()) + threats
    }
}

impl Hints for TwentySeven {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, at: &Position, step: Step) -> i32 {
        match step {
            Step::Sow { file: Some(chosen), .. } => men_in_file(at, at.to_move.other(), chosen),
            _ => 0,
        }
    }

    fn is_noisy(&self, _: &Position, step: Step) -> bool {
        matches!(step, Step::Sow { file: Some(_), .. })
    }
}

impl Opponent for TwentySeven {
    const LEVELS: Levels = Levels::of([100, 240, 340, 450, 590, 760, 1000]);
}
