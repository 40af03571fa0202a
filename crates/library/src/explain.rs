//! "Why may I not?" asked with clicks instead of words.

use crate::any::{AnyGame, AnyPosition, Refusal};
use rules::show::{Board, SiteId};
use rules::words::called;
use rules::{Reason, Status};
use std::collections::HashSet;

/// What clicks come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// They make this step.
    Step(String),
    /// They are the beginning of a legal step.
    Begun,
    /// They make a step, or could only begin steps, that this refuses.
    Refused(Refusal),
    /// They are no step of this game and cannot begin one.
    Nothing,
}

/// Says what clicks come to. A first click has no step to judge yet: every second site is tried, and what stands most
/// in the way of this man is the answer.
pub fn why(game: &dyn AnyGame, at: &AnyPosition, clicks: &[SiteId]) -> Meaning {
    if game.status(at).is_over() {
        return game.take(at, "").err().map_or(Meaning::Nothing, Meaning::Refused);
    }
    let sites = game.board().sites.len();
    if clicks.iter().any(|site| site.index() >= sites) {
        return Meaning::Nothing;
    }
    let legal = game.survey(at).steps;
    let paths: Vec<Vec<SiteId>> = legal.iter().map(|step| game.clicks(at, step)).collect();
    if let Some(step) = legal.iter().zip(&paths).find_map(|(step, path)| (path == clicks).then_some(step)) {
        return Meaning::Step(step.clone());
    }
    if paths.iter().any(|path| path.starts_with(clicks)) {
        return Meaning::Begun;
    }
    if let Some(step) = game.attempt(at, clicks) {
        return match game.take(at, &step) {
            Ok(_) => Meaning::Step(step),
            Err(refusal) => Meaning::Refused(refusal),
        };
    }
    let longer = game.board().ids().filter_map(|site| {
        let step = game.attempt(at, &[clicks, &[site]].concat())?;
        match game.take(at, &step).err()? {
            refusal @ Refusal::Breach { .. } => Some((site, refusal)),
            _ => None,
        }
    });
    let refusals: Vec<(SiteId, Refusal)> = longer.collect();
    match clicks {
        [first] => first_click(game, at, *first, &refusals),
        _ => refusals.into_iter().map(|(_, refusal)| refusal).next(),
    }
    .map_or(Meaning::Nothing, Meaning::Refused)
}

