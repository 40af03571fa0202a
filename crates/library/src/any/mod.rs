//! Any game behind one face: positions are opaque, steps are texts.

mod inspect;
mod refusal;
mod rules;
mod search;
mod show;

pub use refusal::{Refusal, alternatives};

use crate::computer::{Idea, Question};
use crate::tablebases::{Find, KnownPosition};
use crate::walking::{RandomGame, RandomSteps};
use ::rules::laws::Inspection;
use ::rules::show::{Beat, Board, Drawing, Man, Placed, SiteId, Standing};
use ::rules::{About, Chosen, Clause, Complete, Draws, Levels, Random, Rulebook, Rules, Seat, Status, Unreadable};
use ::search::transposition::TranspositionTable;
use std::any::Any;
use std::sync::Arc;

/// A position of some game, to be handed back to the same game.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Any + Send + Sync>);

/// What a position asks for, and every step that answers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Whose choice it is, or how it ended.
    pub status: Status,
    /// The legal steps in canonical text.
    pub steps: Vec<String>,
}

/// A step that was played by [`AnyRules::play`].
#[derive(Clone)]
pub struct Played {
    /// In canonical text.
    pub step: String,
    /// The position after it.
    pub position: AnyPosition,
    /// Whether it counts towards a limit of quiet turns.
    pub quiet: bool,
}

/// A turn, and whether it wins by force.
#[derive(Clone)]
pub struct TurnWins {
    /// Its steps in canonical text.
    pub steps: Vec<String>,
    /// Where it leads.
    pub end: AnyPosition,
    /// On which turn, this one counted, the seat asked about wins at the latest.
    pub wins_in: Option<u16>,
}

/// A game with its options chosen. Everything that needs the game's own types happens behind this; each part is a trait
/// of its own, named after what it is asked for.
pub trait AnyGame: AnyInfo + AnyRules + AnyShow + AnySearch + AnyInspect + Send + Sync {}

/// What a game tells of itself before it is played.
pub trait AnyInfo {
    /// What is printed on the box.
    fn about(&self) -> &'static About;
    /// The options.
    fn chosen(&self) -> &Chosen;
    /// The rulebook.
    fn rules(&self) -> &'static Rulebook;
    /// The draws that a match declares.
    fn draws(&self) -> Draws;
    /// How strong levels 1 to 7 play.
    fn levels(&self) -> Levels;
}

/// Positions and steps: reading, judging, playing, writing.
pub trait AnyRules {
    /// How the men stand at first.
    fn start(&self) -> AnyPosition;
    /// Reads a position.
    fn read_position(&self, text: &str) -> Result<AnyPosition, Unreadable>;
    /// Writes a position.
    fn text(&self, at: &AnyPosition) -> String;
    /// Writes a position without what does not count for repetition.
    fn repetition_text(&self, at: &AnyPosition) -> String;
    /// A clause by which a match is drawn here although steps are left.
    fn dead(&self, at: &AnyPosition) -> Option<Clause>;
    /// The true status, seats without a step included.
    fn status(&self, at: &AnyPosition) -> Status;
    /// The status and all legal steps.
    fn survey(&self, at: &AnyPosition) -> Survey;
    /// Reads what a person typed, a run of several steps included, and plays it if all of it is legal.
    fn play(&self, at: &AnyPosition, typed: &str) -> Result<Vec<Played>, Refusal>;
    /// Plays one step in canonical text, read as nothing but what it says, if it is legal.
    fn take(&self, at: &AnyPosition, step: &str) -> Result<Played, Refusal>;
    /// Writes the steps of a turn that begins here as records do.
    fn score(&self, at: &AnyPosition, turn: &[&str]) -> String;
}

