//! King's Men: march fourteen tokens into the field, form rows, and take off your own men until only two
//! are left.

mod evaluate;
mod field;
mod notation;
mod position;
mod rows;
mod show;

use field::{AROUND, CORRIDORS, EVERY, FIELD, INWARD, LODGES, NEXT, SIDEWAYS, Square, Squares};
use rows::{Protected, Rows, makes_row};
use rules::clause::NO_IDLE_PASS;
use rules::prelude::*;

pub use notation::Step;
pub use position::{Court, TurnPhase};

clauses! {
    OWN_TOKENS = "2.1" => NotYours,
    ONTO_EMPTY = "2.2" => Occupied,
    FROM_LODGE = "2.3" => Says("{to} does not lie straight ahead of the lodge on {from}."),
    CORRIDOR_EMPTY = "2.4" => Says("From {from} a token comes no farther than the first field square, and only through an empty corridor."),
    ONE_BY_ONE = "2.5" => Says("From {from} a token enters one square at a time."),
    FROM_CORRIDOR = "2.6" => Says("From {from} a token goes straight into the field."),
    IN_THE_FIELD = "2.7" => Reach,
    NEVER_BACK = "2.8" => Says("{to} is outside the field, and the token on {from} has entered it."),
    NO_JUMP_FROM_LODGE = "3.1" => Says("The token on {from} is in its lodge."),
    OVER_AN_ENEMY = "3.2" => NothingToJump,
    WHERE_IT_LANDS = "3.3" => Says("The token on {from} may not land on {to}."),
    JUMP_MAKES_ROW = "3.4" => Says("The jump from {from} to {to} makes no row."),
    PUT_IT_BACK = "3.5" => Says("The jumped token is put on a lodge first."),
    ITS_OWN_LODGE = "3.6" => Says("{to} is no empty lodge of the jumped token."),
    NOTHING_JUMPED = "3.7" => Says("No token has been jumped."),
    SETTLE_THE_ROWS = "3.8" => Says("The rows just made are settled first."),
    NO_ROW_MADE = "3.9" => Says("No row has been made."),
    ROWS_JUST_MADE = "3.10" => Says("{at} is in none of the rows just made."),
    ENDS_STAY = "3.11" => Says("{at} is an end of a row that is thinned."),
    WHOLE_ROWS = "3.12" => Says("Those are not all the tokens between the ends of the rows that are thinned."),
    FORMED_ENDS_STAY = "3.14" => Says("{at} is an end of a row just formed."),
    TWO_TOKENS_LEFT = "4.1" => Says("{winner} is down to two tokens."),
}

/// How many tokens each side has.
const FOURTEEN: u32 = 14;
/// Who has so few has won.
const TWO: u32 = 2;

/// King's Men with its options.
#[derive(Clone, Copy, Debug)]
pub struct KingsMen {
    /// Whether a token may go from its lodge through the corridor into the field in one move.
    through: bool,
    /// Which ends stay when rows are thinned.
    protected: Protected,
}

impl KingsMen {
    /// For questions that every option answers alike.
    const ONE_BY_ONE: KingsMen = KingsMen { through: false, protected: Protected::ChosenEnds };

    /// Where a token may walk from here, without jumping.
    fn walks(self, at: &Court, from: Square) -> Squares {
        let empty = at.empty();
        if FIELD.contains(from) {
            return SIDEWAYS[from.index()] & FIELD & empty;
        }
        let ahead = INWARD[from.index()];
        let first = ahead.map_or(Squares::EMPTY, Squares::of) & empty;
        if first.is_empty() || CORRIDORS.contains(from) || !self.through {
            return first;
        }
        first | ahead.and_then(|corridor| INWARD[corridor.index()]).map_or(Squares::EMPTY, Squares::of) & empty
    }

