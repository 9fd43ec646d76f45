//! The command line.
//!
//! The flags of the options are made from the table that declares them, and hold with every job that has a use for them.

use super::calibrate::Calibrate;
use super::games::Games;
use super::perft::Perft;
use super::selfplay::Selfplay;
use super::solve::Solve;
use super::talk::Language;
use super::train::Device;
use crate::session::{Kind, Options};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;

/// What the program is to do.
pub(super) struct Invocation {
    /// The options, where not given their defaults.
    pub options: Options,
    /// The names of the options that were given.
    pub given: Vec<&'static str>,
    /// A file of weights in the place of the embedded ones.
    pub weights: Option<PathBuf>,
    pub job: Job,
}

/// The jobs.
pub(super) enum Job {
    /// The version; if it is long, with what the weights were learnt from.
    Version {
        is_long: bool,
    },
    /// A conversation; without a language the first line tells it.
    Talk(Option<Language>),
    Solve(Solve),
    Bench,
    Perft(Perft),
    Selfplay(Selfplay),
    Games(Games),
    Train(Train),
    Calibrate(Calibrate),
}

/// What `emilia train` is told.
#[derive(Args)]
pub(super) struct Train {
    /// The folder with the games and positions to learn from
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How often the net sees every position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// What the net is trained on; a graphics processor needs a program built with --features gpu
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    pub device: Device,
    /// Write all that the training found to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// Emilia plays, analyses and solves Othello.
///
/// Without a command it holds a conversation on standard input and output, in the language of the first line: NBoard, GTP, or
/// a console for people.
#[derive(Parser)]
#[command(name = "emilia", disable_version_flag = true, max_term_width = 120)]
struct Cli {
    /// Use the weights in this file instead of the embedded ones
    #[arg(long, value_name = "FILE", global = true)]
    weights: Option<PathBuf>,
    /// Print the version
    #[arg(short = 'V')]
    is_version: bool,
    /// Print the version, and what the weights in use were learnt from
    #[arg(long = "version")]
    is_long_version: bool,
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Speak NBoard
    Nboard,
    /// Speak GTP, the Go Text Protocol, version 2
    Gtp,
    /// Speak with a person
    Console,
    /// Solve or analyse positions, and compare with the answers that stand beside them
    Solve(Solve),
    /// Search a fixed set of positions, with one thread unless --threads is given; the node count is the same everywhere
    Bench,
    /// Count the paths of moves from the start
    Perft(Perft),
    /// Play games against itself to learn from, at level 6 unless --level or --nodes is given; a game depends on its number and the
    /// settings alone
    Selfplay(Selfplay),
    /// Look into files of such games, and make new ones of them
    Games(Games),
    /// Fit the weights of the evaluation
    Train(Train),
    /// Measure how far apart searches of different depths are with given weights, and write that into a copy of them
    Calibrate(Calibrate),
}

/// Understands the arguments.
///
/// # Errors
/// A message for a person, with the exit code; also for `--help` and `--version`.
pub(super) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    let Cli { weights, is_version, is_long_version, task } = Cli::from_arg_matches(&matches)?;
    let (options, given) = options(&matches)?;
    let (name, job) = match task {
        _ if is_version || is_long_version => ("", Job::Version { is_long: is_long_version }),
        None => ("", Job::Talk(None)),
        Some(Task::Nboard) => ("nboard", Job::Talk(Some(Language::NBoard))),
        Some(Task::Gtp) => ("gtp", Job::Talk(Some(Language::Gtp))),
        Some(Task::Console) => ("console", Job::Talk(Some(Language::Console))),
        Some(Task::Solve(request)) => match request.fault() {
            None => ("solve", Job::Solve(request)),
            Some(fault) => return Err(command().error(ErrorKind::ValueValidation, fault)),
        },
        Some(Task::Bench) => ("bench", Job::Bench),
        Some(Task::Perft(request)) => ("perft", Job::Perft(request)),
        Some(Task::Selfplay(request)) => ("selfplay", Job::Selfplay(request)),
        Some(Task::Games(request)) => ("games", Job::Games(request)),
        Some(Task::Train(request)) => ("train", Job::Train(request)),
        Some(Task::Calibrate(request)) => ("calibrate", Job::Calibrate(request)),
    };
    let mut flags = given.clone();
    flags.extend(weights.is_some().then_some("weights"));
    let is_useful = |flag: &str| match &job {
        Job::Talk(_) | Job::Version { .. } => true,
        Job::Solve(_) => !["handicap", "ponder"].contains(&flag),
        Job::Bench => ["level", "threads", "hash", "weights"].contains(&flag),
        Job::Perft(_) => flag == "threads",
        Job::Selfplay(_) => ["level", "nodes", "threads", "weights"].contains(&flag),
        Job::Calibrate(_) => ["threads", "weights"].contains(&flag),
        Job::Games(_) | Job::Train(_) => false,
    };
    match flags.iter().find(|flag| !is_useful(flag)) {
        None => Ok(Invocation { options, given, weights, job }),
        Some(flag) => {
            let message = format!("'{name}' has no use for '--{flag}'");
            Err(command().error(ErrorKind::ArgumentConflict, message))
        }
    }
}

