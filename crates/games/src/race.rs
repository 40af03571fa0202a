//! The race that Chunga is, for two seats or four: all men to the place opposite, by steps and hops.
//!
//! The two games differ in their ground alone; [`Ground`] says how.

use crate::hops::{self, Hops, Way, neighbours};
use crate::passing::{read_passes, write_passes};
use rules::clause::NO_IDLE_PASS;
use rules::prelude::*;
use std::hash::Hash;
use std::marker::PhantomData;

clauses! {
    OWN_MEN = "2.1" => NotYours,
    ONTO_EMPTY = "2.2" => Occupied,
    STEP_OR_HOP = "2.3" => Reach,
    NOT_IN_CIRCLES = "2.4" => Says("A chain does not end where it began."),
    MUST_HOP = "3.1" => Says("Who has not left home hops over an opposing man if he can, and {at} can."),
    ALL_ACROSS = "4.1" => Says("{winner} has arrived with all."),
    GOAL_FILLED = "4.2" => Says("The goal is full, and most of it is {winner}'s."),
}

/// A move or a pass on the board of eight by eight.
pub type Step = hops::Step<8, 8>;
type Eight = Square<8, 8>;
/// Squares of it.
pub type Squares = rules::Squares<Eight>;

/// Where a race is run.
pub trait Ground: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// What is printed on the box.
    const ABOUT: About;
    /// The four directions of steps and hops.
    const WAYS: [Way<Squares>; 4];
    /// Each seat's starting place, in the order of play; opposite seats sit opposite each other.
    const PLACES: &'static [Squares];
    /// The letters of the seats' men who have left their starting place.
    const LETTERS: &'static [char];
    /// What the seats' men are called.
    const KINDS: &'static [&'static str];
    /// How the seats' men are drawn.
    const DRAWINGS: &'static [Drawing];
    /// Whether the seats' names are plurals.
    const PLURAL: bool;
    /// The rulebook.
    fn rules() -> &'static Rulebook;
    /// How it is taught.
    fn lesson() -> &'static Lesson;
    /// Its `puzzles.txt`, if it has one.
    fn puzzles() -> &'static str {
        ""
    }
}

/// The option that both games have.
pub const GOAL: GameOption = GameOption {
    name: "goal",
    values: &["filled", "strict"],
    says: "Whether a goal that is full, more than half with one's own men, wins as well, or only all of one's own men.",
};

/// A race on some ground.
#[derive(Clone, Copy, Debug)]
pub struct Race<G> {
    /// Whether a filled goal wins although not all in it are one's own.
    filled: bool,
    ground: PhantomData<G>,
}

/// The men of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field<G> {
    pub(crate) men: [Squares; Seat::MOST],
    /// Those men of all seats who have never ended a turn outside their starting place.
    at_home: Squares,
    pub(crate) to_move: Seat,
    /// How many turns running have been passes.
    passes: u8,
    ground: PhantomData<G>,
}

fn goal<G: Ground>(seat: Seat) -> Squares {
    let seats = G::PLACES.len();
    G::PLACES[(seat.index() + seats / 2) % seats]
}

impl<G: Ground> Field<G> {
    fn seats() -> usize {
        G::PLACES.len()
    }

    fn own(&self) -> Squares {
        self.men[self.to_move.index()]
    }

    fn everybody(&self) -> Squares {
        self.men.into_iter().collect()
    }

    fn others(&self) -> Squares {
        self.everybody() & !self.own()
    }

