//! Thinking.

use super::{AnyPosition, AnySearch, Erased, TurnWins};
use crate::computer::{Idea, Question};
use crate::proofs::PROOF_NODES;
use crate::tablebases::{KnownPosition, Lookup, score};
use ::known::{Error, Value, ValuedSteps, valued};
use ::rules::{Complete, Seat, Status};
use ::search::alpha_beta::{Searcher, Variation};
use ::search::forced::{ForcedWin, TurnOutcome};
use ::search::score::chance;
use ::search::transposition::TranspositionTable;
use ::search::{Limits, Probe};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The perfect line of an idea is no longer than this.
const LONGEST_LINE: usize = 100;

impl<G: Complete> Erased<G> {
    fn ideas(&self, at: &G::Position, variations: &[Variation<G::Step>]) -> Vec<Idea> {
        variations.iter().map(|variation| self.idea(at, variation)).collect()
    }

    /// Known values of this game, if it can be solved.
    fn tablebase(&self) -> Option<Arc<dyn Lookup<G>>> {
        self.find_known.map(|find| find(&self.chosen))
    }

    /// The steps of a position whose value is known, the best first, each with its value and the best play that follows it.
    /// A position that stood twice before is drawn by the match, whatever the bare game says.
    fn certain(
        &self,
        known: &dyn Lookup<G>,
        at: &G::Position,
        past: &[u64],
        lines: usize,
    ) -> Result<Option<Vec<Idea>>, Error> {
        let Some(worth) = known.value(&self.game, at)? else { return Ok(None) };
        let repeats = |step: G::Step| {
            let mut next = at.clone();
            self.game.apply(&mut next, step);
            let key = self.game.key(&next);
            past.iter().filter(|earlier| **earlier == key).count() >= 2
        };
        let mut steps = known.steps(&self.game, at)?;
        match Self::steps_worth(&steps, worth)[..] {
            // Where a position is stored and what follows it is not, it is not known how to keep its value.
            [] => return Ok(None),
            [first, _, ..] if worth.turns().is_none() && !self.is_followed(known, at, first)? => return Ok(None),
            _ => {}
        }
        for (step, value) in &mut steps {
            if repeats(*step) {
                *value = Some(Value::Draw);
            }
        }
        steps.sort_by_key(|(_, value)| Reverse(*value));
        let nodes = steps.len() as u64;
        let mut ideas = Vec::new();
        for (step, value) in steps.into_iter().take(lines) {
            let Some(value) = value else { continue };
            let mut steps = vec![step];
            let mut place = at.clone();
            self.game.apply(&mut place, step);
            while steps.len() < LONGEST_LINE
                && known.is_stored(&self.game, &place)
                && let Some((best, Some(_))) = known.steps(&self.game, &place)?.into_iter().next()
            {
                self.game.apply(&mut place, best);
                steps.push(best);
            }
            let variation = Variation { steps, value: score(value), depth: 0, nodes };
            ideas.push(Idea { known: Some(value), ..self.idea(at, &variation) });
        }
        Ok(Some(ideas))
    }

    /// The steps that lead to the same result as this value.
    fn steps_worth(steps: &ValuedSteps<G>, worth: Value) -> Vec<G::Step> {
        let keeping = steps.iter().filter(|(_, value)| value.is_some_and(|value| value.is_same_result(worth)));
        keeping.map(|(step, _)| *step).collect()
    }

    /// Whether it is known what a step leads to: otherwise nothing tells it apart from others that are worth the same.
    fn is_followed(&self, known: &dyn Lookup<G>, at: &G::Position, step: G::Step) -> Result<bool, Error> {
        let mut next = at.clone();
        self.game.apply(&mut next, step);
        Ok(self.game.status(&next).is_over()
            || known.steps(&self.game, &next)?.iter().any(|(_, value)| value.is_some()))
    }

    /// The value of a position and the steps that keep it, if that is proved by search beforehand: a proof without distances
    /// says what must not be played, and the search chooses among the rest.
    fn keeping(&self, known: &dyn Lookup<G>, at: &G::Position) -> Option<(Value, Vec<G::Step>)> {
        let value = known.value(&self.game, at).ok()??;
        let keeping = Self::steps_worth(&known.steps(&self.game, at).ok()?, value);
        (!keeping.is_empty()).then_some((value, keeping))
    }

    /// Puts a step first that keeps a proved value, if the search would have given it away.
    fn correct(&self, at: &G::Position, ideas: &mut Vec<Idea>, value: Value, keeping: &[G::Step]) {
        let names: Vec<String> = keeping.iter().map(G::Step::to_string).collect();
        let keeps = |idea: &Idea| idea.line.first().is_some_and(|step| names.contains(step));
        if let Some(nth) = ideas.iter().position(keeps) {
            ideas[..=nth].rotate_right(1);
        } else if let Some(step) = keeping.first() {
            let variation = Variation { steps: vec![*step], value: score(value), depth: 0, nodes: 0 };
            ideas.pop();
            ideas.insert(0, Idea { known: Some(value), ..self.idea(at, &variation) });
        }
    }

