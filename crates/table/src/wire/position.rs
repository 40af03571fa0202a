//! Positions of a game: whose choice it is, what may be played, and what was.

use super::board::{Beat, Effect, Man, Placed, beats, pieces};
use library::{AnyGame, AnyPosition, Match};
use rules::show;
use rules::{Outcome, Seat as RulesSeat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusKind {
    /// A turn begins.
    Turn,
    /// A turn goes on.
    Continue,
    /// The game is over; without a winner it is a draw.
    Over,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndedBy {
    /// What stands on the board.
    Board,
    /// A player who gave up.
    Resignation,
    /// The players together.
    Agreement,
}

/// Whose choice it is, or how it ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Status {
    /// Whether it goes on.
    #[serde(rename = "type")]
    pub kind: StatusKind,
    /// What ended it.
    pub by: Option<EndedBy>,
    /// Whose choice it is.
    pub seat: Option<u8>,
    /// Who has won.
    pub winner: Option<u8>,
    /// By which clause it ended.
    pub clause: Option<String>,
    /// Its words.
    pub words: Option<String>,
    /// What ended this game, and where it can be seen.
    pub ends: Option<Ending>,
}

/// What ended a game, about this game and not about all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Ending {
    /// A sentence: "Black has five in line on row 8."
    pub words: String,
    /// The sites that show it.
    pub sites: Vec<u16>,
}

/// A step that may be taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LegalStep {
    /// As it is written.
    pub text: String,
    /// The sites to be touched.
    pub clicks: Vec<u16>,
    /// In words.
    pub says: String,
    /// Whether it is offered as a button.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub button: bool,
    /// The man at its end, where several steps have the same clicks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub becomes: Option<Man>,
    /// Where its men are dropped one after another, in games that sow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sown: Option<Vec<u16>>,
}

/// What decides a game, counted for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Standing {
    /// The number.
    pub count: u32,
    /// What is counted.
    pub what: String,
    /// What else a player wants to know of it.
    pub more: String,
    /// Whether one turn may decide the game.
    pub close: bool,
    /// How the number is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scale: Option<Scale>,
}

/// How the number of a standing is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Scale {
    /// A way, and how far along it each man has come.
    Way {
        /// How many steps it has.
        length: u32,
        /// Who goes there.
        man: Man,
        /// How many steps each of them has gone.
        at: Vec<u32>,
    },
    /// A pip for each man there was, filled for each one that is left.
    Pips {
        /// How many there were.
        all: u32,
        /// With so many left the game is decided.
        decides_at: u32,
    },
}

/// Men that are drawn joined, such as a closed row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Joined {
    /// Whose.
    pub seat: u8,
    /// Where they stand.
    pub sites: Vec<u16>,
}

/// What is seen of a bare position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Glance {
    /// As text.
    pub position: String,
    /// The men on their sites; sites without men are left out.
    pub pieces: Vec<Placed>,
    /// Whose choice it is, or how it ended.
    pub status: Status,
    /// What is to be done now.
    pub prompt: String,
    /// What decides the game, counted for each seat; none where there is nothing to count.
    pub standings: Vec<Option<Standing>>,
    /// Men that are drawn joined.
    pub joined: Vec<Joined>,
}

/// What is seen of a position, with all legal steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scene {
    /// The position.
    #[serde(flatten)]
    pub glance: Glance,
    /// All legal steps.
    pub steps: Vec<LegalStep>,
}

/// A step that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Taken {
    /// As it is written.
    pub step: String,
    /// By whom.
    pub seat: u8,
    /// In words.
    pub says: String,
    /// What happened on the board.
    #[schema(value_type = Vec<Vec<Effect>>)]
    #[ts(type = "Beat[]")]
    pub beats: Vec<Beat>,
}

/// One turn, complete or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Turn {
    /// By whom.
    pub seat: u8,
    /// As records write it.
    pub text: String,
    /// Its steps.
    pub steps: Vec<String>,
}

impl Status {
    /// Whose choice it is at this position, or how it ended.
    pub fn of(game: &dyn AnyGame, at: &AnyPosition, status: rules::Status) -> Status {
        let (kind, seat, winner, clause) = match status {
            rules::Status::Turn(seat) => (StatusKind::Turn, Some(seat), None, None),
            rules::Status::Continue(seat) => (StatusKind::Continue, Some(seat), None, None),
            rules::Status::Over(Outcome::Win(winner), clause) => (StatusKind::Over, None, Some(winner), Some(clause)),
            rules::Status::Over(Outcome::Draw, clause) => (StatusKind::Over, None, None, Some(clause)),
        };
        let by = clause.map(|clause| match clause {
            rules::clause::RESIGNATION => EndedBy::Resignation,
            rules::clause::AGREEMENT => EndedBy::Agreement,
            _ => EndedBy::Board,
        });
        let ends = match status {
            rules::Status::Over(outcome, clause) if by == Some(EndedBy::Board) => {
                let rules::words::Ending { words, sites } = game.ending(at, outcome, clause);
                Some(Ending { words, sites: sites.into_iter().map(|site| site.0).collect() })
            }
            _ => None,
        };
        Status {
            ends,
            kind,
            by,
            seat: seat.map(RulesSeat::number),
            winner: winner.map(RulesSeat::number),
            clause: clause.map(|clause| clause.number().to_string()),
            words: clause.map(|clause| game.rules().words(clause).to_string()),
        }
    }
}

