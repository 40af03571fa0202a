//! Four rows of ten pits, seat 2's front row at the top, and a Home beside each side.

use super::position::{Fronts, MEN};
use super::{PITS, Pit, Position, SowingEvent, Step, TwentySeven, capture};
use rules::prelude::*;
use rules::show::heap;

/// Seat 1's squares come first among the sites, then seat 2's, then the two Homes.
pub(super) fn site(seat: Seat, pit: Pit) -> SiteId {
    SiteId((seat.index() * PITS + pit.index()) as u16)
}

fn home(seat: Seat) -> SiteId {
    SiteId((2 * PITS + seat.index()) as u16)
}

/// Whose square a site is.
fn square(site: SiteId) -> Option<(Seat, Pit)> {
    (site.index() < 2 * PITS).then(|| (Seat::new(site.index() / PITS), Pit::from_index(site.index() % PITS)))
}

/// A man who was never dropped upon.
const WAITING: &str = "starting man";

fn count(men: usize) -> String {
    if men == 1 { "1 man".to_string() } else { format!("{men} men") }
}

/// The files that a step takes, by the enemy's back squares, and how many men stand on them.
fn taken(at: &Position, step: Step) -> (Vec<Pit>, usize) {
    let Step::Sow { from, file } = step else { return (Vec::new(), 0) };
    let faced = at.sow(from, |_| ()).and_then(|sown| capture(at, &sown));
    let files: Vec<Pit> = faced.into_iter().chain(faced.and(file)).collect();
    let theirs = &at.men[at.to_move.other().index()];
    let men = files.iter().map(|file| theirs[file.index()] + theirs[file.partner().index()]);
    let men = men.map(usize::from).sum();
    (files, men)
}

