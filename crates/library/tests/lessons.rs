//! Every lesson is run: what it accepts is legal, what it foresees gets its words, and it is short.

extern crate parlour_library as library;

use library::lesson::{Learner, Reply, lesson};
use library::{AnyGame, Entry, LIBRARY};
use libtest_mimic::{Arguments, Failed, Trial};
use rules::lesson::{Asked, Lesson};
use rules::show::SiteId;

/// At two hundred words a minute, five minutes.
const WORDS: usize = 1_000;

fn main() {
    let trials = LIBRARY.iter().map(|entry| Trial::test(format!("{}::lesson", entry.about.id), move || run(entry)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn run(entry: &Entry) -> Result<(), Failed> {
    let id = entry.about.id;
    let lesson = lesson(id).ok_or("there is no lesson")?;
    let mut wrong = shape(entry, lesson);
    for nth in 0..lesson.tasks.len() {
        let found = match Learner::new(id, nth) {
            Ok(learner) => task(&learner, nth),
            Err(why) => vec![why],
        };
        wrong.extend(found.into_iter().map(|why| format!("task {}: {why}", nth + 1)));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// What can be said of a lesson without playing it.
fn shape(entry: &Entry, lesson: &Lesson) -> Vec<String> {
    let mut wrong = Vec::new();
    let most = if entry.about.id == "chess" { 12 } else { 7 };
    if !(5..=most).contains(&lesson.tasks.len()) {
        wrong.push(format!("{} tasks; expected 5 to {most}", lesson.tasks.len()));
    }
    for (seat, goal) in &lesson.goals {
        if goal.chars().count() > 48 {
            wrong.push(format!("the goal has {} letters; expected 48 at most", goal.chars().count()));
        }
        if seat.as_ref().is_some_and(|seat| !entry.about.seats.contains(&seat.as_str())) {
            wrong.push(format!("there is no seat {seat:?}"));
        }
    }
    if lesson.remember.is_empty() || lesson.remember.len() > 4 {
        wrong.push("expected one to four sentences to remember".to_string());
    }
    let words = text(lesson).split_whitespace().count();
    if words > WORDS {
        wrong.push(format!("{words} words; expected {WORDS} at most"));
    }
    if text(lesson).contains('!') {
        wrong.push("no exclamation marks".to_string());
    }
    for (nth, task) in lesson.tasks.iter().enumerate() {
        let letters = task.words.replace("**", "").chars().count();
        if letters > 110 {
            wrong.push(format!("task {}: {letters} letters; expected 110 at most", nth + 1));
        }
        if task.words.matches("**").count() != 2 {
            wrong.push(format!("task {}: expected one bold part", nth + 1));
        }
        if nth > 0 && task.no.is_empty() && task.not.is_empty() {
            wrong.push(format!("task {}: no mistake is foreseen", nth + 1));
        }
    }
    wrong
}

/// All that a learner may read.
fn text(lesson: &Lesson) -> String {
    let mut text = lesson.remember.join(" ");
    for task in &lesson.tasks {
        let mut parts = vec![&task.heading, &task.words, &task.because, &task.right.1, &task.hint.why];
        parts.extend(task.then.iter().map(|(_, words)| words));
        parts.extend(task.no.iter().map(|no| &no.words));
        parts.extend(task.not.iter().map(|(_, words)| words));
        for part in parts {
            text.push(' ');
            text.push_str(part);
        }
    }
    text
}

/// Plays a task as its author says it can be played.
fn task(learner: &Learner, nth: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    let (game, task) = (&*learner.game, learner.task);
    let steps = game.survey(&learner.position).steps;
    let accepted: Vec<&String> = steps.iter().filter(|step| learner.accepts(step)).collect();
    if accepted.is_empty() {
        wrong.push("no legal step is accepted".to_string());
    }
    match &task.yes {
        Asked::Steps(listed) => {
            for step in listed.iter().filter(|step| !steps.contains(step)) {
                wrong.push(format!("yes {step} is not legal; legal are {}", steps.join(" ")));
            }
        }
        Asked::AnyStep => {}
        _ if accepted.len() == steps.len() && steps.len() > 1 => wrong.push("every step is accepted".to_string()),
        _ => {}
    }
    wrong.extend(endings(learner, &accepted));
    if game.rules().clause(&task.right.0).is_none() {
        wrong.push(format!("right: there is no clause {}", task.right.0));
    }
    for no in &task.no {
        match learner.clone().step(&no.step) {
            Reply::Refused(words, Some(clause), at) if clause == no.clause && words == no.words => {
                let see = no.see.as_deref().map(|name| game.board().find(name));
                if see == Some(None) {
                    wrong.push(format!("no {}: there is no site {:?}", no.step, no.see));
                } else if let Some(see) = see.flatten()
                    && Some(see) != at
                {
                    wrong.push(format!("no {}: {at:?} is shown", no.step));
                }
            }
            Reply::Refused(words, clause, _) => wrong.push(format!("no {}: refused by {clause:?}: {words}", no.step)),
            _ => wrong.push(format!("no {} is legal", no.step)),
        }
    }
    for (step, words) in &task.not {
        match learner.clone().step(step) {
            Reply::Not(_, said) if said == *words => {}
            Reply::Not(..) => wrong.push(format!("not {step}: other words are said")),
            Reply::Right(_) | Reply::On(_) => wrong.push(format!("not {step} is accepted")),
            Reply::Refused(words, clause, _) => wrong.push(format!("not {step}: refused by {clause:?}: {words}")),
        }
    }
    if task.hint.why.is_empty() {
        wrong.push("there is no hint".to_string());
    }
    wrong.extend(hint(game, learner, &accepted));
    wrong.extend(touched(game, learner, &accepted));
    if nth == 0
        && !matches!(learner.clone().step(accepted.first().map_or("", |step| step)), Reply::Right(_) | Reply::On(_))
    {
        wrong.push("the first task cannot be done".to_string());
    }
    wrong
}

/// An accepted step is taken when its sites are touched.
fn touched(game: &dyn AnyGame, learner: &Learner, accepted: &[&String]) -> Vec<String> {
    let clicks = |step: &str| game.clicks(&learner.position, step);
    let steps = game.survey(&learner.position).steps;
    let alike = |step: &str| steps.iter().filter(|other| clicks(other).starts_with(&clicks(step))).count();
    let taken = |step: &str| matches!(learner.clone().clicks(&clicks(step)), Some(Reply::Right(_) | Reply::On(_)));
    let missed = accepted.iter().filter(|step| !clicks(step).is_empty() && alike(step) == 1 && !taken(step));
    missed.map(|step| format!("{step} is not taken when it is touched")).collect()
}

/// Every accepted first step leads to the end of the task by the steps that are told for it.
fn endings(learner: &Learner, accepted: &[&String]) -> Vec<String> {
    let mut wrong = Vec::new();
    for first in accepted {
        let mut trial = learner.clone();
        let mut reply = trial.step(first);
        for (asked, words) in &learner.task.then {
            if words.is_empty() {
                wrong.push("a 'then' without words".to_string());
            }
            if !matches!(reply, Reply::On(_)) || trial.words() != words {
                wrong.push(format!("after {first} it is not said what is next"));
            }
            let legal = trial.game.survey(&trial.position).steps;
            if let Asked::Steps(steps) = asked {
                for step in steps.iter().filter(|step| !legal.contains(step)) {
                    wrong.push(format!("then {step} after {first} is not legal"));
                }
            }
            match legal.iter().find(|step| trial.accepts(step)) {
                Some(step) => reply = trial.step(step),
                None => wrong.push(format!("nothing is accepted after {first}")),
            }
        }
        if learner.task.yes == Asked::Wins {
            let line = learner.solution();
            trial = learner.clone();
            for step in &line {
                reply = trial.step(step);
            }
        }
        if !matches!(reply, Reply::Right(_)) {
            wrong.push(format!("{first} does not lead to the end of the task"));
        }
    }
    wrong
}

/// The hint's man may be touched, and its target belongs to an accepted step.
fn hint(game: &dyn AnyGame, learner: &Learner, accepted: &[&String]) -> Vec<String> {
    let mut wrong = Vec::new();
    let paths: Vec<Vec<SiteId>> = accepted.iter().map(|step| game.clicks(&learner.position, step)).collect();
    let hint = &learner.task.hint;
    for (name, first) in [(&hint.man, true), (&hint.to, false)] {
        let Some(name) = name else { continue };
        let Some(site) = game.board().find(name) else {
            wrong.push(format!("hint: there is no site {name}"));
            continue;
        };
        let fits = paths.iter().any(|path| if first { path.first() == Some(&site) } else { path.contains(&site) });
        if !fits {
            wrong.push(format!("hint: {name} is not part of an accepted step"));
        }
    }
    wrong
}
