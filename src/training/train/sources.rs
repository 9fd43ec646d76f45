//! The files of games and solved positions, and what of them is kept out of the training.

use super::rows::{Part, Row, discs, mix, ply, replay, stable_hash};
use crate::board::Position;
use crate::eval::PLIES;
use crate::storage;
use crate::training::games::{Reader, Record, Turn};
use anyhow::{Context as _, bail};
use log::info;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Games that are handed to the threads at a time.
const BATCH: usize = 1 << 13;

/// Games of people, and how much a position counts: they are few, but the openings and plans are those that matter.
const WTHOR: &str = "wthor.txt.gz";
const WTHOR_WEIGHT: f32 = 5.0;
/// After ply 36 their label is the final score, with all the slips of the players.
const WTHOR_LATE_WEIGHT: f32 = 2.5;
/// The positions of those games with 24 empty squares, solved.
const EXACT: &str = "wthor24_exact.txt.gz";
const EXACT_WEIGHT: f32 = 5.0;
/// The ply of a position with 24 empty squares.
const EXACT_PLY: usize = 36;
/// Games of a simple engine against itself after a random opening.
const SELFPLAY: &str = "selfplay.txt.xz";
/// Games with a longer random opening are left out: they are too unlike real ones.
const RANDOM_PLIES: usize = 30;
/// Problem sets: never learnt from.
pub const PROBLEMS: [&str; 3] = ["hard-20.obf", "exact-18-20.obf", "exact-6-16.obf"];

/// The positions that are kept out of the training, and with them the games that pass through them.
pub struct HeldOut {
    positions: HashSet<Position>,
    plies: u64,
}

impl HeldOut {
    /// A tenth of the solved positions, chosen by their hash, and all problems.
    ///
    /// # Errors
    /// If a file is there but cannot be read.
    pub fn read(data: &Path) -> anyhow::Result<HeldOut> {
        let mut held = HeldOut { positions: HashSet::new(), plies: 0 };
        for (position, _) in read_exact(data)? {
            if is_tenth(position) {
                held.insert(position);
            }
        }
        for name in PROBLEMS {
            for problem in read_problems(&data.join(name))? {
                held.insert(problem.position);
            }
        }
        Ok(held)
    }

    fn insert(&mut self, position: Position) {
        self.positions.insert(position.canonical().0);
        self.plies |= 1 << ply(position);
    }

    /// Whether the position, in any view, is one of them.
    pub fn has(&self, position: Position) -> bool {
        self.plies >> ply(position) & 1 != 0 && self.positions.contains(&position.canonical().0)
    }
}

/// Whether a solved position belongs to the held-out tenth.
fn is_tenth(position: Position) -> bool {
    stable_hash(position).is_multiple_of(10)
}

/// A file that was learnt from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Source {
    file: String,
    positions: usize,
    /// How games of self-play were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Value>,
}

/// Rows for every ply, and where they are from.
#[derive(Default)]
pub struct Rows {
    pub plies: Vec<Vec<Row>>,
    pub sources: Vec<Source>,
}

impl Rows {
    fn add(&mut self, path: &Path, settings: Option<Value>, plies: Vec<Vec<Row>>) {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let positions = plies.iter().map(Vec::len).sum();
        self.plies.resize_with(PLIES, Vec::new);
        self.plies.iter_mut().zip(plies).for_each(|(all, more)| all.extend(more));
        if positions > 0 {
            self.sources.push(Source { file, positions, settings });
        }
    }
}

/// The rows of all files that are there.
///
/// # Errors
/// If a file is there but cannot be read.
pub fn read_rows(data: &Path, held: &HeldOut, part: Part) -> anyhow::Result<Rows> {
    let mut rows = Rows::default();
    rows.add(&data.join(WTHOR), None, read_wthor(data, held, part)?);
    if part == Part::Training {
        let exact = read_exact(data)?.into_iter().filter(|&(position, _)| !held.has(position));
        let mut plies = vec![Vec::new(); PLIES];
        plies[EXACT_PLY].extend(exact.map(|(position, score)| Row { position, score, weight: EXACT_WEIGHT }));
        rows.add(&data.join(EXACT), None, plies);
    }
    rows.add(&data.join(SELFPLAY), None, read_selfplay(data, held, part)?);
    let Rows { plies, mut sources } = read_all_records(data, held, part)?;
    rows.plies.iter_mut().zip(plies).for_each(|(all, more)| all.extend(more));
    rows.sources.append(&mut sources);
    Ok(rows)
}

