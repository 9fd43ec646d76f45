//! Which claims are made: the strongest ones, each once, none that another one implies.

use super::claim::Claim;
use super::kind::ClaimKind;
use crate::board::{Position, Square};

/// The most claims about a position.
pub const MOST_CLAIMS: usize = 5;
/// The most claims of one kind.
const MOST_OF_KIND: usize = 2;
/// The fewest discs that a claim explains.
const LEAST_STRENGTH: f32 = 0.1;

/// The claims to make, the strongest first. Of equal ones the order is the same in mirror images of the position.
pub(super) fn choose(position: Position, mut claims: Vec<(Claim, f32)>) -> Vec<Claim> {
    let (_, symmetry) = position.canonical();
    let place = |at: Square| symmetry.square(at);
    claims.retain(|(_, strength)| *strength >= LEAST_STRENGTH);
    claims.sort_by(|(one, strength), (other, strength_of_other)| {
        let key = |claim: &Claim| (claim.kind, place(claim.at), claim.than.map(place));
        strength_of_other.total_cmp(strength).then_with(|| key(one).cmp(&key(other)))
    });
    let mut chosen: Vec<Claim> = Vec::new();
    for (claim, _) in claims {
        let of_kind = chosen.iter().filter(|earlier| earlier.kind == claim.kind).count();
        if of_kind < MOST_OF_KIND && !chosen.iter().any(|earlier| repeats(earlier, &claim)) {
            chosen.push(claim);
        }
        if chosen.len() == MOST_CLAIMS {
            break;
        }
    }
    chosen
}

/// Whether the later claim adds nothing to the earlier one: it is the same about the same move, or one follows from the other.
fn repeats(earlier: &Claim, later: &Claim) -> bool {
    use ClaimKind::*;
    let is_pair = |one: &[ClaimKind], other: &[ClaimKind]| {
        one.contains(&earlier.kind) && other.contains(&later.kind)
            || one.contains(&later.kind) && other.contains(&earlier.kind)
    };
    earlier.at == later.at
        && (earlier.kind == later.kind
            || is_pair(&[ForcedPass], &[OpponentMobility, OpponentSafe, Tempo])
            || is_pair(&[OpponentMobility], &[OpponentSafe])
            || is_pair(&[OwnMobility], &[OwnSafe]))
}
