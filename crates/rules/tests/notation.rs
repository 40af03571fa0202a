//! What people type, read in a game small enough to see through: men on a line of nine squares step to the next square or
//! jump over an enemy, who is taken, and go on jumping as long as they can.

use parlour_rules as rules;
use rules::notation::{Notation, ParsedSteps, join_runs};
use rules::{Clause, Legality, Rules, Seat, Status, Unreadable, ensure};
use std::fmt;
use std::str::FromStr;

const NOT_SO: Clause = Clause::new("2.1");

struct Line;

/// The squares from 1 to 9: a seat's man or nobody; and who is in the middle of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Men {
    squares: [Option<Seat>; 10],
    running: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Step {
    from: u8,
    to: u8,
    jump: bool,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, if self.jump { 'x' } else { '-' }, self.to)
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let read = || {
            let (from, to) = text.split_once(['-', 'x'])?;
            let square = |text: &str| text.parse().ok().filter(|square| (1..=9).contains(square));
            Some(Step { from: square(from)?, to: square(to)?, jump: text.contains('x') })
        };
        read().ok_or_else(|| Unreadable::expected("a step such as 1-2"))
    }
}

/// `w` and `b` for the men of the seats, from square 1 on.
impl FromStr for Men {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Men, Unreadable> {
        let mut squares = [None; 10];
        for (square, letter) in squares[1..].iter_mut().zip(text.chars()) {
            *square = "wb".find(letter).map(Seat::new);
        }
        Ok(Men { squares, running: None })
    }
}

impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: &Option<Seat>| square.map_or('.', |seat| ['w', 'b'][seat.index()]);
        f.write_str(&self.squares[1..].iter().map(letter).collect::<String>())
    }
}

impl Rules for Line {
    const SEATS: usize = 2;
    type Position = Men;
    type Step = Step;

    fn start(&self) -> Men {
        "w.......b".parse().expect("a position")
    }

    fn status(&self, at: &Men) -> Status {
        if at.running.is_some() { Status::Continue(Seat::FIRST) } else { Status::Turn(Seat::FIRST) }
    }

    fn stuck(&self, _: &Men) -> Status {
        Status::Over(rules::Outcome::Draw, NOT_SO)
    }

    fn candidates(&self, _: &Men, out: &mut Vec<Step>) {
        for from in 1..=9_u8 {
            let near = (from.saturating_sub(2)..=from + 2).filter(|to| (1..=9).contains(to));
            out.extend(near.map(|to| Step { from, to, jump: from.abs_diff(to) == 2 }));
        }
    }

    fn judge(&self, at: &Men, step: Step) -> Legality {
        let Step { from, to, jump } = step;
        ensure(at.squares[usize::from(from)] == Some(Seat::FIRST) && at.squares[usize::from(to)].is_none(), NOT_SO)?;
        ensure(at.running.is_none_or(|running| running == from && jump), NOT_SO)?;
        let over = usize::from(from.midpoint(to));
        ensure(
            if jump {
                from.abs_diff(to) == 2 && at.squares[over] == Some(Seat::SECOND)
            } else {
                from.abs_diff(to) == 1
            },
            NOT_SO,
        )
    }

    fn apply(&self, at: &mut Men, step: Step) {
        at.squares[usize::from(step.to)] = at.squares[usize::from(step.from)].take();
        at.running = None;
        if step.jump {
            at.squares[usize::from(step.from.midpoint(step.to))] = None;
            at.running = Some(step.to);
            let mut more = Vec::new();
            self.steps(at, &mut more);
            at.running = at.running.filter(|_| !more.is_empty());
        }
    }
}

impl Notation for Line {
    fn as_jump(&self, _: &Men, step: Step) -> Option<Step> {
        (step.from.abs_diff(step.to) == 2).then_some(Step { jump: true, ..step })
    }
}

/// What a text comes to: its steps, all that it could be, or nothing.
fn read(men: &str, text: &str) -> String {
    match Line.read(&men.parse().expect("a position"), text) {
        ParsedSteps::Steps(steps) => steps.iter().map(Step::to_string).collect::<Vec<_>>().join(" "),
        ambiguous @ ParsedSteps::Ambiguous(_) => ambiguous.could_be().join(" or "),
        ParsedSteps::Nothing => "nothing".to_string(),
    }
}

