//! Small groups: every turn inside the group is stored as an edge, sorted by where it leads.

use super::{CHUNK, GroupSolver, HOLE};
use crate::turns::{stuck_value, turn_value};
use crate::value::Value;
use rules::tiers::{TurnEnd, for_each_turn};
use rules::{Spare, Tiers};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Not decided yet: a draw if it stays so.
const OPEN: u16 = 0;

/// A turn inside the group.
#[derive(Clone, Copy)]
struct Edge {
    /// The number in the group of the position it leads to.
    child: u32,
    parent: PackedParent,
}

/// Where a turn inside the group comes from.
#[derive(Clone, Copy)]
struct PackedParent(u32);

impl PackedParent {
    /// Set if the same side moves again.
    const SAME_SIDE: u32 = 1 << 31;

    fn new(number: u64, same_side: bool) -> PackedParent {
        PackedParent(number as u32 | if same_side { PackedParent::SAME_SIDE } else { 0 })
    }

    fn number(self) -> u32 {
        self.0 & !PackedParent::SAME_SIDE
    }

    fn same_side(self) -> bool {
        self.0 & PackedParent::SAME_SIDE != 0
    }
}

/// What the forward pass tells of one position.
#[derive(Clone, Copy)]
struct Forward {
    /// Turns that stay inside the group and are not decided yet.
    open_turns: u32,
    /// The best value among turns that leave the group or end the game.
    best_outside: Option<Value>,
}

impl<G: Tiers, O: Fn(G::Tier, u64) -> u16 + Sync, P: Fn(f64) -> bool + Sync> GroupSolver<'_, G, O, P> {
    pub(super) fn solve_by_edges(&self) -> Option<Vec<u16>> {
        let (forward, edges) = self.forward_pass()?;
        let parents = Parents::new(forward.len(), &edges);
        drop(edges);
        Some(backward_pass(&forward, &parents))
    }

    /// Every position once forward; `None` if it was stopped.
    fn forward_pass(&self) -> Option<(Vec<Option<Forward>>, Vec<Edge>)> {
        let total = self.total();
        let next = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        let work = || {
            let mut done = Vec::new();
            let mut spare = Spare::new();
            loop {
                let first = next.fetch_add(CHUNK, Relaxed);
                if first >= total {
                    return done;
                }
                let mut edges = Vec::new();
                let numbers = first..(first + CHUNK).min(total);
                let forward: Vec<_> =
                    numbers.clone().map(|number| self.look_ahead(number, &mut spare, &mut edges)).collect();
                if !(self.progress)(numbers.end as f64 / total as f64) {
                    stopped.store(true, Relaxed);
                    next.store(total, Relaxed);
                }
                done.push((first, forward, edges));
            }
        };
        let mut done: Vec<_> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for other in others {
                done.extend(other.join().expect("the forward pass does not panic"));
            }
            done
        });
        if stopped.into_inner() {
            return None;
        }
        done.sort_unstable_by_key(|(first, ..)| *first);
        let mut forward = Vec::with_capacity(total as usize);
        let mut edges = Vec::with_capacity(done.iter().map(|(.., edges)| edges.len()).sum());
        for (_, some_forward, some_edges) in done {
            forward.extend(some_forward);
            edges.extend(some_edges);
        }
        Some((forward, edges))
    }

    /// One position forward; its turns inside the group become edges.
    fn look_ahead(&self, number: u64, spare: &mut Spare<G::Step>, edges: &mut Vec<Edge>) -> Option<Forward> {
        let at = self.position(number)?;
        if let Some(value) = stuck_value(self.game, &at, &mut Vec::new()) {
            return Some(Forward { open_turns: 0, best_outside: Some(value) });
        }
        let mover = self.game.status(&at).seat().expect("numbered positions are at the start of a turn");
        let mut found = Forward { open_turns: 0, best_outside: None };
        for_each_turn(self.game, &at, spare, &mut |end| {
            let inside = match &end {
                TurnEnd::Next(child) => self.number(child).map(|number| {
                    let same_side = self.game.status(child).seat() == Some(mover);
                    (number, same_side)
                }),
                TurnEnd::Over(_) => None,
            };
            if let Some((child, same_side)) = inside {
                found.open_turns += 1;
                edges.push(Edge { child: child as u32, parent: PackedParent::new(number, same_side) });
            } else {
                let known = |tier, number| Some(Value::unpack((self.outside)(tier, number)));
                found.best_outside = found.best_outside.max(turn_value(self.game, mover, end, known));
            }
        });
        Some(found)
    }
}

/// The parents of each position, in one list with the place where each begins.
struct Parents {
    begins: Vec<u64>,
    parents: Vec<PackedParent>,
}

impl Parents {
    fn new(positions: usize, edges: &[Edge]) -> Parents {
        let mut begins = vec![0u64; positions + 1];
        for edge in edges {
            begins[edge.child as usize + 1] += 1;
        }
        for nth in 0..positions {
            begins[nth + 1] += begins[nth];
        }
        let mut filled = begins.clone();
        let mut parents = vec![PackedParent(0); edges.len()];
        for Edge { child, parent } in edges {
            let place = &mut filled[*child as usize];
            parents[*place as usize] = *parent;
            *place += 1;
        }
        Parents { begins, parents }
    }

    fn of(&self, child: u32) -> &[PackedParent] {
        let child = child as usize;
        &self.parents[self.begins[child] as usize..self.begins[child + 1] as usize]
    }
}

/// Spreads values level by level.
fn backward_pass(forward: &[Option<Forward>], parents: &Parents) -> Vec<u16> {
    let mut values: Vec<u16> = forward.iter().map(|found| if found.is_some() { OPEN } else { HOLE }).collect();
    let mut open: Vec<u32> = forward.iter().map(|found| found.map_or(0, |found| found.open_turns)).collect();
    let outside = |number: u32| forward[number as usize].and_then(|found| found.best_outside);
    let mut levels: Vec<Vec<(u32, Value)>> = Vec::new();
    let schedule = |levels: &mut Vec<Vec<(u32, Value)>>, number: u32, value: Value| {
        let turns = usize::from(value.turns().unwrap_or(0));
        if levels.len() <= turns {
            levels.resize_with(turns + 1, Vec::new);
        }
        levels[turns].push((number, value));
    };
    for number in 0..forward.len() as u32 {
        match outside(number) {
            Some(win @ Value::Win(_)) => schedule(&mut levels, number, win),
            Some(loss @ Value::Loss(_)) if open[number as usize] == 0 => schedule(&mut levels, number, loss),
            _ => {}
        }
    }
    let mut turns = 0;
    while turns < levels.len() {
        for (number, value) in std::mem::take(&mut levels[turns]) {
            if values[number as usize] != OPEN {
                // It has won sooner by another turn.
                continue;
            }
            values[number as usize] = value.pack();
            for edge in parents.of(number) {
                let parent = edge.number();
                let for_parent = value.one_turn_earlier(!edge.same_side());
                if values[parent as usize] != OPEN {
                    continue;
                }
                if let Value::Win(_) = for_parent {
                    schedule(&mut levels, parent, for_parent);
                    continue;
                }
                open[parent as usize] -= 1;
                if open[parent as usize] == 0 {
                    // Of several losing turns the mover chooses the one that lasts longest.
                    let best = outside(parent).map_or(for_parent, |outside| outside.max(for_parent));
                    if let Value::Loss(_) = best {
                        schedule(&mut levels, parent, best);
                    }
                }
            }
        }
        turns += 1;
    }
    values
}
