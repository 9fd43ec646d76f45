//! Runs of `emilia solve`, whole ones and such as are interrupted.

use super::claims::{Claim, Move, Status, Subject, bounds};
use super::events;
use super::program::{Ended, Signal, run};
use super::rows;
use super::settings::{Output, Setting};
use super::tally::{Question, Tally};
use crate::random::Random;
use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run: how it is asked, and the command line for a person to repeat it with.
pub struct Run<'a> {
    pub questions: &'a [Question],
    pub setting: Setting,
    pub output: Output,
    /// Arguments about a save file.
    pub more: Vec<String>,
    /// Whether the positions are given, or come from a save file.
    pub is_given: bool,
}

impl<'a> Run<'a> {
    /// A run on these positions.
    pub fn new(questions: &'a [Question], setting: Setting, output: Output) -> Run<'a> {
        Run { questions, setting, output, more: Vec::new(), is_given: true }
    }

    /// Runs the program and compares all that it prints.
    pub fn go(&self, signal: Option<(Duration, Signal)>, tally: &mut Tally) -> Ended {
        let mut arguments = vec!["solve".to_owned()];
        arguments.extend(self.setting.arguments(self.output));
        arguments.extend(self.more.iter().cloned());
        let base = format!("emilia {}", arguments.join(" "));
        let mut input = String::new();
        if self.is_given {
            arguments.push("-".to_owned());
            input = self.questions.iter().map(|question| line(question) + "\n").collect();
        }
        let ended = run(&arguments, input, signal);
        let judge = Judge { run: self, command: base, signal };
        match self.output {
            Output::Rows => rows::compare(&judge, &ended, tally),
            Output::Json => judge.compare(&ended, tally),
            Output::Events => {
                judge.compare(&ended, tally);
                events::compare(&judge, &ended, tally);
            }
        }
        judge.end(&ended, tally);
        ended
    }
}

/// The line of a position in the file: with the scores of all moves, of the best ones only, or with none.
fn line(question: &Question) -> String {
    let truth = &question.truth;
    let listed = truth.moves.iter().filter(|(_, score)| match question.position.board.own % 3 {
        0 => true,
        1 => *score == truth.value,
        _ => false,
    });
    let answers: String = listed
        .map(|(mv, score)| match mv {
            Move::At(_) => format!(" {}:{score:+};", mv.to_string().to_uppercase()),
            Move::Pass => format!(" PS:{score:+};"),
        })
        .collect();
    format!("{};{answers}", question.position)
}

/// Compares what a run printed.
pub struct Judge<'a> {
    pub run: &'a Run<'a>,
    /// The command without the positions.
    command: String,
    signal: Option<(Duration, Signal)>,
}

impl Judge<'_> {
    /// The command line to repeat the run with, for this position alone.
    pub fn command(&self, question: &Question) -> String {
        let mut command = self.command.clone();
        if self.run.is_given {
            command += &format!(" -- '{}'", line(question));
        }
        if let Some((after, signal)) = self.signal {
            command += &format!(", in a run of {} positions, {signal:?} after {after:.0?}", self.run.questions.len());
        }
        command
    }

    /// Whether the run was sent a signal.
    pub fn was_stopped(&self) -> bool {
        self.signal.is_some()
    }

    /// Takes note of something wrong with the whole run.
    pub fn fault(&self, what: &str, tally: &mut Tally) {
        tally.faults.push(format!("{} with {} positions: {what}", self.command, self.run.questions.len()));
    }

    /// What must be proved of a position if nothing ended its search early.
    pub fn whole(&self, question: &Question) -> Option<(i32, i32)> {
        self.run.setting.whole(question.position.board.empties())
    }

    /// Compares the objects of the positions.
    fn compare(&self, ended: &Ended, tally: &mut Tally) {
        let mut questions = self.run.questions.iter();
        for text in ended.stdout.lines() {
            let Ok(object) = serde_json::from_str::<Value>(text) else {
                self.fault(&format!("not JSON: {text}"), tally);
                continue;
            };
            if object["summary"].is_object() {
                self.summary(&object["summary"], tally);
            } else if let Some(question) = questions.next() {
                self.position(question, &object, tally);
            }
        }
        self.count(questions.len(), tally);
    }

    /// This number of positions has no answer.
    pub fn count(&self, missing: usize, tally: &mut Tally) {
        if missing > 0 && !self.was_stopped() {
            self.fault(&format!("the last {missing} positions are not answered"), tally);
        }
    }

    fn position(&self, question: &Question, object: &Value, tally: &mut Tally) {
        let command = &self.command(question);
        if object["position"] != question.position.to_string() {
            return tally.fault(question, command, &format!("the answer is to {}", object["position"]));
        }
        let is_stopped = object["stopped"] == true;
        if is_stopped && !self.was_stopped() {
            tally.fault(question, command, "called stopped, but it was not stopped");
        }
        let whole = self.whole(question).filter(|_| !is_stopped);
        let best = object["best"].as_str().map(str::parse).transpose();
        let claim = best.and_then(|best| claim_of(object, Subject::Position(best)));
        agrees(question, command, object, tally);
        tally.compare_read(question, command, claim, whole);
        for mv in object["moves"].as_array().into_iter().flatten() {
            let subject = mv["move"].as_str().unwrap_or("").parse().map(Subject::Move);
            let claim = subject.and_then(|subject| claim_of(mv, subject));
            tally.compare_read(question, command, claim, whole);
            agrees(question, command, mv, tally);
        }
        for proof in object["proved"].as_array().into_iter().flatten() {
            for claim in proofs(question, proof) {
                tally.compare_read(question, command, claim, None);
            }
        }
        let (count, expected) = (object["moves"].as_array().map_or(0, Vec::len), question.truth.moves.len());
        if self.run.setting.all_moves && count != expected {
            tally.fault(question, command, &format!("{count} of {expected} moves have a score"));
        }
    }

    fn summary(&self, sums: &Value, tally: &mut Tally) {
        let is_whole = self.run.questions.iter().all(|question| self.whole(question).is_some());
        let wrong = ["wrong_scores", "wrong_moves"].map(|key| sums[key].as_u64().unwrap_or(0));
        if is_whole && !self.was_stopped() && wrong != [0, 0] {
            self.fault(&format!("the answers in the file are right, the summary says {sums}"), tally);
        }
    }

    /// How the run ended: exit code 1 would say that something proved is not what the file says.
    fn end(&self, ended: &Ended, tally: &mut Tally) {
        let is_right = match (ended.status.code(), ended.status.signal()) {
            (Some(0), _) => true,
            // A signal may come before the program handles it.
            (Some(130), _) | (None, Some(2 | 9)) => self.was_stopped() && !ended.is_stuck,
            _ => false,
        };
        if !is_right {
            // Events are no messages.
            let messages: Vec<&str> = ended.stderr.lines().filter(|line| !line.starts_with('{')).collect();
            self.fault(&format!("ended with {}, {messages:?}", ended.status), tally);
        }
    }
}

