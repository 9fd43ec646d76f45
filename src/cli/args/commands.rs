//! The list of the commands, with the options of the engine that each takes.

use crate::cli::{self, CliCommand};
use crate::protocol::{PROTOCOLS, ProtocolInfo};
use crate::session::{Kind, Options, Setting};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, value_parser};
use emilia::TimeControl;
use std::ffi::OsString;
use std::path::PathBuf;

/// The heading in the help of the options that are declared in [`Options`].
const HEADING: &str = "Options of the engine";
/// The flag for a file of weights, beside the declared options.
pub(super) const WEIGHTS: &str = "weights";
/// The flag for a file with a book, of the commands that play or analyse.
pub(super) const BOOK: &str = "book-file";
/// The flag for the rules of the games, of the commands that play.
pub(super) const VARIANT: &str = "variant";
/// The flag for the time of a game, of the protocols in which a game does not bring its own.
pub(super) const CLOCK: &str = "game-time";

/// Names of options of the engine.
type Names = &'static [&'static str];
/// Defaults of options that differ from the declared ones, as the help shows them.
type Defaults = &'static [(&'static str, &'static str)];

/// A command.
#[derive(Clone, Copy)]
pub(super) struct CommandInfo {
    /// Its name; empty without a command, where the first line decides.
    pub(super) name: &'static str,
    /// Its help; that of other commands is the text beside their arguments.
    about: &'static str,
    /// The options of the engine that it takes; none for all.
    options: Option<Names>,
    defaults: Defaults,
    /// Whether a file of weights can be given.
    pub(super) weights: bool,
    /// Adds and parses its arguments; none if it runs a protocol.
    arguments: Option<(Add, Parse)>,
}

/// Adds the arguments of a command.
type Add = fn(Command) -> Command;
/// Parses the arguments of a command.
type Parse = fn(&ArgMatches) -> Result<Box<dyn CliCommand>, clap::Error>;

/// What runs a protocol takes everything.
const PROTOCOL: CommandInfo =
    CommandInfo { name: "", about: "", options: None, defaults: &[], weights: true, arguments: None };

/// The command with the arguments `T`.
const fn command<T: CliCommand + Args + 'static>(
    name: &'static str,
    options: Names,
    defaults: Defaults,
    weights: bool,
) -> CommandInfo {
    let parse: Parse = |matches| Ok(Box::new(T::from_arg_matches(matches)?));
    CommandInfo {
        name,
        about: "",
        options: Some(options),
        defaults,
        weights,
        arguments: Some((T::augment_args, parse)),
    }
}

/// The commands besides those of [`PROTOCOLS`].
const OTHERS: &[CommandInfo] = &[
    PROTOCOL,
    CommandInfo { name: "console", about: "Run the console for people", ..PROTOCOL },
    command::<cli::json::Json>("json", &cli::json::OPTIONS, &cli::json::DEFAULTS, true),
    #[cfg(feature = "serve")]
    command::<cli::serve::Serve>("serve", &cli::json::OPTIONS, &cli::serve::DEFAULTS, true),
    command::<cli::ggs::Ggs>("ggs", &Options::NAMES, &cli::ggs::DEFAULTS, true),
    command::<cli::solve::Solve>("solve", &cli::solve::OPTIONS, &cli::solve::DEFAULTS, true),
    command::<cli::analyze::Analyze>("analyze", &cli::analyze::OPTIONS, &cli::analyze::DEFAULTS, true),
    command::<cli::explain::Explain>("explain", &cli::explain::OPTIONS, &cli::explain::DEFAULTS, true),
    command::<cli::fair_play::FairPlay>("fair-play", &cli::fair_play::OPTIONS, &cli::fair_play::DEFAULTS, true),
    command::<cli::puzzles::Puzzles>("puzzles", &cli::puzzles::OPTIONS, &cli::puzzles::DEFAULTS, true),
    command::<cli::drill::Drill>("drill", &[], &[], true),
    command::<cli::bench::Bench>("bench", &["level", "threads", "hash"], &cli::bench::DEFAULTS, true),
    command::<cli::perft::Perft>("perft", &["threads"], &[], false),
    command::<cli::selfplay::Selfplay>("selfplay", &["level", "nodes", "threads"], &cli::selfplay::DEFAULTS, true),
    command::<cli::games::Games>("games", &[], &[], false),
    command::<cli::book::Book>("book", &[], &[], true),
    command::<cli::train::Train>("train", &[], &[], false),
    command::<cli::calibrate::Calibrate>("calibrate", &["threads"], &[], true),
    command::<cli::diagram::Diagram>("diagram", &[], &[], false),
    command::<cli::convert::Convert>("convert", &[], &[], false),
    command::<cli::correct::Correct>("correct", &[], &[], false),
    command::<cli::variants::Variants>("variants", &[], &[], false),
    command::<cli::protocols::Protocols>("protocols", &[], &[], false),
    command::<cli::completions::Completions>("completions", &[], &[], false),
    command::<cli::man::Man>("man", &[], &[], false),
];

