//! What mattered in a game: none to five moments, chosen and put into words from what was read of it.

mod words;

pub use words::{standing, tried, verdict, worth_words};

use crate::matches::{Match, Turn};
use crate::reading::{ReadLine, TurnRead, Worth, seen_by};
use rules::{Outcome, Seat, Status};

/// The error of a search, in winning chances: a turn that loses less is never called bad.
pub const NOISE: f64 = 0.05;
/// What a turn has to give away to be a moment.
pub const COSTLY: f64 = 0.15;
/// What the turn that decided the game has to give away, and what a deeper search must still see of a moment.
pub const STILL_COSTLY: f64 = 0.1;
/// Most moments of a game.
const MOST: usize = 5;
/// Of turns that lie closer together than this only the costliest is a moment.
const RUN: usize = 3;
/// A winning chance above this counts as won, one below 1 minus this as lost.
const SURE: f64 = 0.95;
/// A game is decided once the winner's chance stays above this to the end.
const DECIDED: f64 = 0.8;
/// A quicker end is worth a word if it was as close as this and was missed by as many turns.
const QUICK: i32 = 7;
/// See [`QUICK`].
const MISSED: usize = 6;

/// Why a turn matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MomentKind {
    /// It gave something away.
    GaveAway,
    /// It gave an advantage away.
    LetBackIn,
    /// It gave something away, and was not punished for it.
    NearlyLetSlip,
    /// After it the result no longer changed.
    Decided,
    /// It won, but there was a quicker way.
    MissedQuickerEnd,
}

/// A turn that mattered.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Which turn, counted from 0.
    pub turn: usize,
    /// How many steps were played before it.
    pub ply: usize,
    /// Its number in a list of moves.
    pub round: usize,
    /// Who played it.
    pub seat: Seat,
    /// Why it matters.
    pub kind: MomentKind,
    /// What the position was worth to that seat.
    pub before: Worth,
    /// What was left of it.
    pub after: Worth,
    /// What would have been best.
    pub best: ReadLine,
    /// What was played.
    pub played: ReadLine,
    /// What was to be expected in answer, if the game went on.
    pub answer: Option<ReadLine>,
    /// A few words.
    pub heading: String,
    /// What was better, what was played and what came of it.
    pub words: String,
}

/// A part of a game, as one seat played it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// `Opening`, `Middle` or `Ending`.
    pub name: &'static str,
    /// Whose turns.
    pub seat: Seat,
    /// How many turns that seat had.
    pub turns: usize,
    /// How they went.
    pub words: String,
}

/// A turn that lost value where values are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostValue {
    /// Which turn, counted from 0.
    pub turn: usize,
    /// How many steps were played before it.
    pub ply: usize,
    /// Its number in a list of moves.
    pub round: usize,
    /// Who played it.
    pub seat: Seat,
    /// What it was.
    pub words: String,
}

/// What mattered in a game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Review {
    /// The game in a few words.
    pub headline: String,
    /// A sentence or two.
    pub summary: String,
    /// In their order.
    pub moments: Vec<Moment>,
    /// Every turn that lost value where values are known.
    pub lost: Vec<LostValue>,
    /// Opening, middle and ending.
    pub phases: Vec<Phase>,
    /// What the chances rest on.
    pub note: String,
}

/// Who sat where, and who reads the review.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Players {
    /// The seat of whoever reads it.
    pub reader: Option<Seat>,
    /// What to call each seat, if not as the game does.
    pub names: Vec<Option<String>>,
}

/// A turn with what it cost.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Judged {
    seat: Seat,
    before: Worth,
    after: Worth,
    /// Whether nothing better was seen.
    is_best: bool,
}

