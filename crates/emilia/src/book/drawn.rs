//! The lines of a book that end in a draw.

use super::graph::{Graph, Node};
use emilia_core::{Score, Square, Symmetry, Value};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The drawn lines of a book, without mirror images.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct DrawnLines {
    /// Those whose moves lose the least.
    pub best: Vec<DrawnLine>,
    /// The number of all of them, at most 2^64 - 1. Lines are paths: a position that two lines reach counts in both.
    pub count: u64,
}

/// A line from the start position that ends in a draw.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnLine {
    /// The moves.
    pub moves: Vec<Square>,
    /// The value of the last move, for Black.
    pub value: Value,
    /// What the moves of both sides lose, in 1/128 disc.
    pub loss: u32,
}

/// What remains of a line after a position.
#[derive(Clone, Copy, Default)]
struct Rest {
    /// The least loss to a draw, in 1/128 disc; none if no line leads to one.
    loss: Option<u32>,
    /// The lines to a draw.
    count: u64,
}

/// How a line goes on: a step, or the end.
#[derive(Clone, Copy)]
enum Next {
    Step { index: usize, loss: u32 },
    End { at: Option<Square>, value: Value, loss: u32 },
}

/// A line that is not finished: its last node, and the one before.
struct Part {
    node: usize,
    before: Option<usize>,
    step: usize,
    lost: u32,
}

impl Graph {
    /// The lines from the start position whose moves lose at most `tolerance` each and whose last value is a draw: the best of them, at
    /// most `max`, and the number of all.
    ///
    /// The last value is that of the best move outside the book. It is a draw if it is proved, or if it is an estimate or a bound at most
    /// `tolerance` from 0 that does not exclude a draw.
    pub fn drawn_lines(&self, tolerance: Score, max: usize) -> DrawnLines {
        let rests = self.rests(tolerance);
        let Some(Rest { loss: Some(least), count }) = rests.first().copied() else { return DrawnLines::default() };
        let mut parts = vec![Part { node: 0, before: None, step: 0, lost: 0 }];
        // The least loss first, then the longest line, so that lines are finished one after the other.
        let mut waiting = BinaryHeap::from([(Reverse(least), 0_usize, Reverse(0_usize), None)]);
        let mut best = Vec::new();
        while let Some((Reverse(_), depth, Reverse(part), end)) = waiting.pop() {
            if best.len() == max {
                break;
            }
            let (node, lost) = (parts[part].node, parts[part].lost);
            if let Some(number) = end {
                if let Some(Next::End { at, value, loss }) = self.nexts(node, tolerance).get::<usize>(number) {
                    best.push(self.line(&parts, part, *at, *value, lost.saturating_add(*loss)));
                }
                continue;
            }
            for (number, next) in self.nexts(node, tolerance).into_iter().enumerate() {
                match next {
                    Next::End { loss, .. } => {
                        waiting.push((Reverse(lost.saturating_add(loss)), depth + 1, Reverse(part), Some(number)));
                    }
                    Next::Step { index, loss } => {
                        let to = self.nodes[node].steps[index].to;
                        let Some(rest) = rests[to].loss else { continue };
                        let lost = lost.saturating_add(loss);
                        waiting.push((Reverse(lost.saturating_add(rest)), depth + 1, Reverse(parts.len()), None));
                        parts.push(Part { node: to, before: Some(part), step: index, lost });
                    }
                }
            }
        }
        DrawnLines { best, count }
    }

    /// What remains after each position. Moves lead to positions with more discs.
    fn rests(&self, tolerance: Score) -> Vec<Rest> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|number| Reverse(self.nodes[*number].key.discs()));
        let mut rests = vec![Rest::default(); self.nodes.len()];
        for number in order {
            let mut rest = Rest::default();
            let mut add = |loss: u32, count: u64| {
                rest.loss = Some(rest.loss.map_or(loss, |least| least.min(loss)));
                rest.count = rest.count.saturating_add(count);
            };
            for next in self.nexts(number, tolerance) {
                match next {
                    Next::End { loss, .. } => add(loss, 1),
                    Next::Step { index, loss } => {
                        let Rest { loss: further, count } = rests[self.nodes[number].steps[index].to];
                        further.into_iter().for_each(|further| add(loss.saturating_add(further), count));
                    }
                }
            }
            rests[number] = rest;
        }
        rests
    }

    /// How lines that may be drawn go on after a position; of mirror images the first.
    fn nexts(&self, number: usize, tolerance: Score) -> Vec<Next> {
        let node: &Node = &self.nodes[number];
        let Some(best) = node.value else { return Vec::new() };
        if number >= self.complete {
            // Its moves are left out.
            return if may_be_drawn(best, tolerance) {
                vec![Next::End { at: None, value: best, loss: 0 }]
            } else {
                Vec::new()
            };
        }
        let loss = |value: Value| {
            let loss = (best.score() - value.score()).raw().max(0);
            (loss <= tolerance.raw()).then_some(loss.unsigned_abs())
        };
        let mut nexts = Vec::new();
        for (index, step) in node.steps.iter().enumerate() {
            let is_image = node.steps[..index].iter().any(|other| other.to == step.to);
            let value = self.nodes[step.to].value.map(|after| step.value(after));
            if let Some(loss) = value.and_then(loss).filter(|_| !is_image) {
                nexts.push(Next::Step { index, loss });
            }
        }
        if let Some(value) = node.leaf.value().filter(|value| may_be_drawn(*value, tolerance))
            && let Some(loss) = loss(value)
        {
            nexts.push(Next::End { at: node.leaf.square(), value, loss });
        }
        nexts
    }

    /// The line of these parts with this end. Lines begin with f5 where a mirror image does.
    fn line(&self, parts: &[Part], last: usize, at: Option<Square>, value: Value, loss: u32) -> DrawnLine {
        let mut steps = Vec::new();
        let mut part = &parts[last];
        while let Some(before) = part.before {
            steps.push((parts[before].node, part.step));
            part = &parts[before];
        }
        // From squares of the key to those of the board.
        let mut symmetries: Vec<Symmetry> = Vec::new();
        let (mut moves, mut is_blacks) = (Vec::new(), true);
        for (node, step) in steps.into_iter().rev() {
            let mut step = self.nodes[node].steps[step];
            if moves.is_empty() {
                let images = self.nodes[node].steps.iter();
                step = images
                    .filter(|image| image.to == step.to)
                    .find(|image| image.at == Square::F5)
                    .copied()
                    .unwrap_or(step);
            }
            moves.push(image(&symmetries, step.at));
            symmetries.push(step.symmetry);
            is_blacks ^= !step.is_passed;
        }
        moves.extend(at.map(|at| image(&symmetries, at)));
        DrawnLine { moves, value: if is_blacks { value } else { -value }, loss }
    }
}