/// Site ids as numbers.
pub fn sites(sites: &[show::SiteId]) -> Vec<u16> {
    sites.iter().map(|site| site.0).collect()
}

impl Glance {
    /// What is seen of a position.
    pub fn of(game: &dyn AnyGame, at: &AnyPosition, status: rules::Status) -> Glance {
        Glance {
            position: game.text(at),
            pieces: pieces(game, &game.pieces(at)),
            status: Status::of(game, at, status),
            prompt: game.prompt(at),
            standings: RulesSeat::all(game.about().count())
                .map(|seat| game.tally(at, seat).map(|standing| Standing::of(game, standing)))
                .collect(),
            joined: game
                .joined(at)
                .iter()
                .map(|(seat, row)| Joined { seat: seat.number(), sites: sites(row) })
                .collect(),
        }
    }

    /// What is seen of a position of a match.
    pub fn within(played: &Match, at: &AnyPosition, status: rules::Status) -> Glance {
        let game = &**played.game();
        Glance { pieces: pieces(game, &played.pieces_at(at)), ..Glance::of(game, at, status) }
    }
}

impl Standing {
    fn of(game: &dyn AnyGame, standing: show::Standing) -> Standing {
        let show::Standing { count, what, more, close, scale } = standing;
        let scale = scale.map(|scale| match scale {
            show::Scale::Way { length, man, at } => Scale::Way { length, man: Man::of(game, &man), at },
            show::Scale::Pips { all, decides_at } => Scale::Pips { all, decides_at },
        });
        Standing { count, what, more, close, scale }
    }
}

impl Scene {
    /// What is seen where a match stands.
    pub fn of(played: &Match) -> Scene {
        let (game, at) = (&**played.game(), played.position());
        let all = played.steps();
        let clicks: Vec<Vec<u16>> = all.iter().map(|step| sites(&game.clicks(at, step))).collect();
        let sows = game.board().sites.iter().any(|site| site.kind == show::SiteKind::Pit);
        let step = |(text, path): (String, &Vec<u16>)| {
            let alike = clicks.iter().filter(|other| *other == path).count() > 1;
            let becomes = alike.then(|| arrival(game, at, &text, path)).flatten();
            let sown = sows.then(|| sown(game, at, &text)).filter(|sites| !sites.is_empty());
            let (says, button) = (game.say(at, &text), game.is_button(at, &text));
            LegalStep { clicks: path.clone(), says, button, becomes, sown, text }
        };
        let glance = Glance::within(played, at, played.status());
        let steps = all.into_iter().zip(&clicks).map(step).collect();
        Scene { glance, steps }
    }
}

/// Where a step drops men, one after another.
fn sown(game: &dyn AnyGame, at: &AnyPosition, step: &str) -> Vec<u16> {
    let dropped = |effect: &show::Effect| match effect {
        show::Effect::Drop { to } => Some(to.0),
        _ => None,
    };
    game.effects(at, step).iter().flatten().filter_map(dropped).collect()
}

/// The man who stands where a step ends.
fn arrival(game: &dyn AnyGame, at: &AnyPosition, step: &str, path: &[u16]) -> Option<Man> {
    let after = game.pieces(&game.take(at, step).ok()?.position);
    pieces(game, &after).into_iter().find(|placed| Some(&placed.site) == path.last())?.men.pop()
}

impl Taken {
    /// A step, from where it was taken.
    pub fn of(game: &dyn AnyGame, at: &AnyPosition, step: &str, seat: RulesSeat) -> Taken {
        Taken {
            step: step.to_string(),
            seat: seat.number(),
            says: game.say(at, step),
            beats: beats(&game.effects(at, step)),
        }
    }

    /// All steps taken from the nth on.
    pub fn since(played: &Match, nth: usize) -> Vec<Taken> {
        Taken::each(played).skip(nth).collect()
    }

    /// All steps taken, each made when it is asked for.
    pub fn each(played: &Match) -> impl Iterator<Item = Taken> {
        let steps = played.steps_taken().zip(played.movers());
        steps.map(|((at, step), seat)| Taken::of(&**played.game(), at, step, seat))
    }
}

impl Turn {
    /// One turn.
    pub fn of(turn: &library::Turn) -> Turn {
        Turn { seat: turn.seat.number(), text: turn.text.clone(), steps: turn.steps.clone() }
    }
}