impl CommandInfo {
    /// Every command, and none.
    pub(super) fn all() -> impl Iterator<Item = CommandInfo> {
        let of_protocol = |info: &ProtocolInfo| CommandInfo {
            name: info.command,
            about: info.help,
            defaults: info.defaults,
            ..PROTOCOL
        };
        PROTOCOLS.iter().map(of_protocol).chain(OTHERS.iter().copied())
    }

    pub(super) fn of(name: &str) -> CommandInfo {
        CommandInfo::all().find(|info| info.name == name).unwrap_or(PROTOCOL)
    }

    /// Parses the arguments; none if the command runs a protocol.
    ///
    /// # Errors
    /// If one is wrong.
    pub(super) fn parse(&self, matches: &ArgMatches) -> Result<Option<Box<dyn CliCommand>>, clap::Error> {
        self.arguments.map(|(_, parse)| parse(matches)).transpose()
    }

    pub(super) fn takes(&self, option: &str) -> bool {
        match self.options {
            _ if option == WEIGHTS => self.weights,
            None => true,
            // The numbers of a search that can be tuned, which not every build has, are options of `solve`, too.
            Some(options) => options.contains(&option) || self.name == "solve" && !Options::NAMES.contains(&option),
        }
    }

    /// Whether the command has this flag of [`CommandInfo::add_options`].
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        match flag {
            BOOK => self.book(),
            VARIANT | CLOCK => self.variant(),
            option => self.takes(option),
        }
    }

    /// Whether a file with a book can be given.
    pub(super) fn book(&self) -> bool {
        self.options.is_none() || ["ggs", "analyze"].contains(&self.name)
    }

    /// Whether the rules of the games can be given, and their time.
    pub(super) fn variant(&self) -> bool {
        let refuses = |info: &ProtocolInfo| info.command == self.name && !info.takes_rules;
        self.options.is_none() && !PROTOCOLS.iter().any(refuses)
    }

    /// Adds the command to the command line.
    pub(super) fn add_to(&self, cli: Command) -> Command {
        if self.name.is_empty() {
            return self.add_options(cli);
        }
        let command = Command::new(self.name);
        let command = match self.arguments {
            Some((add, _)) => add(command),
            None => command.about(self.about),
        };
        cli.subcommand(self.add_options(command))
    }

    fn add_options(&self, command: Command) -> Command {
        let settings = Options::default().settings();
        let command = settings.iter().filter(|setting| self.takes(setting.name)).fold(command, |command, setting| {
            let default = self.defaults.iter().find(|(name, _)| *name == setting.name);
            command.arg(option(setting, default.map_or(&setting.default, |(_, value)| value)))
        });
        if !self.weights {
            return command;
        }
        let flag = |name, value, help| Arg::new(name).long(name).value_name(value).help_heading(HEADING).help(help);
        let learns = if self.options.is_some() { "" } else { ", and learn games into it" };
        let book = format!("Use the opening book in this file above the embedded one{learns}");
        let rules = "Play by these rules: the name of a variant, words such as '6x6 anti', or a file with a picture of the board";
        let clock = "Each side's time for a game, such as 5:00, or 5:00/3 with seconds added for each move, until the client sets a clock";
        let weights = "Use the weights in this file instead of the embedded ones";
        let flags = [
            (self.book(), flag(BOOK, "FILE", book).value_parser(value_parser!(PathBuf))),
            (self.variant(), flag(VARIANT, "RULES", rules.to_owned()).value_parser(value_parser!(OsString))),
            (self.variant(), flag(CLOCK, "TIME", clock.to_owned()).value_parser(value_parser!(TimeControl))),
            (true, flag(WEIGHTS, "FILE", weights.to_owned()).value_parser(value_parser!(PathBuf))),
        ];
        command.args(flags.into_iter().filter_map(|(is_taken, flag)| is_taken.then_some(flag)))
    }
}

/// Other names of flags.
const ALIASES: [(&str, &str); 2] = [("human-time", "humantime"), ("human-seed", "humanseed")];

/// The flag of an option of the engine.
fn option(setting: &Setting, default: &str) -> Arg {
    let flag = Arg::new(setting.name)
        .long(setting.name)
        .aliases(ALIASES.iter().filter_map(|(alias, of)| (*of == setting.name).then_some(*alias)));
    let flag = match setting.kind {
        Kind::Number { unit, from, to } => flag
            .value_name(if unit.is_empty() { "N" } else { unit })
            .value_parser(value_parser!(i64).range(from..=to).map(|number| number.to_string()))
            .allow_negative_numbers(true),
        Kind::Rating => {
            let name = setting.name;
            flag.value_name("N")
                .value_parser(move |text: &str| Options::check(name, text).map(|()| text.trim().to_owned()))
                .allow_negative_numbers(true)
        }
        Kind::Name(names) => flag.value_name("NAME").value_parser(PossibleValuesParser::new(names)),
    };
    flag.help_heading(HEADING).help(format!("{} [default: {default}]", setting.doc.trim_end_matches('.')))
}
