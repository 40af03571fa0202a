//! The field in the middle, the ring of pennants around it, and a tray for the gamins that are home.

use super::position::{HOME, advance_of, between, pennant};
use super::{Cell, Chain, Foregammon, Leg, Position, Step, far_row, number_of};
use rules::prelude::*;
use rules::show::heap;

/// The dark squares come first among the sites, then the pennants, then a tray for each seat.
const PENNANTS: u16 = 23;
const TRAYS: u16 = PENNANTS + 32;

/// The site of a dark square: every second index.
pub(super) fn site(square: Cell) -> SiteId {
    SiteId(square.index() as u16 / 2)
}

/// The site of a pennant.
pub(super) fn pennant_site(pennant: u8) -> SiteId {
    SiteId(PENNANTS + u16::from(pennant) % 32)
}

fn tray(seat: Seat) -> SiteId {
    SiteId(TRAYS + seat.index() as u16)
}

fn gamin(seat: Seat) -> Man {
    Man { seat, kind: "gamin", letter: if seat == Seat::FIRST { 'g' } else { 'n' } }
}

/// What stands on a board to be touched.
enum Touched {
    Square(Cell),
    Pennant(u8),
}

fn touched(site: SiteId) -> Option<Touched> {
    match site.0 {
        square if square < PENNANTS => Some(Touched::Square(Cell::from_index(2 * square as usize))),
        pennant if pennant < TRAYS => Some(Touched::Pennant((pennant - PENNANTS) as u8)),
        _ => None,
    }
}

/// Where a pennant stands in the ring, White's star in the middle below and the count to the right; a little outwards, so
/// that a gamin hides none of the numbers beside the field.
fn place_of(pennant: u8) -> (f32, f32) {
    let along = f32::from(pennant);
    let (x, y) = match pennant {
        0..=3 => (3.5 + along, 10.5),
        4..=13 => (6.5, 10.5 - (along - 3.0)),
        14..=19 => (6.5 - (along - 13.0), 0.5),
        20..=29 => (0.5, 0.5 + (along - 19.0)),
        _ => (0.5 + (along - 29.0), 10.5),
    };
    let outwards = |at: f32, size: f32| match at {
        at if at < 1.0 => at - 0.1,
        at if at > size - 1.0 => at + 0.1,
        at => at,
    };
    (outwards(x, 7.0), outwards(y, 11.0))
}

/// `5, 3 and 1`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The legs of an advance, where it is possible.
fn legs(at: &Position, gamin: u8, number: u8) -> Vec<Leg> {
    let mut legs = Vec::new();
    if let Some(nth) = at.taker(gamin, number) {
        advance_of(at.track, at.to_move, nth, number, |leg| legs.push(leg));
    }
    legs
}

fn comes_home(at: &Position, gamin: u8, number: u8) -> bool {
    let home = |track: [[i32; 2]; 2]| track[at.to_move.index()].iter().filter(|gamin| **gamin == HOME).count();
    at.advance(gamin, number).is_some_and(|track| home(track) > home(at.track))
}

