//! What a printed result claims, and whether that is so.

use super::search::Truth;
use std::fmt;
use std::str::FromStr;

/// A move: a square or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// The square with this number, row by row from a1.
    At(u8),
    Pass,
}

/// `d3`, in either case, or one of the words for a pass.
impl FromStr for Move {
    type Err = String;
    fn from_str(text: &str) -> Result<Move, String> {
        let text = text.to_ascii_lowercase();
        if ["pass", "pa", "ps", "--"].contains(&text.as_str()) {
            return Ok(Move::Pass);
        }
        match text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok(Move::At((row - b'1') * 8 + column - b'a')),
            _ => Err(format!("not a move: {text:?}")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::At(square) => write!(f, "{}{}", (b'a' + square % 8) as char, square / 8 + 1),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// What a score is said to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Exact,
    AtLeast,
    AtMost,
    /// The score only says who wins.
    Sign,
    /// Nothing is claimed.
    Estimate,
}

impl Status {
    /// The status in the words of `solve` and of GTP; everything else that is a depth is an estimate.
    pub fn of_word(word: &str) -> Result<Status, String> {
        match word {
            "exact" => Ok(Status::Exact),
            "at least" | "at-least" => Ok(Status::AtLeast),
            "at most" | "at-most" => Ok(Status::AtMost),
            depth if is_depth(depth) => Ok(Status::Estimate),
            _ => Err(format!("not a status: {word:?}")),
        }
    }

    /// The status in the fourth field of a `search` line of NBoard.
    pub fn of_nboard(depth: &str) -> Result<Status, String> {
        match depth {
            "100%" => Ok(Status::Exact),
            "100%>=" => Ok(Status::AtLeast),
            "100%<=" => Ok(Status::AtMost),
            "100%W" => Ok(Status::Sign),
            depth if is_depth(depth) => Ok(Status::Estimate),
            _ => Err(format!("not a depth: {depth:?}")),
        }
    }

    /// Whether the score is claimed to be proved.
    pub fn is_proved(self) -> bool {
        self != Status::Estimate
    }
}

/// Whether this is `12` or `12@73%`.
fn is_depth(text: &str) -> bool {
    let (plies, percent) =
        text.split_once('@').map_or((text, Some("100")), |(plies, rest)| (plies, rest.strip_suffix('%')));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(plies) && percent.is_some_and(is_number)
}

/// What is said to have a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The position, with the move that is said to be the best.
    Position(Option<Move>),
    /// The position, if no best move is named.
    Value,
    /// One of its moves.
    Move(Move),
    /// A move of the other side after a forced pass, as that side sees it.
    Reply(Move),
}

/// A printed result.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    pub subject: Subject,
    pub status: Status,
    pub score: f64,
}

impl Claim {
    /// The subject in words, with its score; none if it is not a legal move.
    fn subject(&self, truth: &Truth) -> (String, Option<i32>) {
        match self.subject {
            Subject::Position(_) | Subject::Value => ("the position".to_owned(), Some(truth.value)),
            Subject::Move(mv) => (mv.to_string(), truth.of(mv)),
            Subject::Reply(mv) => {
                let reply = truth.replies.iter().find(|(other, _)| *other == mv);
                (format!("the reply {mv}"), reply.map(|(_, score)| *score))
            }
        }
    }

    /// What is wrong with the claim; none if it is true.
    pub fn fault(&self, truth: &Truth) -> Option<String> {
        let (name, value) = self.subject(truth);
        let Some(value) = value else { return Some(format!("{name} is not a legal move")) };
        let Claim { status, score, .. } = *self;
        let truth_is = format!("{status:?} {score:+} is claimed of {name}; the truth is {value:+}");
        let value = f64::from(value);
        let is_true = match status {
            Status::Exact => score == value,
            Status::AtLeast => score <= value,
            Status::AtMost => score >= value,
            Status::Sign => (score > 0.0 && value > 0.0) || (score < 0.0 && value < 0.0),
            Status::Estimate => true,
        };
        if is_true { self.wrong_move(truth) } else { Some(truth_is) }
    }

