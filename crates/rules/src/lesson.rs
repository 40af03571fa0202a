//! A game taught in a few positions, each with one thing to do: text that people read and tests execute.
//!
//! ````text
//! # Toy: the lesson
//!
//! Goal: Leave the last pawn to the other.
//!
//! ## 1 The goal
//!
//! **Take one pawn** and leave one.
//! Whoever has to take the last one has lost.
//!
//! ```lesson
//! at    1/2
//! yes   1
//! right 4.1        | One is left, and it is theirs.
//! no    3    2.1   | There are only two.
//! not   2          | That takes the last one too.
//! hint             | Look at what is left.
//! ```
//!
//! ## Remember
//!
//! - One, two or three.
//! ````
//!
//! | line | |
//! |---|---|
//! | `at` | `start`, `after` and steps, or a position; options before it as `[flying=on]` |
//! | `yes` | steps parted by `or`, or a condition: `any step`, `any safe step`, `any capture`, `any hop`, `wins` |
//! | `then` | the next step of the same turn, told as in `yes`, with the task's new words |
//! | `right` | the clause to cite, and what is said when all is done |
//! | `no` | a step that is refused, its clause, perhaps `see` and a site, and what is said |
//! | `not` | a legal step that is not asked for, and what is said |
//! | `hint` | the site to touch first, the site to go to, and why; both sites may be missing |

use crate::rulebook::ExampleStart;

/// A lesson: the goal in a line, tasks, and what to remember.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The heading.
    pub title: String,
    /// The goal in one line; where the sides have different goals, one for each, by the seat's name.
    pub goals: Vec<(Option<String>, String)>,
    /// In order.
    pub tasks: Vec<Task>,
    /// Sentences for the end.
    pub remember: Vec<String>,
}

/// One position with one thing to do.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it is about.
    pub heading: String,
    /// One sentence, the thing to do in bold.
    pub words: String,
    /// Why.
    pub because: String,
    /// Options that differ from the defaults.
    pub options: Vec<(String, String)>,
    /// Where it is played.
    pub start: ExampleStart,
    /// What is asked for.
    pub yes: Asked,
    /// The steps that follow in the same turn: what is asked for, and the task's words then.
    pub then: Vec<(Asked, String)>,
    /// The clause to cite when all is done, and what is said.
    pub right: (String, String),
    /// What is foreseen to be refused.
    pub no: Vec<ForeseenRefusal>,
    /// Legal steps that are foreseen and not asked for: the step, and what is said.
    pub not: Vec<(String, String)>,
    /// A hint in three strengths.
    pub hint: TaskHint,
}

/// What a task asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// One of these steps.
    Steps(Vec<String>),
    /// Any legal step.
    AnyStep,
    /// Any legal step that does not lose the game at once.
    AnySafeStep,
    /// Any step that takes a man.
    AnyCapture,
    /// Any step that leaps over a man.
    AnyHop,
    /// Any step after which this turn can be won.
    Wins,
}

impl Asked {
    fn read(text: &str) -> Result<Asked, String> {
        Ok(match text {
            "any step" => Asked::AnyStep,
            "any safe step" => Asked::AnySafeStep,
            "any capture" => Asked::AnyCapture,
            "any hop" => Asked::AnyHop,
            "wins" => Asked::Wins,
            "" => return Err("expected the steps that are right".to_string()),
            listed => Asked::Steps(listed.split(" or ").map(|step| step.trim().to_string()).collect()),
        })
    }
}

/// A refusal that a task foresees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeseenRefusal {
    /// The step that is tried.
    pub step: String,
    /// The clause it breaks.
    pub clause: String,
    /// The site that matters, by name.
    pub see: Option<String>,
    /// What is said.
    pub words: String,
}

/// A hint: which man, where to, why.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TaskHint {
    /// The site to touch first, by name.
    pub man: Option<String>,
    /// The site to go to, by name.
    pub to: Option<String>,
    /// Why.
    pub why: String,
}

