//! Games handed out to those who play them, taken back and written in their order.

use super::Selfplay;
use super::opening::Openings;
use super::play::Player;
use super::progress::Display;
use super::settings::Settings;
use crate::app::games::{Appender, LONGEST, Record};
use crate::app::signals::{INTERRUPTED, heed_signals};
use crate::eval::Weights;
use crate::search::Stop;
use crate::session::Options;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};

/// Games that may wait for one with a smaller number, for each thread, before those who play have to wait.
const WAITING: usize = 64;

/// Plays until the file has as many games as asked for.
///
/// # Errors
/// If the file or the openings cannot be used, or the file has games that were made in another way.
pub(in crate::app) fn run(
    request: &Selfplay,
    options: &Options,
    given: &[&str],
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let settings = Settings::new(request, options, given);
    let openings = request.openings.as_deref().map(Openings::read).transpose()?;
    let longest = openings.as_ref().map_or(0, Openings::longest) + settings.longest_random();
    anyhow::ensure!(longest < LONGEST, "no game has moves left after {longest} moves of openings and by chance");
    let mut writer = Appender::open(&request.out, &settings.to_json(weights, openings.as_ref()))?;
    let stop = Stop::new();
    heed_signals(&stop)?;
    let first = writer.games();
    let next = AtomicU64::new(first);
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(WAITING * options.threads);
        for number in 0..options.threads {
            let (sender, settings, openings, next, stop) = (sender.clone(), &settings, openings.as_ref(), &next, &stop);
            let play_all = move || {
                let mut player = Player::new(weights.clone(), settings, openings);
                while !stop.is_requested() {
                    let number = next.fetch_add(1, Relaxed);
                    // Whoever takes the games is gone if they cannot be written.
                    if number >= request.games || sender.send((number, player.play(number))).is_err() {
                        break;
                    }
                }
            };
            let thread = std::thread::Builder::new().name(format!("player {number}"));
            thread.spawn_scoped(scope, play_all).context("cannot play at once")?;
        }
        drop(sender);
        write_in_order(receiver, &mut writer, Display::new(first, request.games))
    })?;
    Ok(if writer.games() < request.games { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Writes games as they come until nobody plays any more. Games without the one before them are left out.
fn write_in_order(games: Receiver<(u64, Record)>, writer: &mut Appender, mut display: Display) -> anyhow::Result<()> {
    let mut early = BTreeMap::new();
    for (number, game) in games {
        early.insert(number, game);
        while let Some(game) = early.remove(&writer.games()) {
            writer.push(game)?;
        }
        display.show(writer.games(), writer.written());
    }
    writer.write()?;
    display.show(writer.games(), writer.written());
    Ok(())
}
