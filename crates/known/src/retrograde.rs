//! Solving one group of tiers by retrograde analysis.
//!
//! Every position is visited once forward: what its turns lead to outside the group, and the turns that stay inside,
//! which are kept as edges, sorted by where they lead. Then values spread backwards along the edges, level by level, where
//! a level is a distance in turns: a position with a turn to a loss wins, one whose turns all lead to wins loses. What is
//! never reached is a draw.

use crate::turns::{End, for_each_turn, stuck_value};
use crate::value::Value;
use rules::Tiers;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Numbers that are handed out to threads at once.
const CHUNK: u64 = 1 << 14;

/// Not decided yet: a draw if it stays so.
const OPEN: u16 = 0;
/// A number without a position.
pub(crate) const HOLE: u16 = u16::MAX;

/// A child and its parent, by their numbers in the group.
type Edge = (u32, u32);

/// What the forward pass tells of one position.
#[derive(Clone, Copy)]
struct Forward {
    /// Turns that stay inside the group and are not decided yet.
    open_turns: u32,
    /// The best value among turns that leave the group or end the game.
    best_outside: Option<Value>,
}

/// The values of all tiers of a group, packed, in the order of the tiers; `None` if `progress`, which is told how much of the
/// work is done, has returned false.
pub(crate) fn solve_group<G: Tiers>(
    game: &G,
    tiers: &[G::Tier],
    outside: &(impl Fn(G::Tier, u64) -> Value + Sync),
    threads: usize,
    progress: &(dyn Fn(f64) -> bool + Sync),
) -> Option<Vec<Vec<u16>>> {
    let sizes: Vec<u64> = tiers.iter().map(|tier| game.size(*tier)).collect();
    let (forward, edges) = forward_pass(game, tiers, &sizes, outside, threads, progress)?;
    let parents = Parents::new(forward.len(), &edges);
    drop(edges);
    let mut values = backward_pass::<G>(&forward, &parents).into_iter();
    Some(sizes.iter().map(|size| values.by_ref().take(*size as usize).collect()).collect())
}

/// Every position once forward; `None` if it was stopped.
fn forward_pass<G: Tiers>(
    game: &G,
    tiers: &[G::Tier],
    sizes: &[u64],
    outside: &(impl Fn(G::Tier, u64) -> Value + Sync),
    threads: usize,
    progress: &(dyn Fn(f64) -> bool + Sync),
) -> Option<(Vec<Option<Forward>>, Vec<Edge>)> {
    let total: u64 = sizes.iter().sum();
    let offsets: Vec<u64> = (0..tiers.len()).map(|nth| sizes[..nth].iter().sum()).collect();
    let inside = |tier: G::Tier| tiers.iter().position(|known| *known == tier).map(|nth| offsets[nth]);
    let next = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    let work = || {
        let mut done = Vec::new();
        loop {
            let first = next.fetch_add(CHUNK, Relaxed);
            if first >= total {
                return done;
            }
            let mut edges = Vec::new();
            let mut forward = Vec::new();
            for number in first..(first + CHUNK).min(total) {
                let nth = offsets.partition_point(|offset| *offset <= number) - 1;
                let position = game.position(tiers[nth], number - offsets[nth]);
                forward.push(position.map(|at| {
                    let mut found = Forward { open_turns: 0, best_outside: None };
                    let mut consider = |value: Value| found.best_outside = found.best_outside.max(Some(value));
                    let decided = for_each_turn(game, &at, &mut |end| match end {
                        End::Over(value) => consider(value),
                        End::Next(child) => {
                            let Some((tier, child)) = game.number(&child) else {
                                let value = stuck_value(game, &child, &mut Vec::new());
                                let value = value.expect("a position without a number has no step");
                                return consider(value.one_turn_earlier(G::SEATS > 1));
                            };
                            match inside(tier) {
                                Some(offset) => {
                                    found.open_turns += 1;
                                    edges.push(((offset + child) as u32, number as u32));
                                }
                                None => consider(outside(tier, child).one_turn_earlier(G::SEATS > 1)),
                            }
                        }
                    });
                    if let Some(value) = decided {
                        found.best_outside = Some(value);
                    }
                    found
                }));
            }
            if !progress((first + CHUNK).min(total) as f64 / total as f64) {
                stopped.store(true, Relaxed);
                next.store(total, Relaxed);
            }
            done.push((first, forward, edges));
        }
    };
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
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

/// The parents of each position, in one list with the place where each begins.
struct Parents {
    begins: Vec<u64>,
    parents: Vec<u32>,
}

impl Parents {
    fn new(positions: usize, edges: &[Edge]) -> Parents {
        let mut begins = vec![0u64; positions + 1];
        for (child, _) in edges {
            begins[*child as usize + 1] += 1;
        }
        for nth in 0..positions {
            begins[nth + 1] += begins[nth];
        }
        let mut filled = begins.clone();
        let mut parents = vec![0; edges.len()];
        for (child, parent) in edges {
            let place = &mut filled[*child as usize];
            parents[*place as usize] = *parent;
            *place += 1;
        }
        Parents { begins, parents }
    }

    fn of(&self, child: u32) -> &[u32] {
        let child = child as usize;
        &self.parents[self.begins[child] as usize..self.begins[child + 1] as usize]
    }
}

/// Spreads values level by level.
fn backward_pass<G: Tiers>(forward: &[Option<Forward>], parents: &Parents) -> Vec<u16> {
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
            let for_parent = value.one_turn_earlier(G::SEATS > 1);
            for parent in parents.of(number) {
                if values[*parent as usize] != OPEN {
                    continue;
                }
                if let Value::Win(_) = for_parent {
                    schedule(&mut levels, *parent, for_parent);
                    continue;
                }
                open[*parent as usize] -= 1;
                if open[*parent as usize] == 0 {
                    // Of several losing turns the mover chooses the one that lasts longest.
                    let best = outside(*parent).map_or(for_parent, |outside| outside.max(for_parent));
                    if let Value::Loss(_) = best {
                        schedule(&mut levels, *parent, best);
                    }
                }
            }
        }
        turns += 1;
    }
    values
}
