//! Readings and reviews of games on the wire.

use crate::wire::{self, Beat};
use library::reading::{Compared, ReadLine};
use library::review;
use library::{Match, TurnRead, Worth};
use rules::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A turn that is advised or was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Advice {
    /// As records write it.
    pub turn: String,
    /// Its steps.
    pub steps: Vec<String>,
    /// What happens on the board.
    #[schema(value_type = Vec<Vec<wire::Effect>>)]
    #[ts(type = "Beat[]")]
    pub beats: Vec<Beat>,
}

impl Advice {
    /// A turn played where a match stood after so many steps.
    pub fn of(played: &Match, ply: usize, line: &ReadLine) -> Advice {
        Advice {
            turn: line.text.clone(),
            steps: line.steps.clone(),
            beats: beats(played, played.position_before(ply), &line.steps),
        }
    }
}

/// What happens on the board in several steps from a position of a match.
pub fn beats(played: &Match, from: &library::AnyPosition, steps: &[String]) -> Vec<Beat> {
    let (game, mut at) = (&**played.game(), from.clone());
    let mut all = Vec::new();
    for step in steps {
        let Ok(taken) = game.take(&at, step) else { break };
        all.extend(wire::beats(&game.effects(&at, step)));
        at = taken.position;
    }
    all
}

/// What was read of the position at the start of one turn: the data of the stream's `turn`. A later one with the same `ply`
/// is better founded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReadTurn {
    /// How many steps were played before.
    pub ply: usize,
    /// Whose chance it is: the seat to move; where the game is over, the first.
    pub seat: u8,
    /// Its chance of winning with best play, from 0 to 1.
    pub chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    pub proved: Option<i32>,
    /// Whether a tablebase says so.
    pub known: bool,
    /// The best turn; null where the game is over.
    pub best: Option<String>,
    /// Its steps.
    pub steps: Vec<String>,
    /// What would happen on the board.
    #[schema(value_type = Vec<Vec<wire::Effect>>)]
    #[ts(type = "Beat[]")]
    pub beats: Vec<Beat>,
    /// How many turns were looked ahead.
    pub depth: i32,
    /// How the game stands, in a sentence.
    pub words: String,
}

impl ReadTurn {
    /// What was read of a position of a match.
    pub fn of(played: &Match, read: &TurnRead) -> ReadTurn {
        let best = Advice::of(played, read.ply, &read.best);
        let is_over = read.best.steps.is_empty();
        ReadTurn {
            ply: read.ply,
            seat: read.seat.number(),
            chance: read.worth.chance,
            proved: read.worth.proved,
            known: read.worth.known,
            best: (!is_over).then_some(best.turn),
            steps: best.steps,
            beats: best.beats,
            depth: read.depth,
            words: if is_over {
                "The game is over.".to_string()
            } else {
                format!("{}.", review::verdict(played.game().about(), read.seat, read.worth))
            },
        }
    }
}

/// Why a turn matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "MomentKind")]
#[schema(as = MomentKind)]
#[serde(rename_all = "kebab-case")]
pub enum SentMomentKind {
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

/// What a position is worth to whoever moved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MomentWorth {
    /// The chance of winning, from 0 to 1.
    pub chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    pub proved: Option<i32>,
    /// Whether a tablebase says so.
    pub known: bool,
}

impl MomentWorth {
    fn of(worth: Worth) -> MomentWorth {
        MomentWorth { chance: worth.chance, proved: worth.proved, known: worth.known }
    }
}

/// A turn that mattered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Moment")]
#[schema(as = Moment)]
pub struct SentMoment {
    /// How many steps were played before it.
    pub ply: usize,
    /// Its number in a list of moves.
    pub round: usize,
    /// Who played it.
    pub seat: u8,
    /// Why it matters.
    pub kind: SentMomentKind,
    /// What the position was worth to that seat.
    pub before: MomentWorth,
    /// What was left of it.
    pub after: MomentWorth,
    /// What would have been best.
    pub best: Advice,
    /// What was played.
    pub played: Advice,
    /// What was to be expected in answer; null if the game was over.
    pub answer: Option<String>,
    /// A few words.
    pub heading: String,
    /// What was better, what was played and what came of it.
    pub words: String,
}

/// A part of a game, as one seat played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Phase")]
#[schema(as = Phase)]
pub struct SentPhase {
    /// `Opening`, `Middle` or `Ending`.
    pub name: String,
    /// Whose turns.
    pub seat: u8,
    /// How many turns that seat had.
    pub turns: usize,
    /// How they went.
    pub words: String,
}