impl Lesson {
    /// Reads a lesson; says in which line it is not one.
    pub fn parse(markdown: &str) -> Result<Lesson, String> {
        let mut lesson = Lesson { title: String::new(), goals: Vec::new(), tasks: Vec::new(), remember: Vec::new() };
        let mut draft: Option<TaskDraft> = None;
        let mut fenced = false;
        for (nth, line) in markdown.lines().enumerate() {
            let wrong = |what: &str| format!("lesson.md, line {}: {what}", nth + 1);
            if fenced {
                let task = draft.as_mut().expect("a fence opens within a task");
                match line {
                    "```" => fenced = false,
                    line if line.trim().is_empty() => {}
                    line => task.take(line).map_err(|why| wrong(&why))?,
                }
            } else if let Some(title) = line.strip_prefix("# ") {
                lesson.title = title.to_string();
            } else if let Some(heading) = line.strip_prefix("## ") {
                if let Some(done) = draft.take().filter(|draft| !draft.is_remember()) {
                    lesson.tasks.push(done.finish().map_err(|why| wrong(&why))?);
                }
                draft = Some(TaskDraft::new(heading));
            } else if line == "```lesson" {
                fenced = draft.as_ref().is_some_and(|draft| !draft.is_remember());
                if !fenced {
                    return Err(wrong("a lesson block must follow the heading of its task"));
                }
            } else if let Some(goal) = line.strip_prefix("Goal").filter(|_| draft.is_none()) {
                let (seat, words) = goal.split_once(':').ok_or_else(|| wrong("a goal is 'Goal: words'"))?;
                let seat = Some(seat.trim()).filter(|seat| !seat.is_empty()).map(str::to_string);
                lesson.goals.push((seat, words.trim().to_string()));
            } else if !line.trim().is_empty() {
                let task = draft.as_mut().ok_or_else(|| wrong("expected a goal or a heading"))?;
                if task.is_remember() {
                    let sentence = line.strip_prefix("- ").ok_or_else(|| wrong("what to remember begins with '- '"))?;
                    lesson.remember.push(sentence.to_string());
                } else if task.words.is_empty() {
                    task.words = line.to_string();
                } else {
                    task.because = format!("{} {line}", task.because).trim().to_string();
                }
            }
        }
        if let Some(done) = draft.take().filter(|draft| !draft.is_remember()) {
            lesson.tasks.push(done.finish()?);
        }
        if lesson.title.is_empty() || lesson.goals.is_empty() || lesson.tasks.is_empty() {
            return Err("lesson.md: expected a heading, a goal and tasks".to_string());
        }
        Ok(lesson)
    }

    /// The goal of a seat, by its name.
    pub fn goal(&self, seat: &str) -> &str {
        let own = self.goals.iter().find(|(name, _)| name.as_deref() == Some(seat));
        own.or_else(|| self.goals.first()).map_or("", |(_, words)| words)
    }
}

/// A task while it is being read.
#[derive(Default)]
struct TaskDraft {
    heading: String,
    words: String,
    because: String,
    place: Option<(Vec<(String, String)>, ExampleStart)>,
    yes: Option<Asked>,
    then: Vec<(Asked, String)>,
    right: Option<(String, String)>,
    no: Vec<ForeseenRefusal>,
    not: Vec<(String, String)>,
    hint: TaskHint,
}

impl TaskDraft {
    fn new(heading: &str) -> TaskDraft {
        // The number is for readers; the order counts.
        let words = heading.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
        TaskDraft { heading: words.to_string(), ..TaskDraft::default() }
    }

