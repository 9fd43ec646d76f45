//! `emilia serve`: the JSON protocol over HTTP and WebSocket, and a page to play and analyse in a browser.
//!
//! ```text
//!   listener      connections: how many, from where, how long they may take
//!     └─► routes      the page, /analyze, /ws; who may ask
//!           └─► conversation      a client of the pool: its lines, one by one, at its rate
//!                 └─► json::Pool      the searches of all clients
//! ```

mod arguments;
mod connections;
mod conversation;
mod guard;
mod listener;
mod rate;
mod routes;
mod shared;
mod socket;

pub(super) use arguments::Serve;
use arguments::TOKEN_VARIABLE;

use super::json::{Pool, start_workers};
use super::page::Page;
use super::signals::set_handler;
use crate::cli::{CliCommand, Invocation};
use crate::session::Options;
use anyhow::Context as _;
use emilia::search::Level;
use emilia::solver::lock;
use guard::Guard;
use rate::Rates;
use shared::Shared;
use std::io::{self, Write};
use std::net::SocketAddr;
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

impl CliCommand for Serve {
    fn fault(&self) -> Option<String> {
        let has_token = self.token_file.is_some() || std::env::var_os(TOKEN_VARIABLE).is_some();
        (!has_token && !self.is_local()).then(|| {
            format!("an address that other machines can reach needs a token; name a file with --token-file, or set {TOKEN_VARIABLE}")
        })
    }

    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// If the token is missing or cannot be read, or the port cannot be opened.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let Invocation { options, explicit, .. } = invocation;
        let weights = &invocation.weights()?;
        let guard = Guard::new(self)?;
        check_threads().context("cannot start threads")?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build();
        let runtime = runtime.context("cannot start threads")?;
        let listener = runtime.block_on(listen(self))?;
        let address = listener.local_addr().context("cannot listen")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores * JOBS_PER_CORE, |jobs| jobs as usize);
        let pool = Arc::new(Pool::new(jobs, cores.min(jobs)));
        let hash = if explicit.contains(&"hash") { options.hash } else { HASH };
        start_workers(&pool, jobs, &Options { hash, ..options.clone() }, explicit, weights)?;
        let (close, closing) = watch::channel(false);
        set_handler(move || {
            let _ = close.send(true);
        })?;
        let level = Level::new(options.level).unwrap_or(Level::DEFAULT);
        let shared = Arc::new(Shared {
            pool,
            level,
            most_time: self.time,
            page: page(level, guard.has_token()),
            guard,
            rates: Rates::new(self.rate),
            closing,
        });
        writeln!(io::stdout(), "listening on http://{address}/")?;
        io::stdout().flush()?;
        runtime.block_on(listener::accept_all(listener, shared, self.connections));
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(ExitCode::SUCCESS)
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

fn page(level: Level, needs_token: bool) -> String {
    let data = serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"), "level": level.get(), "most": Level::MAX.get(), "needsToken": needs_token,
    });
    let page = Page {
        title: "Emilia",
        kind: "Othello",
        body: include_str!("serve/page.html"),
        style: include_str!("serve/page.css"),
        scripts: &[include_str!("serve/connection.js"), include_str!("serve/page.js")],
        data: &data.to_string(),
        is_served: true,
    };
    page.text()
}
