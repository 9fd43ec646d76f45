//! The training positions from the files of a data folder.

use super::positions::{LabelledPosition, Split, mix, parse_discs, ply, replay_transcript};
use super::solved::{HeldOutPositions, PROBLEM_SETS, SOLVED_WTHOR, read_solved_wthor, read_text};
use crate::games::{GameRecord, MAX_MOVES, Reader};
use anyhow::{Context as _, bail, ensure};
use arrayvec::ArrayVec;
use emilia::internal::eval::PLIES;
use emilia::{Colour, Position};
use log::info;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of games of a unit of parallel work.
const GAMES_PER_BATCH: usize = 1 << 13;

/// Games between human players, and the weight of their positions. The mistakes between a position and its label are larger than those of
/// self-play: a weight of 5 cost 0.1 discs on solved positions of the same players.
const WTHOR: &str = "wthor.txt.gz";
const WTHOR_WEIGHT: f32 = 0.5;
/// The weight after ply 36, where the label is the final score, which includes the mistakes of the players to the end.
const LATE_WTHOR_WEIGHT: f32 = 0.1;
/// The weight of the solved WTHOR positions.
const SOLVED_WEIGHT: f32 = 5.0;
/// The ply of a position with 24 empty squares.
const SOLVED_PLY: usize = 36;
/// How far the label of a self-play position is moved from the label of the next one to the score of the position's own search.
const SEARCH_SHARE: f32 = 0.3;
/// The games of a simple engine against itself after a random opening.
const SELFPLAY: &str = "selfplay.txt.xz";
/// Games with a longer random opening are not used: they are too different from real ones.
const MAX_RANDOM_PLIES: usize = 30;

/// A file with training positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Source {
    file: String,
    positions: usize,
    /// The settings of self-play games.
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Value>,
}

/// Labelled positions by ply, and their sources.
#[derive(Default)]
pub struct TrainingSet {
    pub by_ply: Vec<Vec<LabelledPosition>>,
    pub sources: Vec<Source>,
}

impl TrainingSet {
    fn add(&mut self, path: &Path, settings: Option<Value>, by_ply: Vec<Vec<LabelledPosition>>) {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let positions = by_ply.iter().map(Vec::len).sum();
        self.by_ply.resize_with(PLIES, Vec::new);
        self.by_ply.iter_mut().zip(by_ply).for_each(|(all, more)| all.extend(more));
        if positions > 0 {
            self.sources.push(Source { file, positions, settings });
        }
    }
}

/// Reads the training positions of all files that exist.
///
/// # Errors
/// If a file exists but cannot be read or has an invalid line.
pub fn read_training_set(data: &Path, held_out: &HeldOutPositions) -> anyhow::Result<TrainingSet> {
    let mut set = TrainingSet::default();
    set.add(&data.join(WTHOR), None, read_wthor(data, held_out, Split::Training)?);
    let solved = read_solved_wthor(data)?.into_iter().filter(|&(position, _)| !held_out.contains(position));
    let labelled =
        solved.map(|(position, score)| LabelledPosition { position, score: score.into(), weight: SOLVED_WEIGHT });
    let mut by_ply = vec![Vec::new(); PLIES];
    by_ply[SOLVED_PLY].extend(labelled);
    set.add(&data.join(SOLVED_WTHOR), None, by_ply);
    set.add(&data.join(SELFPLAY), None, read_selfplay(data, held_out, Split::Training)?);
    let TrainingSet { by_ply, mut sources } = read_game_files(data, held_out, Split::Training)?;
    set.by_ply.iter_mut().zip(by_ply).for_each(|(all, more)| all.extend(more));
    set.sources.append(&mut sources);
    Ok(set)
}

/// Reads the positions of all `*.games` files in the folder.
///
/// # Errors
/// If the folder or a file cannot be read.
pub fn read_game_files(data: &Path, held_out: &HeldOutPositions, split: Split) -> anyhow::Result<TrainingSet> {
    let mut set = TrainingSet::default();
    for path in game_files(data)? {
        let (settings, by_ply) = read_game_file(&path, held_out, split)?;
        set.add(&path, Some(settings), by_ply);
    }
    Ok(set)
}

/// The files of the folder that a training reads.
///
/// # Errors
/// If the folder cannot be read.
pub fn data_files(data: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let names = [WTHOR, SOLVED_WTHOR, SELFPLAY].into_iter().chain(PROBLEM_SETS);
    let named = names.map(|name| data.join(name)).filter(|path| path.exists());
    Ok(game_files(data)?.into_iter().chain(named).collect())
}

