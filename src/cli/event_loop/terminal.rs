//! Line editing at a terminal: history of the session, and completion of commands, options and file names.
//!
//! The history is kept in memory only. While the user types, texts are printed above the line.

use crate::protocol::{WORDS, Word};
use crate::session::Options;
use emilia::notation::printable::printable;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, ExternalPrinter, Helper};
use std::fs;
use std::io::{self, Write as _};
use std::path::{MAIN_SEPARATOR, Path, is_separator};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The prompt.
const PROMPT: &str = "> ";
/// Explains, after Ctrl-C, how the program ends.
pub(super) const HOW_TO_END: &str = "(quit or Ctrl-D ends the program)\n";
/// The most lines of the history.
const MOST_LINES: usize = 1000;
/// How long the end of the program waits for the last texts to be printed.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Where texts are written.
pub(super) enum Output {
    Stdout(io::Stdout),
    /// Above the line that is being edited.
    Editor {
        printer: Printer,
        /// Lets the editor read the next line, as soon as the receiver has a message.
        ready: Sender<Receiver<()>>,
    },
}

impl Output {
    /// Writes a text with one write and one flush.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Output::Stdout(out) => {
                let mut out = out.lock();
                out.write_all(text.as_bytes())?;
                out.flush()
            }
            Output::Editor { printer, .. } => printer.print(text),
        }
    }
}

/// A line editor on the terminal.
pub(super) struct Terminal(Editor<Completion, MemHistory>);

/// Prints texts above the line that is being edited, on a thread of its own: the line editor takes a text only while it reads a line,
/// and the event loop, which lets it read the next one, must not wait for that.
pub(super) struct Printer {
    jobs: Option<Sender<Job>>,
    /// Disconnected when all texts are printed.
    is_done: Receiver<()>,
}

/// What the printer does.
enum Job {
    Print(String),
    /// Tells this receiver that the earlier texts are printed.
    Tell(Sender<()>),
}

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
        editor.set_helper(Some(Completion));
        let printer = Printer::start(editor.create_external_printer().ok()?).ok()?;
        Some((Terminal(editor), printer))
    }

    /// Reads a line.
    pub fn read(&mut self) -> io::Result<Entry> {
        match self.0.readline(PROMPT) {
            Ok(line) => Ok(Entry::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Entry::Interrupt),
            Err(ReadlineError::Eof) => Ok(Entry::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl Printer {
    fn start(mut printer: impl ExternalPrinter + Send + 'static) -> io::Result<Printer> {
        let (jobs, to_do) = channel();
        let (done, is_done) = channel();
        let print = move || {
            // An error ends the thread; the next text finds nobody to print it.
            let _ = to_do.iter().try_for_each(|job| match job {
                Job::Print(text) => printer.print(text),
                Job::Tell(teller) => {
                    // It may have waited long enough.
                    let _ = teller.send(());
                    Ok(())
                }
            });
            drop::<Sender<()>>(done);
        };
        std::thread::Builder::new().name("printer".into()).spawn(print)?;
        Ok(Printer { jobs: Some(jobs), is_done })
    }

    /// Prints a text after all earlier ones.
    ///
    /// # Errors
    /// If an earlier text could not be printed.
    pub fn print(&self, text: &str) -> io::Result<()> {
        let is_sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(Job::Print(text.to_owned())).is_ok());
        if is_sent { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }

    /// Gets a message when all texts so far are printed; disconnected if they cannot be printed.
    pub fn printed(&self) -> Receiver<()> {
        let (teller, printed) = channel();
        if let Some(jobs) = &self.jobs {
            // Without a printer nothing is left to print.
            let _ = jobs.send(Job::Tell(teller));
        }
        printed
    }
}

impl Drop for Printer {
    /// Waits for the last texts, but not for a line editor that will not read again.
    fn drop(&mut self) {
        self.jobs = None;
        let _ = self.is_done.recv_timeout(LONGEST_WAIT);
    }
}

/// The number of columns of the terminal, 80 if it is not known.
pub(in crate::cli) fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(terminal_size::Width(columns), _)| columns.into())
}

/// Whether a terminal that can move its cursor is to have colours, too: see <https://no-color.org>.
pub(in crate::cli) fn has_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Calls the handler for each Ctrl-C that the line editor does not see, because it comes between two lines.
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

/// Completes commands, options and file names.
struct Completion;

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(completions(&line[..position]))
    }
}