    /// What is wrong with the move that is named beside the score of a position. A move beside an exact score must have
    /// that, a move beside a lower bound at least that; a legal move is needed beside everything else.
    fn wrong_move(&self, truth: &Truth) -> Option<String> {
        let Subject::Position(best) = self.subject else { return None };
        let Some(best) = best else {
            let is_needed = self.status == Status::Exact && !truth.moves.is_empty();
            return is_needed.then(|| format!("Exact {:+} without a move", self.score));
        };
        let Some(score) = truth.of(best) else { return Some(format!("{best} is not a legal move")) };
        let is_enough = match self.status {
            Status::Exact => score == truth.value,
            Status::AtLeast => f64::from(score) >= self.score,
            Status::Sign => self.score < 0.0 || score > 0,
            Status::AtMost | Status::Estimate => true,
        };
        (!is_enough)
            .then(|| format!("{:?} {:+} is claimed of {best}, whose score is {score:+}", self.status, self.score))
    }

    /// What is missing if the claim is the whole result of a search that nothing cut short, which proves the score inside of the
    /// window and a bound outside of it.
    pub fn lack(&self, truth: &Truth, (alpha, beta): (i32, i32)) -> Option<String> {
        let Claim { status, score, .. } = *self;
        let (name, value) = self.subject(truth);
        let is_enough = match value? {
            value if alpha < value && value < beta => status == Status::Exact,
            value if value <= alpha => score <= f64::from(alpha) && status.is_proved(),
            _ => score >= f64::from(beta) && status.is_proved(),
        };
        (!is_enough).then(|| {
            format!("{status:?} {score:+} is not the whole proof of {name}; the truth is {:+}", value.unwrap_or(0))
        })
    }
}

/// The bounds of a move that are said to be proved.
pub fn bounds(subject: Subject, lower: f64, upper: f64) -> [Claim; 2] {
    [(Status::AtLeast, lower), (Status::AtMost, upper)].map(|(status, score)| Claim { subject, status, score })
}

#[cfg(test)]
mod tests {
    use super::{Claim, Move, Status, Subject, Truth};

    const A1: Move = Move::At(0);
    const B1: Move = Move::At(1);

    fn truth() -> Truth {
        Truth { value: 4, moves: vec![(A1, 4), (B1, -2)], replies: Vec::new() }
    }

    fn is_true(subject: Subject, status: Status, score: f64) -> bool {
        Claim { subject, status, score }.fault(&truth()).is_none()
    }

    #[test]
    fn what_is_true_is_no_fault_and_what_is_false_is_one() {
        let position = Subject::Position(Some(A1));
        for (status, low, right, high) in [
            (Status::Exact, false, true, false),
            (Status::AtLeast, true, true, false),
            (Status::AtMost, false, true, true),
            (Status::Estimate, true, true, true),
        ] {
            assert_eq!([3.9, 4.0, 4.1].map(|score| is_true(position, status, score)), [low, right, high], "{status:?}");
            assert_eq!([-3.0, -2.0, 1.0].map(|score| is_true(Subject::Move(B1), status, score)), [low, right, high]);
        }
        assert!(is_true(position, Status::Sign, 60.0) && !is_true(position, Status::Sign, -60.0));
        assert!(!is_true(position, Status::Sign, 0.0));
    }

    #[test]
    fn a_best_move_must_have_the_score_claimed_of_it() {
        for (status, is_right) in [(Status::Exact, false), (Status::AtLeast, false), (Status::AtMost, true)] {
            assert_eq!(is_true(Subject::Position(Some(B1)), status, 4.0), is_right, "{status:?}");
        }
        assert!(is_true(Subject::Position(Some(B1)), Status::AtLeast, -2.0));
        assert!(!is_true(Subject::Position(None), Status::Exact, 4.0));
        assert!(!is_true(Subject::Position(Some(Move::At(5))), Status::Estimate, 4.0));
    }
}