/// What is seen, touched and said.
pub trait AnyShow {
    /// The board without men.
    fn board(&self) -> &Board;
    /// The men on their sites.
    fn pieces(&self, at: &AnyPosition) -> Vec<Placed>;
    /// What is to be done now.
    fn prompt(&self, at: &AnyPosition) -> String;
    /// The sites to be touched for a legal step.
    fn clicks(&self, at: &AnyPosition, step: &str) -> Vec<SiteId>;
    /// Whether a legal step is offered as a button.
    fn is_button(&self, at: &AnyPosition, step: &str) -> bool;
    /// What these clicks mean, in canonical text, legal or not.
    fn attempt(&self, at: &AnyPosition, clicks: &[SiteId]) -> Option<String>;
    /// How the game has ended here, in a sentence, and the places that show it.
    fn ending(&self, at: &AnyPosition, outcome: ::rules::Outcome, clause: Clause) -> ::rules::words::Ending;
    /// A sentence on a legal step.
    fn say(&self, at: &AnyPosition, step: &str) -> String;
    /// What happens on the board.
    fn effects(&self, at: &AnyPosition, step: &str) -> Vec<Beat>;
    /// How the game is taught.
    fn lesson(&self) -> Option<&'static ::rules::Lesson>;
    /// The game's `puzzles.txt`.
    fn puzzles(&self) -> &'static str;
    /// What decides the game, counted for a seat.
    fn tally(&self, at: &AnyPosition, seat: Seat) -> Option<Standing>;
    /// Men that are drawn joined, such as a closed row.
    fn joined(&self, at: &AnyPosition) -> Vec<(Seat, Vec<SiteId>)>;
    /// Every kind of man there is.
    fn men(&self) -> Vec<Man>;
    /// How a man is drawn.
    fn drawing(&self, man: &Man) -> Drawing;
    /// The position with these men on the board and this seat to move, or what the game asks for instead.
    fn arrange(&self, from: &AnyPosition, men: &[Placed], to_move: Seat) -> Result<AnyPosition, Unreadable>;
}

/// What the computer makes of a position.
pub trait AnySearch {
    /// Thinks about a position; `past` holds those at the start of each earlier turn. Tells the best lines
    /// each time they are better founded, and in the end; nothing if the game is over.
    fn think(
        &self,
        at: &AnyPosition,
        past: &[AnyPosition],
        table: &TranspositionTable,
        question: Question<'_>,
        report: &mut dyn FnMut(&[Idea]),
    ) -> Vec<Idea>;
    /// Every turn from the start of one, with on which turn, this one counted, the seat wins at the latest against any play, if
    /// that is at most so many; `None` if that cannot be told by looking at so many positions, or when told to stop.
    fn forced_wins(
        &self,
        at: &AnyPosition,
        seat: Seat,
        turns: u16,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<TurnWins>>;
    /// What tablebases say of a position; `None` if they do not reach it.
    fn known(&self, at: &AnyPosition) -> Result<Option<KnownPosition>, ::known::Error>;
    /// A best step from a position whose value is stored, and that value. Steps are looked up until one is found.
    fn best_known(&self, at: &AnyPosition) -> Result<Option<(String, ::known::Value)>, ::known::Error>;
}

/// Going through many positions: counts, random games, the laws.
pub trait AnyInspect {
    /// How many sequences make up so many turns, counted by so many threads.
    fn perft(&self, at: &AnyPosition, depth: u32, threads: usize) -> u64;
    /// The same behind each first step.
    fn divide(&self, at: &AnyPosition, depth: u32) -> Vec<(String, u64)>;
    /// Plays a match with its draws at random, for so many turns at most.
    fn random_game(&self, at: &AnyPosition, random: &mut Random, turns: u32) -> RandomGame;
    /// Plays one game after the other at random, each for so many turns at most and without the draws of a
    /// match, until there are so many steps.
    fn random_steps(&self, at: &AnyPosition, random: &mut Random, turns: u32, steps: u64) -> RandomSteps;
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
    /// Where known values are found, if the game can be solved.
    find_known: Option<Find<G>>,
}

impl<G: Complete> Erased<G> {
    pub(crate) fn new(chosen: &Chosen) -> Erased<G> {
        let game = G::with(chosen);
        let board = game.board();
        Erased { game, chosen: chosen.clone(), board, find_known: None }
    }

    /// The same game, with known values.
    pub(crate) fn with_known(self, find: Find<G>) -> Erased<G> {
        Erased { find_known: Some(find), ..self }
    }

    pub(crate) fn wrap(position: G::Position) -> AnyPosition {
        AnyPosition(Arc::new(position))
    }

    pub(crate) fn open(at: &AnyPosition) -> &G::Position {
        at.0.downcast_ref().expect("a position is handed back to the game it came from")
    }

    /// A step that this crate has written itself.
    fn own(step: &str) -> G::Step {
        step.parse().expect("the text of a legal step is read")
    }
}

impl<G: Complete> AnyGame for Erased<G> {}

impl<G: Complete> AnyInfo for Erased<G> {
    fn about(&self) -> &'static About {
        &G::ABOUT
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn rules(&self) -> &'static Rulebook {
        self.game.rules()
    }

    fn draws(&self) -> Draws {
        self.game.draws()
    }

    fn levels(&self) -> Levels {
        G::LEVELS
    }
}
