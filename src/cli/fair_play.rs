//! `emilia fair-play`: compares a player's choices with those of people of the rating.
//!
//! ```text
//!   input ──► the player's games ──► workers ──► evidence of each game ──► report
//! ```

use super::input::{Collection, Entry};
use super::message::print_message;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use super::workers::Workers;
use crate::cli::{CliCommand, Invocation};
use anyhow::{Context as _, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, value_parser};
use emilia::book::Book;
use emilia::notation::printable::{printable, printable_json};
use emilia::{Colour, Level, Stop};
use emilia_analysis::JudgeOptions;
use emilia_analysis::fair_play::{FairPlayReport, GameEvidence};
use emilia_analysis::people::{Grader, People, rating_of};
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 3] = ["level", "threads", "hash"];
pub(super) const DEFAULTS: [(&str, &str); 2] = [("level", "8"), ("hash", "32 for each of the games at once")];
const LEVEL: u8 = 8;
/// The table of each game in MiB.
const HASH: usize = 32;
/// The names of players in a message at most.
const MOST_NAMES: usize = 10;

/// Compare a player's choices with those that people of the rating make: evidence of help for a referee, never a verdict
#[derive(Args)]
#[command(group(ArgGroup::new("who").required(true).args(["player", "side"])))]
pub(super) struct FairPlay {
    /// Files of games in any notation that `emilia` reads, results of `emilia analyze --out`, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    games: Vec<OsString>,
    /// The player, by the name in the games; small and capital letters are the same
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The player's side in all games, if they have no names of players
    #[arg(long, value_parser = side())]
    side: Option<Colour>,
    /// The player's rating, 800 to 2200 [default: that in the record of each game; games without one are left out]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(800..=2200))]
    rating: Option<u32>,
    /// Games to analyse at once, each on its share of the threads [default: as many as threads]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Write one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Reads a side.
fn side() -> impl TypedValueParser<Value = Colour> {
    let read = |name: String| if name == "black" { Colour::Black } else { Colour::White };
    PossibleValuesParser::new(["black", "white"]).map(read)
}

/// A game of the player.
struct Chosen {
    /// Its number in the input, from 1.
    number: u64,
    entry: Entry,
    /// The sides of the player with the ratings.
    sides: Vec<(Colour, u32)>,
}

/// The games of the player, and what was left out.
#[derive(Default)]
struct Choosing {
    chosen: Vec<Chosen>,
    players: BTreeSet<String>,
    /// The name of the player as the first game has it, or the side.
    name: String,
    games: u64,
    without_rating: u64,
    on_other_boards: u64,
    faults: u64,
}

impl Choosing {
    fn add(&mut self, number: u64, entry: Entry, arguments: &FairPlay) {
        let game = match &entry {
            Entry::Game(game) => game,
            Entry::Judged(judged) => &judged.game,
            Entry::Fault(fault) => {
                print_message(fault);
                return self.faults += 1;
            }
        };
        let name = |colour: Colour| game.tags.player(colour).name.trim();
        let sides = [Colour::Black, Colour::White];
        self.players.extend(sides.map(name).into_iter().filter(|name| !name.is_empty()).map(str::to_owned));
        let is_player = |colour: &Colour| match &arguments.player {
            Some(player) => name(*colour).to_lowercase() == player.trim().to_lowercase(),
            None => arguments.side == Some(*colour),
        };
        let of_player: Vec<Colour> = sides.into_iter().filter(is_player).collect();
        if of_player.is_empty() {
            return;
        }
        if self.games == 0 {
            self.name = match arguments.side {
                Some(Colour::Black) => "Black".to_owned(),
                Some(Colour::White) => "White".to_owned(),
                None => name(of_player[0]).to_owned(),
            };
        }
        self.games += 1;
        if game.position_at(0).is_none() {
            return self.on_other_boards += 1;
        }
        let rating = |colour: Colour| Some((colour, arguments.rating.or_else(|| rating_of(game.tags.player(colour)))?));
        let sides: Vec<(Colour, u32)> = of_player.into_iter().filter_map(rating).collect();
        match sides.is_empty() {
            true => self.without_rating += 1,
            false => self.chosen.push(Chosen { number, sides, entry: unjudged(entry) }),
        }
    }

