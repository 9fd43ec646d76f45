//! `emilia drill`: exercises from one's own games, repeated at growing intervals.

mod add;
mod export;
mod file;
mod input;
mod practice;

use super::message::{print_message, shown};
use crate::cli::{CliCommand, Invocation};
use add::Add;
use clap::{Args, Subcommand, value_parser};
use emilia::notation::printable::printable;
use emilia_analysis::drill::{Deck, DeckCounts, ExerciseKind};
use export::Export;
use file::DeckFile;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// The seconds of a minute, an hour and a day.
const UNITS: [(u64, &str); 3] = [(86_400, "day"), (3600, "hour"), (60, "minute")];

/// Practise the mistakes of your own games and your openings, repeated at growing intervals
///
/// Without a command it asks what is due. `emilia drill add games.pgn --player NAME` makes exercises from your games first.
#[derive(Args)]
pub(super) struct Drill {
    #[command(subcommand)]
    tool: Option<Tool>,
    /// The file with the exercises and your progress [default: emilia/drill.json in the user's data folder]
    #[arg(long, global = true, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The most exercises that you have not seen yet
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=10_000), default_value_t = 10)]
    new: u32,
}

#[derive(Subcommand)]
enum Tool {
    /// Make exercises from your games: the mistakes worth learning, and your openings
    Add(Add),
    /// List the exercises, when each is due, and the file that they are in
    List,
    /// Remove exercises
    Remove {
        /// Numbers of exercises in the list
        #[arg(value_name = "N", required = true, value_parser = value_parser!(u32).range(1..))]
        numbers: Vec<u32>,
    },
    /// Write the exercises for Anki, or as a text with diagrams
    Export(Export),
}

impl CliCommand for Drill {
    /// Practises, or runs one of the tools.
    ///
    /// # Errors
    /// If the file of exercises cannot be read or written, or the tool fails.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let path = self.file.as_deref();
        match &self.tool {
            None => practice::run(DeckFile::open(path)?, self.new as usize),
            Some(Tool::Add(add)) => add.run(DeckFile::open(path)?, invocation),
            Some(Tool::List) => {
                let list = list(&file::read(path)?, now()) + &format!("in {}\n", shown(&file::path(path)?));
                io::stdout().write_all(list.as_bytes())?;
                Ok(ExitCode::SUCCESS)
            }
            Some(Tool::Remove { numbers }) => remove(DeckFile::open(path)?, numbers),
            Some(Tool::Export(export)) => export.run(path),
        }
    }
}

/// The time in seconds after the beginning of 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A number with its unit: `1 exercise`, `2 exercises`.
fn count(number: impl Into<u64>, unit: &str) -> String {
    let number = number.into();
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// How long it is until this time, for a person: `in 3 days`, or `now`. It is rounded in the largest unit of which it is half at least.
fn until(due: u64, now: u64) -> String {
    let seconds = due.saturating_sub(now);
    let unit = UNITS.iter().find(|(unit, _)| seconds >= unit / 2);
    unit.map_or("now".to_owned(), |(unit, name)| format!("in {}", count((seconds + unit / 2) / unit, name)))
}

/// A line for each exercise, then how many are due.
fn list(deck: &Deck, now: u64) -> String {
    let mut text = String::new();
    for (number, card) in (1..).zip(&deck.cards) {
        let due = card.memory.map_or("new".to_owned(), |memory| until(memory.due, now));
        let lost = match &card.exercise.kind {
            ExerciseKind::Mistake { loss, .. } => format!("lost {loss:.0}"),
            ExerciseKind::Opening { .. } => "opening".to_owned(),
        };
        let _ = writeln!(text, "{number:4}  {due:13}  {lost:7}  {}", printable(&card.exercise.from));
    }
    text + &state(deck, now) + "\n"
}

/// How many exercises are due, new and later, and when the next one is due.
fn state(deck: &Deck, now: u64) -> String {
    let DeckCounts { due, new, later, next } = deck.counts(now);
    let next = next.map_or(String::new(), |next| format!("; the next one is due {}", until(next, now)));
    format!("{}: {due} due, {new} new, {later} later{next}", count(deck.cards.len() as u64, "exercise"))
}

/// Removes the exercises of these numbers, counted from 1.
fn remove(mut file: DeckFile, numbers: &[u32]) -> anyhow::Result<ExitCode> {
    let cards = &mut file.deck.cards;
    let wrong = numbers.iter().find(|number| **number as usize > cards.len());
    anyhow::ensure!(
        wrong.is_none(),
        "there are only {}: {}",
        count(cards.len() as u64, "exercise"),
        wrong.unwrap_or(&0)
    );
    let mut number = 0;
    cards.retain(|_| {
        number += 1;
        !numbers.contains(&number)
    });
    file.save()?;
    print_message(&state(&file.deck, now()));
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::until;

    #[test]
    fn times_are_rounded_to_the_largest_unit() {
        for (seconds, text) in [
            (0, "now"),
            (29, "now"),
            (30, "in 1 minute"),
            (600, "in 10 minutes"),
            (3600, "in 1 hour"),
            (43_199, "in 12 hours"),
            // An interval of a day, at once and a minute later.
            (64_800, "in 1 day"),
            (64_740, "in 1 day"),
            (86_400 * 3 - 21_600, "in 3 days"),
            (86_400 * 3 - 21_660, "in 3 days"),
        ] {
            assert_eq!(until(1000 + seconds, 1000), text, "{seconds}");
        }
        assert_eq!(until(5, 1000), "now");
    }
}
