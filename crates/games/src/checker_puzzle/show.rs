//! Seven diamonds in a row.

use super::{CheckerPuzzle, Diamond, Diamonds, LEFT, RIGHT, Row, SEVEN, Step};
use rules::prelude::*;

impl From<Diamond> for SiteId {
    fn from(diamond: Diamond) -> SiteId {
        SiteId(u16::from(diamond.0) - 1)
    }
}

impl Show for CheckerPuzzle {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn drawing(&self, _: &Man) -> Drawing {
        Drawing::BySeat("pawn")
    }

    fn board(&self) -> Board {
        let mut board = Board { width: SEVEN.into(), height: 1.0, ..Board::default() };
        for diamond in 1..=SEVEN {
            let x = f32::from(diamond) - 0.5;
            board.add(Site { name: diamond.to_string(), x, y: 0.5, kind: SiteKind::Cell, ground: "diamond" });
        }
        board
    }

    fn pieces(&self, row: &Row) -> Vec<Placed> {
        // Both colours belong to the one seat; they are told apart as two seats' men would be.
        let pawn = |diamond: Diamond| {
            let white = row.white.contains(diamond);
            let (seat, letter) = if white { (Seat::FIRST, 'w') } else { (Seat::SECOND, 'b') };
            Placed { site: diamond.into(), men: vec![Man { seat, kind: "pawn", letter }] }
        };
        let standing = (1..=SEVEN).map(Diamond).filter(|diamond| row.pawns().contains(*diamond));
        standing.map(pawn).collect()
    }

    fn tally(&self, row: &Row, _: Seat) -> Option<Standing> {
        let across = ((row.white & RIGHT).len() + (row.black & LEFT).len()) as usize;
        Some(Standing::new(across, "across", "of 6").close_if(across == 5))
    }

    fn clicks(&self, _: &Row, Step { from, to }: Step) -> Vec<SiteId> {
        vec![from.into(), to.into()]
    }

    fn attempt(&self, _: &Row, clicks: &[SiteId]) -> Option<Step> {
        let [from, to] = clicks else { return None };
        let diamond = |site: &SiteId| Diamond::numbered(u32::from(site.0) + 1);
        Some(Step { from: diamond(from)?, to: diamond(to)? })
    }

    fn effects(&self, _: &Row, Step { from, to }: Step) -> Vec<Beat> {
        let effect = if from.0.abs_diff(to.0) == 2 {
            let over = Diamond(from.0.midpoint(to.0));
            Effect::Jump { from: from.into(), over: over.into(), to: to.into() }
        } else {
            Effect::Move { from: from.into(), to: to.into() }
        };
        vec![vec![effect]]
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Row) -> Result<Row, Unreadable> {
        let mut row = Row { white: Diamonds::EMPTY, black: Diamonds::EMPTY };
        for (site, pawn) in singles(men) {
            let pawns = if pawn.seat == Seat::FIRST { &mut row.white } else { &mut row.black };
            pawns.extend(Diamond::numbered(u32::from(site.0) + 1));
        }
        let _ = to_move;
        row.check()
    }
}

impl Words for CheckerPuzzle {
    fn say(&self, row: &Row, Step { from, to }: Step) -> String {
        let colour = if row.white.contains(from) { "white" } else { "black" };
        let goes = if from.0.abs_diff(to.0) == 2 { "jumps" } else { "moves" };
        format!("{} {goes} the {colour} pawn from {} to {}.", Self::seat_name(Seat::FIRST), from.0, to.0)
    }

    fn prompt(&self, row: &Row) -> String {
        match self.status(row) {
            Status::Over(..) => "The colours have changed sides: solved.".to_string(),
            _ => format!("Move or jump a pawn into the empty diamond, {}.", row.gap().0),
        }
    }
}
