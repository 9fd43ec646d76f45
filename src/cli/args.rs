//! The command line.
//!
//! Each command has its own arguments and those options of the engine that it uses, made from the table that declares the options. An
//! option may also stand before the command.

mod edax;
mod takes;

use super::analyze::Analyze;
use super::book::Book;
use super::calibrate::Calibrate;
use super::convert::Convert;
use super::correct::Correct;
use super::diagram::Diagram;
use super::event_loop::ProtocolKind;
use super::explain::Explain;
use super::games::Games;
use super::ggs::Ggs;
use super::json::Json;
use super::perft::Perft;
use super::puzzles::Puzzles;
use super::selfplay::Selfplay;
#[cfg(feature = "serve")]
use super::serve::Serve;
use super::solve::Solve;
use super::train::Train;
use super::variants::Variants;
use crate::protocol::PROTOCOLS;
use crate::session::Options;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use emilia::game::TimeControl;
use std::ffi::OsString;
use std::path::PathBuf;
use takes::{BOOK, CLOCK, Takes, VARIANT, WEIGHTS};

/// What the program is asked to do.
pub(super) struct Invocation {
    /// The options, with the defaults of the command where they are not given.
    pub options: Options,
    /// The names of the options that were given.
    pub given: Vec<&'static str>,
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
    pub job: Job,
}

