//! The commands of `emilia book` in the console, on a thread of their own.

use crate::cli::book::{self, ConsoleCommand};
use crate::cli::files::Books;
use emilia::book::{Book, Store};
use emilia::{Game, Rules, Stop, Weights};
use std::io::{Write as _, stdout};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

/// Runs commands for the book of a conversation, one at a time.
pub(super) struct BookTool {
    books: Books,
    weights: Arc<Weights>,
    /// Reports the end of a command.
    ended: Arc<dyn Fn(anyhow::Result<()>) + Send + Sync>,
    /// The stop of the running command.
    running: Option<Stop>,
    /// The book in use if the running command succeeds.
    next: Option<PathBuf>,
}

impl BookTool {
    pub fn new(
        books: Books,
        weights: Arc<Weights>,
        ended: impl Fn(anyhow::Result<()>) + Send + Sync + 'static,
    ) -> BookTool {
        BookTool { books, weights, ended: Arc::new(ended), running: None, next: None }
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Stops the running command.
    pub fn stop(&self) {
        if let Some(stop) = &self.running {
            stop.request();
        }
    }

    /// Starts a command. It prints to standard output, and its end is reported.
    ///
    /// # Errors
    /// If the words are no command, or it needs a book in a file and none is in use.
    pub fn start(&mut self, words: &str, game: &Game) -> anyhow::Result<()> {
        let stop = Stop::new();
        let position = if *game.rules() == Rules::default() { game.transcript() } else { game.turn().to_string() };
        let command = ConsoleCommand::parse(words, self.books.file.as_ref(), &position)?;
        let (weights, ended, of_command) = (self.weights.clone(), self.ended.clone(), stop.clone());
        self.next = command.next_book();
        let run = move || {
            // A conversation whose command never ended would wait for ever.
            let done = catch_unwind(AssertUnwindSafe(|| run(command, weights, &of_command)));
            ended(done.unwrap_or_else(|_| Err(anyhow::anyhow!("the command has failed unexpectedly"))));
        };
        std::thread::Builder::new().name("book".into()).spawn(run)?;
        self.running = Some(stop);
        Ok(())
    }

    /// Opens the books after the end of a command.
    ///
    /// # Errors
    /// If the book in the file cannot be opened; then only the embedded one is used.
    pub fn finish(&mut self, succeeded: bool) -> anyhow::Result<Book> {
        self.running = None;
        let next = mem::take(&mut self.next).filter(|_| succeeded);
        if next.is_some() {
            self.books.file = next;
        }
        self.books.open()
    }
}

fn run(command: ConsoleCommand, weights: Arc<Weights>, stop: &Stop) -> anyhow::Result<()> {
    match command {
        ConsoleCommand::Open(book) => {
            let store = Store::open(&book)?;
            writeln!(stdout(), "{} positions, level {}", store.len()?, store.level()?.get())?;
        }
        ConsoleCommand::Run(command) => drop(book::run(&command, || Ok(weights), Some(stop))?),
        ConsoleCommand::Help(text) => write!(stdout(), "{text}")?,
    }
    Ok(())
}
