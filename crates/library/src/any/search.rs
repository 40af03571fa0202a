//! Thinking.

use super::{AnyPosition, AnySearch, Erased};
use crate::computer::{Idea, Question};
use ::rules::{Complete, Outcome, Seat, Status};
use ::search::alpha_beta::{Searcher, Variation};
use ::search::score::chance;
use ::search::solve::Solved;
use ::search::transposition::TranspositionTable;
use ::search::{Limits, WIN};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

impl<G: Complete> Erased<G> {
    fn ideas(&self, at: &G::Position, variations: &[Variation<G::Step>]) -> Vec<Idea> {
        variations.iter().map(|variation| self.idea(at, variation)).collect()
    }

    /// What is known for certain of a small game: every first step with its value, the best first.
    fn known(&self, at: &G::Position) -> Option<Vec<Variation<G::Step>>> {
        let solved = self.solved.get_or_init(|| Solved::from(&self.game, [self.game.start()]));
        solved.value(at)?;
        let mut steps = Vec::new();
        let mover = self.game.survey(at, &mut steps).seat()?;
        let mut variations: Vec<Variation<G::Step>> =
            steps.into_iter().map(|step| self.certain(solved, at, mover, step)).collect();
        variations.sort_by_key(|variation| std::cmp::Reverse(variation.value));
        Some(variations)
    }

    /// A step of a solved game with the best play that follows it.
    fn certain(&self, solved: &Solved<G>, at: &G::Position, mover: Seat, step: G::Step) -> Variation<G::Step> {
        let mut at = at.clone();
        self.game.apply(&mut at, step);
        let mut steps = Vec::new();
        let value = match self.game.survey(&at, &mut steps) {
            Status::Over(Outcome::Draw, _) => 0,
            Status::Over(Outcome::Win(winner), _) => {
                if winner == mover {
                    WIN - 1
                } else {
                    1 - WIN
                }
            }
            Status::Turn(seat) | Status::Continue(seat) => {
                let value = solved.value(&at).unwrap_or(0);
                let value = if seat == mover { value } else { -value };
                // One turn farther away.
                value - value.signum()
            }
        };
        let mut line = vec![step];
        while !self.game.survey(&at, &mut steps).is_over() && line.len() < 100 {
            let worth = |step: &G::Step| {
                let mut next = at.clone();
                self.game.apply(&mut next, *step);
                // A position without a value is the end of the game, which the mover has brought about.
                solved.value(&next).unwrap_or(-WIN)
            };
            let Some(best) = steps.iter().copied().min_by_key(worth) else { break };
            self.game.apply(&mut at, best);
            line.push(best);
        }
        Variation { steps: line, value, depth: 0, nodes: solved.count() as u64 }
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
        if G::SOLVE_AT_ONCE
            && question.perfect
            && let Some(mut known) = self.known(position)
        {
            known.truncate(question.lines);
            let ideas = self.ideas(position, &known);
            report(&ideas);
            return ideas;
        }
        let past: Vec<u64> = past.iter().map(|place| self.game.key(Self::open(place))).collect();
        let done = AtomicBool::new(false);
        let stop = || done.load(Relaxed) || (question.stop)();
        let searcher = |stop| {
            let limits = Limits { depth: question.depth, nodes: question.nodes, stop };
            Searcher::new(&self.game, table, question.options::<G>(), limits, past.clone())
        };
        std::thread::scope(|scope| {
            // The others share what they find through the table, and stop when the first one does.
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
        })
    }
}
