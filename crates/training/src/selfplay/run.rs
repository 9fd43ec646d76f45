//! Distributes games to threads and writes them in order.

use super::opening::Openings;
use super::play::Player;
use super::settings::SelfPlaySettings;
use crate::games::{Appender, GameRecord, MAX_MOVES};
use anyhow::Context as _;
use emilia::{Stop, Weights};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};

/// The capacity, per thread, of the queue of finished games. The threads block when it is full.
const QUEUED_GAMES_PER_THREAD: usize = 64;

/// The progress of a run of self-play. See [`SelfPlay`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of games in the file at the start of the run.
    pub initial: u64,
    /// The number of games played, including the initial ones.
    pub games: u64,
    /// The number of games on disk.
    pub on_disk: u64,
}

/// A run of self-play: plays games and appends them to a file until it has a given number of games.
///
/// # Examples
/// ```
/// use emilia::{Level, Stop, Weights};
/// use emilia::internal::eval::Stages;
/// use emilia_training::games::Reader;
/// use emilia_training::selfplay::{PlyRange, SelfPlay, SelfPlaySettings};
/// use std::sync::Arc;
///
/// let settings = SelfPlaySettings {
///     level: Level::new(1),
///     nodes: None,
///     solve_from: Some(4),
///     random: vec![PlyRange { min: 8, max: 16 }],
///     seed: 1,
/// };
/// let weights = Arc::new(Weights::new(&Stages::zero()));
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a.games");
/// let run = SelfPlay::open(&path, &settings, None, &weights)?;
/// assert_eq!(run.run(2, 1, &Stop::new(), |progress| println!("{progress:?}"))?, 2);
/// for game in Reader::open(&path)? {
///     assert!(game?.check().is_ok());
/// }
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct SelfPlay<'a> {
    settings: &'a SelfPlaySettings,
    openings: Option<&'a Openings>,
    weights: &'a Arc<Weights>,
    file: Appender,
}

impl<'a> SelfPlay<'a> {
    /// Opens the file at `out`. A missing file is created.
    ///
    /// # Errors
    /// If the file cannot be read or written or is locked; if its games were made with other settings, weights or openings; or if
    /// openings and random moves together can reach 60 moves.
    pub fn open(
        out: &Path,
        settings: &'a SelfPlaySettings,
        openings: Option<&'a Openings>,
        weights: &'a Arc<Weights>,
    ) -> anyhow::Result<SelfPlay<'a>> {
        let max_plies = openings.map_or(0, Openings::max_plies) + settings.max_random_plies();
        anyhow::ensure!(
            max_plies < MAX_MOVES,
            "openings and random moves take up to {max_plies} moves and leave none to play"
        );
        let file = Appender::open(out, &settings.to_json(weights, openings))?;
        Ok(SelfPlay { settings, openings, weights, file })
    }

    /// Plays with `threads` threads (1 or more) until the file has `games` games or the stop is requested. Returns the number of games in
    /// the file.
    ///
    /// # Errors
    /// If the games cannot be written or the threads cannot be started.
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
            let (sender, receiver) = sync_channel(QUEUED_GAMES_PER_THREAD * threads);
            for index in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                let weights = weights.clone();
                let play_games = move || {
                    let mut player = Player::new(weights, settings, openings);
                    while !stop.is_requested() {
                        let number = next.fetch_add(1, Relaxed);
                        // The receiver is dropped if games cannot be written.
                        if number >= games || sender.send((number, player.play(number))).is_err() {
                            break;
                        }
                    }
                };
                let thread = std::thread::Builder::new().name(format!("player {index}"));
                thread.spawn_scoped(scope, play_games).context("cannot start a thread")?;
            }
            drop(sender);
            write_in_order(receiver, file, &mut progress)
        })?;
        Ok(self.file.games())
    }
}

/// Writes games in the order of their numbers until all threads have ended. Games after a missing number are dropped.
fn write_in_order(
    games: Receiver<(u64, GameRecord)>,
    file: &mut Appender,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<()> {
    let initial = file.games();
    let mut waiting = BTreeMap::new();
    for (number, game) in games {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&file.games()) {
            file.push(game)?;
        }
        progress(Progress { initial, games: file.games(), on_disk: file.games_on_disk() });
    }
    file.flush()?;
    progress(Progress { initial, games: file.games(), on_disk: file.games_on_disk() });
    Ok(())
}