/// The command line with a flag for each declared option.
fn command() -> Command {
    Options::default().settings().into_iter().fold(Cli::command(), |command, setting| {
        let Kind::Number { unit, from, to } = setting.kind;
        let flag = Arg::new(setting.name)
            .long(setting.name)
            .value_name(if unit.is_empty() { "N" } else { unit })
            .value_parser(value_parser!(i64).range(from..=to))
            .allow_negative_numbers(true)
            .global(true)
            .help_heading("Options of the engine")
            .help(format!("{} [default: {}]", setting.doc, setting.default));
        command.arg(flag)
    })
}

/// The options as given, and the names of those that were.
fn options(matches: &ArgMatches) -> Result<(Options, Vec<&'static str>), clap::Error> {
    let (mut options, mut given) = (Options::default(), Vec::new());
    for setting in Options::default().settings() {
        if let Some(number) = matches.get_one::<i64>(setting.name) {
            let refused = |error| command().error(ErrorKind::ValueValidation, error);
            options.set(setting.name, &number.to_string()).map_err(refused)?;
            given.push(setting.name);
        }
    }
    Ok((options, given))
}

#[cfg(test)]
mod tests {
    use super::{command, read};
    use crate::session::{Kind, Options};

    fn arguments(line: &str) -> Vec<std::ffi::OsString> {
        line.split_whitespace().map(Into::into).collect()
    }

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn every_declared_option_is_a_flag_before_and_after_a_command() {
        for setting in Options::default().settings() {
            let Kind::Number { from, to, .. } = setting.kind;
            // No more than this machine has.
            let to = if setting.name == "hash" { 1024 } else { to };
            for line in ["emilia --NAME N", "emilia --NAME N gtp", "emilia gtp --NAME=N"] {
                for number in [from, to] {
                    let line = line.replace("NAME", setting.name).replace('N', &number.to_string());
                    let read = read(arguments(&line)).map_err(|error| error.to_string()).expect("good arguments");
                    let set = read.options.settings().into_iter().find(|other| other.name == setting.name);
                    assert_eq!(set.map(|set| set.value), Some(number.to_string()), "{line}");
                    assert_eq!(read.given, [setting.name]);
                }
            }
            let below = format!("emilia --{}={}", setting.name, i128::from(from) - 1);
            assert_eq!(read(arguments(&below)).err().map(|error| error.exit_code()), Some(2), "{below}");
        }
    }

    #[test]
    fn no_flag_is_taken_in_vain() {
        assert!(read(arguments("emilia solve - --contempt 1 --level 2")).is_ok());
        for line in [
            "emilia perft 3 --level 2",
            "emilia train --data a --out b --threads 2",
            "emilia bench --contempt 1",
            "emilia solve - --handicap 1",
            "emilia solve - --ponder 1",
        ] {
            assert_eq!(read(arguments(line)).err().map(|error| error.exit_code()), Some(2), "{line}");
        }
    }
}