/// Whether this is a proved draw, or an estimate or a bound within the tolerance of 0 that does not exclude a draw.
fn may_be_drawn(value: Value, tolerance: Score) -> bool {
    let is_possible = value.lower().is_none_or(|lower| lower <= 0) && value.upper().is_none_or(|upper| upper >= 0);
    is_possible && value.score().raw().abs() <= tolerance.raw()
}

/// The square of the board that is this square of the key after these steps.
fn image(symmetries: &[Symmetry], at: Square) -> Square {
    symmetries.iter().rev().fold(at, |at, symmetry| symmetry.square(at))
}

#[cfg(test)]
mod tests {
    use super::{DrawnLine, Graph};
    use crate::book::entry::Leaf;
    use crate::book::key::Key;
    use crate::book::tests::small_book;
    use crate::book::tree::{Memory, Tree};
    use emilia_core::{Certainty, Position, Score, Value};
    use std::collections::BTreeSet;

    /// The loss and the value for Black of each drawn line after a position, path by path. The line is a text of keys.
    fn walk(tree: &Memory, position: Position, is_black: bool, lost: i32, line: &str, found: &mut Vec<(i32, String)>) {
        const TOLERANCE: i32 = 64;
        let view = Key::of(position).expect("a position of the book");
        let entry = tree.get(view.key).expect("memory").expect("a position of the book");
        let Some(best) = entry.value else { return };
        let loss = |value: Value| (best.score().raw() - value.score().raw()).max(0);
        let mut seen = BTreeSet::new();
        for at in view.key.position().moves() {
            let next = view.key.position().try_play(at).expect("legal");
            let Some(child) = Key::of(next).filter(|child| tree.has(child.key).expect("memory")) else { continue };
            let Some(value) = tree.get(child.key).expect("memory").expect("a child").value else { continue };
            let value = if child.is_passed { value } else { -value };
            if seen.insert(child.key) && loss(value) <= TOLERANCE {
                let line = format!("{line} {}", child.key.position());
                walk(tree, next, is_black ^ !child.is_passed, lost + loss(value), &line, found);
            }
        }
        if let Leaf::Best { value, .. } = entry.leaf
            && loss(value) <= TOLERANCE
            && match value.certainty() {
                Certainty::Exact => value == Value::exact(0),
                Certainty::AtLeast => (-TOLERANCE..=0).contains(&value.score().raw()),
                Certainty::AtMost => (0..=TOLERANCE).contains(&value.score().raw()),
                Certainty::Depth { .. } => value.score().raw().abs() <= TOLERANCE,
            }
        {
            let for_black = if is_black { value } else { -value };
            found.push((lost + loss(value), format!("{line} {for_black:?}")));
        }
    }

    /// The line as [`walk`] writes it. The moves must be legal from the start position.
    fn written(line: &DrawnLine) -> (i32, String) {
        let (mut position, mut text) = (Position::START, String::new());
        for (number, at) in line.moves.iter().enumerate() {
            if position.moves().is_empty() {
                position = position.pass();
            }
            position = position.try_play(*at).expect("a legal move");
            if number + 1 < line.moves.len() {
                text += &format!(" {}", Key::of(position).expect("not over").key.position());
            }
        }
        (line.loss as i32, format!("{text} {:?}", line.value))
    }

    #[test]
    fn lines_are_those_of_all_paths_and_the_best_come_first() {
        let mut all = 0;
        for seed in [0, 2, 4, 6, 8] {
            let tree = small_book(seed);
            let mut expected = Vec::new();
            walk(&tree, Position::START, true, 0, "", &mut expected);
            let graph = Graph::of(&tree, usize::MAX).expect("memory");
            let found = graph.drawn_lines(Score::from_raw(64), usize::MAX);
            assert_eq!(found.count, expected.len() as u64);
            assert!(found.best.is_sorted_by_key(|line| line.loss));
            let mut lines: Vec<_> = found.best.iter().map(written).collect();
            lines.sort();
            expected.sort();
            assert_eq!(lines, expected);
            all += lines.len();
            let few = graph.drawn_lines(Score::from_raw(64), 3);
            let losses = |lines: &[DrawnLine]| lines.iter().take(3).map(|line| line.loss).collect::<Vec<_>>();
            assert_eq!((losses(&few.best), few.count), (losses(&found.best), found.count));
        }
        assert!(all > 20, "{all}");
    }
}