impl Show for Foregammon {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        if man.kind == "gamin" { Drawing::BySeat("pawn") } else { Drawing::Drum }
    }

    fn board(&self) -> Board {
        let mut board = Board::of_dark_squares(|square: Cell| square.to_string());
        (board.width, board.height) = (7.0, 11.0);
        for site in &mut board.sites {
            (site.x, site.y) = (site.x + 1.0, site.y + 1.0);
        }
        for (x, y, _) in &mut board.decoration {
            (*x, *y) = (*x + 1.0, *y + 1.0);
        }
        // The sheet prints the numbers that a hop earns beside the rows.
        board.rows = (0..9).map(|row| (9.5 - f32::from(row), number_of(Cell::at(0, row)).to_string())).collect();
        for pennant in 0..32 {
            let (x, y) = place_of(pennant);
            let ground = if pennant % 16 == 0 { "star" } else { "pennant" };
            board.add(Site { name: pennant.to_string(), x, y, kind: SiteKind::Pennant, ground });
        }
        board.add_trays("home");
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in Seat::all(2) {
            for square in at.checkers[seat.index()] {
                let kind = if at.is_king(square) { "king" } else { "man" };
                let man = Man { seat, kind, letter: at.letter(square).unwrap_or('?') };
                pieces.push(Placed { site: site(square), men: vec![man] });
            }
        }
        for place in 0..32 {
            let here = |seat: Seat| {
                let standing = move |on: &&i32| **on != HOME && pennant(seat, **on) == place;
                at.track[seat.index()].iter().filter(standing).map(move |_| gamin(seat))
            };
            let men: Vec<Man> = Seat::all(2).flat_map(here).collect();
            if !men.is_empty() {
                pieces.push(Placed { site: pennant_site(place), men });
            }
        }
        for seat in Seat::all(2) {
            let home = at.track[seat.index()].iter().filter(|on| **on == HOME).count();
            pieces.push(heap(tray(seat), gamin(seat), home));
        }
        pieces
    }

    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let track = at.track[seat.index()];
        let left: i32 = track.iter().map(|progress| HOME - progress).sum();
        let at = track.map(|progress| progress.max(0).unsigned_abs());
        let more = format!("{} and {} of {HOME}", at[0], at[1]);
        let way = Scale::Way { length: HOME.unsigned_abs(), man: gamin(seat), at: at.to_vec() };
        Some(Standing::new(left.unsigned_abs() as usize, "to go", more).close_if(left <= 5).on(way))
    }

    /// A checker's squares in order, or a gamin's pennant and the one it counts to before any extras.
    fn clicks(&self, at: &Position, step: Step) -> Vec<SiteId> {
        match step {
            Step::Walk { from, to } => vec![site(from), site(to)],
            Step::Hop(chain) => chain.squares().iter().map(|square| site(*square)).collect(),
            Step::Spend { gamin, number } => {
                let counted = if at.to_move == Seat::FIRST { gamin + number } else { gamin + 32 - number };
                vec![pennant_site(gamin), pennant_site(counted)]
            }
            Step::Pass => Vec::new(),
        }
    }

    /// What a number leads to is not seen on the board: company carries gamins on.
    fn is_button(&self, _: &Position, step: Step) -> bool {
        matches!(step, Step::Spend { .. } | Step::Pass)
    }

    fn attempt(&self, at: &Position, clicks: &[SiteId]) -> Option<Step> {
        let (first, rest) = clicks.split_first()?;
        if rest.is_empty() {
            return None;
        }
        match touched(*first)? {
            Touched::Pennant(gamin) => {
                let number = match touched(rest[0])? {
                    Touched::Pennant(to) if at.to_move == Seat::FIRST => (32 + to - gamin) % 32,
                    Touched::Pennant(to) => (32 + gamin - to) % 32,
                    Touched::Square(_) => 0,
                };
                Some(Step::Spend { gamin, number })
            }
            Touched::Square(from) => {
                let mut chain = Chain::from(from);
                for click in rest {
                    if chain.is_full() {
                        return None;
                    }
                    chain.push(match touched(*click)? {
                        Touched::Square(to) => to,
                        // A checker cannot leave the field: it is taken to stay.
                        Touched::Pennant(_) => from,
                    });
                }
                let to = chain.to_square();
                let hop = rest.len() > 1 || between(from, to).is_some();
                Some(if hop { Step::Hop(chain) } else { Step::Walk { from, to } })
            }
        }
    }

    fn effects(&self, at: &Position, step: Step) -> Vec<Beat> {
        match step {
            Step::Walk { from, to } => {
                let mut beats = vec![vec![Effect::Move { from: site(from), to: site(to) }]];
                if !at.is_king(from) && to.row() == far_row(at.to_move) {
                    beats.push(vec![Effect::Change { at: site(to) }]);
                }
                beats
            }
            Step::Hop(chain) => {
                let hop = |pair: &[Cell]| {
                    let over = between(pair[0], pair[1]).unwrap_or(pair[0]);
                    vec![Effect::Jump { from: site(pair[0]), over: site(over), to: site(pair[1]) }]
                };
                let mut beats: Vec<Beat> = chain.squares().windows(2).map(hop).collect();
                let to = chain.to_square();
                if !at.is_king(chain.from_square()) && to.row() == far_row(at.to_move) {
                    beats.push(vec![Effect::Change { at: site(to) }]);
                }
                beats
            }
            Step::Spend { gamin, number } => {
                let mut beats: Vec<Beat> = Vec::new();
                for Leg { from, to, carried } in legs(at, gamin, number) {
                    let (from, to) = (pennant_site(from), pennant_site(to));
                    beats.push(vec![if carried { Effect::Carry { from, to } } else { Effect::Move { from, to } }]);
                }
                if comes_home(at, gamin, number) {
                    let star = pennant_site(pennant(at.to_move, HOME));
                    beats.push(vec![Effect::Take { from: star, to: tray(at.to_move) }]);
                }
                beats
            }
            Step::Pass => Vec::new(),
        }
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Position) -> Result<Position, Unreadable> {
        let placed = singles(men).filter_map(|(site, man)| {
            let square = Cell::all().nth(2 * site.index()).filter(|_| man.kind != "gamin")?;
            Some((square, man.seat, man.kind == "king"))
        });
        from.with_checkers(to_move, placed)
    }
}

