//! `play`: people at one keyboard.

use crate::analyse::hint_lines;
use crate::args::PlayArgs;
use crate::draw::draw_now;
use crate::keyboard::{After, Keyboard, KeyboardInput};
use crate::look::{ending, refusal_words, some};
use crate::replay;
use crate::rulebook;
use crate::setup::{self, Failure, quote};
use library::series::move_on;
use library::{AnyGame, Computer, Level, Match, Record, Refusal, Series};
use rules::{Seat, Status};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const HELP: &str = "\
Type a step as the rules write it, or enough of it to be clear. Also:
  moves          every step that is legal now
  why STEP       may this be played, and if not, why not
  hint           which man, where, and why
  undo           take back the last step (undo turn: the whole turn); against the computer, your last turn
  board          draw the board again, with the position as text
  rules [2.1]    the rules, or one clause with its examples
  save FILE      write the game to a file (go on with it later: parlour play GAME --load FILE)
  draw           agree on a draw
  resign         give the game to the other side
  quit           leave the table";

/// One game, and what has become of the match so far.
struct PlaySession {
    record: Record,
    series: Series,
    /// Where the game was saved last, and after how many steps.
    saved: Option<(PathBuf, usize)>,
    /// Who has each seat.
    players: Vec<Player>,
    /// How long the strongest level may think.
    time: Duration,
}

/// Somebody at the keyboard, or the computer.
struct Player {
    /// The seat that he began on, counted from 0.
    number: usize,
    name: Option<String>,
    computer: Option<Computer>,
}

impl Player {
    fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("player {}", self.number + 1))
    }
}

pub fn play(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut table = PlaySession::set(args)?;
    let mut keyboard = Keyboard::open();
    let game = table.game().clone();
    writeln!(out, "{}. Type help for what can be typed, quit to leave.", game.about().name)?;
    goals(&*game, out)?;
    let mut after = After::GoOn;
    loop {
        if let After::GoOn = after {
            table.look(out)?;
        }
        if table.computer_plays(&keyboard, out)? {
            after = After::GoOn;
            continue;
        }
        after = match keyboard.read(&table.prompt(), out)? {
            KeyboardInput::Line(line) => table.obey(line.trim(), &mut keyboard, out)?,
            KeyboardInput::Interrupted | KeyboardInput::End => {
                writeln!(out)?;
                After::Leave
            }
        };
        if let After::Leave = after {
            return table.leave(&mut keyboard, out);
        }
    }
}

/// What the sides play for, a line each.
fn goals(game: &dyn AnyGame, out: &mut impl Write) -> Result<(), Failure> {
    for (seat, goal) in game.lesson().map_or(&[][..], |lesson| &lesson.goals) {
        let whose = seat.as_ref().map(|seat| format!(" of {seat}")).unwrap_or_default();
        writeln!(out, "Goal{whose}: {goal}")?;
    }
    Ok(writeln!(out)?)
}

impl PlaySession {
    fn set(args: &PlayArgs) -> Result<PlaySession, Failure> {
        let game = setup::game(&args.setup.game, &args.setup.place.options)?;
        let mut record = if let Some(file) = &args.load {
            load(file, &game)?
        } else {
            let played = setup::started(&game, &args.setup.place)?;
            Record { date: Some(today()), ..Record::of(played) }
        };
        let seats = game.about().count();
        if args.names.len() > seats {
            return Err(Failure::Unclear(format!("{} names were given; expected at most {seats}", args.names.len())));
        }
        for (seat, name) in args.names.iter().enumerate() {
            record.names[seat] = Some(name.clone());
        }
        let series = Series::new(args.games.unwrap_or(game.about().series), seats);
        let saved = args.load.clone().map(|file| (file, record.line.played.steps_taken().count()));
        let own = Seat::numbered(args.seat).filter(|seat| seat.index() < seats);
        let own = own.ok_or_else(|| Failure::Unclear(format!("--seat {}: expected 1 to {seats}", args.seat)))?;
        let level = args.against.or(args.watch.then_some(Level::STRONGEST));
        let new_seed = || jiff::Timestamp::now().as_nanosecond() as u64;
        let computer =
            |seat: Seat| level.filter(|_| args.watch || seat != own).map(|level| Computer::new(level, new_seed()));
        let player = |seat: Seat| Player {
            number: seat.index(),
            name: args.names.get(seat.index()).cloned(),
            computer: computer(seat),
        };
        let players = Seat::all(seats).map(player).collect();
        let time = args.time.unwrap_or(Duration::from_secs(2));
        Ok(PlaySession { record, series, saved, players, time })
    }

