//! How games are written in JSON: boards, men, positions, steps.

use crate::drawing::{self, Lie};
use library::{AnyGame, AnyPosition, Match, Turn};
use rules::show::{Beat, Effect, Man, Placed, SiteId, SiteKind, Standing};
use rules::{Outcome, Status};
use serde_json::{Value, json};

/// The board without men.
pub fn board(game: &dyn AnyGame) -> Value {
    let board = game.board();
    let sites: Vec<Value> = board
        .sites
        .iter()
        .map(|site| json!({ "name": site.name, "x": site.x, "y": site.y, "kind": kind(site.kind), "ground": site.ground }))
        .collect();
    let lines: Vec<_> = board.lines.iter().map(|(from, to)| (from.0, to.0)).collect();
    json!({ "width": board.width, "height": board.height, "sites": sites, "lines": lines,
        "decoration": board.decoration, "columns": board.columns, "rows": board.rows,
        "grounds": { "plain": drawing::ground(game, Lie::default(), false) } })
}

fn kind(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::Cell => "cell",
        SiteKind::Point => "point",
        SiteKind::Pit => "pit",
        SiteKind::Pennant => "pennant",
        SiteKind::Tray => "tray",
    }
}

/// One man of a game.
pub fn man(game: &dyn AnyGame, man: &Man) -> Value {
    let drawing = drawing::symbol(game.about().id, man);
    json!({ "seat": man.seat.number(), "kind": man.kind, "letter": man.letter, "drawing": drawing })
}

/// The men on their sites; sites without men are left out.
pub fn pieces(game: &dyn AnyGame, pieces: &[Placed]) -> Value {
    let placed = |placed: &Placed| {
        let men: Vec<Value> = placed.men.iter().map(|one| man(game, one)).collect();
        json!({ "site": placed.site.0, "men": men })
    };
    pieces.iter().filter(|placed| !placed.men.is_empty()).map(placed).collect()
}

/// What happens on the board.
pub fn beats(beats: &[Beat]) -> Value {
    let effect = |effect: &Effect| match *effect {
        Effect::Move { from, to } => json!({ "type": "move", "from": from.0, "to": to.0 }),
        Effect::Jump { from, over, to } => json!({ "type": "jump", "from": from.0, "over": over.0, "to": to.0 }),
        Effect::Take { from, to } => json!({ "type": "take", "from": from.0, "to": to.0 }),
        Effect::Place { from, to } => json!({ "type": "place", "from": from.0, "to": to.0 }),
        Effect::Lift { from } => json!({ "type": "lift", "from": from.0 }),
        Effect::Drop { to } => json!({ "type": "drop", "to": to.0 }),
        Effect::Carry { from, to } => json!({ "type": "carry", "from": from.0, "to": to.0 }),
        Effect::Change { at } => json!({ "type": "change", "at": at.0 }),
    };
    beats.iter().map(|beat| beat.iter().map(effect).collect::<Value>()).collect()
}

/// Whose choice it is, or how it ended.
pub fn status(game: &dyn AnyGame, status: Status) -> Value {
    let (kind, seat, winner, clause) = match status {
        Status::Turn(seat) => ("turn", Some(seat), None, None),
        Status::Continue(seat) => ("continue", Some(seat), None, None),
        Status::Over(Outcome::Win(winner), clause) => ("over", None, Some(winner), Some(clause)),
        Status::Over(Outcome::Draw, clause) => ("over", None, None, Some(clause)),
    };
    let by = clause.map(|clause| match clause {
        rules::clause::RESIGNATION => "resignation",
        rules::clause::AGREEMENT => "agreement",
        _ => "board",
    });
    json!({ "type": kind, "by": by, "seat": seat.map(rules::Seat::number), "winner": winner.map(rules::Seat::number),
        "clause": clause.map(rules::Clause::number), "words": clause.map(|clause| game.rules().words(clause)) })
}

/// Site ids as numbers.
pub fn sites(sites: &[SiteId]) -> Vec<u16> {
    sites.iter().map(|site| site.0).collect()
}

/// What decides the game, counted for each seat; null where there is nothing to count.
fn standings(game: &dyn AnyGame, at: &AnyPosition) -> Value {
    let standing = |seat| {
        let told = |standing: Standing| json!({ "count": standing.count, "what": standing.what, "more": standing.more, "close": standing.close });
        game.tally(at, seat).map_or(Value::Null, told)
    };
    rules::Seat::all(game.about().count()).map(standing).collect()
}

/// Men that are drawn joined.
fn joined(game: &dyn AnyGame, at: &AnyPosition) -> Value {
    game.joined(at).iter().map(|(seat, row)| json!({ "seat": seat.number(), "sites": sites(row) })).collect()
}

/// What is seen of a bare position, without its steps.
pub fn glance(game: &dyn AnyGame, at: &AnyPosition, now: Status) -> Value {
    json!({ "position": game.text(at), "pieces": pieces(game, &game.pieces(at)), "status": status(game, now),
        "prompt": game.prompt(at), "standings": standings(game, at), "joined": joined(game, at) })
}

/// What is seen of a position of a match, without its steps.
pub fn glance_in(played: &Match, at: &AnyPosition, now: Status) -> Value {
    let mut glance = glance(&**played.game(), at, now);
    glance["pieces"] = pieces(&**played.game(), &played.pieces_at(at));
    glance
}

/// What is seen where a match stands, with all legal steps.
pub fn scene(played: &Match) -> Value {
    let (game, at) = (&**played.game(), played.position());
    let step =
        |step: String| json!({ "clicks": sites(&game.clicks(at, &step)), "says": game.say(at, &step), "text": step });
    let steps: Vec<Value> = played.steps().into_iter().map(step).collect();
    let mut scene = glance_in(played, at, played.status());
    scene["steps"] = steps.into();
    scene
}

/// A step that was taken, from where it was taken.
pub fn taken(game: &dyn AnyGame, at: &AnyPosition, step: &str, seat: rules::Seat) -> Value {
    json!({ "step": step, "seat": seat.number(), "says": game.say(at, step), "beats": beats(&game.effects(at, step)) })
}

/// All steps taken from the nth on.
pub fn taken_since(played: &Match, nth: usize) -> Vec<Value> {
    each_taken(played).skip(nth).collect()
}

/// All steps taken, each made when it is asked for.
pub fn each_taken(played: &Match) -> impl Iterator<Item = Value> {
    let step = |(at, step): (&AnyPosition, &str), seat| taken(&**played.game(), at, step, seat);
    played.steps_taken().zip(played.movers()).map(move |(taken, seat)| step(taken, seat))
}

/// One turn.
pub fn turn(turn: &Turn) -> Value {
    json!({ "seat": turn.seat.number(), "text": turn.text, "steps": turn.steps })
}

/// The options that were chosen.
pub fn options(game: &dyn AnyGame) -> Value {
    let pairs = game.chosen().pairs().iter();
    Value::Object(pairs.map(|(name, value)| ((*name).to_string(), Value::from(*value))).collect())
}