/// A turn that lost value where values are known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "LostValue")]
#[schema(as = LostValue)]
pub struct SentLostValue {
    /// How many steps were played before it.
    pub ply: usize,
    /// Its number in a list of moves.
    pub round: usize,
    /// Who played it.
    pub seat: u8,
    /// What it was.
    pub words: String,
}

/// What mattered in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Review")]
#[schema(as = Review)]
pub struct SentReview {
    /// The game in a few words.
    pub headline: String,
    /// A sentence or two.
    pub summary: String,
    /// None to five, in their order.
    pub moments: Vec<SentMoment>,
    /// Every turn that lost value where values are known.
    pub lost: Vec<SentLostValue>,
    /// Opening, middle and ending.
    pub phases: Vec<SentPhase>,
    /// What the chances rest on.
    pub note: String,
}

impl SentMoment {
    /// A moment of a match.
    pub fn of(played: &Match, moment: review::Moment) -> SentMoment {
        SentMoment {
            ply: moment.ply,
            round: moment.round,
            seat: moment.seat.number(),
            kind: match moment.kind {
                review::MomentKind::GaveAway => SentMomentKind::GaveAway,
                review::MomentKind::LetBackIn => SentMomentKind::LetBackIn,
                review::MomentKind::NearlyLetSlip => SentMomentKind::NearlyLetSlip,
                review::MomentKind::Decided => SentMomentKind::Decided,
                review::MomentKind::MissedQuickerEnd => SentMomentKind::MissedQuickerEnd,
            },
            before: MomentWorth::of(moment.before),
            after: MomentWorth::of(moment.after),
            best: Advice::of(played, moment.ply, &moment.best),
            played: Advice::of(played, moment.ply, &moment.played),
            answer: moment.answer.map(|answer| answer.text),
            heading: moment.heading,
            words: moment.words,
        }
    }
}

impl SentReview {
    /// A review of a match.
    pub fn of(played: &Match, review: review::Review) -> SentReview {
        let lost = |lost: review::LostValue| SentLostValue {
            ply: lost.ply,
            round: lost.round,
            seat: lost.seat.number(),
            words: lost.words,
        };
        let phase = |phase: review::Phase| SentPhase {
            name: phase.name.to_string(),
            seat: phase.seat.number(),
            turns: phase.turns,
            words: phase.words,
        };
        SentReview {
            headline: review.headline,
            summary: review.summary,
            moments: review.moments.into_iter().map(|moment| SentMoment::of(played, moment)).collect(),
            lost: review.lost.into_iter().map(lost).collect(),
            phases: review.phases.into_iter().map(phase).collect(),
            note: review.note,
        }
    }
}

/// How far the reading of a game has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Reading {
    /// For its address.
    pub id: String,
    /// How many positions there are to be read.
    pub turns: usize,
    /// How many have been.
    pub read: usize,
    /// What mattered; null until all is read.
    pub review: Option<SentReview>,
    /// The moments in what has been read so far, in their order; more may come.
    pub moments: Vec<SentMoment>,
    /// Every position that has been read.
    pub all: Vec<ReadTurn>,
}

/// What a turn that somebody tried comes to. It does not tell the best one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TriedTurn {
    /// Whether it keeps about as much as the best one.
    pub good: bool,
    /// What it is worth to whoever tried it.
    pub worth: MomentWorth,
    /// What is to be expected in answer; null if the game is over.
    pub answer: Option<Advice>,
    /// The turns that are to be expected then, the answer first.
    pub follows: Vec<FollowingTurn>,
    /// In a sentence.
    pub words: String,
}

/// A turn that is to be expected.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FollowingTurn {
    /// Whose it is, counted from 1.
    pub seat: u8,
    /// The turn, as records write it.
    pub text: String,
}

impl TriedTurn {
    /// A turn tried where a match stands.
    pub fn of(here: &Match, turn: &[String], compared: &Compared, players: &review::Players) -> TriedTurn {
        let mut after = here.clone();
        for step in turn {
            // It was played to be compared.
            let _ = after.play(step);
        }
        let following =
            |(seat, line): &(Seat, ReadLine)| FollowingTurn { seat: seat.number(), text: line.text.clone() };
        TriedTurn {
            good: compared.is_good(),
            worth: MomentWorth::of(compared.tried_worth),
            answer: compared.answer().map(|answer| Advice::of(&after, after.length(), answer)),
            follows: compared.follows.iter().map(following).collect(),
            words: review::tried(here, turn, compared, players),
        }
    }
}