    /// Says what is left out.
    ///
    /// # Errors
    /// If no game is left.
    fn check(&self, player: Option<&str>) -> anyhow::Result<()> {
        let &Choosing { ref chosen, ref players, games, without_rating, on_other_boards, .. } = self;
        let of_player = player.map_or(String::new(), |player| format!(" of {player:?}"));
        ensure!(games > 0 || player.is_some(), "there are no games");
        if games == 0 {
            let names: Vec<&str> = players.iter().map(String::as_str).take(MOST_NAMES).collect();
            let more = players.len() - names.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let names = match names.is_empty() {
                true => "no names; --side black or white says which side is the player's".to_owned(),
                false => names.join(", ") + &more,
            };
            anyhow::bail!("no games{of_player}; the games have {names}");
        }
        let count = |count: u64| if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        if on_other_boards > 0 {
            print_message(&format!("left out {} on other boards than 8x8", count(on_other_boards)));
        }
        let advice = "without a rating from 800 to 2200 in the record; --rating gives it";
        ensure!(!chosen.is_empty() || without_rating == 0, "{} {advice}", count(without_rating));
        if without_rating > 0 {
            print_message(&format!("left out {} {advice}", count(without_rating)));
        }
        ensure!(!chosen.is_empty(), "no games{of_player} on 8x8");
        Ok(())
    }
}

/// The game of results that do not have the values of all moves, to be judged again.
fn unjudged(entry: Entry) -> Entry {
    match entry {
        Entry::Judged(judged)
            if judged.moves.iter().any(|judged| judged.moves.is_empty() && judged.mv.square().is_some()) =>
        {
            Entry::Game(Box::new(judged.game))
        }
        entry => entry,
    }
}

impl CliCommand for FairPlay {
    /// Analyses the games of the player and prints the report. Ctrl-C ends the analysis, and the games that are done are reported.
    ///
    /// # Errors
    /// If there are no games of the player with a rating, a file cannot be read, or the output cannot be written.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        super::start_threads()?;
        let Invocation { options, explicit, .. } = invocation;
        let weights = &invocation.weights()?;
        let people = People::embedded().context("this build has no model of people")?;
        let mut choosing = Choosing::default();
        Collection::open(&self.games)?.for_each(0, |number, entry| {
            choosing.add(number + 1, entry, self);
            true
        })?;
        choosing.check(self.player.as_deref())?;
        let level = Level::new(invocation.level_or(LEVEL)).unwrap_or(Level::DEFAULT);
        let judge = JudgeOptions { all_moves: Some(level), ..JudgeOptions::level(level) };
        let stop = Stop::new();
        handle_signals(&stop)?;
        let (sides, entries): (Vec<_>, Vec<_>) =
            choosing.chosen.into_iter().map(|Chosen { number, sides, entry }| ((number, sides), entry)).unzip();
        let games = entries.len() as u64;
        let jobs = self.jobs.map_or(options.threads, |jobs| jobs as usize).min(entries.len());
        let workers = Workers {
            weights,
            book: (Book::default(), 0),
            jobs,
            threads: (options.threads / jobs).max(1),
            hash: if explicit.contains(&"hash") { options.hash } else { HASH },
            stop: &stop,
            people: None,
            rating: None,
            delivers_part: false,
        };
        let mut progress = Progress::new(games);
        let mut grader = Grader::new(people, weights.clone());
        let (mut evidence, mut ratings) = (Vec::new(), Vec::new());
        let read = |each: &mut dyn FnMut(u64, Entry) -> bool| {
            let _ = (0..).zip(entries).all(|(number, entry)| each(number, entry));
            Ok(())
        };
        workers.run((games, 0), read, &judge, &mut progress, |number, judgement| {
            let judged = judgement?;
            let (of_input, sides) = &sides[number as usize];
            for &(colour, rating) in sides {
                evidence.push(GameEvidence::of(&judged, *of_input, colour, rating, &mut grader));
                ratings.push(rating);
            }
            Ok(())
        })?;
        drop(progress);
        if stop.is_requested() {
            print_message(&format!("interrupted after {} of {games} games", evidence.len()));
        }
        let range = ratings.iter().min().zip(ratings.iter().max());
        if let Some((&low, &high)) = range {
            let report = FairPlayReport::new(&evidence);
            let text = self.text(&choosing.name, &report, level, (low, high));
            io::stdout().write_all(text.as_bytes())?;
        }
        Ok(match choosing.faults {
            _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        })
    }
}

impl FairPlay {
    fn text(&self, player: &str, report: &FairPlayReport, level: Level, (low, high): (u32, u32)) -> String {
        let level = level.get();
        if self.json {
            let (player, side) = (self.player.as_ref().map(|_| player), self.side.map(|side| side.to_string()));
            let object =
                json!({ "player": player, "side": side, "rating": [low, high], "level": level, "report": report });
            return printable_json(&object.to_string()).into_owned() + "\n";
        }
        let rating = if low == high { low.to_string() } else { format!("{low} to {high}") };
        format!(
            "{}, rated {rating}, against people of the rating\nJudged at level {level}; at a deeper one (--level) other moves may be best.\n{report}",
            printable(player)
        )
    }
}
