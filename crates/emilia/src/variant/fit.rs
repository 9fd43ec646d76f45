//! Weights from games: the linear least squares fit of the features to the results, then that of the windows to what the features leave.

use super::bits::Bits;
use super::eval::{COMMON, PHASES, UNIT, Weights, estimate, features, phase};
use super::fit_windows::{Sample, fit_windows};
use super::node::{Node, Play};
use super::node::{OnWords, on_words};
use emilia_core::{Game, Rules};

/// How many positions a weight that nobody learned counts for: it decides where a feature is rare.
const PRIOR: f64 = 20.0;

impl Weights {
    /// The weights whose evaluations of the games' positions are nearest to what is known of them, by the square of the difference. All
    /// games have these rules and are over. A position whose move has no value ([`emilia_core::Played::eval`]) is left out: the move was
    /// not chosen for its value. Of the others it is known how the game ended and what a search gave; the mean of both is fitted.
    pub fn fit(rules: &Rules, games: &[Game]) -> Weights {
        let unlearned = Weights::unlearned(rules);
        on_words(&Game::new(rules.clone()), Fit(&unlearned, games)).unwrap_or(unlearned)
    }
}

struct Fit<'a>(&'a Weights, &'a [Game]);

impl OnWords for Fit<'_> {
    type Output = Weights;

    fn run<B: Bits>(self, play: &Play<B>) -> Weights {
        let Fit(unlearned, games) = self;
        let mut equations: [Equations; PHASES] =
            std::array::from_fn(|phase| Equations::around(&unlearned.phases[phase]));
        let mut row = vec![0.0; COMMON + 2 * play.geometry.orbits.len()];
        for_positions(play, games, |node, known| {
            row.fill(0.0);
            features(play, node, |index, amount| row[index] += f64::from(amount));
            equations[phase(play, node)].add(&row, known);
        });
        let mut weights = Weights {
            phases: equations.map(|equations| equations.solve().into_iter().map(steps).collect()),
            ..unlearned.clone()
        };
        let windows = &play.geometry.windows;
        let mut samples: [Vec<Sample>; PHASES] = Default::default();
        for_positions(play, games, |node, known| {
            let contents = windows.contents(node.own, node.opp);
            let left = known.mean() - f64::from(estimate(play, &weights, node)) / f64::from(UNIT);
            samples[phase(play, node)].push(Sample { contents, left: left as f32, chance: known.chance() as f32 });
        });
        let representatives = windows.representatives();
        for (phase, samples) in samples.iter_mut().enumerate() {
            weights.windows[phase] = fit_windows(samples, &windows.begins, &representatives);
            let squares = samples.iter().map(|sample| f64::from(sample.left + sample.chance).powi(2)).sum::<f64>();
            weights.deviations[phase] = steps((squares / samples.len().max(1) as f64).sqrt());
        }
        weights
    }
}

/// What is known of a position for its side to move, in discs.
struct Known {
    /// What a search gave.
    found: f64,
    /// How the game ended.
    result: f64,
}

impl Known {
    /// What is fitted.
    fn mean(&self) -> f64 {
        (self.found + self.result) / 2.0
    }

    /// The result less what is fitted.
    fn chance(&self) -> f64 {
        (self.result - self.found) / 2.0
    }
}

/// All positions of the games of which something is known.
fn for_positions<B: Bits>(play: &Play<B>, games: &[Game], mut visit: impl FnMut(&Node<B>, &Known)) {
    for game in games {
        let mut at = Game::new(game.rules().clone());
        for played in game.moves() {
            if let Some(found) = played.eval {
                let result = f64::from(game.score() * at.to_move().sign());
                visit(&play.node(&at), &Known { found: found.into(), result });
            }
            if at.play(played.mv).is_err() {
                break;
            }
        }
    }
}

/// Discs in 1/128 disc.
fn steps(discs: f64) -> i32 {
    (discs * f64::from(UNIT)).round() as i32
}

/// The normal equations of a least squares fit, with a weak pull towards known weights.
struct Equations {
    /// The symmetric matrix, row by row.
    matrix: Vec<f64>,
    right: Vec<f64>,
    prior: Vec<f64>,
}

impl Equations {
    fn around(weights: &[i32]) -> Equations {
        let prior: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / f64::from(UNIT)).collect();
        let n = prior.len();
        Equations { matrix: vec![0.0; n * n], right: vec![0.0; n], prior }
    }

    fn add(&mut self, row: &[f64], known: &Known) {
        for (i, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.right[i] += value * known.mean();
            for (sum, other) in self.matrix[i * row.len()..].iter_mut().zip(row) {
                *sum += value * other;
            }
        }
    }

    /// The solution in discs.
    fn solve(mut self) -> Vec<f64> {
        let n = self.prior.len();
        for i in 0..n {
            self.matrix[i * n + i] += PRIOR;
            self.right[i] += PRIOR * self.prior[i];
        }
        cholesky(self.matrix, self.right)
    }
}

/// The solution of a system of equations with a symmetric positive definite matrix (Cholesky's decomposition).
fn cholesky(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for j in 0..n {
        for i in j..n {
            let sum: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let rest = matrix[i * n + j] - sum;
            matrix[i * n + j] = if i == j { rest.max(1e-9).sqrt() } else { rest / matrix[j * n + j] };
        }
        let sum: f64 = (0..j).map(|k| matrix[j * n + k] * right[k]).sum();
        right[j] = (right[j] - sum) / matrix[j * n + j];
    }
    for j in (0..n).rev() {
        let sum: f64 = (j + 1..n).map(|k| matrix[k * n + j] * right[k]).sum();
        right[j] = (right[j] - sum) / matrix[j * n + j];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{Equations, Known, cholesky};

    #[test]
    fn equations_are_solved() {
        let solution = cholesky(vec![4.0, 2.0, 0.0, 2.0, 5.0, 3.0, 0.0, 3.0, 6.0], vec![8.0, 21.0, 24.0]);
        for (found, expected) in solution.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-9, "{solution:?}");
        }
    }

    #[test]
    fn a_fit_finds_the_weights_that_made_the_results() {
        let mut equations = Equations::around(&[0, 0]);
        for i in 0..20_000 {
            let row = [f64::from(i % 7) - 3.0, f64::from(i % 5) - 2.0];
            let result = 2.0 * row[0] - row[1];
            equations.add(&row, &Known { found: result, result });
        }
        let weights = equations.solve();
        assert!((weights[0] - 2.0).abs() < 0.01 && (weights[1] + 1.0).abs() < 0.01, "{weights:?}");
    }
}
