//! The chance to win that a score with an error stands for.

use emilia::Value;

/// The expected result of the game for the side that the value is for, from 0 (a loss) over 0.5 (a draw) to 1 (a win), if the error of
/// the value is normally distributed with this standard deviation in discs, see [`emilia::Engine::deviation`].
///
/// With a deviation of 0 it is 0, 0.5 or 1 by the sign of the score, also for a proved bound.
///
/// # Examples
/// ```
/// use emilia_analysis::win_rate;
/// use emilia::{Score, Value};
///
/// let ahead = Value::estimate(Score::from_discs(3.0), 12, 73);
/// assert!((win_rate(ahead, 3.0) - 0.8413).abs() < 1e-4);
/// assert_eq!((win_rate(Value::exact(2), 0.0), win_rate(Value::exact(0), 0.0)), (1.0, 0.5));
/// ```
pub fn win_rate(value: Value, deviation: f32) -> f64 {
    win_rate_with_ties(value, deviation, 0.5)
}

/// As [`win_rate`], by rules by which equal discs are worth this to the side that the value is for, from 0 for a loss to 1 for a win.
///
/// # Examples
/// ```
/// use emilia::Value;
/// use emilia_analysis::win_rate_with_ties;
///
/// assert_eq!(win_rate_with_ties(Value::exact(0), 0.0, 1.0), 1.0);
/// ```
pub fn win_rate_with_ties(value: Value, deviation: f32, tie: f32) -> f64 {
    let discs = f64::from(value.score().to_discs());
    if deviation > 0.0 {
        return below(discs / f64::from(deviation));
    }
    match discs {
        0.0 => tie.into(),
        _ if discs > 0.0 => 1.0,
        _ => 0.0,
    }
}

/// The share of a normal distribution below this number of standard deviations, with an error of at most 8e-8.
///
/// Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964), formula 26.2.17.
fn below(deviations: f64) -> f64 {
    const FACTORS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let density = (-deviations * deviations / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let above = density * FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    if deviations < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::below;

    /// The trapezoidal sum of the density.
    fn summed(deviations: f64) -> f64 {
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let (steps, from) = (200_000, -10.0);
        let width = (deviations - from) / f64::from(steps);
        let inner: f64 = (1..steps).map(|step| density(from + f64::from(step) * width)).sum();
        (inner + (density(from) + density(deviations)) / 2.0) * width
    }

    #[test]
    fn the_share_below_is_the_sum_of_the_density() {
        for tenths in (-60..=60).step_by(7) {
            let deviations = f64::from(tenths) / 10.0;
            let (found, truth) = (below(deviations), summed(deviations));
            assert!((found - truth).abs() < 1e-6, "{deviations}: {found}, {truth}");
        }
        assert!((below(1.5) + below(-1.5) - 1.0).abs() < 1e-12);
    }
}
