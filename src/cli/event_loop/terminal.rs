//! Line editing at a terminal: history of the session, and completion of commands, options and file names.
//!
//! The history is kept in memory only. While the user types, texts are printed above the line.

use crate::protocol::WORDS;
use crate::session::Options;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, ExternalPrinter, Helper};
use std::io;

/// The prompt.
const PROMPT: &str = "> ";
/// The message after Ctrl-C.
const HOW_TO_END: &str = "(quit or Ctrl-D ends the program)";
/// The most lines of the history.
const MOST_LINES: usize = 1000;

/// A line editor on the terminal.
pub(super) struct Terminal(Editor<Words, MemHistory>);

/// Prints texts above the line that is being edited.
pub(super) type Printer = Box<dyn ExternalPrinter + Send>;

/// What the user entered.
pub(super) enum Entry {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

impl Terminal {
    /// A line editor with its printer; none if the terminal cannot move its cursor.
    pub fn open() -> Option<(Terminal, Printer)> {
        if std::env::var_os("TERM").is_none_or(|term| term == "dumb") {
            return None;
        }
        let config = Config::builder().max_history_size(MOST_LINES).ok()?.auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Words { files: FilenameCompleter::new() }));
        let printer = editor.create_external_printer().ok()?;
        Some((Terminal(editor), Box::new(printer)))
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn read(&mut self) -> io::Result<Entry> {
        match self.0.readline(PROMPT) {
            Ok(line) => Ok(Entry::Line(line)),
            Err(ReadlineError::Interrupted) => {
                log::debug!("interrupted");
                Ok(Entry::Interrupt)
            }
            Err(ReadlineError::Eof) => Ok(Entry::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// The number of columns of the terminal, 80 if it is not known.
pub(super) fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(terminal_size::Width(columns), _)| columns.into())
}

/// Calls the handler for each Ctrl-C that the line editor does not see, because it comes between two lines.
///
/// # Errors
/// If the signal cannot be handled.
#[cfg(unix)]
pub(super) fn on_interrupt(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT])?;
    let wait = move || signals.forever().for_each(|_| handler());
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// Other systems end the program.
#[cfg(not(unix))]
pub(super) fn on_interrupt(_handler: impl Fn() + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// The text that explains how the program ends.
pub(super) fn how_to_end() -> String {
    format!("{HOW_TO_END}\n")
}

/// Completes commands, options and file names.
struct Words {
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..position];
        let first = before.split_whitespace().next().unwrap_or_default();
        if ["load", "save", "open"].contains(&first) && before.len() > first.len() {
            return self.files.complete(line, position, context);
        }
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        Ok((start, candidates(first, &before[start..], start > 0)))
    }
}

/// The commands and options that begin with the typed text; after another word only where a name may follow.
fn candidates(first: &str, typed: &str, is_argument: bool) -> Vec<Pair> {
    let commands = WORDS.iter().map(|word| word.name);
    let options = Options::default().settings().into_iter().map(|setting| setting.name);
    let mut names: Vec<&str> = match (is_argument, first) {
        (false, _) | (true, "help" | "?") => commands.chain(options).collect(),
        (true, "set") => options.collect(),
        _ => Vec::new(),
    };
    names.sort_unstable();
    names.dedup();
    let pair = |name: &str| Pair { display: name.to_owned(), replacement: name.to_owned() };
    names.into_iter().filter(|name| name.starts_with(typed)).map(pair).collect()
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn commands_and_options_are_completed_where_they_may_be_typed() {
        let names = |first, typed, is_argument| -> Vec<String> {
            candidates(first, typed, is_argument).into_iter().map(|pair| pair.replacement).collect()
        };
        assert_eq!(names("ha", "ha", false), ["handicap", "hash"]);
        assert_eq!(names("help", "sol", true), ["solve"]);
        assert_eq!(names("set", "le", true), ["level"]);
        assert_eq!(names("hint", "", true), Vec::<String>::new());
    }
}
