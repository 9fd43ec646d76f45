//! `emilia selfplay`: plays training games.

use super::message::print_message;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::{CliCommand, Invocation};
use crate::session::Options;
use clap::{Args, value_parser};
use emilia::{Level, Stop};
use emilia_training::selfplay::{self, Openings, PlyRange, SelfPlay, SelfPlaySettings};
use std::path::PathBuf;
use std::process::ExitCode;

/// The level without --level and --nodes.
const DEFAULT_LEVEL: u8 = 6;
/// The defaults in the help that differ from those of the engine.
pub(super) const DEFAULTS: [(&str, &str); 2] = [("level", "6, or none with --nodes"), ("nodes", "no limit")];

/// Play training games against itself; a game depends only on its number and the settings
#[derive(Args)]
pub(super) struct Selfplay {
    /// File of games to write; an existing file is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Total number of games in the file at the end
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Solve positions with at most N empty squares exactly; the level sets the depth of all other searches [default: set by the level]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=30))]
    solve_from: Option<u32>,
    /// Number of random moves at the start of a game; each game uses one of the ranges at random [default: 8:16,8:30, or 0:4 with
    /// --openings]
    #[arg(long, value_name = "MIN:MAX", value_delimiter = ',')]
    random: Vec<PlyRange>,
    /// Start each game with a random line of this file, before the random moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Selfplay {
    fn settings(&self, options: &Options, given: &[&str]) -> SelfPlaySettings {
        let nodes = (given.contains(&"nodes") && options.nodes > 0).then_some(options.nodes);
        let level =
            if given.contains(&"level") { Some(options.level) } else { nodes.is_none().then_some(DEFAULT_LEVEL) };
        let random = match (self.random.as_slice(), &self.openings) {
            ([], None) => vec![PlyRange { min: 8, max: 16 }, PlyRange { min: 8, max: 30 }],
            ([], Some(_)) => vec![PlyRange { min: 0, max: 4 }],
            (ranges, _) => ranges.to_vec(),
        };
        let level = level.and_then(Level::new);
        SelfPlaySettings { level, nodes, solve_from: self.solve_from, random, seed: self.seed }
    }
}

impl CliCommand for Selfplay {
    /// Runs the command. Exit code 130 if it is interrupted before all games are played.
    ///
    /// # Errors
    /// If the openings cannot be read, the file cannot be read or written, or its games were made with other settings.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let Invocation { options, explicit, .. } = invocation;
        let weights = &invocation.weights()?;
        let settings = self.settings(options, explicit);
        let openings = self.openings.as_deref().map(Openings::read).transpose()?;
        let run = SelfPlay::open(&self.out, &settings, openings.as_ref(), weights)?;
        let stop = Stop::new();
        handle_signals(&stop)?;
        let (total, mut display, mut text) = (self.games, Progress::new(self.games), String::new());
        let games = run.run(total, options.threads, &stop, |selfplay::Progress { initial, games, on_disk }| {
            let pace = display.pace(games.saturating_sub(initial), total.saturating_sub(games), "games");
            text = match initial >= total {
                true => format!("the file has {on_disk} games already; {total} were asked for"),
                false => format!("{games} of {total} games, {on_disk} on disk, {pace}"),
            };
            display.show(games, || text.clone());
        })?;
        drop(display);
        print_message(&text);
        Ok(if games < self.games { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}