/// The paths of the `*.games` files in the folder, sorted.
fn game_files(data: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read {}", data.display());
    let entries =
        fs::read_dir(data).with_context(unreadable)?.collect::<Result<Vec<_>, _>>().with_context(unreadable)?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "games")).collect();
    paths.sort();
    Ok(paths)
}

/// Reads the labelled positions after the random moves of a file of games, and the settings of the file. Every hundredth game is held
/// out.
///
/// # Errors
/// If the file cannot be read or has a game with an illegal move.
fn read_game_file(
    path: &Path,
    held_out: &HeldOutPositions,
    split: Split,
) -> anyhow::Result<(Value, Vec<Vec<LabelledPosition>>)> {
    let mut reader = Reader::open(path)?;
    let settings = reader.settings().clone();
    let (mut by_ply, mut games) = (vec![Vec::new(); PLIES], 0);
    loop {
        let batch: Vec<GameRecord> = reader.by_ref().take(GAMES_PER_BATCH).collect::<anyhow::Result<_>>()?;
        if batch.is_empty() {
            break;
        }
        let labelled = batch
            .par_iter()
            .map(|game| label_positions(game, held_out, split))
            .collect::<anyhow::Result<Vec<_>>>()
            .with_context(|| format!("invalid game in {}", path.display()))?;
        labelled.into_iter().flatten().for_each(|labelled| by_ply[ply(labelled.position)].push(labelled));
        games += batch.len();
    }
    reader.warn_if_incomplete();
    log_counts(path, &by_ply, games);
    Ok((settings, by_ply))
}

/// The labelled positions of a game; none if the game is in the other split or contains a held-out position. Held-out positions are
/// labelled with the final score, the others with that of [`training_labels`].
fn label_positions(
    game: &GameRecord,
    held_out: &HeldOutPositions,
    split: Split,
) -> anyhow::Result<Vec<LabelledPosition>> {
    let hash = game.moves.iter().fold(0, |hash, &at| mix(hash ^ at as u64));
    let positions = game.replay()?.positions;
    let is_held_out = hash.is_multiple_of(100);
    if (split == Split::HeldOut) != is_held_out || positions.iter().any(|entry| held_out.contains(entry.0)) {
        return Ok(Vec::new());
    }
    let labels = match split {
        Split::Training => training_labels(game, &positions),
        Split::HeldOut => positions.iter().map(|_| game.score as f32).collect(),
    };
    let labelled = positions.into_iter().zip(labels).map(|(entry, label)| LabelledPosition::new(entry, label, 1.0));
    Ok(labelled.skip(game.random_plies).collect())
}

/// The labels of the positions of a game, for black: from the end backwards, the label of the next position, or the final score, moved by
/// [`SEARCH_SHARE`] towards the score of the search, if there is one. So a label is a mean of the result and the scores until then, and the
/// nearest scores count most: TD(lambda) (Sutton 1988). The final score alone contains all mistakes of the rest of the game.
fn training_labels(game: &GameRecord, positions: &[(Position, Colour)]) -> ArrayVec<f32, MAX_MOVES> {
    let mut label = game.score as f32;
    let mut labels = ArrayVec::new();
    for (index, (_, to_move)) in positions.iter().enumerate().rev() {
        if let Some(score) = game.score_of_move(index) {
            label += SEARCH_SHARE * (to_move.sign() as f32 * score.to_discs() - label);
        }
        labels.push(label);
    }
    labels.reverse();
    labels
}

/// Reads the positions of the WTHOR games. The label is the score of perfect play up to 24 empty squares, later the final score. A game is
/// held out if it contains a held-out position.
///
/// # Errors
/// If the file exists but cannot be read or has an invalid line.
pub fn read_wthor(
    data: &Path,
    held_out: &HeldOutPositions,
    split: Split,
) -> anyhow::Result<Vec<Vec<LabelledPosition>>> {
    read_game_lines(&data.join(WTHOR), |line, by_ply| {
        let fields: Vec<&str> = line.split(' ').collect();
        let [_, black, theoretical, depth, transcript] = fields[..] else { bail!("not five fields") };
        let (played, perfect) = (score_of_black_discs(black)?, score_of_black_discs(theoretical)?);
        let depth: usize = depth.parse().with_context(|| format!("not a depth: {depth:?}"))?;
        let positions = replay_transcript(transcript)?;
        let is_held_out = positions.iter().any(|&(position, _)| held_out.contains(position));
        if (split == Split::HeldOut) != is_held_out {
            return Ok(());
        }
        for entry in positions {
            let ply = ply(entry.0);
            let (score, weight) =
                if ply + depth < PLIES { (perfect, WTHOR_WEIGHT) } else { (played, LATE_WTHOR_WEIGHT) };
            by_ply[ply].push(LabelledPosition::new(entry, score as f32, weight));
        }
        Ok(())
    })
}

