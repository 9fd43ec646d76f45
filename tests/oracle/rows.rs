//! The rows that `emilia solve` writes for a person.

use super::claims::{Claim, Move, Status, Subject, bounds};
use super::program::Ended;
use super::solve::Judge;
use super::tally::{Question, Tally};

/// Compares all rows: one for each position, perhaps followed by one of its moves and by one of what is proved of them.
pub fn compare(judge: &Judge<'_>, ended: &Ended, tally: &mut Tally) {
    let mut questions = judge.run.questions.iter();
    let mut current: Option<&Question> = None;
    let is_stopped =
        |at: usize| ended.stdout.lines().nth(at + 1).is_some_and(|line| line.trim().starts_with("stopped;"));
    for (at, row) in ended.stdout.lines().enumerate() {
        let text = row.trim();
        if let Some(question) = current
            && let Some(moves) = text.strip_prefix("moves ")
        {
            // A score that differs from the file's follows a comma.
            for part in moves.replace(" WRONG, ", " WRONG ").replace(" differs, ", " differs ").split(", ") {
                compare_move(judge, question, part.trim(), tally);
            }
        } else if let Some(question) = current
            && let Some(proved) = text.strip_prefix("stopped; proved ")
        {
            for part in proved.split(", ").map(str::trim).filter(|part| *part != "nothing") {
                let claims =
                    read_bounds(question, part).map_or_else(|what| vec![Err(what)], |claims| claims.map(Ok).to_vec());
                claims
                    .into_iter()
                    .for_each(|claim| tally.compare_read(question, &judge.command(question), claim, None));
            }
        } else if is_position(text) {
            let Some(question) = questions.next() else { continue };
            current = Some(question);
            let claim = read_position(question, text);
            refuse_wrong(judge, question, text, tally);
            let whole = judge.whole(question).filter(|_| !(judge.was_stopped() && is_stopped(at)));
            tally.compare_read(question, &judge.command(question), claim, whole);
        }
    }
    judge.count(questions.len(), tally);
}

/// Whether this is the row of a position: its number and its empty squares stand first.
fn is_position(row: &str) -> bool {
    let mut words = row.split_whitespace();
    words.by_ref().take(2).filter(|word| word.parse::<u32>().is_ok()).count() == 2 && words.next().is_some()
}

/// `1 12 at least +26 g7 …`.
fn read_position(question: &Question, row: &str) -> Result<Claim, String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let unreadable = || format!("not a row: {row}");
    let (status, rest) = match &words[..] {
        [_, _, "at", bound, rest @ ..] => (Status::of_word(&format!("at {bound}"))?, rest),
        [_, _, status, rest @ ..] => (Status::of_word(status)?, rest),
        _ => return Err(unreadable()),
    };
    let [score, best, ..] = rest else { return Err(unreadable()) };
    if words[1] != question.position.board.empties().to_string() {
        return Err(format!("a row of another position: {row}"));
    }
    let best = if *best == "-" { None } else { Some(best.parse()?) };
    Ok(Claim { subject: Subject::Position(best), status, score: score.parse().map_err(|_| unreadable())? })
}

/// `g7 +26`, `e4 >=+22`, `d3 +12.59 (6@73%)`, each perhaps with `WRONG +28` or `differs +28` behind it.
fn compare_move(judge: &Judge<'_>, question: &Question, part: &str, tally: &mut Tally) {
    let mut words = part.split_whitespace();
    let read = |name: &str, score: &str, depth: Option<&str>| -> Result<Claim, String> {
        let (status, score) = match (score.strip_prefix(">="), score.strip_prefix("<="), depth) {
            (Some(score), ..) => (Status::AtLeast, score),
            (_, Some(score), _) => (Status::AtMost, score),
            (.., Some(depth)) if depth.starts_with('(') => (Status::of_word(depth.trim_matches(['(', ')']))?, score),
            _ => (Status::Exact, score),
        };
        let score = score.parse().map_err(|_| format!("not a move with its score: {part}"))?;
        Ok(Claim { subject: Subject::Move(name.parse()?), status, score })
    };
    let claim = read(words.next().unwrap_or(""), words.next().unwrap_or(""), words.next());
    refuse_wrong(judge, question, part, tally);
    tally.compare_read(question, &judge.command(question), claim, None);
}

/// The file has the truth: no proof contradicts it, and estimates are not called wrong.
fn refuse_wrong(judge: &Judge<'_>, question: &Question, text: &str, tally: &mut Tally) {
    if text.contains("WRONG") {
        tally.fault(question, &judge.command(question), &format!("said to be wrong, which nothing proves: {text}"));
    }
}

/// `g7 -4`, `g7 >=-4`, `g7 <=+2` or `g7 -4..+2`; after a forced pass the moves are those of the other side.
fn read_bounds(question: &Question, part: &str) -> Result<[Claim; 2], String> {
    let unreadable = || format!("not the bounds of a move: {part}");
    let (name, range) = part.split_once(' ').ok_or_else(unreadable)?;
    let mv: Move = name.parse()?;
    let subject = if question.truth.replies.is_empty() { Subject::Move(mv) } else { Subject::Reply(mv) };
    let (lower, upper) = match (range.strip_prefix(">="), range.strip_prefix("<="), range.split_once("..")) {
        (Some(lower), ..) => (lower, "64"),
        (_, Some(upper), _) => ("-64", upper),
        (.., Some((lower, upper))) => (lower, upper),
        _ => (range, range),
    };
    let number = |text: &str| text.parse().map_err(|_| unreadable());
    Ok(bounds(subject, number(lower)?, number(upper)?))
}
