//! Nodes: processes of the real program.

use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What the keys of all nodes are made from.
pub const SECRET: &str = "a secret of the house that is broken on purpose";

/// How to start a node, always at the same address.
pub struct Node {
    pub address: SocketAddr,
    store: Option<String>,
    folder: PathBuf,
}

/// A node that runs; killed when dropped.
pub struct Running(Child);

impl Node {
    /// A node at a free port that keeps its tables in this database, or in a file of the folder.
    pub fn new(store: Option<String>, folder: &Path) -> Node {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.expect("a free port");
        let folder = folder.join(address.port().to_string());
        std::fs::create_dir_all(&folder).expect("a folder for the node");
        Node { address, store, folder }
    }

    /// Starts it; none if it ended before it was open, as it does while the database is away.
    pub fn start(&self) -> Option<Running> {
        let log = File::options().create(true).append(true).open(self.folder.join("log")).expect("a file for the log");
        let mut command = Command::new(program());
        command.args(["serve", "--no-open", "--pace", "0.3", "--listen", &self.address.to_string(), "--data"]);
        command.arg(&self.folder).env("PARLOUR_SECRET", SECRET).stdout(Stdio::piped()).stderr(log);
        if let Some(store) = &self.store {
            command.args(["--store", store]);
        }
        let mut running = Running(command.spawn().expect("the program starts"));
        let mut line = String::new();
        // Lent, not taken: whoever writes to a pipe that nobody holds is ended.
        let said = BufReader::new(running.0.stdout.as_mut().expect("it was piped")).read_line(&mut line);
        (said.is_ok() && line.contains("is open")).then_some(running)
    }
}

impl Running {
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    pub fn signal(&self, signal: Signal) {
        let _ = kill_process(Pid::from_child(&self.0), signal);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program that was built beside this one, or another.
fn program() -> PathBuf {
    if let Some(given) = std::env::var_os("PARLOUR") {
        return given.into();
    }
    let own = std::env::current_exe().expect("this program has a name");
    let beside = own.parent().and_then(Path::parent).expect("it lies in 'examples'").join("parlour");
    assert!(beside.exists(), "expected {} to be built, or PARLOUR to name the program", beside.display());
    beside
}
