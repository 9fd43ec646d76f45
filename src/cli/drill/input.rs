//! The answers of a person: lines of a terminal with a line editor, or of a pipe.

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

const PROMPT: &str = "> ";

/// Where the answers come from.
pub(super) enum Answers {
    Editor(Box<Editor<(), MemHistory>>),
    /// The lines of standard input, with a prompt for a person.
    Lines {
        is_person: bool,
    },
}

/// What was entered.
pub(super) enum Answer {
    Line(String),
    /// The end of the input, such as Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupt,
}

impl Answers {
    /// A line editor if there is a terminal that can move its cursor.
    pub fn open() -> Answers {
        let is_person = io::stdin().is_terminal();
        let is_editable =
            is_person && io::stdout().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        let editor = is_editable.then(|| Editor::with_history(Config::default(), MemHistory::new()).ok()).flatten();
        editor.map_or(Answers::Lines { is_person }, |editor| Answers::Editor(Box::new(editor)))
    }

    /// Whether the terminal understands control sequences.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Answers::Editor(_))
    }

    /// Waits for a line.
    ///
    /// # Errors
    /// The errors of the streams.
    pub fn read(&mut self) -> io::Result<Answer> {
        match self {
            Answers::Editor(editor) => match editor.readline(PROMPT) {
                Ok(line) => Ok(Answer::Line(line)),
                Err(ReadlineError::Interrupted) => Ok(Answer::Interrupt),
                Err(ReadlineError::Eof) => Ok(Answer::End),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            },
            Answers::Lines { is_person } => {
                let mut out = io::stdout().lock();
                if *is_person {
                    out.write_all(PROMPT.as_bytes())?;
                }
                out.flush()?;
                let mut line = Vec::new();
                let length = io::stdin().lock().read_until(b'\n', &mut line)?;
                Ok(if length == 0 { Answer::End } else { Answer::Line(String::from_utf8_lossy(&line).into_owned()) })
            }
        }
    }
}
