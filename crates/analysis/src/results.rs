//! A judged game as a line of JSON, and back.

use super::judged::numbers;
use super::people::Difficulty;
use super::table::line_text;
use super::{JudgedGame, JudgedMove, Tally, TallyPart};
use emilia::notation::ggf::{self, GgfError};
use emilia::{Colour, Game, Move, Report, Score, Value};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The line is not a judged game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadResultError {
    /// It is not JSON with the expected fields.
    #[error("not a judged game: {0}")]
    Json(String),
    /// The game cannot be read.
    #[error("the game: {0}")]
    Game(GgfError),
    /// A field of a move has no meaning.
    #[error("move {ply}: not a {field}: {text:?}")]
    Field {
        /// The number of moves before it.
        ply: usize,
        /// What was expected.
        field: &'static str,
        /// The text.
        text: String,
    },
    /// The moves are not those at the end of the game.
    #[error("the moves are not those of the game")]
    Moves,
}

/// A game in JSON. Scores are Black's, in discs.
#[derive(Serialize, Deserialize)]
struct GameLine {
    /// The game in GGF.
    game: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    opening: Option<String>,
    moves: Vec<MoveLine>,
    end: Option<ValueLine>,
    complete: bool,
    /// For readers; computed from the moves.
    #[serde(default, skip_deserializing)]
    sums: Vec<SumLine>,
}

#[derive(Serialize, Deserialize)]
struct ValueLine {
    score: f64,
    certainty: String,
    #[serde(default, skip_serializing_if = "is_false")]
    book: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Serialize, Deserialize)]
struct MoveLine {
    ply: usize,
    number: Option<usize>,
    side: String,
    #[serde(rename = "move")]
    mv: String,
    before: f64,
    certainty: String,
    /// The standard deviation of `before`.
    deviation: f64,
    after: f64,
    /// Only if it differs from that of `before`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after_certainty: Option<String>,
    loss: f64,
    class: String,
    best: String,
    line: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thrown: Option<String>,
    /// Only if the values are those of a book.
    #[serde(default, skip_serializing_if = "is_false")]
    book: bool,
    /// Only if it is; computed from the values.
    #[serde(default, skip_serializing_if = "is_false")]
    provisional: bool,
    nodes: u64,
    /// Only if times are written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    all: Vec<LineLine>,
    /// Only of moves with a choice, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    people: Option<PeopleLine>,
}

/// A difficulty; the shares are 0 to 1.
#[derive(Serialize, Deserialize)]
struct PeopleLine {
    rating: u32,
    found: f64,
    chance: f64,
    as_bad: f64,
}

/// A legal move with its value.
#[derive(Serialize, Deserialize)]
struct LineLine {
    score: f64,
    certainty: String,
    line: String,
}

#[derive(Serialize, Default)]
struct SumLine {
    side: String,
    phase: String,
    moves: u64,
    lost: f64,
    best: u64,
    good: u64,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
    exact: u64,
}

/// Writes a judged game as one line of JSON without a line end. With `times` the line has the time of each search, and is not the same
/// twice.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Level, Stop};
/// use emilia::notation::transcript;
/// use emilia_analysis::{JudgeOptions, judge, read_result, write_result};
///
/// let game = transcript::read("f5f6e6d6").unwrap();
/// let options = JudgeOptions::level(Level::new(3).unwrap());
/// let judged = judge(&mut Engine::new(EngineOptions::default()), &game, &options, &Stop::new(), |_| {});
/// let line = write_result(&judged, false);
/// assert_eq!(write_result(&read_result(&line).unwrap(), false), line);
/// ```
pub fn write_result(judged: &JudgedGame, times: bool) -> String {
    let tags = &judged.game.tags;
    let line = GameLine {
        game: ggf::write(&judged.game),
        black: tags.black.name.clone(),
        white: tags.white.name.clone(),
        opening: judged.opening.clone(),
        moves: judged.moves.iter().map(|judged| move_line(judged, times)).collect(),
        end: judged.end.map(|end| ValueLine {
            score: discs(end.score()),
            certainty: end.certainty().to_string(),
            book: judged.end_from_book,
        }),
        complete: judged.is_complete,
        sums: [Colour::Black, Colour::White].into_iter().flat_map(|colour| sum_lines(judged, colour)).collect(),
    };
    // Numbers and texts can always be written.
    serde_json::to_string(&line).unwrap_or_default()
}

/// Reads what [`write_result`] writes. Scores come back as they were.
///
/// # Errors
/// If it is something else.
pub fn read_result(line: &str) -> Result<JudgedGame, ReadResultError> {
    let line: GameLine = serde_json::from_str(line).map_err(|error| ReadResultError::Json(error.to_string()))?;
    let game = ggf::read(&line.game).map_err(ReadResultError::Game)?;
    let numbers = numbers(&game);
    let mut moves = Vec::with_capacity(line.moves.len());
    for read in &line.moves {
        moves.push(judged_move(&game, &numbers, read)?);
    }
    let are_last = moves.iter().rev().zip((0..game.moves().len()).rev()).all(|(judged, ply)| judged.ply == ply);
    if !are_last || moves.len() > game.moves().len() {
        return Err(ReadResultError::Moves);
    }
    let end = line.end.as_ref().map(|end| value(game.moves().len(), end.score, &end.certainty)).transpose()?;
    let end_from_book = line.end.is_some_and(|end| end.book);
    Ok(JudgedGame { game, opening: line.opening, moves, end, end_from_book, is_complete: line.complete })
}

/// A score with three decimals, which tell all scores apart.
fn discs(score: Score) -> f64 {
    rounded(score.to_discs().into(), 1000.0)
}

