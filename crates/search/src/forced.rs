//! Forced wins within a number of turns, by AND-OR search over every turn: both answers are proofs.
//!
//! The other searches prune what looks hopeless, so they can prove that a win is there but not that there is none. This one
//! looks at everything, and is meant for few turns: for puzzles, and for saying what refutes a try.

use rules::{Outcome, Rules, Seat, Status};
use std::collections::{HashMap, HashSet};

/// Looks for forced wins of one seat against all others.
pub struct ForcedWin<'a, G: Rules> {
    game: &'a G,
    seat: Seat,
    /// Positions that may still be looked at.
    nodes: u64,
    /// What is proved of positions at the start of a turn.
    proved: HashMap<G::Position, Proved>,
}

/// Within how many turns a win is proved, and within how many it is disproved.
#[derive(Clone, Copy)]
struct Proved {
    wins_in: u16,
    not_in: u16,
}

const NEVER: u16 = u16::MAX;

/// A turn with what it comes to.
#[derive(Clone, Debug)]
pub struct TurnOutcome<G: Rules> {
    /// Its steps.
    pub steps: Vec<G::Step>,
    /// Where it leads.
    pub end: G::Position,
    /// On which turn, this one counted, the seat then wins at the latest; `None` if not within the turns asked for.
    pub wins_in: Option<u16>,
}

/// Where turns lead, each with its steps.
type Ends<G> = Vec<(<G as Rules>::Position, Vec<<G as Rules>::Step>)>;

impl<'a, G: Rules> ForcedWin<'a, G> {
    /// Wins of this seat, looking at no more than so many positions in all.
    pub fn new(game: &'a G, seat: Seat, nodes: u64) -> ForcedWin<'a, G> {
        ForcedWin { game, seat, nodes, proved: HashMap::new() }
    }

    /// The fewest turns, at most `turns`, within which the seat can force a win from the start of a turn, `Some(None)` if it
    /// cannot; `None` if the positions do not suffice to tell.
    pub fn fewest(&mut self, at: &G::Position, turns: u16) -> Option<Option<u16>> {
        for within in 0..=turns {
            if self.within(at, within)? {
                return Some(Some(within));
            }
        }
        Some(None)
    }

    /// Every turn from here with what it comes to, turns to the same position once; `None` if the positions do not suffice.
    pub fn outcomes(&mut self, at: &G::Position, turns: u16) -> Option<Vec<TurnOutcome<G>>> {
        let mut outcomes = Vec::new();
        for (end, steps) in self.turns(at)? {
            let wins_in = self.fewest(&end, turns.checked_sub(1)?)?.map(|turns| turns + 1);
            outcomes.push(TurnOutcome { steps, end, wins_in });
        }
        Some(outcomes)
    }

    /// Whether the seat can force a win within so many turns.
    fn within(&mut self, at: &G::Position, turns: u16) -> Option<bool> {
        if let Some(Proved { wins_in, not_in }) = self.proved.get(at).copied() {
            if wins_in <= turns {
                return Some(true);
            }
            if not_in >= turns {
                return Some(false);
            }
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let wins = match self.game.survey(at, &mut Vec::new()) {
            Status::Over(Outcome::Win(winner), _) if winner == self.seat => Some((true, 0)),
            Status::Over(..) => Some((false, NEVER - 1)),
            _ if turns == 0 => Some((false, 0)),
            Status::Turn(_) | Status::Continue(_) => None,
        };
        let (wins, proved_for) = match wins {
            Some(decided) => decided,
            None => (self.looks_ahead(at, turns)?, turns),
        };
        let proved = self.proved.entry(at.clone()).or_insert(Proved { wins_in: NEVER, not_in: 0 });
        if wins {
            proved.wins_in = proved.wins_in.min(proved_for);
        } else {
            proved.not_in = proved.not_in.max(proved_for);
        }
        Some(wins)
    }

    fn looks_ahead(&mut self, at: &G::Position, turns: u16) -> Option<bool> {
        let own = self.game.status(at).seat() == Some(self.seat);
        let mut ends: Vec<G::Position> = self.turns(at)?.into_iter().map(|(end, _)| end).collect();
        // What decided a shallower search probably decides this one.
        ends.sort_by_cached_key(|end| {
            let Proved { wins_in, not_in } =
                self.proved.get(end).copied().unwrap_or(Proved { wins_in: NEVER, not_in: 0 });
            if own { wins_in } else { NEVER - not_in }
        });
        for end in ends {
            if self.within(&end, turns - 1)? == own {
                return Some(own);
            }
        }
        Some(!own)
    }

    /// The ends of all turns from here, in the order in which they are found, each with one way to it.
    fn turns(&mut self, at: &G::Position) -> Option<Ends<G>> {
        let mut found = HashSet::new();
        let mut ends = Vec::new();
        let mut open = vec![(at.clone(), Vec::new())];
        while let Some((at, steps)) = open.pop() {
            self.nodes = self.nodes.checked_sub(1)?;
            let mut next_steps = Vec::new();
            self.game.survey(&at, &mut next_steps);
            for step in next_steps {
                let mut next = at.clone();
                self.game.apply(&mut next, step);
                // Positions inside a turn are reached in several ways, too.
                if !found.insert(next.clone()) {
                    continue;
                }
                let steps: Vec<G::Step> = steps.iter().copied().chain([step]).collect();
                match self.game.status(&next) {
                    Status::Continue(_) => open.push((next, steps)),
                    Status::Turn(_) | Status::Over(..) => ends.push((next, steps)),
                }
            }
        }
        Some(ends)
    }
}