    /// Whether the seat to move has any step at the start of a move.
    pub(crate) fn can_move(self, at: &Court) -> bool {
        at.own().iter().any(|from| !self.walks(at, from).is_empty() || !jumps(at, from).is_empty())
    }

    fn judge_walk(self, at: &Court, from: Square, to: Square) -> Legality {
        ensure_at(at.own().contains(from), OWN_TOKENS, field::site(from))?;
        let onto_empty = ensure_at(at.empty().contains(to), ONTO_EMPTY, field::site(to));
        if FIELD.contains(from) {
            ensure(FIELD.contains(to), NEVER_BACK)?;
            ensure(SIDEWAYS[from.index()].contains(to), IN_THE_FIELD)?;
            return onto_empty;
        }
        let ahead = INWARD[from.index()];
        if ahead == Some(to) {
            return onto_empty;
        }
        ensure(!CORRIDORS.contains(from), FROM_CORRIDOR)?;
        let corridor = ahead.expect("a lodge opens to its corridor");
        ensure(is_straight_in(from, to), FROM_LODGE)?;
        ensure(self.through, ONE_BY_ONE)?;
        ensure_at(at.empty().contains(corridor), CORRIDOR_EMPTY, field::site(corridor))?;
        ensure(INWARD[corridor.index()] == Some(to), CORRIDOR_EMPTY)?;
        onto_empty
    }
}

/// Whether one square lies straight ahead of a lodge, however far.
fn is_straight_in(lodge: Square, to: Square) -> bool {
    let way = (0..8).find(|way| NEXT[lodge.index()][*way].is_some_and(|next| INWARD[lodge.index()] == Some(next)));
    let ahead = |square: &Square| NEXT[square.index()][way?];
    std::iter::successors(Some(lodge), ahead).skip(1).any(|square| square == to)
}

/// Where a token may land if it jumps from here.
fn jumps(at: &Court, from: Square) -> Squares {
    let ground = landing_ground(from) & at.empty();
    let mut landings = Squares::EMPTY;
    for over in AROUND[from.index()] & at.enemies() {
        // As far behind as it is ahead. Who would leave the frame comes out on a lodge, where nobody lands.
        let Some(to) = (2 * over.index()).checked_sub(from.index()).filter(|to| *to < Square::COUNT) else { continue };
        let to = Square::from_index(to);
        if ground.contains(to) && makes_row(at.own().without(from).with(to), to) {
            landings.insert(to);
        }
    }
    landings
}

/// A token of the field lands on the field, one that never left its corridor on field or corridor.
fn landing_ground(from: Square) -> Squares {
    match from {
        _ if FIELD.contains(from) => FIELD,
        _ if CORRIDORS.contains(from) => FIELD | CORRIDORS,
        _ => Squares::EMPTY,
    }
}

/// The square jumped over, if two squares lie as a jump's must.
fn between(from: Square, to: Square) -> Option<Square> {
    let beyond = |way: usize| NEXT[from.index()][way].filter(|over| NEXT[over.index()][way] == Some(to));
    (0..8).find_map(beyond)
}

fn judge_jump(at: &Court, from: Square, to: Square) -> Legality {
    ensure_at(at.own().contains(from), OWN_TOKENS, field::site(from))?;
    ensure_at(!(LODGES[0] | LODGES[1]).contains(from), NO_JUMP_FROM_LODGE, field::site(from))?;
    ensure(between(from, to).is_some_and(|over| at.enemies().contains(over)), OVER_AN_ENEMY)?;
    ensure_at(at.empty().contains(to), ONTO_EMPTY, field::site(to))?;
    ensure(landing_ground(from).contains(to), WHERE_IT_LANDS)?;
    ensure(makes_row(at.own().without(from).with(to), to), JUMP_MAKES_ROW)
}

