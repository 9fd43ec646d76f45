//! `emilia drill add`: exercises from games.

use super::file::DeckFile;
use super::{count, now, state};
use crate::cli::Invocation;
use crate::cli::input::{Collection, Entry};
use crate::cli::message::print_message;
use crate::cli::progress::Progress;
use crate::cli::signals::{INTERRUPTED, handle_signals};
use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum, value_parser};
use emilia::notation::printable::printable;
use emilia::{Colour, Engine, EngineOptions, Game, Level, Score, Stop};
use emilia_analysis::drill::{Exercise, OwnGame, Trainer, TrainerOptions};
use emilia_analysis::people::{Opponent, People};
use emilia_analysis::{JudgeOptions, JudgedGame, judge};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// The rating of a player who names none: the average of tournament players.
const RATING: u32 = 1600;
const LEVEL: u8 = 12;
/// The table of each engine in MiB.
const HASH: usize = 32;
/// The most players that a message names.
const MOST_NAMES: usize = 12;

#[derive(Args)]
pub(super) struct Add {
    /// Files of games in any notation that `emilia` reads, results of `emilia analyze --out`, the moves of a game such as `f5d6c3`, or `-`
    /// for standard input
    #[arg(value_name = "FILE|MOVES", required = true)]
    games: Vec<OsString>,
    /// Your name in the games, or a part of it [default: that of the last time]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Your side in all games, if they have no names of players
    #[arg(long, value_enum, conflicts_with = "player")]
    side: Option<Side>,
    /// Your rating [default: that of the last time, at first 1600, the average of tournament players]
    #[arg(long, value_name = "RATING", value_parser = value_parser!(u32).range(800..=2200))]
    rating: Option<u32>,
    /// What a mistake loses at least, in discs
    #[arg(long, value_name = "DISCS", value_parser = value_parser!(u8).range(1..=64), default_value_t = 4)]
    loss: u8,
    /// How many in a hundred people rated 200 points higher find the move of a mistake at least
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u8).range(0..=100), default_value_t = 25)]
    found: u8,
    /// The most mistakes to add, the worst first
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=1000), default_value_t = 20)]
    mistakes: u32,
    /// The most positions of your openings to add, the most frequent first
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=1000), default_value_t = 10)]
    openings: u32,
    /// Level of the searches
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(1..=60), default_value_t = LEVEL)]
    level: u8,
    /// Games that are judged at once; all processors by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

/// Whose moves are trained.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

/// A game that may be one of the player's.
#[derive(Clone)]
struct Found {
    number: u64,
    game: Game,
    /// What an earlier analysis said of it.
    judged: Option<JudgedGame>,
}

impl Add {
    /// Judges the player's games and adds exercises. What was found before Ctrl-C is added.
    ///
    /// # Errors
    /// If there are no games of the player, or the file cannot be written.
    pub fn run(&self, mut file: DeckFile, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let weights = invocation.weights()?;
        let people = People::embedded().context("this build has no model of people")?;
        let (found, faults) = read(&self.games)?;
        let player = self.player(&found, file.deck.player.as_deref())?;
        let own = self.own(found, player.as_deref());
        let rating = self.rating.or(file.deck.rating).unwrap_or(RATING);
        let level = Level::new(self.level).unwrap_or(Level::DEFAULT);
        let stop = Stop::new();
        handle_signals(&stop)?;
        let engine = |threads: usize| {
            let options = EngineOptions::default().with_threads(threads).with_hash(HASH);
            Engine::with_weights(weights.clone(), options)
        };
        let threads = self.threads.map_or(invocation.options.threads, |threads| threads as usize);
        let (book, depth) = (invocation.books().open()?, invocation.options.bookdepth);
        let one = || {
            let mut engine = engine(1);
            engine.set_book(book.clone(), depth);
            engine
        };
        let games = judge_all(own, level, threads, one, &stop)?;
        let options = TrainerOptions {
            loss: Score::discs(self.loss.into()),
            found: f32::from(self.found) / 100.0,
            mistakes: self.mistakes as usize,
            openings: self.openings as usize,
            ..TrainerOptions::new(rating as f32, level)
        };
        let opponent = Opponent::new(people, weights.clone());
        let mut trainer = Trainer::new(engine(threads), opponent, options, file.deck.positions());
        let mut progress = Progress::new(0);
        let mistakes = trainer.mistakes(&games, &stop, |done| {
            progress.show(done as u64, || format!("{} looked at", count(done as u64, "mistake")));
        });
        let openings = trainer.openings(&games, &stop, |done| {
            progress.show(done as u64, || format!("{} of openings", count(done as u64, "position")));
        });
        drop(progress);
        let [of_mistakes, of_openings] = [&mistakes, &openings].map(Vec::len);
        let added = [mistakes, openings].concat();
        if player.is_some() {
            file.deck.player.clone_from(&player);
        }
        file.deck.rating = Some(rating);
        file.deck.add(added);
        file.save()?;
        let of_player = player.map_or(String::new(), |player| format!(" of {}", printable(&player)));
        print_message(&format!(
            "{}{of_player}: added {} and {} of openings; {}",
            count(games.len() as u64, "game"),
            count(of_mistakes as u64, "mistake"),
            count(of_openings as u64, "position"),
            state(&file.deck, now())
        ));
        if of_mistakes == 0 && self.mistakes > 0 && !stop.is_requested() {
            print_message(&format!(
                "there is no further mistake of {} discs and more that {} % of people rated {} would not make; --loss and --found set other limits",
                self.loss,
                self.found,
                rating as f32 + Exercise::STEP
            ));
        }
        Ok(match faults {
            _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        })
    }

