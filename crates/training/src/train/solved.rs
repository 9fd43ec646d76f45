//! Solved positions and problem sets, and the positions that are held out of the training.

use super::positions::{parse_discs, ply, stable_hash};
use anyhow::{Context as _, bail};
use emilia::Position;
use emilia::internal::storage;
use emilia::notation::obf::{self, Problem};
use std::collections::HashSet;
use std::path::Path;

/// The solved positions of the WTHOR games with 24 empty squares.
pub const SOLVED_WTHOR: &str = "wthor24_exact.txt.gz";
/// The problem sets. They are never used for training.
pub const PROBLEM_SETS: [&str; 3] = ["hard-20.obf", "exact-18-20.obf", "exact-6-16.obf"];

/// The positions that are held out of the training. Games that contain one of them are not used for training either.
pub struct HeldOutPositions {
    positions: HashSet<Position>,
    /// The plies of the positions, one bit each.
    plies: u64,
}

impl HeldOutPositions {
    /// A tenth of the solved positions, selected by their hash, and all problems.
    ///
    /// # Errors
    /// If a file exists but cannot be read or has an invalid line.
    pub fn read(data: &Path) -> anyhow::Result<HeldOutPositions> {
        let mut held_out = HeldOutPositions { positions: HashSet::new(), plies: 0 };
        for (position, _) in read_solved_wthor(data)? {
            if is_held_out(position) {
                held_out.insert(position);
            }
        }
        for name in PROBLEM_SETS {
            for problem in read_problems(&data.join(name))? {
                held_out.insert(problem.position);
            }
        }
        Ok(held_out)
    }

    fn insert(&mut self, position: Position) {
        self.positions.insert(position.canonical().0);
        self.plies |= 1 << ply(position);
    }

    /// Whether the position or one of its symmetries is held out.
    pub fn contains(&self, position: Position) -> bool {
        self.plies >> ply(position) & 1 != 0 && self.positions.contains(&position.canonical().0)
    }
}

/// Whether a solved position belongs to the held-out tenth.
fn is_held_out(position: Position) -> bool {
    stable_hash(position).is_multiple_of(10)
}

/// Reads the solved WTHOR positions with their scores for the side to move. A missing file has no positions.
///
/// # Errors
/// If the file exists but cannot be read or has an invalid line.
pub fn read_solved_wthor(data: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    let path = data.join(SOLVED_WTHOR);
    read_text(&path)?.map_or_else(|| Ok(Vec::new()), |text| parse_solved(&text, &path))
}

/// Reads the held-out tenth of the solved WTHOR positions.
///
/// # Errors
/// If the file exists but cannot be read or has an invalid line.
pub fn read_held_out_solved(data: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    Ok(read_solved_wthor(data)?.into_iter().filter(|&(position, _)| is_held_out(position)).collect())
}

/// Reads positions with their exact scores in discs for the side to move, one line `board X score` each.
///
/// # Errors
/// If the file is missing, cannot be read, or has an invalid line.
pub fn read_solved(path: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    let text = read_text(path)?.with_context(|| format!("cannot read {}: the file is missing", path.display()))?;
    parse_solved(&text, path)
}

fn parse_solved(text: &str, path: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    let parse = |line: &str| -> anyhow::Result<(Position, i8)> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [board, "X", score] = fields[..] else { bail!("not a solved position: {line:?}") };
        Ok((board.parse()?, parse_discs(score)?))
    };
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| parse(line).with_context(|| format!("{}, line {}", path.display(), i + 1))).collect()
}

/// A position with the exact scores of its moves.
pub struct SolvedProblem {
    /// The position.
    pub position: Position,
    /// The position after each move, with the score of the move for the side that makes it.
    pub moves: Vec<(Position, i8)>,
}

/// Reads a problem set in OBF, with the score of each answer. A missing file has no problems.
///
/// # Errors
/// If the file exists but cannot be read or has an invalid line.
pub fn read_problems(path: &Path) -> anyhow::Result<Vec<SolvedProblem>> {
    let Some(text) = read_text(path)? else { return Ok(Vec::new()) };
    let problems = obf::problems(&text).map(|problem| solved_problem(&problem?)).collect::<anyhow::Result<_>>();
    problems.with_context(|| format!("invalid problem in {}", path.display()))
}

fn solved_problem(problem: &Problem) -> anyhow::Result<SolvedProblem> {
    let moves = problem.answers.iter().map(|&(mv, score)| {
        let next = mv.square().and_then(|at| problem.position.try_play(at));
        let (Some(next), Some(score)) = (next, score) else { bail!("expected moves with scores: {problem}") };
        Ok((next, i8::try_from(score)?))
    });
    Ok(SolvedProblem { position: problem.position, moves: moves.collect::<anyhow::Result<_>>()? })
}

/// Reads a text file, decompressed according to its extension; none if it is missing.
///
/// # Errors
/// If the file exists but cannot be read.
pub fn read_text(path: &Path) -> anyhow::Result<Option<String>> {
    let unreadable = || format!("cannot read {}", path.display());
    if !path.try_exists().with_context(unreadable)? {
        return Ok(None);
    }
    Ok(Some(String::from_utf8(storage::read_decompressed(path)?).with_context(unreadable)?))
}
