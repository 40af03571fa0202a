//! The independent check: every stored value is what its successors' stored values say.

use crate::file::{Error, in_parallel};
use crate::retrograde::HOLE;
use crate::solve::Manifest;
use crate::tablebase::{LoadedTiers, Tablebase};

use crate::turns::{numbered_value, stuck_value, turn_value, value_of};
use crate::value::Value;
use rules::tiers::{Blocks, Numbered, TurnEnd, for_each_turn, numbered};
use rules::{Seat, Spare, Status, Tiers};
use std::hint::black_box;
use std::ops::Range;
use std::path::Path;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many positions were looked at.
    pub positions: u64,
    /// Those whose value contradicts their successors', some of them, as tier and number.
    pub contradictions: Vec<(String, u64)>,
    /// Tiers that were proved by search and are not checked, because some of what they rest on is not there.
    pub unchecked: Vec<String>,
}

/// Positions that a thread looks at before it takes more.
const CHUNK: u64 = 1 << 16;
/// Positions whose turns are looked at together.
const BATCH: usize = 256;
/// No more contradictions than this are listed.
const MOST_LISTED: usize = 100;

/// Goes forward over every position of every finished tier. It shares nothing with the solver but the game and the files: turns
/// are played by the rules' own steps.
pub fn verify<G: Tiers>(
    game: &G,
    folder: &Path,
    edition: u16,
    threads: usize,
    progress: &(dyn Fn(&str, u64, u64) + Sync),
) -> Result<Verified, Error> {
    verify_some(game, folder, edition, threads, &|_| true, progress)
}

/// [`verify`] for some of the tiers.
pub(crate) fn verify_some<G: Tiers>(
    game: &G,
    folder: &Path,
    edition: u16,
    threads: usize,
    wanted: &dyn Fn(G::Tier) -> bool,
    progress: &(dyn Fn(&str, u64, u64) + Sync),
) -> Result<Verified, Error> {
    let manifest = Manifest::read(folder, edition, G::NUMBERING)?;
    manifest.check(folder)?;
    let tablebase = Tablebase::<G>::open(folder, edition)?;
    let mut verified = Verified::default();
    for group in game.groups(u32::MAX) {
        let finished = |tier: &&G::Tier| wanted(**tier) && manifest.tier(&tier.to_string()).is_some();
        let finished: Vec<G::Tier> = group.iter().filter(finished).copied().collect();
        if finished.is_empty() {
            continue;
        }
        let loaded = tablebase.load(finished.iter().copied().chain(game.leads_to(&group)), threads)?;
        let checker = Checker { game, tablebase: &tablebase, loaded };
        for tier in finished {
            let (name, size) = (tier.to_string(), game.size(tier));
            let blocks = game.blocks();
            // Of a game in blocks a chunk has whole ones.
            let places = blocks.as_ref().map_or(1, |blocks| u64::from(blocks.places(tier)));
            let chunk_size = CHUNK.next_multiple_of(places);
            let chunks = in_parallel(size.div_ceil(chunk_size), threads, &|chunk| {
                let first = chunk * chunk_size;
                progress(&name, first, size);
                let numbers = first..(first + chunk_size).min(size);
                match &blocks {
                    Some(blocks) => checker.check_blocks(blocks, tier, numbers),
                    None => checker.check(tier, numbers),
                }
            });
            for (positions, contradictions) in chunks {
                verified.positions += positions;
                verified.contradictions.extend(contradictions.into_iter().map(|number| (name.clone(), number)));
            }
            verified.contradictions.truncate(MOST_LISTED);
        }
    }
    Ok(verified)
}

struct Checker<'a, G: Tiers> {
    game: &'a G,
    tablebase: &'a Tablebase<G>,
    /// The tiers most asked for.
    loaded: LoadedTiers<G>,
}

/// Where a turn leads; `None` if that has no number, and should.
type TurnTarget<G> = Option<TurnEnd<Numbered<<G as Tiers>::Tier>>>;

/// The turns of some positions, so that the values they lead to are read side by side.
struct Batch<G: Tiers> {
    /// Each position by its number and its mover, and where its turns end in the list.
    positions: Vec<(u64, Seat, usize)>,
    turns: Vec<TurnTarget<G>>,
}

