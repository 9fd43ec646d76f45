//! The commands of `emilia book` in the console, where the book in use takes the place of the file.

use super::arguments::{Book, Tool};
use anyhow::{Context as _, bail};
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;
use std::path::PathBuf;

/// A command that can be run.
pub enum ConsoleCommand {
    /// Uses another book from now on.
    Open(PathBuf),
    /// Runs a command of the program.
    Run(Box<Book>),
    /// Prints a help.
    Help(String),
}

#[derive(Parser)]
#[command(name = "book", about = "Commands for the opening book in use", no_binary_name = true)]
struct Words {
    #[command(flatten)]
    book: Book,
}

/// The positional argument that is the book in use.
const BOOK: &str = "book";
/// The flag for searches by other programs, which use standard input.
const REMOTE: &str = "remote";

/// The commands as the console has them; for help the book in use is no argument.
fn commands(is_for_help: bool) -> Command {
    let mut commands = Words::command().bin_name("book");
    let names: Vec<String> = commands.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for name in names {
        commands = commands.mut_subcommand(name, |command| {
            let (is_remote, takes_book) = (command.get_name() == "evaluate", takes_book(&command));
            let command = command.hide(is_remote).allow_missing_positional(is_for_help);
            command.mut_args(|argument| match argument.get_id().as_str() {
                BOOK if takes_book => argument.required(!is_for_help).hide(true),
                REMOTE => argument.hide(true),
                _ => argument,
            })
        });
    }
    let open = Command::new("open").about("Use the book in this file from now on");
    commands.subcommand(open.arg(clap::Arg::new("FILE").required(true)))
}

/// Whether the book in use is an argument of the command.
fn takes_book(command: &Command) -> bool {
    command.get_name() != "new" && command.get_positionals().any(|argument| argument.get_id() == BOOK)
}

impl ConsoleCommand {
    /// The command of these words in a conversation that uses the book in this file, if it is in one, and has this game or position on the
    /// board. Blanks in names of files need quotes.
    ///
    /// # Errors
    /// If the words are no command, or it needs a book in a file and none is in use.
    pub fn parse(words: &str, book: Option<&PathBuf>, position: &str) -> anyhow::Result<ConsoleCommand> {
        let mut words: Vec<OsString> =
            shlex::split(words).context("a quote is not closed")?.into_iter().map(OsString::from).collect();
        let Some(name) = words.first().cloned() else { bail!("expected a command; try book help") };
        if name == "open" && words.len() == 2 {
            return Ok(ConsoleCommand::Open(PathBuf::from(words.remove(1))));
        }
        if words.iter().any(|word| word == "--remote") || name == "evaluate" {
            bail!("remote searches use standard input, as the console does; use emilia book");
        }
        let is_help = name == "help" || words.iter().any(|word| word == "--help" || word == "-h");
        let commands = commands(is_help);
        // Without a file the report is about the embedded book.
        let is_embedded = name == "report" && book.is_none();
        if !is_help && !is_embedded && commands.find_subcommand(&name).is_some_and(takes_book) {
            let advice = "no book in a file is in use; `book open FILE` or `book new FILE` chooses one";
            words.insert(1, book.context(advice)?.into());
        } else if name == "show"
            && let Some(file) = book
            && !words.iter().any(|word| word.to_string_lossy().starts_with("--book"))
        {
            words.extend(["--book".into(), file.into()]);
        }
        match commands.try_get_matches_from(words).and_then(|matches| Words::from_arg_matches(&matches)) {
            Ok(Words { book: Book { mut tool } }) => {
                if let Tool::Show { position: at, .. } | Tool::Learn { game: at, .. } = &mut tool
                    && at.is_empty()
                {
                    *at = position.into();
                }
                Ok(ConsoleCommand::Run(Box::new(Book { tool })))
            }
            Err(error) => match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                    Ok(ConsoleCommand::Help(error.to_string()))
                }
                _ => {
                    let text = error.to_string();
                    let reason: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
                    let reason = reason.join(" ");
                    bail!("{}; try book help", reason.strip_prefix("error: ").unwrap_or(&reason))
                }
            },
        }
    }

    /// The book that is in use after the command.
    pub fn next_book(&self) -> Option<PathBuf> {
        match self {
            ConsoleCommand::Open(book) => Some(book.clone()),
            ConsoleCommand::Run(command) => match &command.tool {
                Tool::New { book, .. } => Some(book.clone()),
                _ => None,
            },
            ConsoleCommand::Help(_) => None,
        }
    }
}
