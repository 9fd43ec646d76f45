//! `emilia puzzles`: positions with one clearly best move, from games.

use super::files::check_outputs;
use super::input::{Collection, Entry};
use super::message::{self, print_message};
use super::page::Page;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::{CliCommand, Invocation};
use crate::session::Options;
use clap::{Args, value_parser};
use emilia::internal::storage::replace;
use emilia::notation::obf::Problem;
use emilia::{Engine, EngineOptions, Level, Score, Stop};
use emilia_analysis::internal::json::number;
use emilia_analysis::people::{People, RATINGS, SolverRating};
use emilia_analysis::{Puzzle, PuzzleFinder, PuzzleOptions};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 3] = ["level", "threads", "hash"];
pub(super) const DEFAULTS: [(&str, &str); 1] = [("level", "16")];
const LEVEL: u8 = 16;

const BODY: &str = include_str!("puzzles/puzzles.html");
const STYLE: &str = include_str!("puzzles/puzzles.css");
const SCRIPT: &str = include_str!("puzzles/puzzles.js");

/// Find positions with one clearly best move in games, and grade them by the levels and the people that find it
#[derive(Args)]
pub(super) struct Puzzles {
    /// Files of games in any notation that `emilia` reads, results of `emilia analyze --out`, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    games: Vec<OsString>,
    /// The least distance in discs between the best move and the next one
    #[arg(long, value_name = "DISCS", value_parser = value_parser!(u8).range(1..=64), default_value_t = 4)]
    margin: u8,
    /// The least and the most empty squares
    #[arg(long, value_name = "MIN:MAX", value_parser = range, default_value = "6:36")]
    empties: (u32, u32),
    /// The least difficulty: 1 for all, N if level N is the lowest from which on all levels up to 12 find the move, 13 if level 12 does not
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=13), default_value_t = 2)]
    difficulty: u8,
    /// The least and the most rating at which half of the people find the move; 800 takes easier ones too, 2200 harder ones
    #[arg(long, value_name = "MIN:MAX", value_parser = ratings, default_value = "800:2200")]
    rating: (u32, u32),
    /// Write the puzzles that lower ratings find first, not in the order of the games
    #[arg(long)]
    sort: bool,
    /// Stop after this number of puzzles
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), default_value_t = 100)]
    count: u64,
    /// Write JSON, one puzzle a line, instead of OBF
    #[arg(long)]
    json: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page on which the puzzles can be solved
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

/// Parses two numbers of empty squares.
fn range(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once(':').and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    let is_range = |&(least, most): &(u32, u32)| least <= most && most <= 60;
    parsed.filter(is_range).ok_or_else(|| "expected two numbers of empty squares from 0 to 60, such as 6:36".to_owned())
}

/// Parses two ratings.
fn ratings(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once(':').and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    let is_range = |&(least, most): &(u32, u32)| least <= most && RATINGS.contains(&least) && RATINGS.contains(&most);
    parsed.filter(is_range).ok_or_else(|| "expected two ratings from 800 to 2200, such as 1200:1600".to_owned())
}

