//! A small HTTP client, and a house to ask.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Nothing takes so long unless it hangs.
pub const HANGS: Duration = Duration::from_mins(1);

/// How long a test waits before it asks again: an address may ask fifty times a second for as long as it likes, and never waits for
/// itself here, however fast the machine is.
pub const ASK_AGAIN: Duration = Duration::from_millis(25);

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }

    /// The body, if the status is as expected.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The error's code, if the status is as expected.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        let error = self.expect(status)["error"].clone();
        assert_eq!(error["code"], code, "{error}");
        assert!(error["words"].as_str().is_some_and(|words| words.len() > 10), "{error}");
        error
    }
}

/// Asks something; what cannot be asked because nobody listens is an error.
pub fn try_ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Reply> {
    let mut reader = open(address, method, path, headers, body)?;
    let (status, headers) = head(&mut reader)?;
    let reply = Reply { status, headers, body: Vec::new() };
    let mut body = Vec::new();
    if reply.header("transfer-encoding") == Some("chunked") {
        loop {
            let mut size = String::new();
            reader.read_line(&mut size)?;
            let size = usize::from_str_radix(size.trim(), 16).map_err(std::io::Error::other)?;
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk)?;
            body.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        }
    } else {
        let length = reply.header("content-length").map_or(0, |length| length.parse().unwrap());
        body.resize(if method == "HEAD" { 0 } else { length }, 0);
        reader.read_exact(&mut body)?;
    }
    Ok(Reply { body, ..reply })
}

fn open(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(HANGS))?;
    stream.set_nodelay(true)?;
    let mut bytes = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n").into_bytes();
    if !headers.iter().any(|(name, _)| *name == "host") {
        write!(bytes, "host: {address}\r\n")?;
    }
    for (name, value) in headers {
        write!(bytes, "{name}: {value}\r\n")?;
    }
    write!(bytes, "content-length: {}\r\n\r\n", body.len())?;
    bytes.extend_from_slice(body);
    stream.write_all(&bytes)?;
    Ok(BufReader::new(stream))
}

fn head(reader: &mut impl BufRead) -> std::io::Result<(u16, Vec<(String, String)>)> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other(format!("no status in '{line}'")))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_string(), value.to_string()));
    }
    Ok((status, headers))
}

/// A client of one server.
#[derive(Clone, Copy)]
pub struct Client(pub SocketAddr);

impl Client {
    #[track_caller]
    pub fn ask(self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        try_ask(self.0, method, path, headers, body).unwrap()
    }

    #[track_caller]
    pub fn get(self, path: &str) -> Reply {
        self.ask("GET", path, &[], b"")
    }

    #[track_caller]
    pub fn post(self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    /// With a seat's key.
    #[track_caller]
    pub fn post_as(self, key: &str, path: &str, body: &Value) -> Reply {
        let bearer = format!("Bearer {key}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        self.ask("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Listens to a stream.
    pub fn listen(self, path: &str, headers: &[(&str, &str)]) -> Stream {
        self.try_listen(path, headers).unwrap()
    }

    /// Listens to a stream, if it is opened.
    pub fn try_listen(self, path: &str, headers: &[(&str, &str)]) -> std::io::Result<Stream> {
        let mut reader = open(self.0, "GET", path, headers, b"")?;
        match head(&mut reader)? {
            (200, headers) => {
                let reader = BufReader::new(Chunks { from: reader, left: 0 });
                Ok(Stream { reader, headers })
            }
            (status, _) => Err(std::io::Error::other(format!("a stream was answered with {status}"))),
        }
    }

    /// Looks at a table until it is as wanted.
    #[track_caller]
    pub fn wait_for(self, table: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let began = std::time::Instant::now();
        loop {
            let view = self.get(&format!("/api/tables/{table}")).expect(200);
            if wanted(&view) {
                return view;
            }
            assert!(began.elapsed() < HANGS, "the table never came to be as wanted: {view}");
            std::thread::sleep(ASK_AGAIN);
        }
    }
}

/// A body that comes in chunks, without their sizes.
struct Chunks {
    from: BufReader<TcpStream>,
    left: usize,
}

impl Read for Chunks {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            let mut size = String::new();
            self.from.read_line(&mut size)?;
            self.left = usize::from_str_radix(size.trim(), 16).map_err(std::io::Error::other)?;
        }
        let most = into.len().min(self.left);
        let count = self.from.read(&mut into[..most])?;
        self.left -= count;
        if self.left == 0 && count > 0 {
            self.from.read_line(&mut String::new())?;
        }
        Ok(count)
    }
}

/// Events as they come.
pub struct Stream {
    reader: BufReader<Chunks>,
    pub headers: Vec<(String, String)>,
}

/// One event.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    pub kind: String,
    pub id: Option<u64>,
    pub data: Value,
}

