//! Connections: how many there are, from where, and how long they may take.

use super::routes;
use super::shared::Shared;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// For the head of a request, also the next one of a connection.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// For a reader to take what is written.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// The pause after a connection could not be accepted, as when there are too many files.
const PAUSE: Duration = Duration::from_millis(100);
/// The most bytes of a head.
const MOST_HEAD: usize = 16 << 10;
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// The open connections of each address.
#[derive(Default)]
struct Guests(Mutex<HashMap<IpAddr, u32>>);

/// A connection that is counted.
struct Guest(Arc<Guests>, IpAddr);

impl Guests {
    /// Counts a connection, if there is room for it.
    fn welcome(self: &Arc<Self>, address: IpAddr, most: u32) -> Option<Guest> {
        let mut open = crate::solver::lock(&self.0);
        let (all, own) = (open.values().sum::<u32>(), open.get(&address).copied().unwrap_or_default());
        let has_room = all < most && own < most.div_ceil(2);
        has_room.then(|| {
            open.insert(address, own + 1);
            Guest(self.clone(), address)
        })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut open = crate::solver::lock(&self.0.0);
        if let Some(count) = open.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.1);
            }
        }
    }
}

/// Accepts connections until the program ends.
pub(super) async fn receive(listener: TcpListener, shared: Arc<Shared>, most: u32) {
    let (guests, mut closing) = (Arc::new(Guests::default()), shared.closing.clone());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.changed() => return,
        };
        match accepted {
            Ok((stream, peer)) => match guests.welcome(peer.ip().to_canonical(), most) {
                Some(guest) => drop(tokio::spawn(attend(stream, peer, shared.clone(), guest))),
                // If this fails, the connection ends just the same.
                None => drop(stream.try_write(TOO_MANY)),
            },
            Err(error) => {
                log::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Serves a connection to its end.
async fn attend(stream: TcpStream, peer: SocketAddr, shared: Arc<Shared>, _guest: Guest) {
    let mut closing = shared.closing.clone();
    let served = serve(stream, peer, shared);
    tokio::select! {
        result = served => if let Err(error) = result { log::debug!("{peer}: {error}") },
        // Sockets say goodbye first.
        _ = async { drop(closing.changed().await); tokio::time::sleep(Duration::from_millis(500)).await } => {}
    }
}

async fn serve(stream: TcpStream, peer: SocketAddr, shared: Arc<Shared>) -> Result<(), hyper::Error> {
    // Answers are small and whole.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    let routes = TowerToHyperService::new(routes::routes(shared, peer.ip().to_canonical()));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MOST_HEAD);
    http.serve_connection(TokioIo::new(Box::pin(stream)), routes).with_upgrades().await
}
