//! The weights that were learned, and their file.
//!
//! The file is the container `EMILIA-F`: the lengths of a text and of the weights of windows, the checksum of both, then both, compressed.
//! The text has for each game a line with its rules, for each phase a line with the deviation and the weights of the features, and a line
//! `windows` if there are weights of windows: a byte each, of all phases, with the sign in bit 0.

use super::eval::{PHASES, Weights};
use super::window::weights_of_windows;
use crate::container::{HeaderError, Kind, compress_numbers, crc32, decompress};
use emilia_core::{Conditions, Rules};
use std::fmt::Write as _;
use std::io;
use std::sync::OnceLock;

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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
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
        let mut content = text.clone().into_bytes();
        let windows = self.0.iter().flat_map(|(.., weights)| &weights.windows).flat_map(|windows| windows.iter());
        content.extend(windows.map(|&weight| with_sign_last(weight)));
        let lengths = [text.len(), content.len() - text.len()].map(|length| length as u32);
        let mut bytes = KIND.header(&[lengths[0], lengths[1], crc32(&content)]);
        bytes.extend(compress_numbers(&content)?);
        Ok(bytes)
    }

    /// Reads the weights of any number of games.
    ///
    /// # Errors
    /// If the bytes are no file of weights, are damaged, or are for other features than those of this program.
    pub fn read(bytes: &[u8]) -> Result<WeightsSet, WeightsSetError> {
        let damaged = |fault: &str| WeightsSetError::Damaged(fault.to_owned());
        let [of_text, of_windows, sum] = KIND.numbers(bytes)?;
        let length = u64::from(of_text) + u64::from(of_windows);
        let content = decompress(&bytes[Kind::header_bytes(3)..], MOST.min(length))
            .map_err(|error| WeightsSetError::Damaged(error.to_string()))?;
        if content.len() as u64 != length || crc32(&content) != sum {
            return Err(damaged("the checksum differs"));
        }
        let (text, windows) = content.split_at(of_text as usize);
        WeightsSet::of_parts(std::str::from_utf8(text).map_err(|_| damaged("not a text"))?, windows)
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for (words, _, Weights { phases, deviations, windows }) in &self.0 {
            let _ = writeln!(text, "{words}");
            for (weights, deviation) in phases.iter().zip(deviations) {
                let numbers = weights.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
                let _ = writeln!(text, "{deviation} {numbers}");
            }
            if windows.iter().all(|windows| !windows.is_empty()) {
                let _ = writeln!(text, "{WINDOWS}");
            }
        }
        text
    }

    fn of_parts(text: &str, mut windows: &[u8]) -> Result<WeightsSet, WeightsSetError> {
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
            }
            if let Some((number, _)) = lines.next_if(|(_, line)| *line == WINDOWS) {
                let count = weights_of_windows(rules.shape());
                for of_phase in &mut weights.windows {
                    let (first, rest) = windows
                        .split_at_checked(count)
                        .ok_or_else(|| fault(number, format!("expected {count} weights of windows")))?;
                    *of_phase = first.iter().map(|&byte| with_sign_first(byte)).collect();
                    windows = rest;
                }
            }
            set.put(words, &rules, weights);
        }
        match windows.is_empty() {
            true => Ok(set),
            false => Err(WeightsSetError::Damaged("weights of windows are left".to_owned())),
        }
    }
}

/// The line of a game that has weights of windows.
const WINDOWS: &str = "windows";

/// A number as a byte that is small where the number is: its sign in bit 0. Bytes of this kind compress best.
fn with_sign_last(number: i8) -> u8 {
    (number as u8) << 1 ^ (number >> 7) as u8
}

fn with_sign_first(byte: u8) -> i8 {
    (byte >> 1) as i8 ^ -((byte & 1) as i8)
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
    use super::{EMBEDDED, WeightsSet, WeightsSetError, with_sign_first, with_sign_last};

    #[test]
    fn the_weights_of_the_program_are_read() {
        let set = WeightsSet::read(EMBEDDED).expect("the embedded weights");
        let copy = WeightsSet::read(&set.to_bytes().expect("memory")).expect("the same weights");
        assert_eq!(set.to_text(), copy.to_text());
        assert!(set.0.iter().zip(&copy.0).all(|(one, other)| one.2 == other.2));
    }

    #[test]
    fn signs_are_moved_and_moved_back() {
        for number in i8::MIN..=i8::MAX {
            assert_eq!(with_sign_first(with_sign_last(number)), number);
        }
        assert_eq!([0, -1, 1, -2].map(with_sign_last), [0, 1, 2, 3]);
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
            assert!(matches!(WeightsSet::of_parts(text, &[]), Err(WeightsSetError::Content { .. })), "{text}");
        }
    }
}
