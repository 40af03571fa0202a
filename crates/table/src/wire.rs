//! What goes over the wire: the shapes of games and tables in JSON. The description of the API and the types of the pages
//! are made from these types.
//!
//! A type that has its name from another crate, such as [`SiteKind`], is that thing as it is sent: `rules` and `library` know
//! nothing of JSON, and what is sent stays as it is when they change. Each is made in one place, by `of` or `from` below.

use crate::drawing::{self, Lie};
use crate::event::Proposal;
use crate::state::SeatKind;
use library::{AnyGame, AnyPosition, Match};
use rules::show;
use rules::{Outcome, Seat as RulesSeat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// Options by name.
pub type Options = BTreeMap<String, String>;

/// What a site is drawn as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SiteKind {
    /// A square or another field.
    Cell,
    /// Where lines meet.
    Point,
    /// A hole.
    Pit,
    /// A flag.
    Pennant,
    /// Beside the board.
    Tray,
}

/// A place where men stand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Site {
    /// As players call it.
    pub name: String,
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// What it is drawn as.
    pub kind: SiteKind,
    /// What it is drawn on.
    pub ground: String,
}

/// The board without men.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Board {
    /// In units of one field.
    pub width: f32,
    /// In units of one field.
    pub height: f32,
    /// Everything else names sites by their place in this list.
    pub sites: Vec<Site>,
    /// Pairs of sites.
    #[ts(as = "Vec<(u16, u16)>")]
    pub lines: Vec<[u16; 2]>,
    /// Places without men, with what they are drawn on.
    pub decoration: Vec<(f32, f32, String)>,
    /// What stands beside the columns.
    pub columns: Vec<(f32, String)>,
    /// What stands beside the rows.
    pub rows: Vec<(f32, String)>,
    /// How it is drawn.
    pub grounds: BoardGround,
}

/// The board without men as pictures (SVG).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardGround {
    /// Without names of sites.
    pub plain: String,
    /// With them, on a game's own page only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub labelled: Option<Grounds>,
}

/// A board for each way it may lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Grounds {
    /// Seat 1 at the bottom.
    pub straight: String,
    /// Seat 1 at the top.
    pub flipped: String,
    /// A quarter turn.
    pub turned: String,
    /// A quarter turn with seat 1 on the other side.
    pub both: String,
}

/// One man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Man {
    /// Whose.
    pub seat: u8,
    /// Which kind.
    pub kind: String,
    /// As positions write it.
    pub letter: String,
    /// The symbol that stands for it; none is a plain disc with the letter.
    pub drawing: Option<String>,
}

/// The men on a site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Placed {
    /// Where.
    pub site: u16,
    /// Bottom to top.
    pub men: Vec<Man>,
}

/// What happens to men on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EffectKind {
    /// From one site to another.
    Move,
    /// Over a third.
    Jump,
    /// Off the board, to a tray.
    Take,
    /// From a tray onto the board.
    Place,
    /// Off its site.
    Lift,
    /// Onto a site.
    Drop,
    /// With all that stands on it.
    Carry,
    /// Into another kind.
    Change,
}

/// One thing that happens on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Effect {
    /// Which kind.
    #[serde(rename = "type")]
    pub kind: EffectKind,
    /// Where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<u16>,
    /// What it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over: Option<u16>,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<u16>,
    /// Where it happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<u16>,
}

/// What happens at the same moment.
pub type Beat = Vec<Effect>;

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

/// A seat and who has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Seat {
    /// Counted from 1.
    pub number: u8,
    /// As the game calls it.
    pub called: String,
    /// Of the person.
    pub name: Option<String>,
    /// Who has it.
    pub kind: SeatKind,
    /// Of the computer.
    pub level: Option<u8>,
}

/// A seat, and whether its person is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatAtTable {
    /// The seat.
    #[serde(flatten)]
    pub seat: Seat,
    /// Whether somebody with its key listens.
    pub present: bool,
}

/// What a seat proposes to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// Who proposes it.
    pub seat: u8,
    /// What.
    pub what: Proposal,
}

/// How a series stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Series {
    /// How many games it has.
    pub games: u8,
    /// How many are over.
    pub played: u8,
    /// How many of them whoever now has each seat has won.
    pub score: Vec<u8>,
}

/// A computer that thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Thinking {
    /// On which seat.
    pub seat: u8,
    /// For how many milliseconds.
    pub since_ms: u64,
}