impl KingsMen {
    fn judge_thinning(self, rows: Rows, moved: Square, removed: Squares) -> Legality {
        let refuse_any = |tokens: Squares, clause: Clause| {
            tokens.first().map_or(Ok(()), |token| ensure_at(false, clause, field::site(token)))
        };
        refuse_any(removed & !rows.tokens(), ROWS_JUST_MADE)?;
        refuse_any(removed & (!rows.inner() | rows.ends_of_rows_thinned(removed, moved)), ENDS_STAY)?;
        if self.protected == Protected::FormedEnds {
            refuse_any(removed & rows.ends(), FORMED_ENDS_STAY)?;
        }
        ensure(rows.choices(self.protected).any(|choice| choice == removed), WHOLE_ROWS)
    }
}

impl Game for KingsMen {
    const ABOUT: About = About {
        id: "kings-men",
        name: "King's Men",
        year: Some(1937),
        source: "Elizabeth Magie Phillips",
        seats: &["Red", "Blue"],
        options: &[
            GameOption {
                name: "entry",
                values: &["through", "step"],
                says: "Whether a token may go from its lodge straight through the corridor, or one square at a time.",
            },
            GameOption {
                name: "thinning",
                values: &["chosen", "formed"],
                says: "Whether the ends of the rows that are thinned stay, or the ends of all rows just formed.",
            },
        ],
        edition: 2,
        series: 1,
        line: "Form rows and thin them out: who is down to two tokens has won.",
        card: Card {
            minutes: (20, 40),
            difficulty: Difficulty::Middling,
            themes: &["rows"],
            known: None,
            showpiece: Some(
                "1/........b..,...........,r.brbrbr..b,..b.....r..,..r.....b..,..b......r.,..r.....b..,..b.....r..,.rrbrbrbb..,...........,........r..",
            ),
        },
    };

