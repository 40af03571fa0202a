//! Puzzles: positions in which exactly one first turn wins by force within a number of turns.
//!
//! They come from games of the computer with itself and stand in each game's `puzzles.txt`, a line each:
//!
//! ```text
//! options | turns | stars | position | solution | words
//! ```
//!
//! Turns are those of both sides up to the win, so the solver has one more than half of them. In the solution turns are parted
//! by blanks and the steps of a turn by commas. Every line can be proved again: the first turn is the only one that wins within
//! `turns`, no other wins within two turns more, and where tablebases reach no other wins at all.

use crate::any::{AnyGame, AnyPosition, TurnWins};
use crate::computer::{self, Computer, Level, Question};
use crate::entry::{Entry, choose, lookup};
use crate::matches::Match;
use known::Value;
use rules::{Chosen, Clause, Outcome, Random, Seat, Status};
use search::transposition::TranspositionTable;
use std::collections::HashSet;
use std::sync::Arc;

/// Positions that a proof may look at: what takes more is too long for somebody who waits for an answer.
const NODES: u64 = 10_000_000;
/// The most turns up to the win.
const MOST_TURNS: u16 = 7;
/// Positions that are looked at to see whether a win is near at all.
const QUICK_NODES: u64 = 40_000;
/// A game of the computer with itself is given up after so many turns.
const LONGEST_GAME: usize = 250;

/// Stands for the options of a game that has none.
const NO_OPTIONS: &str = "-";

/// A position with one way to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game's options.
    pub options: String,
    /// The turns of both sides up to the win.
    pub turns: u16,
    /// How hard it is, from 1 to 3.
    pub stars: u8,
    /// The position, with the solver to move.
    pub position: String,
    /// The turns of both sides, each of one or more steps: the other resists as long as it can.
    pub solution: Vec<Vec<String>>,
    /// A sentence on how it ends.
    pub words: String,
}

/// The puzzles of a game.
pub fn puzzles(entry: &Entry) -> Vec<Puzzle> {
    read_all(entry.by_default().puzzles()).collect()
}

/// How many puzzles a game has.
pub fn count(game: &dyn AnyGame) -> usize {
    read_all(game.puzzles()).count()
}

/// The puzzles of a text; lines that are none are passed over.
fn read_all(text: &str) -> impl Iterator<Item = Puzzle> {
    text.lines().filter_map(|line| Puzzle::read(line).ok())
}

/// Turns that somebody tries in a puzzle, and what they come to.
#[derive(Clone)]
pub struct Attempt {
    /// The game with the puzzle's options.
    pub game: Arc<dyn AnyGame>,
    /// The position before each step, and last the one that they lead to.
    pub positions: Vec<AnyPosition>,
    /// What they come to.
    pub result: AttemptResult,
}

/// What turns tried in a puzzle come to.
#[derive(Clone)]
pub enum AttemptResult {
    /// The turn is not complete.
    Unfinished,
    /// It still wins in time; the other answers so, in steps.
    Right(Vec<String>),
    /// The game is won.
    Solved,
    /// It no longer wins in time; this answer, in steps, shows it. None where the game is over.
    Wrong(Vec<String>),
}

impl Puzzle {
    /// Reads a line of `puzzles.txt`.
    pub fn read(line: &str) -> Result<Puzzle, String> {
        let expected = || "expected options | turns | stars | position | solution | words".to_string();
        let fields: Vec<&str> = line.split(" | ").collect();
        let [options, turns, stars, position, solution, words] = fields[..] else { return Err(expected()) };
        let solution = solution.split(' ').map(|turn| turn.split(',').map(str::to_string).collect()).collect();
        let (turns, stars) = (turns.parse().map_err(|_| expected())?, stars.parse().map_err(|_| expected())?);
        let options = if options == NO_OPTIONS { "" } else { options };
        let [options, position, words] = [options, position, words].map(str::to_string);
        Ok(Puzzle { options, turns, stars, position, solution, words })
    }

    /// A line of `puzzles.txt`.
    pub fn write(&self) -> String {
        let solution: Vec<String> = self.solution.iter().map(|turn| turn.join(",")).collect();
        let Puzzle { turns, stars, position, words, .. } = self;
        let options = if self.options.is_empty() { NO_OPTIONS } else { &self.options };
        format!("{options} | {turns} | {stars} | {position} | {} | {words}", solution.join(" "))
    }

    /// How many turns the solver has.
    pub fn own_turns(&self) -> u16 {
        self.turns.div_ceil(2)
    }

    /// The game with the puzzle's options, its position, and whose win it is.
    pub fn set_up(&self, id: &str) -> Result<(Arc<dyn AnyGame>, AnyPosition, Seat), String> {
        let entry = lookup(id).map_err(|unknown| unknown.to_string())?;
        let options = self.options.split(',').filter(|option| !option.is_empty());
        let game = entry.with(&choose(entry.about, options).map_err(|unknown| unknown.to_string())?);
        let at = game.read_position(&self.position).map_err(|why| format!("expected {}", why.expected))?;
        let seat = game.status(&at).seat().ok_or("the game is over there")?;
        Ok((game, at, seat))
    }

