//! How nodes tell each other what they have committed.

use super::{BACK_OFF, Database};
use crate::ChangeHint;
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::{AsyncMessage, Client};

/// What notifications are sent through.
const CHANNEL: &str = "parlour";

/// Tells the other nodes what has been committed, as statements of their own: inside a transaction a notification takes
/// a lock of the whole database until the commit. What is lost here the others find by asking.
pub async fn notify(database: Database, mut queue: mpsc::UnboundedReceiver<(String, u64)>) {
    let mut client: Option<Client> = None;
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, 256).await > 0 {
        let hints: Vec<String> = batch.drain(..).map(|(table, version)| format!("{table} {version}")).collect();
        if client.as_ref().is_none_or(Client::is_closed) {
            client = database.connect().await.ok();
        }
        if let Some(client) = &client {
            let sql = "SELECT pg_notify($1, hint) FROM unnest($2::text[]) hint";
            let _ = client.execute(sql, &[&CHANNEL, &hints]).await;
        }
    }
}

/// Hears what other nodes have committed, on one connection; after each reconnect everybody must ask for what was missed.
pub async fn listen(database: Database, hints: broadcast::Sender<ChangeHint>) {
    let mut pause = BACK_OFF.0;
    loop {
        if let Ok((client, mut connection)) = database.config.connect(database.tls.clone()).await {
            let (sender, mut receiver) = mpsc::unbounded_channel();
            let reading = tokio::spawn(async move {
                loop {
                    match std::future::poll_fn(|context| connection.poll_message(context)).await {
                        Some(Ok(AsyncMessage::Notification(heard))) => {
                            if sender.send(heard.payload().to_string()).is_err() {
                                return;
                            }
                        }
                        Some(Ok(_)) => {}
                        Some(Err(_)) | None => return,
                    }
                }
            });
            if client.batch_execute(&format!("LISTEN {CHANNEL}")).await.is_ok() {
                pause = BACK_OFF.0;
                let _ = hints.send(ChangeHint::Lost);
                while let Some(payload) = receiver.recv().await {
                    if let Some((table, version)) = payload.split_once(' ')
                        && let Ok(version) = version.parse()
                    {
                        let _ = hints.send(ChangeHint::Changed(table.to_string(), version));
                    }
                }
            }
            reading.abort();
        }
        tokio::time::sleep(pause).await;
        pause = (2 * pause).min(BACK_OFF.1);
    }
}
