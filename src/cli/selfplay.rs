//! `emilia selfplay`: games of the engine against itself, to learn from.

use super::message::complain;
use super::signals::{INTERRUPTED, handle_signals};
use crate::eval::Weights;
use crate::search::{Level, Stop};
use crate::session::Options;
use crate::training::selfplay::{Openings, Progress, SelfPlay, Settings, Span};
use clap::{Args, value_parser};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The level if neither a level nor a number of nodes is given.
const LEVEL: u8 = 6;
/// The defaults of the options, as they stand in the help.
pub(super) const DEFAULTS: [(&str, &str); 2] = [("level", "6, or none with --nodes"), ("nodes", "no limit")];
/// Time between two lines of progress at a terminal, and elsewhere.
const BAR_EVERY: Duration = Duration::from_millis(200);
const LINE_EVERY: Duration = Duration::from_secs(60);

/// Arguments of `emilia selfplay`.
#[derive(Args)]
pub(super) struct Selfplay {
    /// The file of games; an existing file is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games in the file at the end
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Solve positions with at most N empty squares exactly, and search others as deep as the midgame; by default the level decides
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=30))]
    solve_from: Option<u32>,
    /// Number of random moves at the beginning of a game; of several ranges each game uses one at random [default: 8:16,8:30, with
    /// --openings 0:4]
    #[arg(long, value_name = "LOW:HIGH", value_delimiter = ',')]
    random: Vec<Span>,
    /// Begin each game with a random line of this file, before the random moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Selfplay {
    fn settings(&self, options: &Options, given: &[&str]) -> Settings {
        let nodes = (given.contains(&"nodes") && options.nodes > 0).then_some(options.nodes);
        let level = if given.contains(&"level") { Some(options.level) } else { nodes.is_none().then_some(LEVEL) };
        let random = match (self.random.as_slice(), &self.openings) {
            ([], None) => vec![Span { low: 8, high: 16 }, Span { low: 8, high: 30 }],
            ([], Some(_)) => vec![Span { low: 0, high: 4 }],
            (given, _) => given.to_vec(),
        };
        let level = level.and_then(Level::new);
        Settings { level, nodes, solve_from: self.solve_from, random, seed: self.seed }
    }
}

/// Plays until the file has the number of games asked for.
///
/// # Errors
/// If the file or the openings cannot be used, or the file has games that were made in another way.
pub(super) fn run(
    arguments: &Selfplay,
    options: &Options,
    given: &[&str],
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let settings = arguments.settings(options, given);
    let openings = arguments.openings.as_deref().map(Openings::read).transpose()?;
    let run = SelfPlay::open(&arguments.out, &settings, openings.as_ref(), weights)?;
    let stop = Stop::new();
    handle_signals(&stop)?;
    let mut display = Display::new(arguments.games);
    let games = run.run(arguments.games, options.threads, &stop, |progress| display.show(progress))?;
    Ok(if games < arguments.games { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Progress on standard error: a bar at a terminal, elsewhere a line a minute.
struct Display {
    /// Games at the end.
    all: u64,
    bar: Option<ProgressBar>,
    began: Instant,
    /// When progress was last shown.
    shown: Instant,
}

impl Display {
    fn new(all: u64) -> Display {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(all);
            let style = ProgressStyle::with_template("[{bar:30}] {wide_msg}");
            style.map_or(bar.clone(), |style| bar.with_style(style))
        });
        Display { all, bar, began: Instant::now(), shown: Instant::now() }
    }

    fn show(&mut self, Progress { first, games, written }: Progress) {
        let every = if self.bar.is_some() { BAR_EVERY } else { LINE_EVERY };
        if self.shown.elapsed() < every && written < self.all {
            return;
        }
        self.shown = Instant::now();
        let pace = games.saturating_sub(first) as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let left = Duration::try_from_secs_f64(self.all.saturating_sub(games) as f64 / pace.max(1e-9));
        let left = left.map_or("unknown time".to_owned(), |left| HumanDuration(left).to_string());
        let text = format!("{games} of {} games, {written} on disk, {pace:.1} games/s, {left} left", self.all);
        match &self.bar {
            Some(bar) => {
                bar.set_position(games);
                bar.set_message(text);
            }
            None => complain(&text),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }
}