    /// Hops over anybody.
    pub(crate) fn hops(&self) -> Hops<'static, Squares> {
        Hops { ways: &G::WAYS, over: self.everybody(), onto: !self.everybody(), stops: Squares::EMPTY }
    }

    /// The hop that is compulsory for men at home: over somebody else's man.
    fn hops_over_others(&self) -> Hops<'static, Squares> {
        Hops { over: self.others(), ..self.hops() }
    }

    /// Where a man gets by a step or by hops, compulsion aside.
    fn reach(&self, from: Squares) -> Squares {
        let hops = Hops { over: self.everybody() & !from, ..self.hops() };
        neighbours(&G::WAYS, from) & !self.everybody() | hops.chain(from)
    }

    /// Where a man at home must go: by chains that begin over somebody else's man.
    fn compelled_reach(&self, from: Squares) -> Squares {
        let hops = Hops { over: self.everybody() & !from, ..self.hops() };
        hops.on(self.hops_over_others().once(from))
    }

    /// The men who must hop.
    fn compelled(&self) -> Squares {
        let (at_home, hops) = (self.own() & self.at_home, self.hops_over_others());
        if hops.once(at_home).is_empty() {
            return Squares::EMPTY;
        }
        at_home.each_alone().filter(|man| !hops.once(*man).is_empty()).collect()
    }

    fn can_step(&self, seat: Seat) -> bool {
        let (men, empty) = (self.men[seat.index()], !self.everybody());
        neighbours(&G::WAYS, men).meets(empty) || !self.hops().once(men).is_empty()
    }

    /// The hops of a step, none for a step to a neighbour.
    fn route(&self, from: Eight, to: Eight) -> Vec<[Eight; 3]> {
        if neighbours(&G::WAYS, Squares::of(from)).contains(to) {
            return Vec::new();
        }
        let first = if self.compelled().is_empty() { self.everybody() } else { self.others() };
        let hops = Hops { over: self.everybody() & !Squares::of(from), ..self.hops() };
        hops.route(from, to, first)
    }

    /// The seats in the order in which they have moved, the last first.
    fn backwards(&self) -> impl Iterator<Item = Seat> + use<G> {
        let (seats, to_move) = (Self::seats(), self.to_move.index());
        (1..=seats).map(move |back| Seat::new((to_move + seats - back) % seats))
    }
}

impl<G: Ground> Game for Race<G> {
    const ABOUT: About = G::ABOUT;

    fn with(chosen: &Chosen) -> Race<G> {
        Race { filled: chosen.is(GOAL.name, "filled"), ground: PhantomData }
    }

    fn rules(&self) -> &'static Rulebook {
        G::rules()
    }
}

impl<G: Ground> Rules for Race<G> {
    const SEATS: usize = G::ABOUT.count();
    type Position = Field<G>;
    type Step = Step;

    fn start(&self) -> Field<G> {
        let mut men = [Squares::EMPTY; Seat::MOST];
        men[..G::PLACES.len()].copy_from_slice(G::PLACES);
        let at_home = men.into_iter().collect();
        Field { men, at_home, to_move: Seat::FIRST, passes: 0, ground: PhantomData }
    }

    fn status(&self, at: &Field<G>) -> Status {
        if let Some(seat) = at.backwards().find(|seat| goal::<G>(*seat).includes(at.men[seat.index()])) {
            return Status::Over(Outcome::Win(seat), ALL_ACROSS);
        }
        if self.filled
            && let Some(mover) = at.backwards().next()
        {
            let goal = goal::<G>(mover);
            let inside = at.men[mover.index()] & goal;
            if at.everybody().includes(goal) && 2 * inside.len() > goal.len() {
                return Status::Over(Outcome::Win(mover), GOAL_FILLED);
            }
        }
        if at.passes as usize == Field::<G>::seats() {
            return Status::Over(Outcome::Draw, clause::ALL_PASSED);
        }
        Status::Turn(at.to_move)
    }

