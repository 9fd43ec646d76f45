//! Weights from games: the linear least squares fit of the features to the results.

use super::bits::Bits;
use super::eval::{COMMON, PHASES, UNIT, Weights, features, phase};
use super::node::Play;
use super::words::{OnWords, on_words};
use crate::game::{Game, Rules};

/// How many positions a weight that nobody learned counts for: it decides where a feature is rare.
const PRIOR: f64 = 20.0;

impl Weights {
    /// The weights whose evaluations of the games' positions are nearest to what is known of them, by the square of the difference. All games
    /// have these rules and are over. A position whose move has no value ([`crate::game::Played::eval`]) is left out: the move was not chosen
    /// for its value. Of the others it is known how the game ended and what a search gave; the mean of both is fitted.
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
        for game in games {
            let result = f64::from(game.score());
            let mut at = Game::new(game.rules().clone());
            for played in game.moves() {
                if let Some(found) = played.eval {
                    let node = play.node(&at);
                    row.fill(0.0);
                    features(play, &node, |index, amount| row[index] += f64::from(amount));
                    equations[phase(play, &node)].add(&row, f64::from(found), result * f64::from(at.to_move().sign()));
                }
                if at.play(played.mv).is_err() {
                    break;
                }
            }
        }
        let solved = equations.map(|equations| equations.solve());
        Weights {
            deviations: std::array::from_fn(|phase| steps(solved[phase].1)),
            phases: solved.map(|(weights, _)| weights.into_iter().map(steps).collect()),
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
    /// The right side of the results alone, the sum of their squares, and the number of positions.
    of_results: Vec<f64>,
    squares: f64,
    count: f64,
    known: Vec<f64>,
}

impl Equations {
    fn around(weights: &[i32]) -> Equations {
        let known: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / f64::from(UNIT)).collect();
        let n = known.len();
        Equations {
            matrix: vec![0.0; n * n],
            right: vec![0.0; n],
            of_results: vec![0.0; n],
            squares: 0.0,
            count: 0.0,
            known,
        }
    }

    fn add(&mut self, row: &[f64], found: f64, result: f64) {
        for (i, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.right[i] += value * (found + result) / 2.0;
            self.of_results[i] += value * result;
            for (sum, other) in self.matrix[i * row.len()..].iter_mut().zip(row) {
                *sum += value * other;
            }
        }
        self.squares += result * result;
        self.count += 1.0;
    }

    /// The solution in discs, and the standard deviation of the results from it.
    fn solve(self) -> (Vec<f64>, f64) {
        let n = self.known.len();
        let (mut matrix, mut right) = (self.matrix.clone(), self.right.clone());
        for i in 0..n {
            matrix[i * n + i] += PRIOR;
            right[i] += PRIOR * self.known[i];
        }
        let solution = cholesky(matrix, right);
        let product = |i: usize| (0..n).map(|j| self.matrix[i * n + j] * solution[j]).sum::<f64>();
        let fitted: f64 = (0..n).map(|i| solution[i] * (product(i) - 2.0 * self.of_results[i])).sum();
        let deviation = ((self.squares + fitted).max(0.0) / self.count.max(1.0)).sqrt();
        (solution, deviation)
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
    use super::{Equations, cholesky};

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
            equations.add(&row, result, result);
        }
        let (weights, deviation) = equations.solve();
        assert!((weights[0] - 2.0).abs() < 0.01 && (weights[1] + 1.0).abs() < 0.01, "{weights:?}");
        assert!(deviation < 0.05, "{deviation}");
    }
}