impl Judged {
    fn cost(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.before.chance - self.after.chance).max(0.0) }
    }

    fn is_known(&self) -> bool {
        self.before.known && (self.after.known || self.after.proved.is_some())
    }

    /// Whether value was lost where values are known.
    fn lost_value(&self) -> bool {
        self.is_known() && self.cost() > 0.25
    }

    /// Whether the game was won or lost before, and is as much so afterwards.
    fn changes_nothing(&self) -> bool {
        let (before, after) = (self.before.chance, self.after.chance);
        (before > SURE && after > SURE) || (before < 1.0 - SURE && after < 1.0 - SURE)
    }
}

/// What mattered in a match of which every position has been read.
pub fn review(played: &Match, read: &[TurnRead], players: &Players) -> Review {
    let turns = played.turns();
    let judged = judge(played, &turns, read);
    let (winner, rounds) = (winner(played), rounds(&turns));
    let words = words::Speaker::new(played, players);
    let moments = moments(played, read, &judged, &sure_until_end(played, read, winner), players);
    let lost = judged.iter().enumerate().filter(|(_, one)| one.lost_value()).map(|(nth, one)| LostValue {
        turn: nth,
        ply: read[nth].ply,
        round: rounds[nth],
        seat: one.seat,
        words: words.lost_value(one.seat, one.before, one.after, &turns[nth].text, &read[nth].best.text),
    });
    Review {
        headline: words.headline(read, winner, &rounds),
        summary: words.summary(&moments, turns.len()),
        lost: lost.collect(),
        phases: phases(played, &judged, players.reader),
        note: words::note(read, &judged),
        moments,
    }
}

/// The moments of a match of which the first positions have been read. Which turn decided it is told by [`review`] only, when
/// everything is.
pub fn moments_so_far(played: &Match, read: &[TurnRead], players: &Players) -> Vec<Moment> {
    moments(played, read, &judge(played, &played.turns(), read), &vec![false; read.len()], players)
}

fn winner(played: &Match) -> Option<Seat> {
    match played.status() {
        Status::Over(Outcome::Win(winner), _) => Some(winner),
        _ => None,
    }
}

fn moments(
    played: &Match,
    read: &[TurnRead],
    judged: &[Judged],
    sure_after: &[bool],
    players: &Players,
) -> Vec<Moment> {
    let turns = played.turns();
    let rounds = rounds(&turns);
    let words = words::Speaker::new(played, players);
    let moment = |(nth, kind): (usize, MomentKind)| {
        let (one, turn): (&Judged, &Turn) = (&judged[nth], &turns[nth]);
        let answer = read.get(nth + 1).map(|next| next.best.clone());
        let mut moment = Moment {
            turn: nth,
            ply: read[nth].ply,
            round: rounds[nth],
            seat: one.seat,
            kind,
            before: one.before,
            after: one.after,
            best: read[nth].best.clone(),
            played: ReadLine { steps: turn.steps.clone(), text: turn.text.clone() },
            answer: answer.filter(|answer| !answer.steps.is_empty() && played.game().about().count() == 2),
            heading: String::new(),
            words: String::new(),
        };
        moment.heading = words.heading(&moment);
        moment.words = words.explanation(&moment, rounds.last().copied().unwrap_or(0));
        moment
    };
    choose(judged, winner(played), sure_after).into_iter().map(moment).collect()
}

/// Every turn with what it was worth before and after; none with more than two seats.
fn judge(played: &Match, turns: &[Turn], read: &[TurnRead]) -> Vec<Judged> {
    let seats = played.game().about().count();
    let judge = |(turn, pair): (&Turn, &[TurnRead])| {
        let [here, next] = pair else { return None };
        let after = match here.played {
            Some(played) => played,
            None => seen_by(here.seat, next, seats)?,
        };
        let is_best = here.best.steps == turn.steps;
        Some(Judged { seat: turn.seat, before: here.worth, after, is_best })
    };
    turns.iter().zip(read.windows(2)).filter_map(judge).collect()
}

/// Each turn's number in a list with a column for each seat.
fn rounds(turns: &[Turn]) -> Vec<usize> {
    let (mut round, mut last) = (0, None);
    let number = |turn: &Turn| {
        let column = turn.seat.index();
        round += usize::from(last.is_none_or(|last| column <= last));
        last = Some(column);
        round
    };
    turns.iter().map(number).collect()
}

