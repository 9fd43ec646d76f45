//! Conversations in GTP.

use super::asks::{Ask, Bounds, Verdict, compare_best, compare_game};
use super::claims::{Claim, Move, Status, Subject};
use super::program::run;
use super::search::Solver;
use super::tally::{Question, Tally, with_script};
use crate::random::Random;
use std::collections::HashMap;

/// A question of a conversation, with the number of its command and the lines that lead to it.
struct Asked<'a> {
    question: &'a Question,
    ask: Ask,
    whole: Option<(i32, i32)>,
    id: usize,
    lines: String,
}

/// Asks about all these positions, some of them twice, and compares the answers.
pub fn talk(questions: &[Question], threads: u32, random: &mut Random, solver: &mut Solver, tally: &mut Tally) {
    let arguments = ["gtp".to_owned(), format!("--threads={threads}"), "--hash=1".to_owned()];
    let (mut script, mut all) = (String::new(), Vec::new());
    for question in questions {
        for _ in 0..2 {
            let (ask, bounds) = (Ask::random(question.position, random, solver), Bounds::random(random));
            let id = all.len() + 1;
            let lines = lines(question, &ask, bounds, id);
            script += &lines;
            all.push(Asked { question, whole: ask.whole(bounds), ask, id, lines });
        }
    }
    let ended = run(&arguments, script.clone(), None);
    let answers = answers(&ended.stdout);
    with_script(tally, "gtp", &script, |tally| {
        if !ended.status.success() {
            tally.faults.push(format!("emilia {}: ended with {}", arguments.join(" "), ended.status));
        }
        for asked in &all {
            let command = format!("printf '{}' | emilia {}", asked.lines.replace('\n', "\\n"), arguments.join(" "));
            match answers.get(&asked.id) {
                Some(Ok(text)) => compare(asked, &command, text, tally),
                other => tally.fault(asked.question, &command, &format!("the answer is {other:?}")),
            }
        }
    });
}

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
fn answers(text: &str) -> HashMap<usize, Result<String, String>> {
    let answer = |text: &str| {
        let (head, rest) = text.trim_start().split_at_checked(1)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, body) = rest.split_at(digits);
        let body = body.trim().to_owned();
        Some((id.parse().ok()?, if head == "=" { Ok(body) } else { Err(body) }))
    };
    text.split("\n\n").filter_map(answer).collect()
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