/// The whole table for a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct View {
    /// Of the table.
    pub id: String,
    /// Which game.
    pub game: String,
    /// With which options.
    pub options: Options,
    /// The last event's number.
    pub version: u64,
    /// In milliseconds since 1970.
    pub created: i64,
    /// When the last event was.
    pub updated: i64,
    /// The edition of the rules that it was set up under.
    pub edition: u16,
    /// Why it can only be looked at, if that is so.
    pub read_only: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatAtTable>,
    /// The position that it began at.
    pub start: String,
    /// Where it stands.
    pub scene: Scene,
    /// What was played.
    pub turns: Vec<Turn>,
    /// How many steps were taken.
    pub taken: usize,
    /// What was taken in the last complete turn and in the one under way.
    pub last: Vec<Taken>,
    /// What is proposed.
    pub offers: Vec<Offer>,
    /// The computer that thinks.
    pub thinking: Option<Thinking>,
    /// The series that this is a game of, this game included if it is over.
    pub series: Option<Series>,
    /// The table of the next game.
    pub next: Option<String>,
    /// Where whoever has each seat sits in the next game.
    pub next_seats: Vec<u8>,
}

/// What an event changed: all that a page needs to go on from the view before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Change {
    /// The event's number.
    pub version: u64,
    /// What happened: `step`, `take-back`, `offer`, `accept`, `decline`, `withdraw`, `resign`, `claim`, `rename`,
    /// `computer` or `rematch`.
    pub kind: String,
    /// Who did it.
    pub seat: Option<u8>,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// If the position changed, or who may play.
    pub board: Option<BoardChange>,
    /// If they changed.
    pub seats: Option<Vec<Seat>>,
    /// What is proposed now.
    pub offers: Vec<Offer>,
    /// How the series stands now.
    pub series: Option<Series>,
    /// The table of the next game.
    pub next: Option<String>,
}

/// A new position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardChange {
    /// Where the game stands.
    pub scene: Scene,
    /// The step that led there, if one did.
    pub step: Option<Taken>,
    /// How many steps have been taken.
    pub taken: usize,
    /// What was taken in the last complete turn and in the one under way.
    pub last: Vec<Taken>,
    /// How many turns of those before stand unchanged.
    pub turns_before: usize,
    /// Those after them.
    pub turns: Vec<Turn>,
}

impl View {
    /// The view after one more event. What is present and thought about stays as it was.
    pub fn apply(&mut self, change: Change) {
        self.version = change.version;
        self.updated = change.time;
        self.offers = change.offers;
        self.series = change.series;
        self.next = change.next;
        if let Some(board) = change.board {
            self.scene = board.scene;
            self.taken = board.taken;
            self.last = board.last;
            self.turns.truncate(board.turns_before);
            self.turns.extend(board.turns);
        }
        for (known, seat) in self.seats.iter_mut().zip(change.seats.into_iter().flatten()) {
            known.seat = seat;
        }
    }
}

/// The first event of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Hello {
    /// The last event's number.
    pub version: u64,
    /// Which seats have somebody.
    pub present: Vec<bool>,
    /// Which build of the pages the server has: a page of another one should be loaded anew between turns.
    pub build: String,
}

/// Somebody came or went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Present {
    /// Where.
    pub seat: u8,
    /// Which seats have somebody now.
    pub present: Vec<bool>,
}

/// What a computer that thinks has found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Thought {
    /// Whose turn it is.
    pub seat: u8,
    /// How many steps it has looked ahead.
    pub depth: i32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How likely it is to win, from 0 to 1.
    pub chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    pub proved: Option<i32>,
    /// The turns that it expects.
    pub line: Vec<String>,
}

/// Nothing needs to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Nothing {}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Summary {
    /// Of the table.
    pub id: String,
    /// Which game.
    pub game: String,
    /// As people call it.
    pub name: String,
    /// With which options.
    pub options: Options,
    /// Who sits where.
    pub seats: Vec<SeatAtTable>,
    /// The last event's number.
    pub version: u64,
    /// Whose choice it is, or how it ended.
    pub status: Status,
    /// How many turns were played.
    pub turns: usize,
    /// The men on their sites.
    pub pieces: Vec<Placed>,
    /// When the last event was.
    pub updated: i64,
    /// The table of the next game.
    pub next: Option<String>,
    /// The series that this is a game of, this game included if it is over.
    pub series: Option<Series>,
    /// Why it can only be looked at, if that is so.
    pub read_only: Option<String>,
}

