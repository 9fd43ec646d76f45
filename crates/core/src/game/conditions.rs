//! What may differ from Othello besides the board: the goal, the end, the beginning on an empty board.
//!
//! Knows nothing of boards: how the conditions act on a turn is in the rules.

use super::{Colour, excerpt};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// The most discs: Othello.
    #[default]
    Most,
    /// The fewest discs: misere, also called anti-Othello.
    Fewest,
}

/// Who gets the squares that are empty at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EmptySquares {
    /// They count for the winner.
    #[default]
    ToWinner,
    /// They do not count.
    ToNobody,
}

/// What happens when the side to move cannot put a disc anywhere although it has discs left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NoMove {
    /// It passes; the game ends when neither side can move.
    #[default]
    Pass,
    /// The game ends at once, and the discs are counted.
    End,
    /// It loses every square, unless the board is full.
    Loss,
}

/// In which order the first four discs are put on the centre squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// The players take turns with one disc each.
    Alternate,
    /// Each player puts both discs in one turn.
    Pairs,
}

/// Whether the fourth disc, the second player's second one, may be put where it flips a disc instead of on the centre square that is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FourthDisc {
    /// It goes to the centre.
    #[default]
    Centre,
    /// It goes to the centre or flips.
    MayFlip,
    /// It flips.
    MustFlip,
}

/// Which discs a move turns where it closes several lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lines {
    /// Those of all lines.
    #[default]
    All,
    /// Those of one line, which the player chooses and names by the disc at its end: [`Move::Line`](super::Move::Line).
    One,
}

/// The conditions of a game. The default is those of Othello.
///
/// They are written as words `name=value` divided by blanks, without those of Othello.
///
/// # Examples
/// ```
/// use emilia_core::{Conditions, Goal};
///
/// let conditions: Conditions = "goal=fewest tie=white".parse()?;
/// assert_eq!(conditions.goal, Goal::Fewest);
/// assert_eq!(conditions.to_string(), "goal=fewest tie=white");
/// assert_eq!(Conditions::default().to_string(), "");
/// # Ok::<(), emilia_core::ParseConditionsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conditions {
    /// What wins.
    pub goal: Goal,
    /// Who gets the empty squares.
    pub empties: EmptySquares,
    /// Who wins if both sides have the same number of discs; none if that is a draw.
    pub tie: Option<Colour>,
    /// What happens without a move.
    pub no_move: NoMove,
    /// The placement of the first four discs if the game begins with fewer on the board; none if there is no placement.
    pub placement: Option<Placement>,
    /// The freedom of the fourth disc of a placement.
    pub fourth: FourthDisc,
    /// The discs that each side has, those on its side of the first board included; none if there is no limit. A side that has used them
    /// passes.
    pub supply: Option<u8>,
    /// Which of the lines that a move closes are turned.
    pub lines: Lines,
    /// Whether a disc may also be put beside one of the same side where it flips none.
    pub quiet: bool,
}

/// The values of each condition, that of Othello first. `supply` has numbers.
const VALUES: [(&str, &[&str]); 8] = [
    ("goal", &["most", "fewest"]),
    ("empties", &["winner", "nobody"]),
    ("tie", &["draw", "black", "white"]),
    ("no-move", &["pass", "end", "loss"]),
    ("placement", &["none", "alternate", "pairs"]),
    ("fourth", &["centre", "may-flip", "must-flip"]),
    ("lines", &["all", "one"]),
    ("quiet", &["no", "yes"]),
];
const SUPPLY: &str = "supply";

/// The text is not a list of conditions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseConditionsError {
    /// A word without `=`, or an unknown name.
    #[error(
        "not a condition of a game (goal, empties, tie, no-move, placement, fourth, lines, quiet or supply): {0:?}"
    )]
    Name(String),
    /// A value that the condition does not have.
    #[error("{name} is one of {}, not {value:?}", .values.join(", "))]
    Value {
        /// The condition.
        name: &'static str,
        /// Its values.
        values: &'static [&'static str],
        /// What was written.
        value: String,
    },
    /// The supply is not a number of discs.
    #[error("supply is a number of discs from 1 to 100, not {0:?}")]
    Supply(String),
    /// Two values of one condition.
    #[error("the conditions have {earlier:?} and, which contradicts it, {word:?}")]
    Contradiction {
        /// The later word.
        word: String,
        /// The earlier one.
        earlier: String,
    },
}

