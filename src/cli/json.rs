//! `emilia json`: analyses of many positions at once, JSON objects in lines on standard input and output.
//!
//! ```text
//!   reader ──► Client ──► Pool, the turns by priority ──► workers, a search each ──► Output, a line each
//!                            └─► ticker ──► answers during the searches                 ▲
//!                                    └──────────────────────────────────────────────────┘
//! ```
//!
//! Every turn that is asked for has exactly one last answer: it waits, is searched by one worker, or is taken out by a `terminate`, and
//! each change is made under one lock.

mod client;
mod output;
mod pool;
mod queue;
mod running;
mod usage;
mod worker;

pub(super) use client::Client;
#[cfg(feature = "serve")]
pub(super) use output::Lines;
pub(super) use pool::Pool;

use super::message::print_message;
use super::signals::peer_closed;
use crate::cli::{CliCommand, Invocation, start_threads};
use crate::session::Options;
use anyhow::Context as _;
use clap::{Args, value_parser};
use emilia::book::Book;
use emilia::internal::storage::for_each_raw_line;
use emilia::{EngineOptions, Level, Weights};
use emilia_analysis::internal::json::{Parsed, Request, error, read};
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 5] = ["level", "threads", "hash", "book", "bookdepth"];
pub(super) const DEFAULTS: [(&str, &str); 1] = [("threads", "1 for each job")];

/// The most bytes of a line; a longer one is an error.
const MOST_LINE: usize = 1 << 20;
/// The time between two checks whether the output still has a reader.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// Analyse many positions at once for another program, with JSON objects in lines
#[derive(Args, Default)]
pub(super) struct Json {
    /// Positions to search at once, each with its threads and its share of the table [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// At the end of the input, end all searches at once instead of finishing them
    #[arg(long)]
    quit_without_waiting: bool,
}

/// Whether standard input is not a terminal and its first line that is not empty begins an object. A byte order mark is skipped.
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
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(first) => return *first == b'{',
            None if bytes.is_empty() => return false,
            None => {
                let blank = bytes.len();
                input.consume(blank);
            }
        }
    }
}