impl CliCommand for Puzzles {
    /// Looks for puzzles and writes them. Ctrl-C ends the search, and what was found is written.
    ///
    /// # Errors
    /// If the games cannot be read, or a file exists or cannot be written.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let Invocation { options, .. } = invocation;
        let (weights, weights_file) = (invocation.weights()?, invocation.weights.as_deref());
        let Puzzles { margin, empties, difficulty, count, out, page: to_page, overwrite, .. } = self;
        let outputs: Vec<&PathBuf> = [out, to_page].into_iter().flatten().collect();
        let input = Collection::open(&self.games)?;
        check_outputs(&outputs, input.paths().chain(weights_file), *overwrite)?;
        let level = Level::new(invocation.level_or(LEVEL)).unwrap_or(Level::DEFAULT);
        let margin = Score::discs((*margin).into());
        let wanted =
            PuzzleOptions { margin, empties: *empties, difficulty: *difficulty, ..PuzzleOptions::level(level) };
        let &Options { threads, hash, .. } = options;
        let engine = Engine::with_weights(weights, EngineOptions::default().with_threads(threads).with_hash(hash));
        let finder = PuzzleFinder::new(engine, wanted);
        let mut finder = match People::embedded() {
            Some(people) => finder.with_people(people),
            None => finder,
        };
        let (least, most) = self.rating;
        let rating = |puzzle: &Puzzle| puzzle.rating.map(SolverRating::nearest);
        let is_rated = |puzzle: &Puzzle| rating(puzzle).is_none_or(|rating| (least..=most).contains(&rating));
        let stop = Stop::new();
        handle_signals(&stop)?;
        let mut progress = Progress::new(input.count());
        let (mut found, mut faults) = (Vec::new(), 0);
        input.for_each(0, |number, entry| {
            let game = match entry {
                Entry::Game(game) => *game,
                Entry::Judged(judged) => judged.game,
                Entry::Fault(fault) => {
                    (faults, _) = (faults + 1, progress.suspend(|| print_message(&fault)));
                    return true;
                }
            };
            match finder.search(&game, &stop) {
                Ok(puzzles) => found.extend(puzzles.into_iter().filter(is_rated).map(|puzzle| (number + 1, puzzle))),
                Err(error) => {
                    (faults, _) =
                        (faults + 1, progress.suspend(|| print_message(&format!("game {}: {error}", number + 1))));
                }
            }
            progress.show(number + 1, || format!("{} of {} games, {} puzzles", number + 1, input.count(), found.len()));
            found.len() < *count as usize && !stop.is_requested()
        })?;
        drop(progress);
        found.truncate(*count as usize);
        if self.sort {
            found.sort_by_key(|(_, puzzle)| rating(puzzle));
        }
        let line = |(game, puzzle): &(u64, Puzzle)| {
            if self.json { object(*game, puzzle).to_string() } else { problem(*game, puzzle).to_string() }
        };
        let lines: String = found.iter().map(|puzzle| line(puzzle) + "\n").collect();
        match out {
            Some(path) => replace(path, |to| Ok(to.write_all(lines.as_bytes())?))?,
            None => io::stdout().write_all(lines.as_bytes())?,
        }
        if let Some(path) = to_page {
            let puzzles: Vec<_> = found.iter().map(|(game, puzzle)| object(*game, puzzle)).collect();
            let data = json!({ "version": env!("CARGO_PKG_VERSION"), "level": level.get(), "puzzles": puzzles });
            let (title, kind, data) = ("Othello puzzles", "Emilia", data.to_string());
            let text = Page { title, kind, body: BODY, style: STYLE, scripts: &[SCRIPT], data: &data }.text();
            replace(path, |to| Ok(to.write_all(text.as_bytes())?))?;
        }
        print_message(&if found.len() == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", found.len()) });
        Ok(match faults {
            _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        })
    }
}

/// The puzzle as a problem: the answers have scores if they are proved.
fn problem(game: u64, puzzle: &Puzzle) -> Problem {
    let Puzzle { turn, ply, best, value, second, .. } = puzzle;
    let is_proved = value.is_exact() && second.1.is_exact();
    let score = |score: Score| is_proved.then(|| score.rounded());
    let answers = match is_proved {
        true => vec![(*best, score(value.score())), (second.0, score(second.1.score()))],
        false => vec![(*best, None)],
    };
    let (margin, certainty, difficulty) = (puzzle.margin(), value.certainty(), puzzle.difficulty());
    let rating = puzzle.rating.map_or_else(String::new, |rating| format!("rating {rating}, "));
    let comment =
        format!("difficulty {difficulty}, {rating}margin {margin}, {certainty}, game {game}, move {}", ply + 1);
    // Puzzles are positions of 8x8 Othello.
    let position = turn.position().unwrap_or(emilia::Position::START);
    Problem { position, to_move: turn.to_move, answers, comment }
}

/// The puzzle in JSON. Scores are those of the side to move.
fn object(game: u64, puzzle: &Puzzle) -> serde_json::Value {
    let Puzzle { turn, ply, best, line, value, second, levels, rating } = puzzle;
    json!({
        "position": turn.to_string(),
        "best": best.to_string(),
        "score": number(value.score()),
        "certainty": value.certainty().to_string(),
        "line": message::line(line),
        "second": second.0.to_string(),
        "second_score": number(second.1.score()),
        "margin": number(puzzle.margin()),
        "difficulty": puzzle.difficulty(),
        "levels": message::line(levels),
        "rating": rating.map(SolverRating::nearest),
        "rating_text": rating.map(|rating| rating.to_string()),
        "game": game,
        "ply": ply,
    })
}