#[test]
fn what_is_typed_is_read_as_what_it_can_only_mean() {
    for (men, text, read_as) in [
        ("w........", "1-2", "1-2"),
        // Other dashes and crosses, spaces, stars.
        ("w........", " 1 – 2 ", "1-2"),
        ("w........", "1—2", "1-2"),
        ("wb.......", "1X3", "1x3"),
        ("wb.......", "1×3*", "1x3"),
        ("wb.......", "1:3", "1x3"),
        // A dash between squares that are a jump apart.
        ("wb.......", "1-3", "1x3"),
        // What is a step by itself stays one, however illegal.
        ("w........", "9-8", "9-8"),
        ("w........", "1-3", "1-3"),
        // The square that one step goes to, and several.
        ("w........", "2", "1-2"),
        ("wb.......", "3", "1x3"),
        ("w.w......", "2", "1-2 or 3-2"),
        // The beginning of the only step that begins so.
        ("w........", "1", "1-2"),
        (".w.......", "2", "2-1 or 2-3"),
        // Runs, joined up, with the ends only, with dashes, and too long.
        ("wb.b.....", "1x3x5", "1x3 3x5"),
        ("wb.b.....", "1-3-5", "1x3 3x5"),
        ("wb.b.....", "1x5", "1x3 3x5"),
        ("wb.b.....", "1-5", "1x3 3x5"),
        ("wb.b.b...", "1x7", "1x3 3x5 5x7"),
        ("wb.b.....", "1x3x5x7", "1x3 3x5 5x7"),
        ("wb.b.....", "1x3x2", "1x3 3x2"),
        ("wb.......", "1x5", "1x5"),
        ("wb.......", "1x3xq", "nothing"),
        ("w........", "q", "nothing"),
        ("w........", "", "nothing"),
        ("w........", " ", "nothing"),
    ] {
        assert_eq!(read(men, text), read_as, "{text} at {men}");
    }
}

#[test]
fn what_could_be_meant_is_written_as_records_write_it() {
    let step = |text: &str| text.parse::<Step>().expect("a step");
    let run = [step("1x3"), step("3x5")];
    assert_eq!(join_runs(&run), "1x3x5");
    assert_eq!(join_runs(&[step("1x3"), step("5x7")]), "1x3,5x7", "another man's jump");
    assert_eq!(join_runs(&[step("1-2"), step("2-3")]), "1-2,2-3", "moves are no run");
    assert_eq!(join_runs::<Step>(&[]), "");
    assert_eq!(Line.score(&Line.start(), &run), "1x3,3x5");
    let parsed = ParsedSteps::Steps(run.to_vec());
    assert_eq!((parsed.could_be(), parsed.steps()), (vec!["1x3x5".to_string()], Some(run.to_vec())));
    let ambiguous = ParsedSteps::Ambiguous(vec![run.to_vec(), vec![step("1-2")]]);
    assert_eq!((ambiguous.could_be(), ambiguous.steps()), (vec!["1x3x5".to_string(), "1-2".to_string()], None));
    assert_eq!(ParsedSteps::<Step>::Nothing.could_be(), [""; 0]);
}

#[test]
fn clauses_and_seats_are_written_as_people_count() {
    assert_eq!(
        (NOT_SO.number(), NOT_SO.to_string(), format!("{NOT_SO:?}")),
        ("2.1", "2.1".to_string(), "clause 2.1".to_string())
    );
    assert_eq!((Seat::SECOND.to_string(), format!("{:?}", Seat::FOURTH)), ("2".to_string(), "Seat 4".to_string()));
    assert_eq!((Seat::numbered(0), Seat::numbered(4), Seat::numbered(5)), (None, Some(Seat::FOURTH), None));
    assert_eq!(
        ["1", "2", "3", "0", "x"].map(|text| Seat::read(text, 2).map(Seat::number)),
        [Some(1), Some(2), None, None, None]
    );
    assert_eq!((Seat::FIRST.other(), Seat::SECOND.other()), (Seat::SECOND, Seat::FIRST));
    assert_eq!(
        (Seat::THIRD.next(4), Seat::FOURTH.next(4), Seat::SECOND.next(2)),
        (Seat::FOURTH, Seat::FIRST, Seat::FIRST)
    );
    assert_eq!(Seat::all(3).map(Seat::number).collect::<Vec<_>>(), [1, 2, 3]);
    let over = Status::Over(rules::Outcome::Draw, NOT_SO);
    assert_eq!(
        (Status::Turn(Seat::SECOND).seat(), Status::Continue(Seat::FIRST).seat(), over.seat()),
        (Some(Seat::SECOND), Some(Seat::FIRST), None)
    );
    assert!(over.is_over() && !Status::Turn(Seat::FIRST).is_over());
}
