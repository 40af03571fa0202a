//! The database, and the wires between it and the nodes.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_postgres::NoTls;

/// A new database on the server that `tests/with-postgres` has started.
pub struct Database {
    server: String,
    name: String,
    data: PathBuf,
    programs: PathBuf,
}

impl Database {
    pub async fn new() -> Database {
        let variable =
            |name: &str| std::env::var(name).unwrap_or_else(|_| panic!("no {name}; run inside tests/with-postgres"));
        let database = Database {
            server: variable("PARLOUR_TEST_POSTGRES"),
            name: format!("house_{}", std::process::id()),
            data: variable("PARLOUR_TEST_POSTGRES_DATA").into(),
            programs: variable("PARLOUR_TEST_POSTGRES_BIN").into(),
        };
        database.say(&format!("CREATE DATABASE {}", database.name)).await.expect("a new database");
        database
    }

    /// Its address. Not encrypted, so that a wire sees what goes over it.
    pub fn address(&self) -> String {
        format!("{}/{}?sslmode=disable", self.server, self.name)
    }

    /// Its address over a wire.
    pub fn address_over(&self, wire: &Wire) -> String {
        let (before, _) = self.server.rsplit_once('@').unwrap_or(("postgres://parlour", ""));
        format!("{before}@{}/{}?sslmode=disable", wire.address, self.name)
    }

    /// Ends some of the connections to it, each with this chance.
    pub async fn terminate(&self, chance: f64) {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour'";
        let _ = self.say(&format!("{sql} AND random() < {chance}")).await;
    }

    async fn say(&self, sql: &str) -> Result<(), tokio_postgres::Error> {
        let (client, connection) = tokio_postgres::connect(&format!("{}/postgres", self.server), NoTls).await?;
        tokio::spawn(connection);
        client.batch_execute(sql).await
    }

    /// Restarts the server; `at_once` is a crash: nothing is written first. Waits until it is back.
    pub fn restart(&self, at_once: bool) {
        let mode = if at_once { "immediate" } else { "fast" };
        // The server refuses to run as root.
        let is_root = rustix::process::geteuid().is_root();
        let mut command = if is_root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(self.programs.join("pg_ctl"));
            command
        } else {
            Command::new(self.programs.join("pg_ctl"))
        };
        command.arg("-D").arg(&self.data).args(["-w", "-m", mode, "-l"]).arg(self.data.join("restarts")).arg("restart");
        let ended = command.current_dir(&self.data).output().expect("pg_ctl runs");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }
}

/// What one node's connections to the database go over.
pub struct Wire {
    pub address: SocketAddr,
    /// While set, nothing gets through to a node that listens for changes, and nobody is told.
    pub is_deaf: Arc<AtomicBool>,
    /// How many connections that was true of.
    pub held: Arc<AtomicU32>,
    /// A new value ends all connections.
    pub cut: watch::Sender<u32>,
}

impl Wire {
    pub async fn to(database: &Database) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let server = database.server.rsplit('@').next().unwrap_or_default().to_string();
        let (is_deaf, held, cut) = (Arc::new(AtomicBool::new(false)), Arc::default(), watch::Sender::new(0));
        let wire = Wire { address, is_deaf: is_deaf.clone(), held: Arc::clone(&held), cut: cut.clone() };
        tokio::spawn(async move {
            while let Ok((node, _)) = listener.accept().await {
                let (server, is_deaf, held, mut cut) = (server.clone(), is_deaf.clone(), held.clone(), cut.subscribe());
                tokio::spawn(async move {
                    let Ok(database) = TcpStream::connect(server).await else { return };
                    tokio::select! {
                        () = join(node, database, &is_deaf, &held) => {}
                        _ = cut.changed() => {}
                    }
                });
            }
        });
        wire
    }
}

/// Carries bytes both ways until one side closes.
async fn join(mut node: TcpStream, mut database: TcpStream, is_deaf: &AtomicBool, held: &AtomicU32) {
    let (mut asked, mut answered) = (vec![0; 16 << 10], vec![0; 16 << 10]);
    let mut listens = false;
    loop {
        if listens && is_deaf.load(Relaxed) {
            held.fetch_add(1, Relaxed);
            while is_deaf.load(Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            return;
        }
        let carried = tokio::select! {
            read = node.read(&mut asked) => match read {
                Ok(count @ 1..) => {
                    listens |= asked[..count].windows(7).any(|bytes| bytes == b"LISTEN ");
                    database.write_all(&asked[..count]).await
                }
                _ => return,
            },
            read = database.read(&mut answered) => match read {
                Ok(count @ 1..) => node.write_all(&answered[..count]).await,
                _ => return,
            },
            // Whoever listens says nothing for long: look again whether it is to be deaf.
            () = tokio::time::sleep(Duration::from_millis(100)), if listens => Ok(()),
        };
        if carried.is_err() {
            return;
        }
    }
}
