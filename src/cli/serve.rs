//! `emilia serve`: the JSON protocol over HTTP and WebSocket, and a page to play and analyse in a browser.
//!
//! ```text
//!   listener      connections: how many, from where, how long they may take
//!     └─► routes      the page, /analyze, /ws; who may ask
//!           └─► conversation      a client of the pool: its lines, one by one, at its rate
//!                 └─► json::Pool      the searches of all clients
//! ```

mod connections;
mod conversation;
mod files;
mod guard;
mod listener;
mod rate;
mod routes;
mod socket;

use super::json::{Pool, start_workers};
use super::message::print_message;
use super::signals::set_handler;
use crate::cli::args::seconds;
use crate::cli::{CliCommand, Invocation, start_threads};
use crate::session::Options;
use anyhow::Context as _;
use clap::{Args, value_parser};
use emilia::Level;
use emilia::internal::solver::lock;
use guard::Guard;
use rate::Rates;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Searches at once for each core, so that a short one need not wait for long ones of others.
const JOBS_PER_CORE: usize = 4;
/// The options of the engine whose defaults are others here.
pub(super) const DEFAULTS: [(&str, &str); 2] = [("threads", "1 for each job"), ("hash", "64")];
/// The size of all tables together in MiB, so that the program has 200 MiB at most.
const HASH: usize = 64;

/// The threads of the connections.
const THREADS: usize = 2;

/// The environment variable with the token.
pub(super) const TOKEN_VARIABLE: &str = "EMILIA_SERVE_TOKEN";

/// Analyse over HTTP and WebSocket for other programs, and play in a browser
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; one that other machines can reach needs a token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(super) host: IpAddr,
    /// The port to listen on; 0 for a free one
    #[arg(long, value_name = "N", default_value_t = 8064)]
    pub(super) port: u16,
    /// Answer only those who know the token in the first line of this file; else the token in the environment variable
    /// EMILIA_SERVE_TOKEN, if there is one
    #[arg(long, value_name = "FILE")]
    pub(super) token_file: Option<PathBuf>,
    /// A name by which browsers reach the server, as behind a proxy, with its port if that is not 80 or 443; may be repeated
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(super) name: Vec<String>,
    /// Searches at once, each with its threads and its share of the table [default: 4 for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    pub(super) jobs: Option<u32>,
    /// The most time for a search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub(super) time: Duration,
    /// The most queries a second from one address
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000), default_value_t = 2000)]
    pub(super) rate: u32,
    /// The most connections; half of them from one address
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=65536), default_value_t = 1024)]
    pub(super) connections: u32,
    /// Open the page in the browser
    #[arg(long)]
    pub(super) open: bool,
}

impl Serve {
    /// Whether only this machine can reach the address.
    pub(super) fn is_local(&self) -> bool {
        self.host.to_canonical().is_loopback()
    }
}

fn name(text: &str) -> Result<String, String> {
    let is_valid = !plain_name(text).is_empty() && !text.contains(['/', ' ']);
    is_valid.then(|| text.to_owned()).ok_or_else(|| "expected the name of a host".to_owned())
}

/// The name in small letters, without a port and without the dot of the root of all names.
pub(super) fn plain_name(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// The searches, the limits, the page.
struct Shared {
    pub pool: Arc<Pool>,
    pub level: Level,
    pub most_time: Duration,
    pub guard: Guard,
    pub rates: Rates,
    pub page: String,
    /// True when the program ends.
    pub closing: watch::Receiver<bool>,
}

impl CliCommand for Serve {
    fn fault(&self) -> Option<String> {
        let has_token = self.token_file.is_some() || std::env::var_os(TOKEN_VARIABLE).is_some();
        (!has_token && !self.is_local()).then(|| {
            format!("an address that other machines can reach needs a token; name a file with --token-file, or set {TOKEN_VARIABLE}")
        })
    }

    /// Serves until Ctrl-C.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let Invocation { options, explicit, .. } = invocation;
        let weights = &invocation.weights()?;
        let guard = Guard::new(self)?;
        check_threads().context("cannot start threads")?;
        start_threads()?;
        let books = invocation.books().open()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build();
        let runtime = runtime.context("cannot start threads")?;
        let listener = runtime.block_on(listen(self))?;
        let address = listener.local_addr().context("cannot listen")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores * JOBS_PER_CORE, |jobs| jobs as usize);
        let pool = Arc::new(Pool::new(jobs, cores.min(jobs)));
        let hash = if explicit.contains(&"hash") { options.hash } else { HASH };
        start_workers(&pool, jobs, &Options { hash, ..options.clone() }, explicit, (weights, &books))?;
        let (close, closing) = watch::channel(false);
        set_handler(move || {
            let _ = close.send(true);
        })?;
        let level = Level::new(options.level).unwrap_or(Level::DEFAULT);
        let shared = Arc::new(Shared {
            pool,
            level,
            most_time: self.time,
            page: files::index(level, guard.has_token()),
            guard,
            rates: Rates::new(self.rate),
            closing,
        });
        writeln!(io::stdout(), "listening on http://{address}/")?;
        io::stdout().flush()?;
        let page = format!("http://{}/", reachable(address));
        if self.open {
            // A browser that is started here must not hold the server up.
            if let Err(error) = open::that_detached(&page) {
                print_message(&format!("cannot open a browser: {error}; open {page}"));
            }
        } else if io::stdout().is_terminal() {
            print_message(&format!("open {page} in a browser, or start with --open; Ctrl-C ends"));
        }
        runtime.block_on(listener::accept_all(listener, shared, self.connections));
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(ExitCode::SUCCESS)
    }
}

/// The address by which this machine reaches what listens on that one.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        ip if !ip.is_unspecified() => address,
        IpAddr::V4(_) => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        IpAddr::V6(_) => SocketAddr::new(Ipv6Addr::LOCALHOST.into(), address.port()),
    }
}

/// Starts as many threads as the connections have, and ends them: the runtime would end the program if it could not start its own.
fn check_threads() -> io::Result<()> {
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let ended = std::sync::Mutex::new(ended);
    std::thread::scope(|scope| {
        let wait = || {
            let _ = lock(&ended).recv();
        };
        let started = (0..THREADS).try_for_each(|_| std::thread::Builder::new().spawn_scoped(scope, wait).map(drop));
        drop(end);
        started
    })
}

async fn listen(arguments: &Serve) -> anyhow::Result<TcpListener> {
    let address = SocketAddr::new(arguments.host, arguments.port);
    TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))
}