    /// The clause by which its solution wins.
    pub fn ends_by(&self, id: &str) -> Option<Clause> {
        let (game, mut at, _) = self.set_up(id).ok()?;
        for step in self.solution.iter().flatten() {
            at = game.take(&at, step).ok()?.position;
        }
        match game.status(&at) {
            Status::Over(_, clause) => Some(clause),
            Status::Turn(_) | Status::Continue(_) => None,
        }
    }

    /// Proves the puzzle: its first turn is the only one, its solution is played by the rules and wins in time.
    pub fn prove(&self, id: &str) -> Result<(), String> {
        let (game, start, seat) = self.set_up(id)?;
        let (turns, only) =
            only_win(&*game, &start, seat, self.turns).ok_or("no single first turn is proved to win")?;
        if turns != self.turns {
            return Err(format!("it is won in {turns} turns, not in {}", self.turns));
        }
        let mut at = start;
        for (nth, turn) in self.solution.iter().enumerate() {
            for step in turn {
                at = game.take(&at, step).map_err(|refusal| format!("{step}: {refusal}"))?.position;
            }
            if nth == 0 && game.text(&at) != game.text(&only.end) {
                return Err(format!("the turn that wins is {}", only.steps.join(",")));
            }
        }
        match game.status(&at) {
            Status::Over(Outcome::Win(winner), _) if winner == seat && self.solution.len() == usize::from(turns) => {
                Ok(())
            }
            _ => Err(format!("its solution does not win in {turns} turns")),
        }
    }

    /// Plays these steps of both sides, from the puzzle's position on; a refusal if one of them is illegal. What is stopped
    /// before it is proved counts as wrong.
    pub fn attempt(&self, id: &str, steps: &[String], stop: &dyn Fn() -> bool) -> Result<Attempt, String> {
        let (game, start, seat) = self.set_up(id)?;
        let (mut positions, mut at) = (Vec::with_capacity(steps.len() + 1), start);
        let mut turns = 0;
        for step in steps {
            let next = game.take(&at, step).map_err(|refusal| refusal.to_string())?.position;
            turns += u16::from(!matches!(game.status(&next), Status::Continue(_)));
            positions.push(std::mem::replace(&mut at, next));
        }
        let result = self.result(&*game, &at, seat, turns, stop);
        positions.push(at);
        Ok(Attempt { game, positions, result })
    }

    /// What so many turns that lead to a position come to.
    fn result(
        &self,
        game: &dyn AnyGame,
        at: &AnyPosition,
        seat: Seat,
        turns: u16,
        stop: &dyn Fn() -> bool,
    ) -> AttemptResult {
        match game.status(at) {
            Status::Over(Outcome::Win(winner), _) if winner == seat => return AttemptResult::Solved,
            Status::Over(..) => return AttemptResult::Wrong(Vec::new()),
            Status::Turn(mover) if mover != seat => {}
            Status::Continue(_) | Status::Turn(_) => return AttemptResult::Unfinished,
        }
        let left = self.turns.saturating_sub(turns);
        let replies = if left == 0 { None } else { game.forced_wins(at, seat, left, NODES, stop) };
        // Without a proof the try is as good as wrong; every try of a stored puzzle has one.
        let longest =
            replies.and_then(|replies| replies.into_iter().max_by_key(|reply| reply.wins_in.unwrap_or(u16::MAX)));
        match longest {
            Some(TurnWins { steps, wins_in: Some(_), .. }) => AttemptResult::Right(steps),
            Some(TurnWins { steps, .. }) => AttemptResult::Wrong(steps),
            None => AttemptResult::Wrong(Vec::new()),
        }
    }
}

/// The turns it takes and the first turn, if exactly one first turn wins within two turns more than asked for, and where
/// tablebases reach no other wins at all.
fn only_win(game: &dyn AnyGame, at: &AnyPosition, seat: Seat, turns: u16) -> Option<(u16, TurnWins)> {
    let first_turns = game.forced_wins(at, seat, turns + 2, NODES, &|| false)?;
    let (mut winning, others): (Vec<_>, Vec<_>) = first_turns.into_iter().partition(|turn| turn.wins_in.is_some());
    let never_wins = |turn: &TurnWins| {
        // A value after the turn is the other's.
        let known = game.known(&turn.end).ok().flatten().filter(|known| known.stored).map(|known| known.value);
        !matches!(known, Some(Value::Loss(_)))
    };
    let alone = winning.len() == 1 && !others.is_empty() && others.iter().all(never_wins);
    let only = winning.pop().filter(|_| alone)?;
    Some((only.wins_in.filter(|wins_in| *wins_in <= turns)?, only))
}

