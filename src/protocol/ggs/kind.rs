//! The types of matches: `8`, `s8r20`, `10a`, `88kr16`.

use crate::protocol::text::plain;
use emilia::game::{Colour, Goal, Rules, Shape};
use std::fmt;
use std::str::FromStr;

/// The boards of the server. 88 is the octagon on 10x10.
const BOARDS: [u8; 7] = [4, 6, 8, 10, 12, 14, OCTAGON];
/// The board with 88 squares.
const OCTAGON: u8 = 88;
/// The fewest discs of a random start.
const FEWEST_RANDOM: u16 = 4;

/// A type of match.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::MatchKind;
///
/// let kind: MatchKind = "S8R20".parse()?;
/// assert!(kind.is_synchro && kind.board == 8 && kind.random == Some(20));
/// assert_eq!((kind.to_string(), kind.rating_key()), ("s8r20".to_owned(), "8r".to_owned()));
/// # Ok::<(), emilia_cli::protocol::ggs::ParseKindError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchKind {
    /// Whether two games are played at once from one start, with colours swapped.
    pub is_synchro: bool,
    /// 4, 6, 8, 10, 12, 14, or 88 for the octagon.
    pub board: u8,
    /// Whether the players bid for the side to move.
    pub has_komi: bool,
    /// The discs of a random start.
    pub random: Option<u16>,
    /// Whether the fewest discs win.
    pub is_anti: bool,
    /// The colour of the player who asks; by lot without one.
    pub colour: Option<Colour>,
}

/// The text is not a type of match. The messages are those of the server, as far as it has one.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::MatchKind;
///
/// assert_eq!("3".parse::<MatchKind>().unwrap_err().to_string(), "illegal board type: \"3\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseKindError {
    /// No board of the server.
    #[error("illegal board type: {0:?}")]
    Board(String),
    /// A random start without its discs, or with too few or too many.
    #[error("missing or illegal rand-type: {0:?}")]
    Random(String),
    /// A random start that favours one side.
    #[error("random games must be komi or synchro: {0:?}")]
    Unfair(String),
    /// Both games at once and bids.
    #[error("synchro+komi not supported: {0:?}")]
    SynchroKomi(String),
    /// Two colours, or a colour where there is none to prefer.
    #[error("no preferred color here: {0:?}")]
    Colour(String),
    /// A letter without a meaning, or one that is there twice.
    #[error("illegal game type: {0:?}")]
    Letter(String),
}

impl MatchKind {
    /// Reads a type that the server accepts.
    ///
    /// # Errors
    /// If the server would refuse it.
    fn read(text: &str) -> Result<MatchKind, ParseKindError> {
        let excerpt = || plain(text);
        let letters = text.trim().to_ascii_lowercase();
        let (is_synchro, rest) = letters.strip_prefix('s').map_or((false, letters.as_str()), |rest| (true, rest));
        let (board, mut rest) = number_before(rest);
        let board = board.and_then(|board| u8::try_from(board).ok()).filter(|board| BOARDS.contains(board));
        let board = board.ok_or_else(|| ParseKindError::Board(excerpt()))?;
        let (has_komi, random, is_anti, colour) = (false, None, false, None);
        let mut kind = MatchKind { is_synchro, board, has_komi, random, is_anti, colour };
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                'k' if !kind.has_komi => kind.has_komi = true,
                'a' if !kind.is_anti => kind.is_anti = true,
                'r' if kind.random.is_none() => {
                    let (discs, after) = number_before(rest);
                    let discs = discs.filter(|discs| (FEWEST_RANDOM..=kind.most_random()).contains(discs));
                    (kind.random, rest) = (Some(discs.ok_or_else(|| ParseKindError::Random(excerpt()))?), after);
                }
                'b' | 'w' if kind.colour.is_some() => return Err(ParseKindError::Colour(excerpt())),
                'b' => kind.colour = Some(Colour::Black),
                'w' => kind.colour = Some(Colour::White),
                _ => return Err(ParseKindError::Letter(excerpt())),
            }
        }
        if kind.is_synchro && kind.has_komi {
            return Err(ParseKindError::SynchroKomi(excerpt()));
        }
        if kind.random.is_some() && !(kind.is_synchro || kind.has_komi) {
            return Err(ParseKindError::Unfair(excerpt()));
        }
        if kind.colour.is_some() && (kind.has_komi || kind.random.is_some()) {
            return Err(ParseKindError::Colour(excerpt()));
        }
        Ok(kind)
    }

    /// The most discs of a random start.
    fn most_random(&self) -> u16 {
        self.squares() - 16
    }

    /// The squares of the board.
    pub fn squares(&self) -> u16 {
        if self.board == OCTAGON { u16::from(OCTAGON) } else { u16::from(self.board).pow(2) }
    }

    /// The outline of the board; none for 12x12 and 14x14, which are larger than the boards of [`emilia::game`].
    pub fn shape(&self) -> Option<Shape> {
        if self.board == OCTAGON { Some(Shape::octagon()) } else { Shape::rectangle(self.board, self.board) }
    }

    /// The rules of a game from the usual start; none for boards that are too large.
    pub fn rules(&self) -> Option<Rules> {
        Rules::diagonal(self.shape()?).ok().map(|rules| rules.with_goal(self.goal()))
    }

    /// What wins.
    pub fn goal(&self) -> Goal {
        if self.is_anti { Goal::Fewest } else { Goal::Most }
    }

    /// The name of the rating that the match counts for: `8`, `8r`, `10a`, `88ra`.
    pub fn rating_key(&self) -> String {
        let letter = |is_there, letter| if is_there { letter } else { "" };
        format!("{}{}{}", self.board, letter(self.random.is_some(), "r"), letter(self.is_anti, "a"))
    }
}

