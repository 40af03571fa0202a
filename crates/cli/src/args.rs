//! What can be typed after `parlour`.

mod house;

pub use house::{BackupArgs, DoctorArgs, Limit, MoveHouseArgs, ServeArgs};

use crate::contest::Contestant;
use clap::{Args, Parser, Subcommand};
use library::Level;
use std::path::PathBuf;
use std::time::Duration;

/// Old board games, exactly by their rules.
#[derive(Parser)]
#[command(name = "parlour", version, about, after_help = AFTER_HELP)]
pub struct Parlour {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// Draw boards with letters only
    #[arg(long, global = true)]
    pub ascii: bool,
}

/// `parlour` alone opens the house.
impl Default for CliCommand {
    fn default() -> CliCommand {
        CliCommand::Serve(ServeArgs::default())
    }
}

const AFTER_HELP: &str = "\
Exit codes: 0 all is well; 1 the answer is no (a step is illegal, a record does not replay, a law is
broken); 2 the question was not understood (no such game, option or step).

Try: parlour                  (play in the browser)
     parlour list
     parlour rules lasca
     parlour play merelles";

#[derive(Subcommand)]
pub enum CliCommand {
    /// List the games
    List(ListArgs),
    /// Print the rules of a game, or one clause with its examples
    Rules(RulesArgs),
    /// Print what every clause rests on, and what else the sheets could mean
    Evidence(EvidenceArgs),
    /// Draw a position
    Show(SetupArgs),
    /// List the legal steps, one a line
    Moves(MovesArgs),
    /// Say whether a step is legal, and if not, why not
    Explain(ExplainArgs),
    /// Count the ways to play so many turns
    Perft(PerftArgs),
    /// Play at random and tell how the games end
    Random(RandomArgs),
    /// Replay a record, or bare steps with --game
    Replay(ReplayArgs),
    /// Read recorded games and tell what mattered in them
    Review(ReviewArgs),
    /// Play at one keyboard
    Play(PlayArgs),
    /// Learn a game in a few minutes, task by task
    Learn(LearnArgs),
    /// Positions with one way to win: find new ones, or prove the stored ones again
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Suggest a step: which man, where, and why
    Hint(HintArgs),
    /// Tell what the computer makes of a position
    Analyse(AnalyseArgs),
    /// Solve a game, or its endings, once and for all
    Solve(SolveArgs),
    /// Tell the proved value of a position and of every step, where it has been solved
    Known(KnownArgs),
    /// Let engines play many games against each other
    Match(ContestArgs),
    /// Look for better weights of an evaluation by games of the computer against itself
    Tune(TuneArgs),
    /// Speak the Universal Chess Interface
    Uci,
    /// Speak the Universal Game Interface
    Ugi(UgiArgs),
    /// Measure random play, perft and search, on one thread and on all cores
    Bench(BenchArgs),
    /// Print a game that the computer played against itself, as the tests of the pages want it
    #[command(hide = true)]
    Sample(SampleArgs),
    /// Open the house: play in the browser (this is what `parlour` alone does)
    Serve(ServeArgs),
    /// Write a copy of all tables to a new file, while the house is open or not
    Backup(BackupArgs),
    /// Copy everything from one store to another, and compare
    MoveHouse(MoveHouseArgs),
    /// Look whether all that is stored makes sense
    Doctor(DoctorArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// A game with its options, and a position of it.
#[derive(Args)]
pub struct SetupArgs {
    /// The game's name, as `parlour list` prints it
    pub game: String,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
pub struct PlaceArgs {
    /// An option of the game, such as flying=on; may be given several times
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Begin at this position instead of the usual start
    #[arg(short, long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Play these steps or turns first, separated by spaces or commas
    #[arg(short, long, value_name = "STEPS", default_value = "", hide_default_value = true)]
    pub after: String,
}

#[derive(Args)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print the table of the README
    #[arg(long, hide = true, conflicts_with = "json")]
    pub markdown: bool,
}

#[derive(Args)]
pub struct RulesArgs {
    /// The game's name
    pub game: String,
    /// A clause, such as 2.1
    pub clause: Option<String>,
}

#[derive(Args)]
pub struct SolveArgs {
    /// The game's name
    #[arg(required_unless_present_any = ["list", "shipped"])]
    pub game: Option<String>,
    /// An option of the game, such as flying=on; may be given several times
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Tiers with up to so many men on the board; by default what is worth it
    #[arg(long, value_name = "N")]
    pub men: Option<u32>,
    /// How much memory may be used, in gigabytes
    #[arg(long, value_name = "GB", default_value_t = 4)]
    pub memory: u64,
    /// How many threads work; by default all cores
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Where the tablebases go
    #[arg(long, value_name = "FOLDER", env = crate::known::VARIABLE)]
    pub folder: Option<PathBuf>,
    /// Check what is stored instead: every value against those of its successors
    #[arg(long)]
    pub verify: bool,
    /// List what can be solved, how large it is, and what is there
    #[arg(long)]
    pub list: bool,
    /// Solve what is part of the program: every game that can be solved, with each choice of its options
    #[arg(long, requires = "folder", conflicts_with_all = ["game", "list", "verify", "men", "options"])]
    pub shipped: bool,
    /// Where tiers of the program that take hours were built, to be copied from there
    #[arg(long, value_name = "FOLDER", requires = "shipped")]
    pub built: Option<PathBuf>,
}

#[derive(Args)]
pub struct KnownArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Where the tablebases are
    #[arg(long, value_name = "FOLDER", env = crate::known::VARIABLE)]
    pub folder: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum PuzzlesCommand {
    /// Find puzzles in games of the computer with itself and print them as lines of the game's puzzles.txt
    Make {
        /// The game's name, as `parlour list` prints it
        game: String,
        /// An option of the game, such as flying=on; may be given several times
        #[arg(short, long = "option", value_name = "NAME=VALUE")]
        options: Vec<String>,
        /// How many
        #[arg(short = 'n', long, default_value_t = 60)]
        count: usize,
        /// Where the randomness begins; the same seed finds the same puzzles
        #[arg(short, long, default_value_t = 1)]
        seed: u64,
        /// Stop after so many seconds with what was found
        #[arg(long, value_name = "SECONDS")]
        time: Option<u64>,
    },
    /// Prove the stored puzzles of a game, or of all games, again
    Prove {
        /// The game's name; all games if left out
        game: Option<String>,
    },
}

#[derive(Args)]
pub struct LearnArgs {
    /// The game's name
    pub game: String,
    /// Begin with this task instead of the first
    pub task: Option<usize>,
}

#[derive(Args)]
pub struct EvidenceArgs {
    /// The game's name; all games if none is given
    pub game: Option<String>,
    /// Print one object with clauses and readings
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print one table, comma-separated
    #[arg(long)]
    pub csv: bool,
    /// Play so many random games by each reading that an option plays, and tell what it changes
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["json", "csv"])]
    pub measure: Option<u32>,
    /// Where the randomness begins
    #[arg(short, long, default_value_t = 1, requires = "measure")]
    pub seed: u64,
}

