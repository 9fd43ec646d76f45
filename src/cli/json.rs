//! `emilia json`: analyses of many positions at once, JSON objects in lines on standard input and output.
//!
//! ```text
//!   reader ──► Server, the turns by priority ──► workers, a search each ──► Output, a line each
//!                 └─► ticker ──► answers during the searches                   ▲
//!                         └────────────────────────────────────────────────────┘
//! ```
//!
//! Every turn that is asked for has exactly one last answer: it waits, is searched by one worker, or is taken out by a `terminate`, and
//! each change is made under one lock.

mod output;
mod queue;
mod running;
mod server;
mod worker;

use super::hang_up::has_hung_up;
use crate::engine::EngineOptions;
use crate::eval::Weights;
use crate::protocol::json::{Parsed, error, read};
use crate::search::Level;
use crate::session::Options;
use crate::storage::for_each_raw_line;
use anyhow::Context as _;
use clap::{Args, value_parser};
use server::Server;
use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 3] = ["level", "threads", "hash"];
pub(super) const DEFAULTS: [(&str, &str); 1] = [("threads", "1 for each job")];

/// The most bytes of a line; a longer one is an error.
const MOST_LINE: usize = 1 << 20;

/// Arguments of `emilia json`.
#[derive(Args, Default)]
pub(super) struct Json {
    /// Positions to search at once, each with its threads and its share of the table [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// At the end of the input, end all searches at once instead of finishing them
    #[arg(long)]
    quit_without_waiting: bool,
}

/// Whether standard input is not a terminal and its first line that is not empty begins an object.
pub(super) fn is_begun() -> bool {
    let mut input = io::stdin().lock();
    if io::stdin().is_terminal() {
        return false;
    }
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return false, // the reader of the protocol reports it
        };
        let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match bytes.get(blanks) {
            Some(first) => return *first == b'{',
            None if blanks == 0 => return false,
            None => input.consume(blanks),
        }
    }
}

/// Answers queries until the input ends and everything is answered, or nobody reads the answers.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written.
pub(super) fn run(
    arguments: &Json,
    options: &Options,
    given: &[&str],
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or(cores, |jobs| jobs as usize);
    let threads = if given.contains(&"threads") { options.threads } else { 1 };
    let engine_options = EngineOptions { threads, hash: (options.hash / jobs).max(1), ..EngineOptions::default() };
    let server = Arc::new(Server::new(io::stdout()));
    let mut workers = Vec::new();
    for _ in 0..jobs {
        let (server, weights) = (server.clone(), weights.clone());
        let work = move || worker::work(&server, &weights, engine_options);
        workers.push(std::thread::Builder::new().name("json".into()).spawn(work).context("cannot start a thread")?);
    }
    let (ticking, reading) = (server.clone(), server.clone());
    let tick = move || ticking.tick(has_hung_up);
    std::thread::Builder::new().name("ticker".into()).spawn(tick).context("cannot start a thread")?;
    let (level, quits) = (Level::new(options.level).unwrap_or(Level::DEFAULT), arguments.quit_without_waiting);
    let read = move || read_all(io::stdin().lock(), &reading, level, quits);
    // It may wait for input that never comes, so nobody waits for it.
    std::thread::Builder::new().name("reader".into()).spawn(read).context("cannot read")?;
    for worker in workers {
        // A panic of a search is caught; another one was reported where it happened.
        let _ = worker.join();
    }
    server.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads requests to the end of the input.
fn read_all(input: impl BufRead, server: &Server, level: Level, quits: bool) {
    let handle = |line: &[u8], is_cut: bool| {
        let Parsed { says, request } = match is_cut {
            false => read(line, level),
            true => {
                let message = format!("the line is longer than {MOST_LINE} bytes");
                Parsed { says: vec![error(&message, None, None)], request: None }
            }
        };
        says.iter().for_each(|line| server.say(line));
        if let Some(request) = request {
            server.obey(request);
        }
        !server.has_failed()
    };
    if let Err(error) = for_each_raw_line(input, MOST_LINE, handle) {
        log::error!("cannot read: {error}");
    }
    server.close(quits);
}
