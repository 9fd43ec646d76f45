//! The command line.
//!
//! Each command has its own arguments and those options of the engine that it uses, made from the table that declares the options. An
//! option may also stand before the command.

mod commands;
mod edax;

use super::event_loop::ProtocolKind;
use super::files::{Books, weights};
use crate::session::Options;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
use commands::{BOOK, CLOCK, CommandInfo, VARIANT, WEIGHTS};
use emilia::{TimeControl, Weights};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// A command that does not run a protocol, with its arguments.
pub(super) trait CliCommand {
    /// What is wrong with the combination of the arguments, if anything.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Runs the command.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode>;
}

/// What the program is asked to do.
pub(super) enum Job {
    /// Print the version; if `is_long`, with the origin of the weights.
    Version {
        is_long: bool,
    },
    /// Run a protocol; without one the first line decides.
    Protocol(Option<ProtocolKind>),
    Command(Box<dyn CliCommand>),
}

/// What all commands share.
pub(super) struct Invocation {
    /// The name of the command; empty without one.
    pub command: &'static str,
    /// The options, with the defaults of the command where they are not set.
    pub options: Options,
    /// The names of the options that were set.
    pub explicit: Vec<&'static str>,
    /// A file of weights to use instead of the embedded ones.
    pub weights: Option<PathBuf>,
    /// A book to use above the embedded one.
    pub book: Option<PathBuf>,
    /// The rules of the games of a protocol.
    pub variant: Option<OsString>,
    /// The time of a game, until the client sets a clock.
    pub clock: Option<TimeControl>,
    /// Options of Edax that mean nothing here.
    pub ignored: Vec<String>,
}

impl Invocation {
    /// Whether this option was set.
    pub fn is_explicit(&self, option: &str) -> bool {
        self.explicit.contains(&option)
    }

    /// The level, or this one where none was set.
    pub fn level_or(&self, default: u8) -> u8 {
        if self.is_explicit("level") { self.options.level } else { default }
    }

    /// Reads the weights.
    ///
    /// # Errors
    /// If the file cannot be read or is not a weights file.
    pub fn weights(&self) -> anyhow::Result<Arc<Weights>> {
        weights(self.weights.as_deref())
    }

    pub fn books(&self) -> Books {
        Books::new(self.book.clone())
    }
}

/// Emilia plays, analyses and solves Othello.
///
/// Without a command it runs a protocol on standard input and output and detects which one from the first line: NBoard, GTP, UGI,
/// UCI, Cassio, XBoard, JSON, or a console for people.
#[derive(Parser)]
#[command(name = "emilia", disable_version_flag = true, max_term_width = 100)]
struct Cli {
    /// Print the version
    #[arg(short = 'V')]
    is_version: bool,
    /// Print the version and the origin of the weights in use
    #[arg(long = "version")]
    is_long_version: bool,
}

/// Parses the arguments.
///
/// # Errors
/// A message for a person, with the exit code; also for `--help`.
pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<(Job, Invocation), clap::Error> {
    let (arguments, ignored) = edax::translated(arguments.into_iter().collect());
    if let Some(error) = unknown_option(&arguments) {
        return Err(error);
    }
    let matches = command().try_get_matches_from(arguments)?;
    let Cli { is_version, is_long_version } = Cli::from_arg_matches(&matches)?;
    let (name, of_command) = matches.subcommand().map_or(("", None), |(name, matches)| (name, Some(matches)));
    let info = CommandInfo::of(name);
    let arguments = of_command.map(|of_command| info.parse(of_command)).transpose()?.flatten();
    if let Some(fault) = arguments.as_ref().and_then(|arguments| arguments.fault()) {
        return Err(command().error(ErrorKind::ValueValidation, fault));
    }
    let job = match arguments {
        _ if is_version || is_long_version => Job::Version { is_long: is_long_version },
        Some(command) => Job::Command(command),
        None => Job::Protocol(ProtocolKind::of_command(name)),
    };
    let (options, explicit) = options(&info, &matches, of_command)?;
    let invocation = Invocation {
        command: info.name,
        options,
        explicit,
        weights: value(info.weights, WEIGHTS, &matches, of_command),
        book: value(info.book(), BOOK, &matches, of_command),
        variant: value(info.variant(), VARIANT, &matches, of_command),
        clock: value(info.variant(), CLOCK, &matches, of_command),
        ignored,
    };
    Ok((job, invocation))
}

