//! What a good teacher says of a position and its candidate moves.
//!
//! Every claim is computed from the board, carries its squares, and is tied to the engine's values of the moves. Which ones are made is
//! decided by how many discs each kind explains between two moves of a position, fitted to human games, see `docs/analysis.md`.
//! Knows nothing of searching: the lines with their values are given.
//!
//! ```text
//!   features ──► amounts ──► compare ──► choose ──► Explanation
//!                weights ───────┘         claims, the strongest first, five at most
//! ```

mod amounts;
mod area;
mod choose;
mod claim;
mod compare;
mod difference;
mod explanation;
pub mod features;
mod kind;
mod picture;
mod weights;

pub use amounts::{Amounts, amounts};
pub use choose::MOST_CLAIMS;
pub use claim::Claim;
pub use explanation::Explanation;
pub use kind::ClaimKind;
pub use picture::picture;
pub use weights::{PHASES, phase};

use crate::board::{Bitboard, Position};
use crate::game::{Move, Turn};
use crate::score::Certainty;
use crate::search::Report;
use choose::choose;
use compare::{Candidate, claims, loss};

/// Why a game on another board or by other rules is not explained.
#[cfg(feature = "cli")]
pub(crate) const WORDS_OF_OTHELLO: &str = "the words of an explanation are those of Othello on 8x8";

/// Discs that a move loses at least to be called worse.
const LEAST_LOSS: f32 = 0.5;

/// What separates the best move from the others: at most [`MOST_CLAIMS`] sentences, the decisive ones first.
///
/// `lines` are the lines of a search of all moves, or of some of them; the first one with the greatest score is the best, and moves of
/// which only an upper bound is known come last. Nothing is said without two lines, unless there is only one legal move, of a position where the side to move must pass, and of boards other than 8x8.
pub fn explain(turn: &Turn, lines: &[Report<Move>]) -> Vec<Explanation> {
    texts(&claims_of_position(turn, lines))
}

/// Why a move that was played is worse than the best one: as [`explain`], with claims about these two moves only.
///
/// For the best move it is what [`explain`] says. Nothing is said of a move without a line.
pub fn explain_move(turn: &Turn, lines: &[Report<Move>], played: Move) -> Vec<Explanation> {
    texts(&claims_of_move(turn, lines, played))
}

fn texts(claims: &[Claim]) -> Vec<Explanation> {
    claims.iter().map(Explanation::from).collect()
}

/// The claims of [`explain`].
pub fn claims_of_position(turn: &Turn, lines: &[Report<Move>]) -> Vec<Claim> {
    let Some((position, candidates)) = candidates(turn, lines) else { return Vec::new() };
    let Some((best, others)) = candidates.split_first() else { return Vec::new() };
    if position.moves().len() == 1 {
        return vec![whole(turn, best, ClaimKind::OnlyMove, Bitboard::EMPTY)];
    }
    let worse: Vec<&Candidate> = others.iter().filter(|other| is_worse(best, other)).collect();
    if worse.is_empty() {
        return equal(turn, best, others);
    }
    let mut found: Vec<(Claim, f32)> = Vec::new();
    // The better a move is, the more counts what separates the best one from it: the first one once, the second half, the third a third.
    let weight = |rank: usize| 1.0 / (rank + 1) as f32;
    let all: f32 = (0..worse.len()).map(weight).sum();
    let of_all = worse.iter().enumerate().flat_map(|(rank, other)| {
        claims(position, turn.to_move, best, other).into_iter().map(move |claim| (rank, claim))
    });
    for (rank, (claim, strength)) in of_all {
        // A merit of the best move counts once, with its mean over the worse moves, and is shown against the best of them.
        let share = strength * weight(rank) / all;
        match found.iter_mut().find(|(earlier, _)| earlier.kind == claim.kind && earlier.at == claim.at) {
            Some((_, sum)) if claim.at == best.at => *sum += share,
            None if claim.at == best.at => found.push((claim, share)),
            _ => found.push((claim, strength)),
        }
    }
    found.extend(sacrifice(turn, position, best, &worse));
    unless_empty(choose(position, found), turn, best, worse[0])
}