    /// The name of the player in these games; none if a side was named instead.
    fn player(&self, found: &[Found], last: Option<&str>) -> anyhow::Result<Option<String>> {
        ensure!(!found.is_empty(), "there are no games");
        if self.side.is_some() {
            return Ok(None);
        }
        let players = players(found);
        ensure!(
            !players.is_empty(),
            "the games have no names of players; --side black, white or both says which side is yours"
        );
        match self.player.as_deref().or(last) {
            Some(name) => player(name, &players).map(Some),
            None => bail!("whose games are these? Name the player with --player: {}", list(&players)),
        }
    }

    /// The games of this player, or all games if a side was named, with the player's colour.
    fn own(&self, found: Vec<Found>, player: Option<&str>) -> Vec<(Found, Colour)> {
        let is_own = |found: &Found, colour: Colour| match self.side {
            Some(Side::Black) => colour == Colour::Black,
            Some(Side::White) => colour == Colour::White,
            Some(Side::Both) => true,
            None => player == Some(found.game.tags.player(colour).name.trim()),
        };
        let with_colours = |found: Found| {
            let colours = [Colour::Black, Colour::White].into_iter().filter(|colour| is_own(&found, *colour));
            colours.map(|colour| (found.clone(), colour)).collect::<Vec<_>>()
        };
        found.into_iter().flat_map(with_colours).collect()
    }
}

/// The games of 8x8 Othello in these sources, and the number of those that cannot be read.
fn read(sources: &[OsString]) -> anyhow::Result<(Vec<Found>, u64)> {
    let (mut found, mut faults) = (Vec::new(), 0);
    Collection::open(sources)?.for_each(0, |number, entry| {
        let number = number + 1;
        match entry {
            Entry::Game(game) if game.position().is_some() => found.push(Found { number, game: *game, judged: None }),
            Entry::Judged(judged) => found.push(Found { number, game: judged.game.clone(), judged: Some(*judged) }),
            Entry::Game(_) => {
                print_message(&format!("game {number} is not one of Othello on 8x8"));
                faults += 1;
            }
            Entry::Fault(fault) => {
                print_message(&fault);
                faults += 1;
            }
        }
        true
    })?;
    Ok((found, faults))
}

/// The players of the games with their numbers of games, those with most games first.
fn players(found: &[Found]) -> Vec<(String, usize)> {
    let mut players: BTreeMap<&str, usize> = BTreeMap::new();
    for found in found {
        let tags = &found.game.tags;
        for name in [tags.black.name.trim(), tags.white.name.trim()].into_iter().filter(|name| !name.is_empty()) {
            *players.entry(name).or_default() += 1;
        }
    }
    let mut players: Vec<(String, usize)> = players.into_iter().map(|(name, games)| (name.to_owned(), games)).collect();
    players.sort_by_key(|(_, games)| Reverse(*games));
    players
}

/// The player of this name, in any case, or the only one whose name contains it.
fn player(name: &str, players: &[(String, usize)]) -> anyhow::Result<String> {
    let wanted = name.trim().to_lowercase();
    let is_exact = |(other, _): &&(String, usize)| other == name.trim();
    let is_same = |(other, _): &&(String, usize)| other.to_lowercase() == wanted;
    if let Some((found, _)) = players.iter().find(is_exact).or_else(|| players.iter().find(is_same)) {
        return Ok(found.clone());
    }
    let similar: Vec<(String, usize)> =
        players.iter().filter(|(other, _)| other.to_lowercase().contains(&wanted)).cloned().collect();
    match similar.as_slice() {
        [(found, _)] => Ok(found.clone()),
        [] => bail!("{name:?} plays in none of these games; their players are {}", list(players)),
        several => bail!("{name:?} may be several players: {}", list(several)),
    }
}

/// The names of players with their numbers of games.
fn list(players: &[(String, usize)]) -> String {
    let named = players.iter().take(MOST_NAMES);
    let mut names: Vec<String> =
        named.map(|(name, games)| format!("{name} ({})", count(*games as u64, "game"))).collect();
    let rest = players.len().saturating_sub(MOST_NAMES);
    names.extend((rest > 0).then(|| format!("and {rest} more")));
    names.join(", ")
}

/// Judges the games that have no judgement yet, several at once. If the stop is requested, those that are done.
fn judge_all(
    own: Vec<(Found, Colour)>,
    level: Level,
    threads: usize,
    engine: impl Fn() -> Engine + Sync + Send,
    stop: &Stop,
) -> anyhow::Result<Vec<OwnGame>> {
    let games = own.len() as u64;
    let progress = Mutex::new((Progress::new(games), 0));
    let judged = |engine: &mut Engine, (Found { number, game, judged }, colour): (Found, Colour)| {
        let new = || {
            engine.clear();
            judge(engine, &game, &JudgeOptions::level(level), stop, |_| {})
        };
        let judged = judged.unwrap_or_else(new);
        let (progress, done) = &mut *progress.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        let pace = progress.pace(*done, games - *done, "games");
        progress.show(*done, || format!("{done} of {games} games, {pace}"));
        judged.is_complete.then_some(OwnGame { judged, colour, number })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| own.into_par_iter().map_init(engine, judged).flatten().collect()))
}
