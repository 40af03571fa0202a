//! Yumph: four kings and four men a side cross the board by steps and hops, and leave it on the far row.

mod evaluate;
mod position;
mod show;

use crate::hops::{self, Hops, Way, neighbours, ways_of_eight};
use rules::clause::NO_IDLE_PASS;
use rules::prelude::*;

pub use position::Field;

clauses! {
    OWN_PIECES = "2.1" => NotYours,
    ONTO_EMPTY = "2.2" => Occupied,
    STEP_OR_HOP = "2.3" => Reach,
    MEN_FORWARD = "2.4" => Backward,
    NOT_OVER_KINGS = "2.5" => Says("The way from {from} to {to} leads over a king, and men do not hop over kings."),
    NOT_IN_CIRCLES = "2.6" => Says("A chain does not end where it began."),
    MUST_HOP = "3.1" => Says("Who has not left home hops over an opposing man if he can, and {at} can."),
    ALL_OFF = "4.1" => Says("{winner} has every piece across."),
}

/// A move or a pass on the board of eight by eight.
pub type Step = hops::Step<8, 8>;
type Eight = Square<8, 8>;
type Squares = rules::Squares<Eight>;

/// How many kings, and how many men, each side has.
const FOUR: u32 = 4;
/// The row of squares nearest to each seat; the other seat's is where one's pieces go off.
const FIRST_ROWS: [Squares; 2] = [Squares::from_bits(0xff), Squares::from_bits(0xff << 56)];
/// The two upward directions, then the two downward ones.
static WAYS: [Way<Squares>; 4] = ways_of_eight([(1, 1), (-1, 1), (1, -1), (-1, -1)]);

/// Yumph. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Yumph;

/// The row on which a seat's pieces leave the board.
fn far_row(seat: Seat) -> Squares {
    FIRST_ROWS[seat.other().index()]
}

/// The two directions away from a seat.
fn forward(seat: Seat) -> &'static [Way<Squares>] {
    if seat == Seat::FIRST { &WAYS[..2] } else { &WAYS[2..] }
}

impl Field {
    /// How a piece with a king's powers hops.
    fn king_hops(&self, seat: Seat) -> Hops<'static, Squares> {
        Hops { ways: &WAYS, over: self.everybody(), onto: !self.everybody(), stops: far_row(seat) }
    }

    /// How a man hops.
    fn man_hops(&self, seat: Seat) -> Hops<'static, Squares> {
        Hops { ways: forward(seat), over: self.men[0] | self.men[1], ..self.king_hops(seat) }
    }

    /// Where a piece gets that hops in this way; a neighbour in the same directions is reached too.
    fn reach(&self, hops: Hops<'static, Squares>, from: Squares) -> Squares {
        let hops = Hops { over: hops.over & !from, ..hops };
        neighbours(hops.ways, from) & !self.everybody() | hops.chain(from)
    }

    /// Where a piece of the seat to move gets by its own rank.
    fn own_reach(&self, from: Squares) -> Squares {
        let king = self.kings[self.to_move.index()].meets(from);
        self.reach(if king { self.king_hops(self.to_move) } else { self.man_hops(self.to_move) }, from)
    }

    /// Where a king that must hop may go: by chains that begin over an opposing piece.
    fn compelled_reach(&self, from: Squares) -> Squares {
        let hops = self.king_hops(self.to_move);
        let first = Hops { over: self.pieces(self.to_move.other()), ..hops };
        Hops { over: hops.over & !from, ..hops }.on(first.once(from))
    }

    /// The kings that must hop.
    fn compelled(&self) -> Squares {
        let waiting = self.unmoved & self.kings[self.to_move.index()];
        let hops = Hops { over: self.pieces(self.to_move.other()), ..self.king_hops(self.to_move) };
        if hops.once(waiting).is_empty() {
            return Squares::EMPTY;
        }
        waiting.each_alone().filter(|king| !hops.once(*king).is_empty()).collect()
    }

    /// Whether no piece of a seat can go anywhere by its own rank, so that all have a king's powers.
    fn is_blocked(&self, seat: Seat) -> bool {
        let (men, kings, empty) = (self.men[seat.index()], self.kings[seat.index()], !self.everybody());
        !(neighbours(forward(seat), men) | neighbours(&WAYS, kings)).meets(empty)
            && self.man_hops(seat).once(men).is_empty()
            && self.king_hops(seat).once(kings).is_empty()
    }

    /// Whether even with a king's powers no piece of a seat can go anywhere.
    fn must_pass(&self, seat: Seat) -> bool {
        let own = self.pieces(seat);
        self.everybody().includes(neighbours(&WAYS, own)) && self.king_hops(seat).once(own).is_empty()
    }
}

impl Game for Yumph {
    const ABOUT: About = About {
        id: "yumph",
        name: "Yumph",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Kings and men hop across the board and off it.",
        card: Card {
            minutes: (10, 20),
            difficulty: Difficulty::Middling,
            themes: &["crossing", "taking"],
            known: None,
            showpiece: Some("1/.....B..,..B...b.,.b.b.B..,..b.w...,.W.w.W..,....w.B.,.......w,W.....W./a1+g1+f8"),
        },
    };