#[derive(Args)]
pub struct MovesArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Print one object with status, seat, winner, clause and steps
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ExplainArgs {
    /// The game's name
    pub game: String,
    /// The step in question
    #[arg(allow_hyphen_values = true)]
    pub step: String,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
pub struct PerftArgs {
    /// The game's name
    pub game: String,
    /// How many turns
    pub depth: u32,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Tell the count behind each first step
    #[arg(long)]
    pub divide: bool,
    /// How many threads count
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = lines)]
    pub threads: usize,
}

#[derive(Args)]
pub struct RandomArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How many games
    #[arg(short = 'n', long, default_value_t = 100)]
    pub games: u32,
    /// Where the randomness begins; the same seed plays the same games
    #[arg(short, long, default_value_t = 1)]
    pub seed: u64,
    /// Hold the laws of the game's own code against every position met (slower)
    #[arg(long)]
    pub laws: bool,
    /// How many threads play; the games are the same
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = lines)]
    pub threads: usize,
}

#[derive(Args)]
pub struct SampleArgs {
    /// The game's name, as `parlour list` prints it
    pub game: String,
    /// An option of the game, such as flying=on; may be given several times
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// At most so many steps; of a longer game its end, from the position there
    #[arg(long, default_value_t = 60)]
    pub steps: usize,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// A file of records, or - for standard input
    pub file: PathBuf,
    /// Which game it is, where the record does not say so
    #[arg(short, long)]
    pub game: Option<String>,
    /// With --game: an option such as flying=on
    #[arg(short, long = "option", value_name = "NAME=VALUE", requires = "game")]
    pub options: Vec<String>,
    /// Draw the board after every turn
    #[arg(short, long)]
    pub boards: bool,
    /// Write the records anew, with their comments and variations, instead of telling them
    #[arg(short, long, conflicts_with = "boards")]
    pub write: bool,
}

#[derive(Args)]
pub struct ReviewArgs {
    /// A file of records, or - for standard input
    pub file: PathBuf,
    /// Which game it is, where the record does not say so
    #[arg(short, long)]
    pub game: Option<String>,
    /// With --game: an option such as flying=on
    #[arg(short, long = "option", value_name = "NAME=VALUE", requires = "game")]
    pub options: Vec<String>,
    /// Speak to whoever had this seat
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub seat: Option<u8>,
    /// How many positions to look at for each turn
    #[arg(short, long, value_name = "N", default_value_t = library::reading::NODES)]
    pub nodes: u64,
    /// Look at each moment again with ten times as many positions, and tell whether it still is one
    #[arg(long)]
    pub check: bool,
}