    fn is_remember(&self) -> bool {
        self.heading == "Remember"
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let (kind, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (what, said) = rest.split_once('|').map_or((rest, ""), |(what, said)| (what, said));
        let (what, said) = (what.trim(), said.trim().to_string());
        let words: Vec<&str> = what.split_whitespace().collect();
        match kind {
            "at" => self.place = Some(ExampleStart::read(what)?),
            "yes" => self.yes = Some(Asked::read(what)?),
            "then" => self.then.push((Asked::read(what)?, said)),
            "right" => self.right = Some((what.to_string(), said)),
            "no" => {
                let (step, clause, see) = match words[..] {
                    [step, clause] => (step, clause, None),
                    [step, clause, "see", site] => (step, clause, Some(site.to_string())),
                    _ => return Err("expected 'no STEP CLAUSE', perhaps 'see SITE', then '| words'".to_string()),
                };
                let (step, clause) = (step.to_string(), clause.to_string());
                self.no.push(ForeseenRefusal { step, clause, see, words: said });
            }
            "not" => self.not.push((what.to_string(), said)),
            "hint" => {
                let mut sites = words.into_iter().map(str::to_string);
                self.hint = TaskHint { man: sites.next(), to: sites.next(), why: said };
            }
            _ => return Err(format!("expected at, yes, then, right, no, not or hint, not '{kind}'")),
        }
        Ok(())
    }

    fn finish(self) -> Result<Task, String> {
        let TaskDraft { heading, words, because, place, yes, then, right, no, not, hint } = self;
        let missing = |what: &str| format!("the task '{heading}' has no '{what}' line");
        let (options, start) = place.ok_or_else(|| missing("at"))?;
        let yes = yes.ok_or_else(|| missing("yes"))?;
        let right = right.ok_or_else(|| missing("right"))?;
        Ok(Task { heading, words, because, options, start, yes, then, right, no, not, hint })
    }
}

/// Parses a game's `lesson.md` once: `lesson!("lesson.md")`.
#[macro_export]
macro_rules! lesson {
    ($file:literal) => {{
        static LESSON: std::sync::LazyLock<$crate::Lesson> = std::sync::LazyLock::new(|| {
            $crate::Lesson::parse(include_str!($file)).unwrap_or_else(|why| panic!("{}: {why}", module_path!()))
        });
        &LESSON
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOY: &str = "# Toy: the lesson\n\nGoal A: Win.\nGoal B: Last.\n\n## 1 The goal\n\n**Take one.**\nIt is\nyours.\n\n\
        ```lesson\nat    [a=b] after 1 2\nyes   1 or 2\nthen  x | **Go on.**\nright 4.1 | Done.\n\
        no    3 2.1 see c3 | No.\nnot   2 | Not so.\nhint  a1 b2 | Look.\n```\n\n## Remember\n\n- One.\n- Two.\n";

    #[test]
    fn a_lesson_is_read_task_by_task() {
        let lesson = Lesson::parse(TOY).unwrap();
        assert_eq!((lesson.goal("A"), lesson.goal("B")), ("Win.", "Last."));
        assert_eq!(lesson.remember, ["One.", "Two."]);
        let [task] = &lesson.tasks[..] else { panic!("one task") };
        assert_eq!(
            (task.heading.as_str(), task.words.as_str(), task.because.as_str()),
            ("The goal", "**Take one.**", "It is yours.")
        );
        assert_eq!(task.options, [("a".to_string(), "b".to_string())]);
        assert_eq!(task.start, ExampleStart::After("1 2".to_string()));
        assert_eq!(task.yes, Asked::Steps(vec!["1".to_string(), "2".to_string()]));
        assert_eq!(task.then, [(Asked::Steps(vec!["x".to_string()]), "**Go on.**".to_string())]);
        assert_eq!(task.right, ("4.1".to_string(), "Done.".to_string()));
        assert_eq!((task.no[0].see.as_deref(), task.no[0].words.as_str()), (Some("c3"), "No."));
        assert_eq!(
            task.hint,
            TaskHint { man: Some("a1".to_string()), to: Some("b2".to_string()), why: "Look.".to_string() }
        );
    }

    #[test]
    fn what_is_no_lesson_is_refused_with_its_line() {
        for (text, words) in [
            ("# A\n\nGoal: x\n\n```lesson\n", "line 5"),
            ("# A\n\nGoal: x\n\n## 1 a\n\nb\n\n```lesson\nmaybe 1\n```\n", "line 10"),
            ("# A\n\nGoal: x\n\n## 1 a\n\nb\n\n```lesson\nno 1\n```\n", "line 10"),
            ("# A\n\nGoal: x\n\n## 1 a\n\nb\n\n```lesson\nat start\nright 1.1 | x\n```\n", "'yes'"),
            ("# A\n", "goal"),
        ] {
            let why = Lesson::parse(text).unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
}