/// The answers in the file are the truth: nothing that is proved disagrees with them.
fn agrees(question: &Question, command: &str, object: &Value, tally: &mut Tally) {
    let is_proved = status(object).is_ok_and(Status::is_proved);
    if is_proved && object["agrees"] == false {
        let of = |key: &str| object[key].to_string();
        let what = format!("proved, and said not to agree with the truth: {} {}", of("status"), of("score"));
        tally.fault(question, command, &what);
    }
}

/// The status of an object that has one.
fn status(object: &Value) -> Result<Status, String> {
    Status::of_word(object["status"].as_str().ok_or_else(|| format!("no status in {object}"))?)
}

/// The claim of an object with a status and a score.
pub fn claim_of(object: &Value, subject: Subject) -> Result<Claim, String> {
    let score = object["score"].as_f64().ok_or_else(|| format!("no score in {object}"))?;
    Ok(Claim { subject, status: status(object)?, score })
}

/// The claims of an object with the bounds of a move; after a forced pass the moves are those of the other side.
pub fn proofs(question: &Question, object: &Value) -> Vec<Result<Claim, String>> {
    let (lower, upper) = (object["lower"].as_f64(), object["upper"].as_f64());
    let mv = object["move"].as_str().and_then(|text| text.parse().ok());
    let (Some(mv), Some(lower), Some(upper)) = (mv, lower, upper) else {
        return vec![Err(format!("not the bounds of a move: {object}"))];
    };
    let subject = if question.truth.replies.is_empty() { Subject::Move(mv) } else { Subject::Reply(mv) };
    bounds(subject, lower, upper).map(Ok).to_vec()
}

/// Interrupts a run at several times; all that is printed must be true.
pub fn interrupt(questions: &[Question], setting: Setting, times: u32, random: &mut Random, tally: &mut Tally) {
    let whole = Run::new(questions, setting, Output::Json).go(None, tally);
    for _ in 0..times {
        let after = whole.took.mul_f64(random.below(1000) as f64 / 1000.0);
        let output = [Output::Rows, Output::Json, Output::Events][random.below(3)];
        Run::new(questions, setting, output).go(Some((after, Signal::Interrupt)), tally);
    }
}

/// Interrupts or kills a run that keeps its state in a file, and resumes it until it is done; the last answers must be whole.
pub fn resume(questions: &[Question], setting: Setting, random: &mut Random, tally: &mut Tally) {
    let path = save_file();
    let name = path.to_str().expect("a path").to_owned();
    let mut run = Run::new(questions, setting, Output::Json);
    let took = run.go(None, tally).took;
    run.more = vec![format!("--save={name}")];
    for _ in 0..2 + random.below(3) {
        let after = took.mul_f64(random.below(1000) as f64 / 1000.0);
        let signal = [Signal::Interrupt, Signal::Kill][random.below(2)];
        run.go(Some((after, signal)), tally);
        if path.exists() {
            run.more = vec![format!("--resume={name}")];
            // The other options may be left out, and the threads may differ.
            run.is_given = random.below(2) == 0;
        }
    }
    run.go(None, tally);
    let _ = fs::remove_file(&path);
}

/// A path for a save file that no other test uses; nothing is there.
fn save_file() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!("oracle-{}-{}.save", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}
