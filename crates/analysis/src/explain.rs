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
mod choose;
mod claim;
mod compare;
mod difference;
mod explanation;
pub mod features;
mod first_sight;
mod kind;
mod picture;
mod weights;

pub use amounts::{Amounts, amounts};
pub use choose::MOST_CLAIMS;
pub use claim::Claim;
pub use explanation::Explanation;
pub use first_sight::first_sight;
pub use kind::ClaimKind;
pub use picture::picture;
pub use weights::{PHASES, phase};

use choose::choose;
use compare::{Candidate, claims, explained, loss, of_lines, of_reply};
use emilia::{Bitboard, Certainty, Move, Position, Report, Square, Turn, Weights};

/// Why a game on another board or by other rules is not explained.
pub const WORDS_OF_OTHELLO: &str = "the words of an explanation are those of Othello on 8x8";

/// Discs that a natural move loses at least to be named.
const LEAST_TEMPTATION: f32 = 1.0;
/// Discs that a move loses at least to be called worse.
const LEAST_LOSS: f32 = 0.5;
/// Larger losses count as this one, in discs, as in the fit of the weights.
const MOST_LOSS: f32 = 12.0;
/// The part of the difference of two moves that all terms together must explain, so that any of them is named.
const LEAST_EXPLAINED: f32 = 0.25;

/// What separates the best move from the next one, and from the one that people would choose at first sight: at most [`MOST_CLAIMS`]
/// sentences, of which the first one names the best move.
///
/// `lines` are the lines of a search of all moves, or of some of them; the first one with the greatest score is the best, and moves of
/// which only an upper bound is known come last. Nothing is said without two lines, unless there is only one legal move, of a position
/// where the side to move must pass, and of boards other than 8x8.
pub fn explain(turn: &Turn, lines: &[Report<Move>], weights: &Weights) -> Vec<Explanation> {
    texts(&claims_of_position(turn, lines, weights))
}

/// Why a move that was played is worse than the best one: the best move and its lead, then claims about these two moves only.
///
/// Of the best move it says why it is better than the next one. Nothing is said of a move without a line.
pub fn explain_move(turn: &Turn, lines: &[Report<Move>], played: Move) -> Vec<Explanation> {
    texts(&claims_of_move(turn, lines, played))
}

fn texts(claims: &[Claim]) -> Vec<Explanation> {
    claims.iter().map(Explanation::from).collect()
}

/// The claims of [`explain`].
pub fn claims_of_position(turn: &Turn, lines: &[Report<Move>], weights: &Weights) -> Vec<Claim> {
    let natural = turn.position().and_then(|position| first_sight(position, weights));
    claims_of_best(turn, lines, natural)
}

/// The claims of [`explain_move`].
pub fn claims_of_move(turn: &Turn, lines: &[Report<Move>], played: Move) -> Vec<Claim> {
    let Some((position, candidates)) = candidates(turn, lines) else { return Vec::new() };
    let Some((best, others)) = candidates.split_first() else { return Vec::new() };
    if played.square() == Some(best.at) {
        return claims_of_best(turn, lines, None);
    }
    let Some(of_played) = others.iter().find(|other| played.square() == Some(other.at)) else { return Vec::new() };
    if !is_worse(best, of_played) {
        return equal(turn, best, std::slice::from_ref(of_played));
    }
    with_lead(turn, position, best, &[], of_played, MOST_CLAIMS - 1)
}

/// The claims about the best move against the next one, and against the natural one, if that is a third.
fn claims_of_best(turn: &Turn, lines: &[Report<Move>], natural: Option<Square>) -> Vec<Claim> {
    let Some((position, candidates)) = candidates(turn, lines) else { return Vec::new() };
    let Some((best, others)) = candidates.split_first() else { return Vec::new() };
    if position.moves().len() == 1 {
        return vec![whole(turn, best, ClaimKind::OnlyMove, Bitboard::EMPTY)];
    }
    let (worse, equals): (Vec<&Candidate>, Vec<&Candidate>) = others.iter().partition(|other| is_worse(best, other));
    let Some(next) = worse.first() else { return equal(turn, best, others) };
    let tempts = |other: &&&Candidate| {
        Some(other.at) == natural && loss(best, other).is_some_and(|loss| loss >= LEAST_TEMPTATION)
    };
    let natural = worse[1..].iter().find(tempts);
    let mut made = with_lead(turn, position, best, &equals, next, if natural.is_some() { 2 } else { 3 });
    if let Some(natural) = natural {
        made.push(against(turn, ClaimKind::FirstSight, natural, best));
        let reasons = reasons(turn, position, best, natural, MOST_CLAIMS);
        // What is said of the best move already is not said again.
        let is_new = |claim: &Claim| made.iter().all(|earlier| (earlier.kind, earlier.at) != (claim.kind, claim.at));
        let new: Vec<Claim> = reasons.into_iter().filter(is_new).take(MOST_CLAIMS - made.len()).collect();
        made.extend(new);
    }
    made
}