impl Words for Foregammon {
    fn ends(&self, _at: &Position, outcome: Outcome, _clause: Clause) -> Option<Ending> {
        let Outcome::Win(seat) = outcome else { return None };
        let words = format!("{} has both gamins home.", Self::seat_name(seat));
        Some(Ending { words, sites: vec![pennant_site(pennant(seat, 0))] })
    }

    fn say(&self, at: &Position, step: Step) -> String {
        let name = Self::seat_name(at.to_move);
        let crowned = |from: Cell, to: Cell| {
            let crowned = !at.is_king(from) && to.row() == far_row(at.to_move);
            if crowned { " and is crowned" } else { "" }
        };
        match step {
            Step::Walk { from, to } => format!("{name} moves {from} to {to}{}.", crowned(from, to)),
            Step::Hop(chain) => {
                let squares: Vec<String> = chain.landings().iter().map(Cell::to_string).collect();
                let earned: Vec<String> =
                    chain.landings().iter().map(|square| number_of(*square).to_string()).collect();
                let crowned = crowned(chain.from_square(), chain.to_square());
                let from = chain.from_square();
                format!("{name} hops from {from} to {}{crowned}, earning {}.", squares.join(" to "), list(&earned))
            }
            Step::Spend { gamin, number } if comes_home(at, gamin, number) => {
                format!("{name} brings the gamin on pennant {gamin} home with a {number}.")
            }
            Step::Spend { gamin, number } => {
                let legs = legs(at, gamin, number);
                let reached = legs.iter().filter(|leg| !leg.carried).map(|leg| leg.to).next_back().unwrap_or(gamin);
                let carried = match legs.iter().filter(|leg| leg.carried).count() {
                    0 => String::new(),
                    1 => format!(", carrying one of {}'s back two", Self::seat_name(at.to_move.other())),
                    _ => format!(", carrying both of {}'s back two", Self::seat_name(at.to_move.other())),
                };
                format!("{name} spends {number} on the gamin on pennant {gamin}: it goes to {reached}{carried}.")
            }
            Step::Pass => format!("{name} cannot move a checker and passes."),
        }
    }

    fn prompt(&self, at: &Position) -> String {
        let name = |seat| Self::seat_name(seat);
        match self.status(at) {
            Status::Over(Outcome::Win(seat), _) => format!("{} has brought both gamins home.", name(seat)),
            Status::Over(Outcome::Draw, _) => "Nobody can move: a draw.".to_string(),
            Status::Continue(seat) => {
                let left = (1..=5).rev().flat_map(|number| vec![number.to_string(); at.numbers[number].into()]);
                let left: Vec<String> = left.collect();
                format!("{} has {} to spend.", name(seat), list(&left))
            }
            Status::Turn(seat) if !at.can_walk(seat) => format!("{} has no checker to move and passes.", name(seat)),
            Status::Turn(seat) => format!("{} moves a checker one square, or hops to earn numbers.", name(seat)),
        }
    }
}