impl Conditions {
    /// The numbers of the values in the order of [`VALUES`].
    const fn indices(&self) -> [usize; VALUES.len()] {
        let tie = match self.tie {
            None => 0,
            Some(Colour::Black) => 1,
            Some(Colour::White) => 2,
        };
        let placement = match self.placement {
            None => 0,
            Some(Placement::Alternate) => 1,
            Some(Placement::Pairs) => 2,
        };
        let [goal, empties, no_move] = [self.goal as usize, self.empties as usize, self.no_move as usize];
        [goal, empties, tie, no_move, placement, self.fourth as usize, self.lines as usize, self.quiet as usize]
    }

    /// Sets the condition of this number to the value of this number.
    const fn set(&mut self, condition: usize, value: usize) {
        match (condition, value) {
            (0, 0) => self.goal = Goal::Most,
            (0, _) => self.goal = Goal::Fewest,
            (1, 0) => self.empties = EmptySquares::ToWinner,
            (1, _) => self.empties = EmptySquares::ToNobody,
            (2, 0) => self.tie = None,
            (2, 1) => self.tie = Some(Colour::Black),
            (2, _) => self.tie = Some(Colour::White),
            (3, 0) => self.no_move = NoMove::Pass,
            (3, 1) => self.no_move = NoMove::End,
            (3, _) => self.no_move = NoMove::Loss,
            (4, 0) => self.placement = None,
            (4, 1) => self.placement = Some(Placement::Alternate),
            (4, _) => self.placement = Some(Placement::Pairs),
            (5, 0) => self.fourth = FourthDisc::Centre,
            (5, 1) => self.fourth = FourthDisc::MayFlip,
            (5, _) => self.fourth = FourthDisc::MustFlip,
            (6, 0) => self.lines = Lines::All,
            (6, _) => self.lines = Lines::One,
            (_, _) => self.quiet = value > 0,
        }
    }

    /// The conditions in a record, whose writer may have put the name of a game there: those of Othello if there is no `=`.
    ///
    /// # Errors
    /// If there is an unknown condition or value.
    pub(in crate::game) fn of_record(text: &str) -> Result<Conditions, ParseConditionsError> {
        if text.contains('=') { text.parse() } else { Ok(Conditions::default()) }
    }

    /// Sets the condition that a word `name=value` names.
    ///
    /// # Errors
    /// If there is no condition of this name, or it does not have this value.
    pub fn set_word(&mut self, word: &str) -> Result<(), ParseConditionsError> {
        let (name, value) = word.split_once('=').ok_or_else(|| ParseConditionsError::Name(excerpt(word)))?;
        if name == SUPPLY {
            let discs = value.parse().ok().filter(|discs| (1..=100).contains(discs));
            self.supply = Some(discs.ok_or_else(|| ParseConditionsError::Supply(excerpt(value)))?);
            return Ok(());
        }
        let condition = VALUES.iter().position(|(known, _)| *known == name);
        let condition = condition.ok_or_else(|| ParseConditionsError::Name(excerpt(word)))?;
        let (name, values) = VALUES[condition];
        let found = values.iter().position(|known| *known == value);
        self.set(condition, found.ok_or_else(|| ParseConditionsError::Value { name, values, value: excerpt(value) })?);
        Ok(())
    }
}

impl FromStr for Conditions {
    type Err = ParseConditionsError;
    fn from_str(text: &str) -> Result<Conditions, ParseConditionsError> {
        let mut conditions = Conditions::default();
        let mut said: Vec<&str> = Vec::new();
        for word in text.split_whitespace() {
            conditions.set_word(word)?;
            let name = |word: &str| word.split('=').next().map(str::to_owned);
            if let Some(earlier) = said.iter().find(|earlier| **earlier != word && name(earlier) == name(word)) {
                return Err(ParseConditionsError::Contradiction { word: excerpt(word), earlier: excerpt(earlier) });
            }
            said.push(word);
        }
        Ok(conditions)
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing = VALUES.iter().zip(self.indices()).filter(|(_, index)| *index > 0);
        let words = differing.map(|((name, values), index)| format!("{name}={}", values[index]));
        let supply = self.supply.map(|discs| format!("{SUPPLY}={discs}"));
        f.write_str(&words.chain(supply).collect::<Vec<_>>().join(" "))
    }
}
