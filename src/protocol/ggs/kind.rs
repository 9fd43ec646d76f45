//! The types of matches, `8`, `s8r20`, `10a`, `88kr16`, and patterns of them, `s8r`, `s8r14-24`.

use super::ParseError;
use emilia::{Colour, Goal, Rules, Shape};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The boards of the server. 88 is the octagon on 10x10.
const BOARDS: [u16; 7] = [4, 6, 8, 10, 12, 14, OCTAGON];
/// The board with 88 squares.
const OCTAGON: u16 = 88;
/// The fewest discs of a random start.
const FEWEST_RANDOM: u16 = 4;

/// A type of match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchKind {
    /// Whether two games are played at once from one start, with colours swapped.
    pub is_synchro: bool,
    /// 4, 6, 8, 10, 12, 14, or 88 for the octagon.
    pub board: u16,
    /// Whether the players bid for the side to move.
    pub has_komi: bool,
    /// The discs of a random start.
    pub random: Option<u16>,
    /// Whether the fewest discs win.
    pub is_anti: bool,
    /// The colour of the player who asks; by lot without one.
    pub colour: Option<Colour>,
}

impl MatchKind {
    /// The rules of a game from the usual start; none for 12x12 and 14x14, which are larger than the boards of a [`Game`](emilia::Game).
    pub fn rules(&self) -> Option<Rules> {
        Rules::diagonal(self.shape()?).ok().map(|rules| rules.with_goal(self.goal()))
    }

    /// The outline of the board; none for those that are too large.
    pub(super) fn shape(&self) -> Option<Shape> {
        let side = u8::try_from(self.board).ok()?;
        if self.board == OCTAGON { Some(Shape::octagon()) } else { Shape::rectangle(side, side) }
    }

    /// What wins.
    pub(super) fn goal(&self) -> Goal {
        if self.is_anti { Goal::Fewest } else { Goal::Most }
    }
}

/// Reads a type that the server accepts, the letters behind the board in any order and case.
impl FromStr for MatchKind {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<MatchKind, ParseError> {
        let Pattern { kind, random } = Pattern::read(text)?;
        match random {
            None => Ok(kind),
            Some(discs) if discs.start() == discs.end() => Ok(MatchKind { random: Some(*discs.start()), ..kind }),
            Some(_) => Err(ParseError::new("missing or illegal rand-type", text)),
        }
    }
}

/// As the server prints it: `s`, board, `k`, `r` and the discs, colour, `a`.
impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |is_there, letter| if is_there { letter } else { "" };
        write!(f, "{}{}{}", letter(self.is_synchro, "s"), self.board, letter(self.has_komi, "k"))?;
        self.random.map_or(Ok(()), |discs| write!(f, "r{discs}"))?;
        let (black, white) = (self.colour == Some(Colour::Black), self.colour == Some(Colour::White));
        write!(f, "{}{}{}", letter(black, "b"), letter(white, "w"), letter(self.is_anti, "a"))
    }
}

/// A type of match with a range of discs for a random start: `s8r14-24`, or `s8r` for any number.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pattern {
    /// The type without the discs.
    pub(super) kind: MatchKind,
    random: Option<RangeInclusive<u16>>,
}

