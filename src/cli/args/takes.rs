//! The options of the engine that each command takes.

#[cfg(feature = "serve")]
use crate::cli::serve;
use crate::cli::{analyze, bench, explain, ggs, json, puzzles, selfplay, solve};
use crate::protocol::{PROTOCOLS, ProtocolInfo};
use crate::session::{Kind, Options, Setting};
use clap::{Arg, Command, value_parser};
use emilia::game::TimeControl;
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

/// The command that plays on a server. It learns no games, and the server chooses their rules.
const GGS: &str = "ggs";
/// The command that judges games. It learns none either.
const ANALYZE: &str = "analyze";

/// The options of the engine that a command takes.
#[derive(Clone, Copy)]
pub(super) struct Takes {
    /// The name of the command; empty for none.
    pub(super) command: &'static str,
    /// The options; none for all.
    pub(super) options: Option<&'static [&'static str]>,
    /// Defaults that differ from the declared ones, as the help shows them.
    defaults: &'static [(&'static str, &'static str)],
    /// Whether a file of weights can be given.
    pub(super) weights: bool,
}

/// No command: the first line decides.
const NO_COMMAND: Takes = Takes { command: "", options: None, defaults: &[], weights: true };

/// The commands besides those of [`PROTOCOLS`].
const OTHERS: &[Takes] = &[
    NO_COMMAND,
    Takes { command: "console", ..NO_COMMAND },
    Takes { command: "json", options: Some(&json::OPTIONS), defaults: &json::DEFAULTS, weights: true },
    #[cfg(feature = "serve")]
    Takes { command: "serve", options: Some(&json::OPTIONS), defaults: &serve::DEFAULTS, weights: true },
    Takes { command: GGS, options: Some(&Options::NAMES), defaults: &ggs::DEFAULTS, weights: true },
    Takes { command: "solve", options: Some(&solve::OPTIONS), defaults: &solve::DEFAULTS, weights: true },
    Takes { command: ANALYZE, options: Some(&analyze::OPTIONS), defaults: &analyze::DEFAULTS, weights: true },
    Takes { command: "explain", options: Some(&explain::OPTIONS), defaults: &explain::DEFAULTS, weights: true },
    Takes { command: "puzzles", options: Some(&puzzles::OPTIONS), defaults: &puzzles::DEFAULTS, weights: true },
    Takes { command: "bench", options: Some(&["level", "threads", "hash"]), defaults: &bench::DEFAULTS, weights: true },
    Takes { command: "perft", options: Some(&["threads"]), defaults: &[], weights: false },
    Takes {
        command: "selfplay",
        options: Some(&["level", "nodes", "threads"]),
        defaults: &selfplay::DEFAULTS,
        weights: true,
    },
    Takes { command: "games", options: Some(&[]), defaults: &[], weights: false },
    Takes { command: "book", options: Some(&[]), defaults: &[], weights: true },
    Takes { command: "train", options: Some(&[]), defaults: &[], weights: false },
    Takes { command: "calibrate", options: Some(&["threads"]), defaults: &[], weights: true },
    Takes { command: "diagram", options: Some(&[]), defaults: &[], weights: false },
    Takes { command: "convert", options: Some(&[]), defaults: &[], weights: false },
    Takes { command: "correct", options: Some(&[]), defaults: &[], weights: false },
    Takes { command: "variants", options: Some(&[]), defaults: &[], weights: false },
    Takes { command: "protocols", options: Some(&[]), defaults: &[], weights: false },
];

impl Takes {
    /// The options of every command, and those without a command.
    pub(super) fn all() -> impl Iterator<Item = Takes> {
        let of_protocol = |info: &ProtocolInfo| Takes { command: info.command, defaults: info.defaults, ..NO_COMMAND };
        PROTOCOLS.iter().map(of_protocol).chain(OTHERS.iter().copied())
    }

    pub(super) fn of(command: &str) -> Takes {
        Takes::all().find(|takes| takes.command == command).unwrap_or(NO_COMMAND)
    }

    pub(super) fn takes(&self, option: &str) -> bool {
        match self.options {
            _ if option == WEIGHTS => self.weights,
            None => true,
            // The numbers of a search that can be tuned are options of `solve`, too.
            Some(options) => options.contains(&option) || self.command == "solve" && !is_declared(option),
        }
    }

    /// Whether the command has this flag of [`Takes::add_to`].
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        match flag {
            BOOK => self.book(),
            VARIANT | CLOCK => self.variant(),
            option => self.takes(option),
        }
    }

    /// Whether a file with a book can be given.
    pub(super) fn book(&self) -> bool {
        self.options.is_none() || [GGS, ANALYZE].contains(&self.command)
    }

    /// Whether the rules of the games can be given, and their time.
    pub(super) fn variant(&self) -> bool {
        let refuses = |info: &ProtocolInfo| info.command == self.command && !info.takes_rules;
        self.options.is_none() && !PROTOCOLS.iter().any(refuses)
    }

    /// Adds the flags to the command.
    pub(super) fn add_to(&self, command: Command) -> Command {
        let settings = Options::default().settings();
        let command = settings.iter().filter(|setting| self.takes(setting.name)).fold(command, |command, setting| {
            let default = self.defaults.iter().find(|(name, _)| *name == setting.name);
            command.arg(flag(setting, default.map_or(&setting.default, |(_, value)| value)))
        });
        if !self.weights {
            return command;
        }
        let command = if self.book() { command.arg(self.book_flag()) } else { command };
        let command = if self.variant() { command.arg(variant_flag()).arg(clock_flag()) } else { command };
        let help = "Use the weights in this file instead of the embedded ones";
        let weights = Arg::new(WEIGHTS).long(WEIGHTS).value_name("FILE").value_parser(value_parser!(PathBuf));
        command.arg(weights.help_heading(HEADING).help(help))
    }

    fn book_flag(&self) -> Arg {
        let flag = Arg::new(BOOK).long(BOOK).value_name("FILE").value_parser(value_parser!(PathBuf));
        let learns = if self.options.is_some() { "" } else { ", and learn games into it" };
        flag.help_heading(HEADING).help(format!("Use the opening book in this file above the embedded one{learns}"))
    }
}

fn variant_flag() -> Arg {
    let help =
        "Play by these rules: the name of a variant, words such as '6x6 anti', or a file with a picture of the board";
    let flag = Arg::new(VARIANT).long(VARIANT).value_name("RULES").value_parser(value_parser!(OsString));
    flag.help_heading(HEADING).help(help)
}

fn clock_flag() -> Arg {
    let help = "Each side's time for a game, such as 5:00, or 5:00/3 with seconds added for each move, until the client sets a clock";
    let flag = Arg::new(CLOCK).long(CLOCK).value_name("TIME").value_parser(value_parser!(TimeControl));
    flag.help_heading(HEADING).help(help)
}

/// Whether the option is one of every build, and not a number that can be tuned.
fn is_declared(option: &str) -> bool {
    Options::NAMES.contains(&option)
}

fn flag(setting: &Setting, default: &str) -> Arg {
    let Kind::Number { unit, from, to } = setting.kind;
    Arg::new(setting.name)
        .long(setting.name)
        .value_name(if unit.is_empty() { "N" } else { unit })
        .value_parser(value_parser!(i64).range(from..=to))
        .allow_negative_numbers(true)
        .help_heading(HEADING)
        .help(format!("{} [default: {default}]", setting.doc.trim_end_matches('.')))
}
