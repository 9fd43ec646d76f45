//! Conversations with the console.

use super::asks::{Ask, Asked, Bounds, Language, Verdict, compare_best, compare_game};
use super::claims::{Claim, Move, Status, Subject};
use super::tally::{Question, Tally};

pub const CONSOLE: Language = Language { name: "console", lines, answers, compare };

/// The answers: the command `version` marks the end of each; a chosen move is printed in another form.
fn answers(text: &str, count: usize) -> Vec<Result<String, String>> {
    let parts: Vec<&str> = text.split("\nEmilia ").collect();
    // The first part is the answer to the first question; there is one more behind the last.
    match parts.len() == count + 1 {
        true => parts[..count].iter().map(|part| Ok((*part).to_owned())).collect(),
        false => vec![Err("the conversation ended early".to_owned()); count],
    }
}

/// The lines that set the options and the board, and ask.
fn lines(question: &Question, ask: &Ask, bounds: Bounds, _: usize) -> String {
    let Bounds { level, nodes, movetime, contempt } = bounds;
    let mut lines = format!("level {level}\nset nodes {nodes}\nset movetime {movetime}\nset contempt {contempt}\n");
    lines += &format!("setboard {}\n", question.position);
    lines += &match ask {
        Ask::Hint(lines) => format!("hint {lines}\n"),
        Ask::Solve => "solve\n".to_owned(),
        Ask::Wld => "solve wld\n".to_owned(),
        Ask::Analyze(game) => {
            let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
            let play = if moves.is_empty() { String::new() } else { format!("play {}\n", moves.join(" ")) };
            play + "analyze\n"
        }
    };
    lines + "version\n"
}

fn compare(asked: &Asked<'_>, command: &str, text: &str, tally: &mut Tally) {
    let Asked { question, ask, whole, .. } = asked;
    if let Ask::Analyze(game) = ask {
        let rows = text.lines().skip_while(|line| !line.starts_with("  #  side")).skip(1);
        let are_black = game.questions.iter().map(|question| question.position.to_string().ends_with('X'));
        let rows = rows.take(game.questions.len()).zip(are_black).enumerate();
        let verdicts: Vec<_> = rows.map(|(ply, (row, is_black))| verdict(ply, row, is_black)).collect();
        return compare_game(game, command, &verdicts, *whole, tally);
    }
    let is_one = ask.lines() == 1 || question.truth.moves.len() == 1;
    // Each table has a head; the first one has a row for each depth, the last one the result.
    let tables: Vec<Vec<Result<Claim, String>>> = text
        .split("nodes/s  line\n")
        .skip(1)
        .map(|table| table.lines().map_while(|row| report(row, is_one)).collect())
        .collect();
    for claim in tables.iter().flatten().cloned() {
        tally.compare_read(question, command, claim, None);
    }
    let last: Vec<Claim> = tables.last().into_iter().flatten().flatten().cloned().collect();
    match (whole, last.last()) {
        (None, _) => {}
        (Some(_), None) if question.truth.moves.is_empty() => {}
        (Some(_), None) => tally.fault(question, command, "there is no result"),
        (Some(window), Some(claim)) if is_one => tally.compare(question, command, claim, Some(*window)),
        (Some(_), Some(_)) => compare_best(question, command, &last, ask.lines(), tally),
    }
}

/// A score with its status: `exact -4`, `proved >= +2`, `12@73% +3.50`; the words behind it are given, too.
fn score<'a>(status: &str, words: &'a [&'a str]) -> Option<(Status, f64, &'a [&'a str])> {
    match (status, words) {
        ("proved", [">=", score, rest @ ..]) => Some((Status::AtLeast, score.parse().ok()?, rest)),
        ("proved", ["<=", score, rest @ ..]) => Some((Status::AtMost, score.parse().ok()?, rest)),
        ("proved", _) => None,
        (status, [score, rest @ ..]) => Some((Status::of_word(status).ok()?, score.parse().ok()?, rest)),
        _ => None,
    }
}

/// A row of a search: depth, score, seconds, nodes, nodes a second, line. None behind the last row.
fn report(row: &str, is_one: bool) -> Option<Result<Claim, String>> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let (depth, rest) = words.split_first()?;
    if !row.starts_with(' ') || Status::of_word(depth).is_err() && *depth != "proved" {
        return None;
    }
    let Some((status, score, rest)) = score(depth, rest) else { return Some(Err(format!("not a row: {row}"))) };
    let first = rest.get(3).and_then(|line| line.get(..2)).map(str::parse).transpose();
    Some(first.map(|first| match first {
        Some(mv) if !is_one => Claim { subject: Subject::Move(mv), status, score },
        first => Claim { subject: Subject::Position(first), status, score },
    }))
}

/// A score of Black's as the side to move sees it: `-4`, `>=+2`, `+3.50`.
fn black_score(text: &str, is_black: bool) -> Option<(Status, f64)> {
    let (status, number) = match (text.strip_prefix(">="), text.strip_prefix("<=")) {
        (Some(number), _) => (Status::AtLeast, number),
        (_, Some(number)) => (Status::AtMost, number),
        _ if text.contains('.') => (Status::Estimate, text),
        _ => (Status::Exact, text),
    };
    let score: f64 = number.parse().ok()?;
    Some(match (is_black, status) {
        (true, status) => (status, score),
        (false, Status::AtLeast) => (Status::AtMost, -score),
        (false, Status::AtMost) => (Status::AtLeast, -score),
        (false, status) => (status, -score),
    })
}

/// A row of an analysis: number of the move unless it is a pass, side, move, score before it and of it, discs lost, a mark of a mistake,
/// best move, depth, best line. Behind the last move the value of the position.
fn verdict(ply: usize, row: &str, is_black: bool) -> Result<Verdict, String> {
    let end = row.strip_prefix("final score ").map(|score| (score, "exact"));
    let end =
        end.or_else(|| row.split_once("value of the last position ").and_then(|(_, value)| value.split_once(", ")));
    let read = || {
        if let Some((score, depth)) = end {
            let (status, score) = black_score(score, is_black)?;
            let claim = Claim { subject: Subject::Position(None), status, score };
            return ((status == Status::Exact) == (depth == "exact")).then_some(Verdict {
                ply,
                claim,
                of_played: None,
                loss: None,
            });
        }
        let words: Vec<&str> = row.split_whitespace().filter(|word| !["?!", "?", "??"].contains(word)).collect();
        // A pass has no number.
        let words = if words.first()?.parse::<usize>().is_ok() { &words[1..] } else { &words };
        let [side, mv, before, after, loss, best, depth, ..] = words else { return None };
        let mv: Move = mv.parse().ok()?;
        let best = if *best == "-" { mv } else { best.parse().ok()? };
        let (status, score) = black_score(before, is_black)?;
        let claim = Claim { subject: Subject::Position(Some(best)), status, score };
        let (of_played, score) = black_score(after, is_black)?;
        let of_played = Claim { subject: Subject::Move(mv), status: of_played, score };
        let is_right = (*side == "black") == is_black && (status == Status::Exact) == (*depth == "exact");
        let loss = if *loss == "-" { 0.0 } else { loss.parse().ok()? };
        is_right.then_some(Verdict { ply, claim, of_played: Some(of_played), loss: Some(loss) })
    };
    read().ok_or_else(|| format!("not a verdict: {row}"))
}