    fn stuck(&self, at: &Field<G>) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Field<G>, out: &mut Vec<Step>) {
        out.push(Step::Pass);
        for from in at.own() {
            out.extend(Eight::all().map(|to| Step::Go(from, to)));
        }
    }

    fn judge(&self, at: &Field<G>, step: Step) -> Legality {
        let Step::Go(from, to) = step else { return ensure(!at.can_step(at.to_move), NO_IDLE_PASS) };
        ensure_at(at.own().contains(from), OWN_MEN, from.into())?;
        ensure(from != to, NOT_IN_CIRCLES)?;
        ensure_at(!at.everybody().contains(to), ONTO_EMPTY, to.into())?;
        ensure(at.reach(Squares::of(from)).contains(to), STEP_OR_HOP)?;
        let compelled = at.compelled();
        match compelled.first() {
            Some(_) if compelled.contains(from) => {
                ensure_at(at.compelled_reach(Squares::of(from)).contains(to), MUST_HOP, from.into())
            }
            Some(man) => ensure_at(false, MUST_HOP, man.into()),
            None => Ok(()),
        }
    }

    fn apply(&self, at: &mut Field<G>, step: Step) {
        let seat = at.to_move.index();
        at.passes += 1;
        if let Step::Go(from, to) = step {
            at.passes = 0;
            at.men[seat].relocate(from, to);
            if at.at_home.contains(from) {
                at.at_home ^= Squares::of(from) | Squares::of(to) & G::PLACES[seat];
            }
        }
        at.to_move = at.to_move.next(Field::<G>::seats());
    }

    fn steps(&self, at: &Field<G>, out: &mut Vec<Step>) {
        let before = out.len();
        let compelled = at.compelled();
        for from in if compelled.is_empty() { at.own() } else { compelled } {
            let reach =
                if compelled.is_empty() { at.reach(Squares::of(from)) } else { at.compelled_reach(Squares::of(from)) };
            out.extend(reach.iter().map(|to| Step::Go(from, to)));
        }
        if out.len() == before {
            out.push(Step::Pass);
        }
    }
}

impl<G: Ground> Count for Race<G> {}
impl<G: Ground> Notation for Race<G> {}
impl<G: Ground> MatchRules for Race<G> {}

/// `1/BOARD`, capitals for men who have never left their starting place; `/pass1` after a pass.
impl<G: Ground> Display for Field<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        grid::write_rows::<8, 8>(f, |square| {
            let seat = self.men.iter().position(|men| men.contains(square))?;
            let letter = G::LETTERS[seat];
            Some(if self.at_home.contains(square) { letter.to_ascii_uppercase() } else { letter })
        })?;
        write_passes(f, self.passes)
    }
}

impl<G: Ground> FromStr for Field<G> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Field<G>, Unreadable> {
        let letters = G::LETTERS.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
        let expected = || {
            let shape = format!("the seat to move and eight rows of eight squares with {letters} for men, such as");
            Unreadable::expected(format!("{shape} {}", Race::<G>::with(&Chosen::defaults(&G::ABOUT)).start()))
        };
        let mut fields = text.splitn(3, '/');
        let to_move = fields.next().and_then(|seat| Seat::read(seat, Self::seats())).ok_or_else(expected)?;
        let placed = grid::read_rows::<8, 8>(fields.next().ok_or_else(expected)?)?;
        let passes = fields.next().map_or(Some(0), |text| read_passes(text, Self::seats() as u8));
        let passes = passes.ok_or_else(expected)?;
        let mut at =
            Field { men: [Squares::EMPTY; Seat::MOST], at_home: Squares::EMPTY, to_move, passes, ground: PhantomData };
        for (square, letter) in placed {
            let seat =
                G::LETTERS.iter().position(|known| *known == letter.to_ascii_lowercase()).ok_or_else(expected)?;
            at.men[seat].insert(square);
            if letter.is_ascii_uppercase() {
                at.at_home.insert(square);
            }
        }
        at.check()
    }
}

impl<G: Ground> Field<G> {
    /// Refuses what no game could come to.
    fn check(self) -> Result<Field<G>, Unreadable> {
        let wrong = |what: String| Err(Unreadable::expected(what));
        for (men, place) in self.men.into_iter().zip(G::PLACES) {
            if men.is_empty() || men.len() > place.len() {
                return wrong(format!("one to {} men for each seat", place.len()));
            }
            if !place.includes(men & self.at_home) {
                return wrong("capitals only for men on their starting place".to_string());
            }
        }
        // On a chequered board a man who moves across corners never changes the colour of his square.
        let ground = G::PLACES.iter().copied().collect::<Squares>();
        let dark = Eight::all().filter(|square| square.is_dark()).collect::<Squares>();
        if dark.includes(ground) && !dark.includes(self.everybody()) {
            return wrong("men on dark squares only".to_string());
        }
        if self.backwards().take(self.passes.into()).any(|seat| self.can_step(seat)) {
            return wrong("passes only of seats that cannot move".to_string());
        }
        Ok(self)
    }
}