    fn with(_: &Chosen) -> Yumph {
        Yumph
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Yumph {
    const SEATS: usize = 2;
    type Position = Field;
    type Step = Step;

    fn start(&self) -> Field {
        Field {
            men: [0xaa00, 0x55 << 48].map(Squares::from_bits),
            kings: [0x55, 0xaa << 56].map(Squares::from_bits),
            unmoved: Squares::from_bits(0x55 | 0xaa << 56),
            to_move: Seat::FIRST,
            passes: 0,
        }
    }

    fn status(&self, at: &Field) -> Status {
        match [at.to_move.other(), at.to_move].into_iter().find(|seat| at.pieces(*seat).is_empty()) {
            Some(seat) => Status::Over(Outcome::Win(seat), ALL_OFF),
            None if at.passes == 2 => Status::Over(Outcome::Draw, clause::ALL_PASSED),
            None => Status::Turn(at.to_move),
        }
    }

    fn stuck(&self, at: &Field) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Field, out: &mut Vec<Step>) {
        out.push(Step::Pass);
        for from in at.own() {
            out.extend(Eight::all().map(|to| Step::Go(from, to)));
        }
    }

    fn judge(&self, at: &Field, step: Step) -> Legality {
        let seat = at.to_move;
        let Step::Go(from, to) = step else { return ensure(at.must_pass(seat), NO_IDLE_PASS) };
        let start = Squares::of(from);
        ensure_at(at.own().contains(from), OWN_PIECES, from.into())?;
        ensure(from != to, NOT_IN_CIRCLES)?;
        ensure_at(!at.everybody().contains(to), ONTO_EMPTY, to.into())?;
        if at.is_blocked(seat) {
            return ensure(at.reach(at.king_hops(seat), start).contains(to), STEP_OR_HOP);
        }
        if at.men[seat.index()].contains(from) {
            let ahead = if seat == Seat::FIRST { to.row() > from.row() } else { to.row() < from.row() };
            ensure(ahead, MEN_FORWARD)?;
            let over_anybody = Hops { over: at.everybody(), ..at.man_hops(seat) };
            let only_over_kings = (at.reach(over_anybody, start) & !at.own_reach(start)).contains(to);
            ensure(!only_over_kings, NOT_OVER_KINGS)?;
        }
        ensure(at.own_reach(start).contains(to), STEP_OR_HOP)?;
        let compelled = at.compelled();
        match compelled.first() {
            Some(_) if compelled.contains(from) => {
                ensure_at(at.compelled_reach(start).contains(to), MUST_HOP, from.into())
            }
            Some(king) => ensure_at(false, MUST_HOP, king.into()),
            None => Ok(()),
        }
    }

    fn apply(&self, at: &mut Field, step: Step) {
        let seat = at.to_move;
        at.passes += 1;
        if let Step::Go(from, to) = step {
            at.passes = 0;
            at.unmoved.remove(from);
            let men = at.men[seat.index()].contains(from);
            let rank = if men { &mut at.men[seat.index()] } else { &mut at.kings[seat.index()] };
            *rank ^= Squares::of(from) | Squares::of(to) & !far_row(seat);
        }
        at.to_move = seat.other();
    }

    fn steps(&self, at: &Field, out: &mut Vec<Step>) {
        let before = out.len();
        let compelled = at.compelled();
        if !compelled.is_empty() {
            list(compelled, |king| at.compelled_reach(king), out);
            return;
        }
        list(at.own(), |piece| at.own_reach(piece), out);
        if out.len() == before {
            list(at.own(), |piece| at.reach(at.king_hops(at.to_move), piece), out);
        }
        if out.len() == before {
            out.push(Step::Pass);
        }
    }
}

impl Count for Yumph {}
impl Notation for Yumph {}
impl MatchRules for Yumph {}

/// Lists the steps of these pieces.
fn list(pieces: Squares, reach: impl Fn(Squares) -> Squares, out: &mut Vec<Step>) {
    for from in pieces {
        out.extend(reach(Squares::of(from)).iter().map(|to| Step::Go(from, to)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(position: &str) -> Vec<String> {
        let mut steps = Vec::new();
        Yumph.survey(&position.parse().unwrap(), &mut steps);
        steps.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_chain_ends_on_the_far_row() {
        // From f8 the king could hop back over g7 to h6; but there it is off the board already.
        assert_eq!(steps("1/8,4b1b1,3W4,8,8,8,8,8/-"), ["d6-c5", "d6-e5", "d6-c7", "d6-f8"]);
    }

    #[test]
    fn a_king_that_must_hop_begins_over_an_opposing_piece_and_may_go_on() {
        assert_eq!(steps("1/8,8,8,4w3,8,8,1b6,W7/a1"), ["a1-c3"]);
        assert_eq!(steps("1/8,8,8,8,3w4,8,1b6,W7/a1"), ["a1-c3", "a1-e5"]);
    }

    #[test]
    fn a_king_back_on_its_first_row_is_free() {
        let at: Field = "1/8,8,8,8,8,w7,3b4,2W5/-".parse().unwrap();
        assert_eq!(Yumph.judge(&at, "a3-b4".parse().unwrap()), Ok(()));
    }

    #[test]
    fn a_blocked_man_hops_like_a_king_and_stays_a_man() {
        let mut at: Field = "1/8,8,1B6,w7,8,8,8,8/-".parse().unwrap();
        Yumph.apply(&mut at, "a5-c7".parse().unwrap());
        assert_eq!(at.to_string(), "2/........,..w.....,.B......,........,........,........,........,......../-");
    }
}
