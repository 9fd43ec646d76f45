//! Conversations with the console.

use super::asks::{Ask, Bounds, Verdict, compare_best, compare_game};
use super::claims::{Claim, Move, Status, Subject};
use super::program::run;
use super::search::Solver;
use super::tally::{Question, Tally, with_script};
use crate::common::Random;

/// A question of a conversation, with the lines that lead to it.
struct Asked<'a> {
    question: &'a Question,
    ask: Ask,
    whole: Option<(i32, i32)>,
    lines: String,
}

/// Asks about all these positions, some of them twice, and compares the answers.
pub fn talk(questions: &[Question], threads: u32, random: &mut Random, solver: &mut Solver, tally: &mut Tally) {
    let arguments = ["console".to_owned(), format!("--threads={threads}"), "--hash=1".to_owned()];
    let mut all = Vec::new();
    for question in questions {
        for _ in 0..2 {
            let (ask, bounds) = (Ask::random(question.position, random, solver), Bounds::random(random));
            let lines = lines(question, &ask, bounds);
            all.push(Asked { question, whole: ask.whole(bounds), ask, lines });
        }
    }
    let script: String = all.iter().map(|asked| asked.lines.as_str()).collect();
    let ended = run(&arguments, script.clone(), None);
    // The command `version` marks the end of each answer; a chosen move is printed in another form.
    let answers: Vec<&str> = ended.stdout.split("\nEmilia ").collect();
    with_script(tally, "console", &script, |tally| {
        if !ended.status.success() {
            tally.faults.push(format!("emilia {}: ended with {}", arguments.join(" "), ended.status));
        }
        for (number, asked) in all.iter().enumerate() {
            let command = format!("printf '{}' | emilia {}", asked.lines.replace('\n', "\\n"), arguments.join(" "));
            // The first part is the answer to the first question; there is one more behind the last.
            match answers.get(number).filter(|_| answers.len() == all.len() + 1) {
                Some(text) => compare(asked, &command, text, tally),
                None => tally.fault(asked.question, &command, "the conversation ended early"),
            }
        }
    });
}

/// The lines that set the options and the board, and ask.
fn lines(question: &Question, ask: &Ask, bounds: Bounds) -> String {
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
        let rows = text.lines().skip_while(|line| !line.starts_with(" ply  played")).skip(1);
        let verdicts: Vec<_> = rows.map_while(verdict).collect();
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

/// A row of an analysis: number of the move, move played, score, best move, discs lost, depth. None behind the last row.
fn verdict(row: &str) -> Option<Result<Verdict, String>> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let ([number, _, rest @ ..], Some(depth)) = (&words[..], words.last()) else { return None };
    if !row.starts_with(' ') {
        return None;
    }
    let read = || {
        let (status, score, rest) = score(depth, rest)?;
        let [best, loss, _] = rest else { return None };
        let best = if *best == "-" { None } else { Some(best.parse().ok()?) };
        let ply = number.parse::<usize>().ok()?.checked_sub(1)?;
        Some(Verdict { ply, claim: Claim { subject: Subject::Position(best), status, score }, loss: loss.parse().ok() })
    };
    Some(read().ok_or_else(|| format!("not a verdict: {row}")))
}