/// Parses a positive number of seconds, of a day at most.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.001 to 86400".to_owned())
}

/// The error of an option that no command has. Positions may begin with `-`, so a command that takes one would read the option as the
/// position and refuse what follows it.
fn unknown_option(arguments: &[OsString]) -> Option<clap::Error> {
    let error = strict(command()).try_get_matches_from(arguments).err()?;
    let is_name = |text: &str| text.strip_prefix("--").is_some_and(|name| name.contains(|c| !"-.xo*".contains(c)));
    let is_option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(text)) => text.split_whitespace().count() == 1 && is_name(&text.to_lowercase()),
        _ => false,
    };
    (error.kind() == ErrorKind::UnknownArgument && is_option).then_some(error)
}

/// The same command, in which no position begins with `-`.
fn strict(command: Command) -> Command {
    let strict_argument = |argument: Arg| match argument.is_positional() {
        true => argument.allow_hyphen_values(false),
        false => argument,
    };
    command.mut_args(strict_argument).mut_subcommands(strict)
}

/// The value of a flag after the command, if that takes it, or before.
fn value<T: Clone + Send + Sync + 'static>(
    is_taken: bool,
    flag: &str,
    before: &ArgMatches,
    after: Option<&ArgMatches>,
) -> Option<T> {
    let own = after.filter(|_| is_taken).and_then(|after| after.get_one(flag));
    own.or_else(|| before.get_one(flag)).cloned()
}

/// The command line: each command with its flags.
pub(super) fn command() -> Command {
    let cli = CommandInfo::all().fold(Cli::command(), |cli, info| info.add_to(cli));
    cli.mut_subcommand("analyze", |command| command.alias("analyse"))
        .mut_subcommand("protocols", |command| command.long_about(super::protocols::table()))
        .mut_subcommand("ggs", |command| command.about("Play on the server GGS, over a network connection"))
}

/// The options as set after the command or before it, and the names of those that were.
fn options(
    info: &CommandInfo,
    before: &ArgMatches,
    after: Option<&ArgMatches>,
) -> Result<(Options, Vec<&'static str>), clap::Error> {
    let (mut options, mut explicit) = (Options::default(), Vec::new());
    let refused = |flag: &str| {
        let message = format!("'{}' does not take '--{flag}'", info.name);
        command().error(ErrorKind::ArgumentConflict, message)
    };
    if before.contains_id(WEIGHTS) && !info.weights {
        return Err(refused(WEIGHTS));
    }
    if let Some(flag) = [BOOK, VARIANT, CLOCK].into_iter().find(|flag| before.contains_id(flag) && !info.has_flag(flag))
    {
        return Err(refused(flag));
    }
    for setting in Options::default().settings() {
        let own = after.filter(|_| info.takes(setting.name)).and_then(|after| after.get_one::<String>(setting.name));
        let Some(value) = own.or_else(|| before.get_one(setting.name)) else { continue };
        if !info.takes(setting.name) {
            return Err(refused(setting.name));
        }
        let invalid = |error| command().error(ErrorKind::ValueValidation, error);
        options.set(setting.name, value).map_err(invalid)?;
        explicit.push(setting.name);
    }
    Ok((options, explicit))
}

#[cfg(test)]
mod tests {
    use super::{CommandInfo, WEIGHTS, command, parse};
    use crate::session::{Kind, Options};

    fn arguments(line: &str) -> Vec<std::ffi::OsString> {
        line.split_whitespace().map(Into::into).collect()
    }

