//! The program around the library: arguments, streams, the event loop, and one file for each command.
//!
//! Nothing else writes to streams or ends the process. Standard output is for the protocol or the results of a command, standard error
//! for messages: each line begins with `emilia: `, so a client that reads both does not take one for an answer.
//!
//! ```text
//!   args ──► event_loop   a protocol: lines of standard input and news of the search on one channel
//!        ├─► json         many analyses at once
//!        ├─► serve        the same over HTTP and WebSocket
//!        ├─► ggs          games on a server
//!        ├─► solve        positions with their answers
//!        ├─► analyze      games judged move by move
//!        ├─► explain      what separates the best move from the others
//!        ├─► puzzles      positions with one clearly best move
//!        ├─► bench        the same work on every machine
//!        ├─► book         opening books
//!        ├─► perft        the move generator alone
//!        ├─► selfplay     training games
//!        ├─► games        files of training games
//!        ├─► train        weights from games
//!        ├─► calibrate    search errors with these weights
//!        ├─► diagram      pictures of positions and games, transcript sheets
//!        ├─► convert      games from one notation to another
//!        ├─► correct      transcripts written by hand
//!        ├─► variants     the catalogue of rules
//!        └─► protocols    the table of protocols
//! ```

mod analyze;
mod args;
mod bench;
mod book;
mod calibrate;
mod convert;
mod correct;
mod date;
mod diagram;
mod event_loop;
mod explain;
mod files;
mod games;
mod ggs;
mod hang_up;
mod input;
mod json;
mod json_values;
mod message;
mod page;
mod perft;
#[cfg(target_arch = "x86_64")]
mod processor;
mod progress;
mod protocols;
mod puzzles;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod signals;
mod solve;
mod train;
mod variants;
mod version;

use crate::session::Options;
use anyhow::Context as _;
use args::{Invocation, Job};
use emilia::game::notation::printable::printable;
use json::Json;
use message::print_message;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Runs the program with the arguments of the process. Exit codes: 0 done, 1 failed, 2 misuse, 130 interrupted.
pub fn run() -> ExitCode {
    #[cfg(target_arch = "x86_64")]
    {
        if !processor::can_run() {
            return ExitCode::FAILURE;
        }
        processor::run_best();
    }
    run_here()
}