    /// If it is the computer's turn, lets it think and play; tells whether it was.
    fn computer_plays(&mut self, keyboard: &Keyboard, out: &mut impl Write) -> Result<bool, Failure> {
        let Some(seat) = self.record.line.played.status().seat() else { return Ok(false) };
        let Some(computer) = self.players[seat.index()].computer.clone() else { return Ok(false) };
        out.flush()?;
        let terminal = keyboard.is_terminal();
        let until = Instant::now() + self.time;
        let stop = || Instant::now() >= until || keyboard.pressed_enter();
        let patient = terminal && computer.level() == Level::STRONGEST;
        let mut line = computer.choose(&self.record.line.played, &stop, &mut |ideas| {
            if let (true, Some(idea)) = (patient, ideas.first()) {
                eprint!("\r\x1b[Kthinking, Enter for \"move now\": {} turns ahead, {}", idea.depth, idea.turns[0]);
            }
        });
        if patient {
            eprint!("\r\x1b[K");
        }
        if terminal && self.players.iter().all(|player| player.computer.is_some()) {
            // A pause after each turn when only computers play, so that it can be followed.
            std::thread::sleep(Duration::from_millis(600));
        }
        // A line may stop inside the turn; any step is better than none.
        if line.is_empty() {
            line = self.record.line.played.steps().into_iter().take(1).collect();
        }
        for step in line {
            let said = self.game().say(self.record.line.played.position(), &step);
            if self.record.line.played.play(&step).is_err() {
                break;
            }
            writeln!(out, "{step} {said}")?;
        }
        writeln!(out)?;
        Ok(true)
    }

    fn game(&self) -> &Arc<dyn AnyGame> {
        self.record.line.played.game()
    }

    fn prompt(&self) -> String {
        let about = self.game().about();
        match self.record.line.played.status().seat() {
            Some(seat) => {
                let name = self.record.names[seat.index()].as_deref();
                let seat = about.seats[seat.index()];
                name.map_or(format!("{seat}> "), |name| format!("{name} ({seat})> "))
            }
            None => "over> ".to_string(),
        }
    }

    /// Draws the board and says what to do, or how it ended.
    fn look(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (game, played) = (self.game(), &self.record.line.played);
        writeln!(out, "{}", draw_now(played))?;
        match played.status() {
            over @ Status::Over(..) => {
                writeln!(out, "{}", ending(game, played.position(), over))?;
                let next = if self.series_goes_on() { "next for the next game, " } else { "again for another game, " };
                Ok(writeln!(out, "Type {next}undo, save FILE or quit.")?)
            }
            _ => Ok(writeln!(out, "{}", game.prompt(played.position()))?),
        }
    }

    fn series_goes_on(&self) -> bool {
        self.series.played + 1 < self.series.games
    }

