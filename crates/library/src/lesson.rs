//! A learner at one task of a lesson: what is tried is answered by the rules and by the lesson's words.

use crate::any::{AnyGame, AnyPosition, Refusal};
use crate::entry::{choose, lookup};
use crate::explain::{self, Meaning};
use rules::lesson::{Asked, Lesson, Task};
use rules::rulebook;
use rules::show::{Effect, SiteId};
use rules::{Outcome, Seat, Status};
use std::sync::Arc;

/// How many steps of one turn are tried when a win is looked for.
const TURN: usize = 12;

/// Somebody at a task. Steps that are right are kept; all others leave him where he was.
#[derive(Clone)]
pub struct Learner {
    /// The game with the task's options.
    pub game: Arc<dyn AnyGame>,
    /// What is to be done.
    pub task: &'static Task,
    /// Where he stands.
    pub position: AnyPosition,
    /// Whose men he plays.
    pub seat: Seat,
    taken: usize,
}

/// What a try comes to.
#[derive(Clone)]
pub enum Reply {
    /// All is done.
    Right(Step),
    /// Right so far; [`Learner::words`] says what is next.
    On(Step),
    /// Allowed, but not asked for; nothing has been kept.
    Not(Step, String),
    /// The rules refuse it, by this clause, pointing at this site.
    Refused(String, Option<String>, Option<SiteId>),
}

/// A step that was taken, from here to there.
#[derive(Clone)]
pub struct Step {
    /// In canonical text.
    pub text: String,
    /// Before it.
    pub from: AnyPosition,
    /// After it.
    pub to: AnyPosition,
}

/// The lesson of a game.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    lookup(id).ok()?.by_default().lesson()
}

impl Learner {
    /// Sits down at the nth task, counted from 0; says what is wrong with it if that cannot be.
    pub fn new(id: &str, nth: usize) -> Result<Learner, String> {
        let entry = lookup(id).map_err(|unknown| unknown.to_string())?;
        let lesson = entry.by_default().lesson().ok_or_else(|| format!("{id} has no lesson"))?;
        let task =
            lesson.tasks.get(nth).ok_or_else(|| format!("the lesson of {id} has {} tasks", lesson.tasks.len()))?;
        let options = task.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        let chosen = choose(entry.about, options.iter().map(String::as_str)).map_err(|unknown| unknown.to_string())?;
        let game = entry.with(&chosen);
        let position = match &task.start {
            rulebook::ExampleStart::Position(text) => {
                game.read_position(text).map_err(|why| format!("expected {}", why.expected))?
            }
            rulebook::ExampleStart::After(steps) => {
                let mut position = game.start();
                for step in steps.split_whitespace() {
                    position = game.take(&position, step).map_err(|refusal| refusal.to_string())?.position;
                }
                position
            }
        };
        let seat = game.status(&position).seat().ok_or("the game is over there")?;
        Ok(Learner { game, task, position, seat, taken: 0 })
    }

