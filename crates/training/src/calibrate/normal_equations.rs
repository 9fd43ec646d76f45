//! Weighted linear least squares with few unknowns. Knows nothing of searches.

/// The equations of the unknowns that fit the observations so far best.
pub(super) struct NormalEquations<const N: usize> {
    left: [[f64; N]; N],
    right: [f64; N],
}

impl<const N: usize> NormalEquations<N> {
    pub(super) fn new() -> NormalEquations<N> {
        NormalEquations { left: [[0.0; N]; N], right: [0.0; N] }
    }

    /// Adds an observation: the sum of the unknowns with these factors should be the target.
    pub(super) fn add(&mut self, factors: &[f64; N], target: f64, weight: f64) {
        for ((row, right), &factor) in self.left.iter_mut().zip(&mut self.right).zip(factors) {
            if factor != 0.0 {
                row.iter_mut().zip(factors).for_each(|(sum, other)| *sum += weight * factor * other);
                *right += weight * factor * target;
            }
        }
    }

    /// Whether no observation says anything of an unknown.
    pub(super) fn is_empty(&self) -> bool {
        self.left.iter().flatten().chain(&self.right).all(|&sum| sum == 0.0)
    }

    /// The unknowns, by Gauss-Jordan elimination. None if the observations do not determine them.
    pub(super) fn solve(mut self) -> Option<[f32; N]> {
        let scale: [f64; N] = std::array::from_fn(|i| self.left[i][i].abs());
        for i in 0..N {
            let pivot = (i..N).max_by(|&a, &b| self.left[a][i].abs().total_cmp(&self.left[b][i].abs()))?;
            self.left.swap(i, pivot);
            self.right.swap(i, pivot);
            let (row, target) = (self.left[i], self.right[i]);
            if row[i].abs() <= 1e-12 * scale[i] {
                return None;
            }
            for j in (0..N).filter(|&j| j != i) {
                let factor = self.left[j][i] / row[i];
                self.left[j].iter_mut().zip(row).for_each(|(left, other)| *left -= factor * other);
                self.right[j] -= factor * target;
            }
        }
        let unknowns: [f32; N] = std::array::from_fn(|i| (self.right[i] / self.left[i][i]) as f32);
        unknowns.iter().all(|unknown| unknown.is_finite()).then_some(unknowns)
    }
}