/// What can replace the end of this text, and where that end begins.
fn completions(before: &str) -> (usize, Vec<Pair>) {
    let (typed, found) = match before.trim_start().split_once(char::is_whitespace) {
        Some((first, rest)) => match word(first).filter(|word| word.usage.contains("FILE")) {
            Some(word) => {
                let typed = file_argument(word, rest.trim_start());
                (typed, files(typed))
            }
            None => {
                let typed = rest.rsplit(char::is_whitespace).next().unwrap_or_default();
                (typed, candidates(first, typed, true))
            }
        },
        None => (before.trim_start(), candidates("", before.trim_start(), false)),
    };
    (before.len() - typed.len(), found)
}

/// The command of this name or alias.
fn word(name: &str) -> Option<&'static Word> {
    let is_meant = |known: &&str| known.eq_ignore_ascii_case(name);
    WORDS.iter().find(|word| is_meant(&word.name) || word.aliases.iter().any(is_meant))
}

/// The arguments without a flag before the file.
fn file_argument<'a>(word: &Word, arguments: &'a str) -> &'a str {
    match arguments.split_once(char::is_whitespace) {
        Some((flag, file)) if flag.starts_with("--") && word.usage.contains(flag) => file.trim_start(),
        _ => arguments,
    }
}

/// The files and folders whose path begins with the typed text. Names are not escaped: the commands take the rest of the line as it is.
fn files(typed: &str) -> Vec<Pair> {
    let (folder, beginning) = typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1));
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with(beginning) && printable(name) == *name)
        .collect();
    names.sort_unstable();
    let pair = |name: String| {
        let path = format!("{folder}{name}");
        let end = if Path::new(&path).is_dir() { MAIN_SEPARATOR.to_string() } else { String::new() };
        Pair { display: name, replacement: path + &end }
    };
    names.into_iter().map(pair).collect()
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

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::completions;
    use std::fs;
    use std::path::MAIN_SEPARATOR_STR as SEPARATOR;

    /// This text with each of its completions.
    fn completed(before: &str) -> Vec<String> {
        let (start, pairs) = completions(before);
        pairs.into_iter().map(|pair| before[..start].to_owned() + &pair.replacement).collect()
    }

    #[test]
    fn commands_and_options_are_completed_where_they_may_be_typed() {
        assert_eq!(completed("ha"), ["handicap", "hash"]);
        assert_eq!(completed(" loa"), [" load"]);
        assert_eq!(completed("help sol"), ["help solve"]);
        assert_eq!(completed("set\u{a0}le"), ["set\u{a0}level"]);
        assert_eq!(completed("hint "), Vec::<String>::new());
        assert_eq!(completed("hint\u{a0}"), Vec::<String>::new());
    }

    #[test]
    fn files_are_completed_as_the_commands_take_them() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["my first.ggf", "my second.ggf", "other.sgf"] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        fs::create_dir(folder.path().join("games")).expect("a folder");
        let path = format!("{}{SEPARATOR}", folder.path().display());
        for command in ["load", " o", "OPEN ", "save", "s\u{a0}", "save --overwrite "] {
            let line = |name| format!("{command} {path}{name}");
            assert_eq!(completed(&line("my ")), [line("my first.ggf"), line("my second.ggf")]);
            assert_eq!(completed(&line("g")), [line("games") + SEPARATOR]);
            assert_eq!(completed(&line("x")), Vec::<String>::new());
        }
        assert_eq!(completed(&format!("load {path}missing{SEPARATOR}")), Vec::<String>::new());
    }
}