impl Pattern {
    /// Reads `[s]BOARD[k][r[LEAST[-MOST]]][a][b|w]`.
    pub(super) fn read(text: &str) -> Result<Pattern, ParseError> {
        let error = |reason| ParseError::new(reason, text);
        let letters = text.trim().to_ascii_lowercase();
        let (is_synchro, rest) = letters.strip_prefix('s').map_or((false, letters.as_str()), |rest| (true, rest));
        let (board, mut rest) = number_before(rest);
        let board = board.filter(|board| BOARDS.contains(board)).ok_or_else(|| error("illegal board type"))?;
        let mut kind = MatchKind { is_synchro, board, has_komi: false, random: None, is_anti: false, colour: None };
        let mut random = None;
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                'k' if !kind.has_komi => kind.has_komi = true,
                'a' if !kind.is_anti => kind.is_anti = true,
                'r' if random.is_none() => {
                    let (discs, after) =
                        random_discs(board, rest).ok_or_else(|| error("missing or illegal rand-type"))?;
                    (random, rest) = (Some(discs), after);
                }
                'b' | 'w' if kind.colour.is_some() => return Err(error("only one color preference allowed")),
                'b' => kind.colour = Some(Colour::Black),
                'w' => kind.colour = Some(Colour::White),
                _ => return Err(error("illegal game type")),
            }
        }
        if kind.is_synchro && kind.has_komi {
            return Err(error("synchro+komi not supported"));
        }
        if random.is_some() && !(kind.is_synchro || kind.has_komi) {
            return Err(error("random games must be komi or synchro"));
        }
        if kind.colour.is_some() && (kind.has_komi || random.is_some()) {
            return Err(error("no preferred color in komi or rand games"));
        }
        Ok(Pattern { kind, random })
    }

    /// Whether the type is one of these. The colour does not matter.
    pub(super) fn matches(&self, kind: &MatchKind) -> bool {
        let has_start = match (&self.random, kind.random) {
            (None, None) => true,
            (Some(range), Some(discs)) => range.contains(&discs),
            _ => false,
        };
        has_start && MatchKind { random: None, colour: self.kind.colour, ..*kind } == self.kind
    }
}

/// The discs of a random start at the beginning of a text, all that the board has room for if there is no number, and the rest.
fn random_discs(board: u16, text: &str) -> Option<(RangeInclusive<u16>, &str)> {
    let squares = if board == OCTAGON { OCTAGON } else { board * board };
    let all = FEWEST_RANDOM..=squares - 16;
    if !text.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit()) {
        return (!all.is_empty()).then_some((all, text));
    }
    let (least, rest) = number_before(text);
    let (most, rest) = rest.strip_prefix('-').map_or((least, rest), number_before);
    let range = least?..=most?;
    (!range.is_empty() && all.contains(range.start()) && all.contains(range.end())).then_some((range, rest))
}

/// The number at the beginning of a text, none if there is none or it is too large, and the rest.
fn number_before(text: &str) -> (Option<u16>, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::{MatchKind, Pattern};

    fn read(text: &str) -> Result<String, String> {
        text.parse::<MatchKind>().map(|kind| kind.to_string()).map_err(|error| error.reason.to_owned())
    }

    #[test]
    fn types_are_written_in_the_order_of_the_server() {
        for text in ["8", "8b", "10w", "s8", "s8r20", "8k", "8kr20", "s88r4", "8ba", "s8r4a"] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        for (text, printed) in [("S8AR14", "s8r14a"), ("8ak", "8ka"), ("8R20K", "8kr20"), (" 6a ", "6a")] {
            assert_eq!(read(text).as_deref(), Ok(printed));
        }
    }

    #[test]
    fn what_the_server_refuses_is_an_error() {
        for (texts, reason) in [
            (&["3", ""][..], "illegal board type"),
            (&["s8r49", "s8r3", "s8r", "s4r4", "s8r14-24"], "missing or illegal rand-type"),
            (&["8r20"], "random games must be komi or synchro"),
            (&["s8k"], "synchro+komi not supported"),
            (&["8bw"], "only one color preference allowed"),
            (&["8kb"], "no preferred color in komi or rand games"),
            (&["8x", "8kk"], "illegal game type"),
        ] {
            texts.iter().for_each(|text| assert_eq!(read(text), Err(reason.to_owned()), "{text}"));
        }
    }

    #[test]
    fn boards_up_to_10x10_are_played() {
        for (text, squares) in [("4", 16), ("6", 36), ("8a", 64), ("10", 100), ("88", 88)] {
            let kind: MatchKind = text.parse().expect("a type");
            let rules = kind.rules().expect("a board that is played");
            assert_eq!((rules.shape().cells().len(), rules.goal()), (squares, kind.goal()));
        }
        assert!("12".parse::<MatchKind>().is_ok_and(|kind| kind.rules().is_none()));
    }

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
        for wrong in ["", "9", "s8r1-", "8x", "s8rx", "8r", "s8r99", "s8r24-14", "s4r"] {
            assert!(Pattern::read(wrong).is_err(), "{wrong:?}");
        }
    }
}