impl CliCommand for Json {
    /// Answers queries until the input ends and everything is answered, or nobody reads the answers.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let Invocation { options, explicit, .. } = invocation;
        let weights = match &invocation.weights() {
            Ok(weights) => weights.clone(),
            Err(error) => return Ok(refuse(error)),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores, |jobs| jobs as usize);
        let pool = Arc::new(Pool::new(jobs, jobs));
        start_threads()?;
        let books = invocation.books().open()?;
        start_workers(&pool, jobs, options, explicit, (&weights, &books))?;
        let client = Arc::new(Client::join(pool, None, output::Stream(io::stdout())));
        let (reading, watching) = (client.clone(), client.clone());
        let (level, quits) = (Level::new(options.level).unwrap_or(Level::DEFAULT), self.quit_without_waiting);
        start_thread("reader", move || read_all(io::stdin().lock(), &reading, level, quits))?;
        start_thread("watcher", move || watch(&watching))?;
        // The reader may wait for input that never comes, so nobody waits for it.
        client.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Answers the first line that the program cannot start for this reason. A person gets the message alone.
pub(super) fn refuse(reason: &anyhow::Error) -> ExitCode {
    print_message(&format!("{reason:#}"));
    let handle = |line: &[u8], is_cut: bool| {
        let Parsed { replies, request } = read_line(line, is_cut, MOST_LINE, Level::DEFAULT);
        let id = if let Some(Request::Query(query)) = &request { Some(query.id.as_str()) } else { None };
        if replies.is_empty() && request.is_none() {
            return true; // an empty line
        }
        // Without a reader there is nobody to tell.
        let _ = writeln!(io::stdout(), "{}", error(&format!("{reason:#}"), None, id));
        false
    };
    if !io::stdin().is_terminal()
        && let Err(error) = for_each_raw_line(io::stdin().lock(), MOST_LINE, handle)
    {
        log::error!("cannot read: {error}");
    }
    ExitCode::FAILURE
}

/// Starts the threads that search, and the one that reports during the searches. Each worker has its share of the table.
pub(super) fn start_workers(
    pool: &Arc<Pool>,
    jobs: usize,
    options: &Options,
    given: &[&str],
    (weights, book): (&Arc<Weights>, &Book),
) -> anyhow::Result<()> {
    let threads = if given.contains(&"threads") { options.threads } else { 1 };
    let engine_options = EngineOptions::default().with_threads(threads).with_hash((options.hash / jobs).max(1));
    let book = if options.book { book.clone() } else { Book::default() };
    for _ in 0..jobs {
        let (pool, weights, book, moves) = (pool.clone(), weights.clone(), book.clone(), options.bookdepth);
        start_thread("worker", move || worker::work(&pool, &weights, engine_options, (&book, moves)))?;
    }
    let pool = pool.clone();
    start_thread("ticker", move || pool.tick())
}

fn start_thread(name: &str, work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    std::thread::Builder::new().name(name.into()).spawn(work).context("cannot start a thread")?;
    Ok(())
}

/// Ends the searches when nobody reads the answers any more.
fn watch(client: &Client) {
    loop {
        std::thread::sleep(CHECK_EVERY);
        if client.unanswered() > 0 && peer_closed() {
            client.fail(Err(io::ErrorKind::BrokenPipe.into()));
        }
    }
}

/// What a line means, which is an error if it is longer than this.
pub(super) fn read_line(line: &[u8], is_longer: bool, most: usize, level: Level) -> Parsed {
    if is_longer {
        let message = format!("the line is longer than {most} bytes");
        return Parsed { replies: vec![error(&message, None, None)], request: None };
    }
    read(line, level)
}

/// Reads requests to the end of the input.
fn read_all(input: impl BufRead, client: &Client, level: Level, quits: bool) {
    let handle = |line: &[u8], is_cut: bool| {
        let Parsed { replies, request } = read_line(line, is_cut, MOST_LINE, level);
        replies.iter().for_each(|line| client.reply(line));
        if let Some(request) = request {
            client.handle(request);
        }
        !client.has_failed()
    };
    if let Err(error) = for_each_raw_line(input, MOST_LINE, handle) {
        log::error!("cannot read: {error}");
    }
    client.close(quits);
}

#[cfg(test)]
mod tests {
    use super::pool::{MOST_WAITING, Pool};
    use super::running::Running;
    use super::{Client, output::Stream};
    use emilia::Level;
    use emilia_analysis::internal::json::{Earlier, Request, read};
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::{Duration, Instant};

    fn request(text: &str) -> Request {
        read(text.as_bytes(), Level::DEFAULT).request.expect("a request")
    }