impl Iterator for Stream {
    type Item = Heard;

    fn next(&mut self) -> Option<Heard> {
        let (mut kind, mut id, mut data) = (String::new(), None, None);
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("event: ") {
                kind = text.to_string();
            } else if let Some(text) = line.strip_prefix("id: ") {
                id = text.parse().ok();
            } else if let Some(text) = line.strip_prefix("data: ") {
                data = serde_json::from_str(text).ok();
            } else if let ("", Some(data)) = (line, data.clone()) {
                return Some(Heard { kind, id, data });
            }
        }
    }
}

impl Stream {
    /// The next event that is stored, passing ones left out.
    pub fn numbered(&mut self) -> Option<Heard> {
        self.find(|heard| heard.id.is_some())
    }
}

/// The store of a test house, to look inside or to prepare it.
pub fn store_of(folder: &Path) -> Arc<dyn store::Store> {
    open_store(folder, database_of(folder).as_deref())
}

fn open_store(folder: &Path, database: Option<&str>) -> Arc<dyn store::Store> {
    static NODES: AtomicUsize = AtomicUsize::new(0);
    match database {
        Some(address) => {
            let node = format!("node {}", NODES.fetch_add(1, Relaxed));
            Arc::new(store::Postgres::open(address, &node).unwrap())
        }
        None => Arc::new(store::Sqlite::open(&folder.join("parlour.db")).unwrap()),
    }
}

/// A new database, if there is a server for the tests: see `tests/with-postgres`.
pub fn new_database() -> Option<String> {
    static DATABASES: AtomicUsize = AtomicUsize::new(0);
    let Ok(server) = std::env::var("PARLOUR_TEST_POSTGRES") else {
        eprintln!("skipped: no PARLOUR_TEST_POSTGRES; see tests/with-postgres");
        return None;
    };
    let name = format!("test_{}_{}", std::process::id(), DATABASES.fetch_add(1, Relaxed));
    std::thread::spawn({
        let (server, name) = (server.clone(), name.clone());
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let (client, connection) =
                    tokio_postgres::connect(&format!("{server}/postgres"), tokio_postgres::NoTls).await.unwrap();
                tokio::spawn(connection);
                client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
            });
        }
    })
    .join()
    .unwrap();
    Some(format!("{server}/{name}"))
}

/// The database that belongs to a folder, the same each time, if there is a server for the tests and the folder holds no
/// file of tables.
fn database_of(folder: &Path) -> Option<String> {
    std::env::var_os("PARLOUR_TEST_POSTGRES")?;
    if folder.join("parlour.db").exists() {
        return None;
    }
    let note = folder.join("database");
    if let Ok(known) = std::fs::read_to_string(&note) {
        return Some(known);
    }
    let new = new_database()?;
    std::fs::write(note, &new).unwrap();
    Some(new)
}

/// A house in this process, closed when dropped.
pub struct TestHouse {
    pub client: Client,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A house in a new folder, which is there as long as it is held.
pub fn house() -> (tempfile::TempDir, TestHouse) {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::open(folder.path());
    (folder, house)
}

impl TestHouse {
    /// Opens one over a folder; answers of the computer come at once.
    pub fn open(folder: &Path) -> TestHouse {
        let settings = server::Settings { pace: Duration::ZERO, ..server::Settings::default() };
        TestHouse::with(folder, settings)
    }

    /// Over a folder; or, if there is a PostgreSQL server for the tests, over a database that belongs to the folder.
    pub fn with(folder: &Path, settings: server::Settings) -> TestHouse {
        TestHouse::on(folder, settings, database_of(folder).as_deref())
    }

    /// Over a database, or over a folder; the secret is always the folder's.
    pub fn on(folder: &Path, settings: server::Settings, database: Option<&str>) -> TestHouse {
        let (folder, database) = (folder.to_path_buf(), database.map(String::from));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let store = tokio::task::block_in_place(|| open_store(&folder, database.as_deref()));
                let secret = server::Secret::in_folder(&folder).unwrap();
                let house = server::House::new(settings, store, secret);
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                let stop = async move { drop(stopped.await) };
                server::serve(house, listener, stop).await.unwrap();
            });
        });
        TestHouse { client: Client(receiver.recv().unwrap()), stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for TestHouse {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}
