//! Lines typed by a person, or piped in by a script.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};

/// Where lines come from.
pub enum Keyboard {
    /// A terminal, with editing and a memory of what was typed.
    Terminal(Box<DefaultEditor>),
    /// Anything else.
    Pipe,
}

/// What came in.
pub enum KeyboardInput {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input, or Ctrl-D.
    End,
}

/// What a typed line leads to.
pub enum After {
    /// The same prompt again.
    Ask,
    /// There is something new to show: the board has changed, or the next task begins.
    GoOn,
    /// The end.
    Leave,
}

impl Keyboard {
    pub fn open() -> Keyboard {
        match DefaultEditor::new() {
            Ok(editor) if io::stdin().is_terminal() && io::stdout().is_terminal() => {
                Keyboard::Terminal(Box::new(editor))
            }
            _ => Keyboard::Pipe,
        }
    }

    /// Whether somebody is there to answer a question.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Keyboard::Terminal(_))
    }

    /// Whether Enter was pressed while nobody was asking; it is used up. Never waits.
    pub fn pressed_enter(&self) -> bool {
        if !self.is_terminal() || !is_waiting() {
            return false;
        }
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).is_ok_and(|read| read > 0)
    }

    /// Reads one line; invalid UTF-8 is replaced and never an error.
    pub fn read(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<KeyboardInput> {
        out.flush()?;
        match self {
            Keyboard::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A failure here only means that the line is not in the history.
                    let _ = editor.add_history_entry(&line);
                    Ok(KeyboardInput::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(KeyboardInput::Interrupted),
                Err(_) => Ok(KeyboardInput::End),
            },
            Keyboard::Pipe => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut bytes)?;
                Ok(if read == 0 {
                    KeyboardInput::End
                } else {
                    KeyboardInput::Line(String::from_utf8_lossy(&bytes).into_owned())
                })
            }
        }
    }
}

/// Whether a line is waiting on standard input.
#[cfg(unix)]
fn is_waiting() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&at_once)).is_ok_and(|ready| ready > 0)
}

/// Elsewhere nobody is hurried.
#[cfg(not(unix))]
fn is_waiting() -> bool {
    false
}