impl<G: Tiers> Checker<'_, G> {
    /// How many positions these numbers have, and those that contradict.
    fn check(&self, tier: G::Tier, numbers: Range<u64>) -> (u64, Vec<u64>) {
        let (mut count, mut contradictions) = (0, Vec::new());
        let mut spare = Spare::new();
        let mut batch = Batch::<G> { positions: Vec::new(), turns: Vec::new() };
        let end = numbers.end;
        for number in numbers {
            if let Some(at) = self.game.position(tier, number) {
                let mover = self.game.status(&at).seat().expect("numbered positions are at the start of a turn");
                for_each_turn(self.game, &at, &mut spare, &mut |end| {
                    batch.turns.push(numbered(self.game, mover, end));
                });
                batch.positions.push((number, mover, batch.turns.len()));
                count += 1;
            }
            if batch.positions.len() == BATCH || number + 1 == end {
                self.check_batch(tier, &mut batch, &mut contradictions);
            }
        }
        contradictions.truncate(MOST_LISTED);
        (count, contradictions)
    }

    /// Adds those positions of a batch that contradict, and empties it.
    fn check_batch(&self, tier: G::Tier, batch: &mut Batch<G>, contradictions: &mut Vec<u64>) {
        // Brings all values near at once; one after the other they would be waited for one after the other.
        black_box(batch.turns.iter().fold(0, |all, end| match end {
            Some(TurnEnd::Next(next)) => all | self.loaded.packed(next.tier, next.number).unwrap_or(0),
            _ => all,
        }));
        let mut begin = 0;
        for (number, mover, end) in batch.positions.drain(..) {
            let expected = self.expected(tier, number, mover, &batch.turns[begin..end]);
            let stored = self.value(tier, number);
            if stored.is_none() || stored != expected {
                contradictions.push(number);
            }
            begin = end;
        }
        batch.turns.clear();
    }

    /// A stored value; what cannot be read is as good as missing, and contradicts.
    fn value(&self, tier: G::Tier, number: u64) -> Option<Value> {
        self.loaded.value(tier, number).or_else(|| self.tablebase.numbered(tier, number).ok().flatten())
    }

    /// What the ends of a position's turns say; `None` if one of them is not known.
    fn expected(&self, tier: G::Tier, number: u64, mover: Seat, turns: &[TurnTarget<G>]) -> Option<Value> {
        let mut best: Option<Value> = None;
        for end in turns {
            let value = numbered_value(mover, (*end)?, |tier, number| self.value(tier, number))?;
            best = best.max(Some(value));
        }
        best.or_else(|| stuck_value(self.game, &self.game.position(tier, number)?, &mut Vec::new()))
    }

    /// The same for whole blocks. What is reached by several turns of a block is looked up once; the turns themselves are played by
    /// the rules' own steps here, too.
    fn check_blocks(&self, blocks: &impl Blocks<G>, tier: G::Tier, numbers: Range<u64>) -> (u64, Vec<u64>) {
        let (mut count, mut contradictions) = (0, Vec::new());
        let mut block = BlockValues {
            steps: Vec::new(),
            spare: Spare::new(),
            numbers: Vec::new(),
            turned: Vec::new(),
            going_on: Vec::new(),
        };
        let places = u64::from(blocks.places(tier));
        for first in numbers.step_by(places as usize) {
            let men = blocks.block(tier, (first / places) as u32);
            let exchanged = blocks.exchanged_tier(tier);
            block.numbers.clear();
            block.numbers.extend((0..places as u32).map(|place| blocks.exchanged(&men, place)));
            // One after the other without anything between, so that memory brings several at once.
            let packed = |number: &u32| self.loaded.packed(exchanged, u64::from(*number)).unwrap_or(HOLE);
            block.turned.clear();
            block.turned.extend(block.numbers.iter().map(packed));
            block.going_on.clear();
            block.going_on.resize(places as usize, None);
            for number in first..first + places {
                let Some(at) = self.game.position(tier, number) else { continue };
                count += 1;
                let expected = self.expected_in_block(blocks, &men, &at, &mut block);
                let stored = self.value(tier, number);
                if stored.is_none() || stored != expected {
                    contradictions.push(number);
                }
            }
        }
        contradictions.truncate(MOST_LISTED);
        (count, contradictions)
    }

    /// What the turns of a position say; `None` if one of them is not known.
    fn expected_in_block<B: Blocks<G>>(
        &self,
        blocks: &B,
        men: &B::Block,
        at: &G::Position,
        block: &mut BlockValues<G>,
    ) -> Option<Value> {
        let mover = self.game.status(at).seat().expect("numbered positions are at the start of a turn");
        let BlockValues { steps, spare, turned, going_on, .. } = block;
        steps.clear();
        self.game.steps(at, steps);
        let mut best: Option<Value> = None;
        for step in steps.iter() {
            let mut next = at.clone();
            self.game.apply(&mut next, *step);
            let place = blocks.place_of(men, &next, mover) as usize;
            let value = match self.game.status(&next) {
                Status::Over(outcome, _) => value_of(outcome, mover),
                Status::Turn(_) if turned[place] == HOLE => return None,
                Status::Turn(_) => Value::unpack(turned[place]).one_turn_earlier(true),
                Status::Continue(_) => {
                    if going_on[place].is_none() {
                        going_on[place] = self.rest_of_turn(mover, &next, spare);
                    }
                    going_on[place]?
                }
            };
            best = best.max(Some(value));
        }
        best.or_else(|| stuck_value(self.game, at, &mut Vec::new()))
    }

    /// The best that the mover can make of the rest of his turn; `None` if the end of one is not known.
    fn rest_of_turn(&self, mover: Seat, at: &G::Position, spare: &mut Spare<G::Step>) -> Option<Value> {
        let (mut best, mut all_known) = (None, true);
        for_each_turn(self.game, at, spare, &mut |end| {
            let value = turn_value(self.game, mover, end, |tier, number| self.value(tier, number));
            all_known &= value.is_some();
            best = best.max(value);
        });
        best.filter(|_| all_known)
    }
}

/// What is known of the places of a block while its positions are checked.
struct BlockValues<G: Tiers> {
    steps: Vec<G::Step>,
    spare: Spare<G::Step>,
    /// For each place the number of the position in which the same men stand and the other side is to move.
    numbers: Vec<u32>,
    /// The value of that position, packed.
    turned: Vec<u16>,
    /// For each place what a mover who has come there and must go on can make of it, as far as it was asked.
    going_on: Vec<Option<Value>>,
}