/// Parses a number of black's discs and converts it to black's score.
fn score_of_black_discs(text: &str) -> anyhow::Result<i32> {
    let discs = parse_discs(text)?;
    ensure!(discs >= 0, "not a number of discs from 0 to 64: {text:?}");
    Ok(2 * i32::from(discs) - 64)
}

/// Reads the positions of the self-play games in text form after their random opening, labelled with the final score. Every hundredth game
/// is held out.
///
/// # Errors
/// If the file exists but cannot be read or has an invalid line.
pub fn read_selfplay(
    data: &Path,
    held_out: &HeldOutPositions,
    split: Split,
) -> anyhow::Result<Vec<Vec<LabelledPosition>>> {
    read_game_lines(&data.join(SELFPLAY), |line, by_ply| {
        let fields: Vec<&str> = line.split(' ').collect();
        let [random, score, transcript] = fields[..] else { bail!("not three fields") };
        let random: usize = random.parse().with_context(|| format!("not a number of plies: {random:?}"))?;
        let score = f32::from(parse_discs(score)?);
        let hash = transcript.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        if random > MAX_RANDOM_PLIES || (split == Split::HeldOut) != hash.is_multiple_of(100) {
            return Ok(());
        }
        let positions = replay_transcript(transcript)?;
        if positions.iter().any(|&(position, _)| held_out.contains(position)) {
            return Ok(());
        }
        for entry in positions.into_iter().skip(random) {
            by_ply[ply(entry.0)].push(LabelledPosition::new(entry, score, 1.0));
        }
        Ok(())
    })
}

/// Parses a file with one game per line. The positions keep the order of the lines. A missing file has no games.
fn read_game_lines(
    path: &Path,
    parse: impl Fn(&str, &mut [Vec<LabelledPosition>]) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Vec<Vec<LabelledPosition>>> {
    let mut all = vec![Vec::new(); PLIES];
    let Some(text) = read_text(path)? else { return Ok(all) };
    let lines: Vec<&str> = text.lines().collect();
    let batches: Vec<Vec<Vec<LabelledPosition>>> = lines
        .par_chunks(GAMES_PER_BATCH)
        .enumerate()
        .map(|(batch, lines)| {
            let mut by_ply = vec![Vec::new(); PLIES];
            for (i, line) in lines.iter().enumerate() {
                let number = batch * GAMES_PER_BATCH + i + 1;
                parse(line, &mut by_ply).with_context(|| format!("{}, line {number}", path.display()))?;
            }
            Ok(by_ply)
        })
        .collect::<anyhow::Result<_>>()?;
    for by_ply in batches {
        all.iter_mut().zip(by_ply).for_each(|(all, more)| all.extend(more));
    }
    log_counts(path, &all, lines.len());
    Ok(all)
}

fn log_counts(path: &Path, by_ply: &[Vec<LabelledPosition>], games: usize) {
    let positions: usize = by_ply.iter().map(Vec::len).sum();
    info!("{}: {positions} positions from {games} games", path.display());
}

/// Logs which of the optional files are missing in the folder.
pub fn log_missing_files(data: &Path) {
    let names = [WTHOR, SOLVED_WTHOR, SELFPLAY].into_iter().chain(PROBLEM_SETS);
    let missing: Vec<&str> = names.filter(|name| matches!(data.join(name).try_exists(), Ok(false))).collect();
    if !missing.is_empty() {
        info!("optional files that are not in {}: {}", data.display(), missing.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::training_labels;
    use crate::games::GameRecord;
    use emilia::Score;

    #[test]
    fn a_label_is_that_of_the_next_position_moved_towards_the_score_of_the_search() {
        let mut game: GameRecord = "6 64 f5d6c5f4e3f6g5e6e7".parse().expect("a game");
        let positions = game.replay().expect("a legal game").positions;
        let labels = |game: &GameRecord| training_labels(game, &positions).iter().map(|label| label.round()).collect();
        let without_scores: Vec<f32> = labels(&game);
        assert_eq!(without_scores, [64.0; 9]);
        // The second score is for White.
        game.scores.extend([4.0, 6.0, 64.0].map(Score::from_discs));
        let second = 64.0 + 0.3 * (-6.0 - 64.0);
        let first = second + 0.3 * (4.0 - second);
        let with_scores: Vec<f32> = labels(&game);
        assert_eq!(with_scores[6..], [first, second, 64.0].map(f32::round));
        assert_eq!(with_scores[..6], [first.round(); 6], "random moves have no score");
    }
}
