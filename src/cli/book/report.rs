//! `emilia book report`: a page for a browser, in one file, in which one can walk through a book.
//!
//! The numbers come from the library; the page replays the moves itself. The graph is a list of numbers, so that a book of 50,000
//! positions takes a few megabytes and is there at once.

use super::tools::discs;
use crate::cli::files::check_outputs;
use crate::cli::input::{self, Source};
use crate::cli::message::{name_of, print_left_out, print_message};
use crate::cli::page::{Labels, Page};
use anyhow::{Context as _, ensure};
use clap::{Args, value_parser};
use emilia::book::{
    BookError, CompactBook, Coverage, DrawnLine, Games, Graph, Key, Leaf, Node, Overview, OverviewOptions, Store,
};
use emilia::internal::storage::replace;
use emilia::{OpeningNames, Position, Score, Square, Symmetry, Value};
use serde_json::{Map, json};
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The most drawn lines on the page.
const MAX_DRAWN: usize = 200;
/// The largest whole number that JavaScript knows exactly, 2^53; the page calls it "or more".
const MAX_NUMBER: u64 = 1 << 53;
/// In place of a score that is not known, outside the range of scores.
const NO_SCORE: i64 = i16::MIN as i64;

const BODY: &str = include_str!("report/report.html");
const STYLE: &str = include_str!("report/report.css");
const SCRIPTS: [&str; 3] =
    [include_str!("report/board.js"), include_str!("report/draw.js"), include_str!("report/report.js")];

/// Arguments of `emilia book report`.
#[derive(Args)]
pub struct Arguments {
    /// Book to read; the embedded one by default
    book: Option<PathBuf>,
    /// Page to create
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace an existing page
    #[arg(long)]
    overwrite: bool,
    /// Files of games: the page has the share of them in the book after each move
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Discs that a playable move may lose, and that a drawn line may end from 0
    #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "1")]
    tolerance: Score,
    /// The most positions whose moves are on the page: those that the least loss from the start position reaches
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000), default_value_t = 60_000)]
    positions: u32,
}

/// A book of which a page is written.
enum BookSource {
    File(Store),
    Embedded(CompactBook),
}

impl BookSource {
    fn overview(&self, options: &OverviewOptions) -> Result<Overview, BookError> {
        match self {
            BookSource::File(store) => store.overview(options),
            BookSource::Embedded(book) => book.overview(options),
        }
    }

    /// The games of a file that are in the book, and the number of those that were left out.
    fn coverage(&self, file: &Path) -> anyhow::Result<(Coverage, u64)> {
        match self {
            BookSource::File(store) => {
                let mut covered = None;
                store.read(|reader| {
                    covered = Some(coverage(file, |position| Ok(reader.entry(position)?.is_some())));
                    Ok(())
                })?;
                covered.context("the book was not read")?
            }
            BookSource::Embedded(book) => coverage(file, |position| Ok(book.entry(position).is_some())),
        }
    }
}

/// Writes the page.
///
/// # Errors
/// If the book or the games cannot be read, or the page exists or cannot be written.
pub(super) fn report(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { book, out, overwrite, games, tolerance, positions } = arguments;
    check_outputs(&[out], book.iter().chain(games).map(PathBuf::as_path), *overwrite)?;
    let (source, title) = match book {
        Some(path) => (BookSource::File(Store::open(path)?), name_of(path)),
        None => (BookSource::Embedded(CompactBook::embedded()), "The embedded book".to_owned()),
    };
    let options = OverviewOptions { max_positions: *positions as usize, tolerance: *tolerance };
    let overview = source.overview(&options)?;
    let mut covered = Vec::new();
    for file in games {
        let (coverage, left_out) = source.coverage(file)?;
        if left_out > 0 {
            print_message(&format!("{}: {left_out} games were left out", file.display()));
        }
        let rows: Vec<[u64; 2]> = coverage.by_ply().iter().map(|covered| [covered.games, covered.in_book]).collect();
        covered.push(json!({ "name": name_of(file), "rows": rows }));
    }
    let mut data = data(&title, &overview, *tolerance);
    data.insert("covered".to_owned(), covered.into());
    if let BookSource::File(store) = &source {
        data.insert("level".to_owned(), store.level()?.get().into());
    }
    let data = serde_json::to_string(&data)?;
    let page =
        Page { title: &title, kind: "opening book", body: BODY, style: STYLE, scripts: &SCRIPTS, data: &data }.text();
    replace(out, |to| Ok(to.write_all(page.as_bytes())?))?;
    let shown = overview.graph.complete;
    writeln!(stdout(), "{shown} of {} positions, {} KB", overview.positions, page.len().div_ceil(1000))?;
    Ok(ExitCode::SUCCESS)
}

