//! The checkerboard, and a tray for the fox until it enters.

use super::{FOX, FOX_CAUGHT, FOX_THROUGH, Field, FoxAndGeese, GEESE, Square, Step, is_den};
use rules::prelude::*;

const GOOSE_MAN: Man = Man { seat: GEESE, kind: "goose", letter: 'g' };
const FOX_MAN: Man = Man { seat: FOX, kind: "fox", letter: 'f' };

/// The tray follows the squares.
const IN_HAND: SiteId = SiteId(Square::COUNT as u16);

fn square(site: SiteId) -> Option<Square> {
    (site.index() < Square::COUNT).then(|| Square::from_index(site.index()))
}

impl Show for FoxAndGeese {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        Drawing::Symbol(man.kind)
    }

    fn board(&self) -> Board {
        let mut board = Board::of_squares::<8, 8>(|square| if square.is_dark() { "dark" } else { "light" });
        board.add_tray("in hand", FOX);
        board
    }

    fn pieces(&self, field: &Field) -> Vec<Placed> {
        let fox = Placed { site: field.fox.map_or(IN_HAND, SiteId::from), men: vec![FOX_MAN] };
        let geese = field.geese.iter();
        geese.map(|goose| Placed { site: goose.into(), men: vec![GOOSE_MAN] }).chain([fox]).collect()
    }

    fn tally(&self, field: &Field, seat: Seat) -> Option<Standing> {
        let Some(fox) = field.fox else {
            let dens = Square::all().filter(|square| is_den(*square)).count();
            return Some(match seat {
                FOX => Standing::new(7, "rows to go", "enters first"),
                _ => Standing::new(dens, "ways left for the fox", "wins at 0"),
            });
        };
        let ways = grid::DIAGONAL.into_iter().filter_map(|way| fox.step(way)).filter(|to| field.is_empty(*to)).count();
        if seat == FOX {
            let rows = usize::from(fox.row());
            let more = format!("{ways} {} open", if ways == 1 { "way" } else { "ways" });
            return Some(
                Standing::new(rows, if rows == 1 { "row to go" } else { "rows to go" }, more).close_if(rows == 1),
            );
        }
        let what = if ways == 1 { "way left for the fox" } else { "ways left for the fox" };
        Some(Standing::new(ways, what, "wins at 0").close_if(ways == 1))
    }

    fn clicks(&self, _: &Field, step: Step) -> Vec<SiteId> {
        match step {
            Step::Enter(square) => vec![square.into()],
            Step::Go { from, to } => vec![from.into(), to.into()],
        }
    }

    fn attempt(&self, field: &Field, clicks: &[SiteId]) -> Option<Step> {
        match *clicks {
            [site] if field.fox.is_none() => square(site).map(Step::Enter),
            [from, to] if field.fox.is_some() => Some(Step::Go { from: square(from)?, to: square(to)? }),
            _ => None,
        }
    }

    fn effects(&self, _: &Field, step: Step) -> Vec<Beat> {
        vec![vec![match step {
            Step::Enter(square) => Effect::Place { from: IN_HAND, to: square.into() },
            Step::Go { from, to } => Effect::Move { from: from.into(), to: to.into() },
        }]]
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Field) -> Result<Field, Unreadable> {
        let standing = |wanted: Man| {
            let of_kind = singles(men).filter(move |(site, man)| *man == wanted && site.index() < Square::COUNT);
            of_kind.map(|(site, _)| Square::from_index(site.index()))
        };
        Field { geese: standing(GOOSE_MAN).collect(), fox: standing(FOX_MAN).next(), to_move }.check()
    }
}

impl Words for FoxAndGeese {
    fn ends(&self, at: &Field, outcome: Outcome, clause: Clause) -> Option<Ending> {
        let fox = at.fox.map(SiteId::from).into_iter();
        let words = match (outcome, clause) {
            (Outcome::Win(_), FOX_THROUGH) => "The fox has come through.",
            (Outcome::Win(_), FOX_CAUGHT) => "The fox is caught.",
            _ => return None,
        };
        Some(Ending { words: words.to_string(), sites: fox.collect() })
    }

    fn say(&self, field: &Field, step: Step) -> String {
        match step {
            Step::Enter(square) => format!("{} begins on {square}.", Self::seat_name(FOX)),
            Step::Go { from, to } if field.to_move == FOX => {
                format!("{} moves {from} to {to}.", Self::seat_name(FOX))
            }
            Step::Go { from, to } => format!("{} move {from} to {to}.", Self::seat_name(GEESE)),
        }
    }

    fn prompt(&self, field: &Field) -> String {
        let words = match self.survey(field, &mut Vec::new()) {
            Status::Over(Outcome::Win(FOX), _) => "The fox has got away from the geese.",
            Status::Over(..) => "The geese have caught the fox.",
            _ if field.fox.is_none() => "Fox chooses where to begin: b8, d8, f8 or h8.",
            _ if field.to_move == FOX => "Fox moves one square diagonally, any way.",
            _ => "Geese move one goose, one square diagonally forward.",
        };
        words.to_string()
    }
}
