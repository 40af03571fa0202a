//! Where connections come in. axum's own loop waits for ever for somebody who connects and says nothing, and lets one
//! client take every file descriptor.

use crate::body::ClientId;
use crate::house::House;
use crate::live::lock;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};

/// How long to wait if nobody can be let in, as when too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// How many connections or streams there may be at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cap {
    /// Of everybody.
    pub total: usize,
    /// Of one client.
    pub per_client: usize,
}

/// Counts what is open, for everybody and for each client, and lets no more in than the cap allows.
pub struct Gate {
    cap: Cap,
    open: Arc<Mutex<OpenConnections>>,
}

#[derive(Default)]
struct OpenConnections {
    total: usize,
    refused: u64,
    clients: HashMap<ClientId, usize>,
}

/// One that was let in; counted until dropped.
pub struct Admission {
    client: Option<ClientId>,
    open: Arc<Mutex<OpenConnections>>,
}

impl Gate {
    /// Nothing is open yet.
    pub fn new(cap: Cap) -> Gate {
        Gate { cap, open: Arc::default() }
    }

    /// Counts one more of this client; of those without a client, such as a proxy's connections, only the total counts.
    pub fn enter(&self, client: Option<ClientId>) -> Option<Admission> {
        let mut open = lock(&self.open);
        let own = client.map_or(0, |client| open.clients.get(&client).copied().unwrap_or(0));
        if open.total >= self.cap.total || own >= self.cap.per_client {
            open.refused += 1;
            return None;
        }
        open.total += 1;
        if let Some(client) = client {
            open.clients.insert(client, own + 1);
        }
        Some(Admission { client, open: self.open.clone() })
    }

    /// How many are open, and how many have been refused so far.
    pub fn counts(&self) -> (usize, u64) {
        let open = lock(&self.open);
        (open.total, open.refused)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        open.total -= 1;
        if let Some(client) = self.client
            && let Some(own) = open.clients.get_mut(&client)
        {
            *own -= 1;
            if *own == 0 {
                open.clients.remove(&client);
            }
        }
    }
}

/// Serves connections until the house closes; then waits for those under way. Whoever sends no request within the
/// configured time, or does not read what is sent for as long, is disconnected.
pub async fn serve(listener: TcpListener, app: Router, house: Arc<House>) {
    let (patience, mut closing) = (house.settings.patience, house.closing.subscribe());
    let app = TowerToHyperService::new(app);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    let under_way = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(why) => {
                tracing::warn!(%why, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let address = peer.ip().to_canonical();
        let client = (!house.settings.proxies.contains(&address)).then(|| ClientId::of(address));
        let Some(entry) = house.connections.enter(client) else {
            // Closed without an answer, which would cost more: an ordinary client never comes near this limit.
            continue;
        };
        // No Nagle delay: events are short and should arrive at once.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            app.call(request)
        });
        let io = TokioIo::new(Stalling::new(stream, patience));
        let connection = under_way.watch(http.serve_connection(io, service));
        tokio::spawn(async move {
            if let Err(why) = connection.await {
                tracing::debug!(%why, "a connection broke off");
            }
            drop(entry);
        });
    }
    drop(listener);
    under_way.shutdown().await;
}

/// A connection that fails if the other end takes nothing of what is written for too long.
struct Stalling {
    stream: TcpStream,
    patience: Duration,
    /// Runs while something waits to be written.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Stalling {
    fn new(stream: TcpStream, patience: Duration) -> Stalling {
        Stalling { stream, patience, timer: None }
    }

    /// Passes on how a write went, and watches the time while it waits.
    fn watch<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let patience = self.patience;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + patience)));
        if timer.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the other end takes nothing")));
        }
        Poll::Pending
    }
}

impl AsyncRead for Stalling {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stalling {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_gate_counts_clients_apart_and_forgets_who_has_left() {
        let client = |number| Some(ClientId::of(Ipv4Addr::new(127, 0, 0, number).into()));
        let gate = Gate::new(Cap { total: 3, per_client: 2 });
        let first = gate.enter(client(1)).unwrap();
        let second = gate.enter(client(1)).unwrap();
        assert!(gate.enter(client(1)).is_none(), "no more than two of one client");
        let third = gate.enter(client(2)).unwrap();
        assert!(gate.enter(client(3)).is_none(), "no more than three of all");
        drop(first);
        assert!(gate.enter(client(1)).is_some());
        drop((second, third));
        assert_eq!(gate.counts(), (0, 2));
        assert!(lock(&gate.open).clients.is_empty());
        let proxied: Vec<_> = (0..3).map(|_| gate.enter(None).unwrap()).collect();
        assert!(gate.enter(None).is_none());
        drop(proxied);
    }
}