/// Positions of all files of games in the folder, as [`read_records`] reads them.
///
/// # Errors
/// If the folder or a file cannot be read.
pub fn read_all_records(data: &Path, held: &HeldOut, part: Part) -> anyhow::Result<Rows> {
    let mut rows = Rows::default();
    for path in records(data)? {
        let (settings, plies) = read_records(&path, held, part)?;
        rows.add(&path, Some(settings), plies);
    }
    Ok(rows)
}

/// The files of games in the folder, by name.
fn records(data: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read {}", data.display());
    let entries =
        fs::read_dir(data).with_context(unreadable)?.collect::<Result<Vec<_>, _>>().with_context(unreadable)?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "games")).collect();
    paths.sort();
    Ok(paths)
}

/// Positions of a file of games, after what was played by chance, labelled with the final score; of every hundredth game if
/// held out. Also how the games were made.
///
/// # Errors
/// If the file cannot be read or has a game against the rules.
fn read_records(path: &Path, held: &HeldOut, part: Part) -> anyhow::Result<(Value, Vec<Vec<Row>>)> {
    let mut reader = Reader::open(path)?;
    let settings = reader.settings().clone();
    let (mut all, mut games) = (vec![Vec::new(); PLIES], 0);
    loop {
        let batch: Vec<Record> = reader.by_ref().take(BATCH).collect::<anyhow::Result<_>>()?;
        if batch.is_empty() {
            break;
        }
        let plies = batch
            .par_iter()
            .map(|game| {
                let hash = game.moves.iter().fold(0, |hash, &at| mix(hash ^ at as u64));
                let turns = game.replay()?.turns;
                if (part == Part::HeldOut) != hash.is_multiple_of(100) || turns.iter().any(|turn| held.has(turn.0)) {
                    return Ok(Vec::new());
                }
                let row = |(position, to_move): Turn| {
                    let score = (to_move.sign() * game.score) as i8;
                    Row { position, score, weight: 1.0 }
                };
                Ok(turns.into_iter().skip(game.random_plies).map(row).collect())
            })
            .collect::<anyhow::Result<Vec<Vec<Row>>>>()
            .with_context(|| format!("cannot learn from {}", path.display()))?;
        plies.into_iter().flatten().for_each(|row| all[ply(row.position)].push(row));
        games += batch.len();
    }
    tell(path, &all, games);
    Ok((settings, all))
}

/// Positions of games between people, labelled with the outcome of perfect play from 24 empty squares on, later with the
/// final score.
///
/// # Errors
/// If the file is there but cannot be read.
pub fn read_wthor(data: &Path, held: &HeldOut, part: Part) -> anyhow::Result<Vec<Vec<Row>>> {
    read_games(&data.join(WTHOR), |line, rows| {
        let fields: Vec<&str> = line.split(' ').collect();
        let [_, black, theoretical, depth, transcript] = fields[..] else { bail!("not five fields") };
        let (last, perfect) = (2 * i32::from(discs(black)?) - 64, 2 * i32::from(discs(theoretical)?) - 64);
        let depth: usize = depth.parse().with_context(|| format!("not a depth: {depth:?}"))?;
        let positions = replay(transcript)?;
        if (part == Part::HeldOut) != positions.iter().any(|&(position, _)| held.has(position)) {
            return Ok(());
        }
        for (position, black) in positions {
            let ply = ply(position);
            let (score, weight) = if ply + depth < PLIES { (perfect, WTHOR_WEIGHT) } else { (last, WTHOR_LATE_WEIGHT) };
            let score = if black { score } else { -score } as i8;
            rows[ply].push(Row { position, score, weight });
        }
        Ok(())
    })
}

/// Positions of games of an engine against itself, after the random opening; of every hundredth game if held out.
///
/// # Errors
/// If the file is there but cannot be read.
pub fn read_selfplay(data: &Path, held: &HeldOut, part: Part) -> anyhow::Result<Vec<Vec<Row>>> {
    read_games(&data.join(SELFPLAY), |line, rows| {
        let fields: Vec<&str> = line.split(' ').collect();
        let [random, score, transcript] = fields[..] else { bail!("not three fields") };
        let random: usize = random.parse().with_context(|| format!("not a number of plies: {random:?}"))?;
        let score = discs(score)?;
        let hash = transcript.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        if random > RANDOM_PLIES || (part == Part::HeldOut) != hash.is_multiple_of(100) {
            return Ok(());
        }
        let positions = replay(transcript)?;
        if positions.iter().any(|&(position, _)| held.has(position)) {
            return Ok(());
        }
        for (position, black) in positions.into_iter().skip(random) {
            let score = if black { score } else { -score };
            rows[ply(position)].push(Row { position, score, weight: 1.0 });
        }
        Ok(())
    })
}

