//! Looking ever deeper: each look shows the next one where to begin, and there is always a best step to hand over.

use super::plan::Plan;
use super::{INFINITE, Lines, Thinker};
use crate::plain::WIN;
use crate::thought::{PROVED, Thought};
use rules::{Evaluate, Status};

impl<G: Evaluate> Thinker<'_, G> {
    /// Thinks ever deeper and tells each result; the last one told is the best. Nothing is told only if
    /// the game is over.
    pub fn think(&mut self, at: &G::Position, report: &mut dyn FnMut(&Thought<G::Step>)) -> Option<Thought<G::Step>> {
        self.plan = Plan::Unsought;
        self.think_without(at, Vec::new(), report)
    }

    /// The best lines, each beginning with another step, the best first.
    pub fn lines(&mut self, at: &G::Position, count: usize, report: &mut dyn FnMut(&Lines<G>)) -> Lines<G> {
        let mut best: Lines<G> = Vec::new();
        let deepest = self.limits.depth;
        self.plan = Plan::Unsought;
        for depth in 1..=deepest {
            let mut lines: Lines<G> = Vec::new();
            for _ in 0..count {
                self.limits.depth = depth;
                let excluded = lines.iter().map(|line| line.line[0]).collect();
                match self.think_without(at, excluded, &mut |_| ()) {
                    Some(thought) if !self.stopped || best.is_empty() => lines.push(thought),
                    _ => break,
                }
            }
            self.limits.depth = deepest;
            let complete = !lines.is_empty() && (!self.stopped || best.is_empty());
            if complete {
                // What is planned comes first, even if it is worth a little less than another.
                let planned = usize::from(self.plan == Plan::BeginsWith(lines[0].line[0]));
                lines[planned..].sort_by_key(|line| std::cmp::Reverse(line.value));
                best = lines;
                report(&best);
            }
            if self.stopped || best.is_empty() || best.iter().all(|line| line.proved().is_some()) {
                break;
            }
        }
        best
    }

    fn think_without(
        &mut self,
        at: &G::Position,
        excluded: Vec<G::Step>,
        report: &mut dyn FnMut(&Thought<G::Step>),
    ) -> Option<Thought<G::Step>> {
        let mut steps = Vec::new();
        let status = self.game.survey(at, &mut steps);
        self.seat = status.seat()?;
        self.excluded = excluded;
        steps.retain(|step| !self.excluded.contains(step));
        // There is a best step before anything has been looked at.
        let mut best = Thought { line: vec![*steps.first()?], value: -INFINITE, depth: 0, nodes: 0 };
        let begins_turn = matches!(status, Status::Turn(_));
        let mut on_the_way = None;
        for depth in 1..=self.limits.depth {
            self.deepest = depth;
            let mut value = self.look(at, begins_turn, depth, &mut best);
            // A guess proves nothing, except that the very next turn wins.
            if self.guesses() && value != WIN - 1 {
                value = value.clamp(-10 * G::SCALE, 10 * G::SCALE);
            }
            let line = &self.plies[0].line;
            // Of a search that was stopped, what was found so far is better than the last best.
            if !line.is_empty() && (!self.stopped || line[0] != best.line[0] || best.value == -INFINITE) {
                best = Thought { line: line.clone(), value, depth, nodes: self.nodes };
            }
            best.nodes = self.nodes;
            if best.value == -INFINITE {
                best.value = 0;
            }
            if depth > 1 && begins_turn && self.manner.selective && !self.stopped {
                let planned = self.on_the_way(at, &best);
                if !self.stopped {
                    on_the_way = planned;
                }
            }
            report(on_the_way.as_ref().unwrap_or(&best));
            let decided = best.proved().is_some_and(|turns| turns.abs() <= depth);
            if self.stopped || decided || self.nodes >= self.limits.nodes {
                break;
            }
        }
        on_the_way.or(Some(best))
    }

    /// The value of a look so many turns ahead. What the last look found is expected again, so a narrow window
    /// around it is tried first; a step that turns out better than that is the best so far.
    fn look(&mut self, at: &G::Position, begins_turn: bool, depth: i32, best: &mut Thought<G::Step>) -> i32 {
        let steady = depth > 3 && self.manner.selective && !self.guesses() && best.proved().is_none();
        let mut margin = G::SCALE / 4;
        let (mut low, mut high) =
            if steady { (best.value - margin, best.value + margin) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.node(at, self.seat, begins_turn, depth, low, high, 0, 0);
            let inside = low < value && value < high;
            if self.stopped || inside {
                return value;
            }
            margin *= 4;
            let wide = margin > 4 * G::SCALE || value.abs() > PROVED;
            if value >= high {
                best.line.clone_from(&self.plies[0].line);
                high = if wide { INFINITE } else { value + margin };
            } else {
                low = if wide { -INFINITE } else { value - margin };
            }
        }
    }
}