/// The number at the beginning of a text, none if there is none or it is too large, and the rest.
fn number_before(text: &str) -> (Option<u16>, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}

/// Reads `[s]BOARD[k][rDISCS][a][b|w]`, the letters behind the board in any order and case.
impl FromStr for MatchKind {
    type Err = ParseKindError;
    fn from_str(text: &str) -> Result<MatchKind, ParseKindError> {
        MatchKind::read(text)
    }
}

/// As the server prints it: `s`, board, `k`, `r` and the discs, colour, `a`.
impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_synchro { "s" } else { "" })?;
        write!(f, "{}", self.board)?;
        f.write_str(if self.has_komi { "k" } else { "" })?;
        self.random.map_or(Ok(()), |discs| write!(f, "r{discs}"))?;
        f.write_str(match self.colour {
            Some(Colour::Black) => "b",
            Some(Colour::White) => "w",
            None => "",
        })?;
        f.write_str(if self.is_anti { "a" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::{MatchKind, ParseKindError};

    fn read(text: &str) -> Result<MatchKind, ParseKindError> {
        text.parse()
    }

    #[test]
    fn types_are_written_in_the_order_of_the_server() {
        let same = ["8", "8b", "10w", "s8", "s8r20", "8k", "8kr20", "s88r4", "8ba", "s8r4a"].map(str::to_owned);
        for text in &same {
            assert_eq!(read(text).map(|kind| kind.to_string()).as_ref(), Ok(text));
        }
        for (text, printed) in [("S8AR14", "s8r14a"), ("8ak", "8ka"), ("8R20K", "8kr20"), (" 6a ", "6a")] {
            assert_eq!(read(text).map(|kind| kind.to_string()).as_deref(), Ok(printed));
        }
    }

    #[test]
    fn what_the_server_refuses_is_an_error() {
        use ParseKindError::{Board, Colour, Letter, Random, SynchroKomi, Unfair};
        let of = |text: &str| text.to_owned();
        assert_eq!(read("3"), Err(Board(of("3"))));
        assert_eq!(read(""), Err(Board(of(""))));
        assert_eq!(read("s8r49"), Err(Random(of("s8r49"))));
        assert_eq!(read("s8r3"), Err(Random(of("s8r3"))));
        assert_eq!(read("s8r"), Err(Random(of("s8r"))));
        assert_eq!(read("8r20"), Err(Unfair(of("8r20"))));
        assert_eq!(read("s8k"), Err(SynchroKomi(of("s8k"))));
        assert_eq!(read("8bw"), Err(Colour(of("8bw"))));
        assert_eq!(read("8kb"), Err(Colour(of("8kb"))));
        assert_eq!(read("8x"), Err(Letter(of("8x"))));
        assert_eq!(read("8kk"), Err(Letter(of("8kk"))));
        assert!(read("s4r4").is_err(), "4x4 has no room for random discs");
    }

    #[test]
    fn boards_up_to_10x10_are_played() {
        for (text, squares) in [("4", 16), ("6", 36), ("8a", 64), ("10", 100), ("88", 88)] {
            let kind = read(text).expect("a type");
            let rules = kind.rules().expect("a board that is played");
            assert_eq!((rules.shape().cells().len(), u32::from(kind.squares())), (squares, squares));
            assert_eq!(rules.goal(), kind.goal());
        }
        assert!(read("12").is_ok_and(|kind| kind.rules().is_none()));
    }
}