/// The commands.
pub(super) enum Job {
    /// Print the version; if `is_long`, with the origin of the weights.
    Version {
        is_long: bool,
    },
    /// Run a protocol; without one the first line decides.
    Protocol(Option<ProtocolKind>),
    Json(Json),
    #[cfg(feature = "serve")]
    Serve(Serve),
    Ggs(Ggs),
    Solve(Solve),
    Analyze(Analyze),
    Explain(Explain),
    Puzzles(Puzzles),
    Bench,
    Perft(Perft),
    Selfplay(Selfplay),
    Games(Games),
    Book(Book),
    Train(Train),
    Calibrate(Calibrate),
    Diagram(Diagram),
    Convert(Convert),
    Correct(Correct),
    Variants(Variants),
    Protocols,
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

// The commands besides those that run a protocol of the table or the console. A documentation comment would be the text of the help.
#[derive(Subcommand)]
enum Task {
    /// Analyse many positions at once for another program, with JSON objects in lines
    Json(Json),
    /// Analyse over HTTP and WebSocket for other programs, and play in a browser
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Play on the server GGS, over a network connection
    Ggs(Ggs),
    /// Solve or analyse positions, and compare the results with the answers in the file
    Solve(Solve),
    /// Judge the moves of games: what each lost, what was better, and where the game was decided
    Analyze(Analyze),
    /// Explain what separates the best move of a position from the others, or from a move that was played
    Explain(Explain),
    /// Find positions with one clearly best move in games, and grade them by the levels that find it
    Puzzles(Puzzles),
    /// Search a fixed set of positions; with one thread the node count is the same on every machine
    Bench,
    /// Count the paths of moves from the start
    Perft(Perft),
    /// Play training games against itself; a game depends only on its number and the settings
    Selfplay(Selfplay),
    /// Inspect, merge, shuffle, import and export training games
    Games(Games),
    /// Build, inspect, check and convert opening books
    Book(Book),
    /// Train the weights of the evaluation
    Train(Train),
    /// Measure the errors of shallow searches with given weights, and write a copy of the weights with these errors
    Calibrate(Calibrate),
    /// Draw a position or a game as text, SVG, PNG or EPS, or write a transcript sheet
    Diagram(Diagram),
    /// Convert games to another notation, merge files and drop duplicates
    Convert(Convert),
    /// Find the mistakes of a transcript or sheet written by hand, and the nearest legal games
    Correct(Correct),
    /// List the variants of the game, or show the rules and the start of one
    Variants(Variants),
    /// List the protocols, and how each is recognised
    Protocols,
}

/// Parses the arguments.
///
/// # Errors
/// A message for a person, with the exit code; also for `--help`.
pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, clap::Error> {
    let (arguments, ignored) = edax::translated(arguments.into_iter().collect());
    if let Some(error) = unknown_option(&arguments) {
        return Err(error);
    }
    let matches = command().try_get_matches_from(arguments)?;
    let Cli { is_version, is_long_version } = Cli::from_arg_matches(&matches)?;
    let (name, of_command) = matches.subcommand().map_or(("", None), |(name, matches)| (name, Some(matches)));
    let protocol = ProtocolKind::of_command(name);
    let is_task = of_command.is_some() && protocol.is_none();
    let job = match is_task.then(|| Task::from_arg_matches(&matches)).transpose()? {
        _ if is_version || is_long_version => Job::Version { is_long: is_long_version },
        None => Job::Protocol(protocol),
        Some(Task::Json(request)) => Job::Json(request),
        #[cfg(feature = "serve")]
        Some(Task::Serve(request)) => check_fault(request.fault()).map(|()| Job::Serve(request))?,
        Some(Task::Ggs(request)) => Job::Ggs(request),
        Some(Task::Solve(request)) => check_fault(request.fault()).map(|()| Job::Solve(request))?,
        Some(Task::Analyze(request)) => Job::Analyze(request),
        Some(Task::Explain(request)) => Job::Explain(request),
        Some(Task::Puzzles(request)) => Job::Puzzles(request),
        Some(Task::Bench) => Job::Bench,
        Some(Task::Perft(request)) => Job::Perft(request),
        Some(Task::Selfplay(request)) => Job::Selfplay(request),
        Some(Task::Games(request)) => Job::Games(request),
        Some(Task::Book(request)) => Job::Book(request),
        Some(Task::Train(request)) => Job::Train(request),
        Some(Task::Calibrate(request)) => Job::Calibrate(request),
        Some(Task::Diagram(request)) => Job::Diagram(request),
        Some(Task::Convert(request)) => Job::Convert(request),
        Some(Task::Correct(request)) => Job::Correct(request),
        Some(Task::Variants(request)) => Job::Variants(request),
        Some(Task::Protocols) => Job::Protocols,
    };
    let takes = Takes::of(name);
    let (options, given) = options(&takes, &matches, of_command)?;
    let weights = value(takes.weights, WEIGHTS, &matches, of_command);
    let book = value(takes.book(), BOOK, &matches, of_command);
    let variant = value(takes.variant(), VARIANT, &matches, of_command);
    let clock = value(takes.variant(), CLOCK, &matches, of_command);
    Ok(Invocation { options, given, weights, book, variant, clock, ignored, job })
}

/// Refuses arguments that do not go together, for this reason.
fn check_fault(fault: Option<String>) -> Result<(), clap::Error> {
    fault.map_or(Ok(()), |fault| Err(command().error(ErrorKind::ValueValidation, fault)))
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
fn command() -> Command {
    let protocols = PROTOCOLS.iter().map(|info| Command::new(info.command).about(info.help));
    let console = Command::new("console").about("Run the console for people");
    let cli = Task::augment_subcommands(Cli::command().subcommands(protocols).subcommand(console));
    let cli = cli.mut_subcommand("protocols", |command| command.long_about(super::protocols::table()));
    Takes::all().fold(cli, |cli, takes| match takes.command {
        "" => takes.add_to(cli),
        name => cli.mut_subcommand(name, |command| takes.add_to(command)),
    })
}

/// The options as given after the command or before it, and the names of those that were.
fn options(
    takes: &Takes,
    before: &ArgMatches,
    after: Option<&ArgMatches>,
) -> Result<(Options, Vec<&'static str>), clap::Error> {
    let (mut options, mut given) = (Options::default(), Vec::new());
    let refused = |flag: &str| {
        let message = format!("'{}' does not take '--{flag}'", takes.command);
        command().error(ErrorKind::ArgumentConflict, message)
    };
    if before.contains_id(WEIGHTS) && !takes.weights {
        return Err(refused(WEIGHTS));
    }
    if let Some(flag) =
        [BOOK, VARIANT, CLOCK].into_iter().find(|flag| before.contains_id(flag) && !takes.has_flag(flag))
    {
        return Err(refused(flag));
    }
    for setting in Options::default().settings() {
        let own = after.filter(|_| takes.takes(setting.name)).and_then(|after| after.get_one::<i64>(setting.name));
        let Some(number) = own.or_else(|| before.get_one(setting.name)) else { continue };
        if !takes.takes(setting.name) {
            return Err(refused(setting.name));
        }
        let invalid = |error| command().error(ErrorKind::ValueValidation, error);
        options.set(setting.name, &number.to_string()).map_err(invalid)?;
        given.push(setting.name);
    }
    Ok((options, given))
}

#[cfg(test)]
mod tests {
    use super::{Takes, WEIGHTS, command, parse};
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
            assert_eq!(parsed.map(|parsed| parsed.book), Ok(Some("a".into())), "{line}");
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
            let Kind::Number { from, to, .. } = setting.kind;
            // At most the memory of this machine.
            let to = if setting.name == "hash" { 1024 } else { to };
            for line in ["emilia --NAME N", "emilia --NAME N gtp", "emilia gtp --NAME=N"] {
                for number in [from, to] {
                    let line = line.replace("NAME", setting.name).replace('N', &number.to_string());
                    let parsed = parse(arguments(&line)).map_err(|error| error.to_string()).expect("valid arguments");
                    let set = parsed.options.settings().into_iter().find(|other| other.name == setting.name);
                    assert_eq!(set.map(|set| set.value), Some(number.to_string()), "{line}");
                    assert_eq!(parsed.given, [setting.name]);
                }
            }
            let below = format!("emilia --{}={}", setting.name, i128::from(from) - 1);
            assert_eq!(parse(arguments(&below)).err().map(|error| error.exit_code()), Some(2), "{below}");
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
        for takes in Takes::all() {
            let help =
                parse(arguments(&format!("emilia {} --help", takes.command))).err().expect("the help").to_string();
            for (flag, default) in flags() {
                let value = if flag == WEIGHTS { "file" } else { default };
                let is_listed = help.contains(&format!("--{flag} "));
                let required = required(takes.command);
                for line in [
                    format!("emilia {} --{flag} {value} {required}", takes.command),
                    format!("emilia --{flag} {value} {} {required}", takes.command),
                ] {
                    let line = if takes.command == "games" {
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