/// How many turns a win takes that a quick search proves, if it is short enough for a puzzle.
fn quick_proof(game: &Arc<dyn AnyGame>, at: &AnyPosition) -> Option<u16> {
    let played = Match::from(game.clone(), at.clone());
    let question = Question { nodes: QUICK_NODES, ..Question::without_end(&|| false) };
    let ideas = computer::think(&played, &TranspositionTable::with_bytes(1 << 20), question, &mut |_| ());
    let turns = ideas.first()?.proved?;
    u16::try_from(turns).ok().filter(|turns| (1..=MOST_TURNS).contains(turns))
}

/// Both sides' turns from here to the win: the seat takes the quickest way, the other the longest.
fn solution(game: &dyn AnyGame, at: &AnyPosition, seat: Seat, turns: u16) -> Option<(Vec<Vec<String>>, String)> {
    let (mut at, mut line) = (at.clone(), Vec::new());
    for left in (1..=turns).rev() {
        let own = game.status(&at).seat()? == seat;
        let all =
            game.forced_wins(&at, seat, left, NODES, &|| false)?.into_iter().filter(|turn| turn.wins_in.is_some());
        let turn = if own { all.min_by_key(|turn| turn.wins_in) } else { all.max_by_key(|turn| turn.wins_in) }?;
        at = turn.end;
        line.push(turn.steps);
        if let Status::Over(outcome, clause) = game.status(&at) {
            return Some((line, game.ending(&at, outcome, clause).words));
        }
    }
    None
}

/// The lowest level that plays a turn to this position, or one above the seventh.
fn lowest_level(game: &Arc<dyn AnyGame>, at: &AnyPosition, end: &AnyPosition) -> u8 {
    let finds = |level: &u8| {
        let level = Level::new(*level).expect("levels count from one");
        let mut played = Match::from(game.clone(), at.clone());
        let mover = played.status().seat();
        while played.status().seat() == mover && mover.is_some() {
            let steps = Computer::new(level, 1).choose(&played, &|| false, &mut |_| ());
            if steps.is_empty() || steps.iter().any(|step| played.play(step).is_err()) {
                return false;
            }
        }
        game.text(played.position()) == game.text(end)
    };
    (1..Level::STRONGEST.number()).find(finds).unwrap_or(Level::STRONGEST.number())
}

/// Finds so many puzzles in games of the computer with itself. Of wins on the first turn no more than a third are taken.
/// `go_on` is told how many games were played and puzzles found, and returns false to stop.
pub fn make(
    entry: &Entry,
    chosen: &Chosen,
    wanted: usize,
    seed: u64,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Vec<Puzzle> {
    let game = entry.with(chosen);
    let mut random = Random::new(seed);
    let (mut found, mut seen) = (Vec::<Puzzle>::new(), HashSet::new());
    let mut games = 0;
    while found.len() < wanted && go_on(games, found.len()) {
        games += 1;
        for (at, seat) in near_the_end(&game, &mut random) {
            if !seen.insert(game.text(&at)) {
                continue;
            }
            let Some(turns) = quick_proof(&game, &at) else { continue };
            // Most positions are rejected here, before the expensive proof.
            let within = game.forced_wins(&at, seat, turns, NODES, &|| false).unwrap_or_default();
            if within.iter().filter(|turn| turn.wins_in.is_some()).count() != 1 {
                continue;
            }
            let Some((turns, first)) = only_win(&*game, &at, seat, turns) else { continue };
            let quick = found.iter().filter(|puzzle| puzzle.turns == 1).count();
            if turns == 1 && quick >= wanted / 3 {
                continue;
            }
            let Some((solution, words)) = solution(&*game, &at, seat, turns) else { continue };
            let stars = match lowest_level(&game, &at, &first.end) {
                0..=2 => 1,
                3..=4 => 2,
                _ => 3,
            };
            let (options, position) = (chosen.to_string(), game.text(&at));
            found.push(Puzzle { options, turns, stars, position, solution, words });
            // One puzzle of a game, so that they do not resemble each other.
            break;
        }
    }
    found.sort_by_key(|puzzle| (puzzle.stars, puzzle.turns));
    found
}

/// Positions of one game at which its winner was to move, the last seven turns, the longest way to the end first.
fn near_the_end(game: &Arc<dyn AnyGame>, random: &mut Random) -> Vec<(AnyPosition, Seat)> {
    let mut played = Match::new(game.clone());
    // Players of different strength win more often than equals.
    let players: Vec<Computer> = Seat::all(game.about().count())
        .map(|_| Computer::new(Level::new(2 + random.below(4) as u8).expect("a level"), random.bits()))
        .collect();
    while let Some(seat) = played.status().seat()
        && played.turns().len() < LONGEST_GAME
    {
        for step in players[seat.index()].choose(&played, &|| false, &mut |_| ()) {
            if played.play(&step).is_err() {
                return Vec::new();
            }
        }
    }
    let Status::Over(Outcome::Win(winner), _) = played.status() else { return Vec::new() };
    let starts = played.turn_starts();
    let last = starts.len().saturating_sub(MOST_TURNS.into());
    let of_winner = |at: &AnyPosition| game.status(at).seat() == Some(winner);
    starts[last..].iter().filter(|at| of_winner(at)).map(|at| (at.clone(), winner)).collect()
}