    fn ask(client: &Client, ids: &[&str]) {
        ids.iter().for_each(|id| client.handle(request(&format!(r#"{{"id":"{id}"}}"#))));
    }

    fn join(pool: &Arc<Pool>, address: u8) -> Client {
        Client::join(pool.clone(), Some(Ipv4Addr::new(192, 0, 2, address).into()), Stream(std::io::sink()))
    }

    /// Waits until one of the searches gives way: its number.
    fn gives_way(running: &[Arc<Running>]) -> usize {
        let begun = Instant::now();
        loop {
            if let Some(number) = running.iter().position(|running| running.gives_way()) {
                return number;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "none gives way");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn searches_of_a_greedy_address_give_way_and_go_on_later() {
        let pool = Arc::new(Pool::new(4, 4));
        let ticking = pool.clone();
        std::thread::spawn(move || ticking.tick());
        let (greedy, other) = (join(&pool, 1), join(&pool, 2));
        ask(&greedy, &["a1", "a2", "a3", "a4", "a5"]);
        let running: Vec<_> = (0..4).map(|_| pool.take().0).collect();
        ask(&other, &["b1", "b2", "b3"]);
        assert_eq!(gives_way(&running), 3, "that which has begun last");
        assert!(!pool.put_back(&running[0], Earlier::default()), "it does not give way");
        assert!(pool.put_back(&running[3], {
            let mut earlier = Earlier::default();
            earlier.nodes = 7;
            earlier
        }));
        let (first, _) = pool.take();
        assert_eq!(first.turn.query.id, "b1");
        assert_eq!(gives_way(&running[..3]), 2, "until both have as many");
        assert!(pool.put_back(&running[2], Earlier::default()));
        assert_eq!(taken(&pool), "b2");
        pool.answer(&first, "an answer");
        assert_eq!(taken(&pool), "b3");
        std::thread::sleep(Duration::from_millis(200));
        assert!(!running[..2].iter().any(|running| running.gives_way()), "both have two");
        pool.answer(&running[0], "an answer");
        assert_eq!(taken(&pool), "a3", "in its place");
        pool.answer(&running[1], "an answer");
        let (again, _) = pool.take();
        assert_eq!(
            (again.turn.query.id.as_str(), again.turn.earlier.as_ref().map(|found| found.nodes)),
            ("a4", Some(7))
        );
    }

    #[test]
    fn a_turn_that_is_ended_is_answered_though_it_gives_way() {
        let pool = Arc::new(Pool::new(1, 1));
        let ticking = pool.clone();
        std::thread::spawn(move || ticking.tick());
        let (long, short) = (join(&pool, 1), join(&pool, 2));
        ask(&long, &["a"]);
        let running = [pool.take().0];
        ask(&short, &["b"]);
        gives_way(&running);
        long.handle(request(r#"{"id":"t","action":"terminate_all"}"#));
        assert!(!pool.put_back(&running[0], Earlier::default()));
        pool.answer(&running[0], "an answer");
        assert_eq!((long.unanswered(), taken(&pool).as_str()), (0, "b"));
    }

    fn taken(pool: &Pool) -> String {
        pool.take().0.turn.query.id.clone()
    }

    #[test]
    fn a_client_waits_while_too_many_turns_do() {
        let pool = Arc::new(Pool::new(2, 2));
        let client = Client::join(pool.clone(), None, Stream(std::io::sink()));
        (0..MOST_WAITING).for_each(|number| ask(&client, &[&number.to_string()]));
        let (sender, added) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                ask(&client, &["one more"]);
                sender.send(()).expect("a receiver");
            });
            assert_eq!(added.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
            let (running, _) = pool.take();
            assert_eq!(running.turn.query.id, "0");
            added.recv().expect("it is added");
            pool.answer(&running, "an answer");
        });
        client.handle(request(r#"{"id":"t","action":"terminate_all"}"#));
        client.close(false);
        client.finish().expect("no error of the output");
        assert_eq!(client.unanswered(), 0);
    }

    #[test]
    fn clients_take_turns_and_those_with_fewer_searches_come_first() {
        let pool = Arc::new(Pool::new(2, 2));
        let [first, second, third] = [(); 3].map(|()| Client::join(pool.clone(), None, Stream(std::io::sink())));
        ask(&first, &["a1", "a2", "a3", "a4"]);
        ask(&second, &["b1", "b2"]);
        ask(&third, &["c1"]);
        let order: Vec<String> = (0..5).map(|_| taken(&pool)).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2"], "in turn, two at once at most");
        ask(&third, &["c2"]);
        assert_eq!(taken(&pool), "c2");
        assert_eq!([&first, &second, &third].map(|client| client.unanswered()), [4, 2, 2]);
        drop(first);
        let fourth = Client::join(pool.clone(), None, Stream(std::io::sink()));
        ask(&fourth, &["d1"]);
        assert_eq!(taken(&pool), "d1", "the turns of a client that left are gone");
    }
}