/// Why a man cannot be taken up: whose he is not, who must capture instead, or what stands around him.
fn first_click(game: &dyn AnyGame, at: &AnyPosition, first: SiteId, refusals: &[(SiteId, Refusal)]) -> Option<Refusal> {
    let reason = |refusal: &Refusal| match refusal {
        Refusal::Breach { clause, .. } => clause.reason(),
        _ => Reason::Rule,
    };
    // What is said of the man himself comes before what is said of the places around him.
    let rank = |(second, refusal): &(SiteId, Refusal)| match reason(refusal) {
        Reason::NotYours => 6,
        Reason::MustTake | Reason::MustGoOn => 5,
        Reason::Says(_) if *second != first => 4,
        Reason::Occupied | Reason::InTheWay if touches(game.board(), first, *second) => 3,
        Reason::NothingToJump => 2,
        Reason::Backward => 1,
        _ => 0,
    };
    let is_taken = |(second, refusal): &(SiteId, Refusal)| {
        matches!(reason(refusal), Reason::Occupied | Reason::InTheWay) && kind_on(game, at, *second).is_some()
    };
    let is_near = |second: SiteId| second != first && touches(game.board(), first, second);
    // A `judge` that checks the target first also calls distant sites occupied. Then the directions in which such men can step tell
    // which sites this one could go to.
    let target_first = refusals
        .iter()
        .any(|refused| reason(&refused.1) == Reason::Occupied && !is_near(refused.0) && refused.0 != first);
    let usual = usual_ways(game, at, first);
    let goes = |second: SiteId| usual.contains(&offset(game.board(), first, second));
    let is_usual = |second: SiteId| !game.board().lines.is_empty() || !target_first || usual.is_empty() || goes(second);
    let blocks = |refused: &&(SiteId, Refusal)| is_taken(refused) && is_near(refused.0) && is_usual(refused.0);
    let blocking: Vec<&(SiteId, Refusal)> = refusals.iter().filter(blocks).collect();
    let jumps = refusals.iter().any(|(_, refusal)| reason(refusal) == Reason::NothingToJump);
    let said_of_all = |refusal: &Refusal| refusals.iter().all(|(_, other)| reason(other) == reason(refusal));
    let is_empty = |site: SiteId| kind_on(game, at, site).is_none();
    let best = refusals.iter().rev().max_by_key(|refused| (rank(refused), is_empty(refused.0), goes(refused.0)))?;
    let sentence = |refusal: &Refusal| match refusal {
        Refusal::Breach { words, .. } => Some(words.clone()),
        _ => None,
    };
    let same_words = |refusal: &Refusal| {
        let alike = refusals.iter().filter(|(_, other)| reason(other) == reason(refusal));
        alike.map(|(_, other)| sentence(other)).collect::<HashSet<_>>().len() == 1
    };
    // Inside a turn a man may be bound by more than his neighbours; that is so where a neighbouring site is empty.
    let bound = matches!(game.status(at), Status::Continue(_)) && is_near(best.0) && is_empty(best.0) && goes(best.0);
    let himself = rank(best) >= 5
        || said_of_all(&best.1)
        || (rank(best) == 4 && (bound || blocking.is_empty() && same_words(&best.1)));
    let best = if himself { best } else { blocking.first().copied().unwrap_or(best) };
    let Refusal::Breach { step, clause, text, at: matters, words } = best.1.clone() else { return None };
    let name = |site: SiteId| game.board().sites[site.index()].name.as_str();
    let who = format!("The {} on {}", called(kind_on(game, at, first).unwrap_or("man")), name(first));
    let words = match matters {
        Some(capturer) if clause.reason() == Reason::MustTake => {
            format!("{who} has no capture, and {} can capture.", name(capturer))
        }
        _ if himself => words,
        _ if !blocking.is_empty() => {
            let places: Vec<&str> = blocking.iter().map(|(second, _)| name(*second)).collect();
            let are = if places.len() == 1 { "is" } else { "are" };
            let jump = if jumps { " and there is nothing to jump" } else { "" };
            format!("{who} is blocked: {} {are} occupied{jump}.", listed(&places))
        }
        _ if rank(best) > 0 => words,
        _ => format!("{who} has no step here."),
    };
    Some(Refusal::Breach { step, words, clause, text, at: matters })
}

/// What stands on top of a place.
fn kind_on(game: &dyn AnyGame, at: &AnyPosition, site: SiteId) -> Option<&'static str> {
    let pieces = game.pieces(at).into_iter().find(|placed| placed.site == site);
    pieces.and_then(|placed| placed.men.last().map(|man| man.kind))
}

/// In which directions men of the kind on this place step to the next place here, as far as any can.
fn usual_ways(game: &dyn AnyGame, at: &AnyPosition, first: SiteId) -> HashSet<(i32, i32)> {
    let kind = kind_on(game, at, first);
    let clicks = game.survey(at).steps.into_iter().map(|step| game.clicks(at, &step));
    let near = clicks.filter_map(|clicks| match clicks[..] {
        [from, to] if touches(game.board(), from, to) && kind_on(game, at, from) == kind => {
            Some(offset(game.board(), from, to))
        }
        _ => None,
    });
    near.collect()
}

/// How far one place lies from another, in cells.
fn offset(board: &Board, from: SiteId, to: SiteId) -> (i32, i32) {
    let (one, other) = (&board.sites[from.index()], &board.sites[to.index()]);
    ((other.x - one.x).round() as i32, (other.y - one.y).round() as i32)
}

/// Whether two places lie side by side: joined by a line, or else next to each other.
fn touches(board: &Board, first: SiteId, second: SiteId) -> bool {
    if !board.lines.is_empty() {
        return board.lines.iter().any(|line| *line == (first, second) || *line == (second, first));
    }
    let (one, other) = (&board.sites[first.index()], &board.sites[second.index()]);
    one.kind == other.kind && (one.x - other.x).abs() < 1.1 && (one.y - other.y).abs() < 1.1
}

/// `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}