    /// The arguments that a command cannot do without.
    fn required(command: &str) -> &'static str {
        match command {
            "ggs" => "--user otto",
            "solve" => "-",
            "analyze" => "f5",
            "puzzles" => "a",
            "explain" => "f5",
            "perft" => "3",
            "selfplay" => "--out a --games 1",
            "games" => "info a",
            "book" => "stats a",
            "train" => "--data a --out b",
            "calibrate" => "--data a --out b",
            "diagram" | "correct" => "f5",
            "convert" => "a b.sgf",
            "completions" => "bash",
            "fair-play" => "a --player b",
            "man" => "a",
            _ => "",
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_command_that_plays_takes_a_book() {
        for line in ["--book-file a", "--book-file a gtp", "ugi --book-file a", "ggs --user otto --book-file a"] {
            let parsed = parse(arguments(&format!("emilia {line}"))).map_err(|error| error.to_string());
            assert_eq!(parsed.map(|(_, invocation)| invocation.book), Ok(Some("a".into())), "{line}");
        }
        assert!(parse(arguments("emilia --book-file a ggs --user otto")).is_ok());
        for line in ["--book-file a solve -", "solve - --book-file a", "--variant 6x6 ggs --user otto"] {
            assert!(parse(arguments(&format!("emilia {line}"))).is_err(), "{line}");
        }
    }

    #[test]
    fn a_wrong_option_is_named_also_where_a_position_is_expected() {
        let error = |line: &str| parse(arguments(line)).err().map(|error| error.to_string()).unwrap_or_default();
        for line in
            ["solve --hahs 3", "solve --hahs=3 a.obf", "solve --hahs a.obf", "explain --hahs", "correct f5 --hahs"]
        {
            assert!(error(&format!("emilia {line}")).contains("unexpected argument '--hahs"), "{line}");
        }
        assert!(error("emilia solve --hahs 3").contains("'--hash'"));
        for board in ["-".repeat(64), format!("{}OX------XO{}", "-".repeat(27), "-".repeat(27)), "--xo.*-".to_owned()] {
            assert_eq!(error(&format!("emilia solve {board}")), "");
        }
        assert!(
            parse(
                ["emilia", "solve", "---------------------------OX------XO--------------------------- X"]
                    .map(Into::into)
            )
            .is_ok()
        );
    }

    #[test]
    fn every_declared_option_is_a_flag_before_and_after_a_command() {
        for setting in Options::default().settings() {
            let (values, wrong) = match setting.kind {
                // At most the memory of this machine.
                Kind::Number { from, .. } if setting.name == "hash" => {
                    (vec![from.to_string(), "1024".into()], i128::from(from) - 1)
                }
                Kind::Number { from, to, .. } => (vec![from.to_string(), to.to_string()], i128::from(from) - 1),
                Kind::Rating => (vec!["0".into(), "800".into(), "2200".into()], 799),
                Kind::Name(names) => (names.iter().map(|name| (*name).to_owned()).collect(), 0),
            };
            for line in ["emilia --NAME VALUE", "emilia --NAME VALUE gtp", "emilia gtp --NAME=VALUE"] {
                for value in &values {
                    let line = line.replace("NAME", setting.name).replace("VALUE", value);
                    let (_, parsed) =
                        parse(arguments(&line)).map_err(|error| error.to_string()).expect("valid arguments");
                    let set = parsed.options.settings().into_iter().find(|other| other.name == setting.name);
                    assert_eq!(set.map(|set| &set.value == value), Some(true), "{line}");
                    assert_eq!(parsed.explicit, [setting.name]);
                }
            }
            let line = format!("emilia --{}={wrong}", setting.name);
            assert_eq!(parse(arguments(&line)).err().map(|error| error.exit_code()), Some(2), "{line}");
        }
    }

    #[test]
    fn the_help_of_a_command_lists_the_options_that_it_takes_and_no_others() {
        let settings = Options::default().settings();
        let flags = || {
            settings
                .iter()
                .map(|setting| (setting.name, &setting.default))
                .chain([(WEIGHTS, &String::new())].into_iter().map(|(name, _)| (name, &settings[0].default)))
                .collect::<Vec<_>>()
        };
        for info in CommandInfo::all() {
            let help = parse(arguments(&format!("emilia {} --help", info.name))).err().expect("the help").to_string();
            for (flag, default) in flags() {
                let value = if flag == WEIGHTS { "file" } else { default };
                let is_listed = help.contains(&format!("--{flag} "));
                let required = required(info.name);
                for line in [
                    format!("emilia {} --{flag} {value} {required}", info.name),
                    format!("emilia --{flag} {value} {} {required}", info.name),
                ] {
                    let line = if info.name == "games" {
                        line.replace("games --", "games info a --").replace("info a info a", "info a")
                    } else {
                        line
                    };
                    let code = parse(arguments(&line)).err().map(|error| error.exit_code());
                    assert_eq!(code, if is_listed { None } else { Some(2) }, "{line}");
                }
            }
        }
    }
}
