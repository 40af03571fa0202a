//! "Why may I not?" asked with clicks instead of words.

use crate::any::{AnyGame, AnyPosition, Refusal};
use rules::show::SiteId;

/// What clicks come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They make this step.
    Step(String),
    /// They are the beginning of a legal step.
    Begun,
    /// They make a step, or could only begin steps, that this refuses.
    Refused(Refusal),
    /// They are no step of this game and cannot begin one.
    Nothing,
}

/// Says what clicks come to. A first click has no step to judge yet: every second site is tried, and what
/// refuses them all is the answer, or else the clause that stands last in the rulebook.
pub fn why(game: &dyn AnyGame, at: &AnyPosition, clicks: &[SiteId]) -> Answer {
    if game.status(at).is_over() {
        return game.take(at, "").err().map_or(Answer::Nothing, Answer::Refused);
    }
    let sites = game.board().sites.len();
    if clicks.iter().any(|site| site.index() >= sites) {
        return Answer::Nothing;
    }
    let legal = game.survey(at).steps;
    let paths: Vec<Vec<SiteId>> = legal.iter().map(|step| game.clicks(at, step)).collect();
    if let Some(step) = legal.iter().zip(&paths).find_map(|(step, path)| (path == clicks).then_some(step)) {
        return Answer::Step(step.clone());
    }
    if paths.iter().any(|path| path.starts_with(clicks)) {
        return Answer::Begun;
    }
    if let Some(step) = game.attempt(at, clicks) {
        return match game.take(at, &step) {
            Ok(_) => Answer::Step(step),
            Err(refusal) => Answer::Refused(refusal),
        };
    }
    let order: Vec<&str> = game.rules().clauses().map(|clause| clause.number.as_str()).collect();
    let rank = |refusal: &Refusal| match refusal {
        Refusal::Breach { clause, .. } => order.iter().position(|number| *number == clause.number()),
        _ => None,
    };
    let longer = game.board().ids().filter_map(|site| game.attempt(at, &[clicks, &[site]].concat()));
    let refusals = longer.filter_map(|step| game.take(at, &step).err());
    let latest = refusals.filter(|refusal| matches!(refusal, Refusal::Breach { .. })).max_by_key(rank);
    latest.map_or(Answer::Nothing, Answer::Refused)
}
