//! The lines of results.

use emilia::{Certainty, Colour, Game, Move, Report, Score, Value};
use std::time::Duration;

/// What is needed to write the results of a search.
#[derive(Debug)]
pub(super) struct Answers {
    /// The position as the client wrote it.
    name: String,
    to_move: Colour,
    /// The number of empty squares.
    empties: u32,
    /// The score for the side to move if the game is over.
    final_score: Option<i32>,
    /// The window of the request.
    window: (Score, Score),
    /// The last line that was written, up to its costs.
    written: String,
    /// Whether the client has ended the search.
    pub(super) is_stopped: bool,
}

impl Answers {
    pub(super) fn new(name: String, game: &Game, window: (Score, Score)) -> Answers {
        let to_move = game.to_move();
        let final_score = game.is_over().then(|| game.score() * to_move.sign());
        let empties = game.turn().board.empties();
        Answers { name, to_move, empties, final_score, window, written: String::new(), is_stopped: false }
    }

    /// The line of this result; empty if it says no more than the one before.
    pub(super) fn line(&mut self, report: &Report<Move>) -> String {
        let (depth, percent) = match report.certainty() {
            Certainty::Depth { plies, percent } => (plies.into(), percent),
            // A proof reaches the end of the game.
            Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => (self.empties, 100),
        };
        let line = self.variation(&report.line);
        let first = line.get(..2).unwrap_or("--").to_owned();
        let (lower, upper) = self.bounds(report.value);
        self.unless_written(
            &format!("move {first}, depth {depth}, @{percent}%, {lower} <= v <= {upper}, {line}"),
            report.nodes,
            report.time,
        )
    }

    /// The line of the last result, if the client waits for it and no iteration has written it.
    pub(super) fn last(&mut self, report: Option<&Report<Move>>) -> String {
        match (report, self.final_score) {
            _ if self.is_stopped => String::new(),
            (Some(report), _) => self.line(report),
            (None, Some(discs)) => {
                self.line(&Report { value: Value::exact(discs), line: Vec::new(), nodes: 0, time: Duration::ZERO })
            }
            (None, None) => String::new(),
        }
    }

    fn unless_written(&mut self, result: &str, nodes: u64, time: Duration) -> String {
        if self.written == result {
            return String::new();
        }
        result.clone_into(&mut self.written);
        format!("{}, {result}, node {nodes}, time {:.3}\n", self.name, time.as_secs_f64())
    }

    /// What is known of the value: an estimate outside of the window is a bound on its side.
    fn bounds(&self, value: Value) -> (String, String) {
        let (alpha, beta) = self.window;
        let score = value.score();
        let (lower, upper) = match value.certainty() {
            Certainty::AtLeast => (score, Score::MAX),
            Certainty::AtMost => (Score::MIN, score),
            Certainty::Depth { .. } if score <= alpha => (Score::MIN, score),
            Certainty::Depth { .. } if score >= beta => (score, Score::MAX),
            Certainty::Exact | Certainty::Depth { .. } => (score, score),
        };
        (self.discs(lower), self.discs(upper))
    }

    /// The discs behind the letter of the side that they are good for: `B+2.00`.
    fn discs(&self, score: Score) -> String {
        let letter = if self.to_move == Colour::Black { 'B' } else { 'W' };
        let text = format!("{:+.2}", score.to_discs());
        format!("{letter}{}", if text == "-0.00" { "+0.00" } else { &text })
    }

    /// Two characters a move, those of Black in upper case; a pass is `PA`.
    fn variation(&self, line: &[Move]) -> String {
        let mut mover = self.to_move;
        let mut text = String::new();
        for mv in line {
            let name = mv.cell().map_or_else(|| "pa".to_owned(), |cell| cell.to_string());
            text += &if mover == Colour::Black { name.to_ascii_uppercase() } else { name };
            mover = mover.other();
        }
        text
    }
}
