//! The program around the library: arguments, streams, the event loop, and one file for each command.
//!
//! Nothing else writes to streams or ends the process. Standard output is for the protocol or the results of a command, standard error
//! for messages: each line begins with `emilia: `, so a client that reads both does not take one for an answer.
//!
//! `args/commands.rs` lists the commands. Each has a file here with its arguments, the text of its help and what it does.

mod analyze;
mod args;
mod bench;
mod book;
mod calibrate;
mod completions;
mod convert;
mod correct;
mod date;
mod diagram;
mod drill;
mod event_loop;
mod explain;
mod fair_play;
mod files;
mod games;
mod ggs;
mod input;
mod json;
mod man;
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
mod workers;

use anyhow::Context as _;
use args::{CliCommand, Invocation, Job};
use emilia::notation::printable::printable;
use json::Json;
use message::print_message;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
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
    run_with(std::env::args_os())
}

/// Runs the program with these arguments, the first one its name, on a processor that has the instructions of this build. It is never
/// inlined, so that [`run`] stays free of them.
#[inline(never)]
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (job, invocation) = match args::parse(arguments) {
        Ok(parsed) => parsed,
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
    start_logging(invocation.command);
    hide_guarded_panics();
    match start(&job, invocation) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn start(job: &Job, invocation: Invocation) -> anyhow::Result<ExitCode> {
    match job {
        Job::Version { is_long } => version::print(*is_long, invocation.weights.as_deref()),
        Job::Command(command) => command.run(&invocation),
        Job::Protocol(None) if json::is_begun() => {
            anyhow::ensure!(invocation.variant.is_none(), event_loop::NO_RULES);
            Json::default().run(&invocation)
        }
        Job::Protocol(kind) => {
            start_threads()?;
            let rules = invocation.variant.as_deref().map(files::rules).transpose();
            match rules.and_then(|rules| Ok((rules, invocation.weights()?))) {
                Ok((rules, weights)) => event_loop::run(*kind, invocation, rules, weights),
                Err(error) => event_loop::refuse(*kind, &error),
            }
        }
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
fn start_logging(command: &str) {
    let filter = if ["train", "calibrate"].contains(&command) { "warn,emilia=info" } else { "warn" };
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
