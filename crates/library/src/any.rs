//! Any game behind one face: positions are opaque, steps are texts.

use crate::computer::{Idea, Question};
use crate::draw_counter::DrawCounter;
use crate::walking::{self, RandomGame, RandomSteps};
use rules::arrange;
use rules::laws::{self, Inspection};
use rules::show::{Beat, Board, Man, Placed, SiteId};
use rules::{
    About, Breach, Chosen, Clause, Complete, Levels, Outcome, Random, Reading, Rulebook, Rules, Seat, Status,
    Unreadable,
};
use search::alpha_beta::{Searcher, Variation};
use search::score::chance;
use search::solve::Solved;
use search::transposition::TranspositionTable;
use search::{Limits, WIN};
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// A position of some game, to be handed back to the same game.
#[derive(Clone)]
pub struct Place(Arc<dyn Any + Send + Sync>);

/// What a position asks for, and every step that answers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Whose choice it is, or how it ended.
    pub status: Status,
    /// The legal steps in canonical text.
    pub steps: Vec<String>,
}

/// Why something typed or touched is not played, with all that is needed to act on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not a step of this game.
    Unreadable {
        /// What would have been one.
        expected: String,
    },
    /// It could be any of several steps.
    Ambiguous {
        /// Each of them as a person could write it.
        could_be: Vec<String>,
    },
    /// The game is over.
    Over {
        /// By this clause.
        clause: Clause,
        /// Its words.
        text: &'static str,
    },
    /// It breaks a clause.
    Breach {
        /// The step that was meant, in canonical text.
        step: String,
        /// The first clause it breaks.
        clause: Clause,
        /// Its words.
        text: &'static str,
        /// The man or place that matters.
        at: Option<SiteId>,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreadable { expected } => write!(f, "this is not a step here; expected {expected}"),
            Refusal::Ambiguous { could_be } => write!(f, "this is ambiguous: it could be {}", alternatives(could_be)),
            Refusal::Over { clause, text } => write!(f, "the game is over by {clause}: {text}"),
            Refusal::Breach { step, clause, text, .. } => write!(f, "{step} breaks {clause}: {text}"),
        }
    }
}

