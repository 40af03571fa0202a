//! Other programs as opponents, spoken to in UCI or UGI.

use crate::args::ContestArgs;
use crate::setup::Failure;
use library::{AnyGame, Match};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A program that was started and has introduced itself.
pub struct Outside {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    limit: String,
}

impl Outside {
    /// Starts a command line, its words separated by spaces, and sets the contest's options (`Name=value`).
    pub fn start(command: &str, uci: bool, game: &Arc<dyn AnyGame>, contest: &ContestArgs) -> Result<Outside, Failure> {
        let mut words = command.split_whitespace();
        let program =
            words.next().ok_or_else(|| Failure::Unclear("expected a command after uci: or ugi:".to_string()))?;
        let started = Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|why| Failure::Unclear(format!("{program}: {why}")))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::No(format!("{program} cannot be spoken to")));
        };
        let limit = match contest.nodes {
            Some(nodes) => format!("nodes {nodes}"),
            None => format!("movetime {}", contest.time.unwrap_or(Duration::from_millis(100)).as_millis()),
        };
        let mut outside = Outside { child, stdin, stdout: BufReader::new(stdout), limit };
        if uci && game.about().id != "chess" {
            return Err(Failure::Unclear("UCI is spoken in chess only; for other games use ugi:COMMAND".to_string()));
        }
        let (hello, done, new) = if uci { ("uci", "uciok", "ucinewgame") } else { ("ugi", "ugiok", "uginewgame") };
        let talk = |outside: &mut Outside| -> Result<(), String> {
            outside.tell(hello)?;
            outside.hear(done)?;
            for option in &contest.setoption {
                let (name, value) = option.split_once('=').ok_or("an option is written Name=value")?;
                outside.tell(&format!("setoption name {name} value {value}"))?;
            }
            outside.tell(new)?;
            outside.tell("isready")?;
            outside.hear("readyok").map(|_| ())
        };
        talk(&mut outside).map_err(|why| Failure::No(format!("{program}: {why}")))?;
        Ok(outside)
    }

    fn tell(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush()).map_err(|why| why.to_string())
    }

    /// Waits for a line that begins with this word; tells the line.
    fn hear(&mut self, word: &str) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.stdout.read_line(&mut line) {
                Ok(0) => return Err(format!("it ended without saying {word}")),
                Ok(_) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) => {}
                Err(why) => return Err(why.to_string()),
            }
        }
    }

    /// The turn it chooses, its steps joined by commas.
    pub fn choose(&mut self, played: &Match) -> Result<String, String> {
        let game = played.game();
        let start = game.text(played.start());
        let usual = start == game.text(&game.start());
        let turns: Vec<String> = played.turns().iter().map(|turn| turn.steps.join(",")).collect();
        let place = if usual { "startpos".to_string() } else { format!("fen {start}") };
        self.tell(&format!("position {place} moves {}", turns.join(" ")))?;
        self.tell(&format!("go {}", self.limit))?;
        let answer = self.hear("bestmove")?;
        answer.split_whitespace().nth(1).map(String::from).ok_or_else(|| "it named no move".to_string())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // `quit` may fail if the program has ended already, which is as good.
        let _ = self.tell("quit");
        let _ = self.child.wait();
    }
}
