//! Games handed out to threads, taken back and written in their order.

use super::opening::Openings;
use super::play::Player;
use super::settings::Settings;
use crate::eval::Weights;
use crate::search::Stop;
use crate::training::games::{Appender, LONGEST, Record};
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};

/// Games that may wait for one with a smaller number, for each thread, before the players have to wait.
const WAITING: usize = 64;

/// How far the games of a file are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games in the file at the start.
    pub first: u64,
    /// Games played, with those of the start.
    pub games: u64,
    /// Games of these that are on the disk.
    pub written: u64,
}

/// A run of self-play: a file that gets games until it has a given number of them.
pub struct SelfPlay<'a> {
    settings: &'a Settings,
    openings: Option<&'a Openings>,
    weights: &'a Arc<Weights>,
    file: Appender,
}

impl<'a> SelfPlay<'a> {
    /// Opens the file at `out`, or makes it.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has games that were made with other settings, weights or openings; or if openings and
    /// random moves leave no move to play.
    pub fn open(
        out: &Path,
        settings: &'a Settings,
        openings: Option<&'a Openings>,
        weights: &'a Arc<Weights>,
    ) -> anyhow::Result<SelfPlay<'a>> {
        let longest = openings.map_or(0, Openings::longest) + settings.longest_random();
        anyhow::ensure!(longest < LONGEST, "no moves are left after {longest} moves of openings and random moves");
        let file = Appender::open(out, &settings.to_json(weights, openings))?;
        Ok(SelfPlay { settings, openings, weights, file })
    }

    /// Plays with so many threads (1..) until the file has so many games, or the stop is requested. Returns the number of games in the
    /// file.
    ///
    /// # Errors
    /// If the games cannot be written or the threads not started.
    pub fn run(
        mut self,
        games: u64,
        threads: usize,
        stop: &Stop,
        mut progress: impl FnMut(Progress),
    ) -> anyhow::Result<u64> {
        let next = AtomicU64::new(self.file.games());
        let SelfPlay { settings, openings, weights, file } = &mut self;
        let (settings, openings) = (*settings, *openings);
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(WAITING * threads);
            for number in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                let weights = weights.clone();
                let play_all = move || {
                    let mut player = Player::new(weights, settings, openings);
                    while !stop.is_requested() {
                        let number = next.fetch_add(1, Relaxed);
                        // The receiver is gone if games cannot be written.
                        if number >= games || sender.send((number, player.play(number))).is_err() {
                            break;
                        }
                    }
                };
                let thread = std::thread::Builder::new().name(format!("player {number}"));
                thread.spawn_scoped(scope, play_all).context("cannot start a thread")?;
            }
            drop(sender);
            write_in_order(receiver, file, &mut progress)
        })?;
        Ok(self.file.games())
    }
}

/// Writes games as they come until all threads have ended. A game without the one before it is dropped.
fn write_in_order(
    games: Receiver<(u64, Record)>,
    file: &mut Appender,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<()> {
    let first = file.games();
    let mut early = BTreeMap::new();
    for (number, game) in games {
        early.insert(number, game);
        while let Some(game) = early.remove(&file.games()) {
            file.push(game)?;
        }
        progress(Progress { first, games: file.games(), written: file.written() });
    }
    file.write()?;
    progress(Progress { first, games: file.games(), written: file.written() });
    Ok(())
}
