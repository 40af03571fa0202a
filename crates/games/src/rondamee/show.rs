//! Fifteen by fifteen squares, two lines of yellow blocks, and the fields where the armies start.

use super::ground::{EVERY, Fifteen, GOALS, PLAYED, PlayedSquare, Squares, WAYS, is_block, one, site, square, squares};
use super::position::LETTERS;
use super::{Armies, BLOCKADED, Rondamee, Step};
use crate::hops::{self, Hops, neighbours};
use rules::prelude::*;

const KINDS: [[&str; 2]; 2] = [["red", "black"], ["blue", "orange"]];

impl Rondamee {
    /// The hops of a legal step, none for a step to a neighbour.
    fn route(self, at: &Armies, from: Fifteen, to: Fifteen) -> Vec<[PlayedSquare; 3]> {
        let (Some(start), Some(goal)) = (one(from).first(), one(to).first()) else { return Vec::new() };
        if neighbours(&WAYS, one(from)).contains(goal) {
            return Vec::new();
        }
        let hops = at.hops(self.over_anybody);
        let hops = Hops { over: hops.over & !one(from), ..hops };
        hops.route(start, goal, EVERY)
    }
}

impl Show for Rondamee {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        Drawing::Symbol(match man.kind {
            "red" => "gules",
            "blue" => "azure",
            "orange" => "tenne",
            _ => "man-2",
        })
    }

    fn board(&self) -> Board {
        let mut board = Board::edged::<15, 15>();
        let start = self.start();
        for square in Fifteen::all() {
            let (x, y) = (f32::from(square.column()) + 0.5, 14.5 - f32::from(square.row()));
            let here = one(square);
            let ground = match square {
                _ if is_block(square) => "block",
                _ if here.is_empty() => "light",
                _ if start.army(Seat::FIRST).meets(here) => "field-1",
                _ if start.army(Seat::SECOND).meets(here) => "field-2",
                _ => "dark",
            };
            if here.is_empty() {
                board.decoration.push((x, y, ground));
            } else {
                board.add(Site { name: square.to_string(), x, y, kind: SiteKind::Cell, ground });
            }
        }
        board
    }

    fn pieces(&self, at: &Armies) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in [Seat::FIRST, Seat::SECOND] {
            for (colour, men) in at.men[seat.index()].into_iter().enumerate() {
                let man = Man { seat, kind: KINDS[seat.index()][colour], letter: LETTERS[seat.index()][colour] };
                pieces.extend(squares(men).map(|square| Placed { site: site(square), men: vec![man] }));
            }
        }
        pieces
    }

    fn tally(&self, at: &Armies, seat: Seat) -> Option<Standing> {
        let there = GOALS[seat.index()].in_order(at.men[seat.index()]) as usize;
        let all = at.army(seat).len() as usize;
        Some(Standing::new(there, "in order", format!("of {all}")).close_if(there + 1 == all))
    }

    fn clicks(&self, _: &Armies, step: Step) -> Vec<SiteId> {
        match step {
            Step::Go(from, to) if !one(from).is_empty() && !one(to).is_empty() => vec![site(from), site(to)],
            Step::Go(..) | Step::Pass => Vec::new(),
        }
    }

    fn attempt(&self, _: &Armies, clicks: &[SiteId]) -> Option<Step> {
        let [from, to] = clicks else { return None };
        let touched = |site: &SiteId| (site.index() < PLAYED).then(|| square(site.index()));
        Some(Step::Go(touched(from)?, touched(to)?))
    }

    fn effects(&self, at: &Armies, step: Step) -> Vec<Beat> {
        let Step::Go(from, to) = step else { return Vec::new() };
        match &self.route(at, from, to)[..] {
            [] => vec![vec![Effect::Move { from: site(from), to: site(to) }]],
            hops => hops::jumps(hops),
        }
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Armies) -> Result<Armies, Unreadable> {
        let mut armies = [[Squares::EMPTY; 2]; 2];
        for (site, man) in singles(men) {
            let colour = usize::from(man.kind != KINDS[man.seat.index()][0]);
            if site.index() < PLAYED {
                armies[man.seat.index()][colour].insert(PlayedSquare::from_index(site.index()));
            }
        }
        first_sound([from.passes, 0].map(|passes| Armies { men: armies, to_move, passes }.check()))
    }
}

impl Words for Rondamee {
    fn ends(&self, at: &Armies, outcome: Outcome, clause: Clause) -> Option<Ending> {
        let (Outcome::Win(winner), BLOCKADED) = (outcome, clause) else { return None };
        let sites = squares(at.blockaded(winner.other())).map(site).collect();
        Some(Ending { words: format!("A man of {} is blockaded.", Self::seat_name(winner.other())), sites })
    }

    fn say(&self, at: &Armies, step: Step) -> String {
        let side = Self::seat_name(at.to_move);
        let Step::Go(from, to) = step else { return format!("{side} cannot move and pass.") };
        let landings: Vec<Fifteen> = self.route(at, from, to).into_iter().map(|[_, _, to]| to.into()).collect();
        format!("{side} {}", hops::tell(from, to, &landings, true))
    }

    fn prompt(&self, at: &Armies) -> String {
        let side = Self::seat_name(at.to_move);
        match self.status(at) {
            Status::Over(Outcome::Win(seat), clause) if clause == super::BLOCKADED => {
                let loser = Self::seat_name(seat.other());
                format!("A man of {loser} is shut in for good: {} have won.", Self::seat_name(seat))
            }
            Status::Over(Outcome::Win(seat), _) => format!("{} stand in perfect order.", Self::seat_name(seat)),
            Status::Over(Outcome::Draw, _) => "Nobody can move: a draw.".to_string(),
            _ if !at.can_step(self.over_anybody) => format!("{side} cannot move and must pass."),
            _ if self.over_anybody => format!("{side} move a man one square diagonally, or hop over other men."),
            _ => format!("{side} move a man one square diagonally, or hop over their own men."),
        }
    }
}