impl Show for TwentySeven {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        match man.kind {
            "man" => Drawing::BySeat("seed"),
            _ => Drawing::Symbol(["seed-1z", "seed-2z"][man.seat.index()]),
        }
    }

    fn board(&self) -> Board {
        let mut board = Board { width: 10.0, height: 4.0, ..Board::default() };
        for seat in Seat::all(2) {
            for pit in Pit::all() {
                let from_left = (seat == Seat::FIRST) != pit.is_back();
                let along = (pit.index() % 10) as f32 + 0.5;
                let x = if from_left { along } else { 10.0 - along };
                let y = match (seat, pit.is_back()) {
                    (Seat::FIRST, true) => 2.5,
                    (Seat::FIRST, false) => 3.5,
                    (_, true) => 1.5,
                    (_, false) => 0.5,
                };
                let ground = if pit.is_back() { "back" } else { "front" };
                board.add(Site { name: format!("{seat}{pit}"), x, y, kind: SiteKind::Pit, ground });
            }
        }
        board.add_trays("home");
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in Seat::all(2) {
            let man = |kind| Man { seat, kind, letter: if seat == Seat::FIRST { 'o' } else { 'x' } };
            let side = &at.men[seat.index()];
            for pit in Pit::all().filter(|pit| side[pit.index()] > 0) {
                let kind = if at.waits(seat, pit) { WAITING } else { "man" };
                pieces.push(heap(site(seat, pit), man(kind), side[pit.index()].into()));
            }
            let lost = 27 - side.iter().map(|men| usize::from(*men)).sum::<usize>();
            pieces.push(heap(home(seat.other()), man("man"), lost));
        }
        pieces
    }

    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let left: usize = at.men[seat.index()].iter().map(|men| usize::from(*men)).sum();
        Some(Standing::new(left, "men", "of 27").close_if(left <= 3))
    }

    /// The square to sow from, and after a capture the enemy's back square of the other file.
    fn clicks(&self, at: &Position, step: Step) -> Vec<SiteId> {
        let theirs = |file| site(at.to_move.other(), file);
        match step {
            Step::Sow { from, file } => {
                let start = [site(at.to_move, from)];
                start.into_iter().chain(file.map(theirs)).collect()
            }
            Step::Theirs { file } => vec![theirs(file)],
            Step::Pass => Vec::new(),
        }
    }

    fn attempt(&self, at: &Position, clicks: &[SiteId]) -> Option<Step> {
        let (seat, pit) = square(*clicks.first()?)?;
        let back = |pit: Pit| if pit.is_back() { pit } else { pit.partner() };
        if seat != at.to_move {
            return Some(Step::Theirs { file: back(pit) });
        }
        match clicks {
            [_] => Some(Step::Sow { from: pit, file: None }),
            [_, file] => match square(*file)? {
                (owner, file) if owner != seat => Some(Step::Sow { from: pit, file: Some(back(file)) }),
                _ => None,
            },
            _ => None,
        }
    }

    fn effects(&self, at: &Position, step: Step) -> Vec<Beat> {
        let mut beats = Vec::new();
        if let Step::Sow { from, .. } = step {
            let seat = at.to_move;
            at.sow(from, |event| {
                beats.push(vec![match event {
                    SowingEvent::Lift(pit) => Effect::Lift { from: site(seat, pit) },
                    SowingEvent::Drop(pit) => Effect::Drop { to: site(seat, pit) },
                }]);
            });
        }
        let (files, _) = taken(at, step);
        let to = home(at.to_move);
        let theirs = at.to_move.other();
        for file in files {
            let pits = [file, file.partner()].map(|pit| Effect::Take { from: site(theirs, pit), to });
            beats.push(pits.to_vec());
        }
        // Who is stranded shows only when the step has been played.
        let mut settled = *at;
        TwentySeven { forfeit: false }.apply(&mut settled, step);
        if self.forfeit {
            for seat in Seat::all(2) {
                let lost = settled.stranded(seat);
                let lost = lost.map(|pit| Effect::Take { from: site(seat, pit), to: home(seat.other()) });
                beats.push(lost.collect());
            }
            beats.retain(|beat: &Beat| !beat.is_empty());
        }
        beats
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Position) -> Result<Position, Unreadable> {
        let mut at = Position { to_move, men: Default::default(), waiting: [Fronts::EMPTY; 2], passes: 0 };
        for Placed { site, men } in men {
            let Some((seat, pit)) = square(*site) else { continue };
            // One too many is enough to be refused.
            at.men[seat.index()][pit.index()] = men.len().min(MEN as usize + 1) as u8;
            if matches!(&men[..], [man] if man.kind == WAITING) && !pit.is_back() {
                at.waiting[seat.index()] |= pit.front();
            }
        }
        at.check()
    }
}

impl Words for TwentySeven {
    fn say(&self, at: &Position, step: Step) -> String {
        let name = Self::seat_name(at.to_move);
        match step {
            Step::Pass => format!("{name} has nothing to sow and passes."),
            Step::Theirs { file } => format!("{name} points at the other side's file {file}."),
            Step::Sow { from, .. } => {
                let end = at.sow(from, |_| ()).map_or(from, |sown| sown.end);
                match taken(at, step) {
                    (files, _) if files.is_empty() => format!("{name} sows from {from} and ends in {end}."),
                    (files, men) => {
                        let files: Vec<String> = files.iter().map(Pit::to_string).collect();
                        let (files, men) = (files.join(" and "), count(men));
                        format!("{name} sows from {from}, ends in {end} and takes {men} on the files of {files}.")
                    }
                }
            }
        }
    }

    fn prompt(&self, at: &Position) -> String {
        let name = Self::seat_name(at.to_move);
        match self.status(at) {
            Status::Over(Outcome::Win(seat), _) => {
                format!("{} has no men left.", Self::seat_name(seat.other()))
            }
            Status::Over(..) => "Nobody can sow: a draw.".to_string(),
            _ if !at.can_sow() => format!("{name} has nothing to sow and passes."),
            _ if at.square_with_many(at.to_move).is_some() => {
                format!("{name} sows two men or more. A capture takes a second file, too.")
            }
            _ => format!("{name} has singles only: one steps to the next square, if it is empty."),
        }
    }
}
