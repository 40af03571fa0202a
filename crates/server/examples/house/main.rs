//! Runs a whole house, real nodes on a real PostgreSQL, to see what it bears:
//!
//! ```text
//! cargo build -p parlour && tests/with-postgres cargo run -p parlour-server --example house -- faults --seconds 60
//! cargo build --release -p parlour && tests/with-postgres cargo run --release -p parlour-server --example house -- load
//! ```
//!
//! `faults` kills, pauses and cuts off nodes and restarts the database while people play, and then looks whether anything was lost;
//! it exits with 1 if anything was. `load` measures and judges nothing. Both start the `parlour` that was built beside them, or
//! the one that `PARLOUR` names, with its limits as they are by default: every player comes from a loopback address of his own.

extern crate parlour_server as server;

#[cfg(unix)]
mod check;
#[cfg(unix)]
mod client;
#[cfg(unix)]
mod database;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod load;
#[cfg(unix)]
mod nodes;
#[cfg(unix)]
mod players;

use clap::{Args, Parser};

/// Runs a whole house to see what it bears.
#[derive(Parser)]
enum Order {
    /// Break nodes and connections while people play; then look whether anything was lost
    Faults(Faults),
    /// Measure how quickly steps are answered and heard of
    Load(Load),
}

#[derive(Args)]
struct Faults {
    /// For how long things break
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How many nodes
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// How many tables at once, every second one against the computer
    #[arg(long, default_value_t = 24)]
    tables: u32,
    /// Which faults, and when
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Load {
    /// For how long it is measured
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How many nodes, the players of each table at different ones; 0 is one node that keeps its tables in a file
    #[arg(long, default_value_t = 2)]
    nodes: usize,
    /// How many tables at once
    #[arg(long, default_value_t = 1_000)]
    tables: u32,
    /// Milliseconds from one step at a table to the next; 0 is as quickly as they are answered
    #[arg(long, default_value_t = 2_000)]
    pause: u64,
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    let order = Order::parse();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let is_well = match order {
        Order::Faults(order) => runtime.block_on(faults::run(&order)),
        Order::Load(order) => runtime.block_on(load::run(&order)),
    };
    runtime.shutdown_background();
    if is_well { std::process::ExitCode::SUCCESS } else { std::process::ExitCode::FAILURE }
}

#[cfg(not(unix))]
fn main() {
    drop(Order::parse());
    eprintln!("expected a Unix system: nodes are killed and paused by signals");
}
