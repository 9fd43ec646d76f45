//! Streams of results, in the manners of `lz-analyze` and `kata-analyze`.
//!
//! Knows nothing of time: who asks for the next line decides when.

use super::commands::Arguments;
use super::text::{self, Fault, Letters};
use crate::session::{Candidate, Scope};
use emilia::{Colour, Score, Value};
use emilia_analysis::win_rate_with_ties;
use std::time::Duration;

/// The time between two lines where the client sets none, in centiseconds.
const DEFAULT_INTERVAL: f64 = 100.0;
/// The shortest and the longest time between two lines, in centiseconds.
const INTERVALS: (f64, f64) = (1.0, 1e7);
/// Keys of `kata-analyze` with `true` or `false` whose fields Emilia does not have.
const WITHOUT_EFFECT: [&str; 5] = ["ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits"];

/// How a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// As Leela Zero does: shares in whole numbers from 0 to 10000.
    Leela,
    /// As KataGo does: shares from 0 to 1, and the lead in discs.
    Kata,
    /// With Emilia's own score, certainty and loss.
    Own,
}

/// A stream.
#[derive(Debug)]
pub(super) struct Stream {
    style: Style,
    letters: Letters,
    /// The time between two lines.
    pub(super) interval: Duration,
    scope: Scope,
    /// Whether the value of the position follows the moves.
    has_root: bool,
    /// Whether the first line of the response is written.
    pub(super) is_open: bool,
    /// Whether the next event of the session is the last of the stream.
    pub(super) is_ending: bool,
    newest: Vec<Candidate>,
    /// Whether `newest` is not written yet.
    is_new: bool,
}

impl Stream {
    /// Reads `[COLOUR] [INTERVAL] {KEY VALUE}`.
    pub(super) fn read(style: Style, play: bool, arguments: &Arguments) -> Result<Stream, Fault> {
        let letters = arguments.letters;
        let mut words = arguments.words.iter().copied().peekable();
        let colour = words.next_if(|word| word.parse::<Colour>().is_ok()).and_then(|word| word.parse().ok());
        let mut interval =
            words.next_if(|word| word.parse::<f64>().is_ok()).map_or(Ok(DEFAULT_INTERVAL), centiseconds)?;
        let (mut scope, mut has_root) = (Scope { colour, play, ..Scope::default() }, false);
        while let Some(key) = words.next() {
            let mut value = || words.next().ok_or(Fault::Syntax);
            match key {
                "interval" => interval = centiseconds(value()?)?,
                // All moves are reported unless there is a limit.
                "minmoves" => drop(whole(value()?)?),
                "maxmoves" => scope.lines = whole(value()?)?.max(1),
                "avoid" | "allow" => {
                    let (of, moves, _depth) = (value()?, value()?, value().and_then(whole)?);
                    let of: Colour = of.parse().map_err(|_| Fault::Syntax)?;
                    let moves = moves.split(',').map(|mv| letters.read(mv)).collect::<Result<Vec<_>, _>>()?;
                    match key {
                        "avoid" => scope.avoided.extend(moves.into_iter().map(|mv| (of, mv))),
                        _ => scope.allowed.push((of, moves)),
                    }
                }
                "rootInfo" => has_root = flag(value()?)?,
                key if WITHOUT_EFFECT.contains(&key) => drop(flag(value()?)?),
                _ => return Err(Fault::Syntax),
            }
        }
        let interval = Duration::from_secs_f64(interval / 100.0);
        let (newest, is_new) = (Vec::new(), false);
        Ok(Stream { style, letters, interval, scope, has_root, is_open: false, is_ending: false, newest, is_new })
    }

    /// What the session is asked for.
    pub(super) fn scope(&self) -> Scope {
        self.scope.clone()
    }

    /// Whether it ends with a line of input, and not by itself.
    pub(super) fn is_endless(&self) -> bool {
        !self.scope.play
    }

    /// Takes a new result.
    pub(super) fn update(&mut self, candidates: &[Candidate]) {
        if !candidates.is_empty() && self.newest != candidates {
            (self.newest, self.is_new) = (candidates.to_vec(), true);
        }
    }

    /// The line of the newest result; empty before the first.
    pub(super) fn line(&mut self) -> String {
        self.is_new = false;
        let Some(best) = self.newest.first() else { return String::new() };
        let of_moves = self.newest.iter().enumerate().map(|(order, candidate)| self.info(order, candidate, best));
        let root = if self.has_root { root_info(best) } else { String::new() };
        of_moves.collect::<Vec<_>>().join(" ") + &root + "\n"
    }

    /// The line of a result that is not written yet; empty if there is none.
    pub(super) fn rest(&mut self) -> String {
        if self.is_new { self.line() } else { String::new() }
    }

    fn info(&self, order: usize, candidate: &Candidate, best: &Candidate) -> String {
        let Candidate { report, deviation, prior, tie } = candidate;
        let value = report.value;
        let [rate, bound] =
            [value, lowered(value, *deviation)].map(|value| win_rate_with_ties(value, *deviation, *tie));
        let lead = report.score().to_discs();
        let first = report.line.first().map_or_else(|| "-".to_owned(), |mv| self.letters.vertex(*mv));
        let (visits, line) = (report.nodes, self.letters.vertices(&report.line));
        let start = format!("info move {first} visits {visits}");
        let rest = match self.style {
            Style::Leela => {
                let [rate, prior, bound] = [rate, f64::from(*prior), bound].map(|share| (share * 1e4).round());
                format!("winrate {rate} prior {prior} lcb {bound}")
            }
            Style::Kata => format!(
                "utility {:.6} winrate {rate:.6} scoreMean {lead:.2} scoreStdev {deviation:.2} scoreLead {lead:.2} prior {prior:.6} \
                 lcb {bound:.6} utilityLcb {:.6}",
                2.0 * rate - 1.0,
                2.0 * bound - 1.0
            ),
            Style::Own => {
                let loss = (best.report.score() - report.score()).max(Score::ZERO).to_discs();
                let certainty = text::certainty(report.certainty());
                format!(
                    "score {lead:+.2} certainty {certainty} loss {loss:.2} winrate {rate:.6} scoreStdev {deviation:.2} prior {prior:.6} \
                     lcb {bound:.6}"
                )
            }
        };
        format!("{start} {rest} order {order} pv {line}")
    }
}

/// The value of the position, as KataGo writes it behind the moves.
fn root_info(best: &Candidate) -> String {
    let rate = win_rate_with_ties(best.report.value, best.deviation, best.tie);
    let (nodes, lead) = (best.report.nodes, best.report.score().to_discs());
    format!(" rootInfo visits {nodes} utility {:.6} winrate {rate:.6} scoreLead {lead:.2}", 2.0 * rate - 1.0)
}

/// The value less one standard deviation; a proved one is unchanged.
fn lowered(value: Value, deviation: f32) -> Value {
    let score = value.score() - Score::from_discs(deviation);
    Value::from_parts(score, value.certainty()).filter(|_| deviation > 0.0).unwrap_or(value)
}

fn centiseconds(word: &str) -> Result<f64, Fault> {
    let number: f64 = word.parse().map_err(|_| Fault::Syntax)?;
    if number >= 0.0 { Ok(number.clamp(INTERVALS.0, INTERVALS.1)) } else { Err(Fault::Syntax) }
}

fn whole(word: &str) -> Result<usize, Fault> {
    word.parse().map_err(|_| Fault::Syntax)
}

fn flag(word: &str) -> Result<bool, Fault> {
    word.parse().map_err(|_| Fault::Syntax)
}