/// The claims of [`explain_move`].
pub fn claims_of_move(turn: &Turn, lines: &[Report<Move>], played: Move) -> Vec<Claim> {
    let Some((position, candidates)) = candidates(turn, lines) else { return Vec::new() };
    let Some((best, others)) = candidates.split_first() else { return Vec::new() };
    if played.square() == Some(best.at) {
        return claims_of_position(turn, lines);
    }
    let Some(of_played) = others.iter().find(|other| played.square() == Some(other.at)) else { return Vec::new() };
    if !is_worse(best, of_played) {
        return equal(turn, best, std::slice::from_ref(of_played));
    }
    let mut found = claims(position, turn.to_move, best, of_played);
    found.extend(sacrifice(turn, position, best, &[of_played]));
    unless_empty(choose(position, found), turn, best, of_played)
}

/// Every claim that speaks for a move against another one in the same position, however little it explains. Empty if one of the two is no
/// legal move.
pub fn all_claims(turn: &Turn, better: &Report<Move>, worse: &Report<Move>) -> Vec<Claim> {
    let Some(position) = turn.position() else { return Vec::new() };
    match [better, worse].map(|report| candidate(position, report)) {
        [Some(better), Some(worse)] => {
            claims(position, turn.to_move, &better, &worse).into_iter().map(|(claim, _)| claim).collect()
        }
        _ => Vec::new(),
    }
}

fn candidate(position: Position, report: &Report<Move>) -> Option<Candidate> {
    Candidate::new(position, report.line.first()?.square()?, report.value)
}

/// The legal moves of the lines, the best first.
fn candidates(turn: &Turn, lines: &[Report<Move>]) -> Option<(Position, Vec<Candidate>)> {
    let position = turn.position()?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for candidate in lines.iter().filter_map(|report| candidate(position, report)) {
        if candidates.iter().all(|earlier| earlier.at != candidate.at) {
            candidates.push(candidate);
        }
    }
    candidates.sort_by_key(|candidate| {
        (candidate.value.certainty() == Certainty::AtMost, std::cmp::Reverse(candidate.value.score()))
    });
    Some((position, candidates))
}

/// A claim that compares no two moves.
fn whole(turn: &Turn, best: &Candidate, kind: ClaimKind, squares: Bitboard) -> Claim {
    let (mover, at) = (turn.to_move, best.at);
    Claim { kind, mover, at, than: None, favours: mover, squares, counts: [0; 2], value: None }
}

/// The claims, or that the best move is better than this one all the same.
fn unless_empty(chosen: Vec<Claim>, turn: &Turn, best: &Candidate, other: &Candidate) -> Vec<Claim> {
    if !chosen.is_empty() {
        return chosen;
    }
    let value = difference::between(best.value, other.value);
    vec![Claim { than: Some(other.at), value, ..whole(turn, best, ClaimKind::Unexplained, Bitboard::EMPTY) }]
}

/// Whether the move is known to be clearly worse than the best one.
fn is_worse(best: &Candidate, other: &Candidate) -> bool {
    loss(best, other).is_some_and(|loss| loss >= LEAST_LOSS)
}

/// That these moves are as good as the best one; nothing if there are none. Bounds do not tell.
fn equal(turn: &Turn, best: &Candidate, others: &[Candidate]) -> Vec<Claim> {
    let is_known = |other: &&Candidate| {
        let value = difference::between(best.value, other.value);
        value.is_some_and(|value| !matches!(value.certainty(), Certainty::AtLeast | Certainty::AtMost))
    };
    let squares: Bitboard = others.iter().filter(is_known).map(|other| other.at).collect();
    let is_said = !squares.is_empty();
    is_said.then(|| whole(turn, best, ClaimKind::EqualMoves, squares)).into_iter().collect()
}

/// That the best move gives a corner and is better than the best move that gives none.
fn sacrifice(turn: &Turn, position: Position, best: &Candidate, worse: &[&Candidate]) -> Option<(Claim, f32)> {
    let squares = features::corners::given(position, best.at);
    let other = worse.iter().find(|other| features::corners::given(position, other.at).is_empty())?;
    let value = difference::between(best.value, other.value);
    let claim = Claim { than: Some(other.at), value, ..whole(turn, best, ClaimKind::Sacrifice, squares) };
    (!squares.is_empty()).then(|| (claim, loss(best, other).unwrap_or(0.0)))
}
