//! The last empty squares, where a list and the table cost more than they save.

use super::bits::{Bits, places};
use super::node::Node;
use super::worker::{Window, Worker};

impl<B: Bits> Worker<'_, B> {
    /// The most empty squares that are searched this way.
    pub const LAST: u32 = 6;

    /// The result in discs for the side to move; the rules are plain. `passed` says whether the other side has just passed.
    pub(super) fn last(&mut self, node: &Node<B>, empty: B, (alpha, beta): Window, passed: bool) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        let odd = if empty.len() > 2 { self.shared.play.geometry.odd(empty) & empty } else { empty };
        for part in [odd, empty & !odd] {
            for place in places(part) {
                let flips = B::flips(node.own, node.opp, place);
                if flips.is_empty() {
                    continue;
                }
                let at = B::of(place);
                let next = node.after(at, flips);
                let low = alpha.max(best);
                best = best.max(-self.last(&next, empty & !at, (-beta, -low), false));
                if best >= beta {
                    return best;
                }
            }
        }
        match best {
            i32::MIN if passed || empty.is_empty() => self.shared.play.result(node),
            i32::MIN => -self.last(&node.pass(), empty, (-beta, -alpha), true),
            best => best,
        }
    }
}
