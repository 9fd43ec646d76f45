//! Accepting connections, and the time that they may take.

use super::Shared;
use super::connections::{Connection, Connections, counted};
use super::routes;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};
use tokio_io_timeout::TimeoutStream;

/// For the head of a request, also the next one of a connection.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// For a reader to take what is written.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// The pause after a connection could not be accepted, as when there are too many files.
const PAUSE: Duration = Duration::from_millis(100);
/// For the connections to end when the program does, and between two looks whether they have.
const CLOSING: (Duration, Duration) = (Duration::from_millis(500), Duration::from_millis(5));
/// The most bytes of a head.
const MOST_HEAD: usize = 16 << 10;
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Accepts connections until the program ends, and lets WebSockets close then.
pub(super) async fn accept_all(listener: TcpListener, shared: Arc<Shared>, most: u32) {
    let (connections, mut closing) = (Arc::new(Connections::default()), shared.closing.clone());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => match connections.try_add(counted(peer.ip()), most) {
                Some(connection) => drop(tokio::spawn(serve(stream, peer, shared.clone(), Arc::new(connection)))),
                // If this fails, the connection ends just the same.
                None => drop(stream.into_std().and_then(|mut stream| stream.write(TOO_MANY))),
            },
            Err(error) => {
                log::warn!("cannot accept a connection: {error}");
                sleep(PAUSE).await;
            }
        }
    }
    let until = Instant::now() + CLOSING.0;
    while !connections.is_empty() && Instant::now() < until {
        sleep(CLOSING.1).await;
    }
}

/// Serves a connection to its end, or until a WebSocket takes it over.
async fn serve(stream: TcpStream, peer: SocketAddr, shared: Arc<Shared>, connection: Arc<Connection>) {
    // Answers are small and whole.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    let routes = TowerToHyperService::new(routes::routes(shared, connection));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MOST_HEAD);
    if let Err(error) = http.serve_connection(TokioIo::new(Box::pin(stream)), routes).with_upgrades().await {
        log::debug!("{peer}: {error}");
    }
}