/// For each turn whether the winner stood to win from after it until the end.
fn sure_until_end(played: &Match, read: &[TurnRead], winner: Option<Seat>) -> Vec<bool> {
    let seats = played.game().about().count();
    let Some(winner) = winner.filter(|_| seats == 2) else { return vec![false; read.len()] };
    let stood = |one: &TurnRead| if one.seat == winner { one.worth.chance } else { 1.0 - one.worth.chance };
    let mut sure = vec![false; read.len()];
    for nth in (0..read.len().saturating_sub(1)).rev() {
        let later = nth + 2 >= read.len() || sure[nth + 1];
        sure[nth] = later && stood(&read[nth + 1]) >= DECIDED;
    }
    sure
}

/// Which turns are moments, and why, in their order.
fn choose(judged: &[Judged], winner: Option<Seat>, sure_after: &[bool]) -> Vec<(usize, MomentKind)> {
    let decisive = (0..judged.len()).find(|nth| sure_after[*nth] && (*nth == 0 || !sure_after[nth - 1]));
    let decisive = decisive.filter(|nth| Some(judged[*nth].seat) != winner && judged[*nth].cost() >= STILL_COSTLY);
    let mut costly: Vec<usize> = (0..judged.len())
        .filter(|nth| {
            let one = &judged[*nth];
            one.lost_value() || (one.cost() >= COSTLY && !one.changes_nothing()) || Some(*nth) == decisive
        })
        .collect();
    // The costliest first; of equal ones, the first.
    costly.sort_by(|one, other| judged[*other].cost().total_cmp(&judged[*one].cost()).then(one.cmp(other)));
    let mut chosen: Vec<usize> = Vec::new();
    for nth in costly {
        // Where tablebases give the values, every loss of value is listed, however close to another one.
        let alone = judged[nth].lost_value() || chosen.iter().all(|other| other.abs_diff(nth) >= RUN);
        if alone && chosen.len() < MOST {
            chosen.push(nth);
        }
    }
    let kind = |nth: usize| {
        let one = &judged[nth];
        if Some(nth) == decisive && !one.is_known() {
            MomentKind::Decided
        } else if Some(one.seat) == winner && one.before.chance > 0.55 {
            MomentKind::NearlyLetSlip
        } else if one.before.chance >= 0.65 && one.after.chance < 0.56 {
            MomentKind::LetBackIn
        } else {
            MomentKind::GaveAway
        }
    };
    let mut moments: Vec<(usize, MomentKind)> = chosen.into_iter().map(|nth| (nth, kind(nth))).collect();
    if let Some(nth) = missed_quicker_end(judged, winner).filter(|_| moments.len() < MOST)
        && moments.iter().all(|(other, _)| other.abs_diff(nth) >= RUN)
    {
        moments.push((nth, MomentKind::MissedQuickerEnd));
    }
    moments.sort_unstable_by_key(|(nth, _)| *nth);
    moments
}

/// The first turn of the winner that passed by a proved end close at hand, if the game went on long after it.
fn missed_quicker_end(judged: &[Judged], winner: Option<Seat>) -> Option<usize> {
    let winner = winner?;
    judged.iter().enumerate().position(|(nth, one)| {
        let near = one.before.proved.filter(|turns| (1..=QUICK).contains(turns));
        let near = near.filter(|_| one.seat == winner && !one.is_best && !one.is_known());
        near.is_some_and(|turns| {
            let left = judged.len() - nth;
            let lost_sight = one.after.proved.is_none_or(|after| after > turns + 1);
            lost_sight && one.after.chance > 0.5 && left >= turns.unsigned_abs() as usize + MISSED
        })
    })
}

