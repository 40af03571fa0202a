//! A small HTTP client whose requests come from an address of its own.

use serde_json::Value;
use std::io::{Error, Result};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// One player's connection, kept for the next request.
pub struct Client {
    from: Ipv4Addr,
    open: Option<(SocketAddr, BufReader<TcpStream>)>,
}

/// What came back.
pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl Client {
    /// The client with this number, from 0 on: each has another loopback address.
    pub fn new(number: u32) -> Client {
        let [_, high, middle, low] = (number + 1).to_be_bytes();
        Client { from: Ipv4Addr::new(127, 1 + high, middle, low), open: None }
    }

    /// Asks a node something; a request that was cut off may have been carried out.
    pub async fn ask(&mut self, to: SocketAddr, wanted: &Wanted<'_>) -> Result<Reply> {
        let mut connection = match self.open.take() {
            Some((known, connection)) if known == to => connection,
            _ => self.connect(to).await?,
        };
        connection.write_all(&wanted.text(to)).await?;
        let head = Head::read(&mut connection).await?;
        let body = if head.is_chunked {
            let mut body = Vec::new();
            loop {
                let size = line(&mut connection).await?;
                let size = usize::from_str_radix(size.trim(), 16).map_err(Error::other)?;
                let mut chunk = vec![0; size + 2];
                connection.read_exact(&mut chunk).await?;
                if size == 0 {
                    break body;
                }
                body.extend_from_slice(&chunk[..size]);
            }
        } else {
            let mut body = vec![0; head.length];
            connection.read_exact(&mut body).await?;
            body
        };
        if !head.closes {
            self.open = Some((to, connection));
        }
        Ok(Reply { status: head.status, body })
    }

    /// Listens to a stream on a connection of its own.
    pub async fn listen(&self, to: SocketAddr, wanted: &Wanted<'_>) -> Result<Stream> {
        let mut connection = self.connect(to).await?;
        connection.write_all(&wanted.text(to)).await?;
        match Head::read(&mut connection).await?.status {
            200 => Ok(Stream(connection)),
            other => Err(Error::other(format!("a stream was answered with {other}"))),
        }
    }

    async fn connect(&self, to: SocketAddr) -> Result<BufReader<TcpStream>> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        socket.set_nodelay(true)?;
        Ok(BufReader::new(socket.connect(to).await?))
    }
}

/// A request: a question, or with a body an order.
#[derive(Default)]
pub struct Wanted<'a> {
    pub path: &'a str,
    pub key: Option<&'a str>,
    pub body: Option<&'a Value>,
}

impl Wanted<'_> {
    fn text(&self, to: SocketAddr) -> Vec<u8> {
        let body = self.body.map(Value::to_string).unwrap_or_default();
        let method = if self.body.is_some() { "POST" } else { "GET" };
        let key = self.key.map(|key| format!("authorization: Bearer {key}\r\n")).unwrap_or_default();
        let head = format!("{method} {} HTTP/1.1\r\nhost: {to}\r\n{key}content-type: application/json\r\n", self.path);
        format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }
}

struct Head {
    status: u16,
    length: usize,
    is_chunked: bool,
    closes: bool,
}

impl Head {
    async fn read(from: &mut BufReader<TcpStream>) -> Result<Head> {
        let first = line(from).await?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| Error::other(format!("no status in '{first}'")))?;
        let mut head = Head { status, length: 0, is_chunked: false, closes: false };
        loop {
            let field = line(from).await?.trim_end().to_ascii_lowercase();
            match field.split_once(": ") {
                Some(("content-length", length)) => head.length = length.parse().map_err(Error::other)?,
                Some(("transfer-encoding", "chunked")) => head.is_chunked = true,
                Some(("connection", "close")) => head.closes = true,
                Some(_) => {}
                None => return Ok(head),
            }
        }
    }
}

/// Events as they come.
pub struct Stream(BufReader<TcpStream>);

/// One event.
pub struct Heard {
    pub kind: String,
    pub version: Option<u64>,
    pub data: String,
}

impl Stream {
    /// The next event.
    pub async fn next(&mut self) -> Result<Heard> {
        let mut heard = Heard { kind: String::new(), version: None, data: String::new() };
        loop {
            let line = line(&mut self.0).await?;
            // Sizes of chunks and the line ends between them mean nothing here: an event is never cut.
            let line = line.trim_end();
            if let Some(kind) = line.strip_prefix("event: ") {
                heard.kind = kind.to_string();
            } else if let Some(version) = line.strip_prefix("id: ") {
                heard.version = version.parse().ok();
            } else if let Some(data) = line.strip_prefix("data: ") {
                heard.data = data.to_string();
            } else if line.is_empty() && !heard.kind.is_empty() {
                return Ok(heard);
            }
        }
    }
}

async fn line(from: &mut BufReader<TcpStream>) -> Result<String> {
    let mut line = String::new();
    match from.read_line(&mut line).await? {
        0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line),
    }
}
