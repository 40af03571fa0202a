//! `parlour`: old board games at the command line.
//!
//! This crate reads what was typed and prints what is answered; all it knows of games it asks of
//! `library`.

mod analyse;
mod args;
mod bench;
mod clock;
mod contest;
mod count;
mod draw;
mod evidence;
mod keyboard;
mod known;
mod learn;
mod look;
mod outside;
mod play;
mod protocol;
mod puzzles;
mod random;
mod replay;
mod review;
mod rulebook;
mod sample;
mod serve;
mod setup;
mod tune;

use args::{CliCommand, Parlour};
use clap::{CommandFactory, Parser};
use setup::Failure;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Parlour { command, ascii } = Parlour::parse();
    draw::keep_to_ascii(ascii);
    let command = command.unwrap_or_default();
    // Without a home folder there are only the tablebases of the program.
    let _ = known::look_in(std::env::var_os(known::VARIABLE).as_deref().map(Path::new));
    // Not locked: an engine's thoughts are told from another thread.
    let mut out = anstream::stdout();
    let done = run(command, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever was reading has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // If nobody can be told, the exit code still tells.
            let _ = out.flush();
            if let Some(words) = failure.words() {
                let _ = writeln!(anstream::stderr(), "parlour: {words}");
            }
            ExitCode::from(failure.code())
        }
    }
}

fn run(command: CliCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        CliCommand::List(args) => look::list(&args, out),
        CliCommand::Rules(args) => rulebook::print(&args, out),
        CliCommand::Evidence(args) => evidence::evidence(&args, out),
        CliCommand::Show(args) => look::show(&args, out),
        CliCommand::Moves(args) => look::moves(&args, out),
        CliCommand::Explain(args) => look::explain(&args, out),
        CliCommand::Perft(args) => count::perft(&args, out),
        CliCommand::Random(args) => random::play(&args, out),
        CliCommand::Replay(args) => replay::replay(&args, out),
        CliCommand::Review(args) => review::review(&args, out),
        CliCommand::Play(args) => play::play(&args, out),
        CliCommand::Learn(args) => learn::learn(&args, out),
        CliCommand::Puzzles(args) => puzzles::puzzles(&args, out),
        CliCommand::Hint(args) => analyse::hint(&args, out),
        CliCommand::Analyse(args) => analyse::analyse(&args, out),
        CliCommand::Solve(args) => known::solve(&args, out),
        CliCommand::Known(args) => known::look_up(&args, out),
        CliCommand::Match(args) => contest::contest(&args, out),
        CliCommand::Tune(args) => tune::tune(&args, out),
        CliCommand::Uci => protocol::uci(),
        CliCommand::Ugi(args) => protocol::ugi(&args),
        CliCommand::Bench(args) => bench::bench(&args, out),
        CliCommand::Sample(args) => sample::sample(&args, out),
        CliCommand::Serve(args) => serve::serve(&args, out),
        CliCommand::Backup(args) => serve::backup(&args, out),
        CliCommand::MoveHouse(args) => serve::move_house(&args, out),
        CliCommand::Doctor(args) => serve::doctor(&args, out),
        CliCommand::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Parlour::command(), "parlour", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}