/// The solved positions with 24 empty squares, with their scores for the side to move.
fn read_exact(data: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    read_solved(&data.join(EXACT))
}

/// Positions with their exact scores for the side to move, a line each: `board X score`. A missing file has none.
///
/// # Errors
/// If the file is there but cannot be read or has a wrong line.
pub fn read_solved(path: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    let Some(text) = read_text(path)? else { return Ok(Vec::new()) };
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let [board, "X", score] = fields[..] else { bail!("not a solved position: {line:?}") };
            Ok((board.parse()?, discs(score)?))
        })
        .collect()
}

/// The held-out tenth of the solved positions.
///
/// # Errors
/// If the file is there but cannot be read.
pub fn read_exact_held_out(data: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    Ok(read_exact(data)?.into_iter().filter(|&(position, _)| is_tenth(position)).collect())
}

/// A position with the exact score of every move.
pub struct Problem {
    /// The position.
    pub position: Position,
    /// The scores of the moves for the side to move, with the positions they lead to.
    pub moves: Vec<(Position, i8)>,
}

/// Reads a problem set: `board side; MOVE:score; MOVE:score; ...`.
///
/// # Errors
/// If the file is there but cannot be read; a missing file has no problems.
pub fn read_problems(path: &Path) -> anyhow::Result<Vec<Problem>> {
    let Some(text) = read_text(path)? else { return Ok(Vec::new()) };
    let problem = |line: &str| -> anyhow::Result<Problem> {
        let mut fields = line.split(';').map(str::trim);
        let board = fields.next().unwrap_or_default();
        let (squares, side) = board.rsplit_once(' ').context("no side to move")?;
        let position: Position = squares.parse()?;
        let position = if side == "O" { position.pass() } else { position };
        let moves = fields.filter(|field| !field.is_empty() && !field.starts_with('%')).map(|field| {
            let (square, score) = field.split_once(':').context("no score")?;
            let next = position.try_play(square.parse()?).with_context(|| format!("not a legal move: {square}"))?;
            Ok((next, discs(score)?))
        });
        Ok(Problem { position, moves: moves.collect::<anyhow::Result<_>>()? })
    };
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| problem(line).with_context(|| format!("{}, line {}", path.display(), i + 1))).collect()
}

/// Runs through a file of games, a line each; the rows keep the order of the lines. A missing file has no games.
fn read_games(
    path: &Path,
    read: impl Fn(&str, &mut [Vec<Row>]) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Vec<Vec<Row>>> {
    let mut all = vec![Vec::new(); PLIES];
    let Some(text) = read_text(path)? else { return Ok(all) };
    let lines: Vec<&str> = text.lines().collect();
    let parts: Vec<Vec<Vec<Row>>> = lines
        .par_chunks(BATCH)
        .enumerate()
        .map(|(batch, lines)| {
            let mut rows = vec![Vec::new(); PLIES];
            for (i, line) in lines.iter().enumerate() {
                read(line, &mut rows).with_context(|| format!("{}, line {}", path.display(), batch * BATCH + i + 1))?;
            }
            Ok(rows)
        })
        .collect::<anyhow::Result<_>>()?;
    for part in parts {
        all.iter_mut().zip(part).for_each(|(all, more)| all.extend(more));
    }
    tell(path, &all, lines.len());
    Ok(all)
}

fn tell(path: &Path, rows: &[Vec<Row>], games: usize) {
    info!("{}: {} positions of {games} games", path.display(), rows.iter().map(Vec::len).sum::<usize>());
}

/// Says which of the files that are asked for by name are not in the folder.
pub fn tell_missing(data: &Path) {
    let names = [WTHOR, EXACT, SELFPLAY].into_iter().chain(PROBLEMS);
    let missing: Vec<&str> = names.filter(|name| !data.join(name).exists()).collect();
    if !missing.is_empty() {
        info!("done without what is not in {}: {}", data.display(), missing.join(", "));
    }
}

/// The text of a file, unpacked as its name says; none if there is no such file.
fn read_text(path: &Path) -> anyhow::Result<Option<String>> {
    if !path.exists() {
        return Ok(None);
    }
    let mut text = String::new();
    let read = storage::unpacked(path)?.read_to_string(&mut text);
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Some(text))
}