/// `a, b or c`, at most a dozen of them.
pub fn alternatives(texts: &[String]) -> String {
    const MOST: usize = 12;
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        _ if texts.len() > MOST => format!("{} and {} more", texts[..MOST].join(", "), texts.len() - MOST),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A step that was played by [`AnyGame::play`].
#[derive(Clone)]
pub struct Played {
    /// In canonical text.
    pub step: String,
    /// The position after it.
    pub place: Place,
    /// Whether it counts towards a limit of quiet turns.
    pub quiet: bool,
}

/// A game with its options chosen. Everything that needs the game's own types happens behind this.
pub trait AnyGame: Send + Sync {
    /// What is printed on the box.
    fn about(&self) -> &'static About;
    /// The options.
    fn chosen(&self) -> &Chosen;
    /// The rulebook.
    fn rules(&self) -> &'static Rulebook;
    /// The draws that a match declares.
    fn draws(&self) -> rules::Draws;
    /// The board without men.
    fn board(&self) -> &Board;
    /// How strong levels 1 to 7 play.
    fn levels(&self) -> Levels;

    /// How the men stand at first.
    fn start(&self) -> Place;
    /// Reads a position.
    fn place(&self, text: &str) -> Result<Place, Unreadable>;
    /// Writes a position.
    fn text(&self, at: &Place) -> String;
    /// Writes a position without what does not count for repetition.
    fn repetition_text(&self, at: &Place) -> String;
    /// A clause by which a match is drawn here although steps are left.
    fn dead(&self, at: &Place) -> Option<Clause>;

    /// The true status, seats without a step included.
    fn status(&self, at: &Place) -> Status;
    /// The status and all legal steps.
    fn survey(&self, at: &Place) -> Survey;
    /// Reads what a person typed, a run of several steps included, and plays it if all of it is legal.
    fn play(&self, at: &Place, typed: &str) -> Result<Vec<Played>, Refusal>;

    /// Plays one step in canonical text, read as nothing but what it says, if it is legal.
    fn take(&self, at: &Place, step: &str) -> Result<Played, Refusal>;

    /// Writes the steps of a turn that begins here as records do.
    fn score(&self, at: &Place, turn: &[&str]) -> String;

    /// The men on their sites.
    fn pieces(&self, at: &Place) -> Vec<Placed>;
    /// What is to be done now.
    fn prompt(&self, at: &Place) -> String;
    /// The sites to be touched for a legal step.
    fn clicks(&self, at: &Place, step: &str) -> Vec<SiteId>;
    /// What these clicks mean, in canonical text, legal or not.
    fn attempt(&self, at: &Place, clicks: &[SiteId]) -> Option<String>;
    /// A sentence on a legal step.
    fn say(&self, at: &Place, step: &str) -> String;
    /// What happens on the board.
    fn effects(&self, at: &Place, step: &str) -> Vec<Beat>;

    /// Every kind of man there is.
    fn men(&self) -> Vec<Man>;
    /// The position with these men on the board and this seat to move, or what the game asks for instead.
    fn arrange(&self, from: &Place, men: &[Placed], to_move: Seat) -> Result<Place, Unreadable>;

    /// Thinks about a position; `past` holds those at the start of each earlier turn. Tells the best lines
    /// each time they are better founded, and in the end; nothing if the game is over.
    fn think(
        &self,
        at: &Place,
        past: &[Place],
        table: &TranspositionTable,
        question: Question<'_>,
        report: &mut dyn FnMut(&[Idea]),
    ) -> Vec<Idea>;

    /// How many sequences make up so many turns, counted by so many threads.
    fn perft(&self, at: &Place, depth: u32, threads: usize) -> u64;
    /// The same behind each first step.
    fn divide(&self, at: &Place, depth: u32) -> Vec<(String, u64)>;
    /// Plays a match with its draws at random, for so many turns at most.
    fn random_game(&self, at: &Place, random: &mut Random, turns: u32) -> RandomGame;
    /// Plays one game after the other at random, each for so many turns at most and without the draws of a
    /// match, until there are so many steps.
    fn random_steps(&self, at: &Place, random: &mut Random, turns: u32, steps: u64) -> RandomSteps;
    /// Holds the laws against random games.
    fn obey(&self, inspection: Inspection) -> Result<(), String>;
    /// Holds the rulebook against the game.
    fn obey_rulebook(&self) -> Result<(), String>;
}

/// The one adapter from a game's own types to [`AnyGame`].
pub(crate) struct Erased<G: Rules> {
    game: G,
    chosen: Chosen,
    board: Board,
    /// Filled when somebody first asks for perfect play of a small game.
    solved: OnceLock<Solved<G>>,
}

impl<G: Complete> Erased<G> {
    pub(crate) fn new(chosen: &Chosen) -> Erased<G> {
        let game = G::with(chosen);
        let board = game.board();
        Erased { game, chosen: chosen.clone(), board, solved: OnceLock::new() }
    }

    fn wrap(position: G::Position) -> Place {
        Place(Arc::new(position))
    }

    fn open(at: &Place) -> &G::Position {
        at.0.downcast_ref().expect("a place is handed back to the game it came from")
    }

    /// A step that this crate has written itself.
    fn own(step: &str) -> G::Step {
        step.parse().expect("the text of a legal step is read")
    }

    fn ideas(&self, at: &G::Position, variations: &[Variation<G::Step>]) -> Vec<Idea> {
        variations.iter().map(|variation| self.idea(at, variation)).collect()
    }

    /// What is known for certain of a small game: every first step with its value, the best first.
    fn known(&self, at: &G::Position) -> Option<Vec<Variation<G::Step>>> {
        let solved = self.solved.get_or_init(|| Solved::from(&self.game, [self.game.start()]));
        solved.value(at)?;
        let mut steps = Vec::new();
        let mover = self.game.survey(at, &mut steps).seat()?;
        let mut variations: Vec<Variation<G::Step>> =
            steps.into_iter().map(|step| self.certain(solved, at, mover, step)).collect();
        variations.sort_by_key(|variation| std::cmp::Reverse(variation.value));
        Some(variations)
    }

    /// A step of a solved game with the best play that follows it.
    fn certain(&self, solved: &Solved<G>, at: &G::Position, mover: Seat, step: G::Step) -> Variation<G::Step> {
        let mut at = at.clone();
        self.game.apply(&mut at, step);
        let mut steps = Vec::new();
        let value = match self.game.survey(&at, &mut steps) {
            Status::Over(Outcome::Draw, _) => 0,
            Status::Over(Outcome::Win(winner), _) => {
                if winner == mover {
                    WIN - 1
                } else {
                    1 - WIN
                }
            }
            Status::Turn(seat) | Status::Continue(seat) => {
                let value = solved.value(&at).unwrap_or(0);
                let value = if seat == mover { value } else { -value };
                // One turn farther away.
                value - value.signum()
            }
        };
        let mut line = vec![step];
        while !self.game.survey(&at, &mut steps).is_over() && line.len() < 100 {
            let worth = |step: &G::Step| {
                let mut next = at.clone();
                self.game.apply(&mut next, *step);
                // A position without a value is the end of the game, which the mover has brought about.
                solved.value(&next).unwrap_or(-WIN)
            };
            let Some(best) = steps.iter().copied().min_by_key(worth) else { break };
            self.game.apply(&mut at, best);
            line.push(best);
        }
        Variation { steps: line, value, depth: 0, nodes: solved.count() as u64 }
    }

    /// A variation in words: its steps, and the same as turns.
    fn idea(&self, at: &G::Position, variation: &Variation<G::Step>) -> Idea {
        let mut turns = Vec::new();
        let mut at = at.clone();
        let mut rest = &variation.steps[..];
        while !rest.is_empty() {
            let begins = at.clone();
            let mut length = 0;
            while length < rest.len() {
                self.game.apply(&mut at, rest[length]);
                length += 1;
                if !matches!(self.game.status(&at), Status::Continue(_)) {
                    break;
                }
            }
            turns.push(self.game.score(&begins, &rest[..length]));
            rest = &rest[length..];
        }
        Idea {
            line: variation.steps.iter().map(G::Step::to_string).collect(),
            turns,
            value: variation.value,
            chance: chance(variation.value, G::SCALE),
            proved: variation.proved(),
            depth: variation.depth,
            nodes: variation.nodes,
        }
    }

    fn breach(&self, step: G::Step, Breach { clause, at }: Breach) -> Refusal {
        Refusal::Breach { step: step.to_string(), clause, text: self.game.rules().words(clause), at }
    }
}

impl<G: Complete> AnyGame for Erased<G> {
    fn about(&self) -> &'static About {
        &G::ABOUT
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn rules(&self) -> &'static Rulebook {
        self.game.rules()
    }

    fn draws(&self) -> rules::Draws {
        self.game.draws()
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn levels(&self) -> Levels {
        G::LEVELS
    }

    fn start(&self) -> Place {
        Self::wrap(self.game.start())
    }

    fn place(&self, text: &str) -> Result<Place, Unreadable> {
        text.trim().parse().map(Self::wrap)
    }

    fn text(&self, at: &Place) -> String {
        Self::open(at).to_string()
    }

    fn repetition_text(&self, at: &Place) -> String {
        self.game.repetition_position(Self::open(at)).to_string()
    }

    fn dead(&self, at: &Place) -> Option<Clause> {
        self.game.dead(Self::open(at))
    }

    fn status(&self, at: &Place) -> Status {
        self.game.survey(Self::open(at), &mut Vec::new())
    }

    fn survey(&self, at: &Place) -> Survey {
        let mut steps = Vec::new();
        let status = self.game.survey(Self::open(at), &mut steps);
        Survey { status, steps: steps.iter().map(G::Step::to_string).collect() }
    }

    fn play(&self, at: &Place, typed: &str) -> Result<Vec<Played>, Refusal> {
        let mut position = Self::open(at).clone();
        let mut steps = Vec::new();
        let survey = self.game.survey(&position, &mut steps);
        let over = |clause| Refusal::Over { clause, text: self.game.rules().words(clause) };
        if let Status::Over(_, clause) = survey {
            return Err(over(clause));
        }
        let read = self.game.read(&position, typed);
        let run = match read {
            Reading::Steps(run) => run,
            Reading::Ambiguous(_) => return Err(Refusal::Ambiguous { could_be: read.could_be() }),
            Reading::Nothing => {
                let shape = typed.trim().parse::<G::Step>().err().map_or(String::new(), |why| why.expected);
                let example = steps.first().map_or(String::new(), |step| format!("; here for example {step}"));
                return Err(Refusal::Unreadable { expected: format!("{shape}{example}") });
            }
        };
        let mut played: Vec<Played> = Vec::new();
        let mut before: Option<(G::Position, G::Step)> = None;
        for step in run {
            // A run is one piece's: what goes on after the end of the turn is judged as its.
            if let Some((before, last)) = before.filter(|_| !matches!(self.game.status(&position), Status::Continue(_)))
                && let Some(breach) = self.game.overrun(&before, last, step)
            {
                return Err(self.breach(step, breach));
            }
            if let Status::Over(_, clause) = self.game.survey(&position, &mut steps) {
                return Err(over(clause));
            }
            self.game.judge(&position, step).map_err(|breach| self.breach(step, breach))?;
            let quiet = self.game.quiet(&position, step);
            before = Some((position.clone(), step));
            self.game.apply(&mut position, step);
            played.push(Played { step: step.to_string(), place: Self::wrap(position.clone()), quiet });
        }
        Ok(played)
    }

    fn take(&self, at: &Place, step: &str) -> Result<Played, Refusal> {
        let mut position = Self::open(at).clone();
        if let Status::Over(_, clause) = self.game.survey(&position, &mut Vec::new()) {
            return Err(Refusal::Over { clause, text: self.game.rules().words(clause) });
        }
        let read = step.parse::<G::Step>().map_err(|why| Refusal::Unreadable { expected: why.expected })?;
        self.game.judge(&position, read).map_err(|breach| self.breach(read, breach))?;
        let quiet = self.game.quiet(&position, read);
        self.game.apply(&mut position, read);
        Ok(Played { step: read.to_string(), place: Self::wrap(position), quiet })
    }

    fn score(&self, at: &Place, turn: &[&str]) -> String {
        let turn: Vec<G::Step> = turn.iter().map(|step| Self::own(step)).collect();
        self.game.score(Self::open(at), &turn)
    }

    fn pieces(&self, at: &Place) -> Vec<Placed> {
        self.game.pieces(Self::open(at))
    }

    fn prompt(&self, at: &Place) -> String {
        self.game.prompt(Self::open(at))
    }

    fn clicks(&self, at: &Place, step: &str) -> Vec<SiteId> {
        self.game.clicks(Self::open(at), Self::own(step))
    }

    fn attempt(&self, at: &Place, clicks: &[SiteId]) -> Option<String> {
        self.game.attempt(Self::open(at), clicks).map(|step| step.to_string())
    }

    fn say(&self, at: &Place, step: &str) -> String {
        self.game.say(Self::open(at), Self::own(step))
    }

    fn effects(&self, at: &Place, step: &str) -> Vec<Beat> {
        self.game.effects(Self::open(at), Self::own(step))
    }

    fn men(&self) -> Vec<Man> {
        self.game.men()
    }

    fn arrange(&self, from: &Place, men: &[Placed], to_move: Seat) -> Result<Place, Unreadable> {
        arrange::arrange(&self.game, Self::open(from), men, to_move).map(Self::wrap)
    }

    fn think(
        &self,
        at: &Place,
        past: &[Place],
        table: &TranspositionTable,
        question: Question<'_>,
        report: &mut dyn FnMut(&[Idea]),
    ) -> Vec<Idea> {
        let position = Self::open(at);
        if G::SOLVE_AT_ONCE
            && question.perfect
            && let Some(mut known) = self.known(position)
        {
            known.truncate(question.lines);
            let ideas = self.ideas(position, &known);
            report(&ideas);
            return ideas;
        }
        let past: Vec<u64> = past.iter().map(|place| self.game.key(Self::open(place))).collect();
        let done = AtomicBool::new(false);
        let stop = || done.load(Relaxed) || (question.stop)();
        let searcher = |stop| {
            let limits = Limits { depth: question.depth, nodes: question.nodes, stop };
            Searcher::new(&self.game, table, question.options::<G>(), limits, past.clone())
        };
        std::thread::scope(|scope| {
            // The others share what they find through the table, and stop when the first one does.
            let others: Vec<_> = (1..question.threads)
                .map(|_| {
                    scope.spawn(|| searcher(&stop).search(position, &mut |_| ()).map_or(0, |variation| variation.nodes))
                })
                .collect();
            let mut first = searcher(&stop);
            let mut ideas = if question.lines > 1 {
                let best = first
                    .search_variations(position, question.lines, &mut |lines| report(&self.ideas(position, lines)));
                self.ideas(position, &best)
            } else {
                let best = first
                    .search(position, &mut |variation| report(&self.ideas(position, std::slice::from_ref(variation))));
                self.ideas(position, best.as_slice())
            };
            done.store(true, Relaxed);
            let more: u64 = others.into_iter().map(|other| other.join().expect("a search does not panic")).sum();
            for idea in &mut ideas {
                idea.nodes += more;
            }
            ideas
        })
    }

    fn perft(&self, at: &Place, depth: u32, threads: usize) -> u64 {
        walking::perft(&self.game, Self::open(at), depth, threads)
    }

    fn divide(&self, at: &Place, depth: u32) -> Vec<(String, u64)> {
        let behind = search::perft::divide(&self.game, Self::open(at), depth);
        behind.into_iter().map(|(step, count)| (step.to_string(), count)).collect()
    }

    fn random_game(&self, at: &Place, random: &mut Random, turns: u32) -> RandomGame {
        let draws = DrawCounter::new(self.game.draws());
        walking::random_game(&self.game, Self::open(at), random, turns, Some(draws), &mut Vec::new())
    }

    fn random_steps(&self, at: &Place, random: &mut Random, turns: u32, steps: u64) -> RandomSteps {
        walking::random_steps(&self.game, Self::open(at), random, turns, steps, &mut Vec::new())
    }

    fn obey(&self, inspection: Inspection) -> Result<(), String> {
        laws::obey(&self.game, inspection)
    }

    fn obey_rulebook(&self) -> Result<(), String> {
        laws::obey_rulebook(&self.game)
    }
}
