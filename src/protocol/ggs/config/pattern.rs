//! Patterns of types of matches: `8`, `s8r14-24`, `s88r`, `10a`.

use crate::protocol::ggs::MatchKind;
use crate::protocol::text::plain;
use std::ops::RangeInclusive;

/// Discs of a random start that every board has.
const ANY_RANDOM: &str = "4";

/// A type of match with any colour, and with a range of discs for a random start.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pattern {
    /// A type that fits.
    kind: MatchKind,
    /// The discs of a random start.
    random: Option<RangeInclusive<u16>>,
}

impl Pattern {
    /// Reads a type as the server writes it, where `r` may stand alone for every random start, or before two numbers.
    pub(super) fn read(text: &str) -> Result<Pattern, String> {
        let lower = text.to_ascii_lowercase();
        let (head, discs) = lower.split_once('r').map_or((lower.as_str(), None), |(head, discs)| (head, Some(discs)));
        let (discs, letters) = match discs {
            None => (None, ""),
            Some(discs) => {
                let end = discs.find(|letter: char| !letter.is_ascii_digit() && letter != '-').unwrap_or(discs.len());
                (Some(&discs[..end]), &discs[end..])
            }
        };
        let kind: MatchKind = match format!("{head}{letters}").parse() {
            Ok(kind) => kind,
            Err(error) => return Err(error.to_string()),
        };
        if kind.rules().is_none() {
            return Err(format!("this board is too large: {:?}", plain(text)));
        }
        // Only what the server accepts can ever fit.
        let number = |digits: &str| {
            let kind: Result<MatchKind, _> = format!("{head}r{digits}{letters}").parse();
            kind.map_err(|error| error.to_string())
                .and_then(|kind| kind.random.ok_or_else(|| format!("not a number of discs: {:?}", plain(text))))
        };
        let random = match discs {
            None => None,
            Some("") => {
                number(ANY_RANDOM)?;
                Some(0..=u16::MAX)
            }
            Some(discs) => {
                let (least, most) = discs.split_once('-').unwrap_or((discs, discs));
                Some(number(least)?..=number(most)?)
            }
        };
        match random {
            Some(range) if range.is_empty() => Err(format!("no number of discs is in this range: {:?}", plain(text))),
            random => Ok(Pattern { kind, random }),
        }
    }

    /// Whether the type is one of these.
    pub(super) fn matches(&self, kind: &MatchKind) -> bool {
        let plain = MatchKind { random: None, colour: None, ..*kind };
        let has_start = match (&self.random, kind.random) {
            (None, None) => true,
            (Some(range), Some(discs)) => range.contains(&discs),
            _ => false,
        };
        plain == MatchKind { colour: None, ..self.kind } && has_start
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn a_pattern_fits_every_colour_and_a_range_of_discs() {
        for (pattern, fits, others) in [
            ("8", &["8", "8b", "8w"][..], &["s8", "8a", "8k", "10", "s8r20"][..]),
            ("s8r", &["s8r4", "s8r48"], &["s8", "8kr20", "s10r20", "s8r20a"]),
            ("s8r14-24", &["s8r14", "s8r24"], &["s8r13", "s8r25"]),
            ("S8R20A", &["s8r20a"], &["s8r20", "s8r21a"]),
            ("8kr", &["8kr20"], &["8k"]),
            ("88", &["88"], &["s88", "10"]),
        ] {
            let pattern = Pattern::read(pattern).expect("a pattern");
            let matches = |text: &&str| pattern.matches(&text.parse().expect("a type"));
            assert!(fits.iter().all(matches) && !others.iter().any(matches), "{pattern:?}");
        }
        for wrong in ["", "9", "12", "s8r1-", "8x", "s8rx", "14a", "8r", "s8r99", "s8r24-14"] {
            assert!(Pattern::read(wrong).is_err(), "{wrong:?}");
        }
    }
}
