//! Fox and Geese: four geese that never look back against one fox that wants to get past them.

mod evaluate;
mod position;
mod show;
mod tiers;

pub use position::{Field, Square, Step};
use rules::prelude::*;

clauses! {
    FOX_ENTERS = "1.2" => Says("The fox enters first, and once, on its own first row."),
    OWN_MAN = "2.1" => NotYours,
    ONE_STEP = "2.2" => Reach,
    GEESE_FORWARD = "2.3" => Backward,
    EMPTY_SQUARE = "2.4" => Occupied,
    FOX_THROUGH = "4.1" => Says("The fox has come through."),
    FOX_CAUGHT = "4.2" => Says("The fox is caught."),
    GEESE_DONE = "4.3" => Says("The geese cannot move any more."),
}

/// The seat with four men, which sits at row 1.
const GEESE: Seat = Seat::FIRST;
/// The seat with one.
const FOX: Seat = Seat::SECOND;

/// The ways in which geese go.
const FORWARD: [(i8, i8); 2] = [(-1, 1), (1, 1)];

/// The squares around each square, in the order of the ways; the square itself where the board ends.
static AROUND: [[Square; 4]; 64] = neighbours(grid::DIAGONAL);
/// The squares ahead of each square, likewise.
static AHEAD: [[Square; 2]; 64] = neighbours(FORWARD);

const fn neighbours<const WAYS: usize>(ways: [(i8, i8); WAYS]) -> [[Square; WAYS]; 64] {
    let mut neighbours = [[Square::from_index(0); WAYS]; 64];
    let mut nth = 0;
    while nth < 64 * WAYS {
        let square = Square::from_index(nth / WAYS);
        neighbours[nth / WAYS][nth % WAYS] = match square.step(ways[nth % WAYS]) {
            Some(near) => near,
            None => square,
        };
        nth += 1;
    }
    neighbours
}

/// Fox and Geese, and who moves first once the fox is on the board.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndGeese {
    first: Seat,
}

impl Game for FoxAndGeese {
    const ABOUT: About = About {
        id: "fox-and-geese",
        name: "Fox and Geese",
        year: None,
        source: "The Library of Games",
        seats: &["Geese", "Fox"],
        options: &[GameOption {
            name: "first",
            values: &["geese", "fox"],
            says: "Who moves first after the fox has chosen its square.",
        }],
        edition: 1,
        series: 1,
        line: "Four geese hem the fox in, or it slips through.",
        card: Card {
            minutes: (5, 10),
            difficulty: Difficulty::Easy,
            themes: &["crossing", "hunting"],
            known: Some("Solved: the geese win in 44 turns"),
            showpiece: Some("2/........,........,........,........,........,..f.g.g.,.g.g....,........"),
        },
    };

    fn with(chosen: &Chosen) -> FoxAndGeese {
        FoxAndGeese { first: if chosen.is("first", "fox") { FOX } else { GEESE } }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for FoxAndGeese {
    const SEATS: usize = 2;
    type Position = Field;
    type Step = Step;

    fn start(&self) -> Field {
        let geese = [0, 2, 4, 6].map(|column| Square::at(column, 0));
        Field { geese: geese.into_iter().collect(), fox: None, to_move: FOX }
    }

    #[inline]
    fn status(&self, field: &Field) -> Status {
        match field.fox {
            Some(fox) if fox.row() == 0 => Status::Over(Outcome::Win(FOX), FOX_THROUGH),
            _ => Status::Turn(field.to_move),
        }
    }

    fn stuck(&self, field: &Field) -> Status {
        let clause = if field.to_move == FOX { FOX_CAUGHT } else { GEESE_DONE };
        Status::Over(Outcome::Win(field.to_move.other()), clause)
    }

    fn candidates(&self, field: &Field, out: &mut Vec<Step>) {
        out.extend(Square::all().filter(|square| is_den(*square)).map(Step::Enter));
        for from in field.own() {
            out.extend(grid::DIAGONAL.iter().filter_map(|way| from.step(*way)).map(|to| Step::Go { from, to }));
        }
    }

    fn judge(&self, field: &Field, step: Step) -> Legality {
        match step {
            Step::Enter(square) => {
                ensure(field.fox.is_none() && is_den(square), FOX_ENTERS)?;
                ensure_at(field.is_empty(square), EMPTY_SQUARE, square.into())
            }
            Step::Go { from, to } => {
                ensure(field.fox.is_some(), FOX_ENTERS)?;
                ensure_at(field.own().any(|own| own == from), OWN_MAN, from.into())?;
                let way = grid::DIAGONAL.into_iter().find(|way| from.step(*way) == Some(to)).ok_or(ONE_STEP)?;
                ensure_at(field.to_move == FOX || FORWARD.contains(&way), GEESE_FORWARD, from.into())?;
                ensure_at(field.is_empty(to), EMPTY_SQUARE, to.into())
            }
        }
    }

    #[inline]
    fn steps(&self, field: &Field, out: &mut Vec<Step>) {
        let Some(fox) = field.fox else {
            let dens = Square::all().filter(|square| is_den(*square) && field.is_empty(*square));
            return out.extend(dens.map(Step::Enter));
        };
        let occupied = field.geese | Squares::of(fox);
        // Every step that might be is written down and kept if its square is empty: no guessing which are.
        let mut kept = [Step::Enter(fox); 4 * 2];
        let mut count = 0;
        let mut keep = |from: Square, to: Square| {
            kept[count % 8] = Step::Go { from, to };
            count += usize::from(!occupied.contains(to));
        };
        if field.to_move == FOX {
            AROUND[fox.index()].into_iter().for_each(|to| keep(fox, to));
        } else {
            for goose in field.own() {
                AHEAD[goose.index()].into_iter().for_each(|to| keep(goose, to));
            }
        }
        out.extend_from_slice(&kept[..count.min(8)]);
    }

    #[inline]
    fn apply(&self, field: &mut Field, step: Step) {
        match step {
            Step::Enter(square) => {
                field.fox = Some(square);
                field.to_move = self.first;
            }
            Step::Go { from, to } => {
                if field.to_move == FOX {
                    field.fox = Some(to);
                } else {
                    field.geese.relocate(from, to);
                }
                field.to_move = field.to_move.other();
            }
        }
    }
}

impl Count for FoxAndGeese {}
impl Notation for FoxAndGeese {}
impl MatchRules for FoxAndGeese {}

/// Whether the fox may begin here.
const fn is_den(square: Square) -> bool {
    square.row() == 7 && square.is_dark()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the geese win with best play by both.
    fn geese_win(game: FoxAndGeese, field: Field, known: &mut HashMap<Field, bool>) -> bool {
        if let Some(win) = known.get(&field) {
            return *win;
        }
        // The geese only go forward, but the fox can go to and fro between their moves; every cycle
        // passes through a goose's move, so there is none.
        let mut steps = Vec::new();
        let win = match game.survey(&field, &mut steps) {
            Status::Over(outcome, _) => outcome == Outcome::Win(GEESE),
            status => {
                let mut after = steps.iter().map(|step| {
                    let mut next = field;
                    game.apply(&mut next, *step);
                    geese_win(game, next, known)
                });
                if status.seat() == Some(GEESE) { after.any(|win| win) } else { after.all(|win| win) }
            }
        };
        known.insert(field, win);
        win
    }

    #[test]
    fn the_geese_win_whoever_moves_first() {
        for first in [GEESE, FOX] {
            let game = FoxAndGeese { first };
            assert!(geese_win(game, game.start(), &mut HashMap::new()));
        }
    }
}