    fn with(chosen: &Chosen) -> KingsMen {
        let protected = if chosen.is("thinning", "formed") { Protected::FormedEnds } else { Protected::ChosenEnds };
        KingsMen { through: chosen.is("entry", "through"), protected }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for KingsMen {
    const SEATS: usize = 2;
    type Position = Court;
    type Step = Step;

    fn start(&self) -> Court {
        Court { tokens: LODGES, to_move: Seat::FIRST, phase: TurnPhase::Move { again: false }, passes: 0 }
    }

    fn status(&self, at: &Court) -> Status {
        match at.phase {
            TurnPhase::Put { .. } | TurnPhase::Thin { .. } | TurnPhase::Move { again: true } => {
                Status::Continue(at.to_move)
            }
            TurnPhase::Move { again: false } => {
                match [Seat::FIRST, Seat::SECOND].into_iter().find(|seat| at.won(*seat)) {
                    Some(seat) => Status::Over(Outcome::Win(seat), TWO_TOKENS_LEFT),
                    None if at.passes == 2 => Status::Over(Outcome::Draw, clause::ALL_PASSED),
                    None => Status::Turn(at.to_move),
                }
            }
        }
    }

    fn stuck(&self, at: &Court) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Court, out: &mut Vec<Step>) {
        match at.phase {
            TurnPhase::Put { .. } => out.extend(EVERY.iter().map(Step::Put)),
            TurnPhase::Thin { moved, .. } => {
                out.push(Step::Keep);
                out.extend(Rows::through(at.own(), moved).choices(self.protected).map(Step::Thin));
            }
            TurnPhase::Move { .. } => {
                out.push(Step::Pass);
                for from in at.own() {
                    let near = EVERY
                        .iter()
                        .filter(|to| from.column().abs_diff(to.column()) <= 2 && from.row().abs_diff(to.row()) <= 2);
                    out.extend(near.flat_map(|to| [Step::Move(from, to), Step::Jump(from, to)]));
                }
            }
        }
    }

    fn judge(&self, at: &Court, step: Step) -> Legality {
        match (at.phase, step) {
            (TurnPhase::Put { .. }, Step::Put(lodge)) => {
                let home = LODGES[at.to_move.other().index()];
                ensure_at((home & at.empty()).contains(lodge), ITS_OWN_LODGE, field::site(lodge))
            }
            (TurnPhase::Put { .. }, _) => Err(PUT_IT_BACK.into()),
            (TurnPhase::Thin { .. }, Step::Keep) => Ok(()),
            (TurnPhase::Thin { moved, .. }, Step::Thin(removed)) => {
                self.judge_thinning(Rows::through(at.own(), moved), moved, removed)
            }
            (TurnPhase::Thin { .. }, _) => Err(SETTLE_THE_ROWS.into()),
            (TurnPhase::Move { .. }, Step::Put(_)) => Err(NOTHING_JUMPED.into()),
            (TurnPhase::Move { .. }, Step::Thin(_) | Step::Keep) => Err(NO_ROW_MADE.into()),
            (TurnPhase::Move { .. }, Step::Pass) => ensure(!self.can_move(at), NO_IDLE_PASS),
            (TurnPhase::Move { .. }, Step::Move(from, to)) => self.judge_walk(at, from, to),
            (TurnPhase::Move { .. }, Step::Jump(from, to)) => judge_jump(at, from, to),
        }
    }

    fn apply(&self, at: &mut Court, step: Step) {
        let (own, enemy) = (at.to_move.index(), at.to_move.other().index());
        match step {
            Step::Pass => at.end_turn(at.passes + 1),
            Step::Move(from, to) => {
                at.tokens[own].relocate(from, to);
                if makes_row(at.tokens[own], to) {
                    (at.phase, at.passes) = (TurnPhase::Thin { moved: to, jumped: false }, 0);
                } else {
                    at.end_turn(0);
                }
            }
            Step::Jump(from, to) => {
                at.tokens[own].relocate(from, to);
                at.tokens[enemy] &= !between(from, to).map_or(Squares::EMPTY, Squares::of);
                (at.phase, at.passes) = (TurnPhase::Put { moved: to }, 0);
            }
            Step::Put(lodge) => {
                at.tokens[enemy].insert(lodge);
                if let TurnPhase::Put { moved } = at.phase {
                    at.phase = TurnPhase::Thin { moved, jumped: true };
                }
            }
            Step::Keep => self.finish_move(at),
            Step::Thin(removed) => {
                at.tokens[own] &= !removed;
                self.finish_move(at);
            }
        }
    }

    fn steps(&self, at: &Court, out: &mut Vec<Step>) {
        match at.phase {
            TurnPhase::Put { .. } => {
                out.extend((LODGES[at.to_move.other().index()] & at.empty()).iter().map(Step::Put));
            }
            TurnPhase::Thin { moved, .. } => {
                out.push(Step::Keep);
                out.extend(Rows::through(at.own(), moved).choices(self.protected).map(Step::Thin));
            }
            TurnPhase::Move { .. } => {
                let before = out.len();
                for from in at.own() {
                    self.walks(at, from).iter().for_each(|to| out.push(Step::Move(from, to)));
                    jumps(at, from).iter().for_each(|to| out.push(Step::Jump(from, to)));
                }
                if out.len() == before {
                    out.push(Step::Pass);
                }
            }
        }
    }
}

impl Count for KingsMen {}
impl Notation for KingsMen {
    fn as_jump(&self, _: &Court, step: Step) -> Option<Step> {
        let Step::Move(from, to) = step else { return None };
        between(from, to).map(|_| Step::Jump(from, to))
    }
}
impl MatchRules for KingsMen {}

impl KingsMen {
    /// The rows are settled: a jump earns another move, if there is one to make.
    fn finish_move(self, at: &mut Court) {
        let earned = matches!(at.phase, TurnPhase::Thin { jumped: true, .. });
        if earned && !at.won(at.to_move) && self.can_move(at) {
            at.phase = TurnPhase::Move { again: true };
        } else {
            at.end_turn(0);
        }
    }
}

#[cfg(test)]
mod tests;
