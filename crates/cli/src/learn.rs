//! `learn`: a game's lesson, task by task, at one keyboard.

use crate::args::LearnArgs;
use crate::draw::draw_set_up;
use crate::keyboard::{After, Keyboard, KeyboardInput};
use crate::setup::Failure;
use library::lesson::{Learner, Reply, lesson};
use library::{Match, lookup};
use rules::Lesson;
use std::io::Write;

const HELP: &str = "\
Type a step as the rules write it, or enough of it to be clear. Also:
  hint       which man; again: where; again: why
  show       see it done, and go on
  skip       go on without it
  moves      every step that is legal now
  board      draw the board again
  quit       leave the lesson";

pub fn learn(args: &LearnArgs, out: &mut impl Write) -> Result<(), Failure> {
    let about = lookup(&args.game)?.about;
    let lesson = lesson(&args.game).ok_or_else(|| Failure::No(format!("{} has no lesson", about.name)))?;
    let count = lesson.tasks.len();
    let first = args.task.unwrap_or(1);
    if !(1..=count).contains(&first) {
        return Err(Failure::Unclear(format!("task {first}: expected 1 to {count}")));
    }
    let mut keyboard = Keyboard::open();
    writeln!(out, "{}. Type help for what can be typed, quit to leave.", lesson.title)?;
    for (seat, goal) in &lesson.goals {
        match seat {
            Some(seat) => writeln!(out, "Goal of {seat}: {goal}")?,
            None => writeln!(out, "Goal: {goal}")?,
        }
    }
    for nth in first..=count {
        let learner = Learner::new(&args.game, nth - 1).map_err(Failure::No)?;
        if let After::Leave = task(learner, nth, lesson, &mut keyboard, out)? {
            return Ok(());
        }
    }
    writeln!(out, "\nThat was the lesson of {}. Remember:", about.name)?;
    for sentence in &lesson.remember {
        writeln!(out, "  - {}", plain(sentence))?;
    }
    if about.count() > 1 {
        writeln!(out, "Now play a gentle opponent: parlour play {} --against 2", about.id)?;
    }
    Ok(())
}

/// One task, until it is done, skipped or left.
fn task(
    mut learner: Learner,
    nth: usize,
    lesson: &Lesson,
    keyboard: &mut Keyboard,
    out: &mut impl Write,
) -> Result<After, Failure> {
    writeln!(out, "\n{nth} of {}: {}\n", lesson.tasks.len(), learner.task.heading)?;
    write!(out, "{}", draw_set_up(&learner.game, &learner.position))?;
    writeln!(out, "\n{} {}", plain(learner.words()), plain(&learner.task.because))?;
    let mut hints = 0;
    loop {
        let seat = learner.game.about().seats[learner.seat.index()];
        let line = match keyboard.read(&format!("{seat}> "), out)? {
            KeyboardInput::Line(line) => line,
            KeyboardInput::Interrupted | KeyboardInput::End => {
                writeln!(out)?;
                return Ok(After::Leave);
            }
        };
        let after = match line.trim() {
            "" => After::Ask,
            "quit" => After::Leave,
            "skip" => After::GoOn,
            "help" => {
                writeln!(out, "{HELP}")?;
                After::Ask
            }
            "moves" => {
                let steps = Match::from(learner.game.clone(), learner.position.clone()).steps();
                writeln!(out, "{}", steps.join(" "))?;
                After::Ask
            }
            "board" => {
                write!(out, "{}", draw_set_up(&learner.game, &learner.position))?;
                After::Ask
            }
            "hint" => {
                hints += 1;
                writeln!(out, "{}", hint(&learner, hints))?;
                After::Ask
            }
            "show" => {
                for step in learner.solution() {
                    writeln!(out, "{}", learner.game.say(&learner.position, &step))?;
                    learner.step(&step);
                }
                write!(out, "{}", draw_set_up(&learner.game, &learner.position))?;
                writeln!(out, "{}", plain(&learner.task.right.1))?;
                After::GoOn
            }
            typed => attempt(&mut learner, typed, out)?,
        };
        if !matches!(after, After::Ask) {
            return Ok(after);
        }
    }
}

fn attempt(learner: &mut Learner, typed: &str, out: &mut impl Write) -> Result<After, Failure> {
    for reply in learner.typed(typed) {
        match reply {
            Reply::Right(step) => {
                writeln!(out, "{}\n", learner.game.say(&step.from, &step.text))?;
                write!(out, "{}", draw_set_up(&learner.game, &learner.position))?;
                let (clause, words) = &learner.task.right;
                writeln!(out, "\nRight. {} (rule {clause})", plain(words))?;
                return Ok(After::GoOn);
            }
            Reply::On(step) => {
                writeln!(out, "{}\n", learner.game.say(&step.from, &step.text))?;
                write!(out, "{}", draw_set_up(&learner.game, &learner.position))?;
                writeln!(out, "\n{}", plain(learner.words()))?;
            }
            Reply::Not(_, words) => writeln!(out, "{} Nothing has moved.", plain(&words))?,
            Reply::Refused(words, clause, _) => {
                let clause = clause.map(|clause| format!(" (rule {clause})")).unwrap_or_default();
                writeln!(out, "{}{clause} Nothing has moved.", plain(&words))?;
            }
        }
    }
    Ok(After::Ask)
}

/// The first, second or third strength of a hint, as far as the task has it.
fn hint(learner: &Learner, strength: usize) -> String {
    let hint = &learner.task.hint;
    match (strength, &hint.man, &hint.to) {
        (1, Some(man), _) => format!("Look at {man}."),
        (1 | 2, _, Some(to)) => format!("Look at {to}."),
        _ => plain(&hint.why),
    }
}

/// Markdown without its marks.
fn plain(words: &str) -> String {
    words.replace("**", "").replace(['`', '*'], "")
}
