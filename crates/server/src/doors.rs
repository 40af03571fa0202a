//! Where connections come in. axum's own loop waits for ever for somebody who connects and says nothing.

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long to wait if nobody can be let in, as when too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// Lets everybody in who says within `patience` what is wanted, until the house closes; then waits for those
/// who are inside.
pub async fn answer(listener: TcpListener, app: Router, patience: Duration, mut closing: watch::Receiver<bool>) {
    let app = TowerToHyperService::new(app);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    let inside = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(why) => {
                tracing::warn!(%why, "somebody could not be let in");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Events are short, and wanted at once.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            app.call(request)
        });
        let connection = inside.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(why) = connection.await {
                tracing::debug!(%why, "a connection broke off");
            }
        });
    }
    drop(listener);
    inside.shutdown().await;
}