/// How each part of the game went, for the reader or for everybody.
fn phases(played: &Match, judged: &[Judged], reader: Option<Seat>) -> Vec<Phase> {
    let count = judged.len();
    if count < 6 {
        return Vec::new();
    }
    let opening = (count / 3).min(10);
    let ending = count - count / 3;
    let parts = [("Opening", 0..opening), ("Middle", opening..ending), ("Ending", ending..count)];
    let seats = Seat::all(played.game().about().count()).filter(|seat| reader.is_none_or(|reader| reader == *seat));
    let seats: Vec<Seat> = seats.collect();
    let phase = |(name, part): (&'static str, std::ops::Range<usize>)| {
        let part = judged[part].to_vec();
        seats.clone().into_iter().map(move |seat| {
            let own: Vec<&Judged> = part.iter().filter(|one| one.seat == seat).collect();
            Phase { name, seat, turns: own.len(), words: words::of_phase(&own) }
        })
    };
    parts.into_iter().flat_map(phase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(chances: &[(f64, f64)]) -> Vec<Judged> {
        let worth = |chance| Worth { chance, proved: None, known: false };
        let one = |(nth, (before, after)): (usize, &(f64, f64))| Judged {
            seat: Seat::new(nth % 2),
            before: worth(*before),
            after: worth(*after),
            is_best: before <= after,
        };
        chances.iter().enumerate().map(one).collect()
    }

    fn chosen(judged: &[Judged]) -> Vec<usize> {
        choose(judged, None, &vec![false; judged.len() + 1]).into_iter().map(|(nth, _)| nth).collect()
    }

    #[test]
    fn a_little_is_no_moment_and_what_is_won_or_lost_already_is_none() {
        assert!(chosen(&turns(&[(0.5, 0.4), (0.6, 0.5), (0.5, 0.36)])).is_empty());
        assert!(chosen(&turns(&[(1.0, 0.96), (0.04, 0.0)])).is_empty());
        assert_eq!(chosen(&turns(&[(0.5, 0.3)])), [0]);
    }

    #[test]
    fn of_three_turns_in_a_row_the_costliest_counts_and_five_at_most() {
        assert_eq!(chosen(&turns(&[(0.5, 0.3), (0.7, 0.2), (0.8, 0.5), (0.5, 0.5), (0.5, 0.2)])), [1, 4]);
        let many: Vec<(f64, f64)> = (0..30).map(|nth| if nth % 3 == 0 { (0.6, 0.3) } else { (0.5, 0.5) }).collect();
        assert_eq!(chosen(&turns(&many)), [0, 3, 6, 9, 12]);
    }

    #[test]
    fn where_values_are_known_every_loss_stands_by_itself() {
        let known = |chance| Worth { chance, proved: Some(if chance > 0.9 { 3 } else { -3 }), known: true };
        let lost = Judged { seat: Seat::FIRST, before: known(1.0), after: known(0.0), is_best: false };
        assert_eq!(chosen(&[lost, lost, lost]), [0, 1, 2]);
    }

    #[test]
    fn the_turn_after_which_nothing_changed_is_told_apart() {
        let judged = turns(&[(0.5, 0.5), (0.5, 0.1), (0.9, 0.9), (0.1, 0.05)]);
        let sure = [false, true, true, true, false];
        assert_eq!(choose(&judged, Some(Seat::FIRST), &sure), [(1, MomentKind::Decided)]);
        assert_eq!(choose(&judged, Some(Seat::SECOND), &sure)[0].1, MomentKind::GaveAway);
    }

    #[test]
    fn who_wins_in_the_end_has_only_nearly_let_it_slip() {
        let judged = turns(&[(0.8, 0.4), (0.6, 0.6), (0.5, 0.5), (0.5, 0.5)]);
        let none = [false; 5];
        assert_eq!(choose(&judged, Some(Seat::FIRST), &none), [(0, MomentKind::NearlyLetSlip)]);
        assert_eq!(choose(&judged, Some(Seat::SECOND), &none), [(0, MomentKind::LetBackIn)]);
    }
}
