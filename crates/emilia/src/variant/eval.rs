//! The estimate of a position: a sum of features that follow from the shape of the board, and of the contents of its windows, with weights
//! for each phase of the game.

use super::bits::Bits;
use super::geometry::orbits;
use super::node::{Node, Play};
use emilia_core::{Goal, Rules};
use std::sync::Arc;

/// Phases of the game, by the share of the board that is filled.
pub(super) const PHASES: usize = 6;
/// The features that every board has: one, parity, discs, mobility, potential mobility, stable discs, moves to corners. Those of the orbits
/// follow.
pub(super) const COMMON: usize = 7;
/// Fractions of a disc.
pub(super) const UNIT: i32 = 128;
/// The unit of the weights of windows, in fractions of a disc.
pub(super) const WINDOW_UNIT: i32 = UNIT / 4;

/// The weights of the evaluation of one game, in 1/128 disc: for each phase those of the common features, of the discs on each orbit, and of
/// the discs on each orbit that are beside an empty corner. An orbit is a set of squares that the symmetries of the board exchange. Learned
/// weights have one for each content of a corner and of an edge, too.
///
/// # Examples
/// ```
/// use emilia::Rules;
/// use emilia::variant::Weights;
///
/// let rules = Rules::sized(6)?;
/// assert_ne!(Weights::unlearned(&rules), Weights::discs(&rules));
/// # Ok::<(), emilia::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub(super) phases: [Vec<i32>; PHASES],
    /// The standard deviation of the result of a game from the evaluation, by phase, in 1/128 disc.
    pub(super) deviations: [i32; PHASES],
    /// The weights of the contents of the windows, in [`WINDOW_UNIT`], by phase; none if nobody learned them. Many nodes share them.
    pub(super) windows: [Arc<[i8]>; PHASES],
}

impl Weights {
    /// Weights that nobody learned, for boards of any shape: mobility, corners and stable discs count, and discs beside empty corners count
    /// against their owner.
    pub fn unlearned(rules: &Rules) -> Weights {
        let orbits = orbits(rules.shape()).len();
        let of_orbits = std::iter::repeat_n(0, orbits).chain(std::iter::repeat_n(-200, orbits));
        Weights::same([0, 0, 0, 100, 40, 200, 500].into_iter().chain(of_orbits), rules)
    }

    /// The difference in discs, by the goal of the rules.
    pub fn discs(rules: &Rules) -> Weights {
        let orbits = orbits(rules.shape()).len();
        Weights::same([0, 0, UNIT, 0, 0, 0, 0].into_iter().chain(std::iter::repeat_n(0, 2 * orbits)), rules)
    }

    /// The same weights in all phases, or their opposites if the fewest discs win. That the deviation is a quarter of the board is a guess.
    fn same(weights: impl Iterator<Item = i32>, rules: &Rules) -> Weights {
        let sign = if rules.goal() == Goal::Most { 1 } else { -1 };
        let phase: Vec<i32> = weights.map(|weight| weight * sign).collect();
        let deviation = rules.shape().cells().len() as i32 * UNIT / 4;
        Weights {
            phases: std::array::from_fn(|_| phase.clone()),
            deviations: [deviation; PHASES],
            windows: Default::default(),
        }
    }
}

/// The features of a position that are not zero, each for the side to move less that of the other side.
#[inline]
pub(super) fn features<B: Bits>(play: &Play<B>, node: &Node<B>, mut visit: impl FnMut(usize, i32)) {
    let (geometry, Node { own, opp, .. }) = (&play.geometry, *node);
    let empty = play.empty(node);
    let difference = |own: B, opp: B| own.len() as i32 - opp.len() as i32;
    let (own_moves, opp_moves) = (geometry.moves(own, opp), geometry.moves(opp, own));
    visit(0, 1);
    visit(1, if empty.len() % 2 == 1 { 1 } else { -1 });
    visit(2, difference(own, opp));
    visit(3, difference(own_moves, opp_moves));
    visit(4, difference(opp.spread() & empty, own.spread() & empty));
    if !((own | opp) & geometry.corners).is_empty() {
        visit(5, difference(geometry.stable(own), geometry.stable(opp)));
    }
    visit(6, difference(own_moves & geometry.corners, opp_moves & geometry.corners));
    let beside = (empty & geometry.corners).spread();
    let orbits = &geometry.orbits;
    for (index, &orbit) in orbits.iter().enumerate() {
        visit(COMMON + index, difference(own & orbit, opp & orbit));
        let exposed = orbit & beside;
        if !exposed.is_empty() {
            visit(COMMON + orbits.len() + index, difference(own & exposed, opp & exposed));
        }
    }
}

/// The phase of a position.
#[inline]
pub(super) fn phase<B: Bits>(play: &Play<B>, node: &Node<B>) -> usize {
    let cells = play.geometry.board.len() as usize;
    (node.discs() as usize * PHASES / (cells + 1)).min(PHASES - 1)
}

/// The estimate for the side to move in 1/128 disc, within the discs of the board.
#[inline]
pub(super) fn estimate<B: Bits>(play: &Play<B>, weights: &Weights, node: &Node<B>) -> i32 {
    let phase = phase(play, node);
    let of_phase = &weights.phases[phase][..];
    let mut sum = 0;
    features(play, node, |index, amount| sum += of_phase[index] * amount);
    let of_windows = &weights.windows[phase][..];
    if !of_windows.is_empty() {
        let windows = &play.geometry.windows;
        let weight = |(&begin, content): (&usize, u16)| i32::from(of_windows[begin + usize::from(content)]);
        let all = windows.begins.iter().zip(windows.contents(node.own, node.opp));
        sum += WINDOW_UNIT * all.map(weight).sum::<i32>();
    }
    let most = play.geometry.board.len() as i32 * UNIT;
    sum.clamp(-most, most)
}