/// Runs the program on a processor that has the instructions of this build. It is never inlined, so that [`run`] stays free of them.
#[inline(never)]
fn run_here() -> ExitCode {
    let invocation = match args::parse(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(error) => {
            // The help comes this way, too. Only an error quotes what is not of this program.
            let text = error.to_string();
            let is_printable = text.lines().all(|line| matches!(printable(line), Cow::Borrowed(_)));
            let printed = if is_printable || !error.use_stderr() {
                error.print()
            } else {
                text.lines().try_for_each(|line| writeln!(io::stderr(), "{}", printable(line)))
            };
            let printed = printed.and_then(|()| io::stdout().flush());
            return match printed {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    print_message(&format!("cannot write: {error}"));
                    ExitCode::FAILURE
                }
                _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            };
        }
    };
    if !invocation.ignored.is_empty() {
        print_message(&format!("without effect here: {}", invocation.ignored.join(" ")));
    }
    start_logging(&invocation.job);
    hide_guarded_panics();
    match start(invocation) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn start(invocation: Invocation) -> anyhow::Result<ExitCode> {
    let Invocation { options, given, weights, book, variant, clock, job, .. } = invocation;
    if matches!(
        job,
        Job::Protocol(_) | Job::Ggs(_) | Job::Analyze(_) | Job::Book(_) | Job::Train(_) | Job::Calibrate(_)
    ) {
        start_threads()?;
    }
    match job {
        Job::Version { is_long } => version::print(is_long, weights.as_deref()),
        Job::Protocol(None) if json::is_begun() => {
            anyhow::ensure!(variant.is_none(), event_loop::NO_RULES);
            run_json(&Json::default(), &options, &given, weights.as_deref())
        }
        Job::Protocol(kind) => {
            let rules = variant.as_deref().map(files::rules).transpose();
            match rules.and_then(|rules| Ok((rules, files::weights(weights.as_deref())?))) {
                Ok((rules, weights)) => {
                    event_loop::run(kind, options, &given, (rules, clock), weights, files::Books::new(book))
                }
                Err(error) => event_loop::refuse(kind, &error),
            }
        }
        Job::Json(arguments) => run_json(&arguments, &options, &given, weights.as_deref()),
        #[cfg(feature = "serve")]
        Job::Serve(arguments) => serve::run(&arguments, &options, &given, &files::weights(weights.as_deref())?),
        Job::Ggs(arguments) => {
            let (weights, books) = (files::weights(weights.as_deref())?, files::Books::new(book));
            ggs::run(&arguments, &options, &given, &weights, books.open()?)
        }
        Job::Solve(arguments) => {
            let level = given.contains(&"level").then_some(options.level);
            let file = weights.as_deref();
            solve::run(&arguments, &options, level, &files::weights(file)?, file)
        }
        Job::Analyze(arguments) => {
            let (file, book) = (weights.as_deref(), files::Books::new(book).open()?);
            analyze::run(&arguments, &options, &given, (&files::weights(file)?, file), &book)
        }
        Job::Explain(arguments) => {
            let level = given.contains(&"level").then_some(options.level);
            explain::run(&arguments, &options, level, files::weights(weights.as_deref())?)
        }
        Job::Puzzles(arguments) => {
            let file = weights.as_deref();
            puzzles::run(&arguments, &options, &given, &files::weights(file)?, file)
        }
        Job::Bench => bench::run(&options, &given, files::weights(weights.as_deref())?),
        Job::Perft(arguments) => perft::run(&arguments, options.threads),
        Job::Selfplay(arguments) => selfplay::run(&arguments, &options, &given, &files::weights(weights.as_deref())?),
        Job::Games(arguments) => games::run(&arguments),
        Job::Book(arguments) => book::run(&arguments, || files::weights(weights.as_deref()), None),
        Job::Calibrate(arguments) => calibrate::run(&arguments, weights.as_deref(), options.threads),
        Job::Train(arguments) => train::run(arguments),
        Job::Diagram(arguments) => diagram::run(&arguments),
        Job::Convert(arguments) => convert::run(&arguments),
        Job::Correct(arguments) => correct::run(&arguments),
        Job::Protocols => protocols::run(),
        Job::Variants(arguments) => variants::run(&arguments),
    }
}

fn run_json(json: &Json, options: &Options, given: &[&str], weights: Option<&Path>) -> anyhow::Result<ExitCode> {
    match files::weights(weights) {
        Ok(weights) => json::run(json, options, given, &weights),
        Err(error) => Ok(json::refuse(&error)),
    }
}

/// Starts the threads that all computations share: where they cannot be started, later is too late for an error.
fn start_threads() -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new().build_global().context("cannot start threads")
}

/// Panics of the database over a damaged book become errors, and are not reported twice.
fn hide_guarded_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !emilia::book::is_guarded() {
            report(panic);
        }
    }));
}

/// Log lines look like messages; `RUST_LOG` sets which are shown, by default warnings, and progress of training and calibration.
fn start_logging(job: &Job) {
    let filter = if matches!(job, Job::Train(_) | Job::Calibrate(_)) { "warn,emilia=info" } else { "warn" };
    let line = |out: &mut env_logger::fmt::Formatter, record: &log::Record<'_>| {
        let text = record.args().to_string();
        let lines: Vec<_> = text.split('\n').map(printable).collect();
        writeln!(out, "emilia: {}: {}", record.level().as_str().to_ascii_lowercase(), lines.join("\nemilia: "))
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(filter)).format(line).init();
}

/// Whether the error is a write to a closed pipe, which is not a failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
