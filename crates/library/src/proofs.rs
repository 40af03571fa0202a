//! Games that are proved by search: what was proved once is looked up, the rest is proved when somebody asks, as far as that is
//! quickly done.

use crate::solver::{AnySolver, Method, Solver};
use crate::tablebases::{self, Lookup};
use known::prove::{Effort, ProofTable, Prover, prove, prove_again};
use known::{Error, Tablebase, Value, ValuedSteps, valued};
use rules::{Acyclic, Chosen, Complete, Seat, Tiers};
use search::Probe;
use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that may be looked at for one answer: about a second's work.
pub(crate) const PROOF_NODES: u64 = 1_000_000;
/// What is proved for answers is remembered in so many bytes.
const TABLE_BYTES: u64 = 64 << 20;

/// The solver of a game of which some tiers are proved by search.
pub(crate) fn solver<G: Complete + Acyclic>(chosen: &Chosen) -> Box<dyn AnySolver> {
    let method = Method {
        is_proved: G::is_proved,
        solve: |game, request, progress| {
            prove(game, request, G::ABOUT.edition, &|at, step| promise(game, at, step), progress)
        },
        verify: |game, folder, memory, threads, progress| {
            let priority = &|at: &G::Position, step| promise(game, at, step);
            prove_again(game, folder, G::ABOUT.edition, memory, threads, priority, progress)
        },
    };
    Solver::<G>::by(chosen, method)
}

/// How a step looks to the evaluation of where it leads.
fn promise<G: Complete>(game: &G, at: &G::Position, step: G::Step) -> i32 {
    let seat = game.status(at).seat().unwrap_or(Seat::FIRST);
    let mut next = at.clone();
    game.apply(&mut next, step);
    game.evaluate(&next, seat)
}

/// What is proved of a game with these options.
pub(crate) fn find<G: Complete + Acyclic>(chosen: &Chosen) -> Arc<dyn Lookup<G>> {
    Arc::new(Proofs { stored: tablebases::open::<G>(chosen), table: table(&tablebases::name(G::ABOUT.id, chosen)) })
}

/// The table of proofs of a game, which lasts as long as the process.
fn table(name: &str) -> Arc<ProofTable> {
    static TABLES: Mutex<Vec<(String, Arc<ProofTable>)>> = Mutex::new(Vec::new());
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, table)) = tables.iter().find(|(known, _)| known == name) {
        return table.clone();
    }
    let table = Arc::new(ProofTable::with_bytes(TABLE_BYTES));
    tables.push((name.to_string(), table.clone()));
    table
}

struct Proofs<G: Tiers> {
    stored: Arc<Tablebase<G>>,
    table: Arc<ProofTable>,
}

impl<G: Complete + Acyclic> Proofs<G> {
    /// The value to the seat to move, if it is stored or can be proved with what is left of the effort.
    fn proved(&self, game: &G, at: &G::Position, effort: &Effort) -> Result<Option<Value>, Error> {
        if game.survey(at, &mut Vec::new()).is_over() {
            return Ok(None);
        }
        if let Some(value) = self.stored.value(game, at)? {
            return Ok(Some(value));
        }
        let priority = &|at: &G::Position, step| promise(game, at, step);
        let (bounds, forced) = (&|at: &G::Position| game.bounds(at), &|at: &G::Position| game.forced(at));
        let prover = Prover { game, table: &self.table, priority, bounds, forced, threads: 1 };
        Ok(prover.result(at, effort).map(Value::of))
    }
}

/// A search finds its own wins: proving at each of its leaves would take too long.
impl<G: Complete + Acyclic> Probe<G> for Proofs<G> {
    fn probe(&self, _: &G, _: &G::Position) -> Option<i32> {
        None
    }
}

impl<G: Complete + Acyclic> Lookup<G> for Proofs<G> {
    fn value(&self, game: &G, at: &G::Position) -> Result<Option<Value>, Error> {
        self.proved(game, at, &Effort::of(PROOF_NODES))
    }

    fn steps(&self, game: &G, at: &G::Position) -> Result<ValuedSteps<G>, Error> {
        let mut steps = Vec::new();
        game.survey(at, &mut steps);
        // What looks best is proved first, while there is effort left.
        steps.sort_by_key(|step| Reverse(promise(game, at, *step)));
        let effort = Effort::of(PROOF_NODES);
        let mut values = valued(game, at, &steps, |next| self.proved(game, next, &effort))?;
        values.sort_by_key(|(_, value)| Reverse(*value));
        Ok(values)
    }

    fn is_stored(&self, game: &G, at: &G::Position) -> bool {
        matches!(self.stored.value(game, at), Ok(Some(_)))
    }
}
