//! Which claims are made about two moves: those that cover a good part of the difference, the strongest first, none that another one
//! implies.

use super::claim::Claim;
use super::kind::ClaimKind;
use emilia::{Position, Square};

/// The most claims about a position.
pub const MOST_CLAIMS: usize = 5;
/// The fewest discs that a claim explains.
const LEAST_STRENGTH: f32 = 0.3;
/// The smallest part of the difference that a claim explains.
const LEAST_SHARE: f32 = 0.2;
/// A count is named if it differs by this many at least, and by a quarter of the larger one.
const LEAST_DIFFERENCE: u32 = 2;

/// The claims to make of those about two moves, the strongest first. `loss` is the difference of their values. Of equal claims the order
/// is the same in mirror images of the position.
pub(super) fn choose(position: Position, claims: &[(Claim, f32)], loss: f32, most: usize) -> Vec<Claim> {
    let (_, symmetry) = position.canonical();
    let place = |at: Square| symmetry.square(at);
    let least = LEAST_STRENGTH.max(LEAST_SHARE * loss);
    let is_strong = |(claim, strength): &&(Claim, f32)| *strength >= least && is_marked(claim);
    let mut strong: Vec<(Claim, f32)> = claims.iter().filter(is_strong).copied().collect();
    strong.sort_by(|(one, strength), (other, strength_of_other)| {
        let key = |claim: &Claim| (claim.kind, place(claim.at), claim.than.map(place));
        strength_of_other.total_cmp(strength).then_with(|| key(one).cmp(&key(other)))
    });
    let is_named = |claim: &Claim| strong.iter().any(|(special, _)| is_special_case(special.kind, claim.kind));
    strong.iter().map(|(claim, _)| *claim).filter(|claim| !is_named(claim)).take(most).collect()
}

/// Whether the counts, if it is about counts, differ enough to be named: 9 and 12 do, 9 and 10 do not.
fn is_marked(claim: &Claim) -> bool {
    let [one, other] = claim.counts;
    !claim.kind.is_count() || one.abs_diff(other) >= LEAST_DIFFERENCE.max(one.max(other).div_ceil(4))
}

/// Whether a claim of the one kind says what one of the other kind says, and more.
fn is_special_case(special: ClaimKind, general: ClaimKind) -> bool {
    use ClaimKind::*;
    match special {
        Wall => general == Frontier,
        UnbalancedEdge => general == CSquare,
        ForcedPass => matches!(general, OpponentMobility | OpponentSafe | Tempo),
        StonerTrap => matches!(general, WinsCorner | XSquare),
        OpponentMobility => general == OpponentSafe,
        OwnMobility => general == OwnSafe,
        _ => false,
    }
}
