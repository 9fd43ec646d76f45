//! The files of games and solved positions, and what of them is kept out of the training.

use super::rows::{Part, Row, discs, mix, ply, replay, stable_hash};
use crate::board::Position;
use crate::eval::PLIES;
use anyhow::{Context as _, bail};
use log::{info, warn};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::Path;

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

/// The rows of all files that are there, for every ply.
///
/// # Errors
/// If a file is there but cannot be read.
pub fn read_rows(data: &Path, held: &HeldOut, part: Part) -> anyhow::Result<Vec<Vec<Row>>> {
    let mut rows = read_wthor(data, held, part)?;
    if part == Part::Training {
        let exact = read_exact(data)?.into_iter().filter(|&(position, _)| !held.has(position));
        rows[EXACT_PLY].extend(exact.map(|(position, score)| Row { position, score, weight: EXACT_WEIGHT }));
    }
    for (all, more) in rows.iter_mut().zip(read_selfplay(data, held, part)?) {
        all.extend(more);
    }
    Ok(rows)
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
    let Some(text) = read_text(&data.join(EXACT))? else { return Ok(Vec::new()) };
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
    const BATCH: usize = 1 << 13;
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
    info!("{}: {} positions of {} games", path.display(), all.iter().map(Vec::len).sum::<usize>(), lines.len());
    Ok(all)
}

/// The text of a file, unpacked as its name says; none, with a warning, if there is no such file.
fn read_text(path: &Path) -> anyhow::Result<Option<String>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            warn!("{} is missing", path.display());
            return Ok(None);
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let unpacked = match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => {
            let mut text = Vec::new();
            flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut text).map(|_| text)?
        }
        Some("xz") => {
            let mut text = Vec::new();
            lzma_rs::xz_decompress(&mut bytes.as_slice(), &mut text)
                .map_err(|error| anyhow::anyhow!("cannot unpack {}: {error:?}", path.display()))?;
            text
        }
        _ => bytes,
    };
    Ok(Some(String::from_utf8(unpacked).with_context(|| format!("not text: {}", path.display()))?))
}