    fn obey(&mut self, line: &str, keyboard: &mut Keyboard, out: &mut impl Write) -> Result<After, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Ok(After::Ask),
            ("help" | "?", _) => {
                writeln!(out, "{HELP}")?;
                Ok(After::Ask)
            }
            ("moves", "") => {
                self.print_moves(out)?;
                Ok(After::Ask)
            }
            ("why", step) => {
                self.why(step, out)?;
                Ok(After::Ask)
            }
            ("hint", "") => {
                for line in hint_lines(&self.record.line.played, Duration::from_secs(1)) {
                    writeln!(out, "{line}")?;
                }
                Ok(After::Ask)
            }
            ("undo", "" | "step" | "turn") => self.undo(rest == "turn", out),
            ("board" | "show", "") => {
                self.look(out)?;
                writeln!(out, "position: {}", self.game().text(self.record.line.played.position()))?;
                Ok(After::Ask)
            }
            ("rules", clause) => {
                let book = self.game().rules();
                let printed = match clause {
                    "" => rulebook::print_book(book, out),
                    _ => rulebook::print_clause(book, clause, out),
                };
                match printed {
                    Err(Failure::Unclear(words)) => writeln!(out, "{words}")?,
                    other => other?,
                }
                Ok(After::Ask)
            }
            ("save", file) => {
                self.save(file, out)?;
                Ok(After::Ask)
            }
            ("draw", "") => self.agree(keyboard, out),
            ("resign", "") => self.resign(out),
            ("next" | "again", "") if self.record.line.played.status().is_over() => self.next_game(out),
            ("quit" | "exit", "") => Ok(After::Leave),
            _ => self.step(line, out),
        }
    }

    /// Plays what was typed, or says why not. Nothing is lost either way.
    fn step(&mut self, line: &str, out: &mut impl Write) -> Result<After, Failure> {
        let before = self.record.line.played.position().clone();
        match self.record.line.played.play(line) {
            Ok(steps) => {
                // Only the first sentence is true of the position before the line; a run tells the rest.
                let said = steps.first().map(|step| self.game().say(&before, step)).unwrap_or_default();
                writeln!(out, "{} {said}\n", steps.join(","))?;
                Ok(After::GoOn)
            }
            Err(refusal) => {
                writeln!(out, "{}", Self::words(line, &refusal))?;
                Ok(After::Ask)
            }
        }
    }

    fn words(typed: &str, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Unreadable { expected } => {
                format!(
                    "{} is not a step here: expected {expected}. Type moves for all of them, help for the rest.",
                    quote(typed)
                )
            }
            Refusal::Ambiguous { .. } => format!("{}: {refusal}.", quote(typed)),
            other => refusal_words(other),
        }
    }

    fn print_moves(&self, out: &mut impl Write) -> Result<(), Failure> {
        let place = self.record.line.played.position();
        for step in self.record.line.played.steps() {
            writeln!(out, "  {step:<12} {}", self.game().say(place, &step))?;
        }
        Ok(())
    }

    fn why(&self, step: &str, out: &mut impl Write) -> Result<(), Failure> {
        let mut trial = self.record.line.played.clone();
        let words = match trial.play(step) {
            Ok(steps) => format!(
                "{} is legal. {}",
                steps.join(","),
                steps.first().map_or(String::new(), |step| self.game().say(self.record.line.played.position(), step))
            ),
            Err(refusal @ Refusal::Breach { .. }) => {
                format!("{}\nLegal here: {}", Self::words(step, &refusal), some(&self.record.line.played.steps()))
            }
            Err(refusal) => Self::words(step, &refusal),
        };
        Ok(writeln!(out, "{words}")?)
    }

    fn undo(&mut self, whole_turn: bool, out: &mut impl Write) -> Result<After, Failure> {
        let played = &mut self.record.line.played;
        let mut was_one = if whole_turn { played.take_back_turn() } else { played.take_back_step() };
        // Against the computer: back to a person's last decision.
        let thinks =
            |played: &Match| played.status().seat().is_some_and(|seat| self.players[seat.index()].computer.is_some());
        while was_one && thinks(played) {
            was_one = played.take_back_turn();
        }
        if was_one {
            return Ok(After::GoOn);
        }
        writeln!(out, "There is nothing to take back.")?;
        Ok(After::Ask)
    }

    fn agree(&mut self, keyboard: &mut Keyboard, out: &mut impl Write) -> Result<After, Failure> {
        let agreed = match keyboard.read("Does everybody agree on a draw? (yes/no) ", out)? {
            KeyboardInput::Line(answer) => matches!(answer.trim(), "y" | "yes"),
            _ => false,
        };
        if !agreed {
            writeln!(out, "No draw: everybody must agree (0.8). The game goes on.")?;
            return Ok(After::Ask);
        }
        self.settle(Match::agree_on_draw, "A draw needs a running game and two players or more.", out)
    }

    fn resign(&mut self, out: &mut impl Write) -> Result<After, Failure> {
        let Some(seat) = self.record.line.played.status().seat() else {
            writeln!(out, "The game is over already.")?;
            return Ok(After::Ask);
        };
        self.settle(|played| played.resign(seat), "Resigning is for two players (0.7); quit leaves the table.", out)
    }

    fn settle(
        &mut self,
        how: impl FnOnce(&mut Match) -> bool,
        otherwise: &str,
        out: &mut impl Write,
    ) -> Result<After, Failure> {
        if how(&mut self.record.line.played) {
            return Ok(After::GoOn);
        }
        writeln!(out, "{otherwise}")?;
        Ok(After::Ask)
    }

    /// Enters the game that is over into the series and sets the next one up, with everybody moved on by one seat.
    fn next_game(&mut self, out: &mut impl Write) -> Result<After, Failure> {
        let status = self.record.line.played.status();
        if !status.is_over() {
            return Ok(After::Ask);
        }
        let series = self.series.clone().including(status);
        if self.players.len() == 2 {
            let mut wins: Vec<(&Player, u8)> = self.players.iter().zip(series.wins.iter().copied()).collect();
            wins.sort_by_key(|(player, _)| player.number);
            let score: Vec<String> = wins.iter().map(|(player, wins)| format!("{} {wins}", player.called())).collect();
            writeln!(out, "{} of {} played: {}.", series.played, series.games, score.join(", "))?;
            match series.leader().map(|seat| self.players[seat.index()].called()) {
                _ if !series.is_over() => {}
                Some(winner) => writeln!(out, "The match goes to {winner}.")?,
                None => writeln!(out, "The match is drawn.")?,
            }
        }
        self.series = series.next_game();
        move_on(&mut self.players);
        self.record = Record {
            date: Some(today()),
            names: self.players.iter().map(|player| player.name.clone()).collect(),
            ..Record::of(Match::new(self.game().clone()))
        };
        self.saved = None;
        Ok(After::GoOn)
    }

    fn save(&mut self, file: &str, out: &mut impl Write) -> Result<(), Failure> {
        if file.is_empty() {
            return Ok(writeln!(out, "Save where? Expected a file name: save game.txt")?);
        }
        let path = PathBuf::from(file);
        let own = self.saved.as_ref().is_some_and(|(saved, _)| *saved == path);
        if path.exists() && !own {
            return Ok(writeln!(out, "{} exists already; choose another name.", quote(file))?);
        }
        match std::fs::write(&path, self.record.to_string()) {
            Ok(()) => {
                self.saved = Some((path, self.record.line.played.steps_taken().count()));
                Ok(writeln!(out, "Saved in {}.", quote(file))?)
            }
            Err(why) => Ok(writeln!(out, "Not saved: {why}.")?),
        }
    }

    /// Offers to save what would be lost. Where nobody can answer, the game is printed instead.
    fn leave(&mut self, keyboard: &mut Keyboard, out: &mut impl Write) -> Result<(), Failure> {
        let steps = self.record.line.played.steps_taken().count();
        let kept = |table: &PlaySession| steps == 0 || table.saved.as_ref().is_some_and(|(_, saved)| *saved == steps);
        while keyboard.is_terminal() && !kept(self) {
            match keyboard.read("Save the game first? A file name, or Enter to leave without: ", out)? {
                KeyboardInput::Line(file) if !file.trim().is_empty() => self.save(file.trim(), out)?,
                _ => return Ok(()),
            }
        }
        if !kept(self) {
            writeln!(out, "\n{}", self.record)?;
        }
        Ok(())
    }
}

fn load(file: &Path, game: &Arc<dyn AnyGame>) -> Result<Record, Failure> {
    let records = Record::read_all(&replay::read(file)?, Some(game)).map_err(|error| replay::failure(file, &error))?;
    let record = records.into_iter().next_back();
    let record = record.ok_or_else(|| Failure::Unclear(format!("{}: there is no record in it", file.display())))?;
    if record.line.played.game().about().id == game.about().id {
        return Ok(record);
    }
    let (found, asked) = (record.line.played.game().about().name, game.about().name);
    Err(Failure::Unclear(format!("{} is a game of {found}, not of {asked}", file.display())))
}

/// The date as records write it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