#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after", "options"])]
    pub load: Option<PathBuf>,
    /// How many games make the match, with the first turn alternating (the default is what the game's
    /// sheet asks for, one for most)
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u8).range(1..))]
    pub games: Option<u8>,
    /// The players' names, in the order of the seats
    #[arg(long, value_name = "NAME", num_args = 1..=4)]
    pub names: Vec<String>,
    /// The computer takes the other seats, at this level: 1 loses to a novice, 8 is all we have
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub against: Option<Level>,
    /// The computer takes every seat; you watch
    #[arg(long)]
    pub watch: bool,
    /// Where you sit when the computer plays: 1 moves first
    #[arg(long, value_name = "SEAT", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub seat: u8,
    /// How long level 8 may think, in seconds a turn
    #[arg(long, value_name = "S", value_parser = duration)]
    pub time: Option<Duration>,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "expected a level from 1 to 8".to_string())
}

#[derive(Args)]
pub struct HintArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How long to think, in seconds
    #[arg(short, long, default_value_t = 1.0, value_name = "S")]
    pub time: f64,
}

#[derive(Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How long to think, in seconds
    #[arg(short, long, default_value_t = 3.0, value_name = "S")]
    pub time: f64,
    /// How many lines to tell
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = lines)]
    pub lines: usize,
    /// How many threads may think
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = lines)]
    pub threads: usize,
}

fn lines(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|count| (1..=64).contains(count))
        .ok_or_else(|| "expected a number from 1 to 64".to_string())
}

fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected seconds, such as 0.2".to_string())
}

#[derive(Args)]
pub struct ContestArgs {
    /// The game's name
    pub game: String,
    /// Who plays: a level 1-8, time:SECONDS, nodes:NUMBER, strength:0-1000, greedy, random, uci:COMMAND or ugi:COMMAND;
    /// our own also without some techniques of the search, such as "nodes:5000 without null-move"
    pub first: Contestant,
    /// Against whom (in a game of four: against three of them)
    pub second: Contestant,
    /// An option of the game, such as flying=on
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// How many games; each opening is played from every seat
    #[arg(short = 'n', long, default_value_t = 100)]
    pub games: u32,
    /// How many turns of each opening are played at random
    #[arg(long, default_value_t = 4, value_name = "TURNS")]
    pub opening: u32,
    /// Where the randomness begins
    #[arg(short, long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds a turn for level 8 and for outside programs
    #[arg(short, long, value_name = "S", value_parser = duration)]
    pub time: Option<Duration>,
    /// Positions a turn for outside programs, instead of time
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How many games are played at once
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub at_once: usize,
    /// How many threads an engine limited by time may use
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = lines)]
    pub threads: usize,
    /// Megabytes of memory for each engine's table
    #[arg(long, default_value_t = 4, value_name = "MB")]
    pub hash: usize,
    /// An option for outside programs, such as `UCI_Elo=2000`
    #[arg(long, value_name = "NAME=VALUE")]
    pub setoption: Vec<String>,
    /// Write all games to this file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

#[derive(Args)]
pub struct TuneArgs {
    /// The game's name
    pub game: String,
    /// An option of the game, such as flying=on
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// How many rounds of two games; each moves the weights a little
    #[arg(short, long, default_value_t = 1000)]
    pub rounds: u32,
    /// How many games the new weights play against the old at the end
    #[arg(short = 'n', long, default_value_t = 400)]
    pub games: u32,
    /// Positions a turn
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub nodes: u64,
    /// How many turns of each opening are played at random
    #[arg(long, default_value_t = 4, value_name = "TURNS")]
    pub opening: u32,
    /// Where the randomness begins
    #[arg(short, long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args)]
pub struct UgiArgs {
    /// The game's name
    #[arg(short, long)]
    pub game: String,
    /// An option of the game, such as flying=on
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

#[derive(Args)]
pub struct BenchArgs {
    /// Only these games
    pub games: Vec<String>,
    /// About how long to measure each thing each time, in seconds
    #[arg(short, long, default_value = "0.2", value_name = "S", value_parser = duration)]
    pub seconds: Duration,
    /// How many times to measure each thing; the best counts
    #[arg(short, long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// How many threads to use beside the measurements with one; the default is one for each core
    #[arg(long, value_name = "N", value_parser = lines)]
    pub threads: Option<usize>,
    /// Measure every combination of options, not only the defaults
    #[arg(long)]
    pub all_options: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Tell how many times as fast it is as in this file, which was printed by --json
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Instead do one fixed piece of work, for a program that counts instructions
    #[arg(long, value_name = "KIND")]
    pub once: Option<BenchWork>,
}

/// The kinds of work that are measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum BenchWork {
    /// Play at random
    Random,
    /// Count turns
    Perft,
    /// Look ahead
    Search,
}
