//! Forced wins within a number of turns, by AND-OR search over every turn: both answers are proofs.
//!
//! The other searches prune what looks hopeless, so they can prove that a win is there but not that there is none. This one
//! looks at everything, and is meant for few turns: for puzzles, and for saying what refutes a try.

use rules::{Hints, Outcome, Rules, Seat, Spare, Status};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Looks for forced wins of one seat against all others.
pub struct ForcedWin<'a, G: Hints> {
    game: &'a G,
    seat: Seat,
    /// Positions that may still be looked at.
    nodes: u64,
    /// Asked now and then whether to give up.
    stop: &'a dyn Fn() -> bool,
    /// What is proved of positions at the start of a turn.
    proved: HashMap<G::Position, Proved>,
    /// The turn that last decided with so many turns left: often it decides in other positions, too (the killer heuristic).
    killers: Vec<Vec<G::Step>>,
    spare: Spare<G::Step>,
}

/// Within how many turns a win is proved, and within how many it is disproved.
#[derive(Clone, Copy)]
struct Proved {
    wins_in: u16,
    not_in: u16,
}

const NEVER: u16 = u16::MAX;
/// The stop flag is polled every so many positions.
const ASK_EVERY: u64 = 1024;

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

impl<'a, G: Hints> ForcedWin<'a, G> {
    /// Wins of this seat, looking at no more than so many positions in all, and at none when told to stop.
    pub fn new(game: &'a G, seat: Seat, nodes: u64, stop: &'a dyn Fn() -> bool) -> ForcedWin<'a, G> {
        ForcedWin { game, seat, nodes, stop, proved: HashMap::new(), killers: Vec::new(), spare: Spare::new() }
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
        self.count()?;
        let wins = match self.surveyed(at) {
            Status::Over(outcome, _) => return Some(outcome == Outcome::Win(self.seat)),
            _ if turns == 0 => return Some(false),
            Status::Turn(_) | Status::Continue(_) if turns == 1 => self.last_turn(at)?,
            Status::Turn(_) | Status::Continue(_) => self.looks_ahead(at, turns)?,
        };
        let proved = self.proved.entry(at.clone()).or_insert(Proved { wins_in: NEVER, not_in: 0 });
        if wins {
            proved.wins_in = proved.wins_in.min(turns);
        } else {
            proved.not_in = proved.not_in.max(turns);
        }
        Some(wins)
    }

    /// Counts a position; `None` if it is one too many.
    fn count(&mut self) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        let stopped = self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)();
        (!stopped).then_some(())
    }

    /// The true status of a position.
    fn surveyed(&mut self, at: &G::Position) -> Status {
        let mut steps = self.spare.lend();
        let status = self.game.survey(at, &mut steps);
        self.spare.give_back(steps);
        status
    }

    fn looks_ahead(&mut self, at: &G::Position, turns: u16) -> Option<bool> {
        let own = self.game.status(at).seat() == Some(self.seat);
        let left = usize::from(turns);
        self.killers.resize(self.killers.len().max(left + 1), Vec::new());
        let mut ends = self.turns(at)?;
        // What decided a shallower search probably decides this one, then what decided elsewhere, then what looks promising.
        ends.sort_by_cached_key(|(end, steps)| {
            let Proved { wins_in, not_in } =
                self.proved.get(end).copied().unwrap_or(Proved { wins_in: NEVER, not_in: 0 });
            let promise = self.game.priority(at, steps[0]);
            (if own { wins_in } else { NEVER - not_in }, *steps != self.killers[left], Reverse(promise))
        });
        for (end, steps) in ends {
            if self.within(&end, turns - 1)? == own {
                self.killers[left] = steps;
                return Some(own);
            }
        }
        Some(!own)
    }

    /// Whether the turn that is under way wins for the seat, whoever plays it: the leaves, which are not worth remembering.
    fn last_turn(&mut self, at: &G::Position) -> Option<bool> {
        let own = self.game.status(at).seat() == Some(self.seat);
        let mut steps = self.spare.lend();
        self.game.steps(at, &mut steps);
        let mut decided = !own;
        for step in &steps {
            let mut next = at.clone();
            self.game.apply(&mut next, *step);
            self.count()?;
            let wins = match self.game.status(&next) {
                Status::Continue(_) => self.last_turn(&next)?,
                _ => matches!(self.surveyed(&next), Status::Over(Outcome::Win(winner), _) if winner == self.seat),
            };
            if wins == own {
                decided = own;
                break;
            }
        }
        self.spare.give_back(steps);
        Some(decided)
    }

    /// The ends of all turns from here, in the order in which they are found, each with one way to it.
    fn turns(&mut self, at: &G::Position) -> Option<Ends<G>> {
        let mut found = HashSet::new();
        let mut ends = Vec::new();
        let mut open = vec![(at.clone(), Vec::new())];
        while let Some((at, steps)) = open.pop() {
            self.count()?;
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
