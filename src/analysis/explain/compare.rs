//! The claims that speak for one move against another one in the same position.

use super::amounts::{Amounts, amounts, only_side};
use super::claim::Claim;
use super::difference;
use super::features::edges::{EdgeShape, holes, shaped};
use super::features::regions::{region_of, regions};
use super::features::{corners, mobility, tempo, traps};
use super::kind::ClaimKind;
use super::weights::{contribution, phase};
use crate::board::{Bitboard, Position, Square};
use crate::game::Colour;
use crate::score::{Certainty, Value};

/// A legal move with its value and its amounts.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub at: Square,
    pub value: Value,
    pub amounts: Amounts,
}

impl Candidate {
    /// The move with this value; none if it is not legal.
    pub(super) fn new(position: Position, at: Square, value: Value) -> Option<Candidate> {
        Some(Candidate { at, value, amounts: amounts(position, at)? })
    }
}

/// Discs that the move loses against the better one, at least, 0 or more; none if bounds do not tell.
pub(super) fn loss(better: &Candidate, worse: &Candidate) -> Option<f32> {
    let value = difference::between(better.value, worse.value)?;
    (value.certainty() != Certainty::AtMost).then(|| value.score().to_discs().max(0.0))
}

/// Every claim for the better move, each with the discs that it explains: what the fit says for the difference of the amounts, and at most
/// the loss.
pub(super) fn claims(position: Position, mover: Colour, better: &Candidate, worse: &Candidate) -> Vec<(Claim, f32)> {
    let (phase, loss) = (phase(position), loss(better, worse).unwrap_or(0.0));
    let of_kind = |(index, kind): (usize, ClaimKind)| {
        let explained = |index| contribution(index, phase, [&better.amounts, &worse.amounts]);
        // A pass is the end of mobility, which is counted already.
        let of_mobility =
            if kind == ClaimKind::ForcedPass { explained(ClaimKind::OpponentMobility as usize) } else { 0.0 };
        let strength = (explained(index) + of_mobility).min(loss);
        let has_more = better.amounts[index] > worse.amounts[index];
        has_more.then(|| (claim(kind, index, position, mover, better, worse), strength))
    };
    ClaimKind::MEASURED.into_iter().enumerate().filter_map(of_kind).collect()
}

/// The claim of this kind, given that the better move has more of it.
fn claim(
    kind: ClaimKind,
    index: usize,
    position: Position,
    mover: Colour,
    better: &Candidate,
    worse: &Candidate,
) -> Claim {
    let is_fault = is_fault(kind, position, better, worse);
    let (subject, other) = if is_fault { (worse, better) } else { (better, worse) };
    let counts = [subject, other].map(|candidate| candidate.amounts[index].unsigned_abs());
    let value = difference::between(subject.value, other.value);
    let favours = if is_fault { mover.other() } else { mover };
    let squares = squares(kind, position, subject.at, other.at, is_fault);
    Claim { kind, mover, at: subject.at, than: Some(other.at), favours, squares, counts, value }
}

/// Whether a claim of this kind is about what the worse move does wrong; else it is about a merit of the better one.
fn is_fault(kind: ClaimKind, position: Position, better: &Candidate, worse: &Candidate) -> bool {
    use ClaimKind::*;
    match kind {
        GivesCorner | XSquare | CSquare | Wall | Hole | UnbalancedEdge => true,
        // The better move has more regions of its own, or the worse one leaves the opponent more.
        OwnRegion => {
            let own = |candidate: &Candidate| only_regions(position, candidate.at, true).len();
            own(better) <= own(worse)
        }
        _ => false,
    }
}

/// The regions where only the side of the move, or only the opponent, can move after it.
fn only_regions(position: Position, at: Square, is_own: bool) -> Vec<Bitboard> {
    let regions = position.try_play(at).map_or(Vec::new(), |next| regions(next.pass()));
    regions.iter().filter(|region| only_side(region) == Some(is_own)).map(|region| region.squares).collect()
}

/// All squares of these sets.
fn union(sets: Vec<Bitboard>) -> Bitboard {
    sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
}

/// The squares that show the claim about the move `at`, without those that the other move has, too.
fn squares(kind: ClaimKind, position: Position, at: Square, other: Square, is_fault: bool) -> Bitboard {
    use ClaimKind::*;
    let Some(next) = position.try_play(at) else { return Bitboard::EMPTY };
    let own = next.pass();
    let unless_shared = |of: fn(Position, Square) -> Bitboard| {
        let rest = of(position, at) - of(position, other);
        if rest.is_empty() { of(position, at) } else { rest }
    };
    match kind {
        TakesCorner | ForcedPass | Sacrifice | Unexplained | OnlyMove | EqualMoves => Bitboard::EMPTY,
        GivesCorner => unless_shared(corners::given),
        DeniesCorner => unless_shared(corners::denied),
        ThreatensCorner => unless_shared(corners::threatened),
        XSquare | CSquare => corners::corner_beside(at).map_or(Bitboard::EMPTY, Bitboard::from),
        OpponentMobility => next.moves(),
        OwnMobility => own.moves(),
        Frontier => mobility::frontier(own),
        Wall => unless_shared(|position, at| {
            position.try_play(at).map_or(Bitboard::EMPTY, |next| mobility::walls(next.pass()))
        }),
        Quiet => position.flips(at),
        Stable => own.stable(),
        OddRegion => region_of(position.empty(), at),
        OwnRegion => union(only_regions(position, at, !is_fault)),
        Tempo => region_of(position.empty(), at) - Bitboard::from(at),
        OpponentSafe => tempo::safe_moves(next),
        OwnSafe => tempo::safe_moves(own),
        Wedge => wedged(own, at),
        Hole => unless_shared(|position, at| position.try_play(at).map_or(Bitboard::EMPTY, |next| holes(next.pass()))),
        UnbalancedEdge => unless_shared(|position, at| edge_shapes(position, at, EdgeShape::UnbalancedFive)),
        BalancedEdge => unless_shared(|position, at| edge_shapes(position, at, EdgeShape::BalancedSix)),
        StonerTrap => traps::stoner_traps(position, at).iter().flat_map(|trap| [trap.near, trap.far]).collect(),
    }
}

/// The own discs of shapes of this kind after the move.
fn edge_shapes(position: Position, at: Square, shape: EdgeShape) -> Bitboard {
    union(position.try_play(at).map_or(Vec::new(), |next| shaped(next.pass(), shape)))
}

/// The opponent's discs on both sides of the wedge.
fn wedged(own: Position, at: Square) -> Bitboard {
    let is_row = at.row() == 0 || at.row() == 7;
    Bitboard::from(at)
        .spread()
        .filter(|beside| {
            own.opp().has(*beside) && if is_row { beside.row() == at.row() } else { beside.column() == at.column() }
        })
        .collect()
}
