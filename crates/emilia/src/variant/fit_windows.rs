//! The weights of windows that are nearest to what the other features leave, by steps down the gradient.

use super::eval::{UNIT, WINDOW_UNIT};
use super::window::LANES;
use std::sync::Arc;

/// How many positions without an error each content counts for: contents that are rare keep small weights.
const PRIOR: f32 = 60.0;
/// Steps down the gradient. After these the weights change by less than their unit.
const STEPS: u32 = 80;

/// A position.
pub(super) struct Sample {
    /// The contents of its windows.
    pub contents: [u16; LANES],
    /// What is known of it less its evaluation so far, in discs. The fit lessens it.
    pub left: f32,
    /// The result of the game less what is known, in discs.
    pub chance: f32,
}

/// The weights of one phase. The weights of a window begin at its place in `begins`; `representatives` has for each weight the one that it
/// shares.
pub(super) fn fit_windows(samples: &mut [Sample], begins: &[usize], representatives: &[u32]) -> Arc<[i8]> {
    let of = |sample: &Sample, lane: usize| representatives[begins[lane] + usize::from(sample.contents[lane])] as usize;
    let mut counts = vec![PRIOR; representatives.len()];
    for sample in &*samples {
        (0..begins.len()).for_each(|lane| counts[of(sample, lane)] += 1.0);
    }
    let mut weights = vec![0.0_f32; representatives.len()];
    let error = |sample: &Sample, weights: &[f32]| {
        sample.left - (0..begins.len()).map(|lane| weights[of(sample, lane)]).sum::<f32>()
    };
    for _ in 0..STEPS {
        let mut gradient: Vec<f32> = weights.iter().map(|weight| -PRIOR * weight).collect();
        for sample in &*samples {
            let error = error(sample, &weights);
            (0..begins.len()).for_each(|lane| gradient[of(sample, lane)] += error);
        }
        // With each weight's own count as its scale, steps below two through the number of windows never grow.
        let step = 1.5 / begins.len() as f32;
        for ((weight, gradient), count) in weights.iter_mut().zip(&gradient).zip(&counts) {
            *weight += step * gradient / count;
        }
    }
    let unit = (UNIT / WINDOW_UNIT) as f32;
    let rounded: Vec<i8> = weights.iter().map(|weight| (weight * unit).round().clamp(-127.0, 127.0) as i8).collect();
    let weights: Vec<f32> = rounded.iter().map(|&weight| f32::from(weight) / unit).collect();
    for sample in samples {
        sample.left = error(sample, &weights);
    }
    representatives.iter().map(|&shared| rounded[shared as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::{LANES, Sample, fit_windows};

    #[test]
    fn the_fit_finds_the_weights_that_made_the_results() {
        // Two windows of one pattern with nine contents, of which the last two are images of each other.
        let (begins, representatives) = ([0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 7]);
        let truth = [0.0, 1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0];
        let mut samples: Vec<Sample> = (0..4050)
            .map(|number| {
                let mut contents = [0; LANES];
                contents[..2].copy_from_slice(&[number % 9, number / 9 % 9]);
                let left = truth[usize::from(contents[0])] + truth[usize::from(contents[1])];
                Sample { contents, left, chance: 0.0 }
            })
            .collect();
        let weights = fit_windows(&mut samples, &begins, &representatives);
        for (found, expected) in weights.iter().zip(truth) {
            assert!((f32::from(*found) / 4.0 - expected).abs() < 0.4, "{weights:?}");
        }
        assert!(samples.iter().all(|sample| sample.left.abs() < 0.8));
    }
}