/// The best move with its lead over a worse one, and why: at most `most` reasons.
fn with_lead(
    turn: &Turn,
    position: Position,
    best: &Candidate,
    equals: &[&Candidate],
    worse: &Candidate,
    most: usize,
) -> Vec<Claim> {
    let squares = equals.iter().filter(|other| is_known(best, other)).map(|other| other.at).collect();
    let lead = Claim { squares, ..against(turn, ClaimKind::BestMove, best, worse) };
    let given = features::corners::given(position, best.at);
    let sacrifice = Claim { squares: given, ..against(turn, ClaimKind::Sacrifice, best, worse) };
    let mut reasons: Vec<Claim> = (!given.is_empty()).then_some(sacrifice).into_iter().collect();
    reasons.extend(self::reasons(turn, position, best, worse, most - reasons.len()));
    if reasons.is_empty() {
        let squares = worse.line.get(1).and_then(|reply| reply.square()).into_iter().collect();
        reasons.push(Claim {
            squares,
            favours: turn.to_move.other(),
            ..against(turn, ClaimKind::Unexplained, worse, best)
        });
    }
    [vec![lead], reasons].concat()
}

/// At most `most` claims that speak for a move against a worse one. Nothing is said of amounts where all of them together prefer the worse
/// one, or explain too little.
fn reasons(turn: &Turn, position: Position, better: &Candidate, worse: &Candidate, most: usize) -> Vec<Claim> {
    let mover = turn.to_move;
    let loss = loss(better, worse).unwrap_or(0.0).min(MOST_LOSS);
    let explains = explained(position, better, worse) >= LEAST_EXPLAINED * loss;
    let found = if explains { claims(position, mover, better, worse) } else { Vec::new() };
    let mut made = choose(position, &found, loss, most);
    for claim in of_reply(position, mover, better, worse).into_iter().chain(of_lines(position, mover, better, worse)) {
        if !(is_about_corner(&claim) && made.iter().any(is_about_corner)) {
            made.push(claim);
        }
    }
    made.truncate(most);
    made
}

/// Whether it says that a side takes, loses or keeps a corner. One of these sentences is enough.
fn is_about_corner(claim: &Claim) -> bool {
    use ClaimKind::*;
    let is_corner = !(claim.squares & Bitboard::CORNERS).is_empty();
    match claim.kind {
        TakesCorner | GivesCorner | DeniesCorner | WinsCorner | CornerInLine | CornerLostInLine => true,
        SharedSquare | OpensReply | DeniesReply => is_corner,
        _ => false,
    }
}

/// Every claim that speaks for a move against another one in the same position, however little it explains. Empty if one of the two is no
/// legal move.
pub fn all_claims(turn: &Turn, better: &Report<Move>, worse: &Report<Move>) -> Vec<Claim> {
    let Some(position) = turn.position() else { return Vec::new() };
    match [better, worse].map(|report| Candidate::new(position, report)) {
        [Some(better), Some(worse)] => {
            claims(position, turn.to_move, &better, &worse).into_iter().map(|(claim, _)| claim).collect()
        }
        _ => Vec::new(),
    }
}

/// The legal moves of the lines, the best first.
fn candidates<'a>(turn: &Turn, lines: &'a [Report<Move>]) -> Option<(Position, Vec<Candidate<'a>>)> {
    let position = turn.position()?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for candidate in lines.iter().filter_map(|report| Candidate::new(position, report)) {
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

/// A claim that compares these two moves as a whole, with the difference of their values.
fn against(turn: &Turn, kind: ClaimKind, subject: &Candidate, other: &Candidate) -> Claim {
    let value = difference::between(subject.value, other.value);
    let favours = if kind == ClaimKind::FirstSight { turn.to_move.other() } else { turn.to_move };
    Claim { than: Some(other.at), value, favours, ..whole(turn, subject, kind, Bitboard::EMPTY) }
}

/// Whether the move is known to be clearly worse than the best one.
fn is_worse(best: &Candidate, other: &Candidate) -> bool {
    loss(best, other).is_some_and(|loss| loss >= LEAST_LOSS)
}

/// That these moves are as good as the best one; nothing if there are none. Bounds do not tell.
fn equal(turn: &Turn, best: &Candidate, others: &[Candidate]) -> Vec<Claim> {
    let squares: Bitboard = others.iter().filter(|other| is_known(best, other)).map(|other| other.at).collect();
    let is_said = !squares.is_empty();
    is_said.then(|| whole(turn, best, ClaimKind::EqualMoves, squares)).into_iter().collect()
}

/// Whether the difference to the best move is known, not only bounded.
fn is_known(best: &Candidate, other: &Candidate) -> bool {
    let value = difference::between(best.value, other.value);
    value.is_some_and(|value| !matches!(value.certainty(), Certainty::AtLeast | Certainty::AtMost))
}