impl<G: Ground> Show for Race<G> {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(G::lesson())
    }

    fn puzzles(&self) -> &'static str {
        G::puzzles()
    }

    fn drawing(&self, man: &Man) -> Drawing {
        G::DRAWINGS[man.seat.index()]
    }

    fn board(&self) -> Board {
        Board::of_squares::<8, 8>(|square| if square.is_dark() { "dark" } else { "light" })
    }

    fn pieces(&self, at: &Field<G>) -> Vec<Placed> {
        let men = |seat: Seat| Man { seat, kind: G::KINDS[seat.index()], letter: G::LETTERS[seat.index()] };
        let of = |seat: Seat| {
            at.men[seat.index()].iter().map(move |square| Placed { site: square.into(), men: vec![men(seat)] })
        };
        Seat::all(Field::<G>::seats()).flat_map(of).collect()
    }

    fn tally(&self, at: &Field<G>, seat: Seat) -> Option<Standing> {
        let men = at.men[seat.index()];
        let (there, all) = ((men & goal::<G>(seat)).len() as usize, men.len() as usize);
        Some(Standing::new(there, "across", format!("of {all}")).close_if(there + 1 == all))
    }

    fn clicks(&self, _: &Field<G>, step: Step) -> Vec<SiteId> {
        match step {
            Step::Go(from, to) => vec![from.into(), to.into()],
            Step::Pass => Vec::new(),
        }
    }

    fn attempt(&self, _: &Field<G>, clicks: &[SiteId]) -> Option<Step> {
        let [from, to] = clicks else { return None };
        let square = |site: &SiteId| Eight::all().nth(site.index());
        Some(Step::Go(square(from)?, square(to)?))
    }

    fn effects(&self, at: &Field<G>, step: Step) -> Vec<Beat> {
        let Step::Go(from, to) = step else { return Vec::new() };
        hops::beats(from, to, &at.route(from, to))
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Field<G>) -> Result<Field<G>, Unreadable> {
        let mut standing = [Squares::EMPTY; Seat::MOST];
        for (site, man) in singles(men) {
            standing[man.seat.index()].extend(Eight::all().nth(site.index()));
        }
        // Who stands where he stood has not moved since.
        let at_home = (0..Seat::MOST).map(|seat| standing[seat] & from.men[seat] & from.at_home).collect();
        let placed = |passes: u8| Field { men: standing, at_home, to_move, passes, ground: PhantomData }.check();
        first_sound([placed(from.passes), placed(0)])
    }
}

impl<G: Ground> Words for Race<G> {
    fn say(&self, at: &Field<G>, step: Step) -> String {
        let side = Self::seat_name(at.to_move);
        match step {
            Step::Go(from, to) => {
                let landings = at.route(from, to).into_iter().map(|[_, _, to]| to);
                format!("{side} {}", hops::tell(from, to, &landings.collect::<Vec<_>>(), G::PLURAL))
            }
            Step::Pass => format!("{side} cannot move and pass{}.", if G::PLURAL { "" } else { "es" }),
        }
    }

    fn prompt(&self, at: &Field<G>) -> String {
        let side = Self::seat_name(at.to_move);
        let ending = if G::PLURAL { "" } else { "s" };
        match self.status(at) {
            Status::Over(Outcome::Win(seat), _) => {
                format!("{} {} won the race.", Self::seat_name(seat), if G::PLURAL { "have" } else { "has" })
            }
            Status::Over(Outcome::Draw, _) => "Nobody can move: a draw.".to_string(),
            _ if !at.compelled().is_empty() => {
                format!("{side} must hop: a man still at home stands next to one of another side.")
            }
            _ if at.can_step(at.to_move) => {
                format!("{side} move{ending} a man one square, or hop{ending} over other men.")
            }
            _ => format!("{side} cannot move and must pass."),
        }
    }
}
