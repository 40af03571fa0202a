//! Boards, men, and what happens on them.

use crate::drawing::{self, Lie};
use library::AnyGame;
use rules::show;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

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