/// The nearest multiple of 1 / `steps`, and not -0.
fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps + 0.0
}

fn move_line(judged: &JudgedMove, times: bool) -> MoveLine {
    let [before, after] = [judged.before, judged.after].map(|value| value.certainty().to_string());
    MoveLine {
        ply: judged.ply,
        number: judged.number,
        side: judged.colour.to_string(),
        mv: judged.mv.to_string(),
        before: discs(judged.before.score()),
        deviation: rounded(judged.deviation.into(), 100.0),
        after: discs(judged.after.score()),
        after_certainty: (after != before).then_some(after),
        certainty: before,
        loss: discs(judged.loss),
        class: judged.class().to_string(),
        best: judged.best.to_string(),
        line: line_text(&judged.line),
        thrown: judged.thrown().map(|thrown| thrown.to_string()),
        book: judged.from_book,
        provisional: judged.is_provisional(),
        nodes: judged.nodes,
        seconds: times.then(|| rounded(judged.time.as_secs_f64(), 1e6)),
        all: judged.moves.iter().map(all_line).collect(),
        people: judged.difficulty.map(people_line),
    }
}

fn people_line(Difficulty { rating, found, chance, as_bad }: Difficulty) -> PeopleLine {
    let [found, chance, as_bad] = [found, chance, as_bad].map(|share| rounded(share.into(), 1000.0));
    PeopleLine { rating, found, chance, as_bad }
}

fn difficulty(ply: usize, line: &PeopleLine) -> Result<Difficulty, ReadResultError> {
    let &PeopleLine { rating, found, chance, as_bad } = line;
    let fault = |number: f64| ReadResultError::Field { ply, field: "share of people", text: number.to_string() };
    [found, chance, as_bad]
        .into_iter()
        .find(|share| !(0.0..=1.0).contains(share))
        .map_or(Ok(()), |share| Err(fault(share)))?;
    let [found, chance, as_bad] = [found, chance, as_bad].map(|share| share as f32);
    Ok(Difficulty { rating, found, chance, as_bad })
}

fn all_line(report: &Report<Move>) -> LineLine {
    let Report { value, line, .. } = report;
    LineLine { score: discs(value.score()), certainty: value.certainty().to_string(), line: line_text(line) }
}

fn sum_lines(judged: &JudgedGame, colour: Colour) -> Vec<SumLine> {
    let tally = Tally::of(judged, colour);
    let line = |phase: &dyn std::fmt::Display, part: &TallyPart| {
        let [best, good, inaccuracies, mistakes, blunders] = part.classes;
        let (lost, exact) = (rounded(part.discs_lost(), 100.0), part.exact);
        let (side, phase, moves) = (colour.to_string(), phase.to_string(), part.moves);
        SumLine { side, phase, moves, lost, best, good, inaccuracies, mistakes, blunders, exact }
    };
    let phases = super::Phase::ALL.into_iter().map(|phase| line(&phase, tally.phase(phase)));
    std::iter::once(line(&"all", &tally.total())).chain(phases).collect()
}

fn judged_move(game: &Game, numbers: &[Option<usize>], read: &MoveLine) -> Result<JudgedMove, ReadResultError> {
    let ply = read.ply;
    let played = game.moves().get(ply).ok_or(ReadResultError::Moves)?;
    let turn = game.at_ply(ply).ok_or(ReadResultError::Moves)?;
    if played.mv != mv(ply, &read.mv)? {
        return Err(ReadResultError::Moves);
    }
    let mut moves = Vec::with_capacity(read.all.len());
    for LineLine { score, certainty, line } in &read.all {
        let (value, line) = (value(ply, *score, certainty)?, moves_of(ply, line)?);
        moves.push(Report { value, line, nodes: 0, time: Duration::ZERO });
    }
    // A wipe-out thrown away loses more discs than a score has.
    if !(0.0..=128.0).contains(&read.loss) {
        return Err(ReadResultError::Field { ply, field: "loss", text: read.loss.to_string() });
    }
    Ok(JudgedMove {
        ply,
        number: numbers.get(ply).copied().flatten(),
        colour: turn.to_move,
        mv: played.mv,
        empties: turn.board.empties(),
        before: value(ply, read.before, &read.certainty)?,
        after: value(ply, read.after, read.after_certainty.as_ref().unwrap_or(&read.certainty))?,
        from_book: read.book,
        deviation: read.deviation as f32,
        best: mv(ply, &read.best)?,
        line: moves_of(ply, &read.line)?,
        loss: Score::from_raw((read.loss * f64::from(Score::UNIT)).round() as i16),
        moves,
        difficulty: read.people.as_ref().map(|line| difficulty(ply, line)).transpose()?,
        nodes: read.nodes,
        time: read.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default(),
    })
}

fn mv(ply: usize, text: &str) -> Result<Move, ReadResultError> {
    text.parse().map_err(|_| ReadResultError::Field { ply, field: "move", text: text.to_owned() })
}

fn moves_of(ply: usize, text: &str) -> Result<Vec<Move>, ReadResultError> {
    text.split_whitespace().map(|word| mv(ply, word)).collect()
}

fn value(ply: usize, score: f64, certainty: &str) -> Result<Value, ReadResultError> {
    let fault = || ReadResultError::Field { ply, field: "value", text: format!("{score} ({certainty})") };
    let certainty = certainty.parse().map_err(|_| fault())?;
    let is_score = (-64.0..=64.0).contains(&score);
    is_score.then(|| Value::from_parts(Score::from_discs(score as f32), certainty)).flatten().ok_or_else(fault)
}
