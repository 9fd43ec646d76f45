//! Conversations in GTP.

use super::asks::{Ask, Asked, Bounds, Language, Verdict, compare_best, compare_game};
use super::claims::{Claim, Move, Status, Subject};
use super::tally::{Question, Tally};
use std::collections::HashMap;

pub const GTP: Language = Language { name: "gtp", lines, answers, compare };

/// The lines that set the options and the board, and ask.
fn lines(question: &Question, ask: &Ask, bounds: Bounds, id: usize) -> String {
    let Bounds { level, nodes, movetime, contempt } = bounds;
    let mut lines = format!(
        "emilia-level {level}\nemilia-set nodes {nodes}\nemilia-set movetime {movetime}\nemilia-set contempt {contempt}\n"
    );
    lines += &format!("emilia-setboard {}\n", question.position);
    let command = match ask {
        Ask::Hint(lines) => format!("emilia-hint {lines}"),
        Ask::Solve => "emilia-solve".to_owned(),
        Ask::Wld => "emilia-solve wld".to_owned(),
        Ask::Analyze(game) => {
            for (question, mv) in game.questions.iter().zip(&game.moves) {
                lines += &format!("play {} {mv}\n", if question.position.is_black { "black" } else { "white" });
            }
            "emilia-review".to_owned()
        }
    };
    lines + &format!("{id} {command}\n")
}

/// The answers to the commands with a number, or their failures.
fn answers(text: &str, count: usize) -> Vec<Result<String, String>> {
    let answer = |text: &str| {
        let (head, rest) = text.trim_start().split_at_checked(1)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, body) = rest.split_at(digits);
        let body = body.trim().to_owned();
        let number: usize = id.parse().ok()?;
        Some((number, if head == "=" { Ok(body) } else { Err(format!("it is refused: {body}")) }))
    };
    let mut found: HashMap<_, _> = text.split("\n\n").filter_map(answer).collect();
    (0..count).map(|number| found.remove(&number).unwrap_or_else(|| Err("there is no answer".to_owned()))).collect()
}

fn compare(asked: &Asked<'_>, command: &str, text: &str, tally: &mut Tally) {
    let Asked { question, ask, whole, .. } = asked;
    if let Ask::Analyze(game) = ask {
        let verdicts: Vec<_> = text.lines().map(verdict).collect();
        return compare_game(game, command, &verdicts, *whole, tally);
    }
    let is_one = ask.lines() == 1 || question.truth.moves.len() == 1;
    let claims: Vec<_> = text.lines().map(|line| report(line, is_one)).collect();
    for claim in claims.iter().cloned() {
        tally.compare_read(question, command, claim, whole.filter(|_| is_one));
    }
    let expected = ask.lines().min(question.truth.moves.len());
    if claims.len() != expected {
        tally.fault(question, command, &format!("{} lines instead of {expected}: {text}", claims.len()));
    } else if whole.is_some() && !matches!(ask, Ask::Wld) {
        compare_best(question, command, &claims.into_iter().flatten().collect::<Vec<_>>(), ask.lines(), tally);
    }
}

/// `D3 +0.50 12@73% D3 C5 F6`: the best move, or one of several.
fn report(line: &str, is_one: bool) -> Result<Claim, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [mv, score, status, ..] = words[..] else { return Err(format!("not a line of a search: {line}")) };
    let mv: Move = mv.parse()?;
    let subject = if is_one { Subject::Position(Some(mv)) } else { Subject::Move(mv) };
    let score = score.parse().map_err(|_| format!("no score: {line}"))?;
    Ok(Claim { subject, status: Status::of_word(status)?, score })
}

/// `0 A1 +64.00 exact A1 0.00`: moves before, move played, score, status, best move, discs lost.
fn verdict(line: &str) -> Result<Verdict, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [ply, _, score, status, best, loss] = words[..] else { return Err(format!("not a verdict: {line}")) };
    let best = if best == "-" { None } else { Some(best.parse()?) };
    let (ply, score) = (ply.parse(), score.parse());
    let (Ok(ply), Ok(score)) = (ply, score) else { return Err(format!("not a verdict: {line}")) };
    let claim = Claim { subject: Subject::Position(best), status: Status::of_word(status)?, score };
    Ok(Verdict { ply, claim, of_played: None, loss: loss.parse().ok() })
}
