//! The program around the engine: arguments, streams, the event loop, and the tools.
//!
//! Nothing else writes to streams. stdout is for the protocol or a tool's results, stderr for what concerns a person: messages
//! begin with `emilia: `, so that no client that reads both takes one for an answer.
//!
//! ```text
//!   args ──► talk      a conversation: lines of stdin and news of the search on one channel
//!        ├─► solve     positions with their answers
//!        ├─► bench     the same work on every machine
//!        ├─► perft     the move generator alone
//!        ├─► selfplay  games to learn from
//!        ├─► games     files of such games
//!        ├─► train     weights from games
//!        └─► calibrate how far searches with such weights err
//! ```

mod args;
mod bench;
pub mod calibrate;
mod files;
pub mod games;
mod input;
mod perft;
mod random;
mod selfplay;
mod signals;
pub mod solve;
mod talk;
pub mod train;
mod version;

use args::{Invocation, Job};
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the program: 0 done, 1 failed, 2 misuse.
pub fn run() -> ExitCode {
    let invocation = match args::read(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(error) => {
            // Help comes this way, too.
            let told = error.print().and_then(|()| io::stdout().flush());
            return match told {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    complain(&format!("cannot write: {error}"));
                    ExitCode::FAILURE
                }
                _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            };
        }
    };
    start_logging(&invocation.job);
    match start(invocation) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn start(invocation: Invocation) -> anyhow::Result<ExitCode> {
    let Invocation { options, given, weights, job } = invocation;
    match job {
        Job::Version { is_long } => version::tell(is_long, weights.as_deref()),
        Job::Talk(language) => talk::hold(language, options, files::weights(weights.as_deref())?),
        Job::Solve(request) => {
            let level = given.contains(&"level");
            solve::run(&request, &options, level, &files::weights(weights.as_deref())?)
        }
        Job::Bench => bench::run(bench::Bench::new(&options, &given), files::weights(weights.as_deref())?),
        Job::Perft(request) => perft::run(&request, options.threads),
        Job::Selfplay(request) => selfplay::run(&request, &options, &given, &files::weights(weights.as_deref())?),
        Job::Games(request) => games::run(&request),
        Job::Calibrate(request) => calibrate::run(&request, weights.as_deref(), options.threads),
        Job::Train(request) => {
            anyhow::ensure!(request.data.is_dir(), "no such folder: {}", request.data.display());
            let options = train::TrainOptions::new(request.data.clone(), request.out.clone());
            let args::Train { epochs, device, report, .. } = request;
            train::train(&train::TrainOptions { epochs, device, report, ..options })?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Log lines look like messages; `RUST_LOG` says which are shown, by default errors, and progress where it is the point.
fn start_logging(job: &Job) {
    let filter = if matches!(job, Job::Train(_) | Job::Calibrate(_)) { "error,emilia=info" } else { "error" };
    let line = |out: &mut env_logger::fmt::Formatter, record: &log::Record<'_>| {
        let text = record.args().to_string().replace('\n', "\nemilia: ");
        writeln!(out, "emilia: {}: {text}", record.level().as_str().to_ascii_lowercase())
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(filter)).format(line).init();
}

/// One line to a person. If stderr is gone there is nobody to tell.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "emilia: {message}");
}

/// Whether what failed was writing to somebody who has stopped reading, which is no failure of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