    /// A variation in words: its steps, and the same as turns.
    fn idea(&self, at: &G::Position, variation: &Variation<G::Step>) -> Idea {
        let mut turns = Vec::new();
        let mut at = at.clone();
        let mut rest = &variation.steps[..];
        while !rest.is_empty() {
            let begins = at.clone();
            let mut length = 0;
            while length < rest.len() {
                self.game.apply(&mut at, rest[length]);
                length += 1;
                if !matches!(self.game.status(&at), Status::Continue(_)) {
                    break;
                }
            }
            turns.push(self.game.score(&begins, &rest[..length]));
            rest = &rest[length..];
        }
        Idea {
            line: variation.steps.iter().map(G::Step::to_string).collect(),
            turns,
            value: variation.value,
            chance: chance(variation.value, G::SCALE),
            proved: variation.proved(),
            known: None,
            depth: variation.depth,
            nodes: variation.nodes,
        }
    }
}

impl<G: Complete> AnySearch for Erased<G> {
    fn think(
        &self,
        at: &AnyPosition,
        past: &[AnyPosition],
        table: &TranspositionTable,
        question: Question<'_>,
        report: &mut dyn FnMut(&[Idea]),
    ) -> Vec<Idea> {
        let position = Self::open(at);
        let past: Vec<u64> = past.iter().map(|place| self.game.key(Self::open(place))).collect();
        let known = self.tablebase().filter(|_| question.tablebases);
        // What cannot be read is searched.
        if let Some(known) = &known
            && known.is_stored(&self.game, position)
            && let Ok(Some(ideas)) = self.certain(&**known, position, &past, question.lines)
            && !ideas.is_empty()
        {
            report(&ideas);
            return ideas;
        }
        // A proof by search is tried only where the node limit is as large as the proof's.
        let thorough =
            known.as_ref().filter(|known| question.nodes >= PROOF_NODES || known.is_stored(&self.game, position));
        let proved = thorough.and_then(|known| self.keeping(&**known, position));
        // Steps that are proved to be worth the same would all look alike to a search that knows it.
        let known = known.filter(|_| proved.is_none());
        let known: Option<&dyn Probe<G>> = known.as_deref().map(|known| known as &dyn Probe<G>);
        let done = AtomicBool::new(false);
        let stop = || done.load(Relaxed) || (question.stop)();
        let searcher = |stop| {
            let limits = Limits { depth: question.depth, nodes: question.nodes, stop };
            Searcher::new(&self.game, table, question.options::<G>(), limits, past.clone()).with_known(known)
        };
        let mut ideas = std::thread::scope(|scope| {
            // Lazy SMP: the others share what they find through the table, and stop when the first one does.
            let others: Vec<_> = (1..question.threads)
                .map(|_| {
                    scope.spawn(|| searcher(&stop).search(position, &mut |_| ()).map_or(0, |variation| variation.nodes))
                })
                .collect();
            let mut first = searcher(&stop);
            let mut ideas = if question.lines > 1 {
                let best = first
                    .search_variations(position, question.lines, &mut |lines| report(&self.ideas(position, lines)));
                self.ideas(position, &best)
            } else {
                let best = first
                    .search(position, &mut |variation| report(&self.ideas(position, std::slice::from_ref(variation))));
                self.ideas(position, best.as_slice())
            };
            done.store(true, Relaxed);
            let more: u64 = others.into_iter().map(|other| other.join().expect("a search does not panic")).sum();
            for idea in &mut ideas {
                idea.nodes += more;
            }
            ideas
        });
        if let Some((value, steps)) = proved {
            self.correct(position, &mut ideas, value, &steps);
        }
        ideas
    }

    fn forced_wins(
        &self,
        at: &AnyPosition,
        seat: Seat,
        turns: u16,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<TurnWins>> {
        let outcomes = ForcedWin::new(&self.game, seat, nodes, stop).outcomes(Self::open(at), turns)?;
        let wins = outcomes.into_iter().map(|TurnOutcome { steps, end, wins_in }| {
            let steps = steps.iter().map(ToString::to_string).collect();
            TurnWins { steps, end: Self::wrap(end), wins_in }
        });
        Some(wins.collect())
    }

    fn best_known(&self, at: &AnyPosition) -> Result<Option<(String, Value)>, Error> {
        let (game, at) = (&self.game, Self::open(at));
        let Some(known) = self.tablebase().filter(|known| known.is_stored(game, at)) else { return Ok(None) };
        let Some(value) = known.value(game, at)? else { return Ok(None) };
        if value.turns().is_none() {
            // Of several drawn steps some are better than others.
            let mut steps = known.steps(game, at)?.into_iter();
            let best = steps.find(|(_, found)| found.is_some_and(|found| found.is_same_result(value)));
            return Ok(best.map(|(step, _)| (step.to_string(), value)));
        }
        let mut steps = Vec::new();
        game.survey(at, &mut steps);
        for step in steps {
            if let [(_, Some(found))] = valued(game, at, &[step], |next| known.value(game, next))?[..]
                && found == value
            {
                return Ok(Some((step.to_string(), value)));
            }
        }
        Ok(None)
    }

    fn known(&self, at: &AnyPosition) -> Result<Option<KnownPosition>, Error> {
        let Some(known) = self.tablebase() else { return Ok(None) };
        let at = Self::open(at);
        let Some(value) = known.value(&self.game, at)? else { return Ok(None) };
        let steps = known.steps(&self.game, at)?;
        let stored = known.is_stored(&self.game, at);
        Ok(Some(KnownPosition {
            value,
            stored,
            steps: steps.into_iter().map(|(step, value)| (step.to_string(), value)).collect(),
        }))
    }
}