impl From<show::SiteKind> for SiteKind {
    fn from(kind: show::SiteKind) -> SiteKind {
        match kind {
            show::SiteKind::Cell => SiteKind::Cell,
            show::SiteKind::Point => SiteKind::Point,
            show::SiteKind::Pit => SiteKind::Pit,
            show::SiteKind::Pennant => SiteKind::Pennant,
            show::SiteKind::Tray => SiteKind::Tray,
        }
    }
}

impl Board {
    /// The board of a game; its grounds with names of sites if they are wanted.
    pub fn of(game: &dyn AnyGame, labelled: bool) -> Board {
        let board = game.board();
        let ground = |flipped, turned| drawing::ground(game, Lie { flipped, turned }, true);
        let labelled = labelled.then(|| Grounds {
            straight: ground(false, false),
            flipped: ground(true, false),
            turned: ground(false, true),
            both: ground(true, true),
        });
        let grounds = BoardGround { plain: drawing::ground(game, Lie::default(), false), labelled };
        let site = |site: &show::Site| Site {
            name: site.name.clone(),
            x: site.x,
            y: site.y,
            kind: site.kind.into(),
            ground: site.ground.to_string(),
        };
        Board {
            width: board.width,
            height: board.height,
            sites: board.sites.iter().map(site).collect(),
            lines: board.lines.iter().map(|(from, to)| [from.0, to.0]).collect(),
            decoration: board.decoration.iter().map(|(x, y, ground)| (*x, *y, (*ground).to_string())).collect(),
            columns: board.columns.clone(),
            rows: board.rows.clone(),
            grounds,
        }
    }
}

impl Man {
    /// One man of a game.
    pub fn of(game: &dyn AnyGame, man: &show::Man) -> Man {
        Man {
            seat: man.seat.number(),
            kind: man.kind.to_string(),
            letter: man.letter.to_string(),
            drawing: drawing::symbol(game, man),
        }
    }
}

/// The men on their sites; sites without men are left out.
pub fn pieces(game: &dyn AnyGame, pieces: &[show::Placed]) -> Vec<Placed> {
    let men = |men: &[show::Man]| men.iter().map(|man| Man::of(game, man)).collect();
    let placed = |placed: &show::Placed| Placed { site: placed.site.0, men: men(&placed.men) };
    pieces.iter().filter(|placed| !placed.men.is_empty()).map(placed).collect()
}

/// What happens on the board.
pub fn beats(beats: &[show::Beat]) -> Vec<Beat> {
    let effect = |effect: &show::Effect| {
        let (kind, from, over, to, at) = match *effect {
            show::Effect::Move { from, to } => (EffectKind::Move, Some(from), None, Some(to), None),
            show::Effect::Jump { from, over, to } => (EffectKind::Jump, Some(from), Some(over), Some(to), None),
            show::Effect::Take { from, to } => (EffectKind::Take, Some(from), None, Some(to), None),
            show::Effect::Place { from, to } => (EffectKind::Place, Some(from), None, Some(to), None),
            show::Effect::Lift { from } => (EffectKind::Lift, Some(from), None, None, None),
            show::Effect::Drop { to } => (EffectKind::Drop, None, None, Some(to), None),
            show::Effect::Carry { from, to } => (EffectKind::Carry, Some(from), None, Some(to), None),
            show::Effect::Change { at } => (EffectKind::Change, None, None, None, Some(at)),
        };
        let number = |site: Option<show::SiteId>| site.map(|site| site.0);
        Effect { kind, from: number(from), over: number(over), to: number(to), at: number(at) }
    };
    beats.iter().map(|beat| beat.iter().map(effect).collect()).collect()
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
                .map(|seat| game.tally(at, seat).map(Standing::of))
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
    fn of(standing: show::Standing) -> Standing {
        let show::Standing { count, what, more, close } = standing;
        Standing { count, what, more, close }
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
            let alike = !path.is_empty() && clicks.iter().filter(|other| *other == path).count() > 1;
            let becomes = alike.then(|| arrival(game, at, &text, path)).flatten();
            let sown = sows.then(|| sown(game, at, &text)).filter(|sites| !sites.is_empty());
            LegalStep { clicks: path.clone(), says: game.say(at, &text), becomes, sown, text }
        };
        let seen = Glance::within(played, at, played.status());
        let Glance { position, pieces, status, prompt, standings, joined } = seen;
        let steps = all.into_iter().zip(&clicks).map(step).collect();
        Scene { position, pieces, status, prompt, standings, joined, steps }
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

/// The options that were chosen.
pub fn options(game: &dyn AnyGame) -> Options {
    game.chosen().pairs().iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect()
}
