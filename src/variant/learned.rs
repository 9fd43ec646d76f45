//! The weights that were learned, as text: for each game a line with its rules and one for each phase with the deviation and the weights.

use super::eval::{PHASES, Weights};
use crate::game::{Conditions, FourthDisc, Rules};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The weights of the games of the catalogue.
const TEXT: &str = include_str!("../../data/variant-weights.txt");

/// Weights of several games.
///
/// # Examples
/// ```
/// use emilia::Rules;
/// use emilia::variant::{Weights, WeightsSet};
///
/// let rules = Rules::sized(6)?;
/// let mut set = WeightsSet::default();
/// set.put("6x6", &rules, Weights::unlearned(&rules));
/// let copy = WeightsSet::read(&set.to_text())?;
/// assert_eq!(copy.of(&rules), Some(&Weights::unlearned(&rules)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct WeightsSet(Vec<(String, Rules, Weights)>);

/// The text is not weights of variants.
///
/// # Examples
/// ```
/// use emilia::variant::WeightsSet;
///
/// let error = WeightsSet::read("6x6\n1 2 3").unwrap_err();
/// assert!(error.to_string().starts_with("line 2"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct WeightsSetError {
    /// The number of the line, from 1.
    line: usize,
    fault: String,
}

impl WeightsSet {
    /// The weights that belong to the program.
    pub fn embedded() -> &'static WeightsSet {
        static SET: OnceLock<WeightsSet> = OnceLock::new();
        // A test reads the text.
        SET.get_or_init(|| WeightsSet::read(TEXT).unwrap_or_default())
    }

    /// The weights for games by these rules; the start and who wins a tie do not matter.
    pub fn of(&self, rules: &Rules) -> Option<&Weights> {
        self.0.iter().find(|(_, other, _)| same(rules, other)).map(|(.., weights)| weights)
    }

    /// Adds weights for these rules, whose text this is, in place of others for them.
    pub fn put(&mut self, text: &str, rules: &Rules, weights: Weights) {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.0.iter_mut().find(|(_, other, _)| same(rules, other)) {
            Some(known) => known.2 = weights,
            None => self.0.push((words, rules.clone(), weights)),
        }
    }

    /// The weights as [`WeightsSet::read`] takes them.
    pub fn to_text(&self) -> String {
        let mut text =
            String::from("; Weights of variants in 1/128 disc: deviation, then weights, for each sixth of a game.\n");
        for (words, _, Weights { phases, deviations }) in &self.0 {
            let _ = writeln!(text, "{words}");
            for (weights, deviation) in phases.iter().zip(deviations) {
                let numbers = weights.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
                let _ = writeln!(text, "{deviation} {numbers}");
            }
        }
        text
    }

    /// Reads the weights of any number of games. Lines that begin with `;` are comments.
    ///
    /// # Errors
    /// If the rules cannot be read, or numbers are missing or too many.
    pub fn read(text: &str) -> Result<WeightsSet, WeightsSetError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with(';') && !line.trim().is_empty());
        let mut set = WeightsSet::default();
        while let Some((number, words)) = lines.next() {
            let fault = |number: usize, fault: String| WeightsSetError { line: number + 1, fault };
            let rules = Rules::read(words).map_err(|error| fault(number, error.to_string()))?;
            let mut weights = Weights::unlearned(&rules);
            for phase in 0..PHASES {
                let (number, line) = lines.next().ok_or_else(|| fault(number, "lines are missing".to_owned()))?;
                let read: Result<Vec<i32>, _> = line.split_whitespace().map(str::parse).collect();
                let read = read.map_err(|error| fault(number, error.to_string()))?;
                let count = weights.phases[phase].len() + 1;
                let [deviation, of_phase @ ..] = &read[..] else { return Err(fault(number, "no numbers".to_owned())) };
                if read.len() != count || read.iter().any(|weight| !LIMITS.contains(weight)) {
                    return Err(fault(number, format!("expected {count} numbers within {LIMITS:?}")));
                }
                weights.deviations[phase] = *deviation;
                weights.phases[phase] = of_phase.to_vec();
            }
            set.put(words, &rules, weights);
        }
        Ok(set)
    }
}

/// What a weight may be: a sum over all features of the largest board stays within 32 bits.
const LIMITS: std::ops::RangeInclusive<i32> = -100_000..=100_000;

/// Whether the weights of one game are those of the other.
fn same(one: &Rules, other: &Rules) -> bool {
    let conditions =
        |rules: &Rules| Conditions { tie: None, placement: None, fourth: FourthDisc::Centre, ..*rules.conditions() };
    one.shape() == other.shape() && conditions(one) == conditions(other)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, WeightsSet};

    #[test]
    fn the_weights_of_the_program_are_read() {
        let set = WeightsSet::read(TEXT).expect("the embedded weights");
        assert_eq!(set.to_text(), TEXT);
    }
}
