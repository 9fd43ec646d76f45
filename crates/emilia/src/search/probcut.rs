//! ProbCut: a node is cut off without a deep search if a shallow search (the probe) is outside the window by more than its error.
//!
//! Source: Buro (1995), "ProbCut: an effective selective extension of the alpha-beta algorithm".

use super::params::{
    CAREFUL_FACTOR, CAREFUL_SLACK, PROBCUT_DEPTH, PROBCUT_NESTING, STATIC_CAUTION, STATIC_EMPTIES, STATIC_MOVES,
    probe_depth,
};
use super::search_node::Null;
use super::search_node::SearchNode;
use super::worker::{Stopped, Worker};
use emilia_core::Score;

impl Worker<'_> {
    /// A bound outside the null window that the search to this depth would find with the confidence of the iteration.
    pub(super) fn probcut(
        &mut self,
        node: &SearchNode,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Result<Option<Score>, Stopped> {
        let Some(deviations) = self.selectivity.deviations() else { return Ok(None) };
        if depth < PROBCUT_DEPTH || self.probes >= PROBCUT_NESTING {
            return Ok(None);
        }
        let mobility = node.mobility();
        let (probe, uncertainty) = (probe_depth(depth), self.shared.margins.uncertainty(mobility));
        let is_careful = self.has_careful_probes && self.probes > 0;
        let (margin_factor, slack_factor) = if is_careful { (CAREFUL_FACTOR, CAREFUL_SLACK) } else { (1.0, 1.0) };
        let margins = self.shared.margins;
        let margin = deviations * margin_factor * margins.of_probe(node.empties, depth, uncertainty);
        let margin = Score::from_discs(margin);
        // If the static value is far on the other side, the probe would fail as well, or cut off in error.
        let slack = deviations * slack_factor * margins.of_estimate(node.empties, probe, uncertainty);
        let slack = Score::from_discs(slack);
        let estimate = self.leaf(node, mobility);
        let high = beta + margin;
        if high <= Score::MAX && estimate + slack >= high {
            let score = self.probe(node, -(-high).next(), high, probe)?;
            if score >= high {
                return Ok(Some(beta));
            }
        }
        let low = alpha - margin;
        if low >= Score::MIN && estimate - slack <= low {
            let score = self.probe(node, low, low.next(), probe)?;
            if score <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// A bound outside the null window from the static value alone, near the leaves. Two plies above the leaves the margin is wider than a
    /// probe's by [`STATIC_CAUTION`], as no search corrects an error made here. One ply above them that of a probe is enough, but only with
    /// many moves does one evaluation save several.
    #[inline]
    pub(super) fn static_cut(&self, node: &SearchNode, alpha: Score, beta: Score, depth: u32) -> Option<Score> {
        let deviations = self.selectivity.deviations().filter(|_| alpha.next() == beta)?;
        let deviations = match depth {
            1 if node.moves.len() < STATIC_MOVES || node.empties < STATIC_EMPTIES => return None,
            1 => deviations,
            _ => deviations + STATIC_CAUTION,
        };
        let mobility = node.mobility();
        let uncertainty = self.shared.margins.uncertainty(mobility);
        let margin = Score::from_discs(deviations * self.shared.margins.of_estimate(node.empties, depth, uncertainty));
        let value = self.leaf(node, mobility);
        if value >= beta + margin {
            Some(beta)
        } else if value <= alpha - margin {
            Some(alpha)
        } else {
            None
        }
    }

    fn probe(&mut self, node: &SearchNode, alpha: Score, beta: Score, depth: u32) -> Result<Score, Stopped> {
        self.probes += 1;
        let score = self.value::<Null>(node, alpha, beta, depth);
        self.probes -= 1;
        score
    }
}
