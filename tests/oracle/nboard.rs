//! Conversations in NBoard. A request ends the one before it, so the answers are waited for.

use super::claims::{Claim, Move, Status, Subject};
use super::tally::{Question, Tally};
use crate::common::program::{Client, emilia};
use crate::random::Random;
use std::time::Duration;

/// NBoard does not tell when a hint is over. If nothing more comes for so long, the next one is asked for; what would still have
/// come is not compared.
const QUIET: Duration = Duration::from_millis(50);

/// An option that limits all searches, or none.
pub fn limit(random: &mut Random) -> Option<String> {
    match random.below(6) {
        4 => Some(format!("--nodes={}", 1 + random.below(3))),
        0 => Some(format!("--nodes={}", 1 + random.below(400))),
        1 | 2 => Some(format!("--nodes={}", 1 + random.below(40_000))),
        3 => Some("--movetime=1".to_owned()),
        _ => None,
    }
}

/// Asks about all these positions and compares the answers.
pub fn talk(questions: &[Question], threads: u32, limit: Option<String>, random: &mut Random, tally: &mut Tally) {
    let mut arguments = vec!["nboard".to_owned(), format!("--threads={threads}"), "--hash=1".to_owned()];
    arguments.extend(limit);
    let client = Client::start(&mut emilia(&arguments));
    client.say("nboard 2\nset depth 1\nping 0\n");
    client.until(|line| line == "pong 0");
    for (number, question) in questions.iter().enumerate() {
        let contempt = [0, 0, 100, -100][random.below(4)];
        let setup = format!(
            "set depth {}\nset contempt {contempt}\nset game {}\n",
            [1, 2, 4, 7, 60, 60][random.below(6)],
            ggf(question)
        );
        let is_go = random.below(3) == 0;
        let lines = [1, 1, 2, 5][random.below(4)];
        let ask = if is_go { "go\n".to_owned() } else { format!("hint {lines}\n") };
        client.say(format!("{setup}{ask}"));
        let answer = if is_go {
            client.until(|line| line.starts_with("===") || line == "status The game is over")
        } else {
            hints(&client)
        };
        // What comes before the answer to a ping belongs to this question.
        client.say(format!("ping {}\n", number + 1));
        let pong = format!("pong {}", number + 1);
        let answer = [answer, client.until(|line| line == pong)].concat();
        let script = format!("{setup}{ask}").replace('\n', "\\n");
        let command = format!("(printf '{script}'; sleep 1) | emilia {}", arguments.join(" "));
        let is_one = lines == 1 || question.truth.moves.len() == 1;
        if is_go {
            tally.estimates += 1;
            compare_choice(question, &command, &answer, tally);
        } else {
            for line in answer.iter().filter(|line| line.starts_with("search ")) {
                tally.compare_read(question, &command, hint(line, is_one), None);
            }
        }
    }
}

/// The game that begins at a position, in GGF.
fn ggf(question: &Question) -> String {
    let position = question.position;
    let side = if position.is_black { '*' } else { 'O' };
    format!("(;GM[Othello]PC[NBoard]PB[b]PW[w]TY[8]BO[8 {} {side}];)", position.squares('*', 'O'))
}

/// The lines of a hint: to the second `nodestats` in a row, which repeats the last depth, or until nothing more comes.
fn hints(client: &Client) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    while let Some(line) = client.line_within(QUIET) {
        let is_end = line.starts_with("nodestats") && lines.last().is_none_or(|last| last.starts_with("nodestats"));
        lines.push(line);
        if is_end {
            break;
        }
    }
    lines
}

/// `search D3c5F6 1.50 0 12@73%`: the best move, or one of several.
fn hint(line: &str, is_one: bool) -> Result<Claim, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, moves, score, _, depth] = words[..] else { return Err(format!("not a hint: {line}")) };
    let mv: Move = moves.get(..2).unwrap_or(moves).parse()?;
    let subject = if is_one { Subject::Position(Some(mv)) } else { Subject::Move(mv) };
    let score = score.parse().map_err(|_| format!("no score: {line}"))?;
    Ok(Claim { subject, status: Status::of_nboard(depth)?, score })
}

/// `=== D3/1.50/0.01` says nothing of its certainty. But if the line of status before it said that the depth was a proof, the score
/// and the move are read as one.
fn compare_choice(question: &Question, command: &str, answer: &[String], tally: &mut Tally) {
    let mut depths = answer.iter().filter_map(|line| line.strip_prefix("status Thinking, depth "));
    let Some(depth) = depths.next_back() else { return };
    let choice = answer.iter().find_map(|line| line.strip_prefix("=== "));
    let mut parts = choice.unwrap_or("").split('/');
    let (mv, score) = (parts.next().and_then(|mv| mv.parse().ok()), parts.next().and_then(|score| score.parse().ok()));
    let claim = Status::of_nboard(depth).and_then(|status| match (mv, score) {
        (Some(mv), Some(score)) => Ok(Claim { subject: Subject::Position(Some(mv)), status, score }),
        _ => Err(format!("no move with a score: {answer:?}")),
    });
    tally.compare_read(question, command, claim, None);
}