    /// What is to be done now, in Markdown.
    pub fn words(&self) -> &'static str {
        let nth = self.taken.checked_sub(1);
        nth.and_then(|nth| self.task.then.get(nth)).map_or(&self.task.words, |(_, words)| words)
    }

    /// What is asked for now.
    fn asked(&self) -> &'static Asked {
        let nth = self.taken.checked_sub(1);
        nth.and_then(|nth| self.task.then.get(nth)).map_or(&self.task.yes, |(asked, _)| asked)
    }

    /// Whether a legal step is what is asked for now.
    pub fn accepts(&self, step: &str) -> bool {
        let effects = || self.game.effects(&self.position, step).concat();
        match self.asked() {
            Asked::Steps(steps) => steps.iter().any(|right| right == step),
            Asked::AnyStep => true,
            Asked::AnySafeStep => self.game.take(&self.position, step).is_ok_and(|played| {
                !matches!(self.game.status(&played.position), Status::Over(Outcome::Win(winner), _) if winner != self.seat)
            }),
            Asked::AnyCapture => effects().iter().any(|effect| matches!(effect, Effect::Take { .. })),
            Asked::AnyHop => effects().iter().any(|effect| matches!(effect, Effect::Jump { .. })),
            Asked::Wins => {
                self.game.take(&self.position, step).is_ok_and(|played| self.can_win(&played.position, TURN))
            }
        }
    }

    /// Whether the turn under way can be won from here.
    fn can_win(&self, at: &AnyPosition, depth: usize) -> bool {
        let survey = self.game.survey(at);
        match survey.status {
            Status::Over(Outcome::Win(winner), _) => winner == self.seat,
            Status::Continue(seat) if seat == self.seat && depth > 0 => survey
                .steps
                .iter()
                .any(|step| self.game.take(at, step).is_ok_and(|played| self.can_win(&played.position, depth - 1))),
            _ => false,
        }
    }

    /// Tries a step in canonical text.
    pub fn step(&mut self, step: &str) -> Reply {
        match self.game.take(&self.position, step) {
            Ok(played) => self.judge(Step { text: played.step, from: self.position.clone(), to: played.position }),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// Tries what somebody has typed: one step, or several of one turn. Tells each of them, up to the first that
    /// is not right.
    pub fn typed(&mut self, typed: &str) -> Vec<Reply> {
        match self.game.play(&self.position, typed) {
            Err(refusal) => vec![self.refuse(&refusal)],
            Ok(run) => {
                let mut replies = Vec::new();
                for played in run {
                    replies.push(self.step(&played.step));
                    if !matches!(replies.last(), Some(Reply::On(_))) {
                        break;
                    }
                }
                replies
            }
        }
    }

    /// Tries clicks that make no legal step; `None` if they could still become one.
    pub fn clicks(&mut self, clicks: &[SiteId]) -> Option<Reply> {
        match explain::why(&*self.game, &self.position, clicks) {
            Meaning::Step(step) => Some(self.step(&step)),
            Meaning::Begun => None,
            Meaning::Refused(refusal) => Some(self.refuse(&refusal)),
            Meaning::Nothing => {
                let words = "That does not lead to a step here. What may be touched is marked.";
                Some(Reply::Refused(words.to_string(), None, None))
            }
        }
    }

    fn judge(&mut self, step: Step) -> Reply {
        if !self.accepts(&step.text) {
            let foreseen = self.task.not.iter().find(|(not, _)| *not == step.text);
            let words = foreseen.map_or("That is allowed, but it is not what is asked for here.", |(_, words)| words);
            return Reply::Not(step, words.to_string());
        }
        self.position = step.to.clone();
        self.taken += 1;
        let over = self.game.status(&self.position).is_over();
        let done = over || (self.taken > self.task.then.len() && self.task.yes != Asked::Wins);
        if done { Reply::Right(step) } else { Reply::On(step) }
    }

    fn refuse(&self, refusal: &Refusal) -> Reply {
        match refusal {
            Refusal::Breach { step, words: said, clause, at, .. } => {
                let foreseen = self.task.no.iter().find(|no| no.step == *step && no.clause == clause.number());
                let see = foreseen.and_then(|no| no.see.as_deref()).and_then(|name| self.game.board().find(name));
                let words = foreseen.map_or(said.as_str(), |no| no.words.as_str());
                Reply::Refused(words.to_string(), Some(clause.number().to_string()), see.or(*at))
            }
            Refusal::Over { clause, text } => {
                Reply::Refused((*text).to_string(), Some(clause.number().to_string()), None)
            }
            Refusal::Ambiguous { .. } => Reply::Refused(format!("Please say which: {refusal}."), None, None),
            Refusal::Unreadable { expected } => Reply::Refused(format!("Expected {expected}."), None, None),
        }
    }

    /// Steps that do what is asked for, from here to the end.
    pub fn solution(&self) -> Vec<String> {
        let mut learner = self.clone();
        let mut line = Vec::new();
        while line.len() <= TURN {
            let steps = learner.game.survey(&learner.position).steps;
            let Some(step) = steps.into_iter().find(|step| learner.accepts(step)) else { break };
            let reply = learner.step(&step);
            line.push(step);
            if !matches!(reply, Reply::On(_)) {
                break;
            }
        }
        line
    }
}
