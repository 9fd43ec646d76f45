//! The weights that were learned, and their file.
//!
//! The file is the container `EMILIA-F`: the length and the checksum of the content, then the content, compressed. That is a text: for each
//! game a line with its rules, and for each phase a line with the deviation and the weights of the features. A line `windows` may follow
//! with the weights of the contents of the windows, where `0*5` stands for five zeros.

use super::eval::{PHASES, Weights};
use super::window::weights_of_windows;
use crate::container::{HeaderError, Kind, compress, crc32, decompress};
use crate::game::{Conditions, Rules};
use flate2::Compression;
use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, OnceLock};

/// The weights of the games of the catalogue.
static EMBEDDED: &[u8] = include_bytes!("../../data/variant-weights.bin");

const KIND: Kind = Kind { magic: b"EMILIA-F", version: 1, name: "weights of variants" };
/// The most bytes of the content.
const MOST: u64 = 1 << 28;

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
/// let copy = WeightsSet::read(&set.to_bytes()?)?;
/// assert_eq!(copy.of(&rules), Some(&Weights::unlearned(&rules)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct WeightsSet(Vec<(String, Rules, Weights)>);

/// Why bytes are not weights of variants.
///
/// # Examples
/// ```
/// use emilia::variant::WeightsSet;
///
/// let error = WeightsSet::read(b"6x6\n1 2 3").unwrap_err();
/// assert!(error.to_string().starts_with("not weights of variants"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsSetError {
    /// The file is of another kind or version, or has no complete header.
    #[error("{0}")]
    Header(String),
    /// The file is cut off or changed.
    #[error("weights of variants are damaged: {0}")]
    Damaged(String),
    /// The content is none.
    #[error("weights of variants, line {line} of the content: {fault}")]
    Content {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: String,
    },
}

impl From<HeaderError> for WeightsSetError {
    fn from(error: HeaderError) -> WeightsSetError {
        WeightsSetError::Header(error.to_string())
    }
}

impl WeightsSet {
    /// The weights that belong to the program.
    pub fn embedded() -> &'static WeightsSet {
        static SET: OnceLock<WeightsSet> = OnceLock::new();
        // A test reads the file.
        SET.get_or_init(|| WeightsSet::read(EMBEDDED).unwrap_or_default())
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
    ///
    /// # Errors
    /// If there is no memory.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let text = self.to_text();
        let mut bytes = KIND.header(&[text.len() as u32, crc32(text.as_bytes())]);
        bytes.extend(compress(Compression::best(), |out| out.write_all(text.as_bytes()))?);
        Ok(bytes)
    }

    /// Reads the weights of any number of games.
    ///
    /// # Errors
    /// If the bytes are no file of weights, are damaged, or are for other features than those of this program.
    pub fn read(bytes: &[u8]) -> Result<WeightsSet, WeightsSetError> {
        let damaged = |fault: &str| WeightsSetError::Damaged(fault.to_owned());
        let [length, sum] = KIND.numbers(bytes)?;
        let content = decompress(&bytes[Kind::header_bytes(2)..], MOST.min(length.into()))
            .map_err(|error| WeightsSetError::Damaged(error.to_string()))?;
        if content.len() as u64 != u64::from(length) || crc32(&content) != sum {
            return Err(damaged("the checksum differs"));
        }
        WeightsSet::read_text(std::str::from_utf8(&content).map_err(|_| damaged("not a text"))?)
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for (words, _, Weights { phases, deviations, windows }) in &self.0 {
            let _ = writeln!(text, "{words}");
            for ((weights, deviation), windows) in phases.iter().zip(deviations).zip(windows) {
                let numbers = weights.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
                let _ = writeln!(text, "{deviation} {numbers}");
                if !windows.is_empty() {
                    let _ = writeln!(text, "windows{}", to_runs(windows));
                }
            }
        }
        text
    }

    fn read_text(text: &str) -> Result<WeightsSet, WeightsSetError> {
        let mut lines = text.lines().enumerate().peekable();
        let mut set = WeightsSet::default();
        while let Some((number, words)) = lines.next() {
            let fault = |number: usize, fault: String| WeightsSetError::Content { line: number + 1, fault };
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
                if let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with(WINDOWS)) {
                    let count = weights_of_windows(rules.shape());
                    let windows = from_runs(&line[WINDOWS.len()..], count);
                    let expected = || fault(number, format!("expected {count} weights of windows"));
                    weights.windows[phase] = windows.ok_or_else(expected)?;
                }
            }
            set.put(words, &rules, weights);
        }
        Ok(set)
    }
}

/// The word before the weights of windows.
const WINDOWS: &str = "windows";

/// Weights as text, each after a space.
fn to_runs(weights: &[i8]) -> String {
    let mut text = String::new();
    for run in weights.chunk_by(|one, other| one == other) {
        let _ = match run {
            [one] => write!(text, " {one}"),
            _ => write!(text, " {}*{}", run[0], run.len()),
        };
    }
    text
}

/// Reads a number of weights; none if the text is not as many.
fn from_runs(text: &str, count: usize) -> Option<Arc<[i8]>> {
    let mut weights = Vec::new();
    for run in text.split_whitespace() {
        let (weight, times) = run.split_once('*').unwrap_or((run, "1"));
        let (weight, times): (i8, usize) = (weight.parse().ok()?, times.parse().ok()?);
        if times > count - weights.len() {
            return None;
        }
        weights.resize(weights.len() + times, weight);
    }
    (weights.len() == count).then(|| weights.into())
}

/// What a weight may be: a sum over all features of the largest board stays within 32 bits.
const LIMITS: std::ops::RangeInclusive<i32> = -100_000..=100_000;

/// Whether the weights of one game are those of the other.
fn same(one: &Rules, other: &Rules) -> bool {
    let conditions = |rules: &Rules| Conditions { tie: None, placement: None, ..*rules.conditions() };
    one.shape() == other.shape() && conditions(one) == conditions(other)
}

#[cfg(test)]
mod tests {
    use super::{EMBEDDED, WeightsSet, WeightsSetError, from_runs, to_runs};

    #[test]
    fn the_weights_of_the_program_are_read() {
        let set = WeightsSet::read(EMBEDDED).expect("the embedded weights");
        let copy = WeightsSet::read(&set.to_bytes().expect("memory")).expect("the same weights");
        assert_eq!(set.to_text(), copy.to_text());
    }

    #[test]
    fn runs_are_read_as_they_were_written() {
        let weights = [0, 0, 0, 5, -3, -3, 0];
        assert_eq!(to_runs(&weights), " 0*3 5 -3*2 0");
        assert_eq!(from_runs(&to_runs(&weights), 7).as_deref(), Some(&weights[..]));
        for (text, count) in [("0*3", 2), ("0*3", 4), ("0*99999999999999999999", 4), ("*", 1), ("1*", 1), ("500", 1)] {
            assert_eq!(from_runs(text, count), None, "{text}");
        }
    }

    #[test]
    fn damage_is_an_error() {
        let bytes = WeightsSet::read(EMBEDDED).expect("weights").to_bytes().expect("memory");
        for length in 0..bytes.len().min(64) {
            assert!(WeightsSet::read(&bytes[..length]).is_err(), "{length} bytes");
        }
        for at in (20..bytes.len()).step_by(bytes.len() / 100) {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(matches!(WeightsSet::read(&changed), Err(WeightsSetError::Damaged(_))), "byte {at}");
        }
        for text in ["6x6", "6x6\n1 2 3", "nothing", "6x6\n\n"] {
            assert!(matches!(WeightsSet::read_text(text), Err(WeightsSetError::Content { .. })), "{text}");
        }
    }
}
