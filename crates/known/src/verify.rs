//! The independent check: every stored value is what its successors' stored values say.

use crate::file::{Error, in_parallel};
use crate::retrograde::HOLE;
use crate::solve::Manifest;
use crate::tablebase::{LoadedTiers, Tablebase};

use crate::turns::{numbered_value, stuck_value, value_of};
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
        best.or_else(|| self.stuck(tier, number))
    }

    /// The same for whole blocks. What is reached by several turns of a block is looked up once; the turns themselves are played by
    /// the rules' own steps here, too.
    fn check_blocks(&self, blocks: &impl Blocks<G>, tier: G::Tier, numbers: Range<u64>) -> (u64, Vec<u64>) {
        let (mut count, mut contradictions) = (0, Vec::new());
        let mut turns = BlockTurns::<G>::default();
        let (mut exchanged, mut values) = (Vec::new(), BlockValues::default());
        let places = blocks.places(tier);
        for first in numbers.step_by(places as usize) {
            let block = blocks.block(tier, (first / u64::from(places)) as u32);
            self.play_block(blocks, &block, tier, first..first + u64::from(places), &mut turns);
            // Values are read one after the other with nothing between, so that memory brings several at once.
            exchanged.clear();
            exchanged.extend((0..places).map(|place| blocks.exchanged(&block, place)));
            let exchanged_tier = blocks.exchanged_tier(tier);
            values.turned.clear();
            let packed = |number: &u32| self.loaded.packed(exchanged_tier, u64::from(*number)).unwrap_or(HOLE);
            values.turned.extend(exchanged.iter().map(packed));
            values.ends.clear();
            values.ends.extend(turns.ends.iter().map(|(mover, end)| {
                end.and_then(|end| numbered_value(*mover, end, |tier, number| self.value(tier, number)))
            }));
            values.rests.clear();
            values.rests.extend(turns.rests.iter().map(|rest| {
                let ends = &values.ends[rest.clone()?];
                ends.iter().copied().max().flatten().filter(|_| ends.iter().all(Option::is_some))
            }));
            let mut begin = 0;
            for (number, end) in &turns.positions {
                let expected = values.expected(&turns.reached[begin..*end]);
                let expected = if begin == *end { self.stuck(tier, *number) } else { expected };
                begin = *end;
                let stored = self.value(tier, *number);
                if stored.is_none() || stored != expected {
                    contradictions.push(*number);
                }
            }
            count += turns.positions.len() as u64;
        }
        contradictions.truncate(MOST_LISTED);
        (count, contradictions)
    }

    /// Plays every turn of every position of a block.
    fn play_block<B: Blocks<G>>(
        &self,
        blocks: &B,
        block: &B::Block,
        tier: G::Tier,
        numbers: Range<u64>,
        turns: &mut BlockTurns<G>,
    ) {
        turns.clear(blocks.places(tier));
        for number in numbers {
            let Some(at) = self.game.position(tier, number) else { continue };
            let mover = self.game.status(&at).seat().expect("numbered positions are at the start of a turn");
            turns.steps.clear();
            self.game.steps(&at, &mut turns.steps);
            for step in &turns.steps {
                let mut next = at.clone();
                self.game.apply(&mut next, *step);
                let place = blocks.place_of(block, &next, mover);
                turns.reached.push(match self.game.status(&next) {
                    Status::Over(outcome, _) => Reached::Over(value_of(outcome, mover)),
                    Status::Turn(_) => Reached::Turned(place),
                    Status::Continue(_) => Reached::GoingOn(place),
                });
                if let Some(Reached::GoingOn(_)) = turns.reached.last()
                    && turns.rests[place as usize].is_none()
                {
                    let begin = turns.ends.len();
                    for_each_turn(self.game, &next, &mut turns.spare, &mut |end| {
                        turns.ends.push((mover, numbered(self.game, mover, end)));
                    });
                    turns.rests[place as usize] = Some(begin..turns.ends.len());
                }
            }
            turns.positions.push((number, turns.reached.len()));
        }
    }

    /// The value of a numbered position without a step.
    fn stuck(&self, tier: G::Tier, number: u64) -> Option<Value> {
        stuck_value(self.game, &self.game.position(tier, number)?, &mut Vec::new())
    }
}

/// Where a step of a block leads.
#[derive(Clone, Copy)]
enum Reached {
    /// The game is over, with this value to the mover.
    Over(Value),
    /// The turn is over; the mover's men are at this place, and the other side is to move.
    Turned(u32),
    /// The turn goes on from this place.
    GoingOn(u32),
}

/// All turns of a block.
struct BlockTurns<G: Tiers> {
    /// Each position by its number, and where what its steps lead to ends in the list.
    positions: Vec<(u64, usize)>,
    reached: Vec<Reached>,
    /// For each place from which a turn goes on, where its ends lie in the list.
    rests: Vec<Option<Range<usize>>>,
    /// Who plays such a turn, and where it ends.
    ends: Vec<(Seat, TurnTarget<G>)>,
    steps: Vec<G::Step>,
    spare: Spare<G::Step>,
}

/// What is stored where the turns of a block lead to.
#[derive(Default)]
struct BlockValues {
    /// For each place the packed value of the position in which the same men stand and the other side is to move.
    turned: Vec<u16>,
    /// For each end of a turn that went on its value to the mover; `None` if it is not known.
    ends: Vec<Option<Value>>,
    /// For each place from which a turn goes on the best that the mover can make of it; `None` if an end is not known.
    rests: Vec<Option<Value>>,
}

impl<G: Tiers> Default for BlockTurns<G> {
    fn default() -> BlockTurns<G> {
        BlockTurns {
            positions: Vec::new(),
            reached: Vec::new(),
            rests: Vec::new(),
            ends: Vec::new(),
            steps: Vec::new(),
            spare: Spare::new(),
        }
    }
}

impl<G: Tiers> BlockTurns<G> {
    fn clear(&mut self, places: u32) {
        self.positions.clear();
        self.reached.clear();
        self.ends.clear();
        self.rests.clear();
        self.rests.resize(places as usize, None);
    }
}

impl BlockValues {
    /// What a position's steps say; `None` if one of them is not known.
    fn expected(&self, reached: &[Reached]) -> Option<Value> {
        let mut best = None;
        for end in reached {
            let value = match *end {
                Reached::Over(value) => Some(value),
                Reached::Turned(place) => {
                    let packed = self.turned[place as usize];
                    (packed != HOLE).then(|| Value::unpack(packed).one_turn_earlier(true))
                }
                Reached::GoingOn(place) => self.rests[place as usize],
            };
            best = best.max(Some(value?));
        }
        best
    }
}
