//! The root of the search: each iteration orders the steps of the next, and there is always a best step to return.

use super::solo_plan::SoloPlan;
use super::{INFINITE, Node, Searcher, Variation, Variations, Window};
use crate::score::{PROVED, WIN};
use crate::technique::Technique;
use rules::{Hints, Status};

/// Aspiration windows are used from this depth on.
const ASPIRATION_DEPTH: i32 = 4;

impl<G: Hints> Searcher<'_, G> {
    /// Searches ever deeper and reports each result; the last one is the best. `None` only if the game is over.
    pub fn search(
        &mut self,
        at: &G::Position,
        report: &mut dyn FnMut(&Variation<G::Step>),
    ) -> Option<Variation<G::Step>> {
        self.plan = SoloPlan::Unsought;
        self.search_without(at, Vec::new(), report)
    }

    /// The best variations, each beginning with another step, the best first.
    pub fn search_variations(
        &mut self,
        at: &G::Position,
        count: usize,
        report: &mut dyn FnMut(&Variations<G>),
    ) -> Variations<G> {
        let mut best: Variations<G> = Vec::new();
        let deepest = self.limits.depth;
        self.plan = SoloPlan::Unsought;
        for depth in 1..=deepest {
            let mut variations: Variations<G> = Vec::new();
            for _ in 0..count {
                self.limits.depth = depth;
                let excluded = variations.iter().map(|variation| variation.steps[0]).collect();
                match self.search_without(at, excluded, &mut |_| ()) {
                    Some(variation) if !self.stopped || best.is_empty() => variations.push(variation),
                    _ => break,
                }
            }
            self.limits.depth = deepest;
            let complete = !variations.is_empty() && (!self.stopped || best.is_empty());
            if complete {
                // A planned step stays first, although the search finds it a little worse than another.
                let planned = usize::from(self.plan == SoloPlan::BeginsWith(variations[0].steps[0]));
                variations[planned..].sort_by_key(|variation| std::cmp::Reverse(variation.value));
                best = variations;
                report(&best);
            }
            if self.stopped || best.is_empty() || best.iter().all(|variation| variation.proved().is_some()) {
                break;
            }
        }
        best
    }

    fn search_without(
        &mut self,
        at: &G::Position,
        excluded: Vec<G::Step>,
        report: &mut dyn FnMut(&Variation<G::Step>),
    ) -> Option<Variation<G::Step>> {
        let mut steps = Vec::new();
        let status = self.game.survey(at, &mut steps);
        self.root_seat = status.seat()?;
        self.excluded = excluded;
        steps.retain(|step| !self.excluded.contains(step));
        // A best step before anything has been searched.
        let mut best = Variation { steps: vec![*steps.first()?], value: -INFINITE, depth: 0, nodes: 0 };
        let starts_turn = matches!(status, Status::Turn(_));
        let mut planned = None;
        for depth in 1..=self.limits.depth {
            self.iteration = depth;
            let root = Node { mover: self.root_seat, starts_turn, depth, turns: 0, ply: 0 };
            let mut value = self.search_root(at, root, &mut best);
            // Greedy replies prove nothing, except that the very next turn wins.
            if self.greedy_replies && value != WIN - 1 {
                value = value.clamp(-10 * G::SCALE, 10 * G::SCALE);
            }
            let variation = &self.plies[0].variation;
            // In an iteration that was stopped, another first step than the last one has already proved better.
            if !variation.is_empty() && (!self.stopped || variation[0] != best.steps[0] || best.value == -INFINITE) {
                best = Variation { steps: variation.clone(), value, depth, nodes: self.nodes };
            }
            best.nodes = self.nodes;
            if best.value == -INFINITE {
                best.value = 0;
            }
            if depth > 1 && starts_turn && self.uses(Technique::SoloPlan) && !self.stopped {
                let variation = self.planned_variation(at, &best);
                if !self.stopped {
                    planned = variation;
                }
            }
            report(planned.as_ref().unwrap_or(&best));
            let decided = best.proved().is_some_and(|turns| turns.abs() <= depth);
            if self.stopped || decided || self.nodes >= self.limits.nodes {
                break;
            }
        }
        planned.or(Some(best))
    }

    /// The value of one iteration, with an aspiration window around the last value that is widened where it fails. A step
    /// that fails high is the best so far.
    fn search_root(&mut self, at: &G::Position, root: Node, best: &mut Variation<G::Step>) -> i32 {
        let aspiration = root.depth >= ASPIRATION_DEPTH
            && self.uses(Technique::Aspiration)
            && !self.greedy_replies
            && best.proved().is_none();
        let mut margin = G::SCALE / 4;
        let mut window =
            if aspiration { Window { alpha: best.value - margin, beta: best.value + margin } } else { Window::FULL };
        loop {
            let value = self.node(at, root, window);
            if self.stopped || window.alpha < value && value < window.beta {
                return value;
            }
            margin *= 4;
            let open = margin > 4 * G::SCALE || value.abs() > PROVED;
            if value >= window.beta {
                best.steps.clone_from(&self.plies[0].variation);
                window.beta = if open { INFINITE } else { value + margin };
            } else {
                window.alpha = if open { -INFINITE } else { value - margin };
            }
        }
    }
}