/// How many of the games of a file are in a book, and the number of those that cannot be read or begin elsewhere.
fn coverage(file: &Path, mut has: impl FnMut(Position) -> Result<bool, BookError>) -> anyhow::Result<(Coverage, u64)> {
    let (mut coverage, mut left_out, mut failed) = (Coverage::default(), 0, None);
    let dropped = input::Games::read(Source::File(file.to_owned()))?.for_each(|game| {
        match game.map(|game| coverage.add(&game, &mut has)) {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) | Err(_) => left_out += 1,
            Ok(Err(error)) => failed = Some(error),
        }
        failed.is_none()
    })?;
    print_left_out(file.display(), &dropped);
    failed.map_or(Ok(()), Err)?;
    ensure!(!coverage.by_ply().is_empty(), "{} has no game from the start position", file.display());
    Ok((coverage, left_out))
}

/// What the page is made of.
fn data(title: &str, overview: &Overview, tolerance: Score) -> Map<String, serde_json::Value> {
    let Overview { positions, links, proved, unknown, by_ply, by_certainty, lines, graph } = overview;
    let mut labels = Labels::default();
    let nodes = numbers(graph, &mut labels);
    let drawn = graph.drawn_lines(tolerance, MAX_DRAWN);
    let drawn_lines: Vec<_> = drawn.best.iter().map(|line| drawn_line(line, &mut labels)).collect();
    let names = OpeningNames::new();
    let named = graph.nodes.iter().enumerate();
    let named = named.filter_map(|(number, node)| Some((number, names.of_position(node.key.position())?)));
    let plies: Vec<_> = by_ply
        .iter()
        .map(|ply| json!([ply.positions, ply.games, ply.reliability, ply.values.map(|values| values.map(Score::raw))]))
        .collect();
    let lines: Vec<_> = lines
        .iter()
        .map(|(tolerance, lines)| [tolerance.raw().unsigned_abs().into(), capped(lines.mover), capped(lines.waiter)])
        .collect();
    let symmetries =
        Symmetry::ALL.map(|symmetry| Square::all().map(|at| symmetry.square(at).index()).collect::<Vec<_>>());
    let start = Key::of(Position::START).map_or(0, |start| number_of(start.symmetry().inverse()));
    let data = json!({
        "title": title,
        "version": env!("CARGO_PKG_VERSION"),
        "positions": positions,
        "links": links,
        "proved": proved,
        "unknown": unknown,
        "tolerance": tolerance.raw(),
        "complete": graph.complete,
        "shown": graph.nodes.len(),
        "lines": lines,
        "plies": plies,
        "certainties": by_certainty,
        "drawn": { "count": capped(drawn.count), "lines": drawn_lines },
        "names": named.map(|(number, name)| (number.to_string(), name.into())).collect::<Map<_, _>>(),
        "symmetries": symmetries,
        "start": start,
        "labels": labels.texts(),
        "nodes": nodes,
    });
    if let serde_json::Value::Object(data) = data { data } else { Map::new() }
}

/// The score in 1/128 disc, and the number of the text of its certainty.
fn scored(value: Option<Value>, labels: &mut Labels) -> [i64; 2] {
    value.map_or([NO_SCORE, -1], |value| [value.score().raw().into(), labels.number(value) as i64])
}

fn capped(number: u64) -> u64 {
    number.min(MAX_NUMBER)
}

fn drawn_line(line: &DrawnLine, labels: &mut Labels) -> serde_json::Value {
    let moves: String = line.moves.iter().map(ToString::to_string).collect();
    let [score, label] = scored(Some(line.value), labels);
    json!([moves, score, label, line.loss])
}

fn number_of(symmetry: Symmetry) -> i64 {
    Symmetry::ALL.iter().position(|other| *other == symmetry).unwrap_or(0) as i64
}

/// The graph as a list of numbers. For each position, values for its side to move, squares of its key:
///
/// - score, number of the certainty, number of the reliability or -1;
/// - lines to remember for the side to move and for the other side; loss from the start in 1/128 disc;
/// - leaf: square, or -1 if it is not known or not named and -2 if there is none; score and number of the certainty;
/// - games won, drawn, lost;
/// - number of moves; for each of them square, number of the position, and number of the symmetry plus 8 after a pass.
fn numbers(graph: &Graph, labels: &mut Labels) -> Vec<i64> {
    let mut numbers = Vec::new();
    for Node { value, reliability, lines, leaf, games, loss, steps, .. } in &graph.nodes {
        numbers.extend(scored(*value, labels));
        numbers.push(reliability.map_or(-1, |mark| mark as i64));
        numbers.extend([capped(lines.mover) as i64, capped(lines.waiter) as i64, i64::from(*loss)]);
        numbers.push(match leaf {
            Leaf::Unknown | Leaf::Unnamed(_) => -1,
            Leaf::Nothing => -2,
            Leaf::Best { at, .. } => at.index() as i64,
        });
        numbers.extend(scored(leaf.value(), labels));
        let Games { wins, draws, losses } = games;
        numbers.extend([wins, draws, losses].map(|count| i64::from(*count)));
        numbers.push(steps.len() as i64);
        for step in steps {
            let symmetry = number_of(step.symmetry) + if step.is_passed { 8 } else { 0 };
            numbers.extend([step.at.index() as i64, step.to as i64, symmetry]);
        }
    }
    numbers
}
