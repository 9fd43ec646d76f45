//! The named rules, and rules from words or from a picture of a board.
//!
//! ```text
//! 10x8 parallel goal=fewest        a board, how the discs stand at the start, conditions
//! ```
//!
//! Knows nothing of files: it reads text.

use super::{
    Board, Colour, Conditions, FourthDisc, Game, ParseConditionsError, ParseTurnError, Rules, RulesError, Shape, Turn,
    excerpt,
};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Rules that have a name.
///
/// # Examples
/// ```
/// use emilia_core::Variant;
///
/// let anti = Variant::ALL.iter().find(|variant| variant.name == "anti").expect("a variant");
/// assert_eq!(anti.words, "8x8 goal=fewest");
/// assert!(anti.rules().is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The name in lower case, without blanks.
    pub name: &'static str,
    /// The rules as [`Rules::read`] takes them.
    pub words: &'static str,
    /// The rules in a sentence.
    pub sentence: &'static str,
    /// Where they come from.
    pub source: &'static str,
}

/// A variant with these four texts.
const fn variant(name: &'static str, words: &'static str, sentence: &'static str, source: &'static str) -> Variant {
    Variant { name, words, sentence, source }
}

const SIZES: &str = "board sizes of game programs and servers";
const SOLVED: &str = "studies of small boards";

impl Variant {
    /// The catalogue.
    pub const ALL: [Variant; 32] = [
        variant("othello", "8x8", "The standard game.", "Hasegawa 1971"),
        variant("4x4", "4x4", "Othello on 4x4.", SOLVED),
        variant("5x5", "5x5", "Othello on 5x5, with the discs up and to the left of the middle.", SIZES),
        variant("6x6", "6x6", "Othello on 6x6.", SIZES),
        variant("7x7", "7x7", "Othello on 7x7, with the discs up and to the left of the middle.", SIZES),
        variant("9x9", "9x9", "Othello on 9x9, with the discs up and to the left of the middle.", SIZES),
        variant("10x10", "10x10", "Grand Othello: Othello on 10x10.", "Grand Othello"),
        variant("4x5", "4x5", "Othello on 4 columns and 5 rows.", SOLVED),
        variant("4x6", "4x6", "Othello on 4 columns and 6 rows.", SOLVED),
        variant("4x7", "4x7", "Othello on 4 columns and 7 rows.", SOLVED),
        variant("4x8", "4x8", "Othello on 4 columns and 8 rows.", SOLVED),
        variant("5x6", "5x6", "Othello on 5 columns and 6 rows.", SOLVED),
        variant(
            "octagon",
            "octagon",
            "Othello 8 stars: 10x10 with three squares cut off at each corner.",
            "Othello 8 stars; GGS type 88",
        ),
        variant(
            "cross",
            "cross",
            "8x8 with four squares cut off at each corner, as in Annexation.",
            "Annexation 1870, exact outline unknown",
        ),
        variant("parallel", "8x8 parallel", "The first discs of a colour stand side by side.", "a start of Reversi"),
        variant("parallel-4x4", "4x4 parallel", "4x4 with the parallel start.", SOLVED),
        variant("parallel-6x6", "6x6 parallel", "6x6 with the parallel start.", SOLVED),
        variant("rotated", "8x8 rotated", "The start turned by 90 degrees.", "a start of Reversi"),
        variant("anti", "8x8 goal=fewest", "Misere: the fewest discs win.", "GGS type 8a"),
        variant("anti-4x4", "4x4 goal=fewest", "Misere on 4x4.", SOLVED),
        variant("anti-6x6", "6x6 goal=fewest", "Misere on 6x6.", SOLVED),
        variant("anti-10x10", "10x10 goal=fewest", "Misere on 10x10.", "GGS type 10a"),
        variant(
            "tie-white",
            "8x8 tie=white",
            "Equal discs are a win for white, who moves second.",
            "some editions of Reversi; Japanese events",
        ),
        variant("tie-black", "8x8 tie=black", "Equal discs are a win for black.", "Japanese events"),
        variant(
            "no-pass",
            "8x8 no-move=loss",
            "A player without a move loses, unless the board is full.",
            "a pen-and-paper game",
        ),
        variant(
            "reversi-1886",
            "8x8 empty placement=alternate supply=32 no-move=end empties=nobody",
            "The players put two discs each on the four squares in the middle, one by one; 32 discs a player; the game ends when the side to move cannot move.",
            "Jaques & Son 1886",
        ),
        variant(
            "reversi-1893",
            "8x8 empty placement=pairs supply=32 no-move=end empties=nobody",
            "As reversi-1886, but each player puts both first discs in one turn.",
            "Ravensburger 1893",
        ),
        variant(
            "reversi-may-flip",
            "8x8 empty placement=alternate fourth=may-flip supply=32 no-move=end empties=nobody",
            "As reversi-1886, but the second player's second disc may flip one.",
            "later editions of Reversi",
        ),
        variant(
            "reversi-must-flip",
            "8x8 empty placement=alternate fourth=must-flip supply=32 no-move=end empties=nobody",
            "As reversi-1886, but the second player's second disc must flip one.",
            "later editions of Reversi",
        ),
        variant(
            "one-line",
            "8x8 lines=one",
            "A move turns the discs of one line only, which the player chooses where it closes several: f5xc5.",
            "German editions of Reversi",
        ),
        variant(
            "quiet",
            "8x8 quiet=yes",
            "A disc may also be put beside one of the same side where it turns none.",
            "old rules of Reversi",
        ),
        variant(
            "supply-30",
            "8x8 supply=30",
            "30 discs a player, those of the start included; a player without discs passes.",
            "editions of Reversi with 60 discs",
        ),
    ];

    /// The catalogue as text: a line for each variant with its name, its rules in a sentence and where they come from.
    pub fn list() -> String {
        let width = Variant::ALL.iter().map(|variant| variant.name.len()).max().unwrap_or(0);
        let line = |variant: &Variant| {
            let Variant { name, sentence, source, .. } = variant;
            format!("{name:width$}  {sentence} ({source})\n")
        };
        Variant::ALL.iter().map(line).collect()
    }

    /// The rules.
    ///
    /// # Errors
    /// Never for a variant of the catalogue.
    pub fn rules(&self) -> Result<Rules, ParseRulesError> {
        Rules::read(self.words)
    }
}

/// The text is not rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRulesError {
    /// An unknown word.
    #[error(
        "not a variant, a board such as 10x8, octagon or cross, a start (parallel, rotated or empty) or a condition: {0:?}"
    )]
    Word(String),
    /// A size or a shape that there is not.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A condition that there is not.
    #[error(transparent)]
    Conditions(#[from] ParseConditionsError),
    /// A picture that is not a board.
    #[error("the picture: {0}")]
    Picture(ParseTurnError),
    /// Rows of a picture that are not together, as of two boards.
    #[error("the rows of the picture are not together")]
    Gap,
    /// First discs are to be put on a board that has them.
    #[error("placement= needs a start with fewer than four discs: add the word empty")]
    Placed,
    /// A rule for the fourth disc of a game whose discs are not put on the board.
    #[error("fourth= needs placement=")]
    Fourth,
    /// A picture and a board in words.
    #[error("the board is given by a picture and by {0:?}")]
    Twice(String),
    /// Two words of which both cannot be true.
    #[error("the rules have {earlier:?} and, which contradicts it, {word:?}")]
    Contradiction {
        /// The later word.
        word: String,
        /// The earlier one.
        earlier: String,
    },
    /// Neither side can ever put a disc on the board.
    #[error("the game is over before its first move: {0:?}")]
    Over(String),
}

/// What words say of a game so far.
#[derive(Clone, Copy, PartialEq)]
struct Meaning {
    shape: Shape,
    /// The discs on the four squares in the middle row by row; none for an empty board.
    centre: Option<&'static str>,
    first: Colour,
    conditions: Conditions,
}

impl Meaning {
    /// The meaning with this word, which is in lower case and no name of a variant, and what the word is about.
    fn with(self, word: &str) -> Result<(Meaning, &str), ParseRulesError> {
        let mut next = self;
        let subject = match word {
            "octagon" | "cross" => {
                next.shape = if word == "cross" { Shape::cross() } else { Shape::octagon() };
                BOARD
            }
            "parallel" | "rotated" | "empty" => {
                next.centre = match word {
                    "parallel" => Some(Rules::PARALLEL),
                    "rotated" => Some(Rules::ROTATED),
                    _ => None,
                };
                START
            }
            "anti" => return self.with("goal=fewest"),
            "first=black" | "first=white" => {
                next.first = if word == "first=white" { Colour::White } else { Colour::Black };
                "first"
            }
            _ => match word.split_once('=') {
                Some((name, _)) => {
                    next.conditions.set_word(word)?;
                    name
                }
                None => {
                    next.shape = rectangle(word)?;
                    BOARD
                }
            },
        };
        Ok((next, subject))
    }
}

/// What words of the rules can be about besides conditions.
const BOARD: &str = "board";
const START: &str = "start";
/// The board of Othello. In the words of a variant it says nothing, so that a variant can be combined with another board.
const STANDARD: &str = "8x8";

/// The words of the rules that were read.
struct Words<'a> {
    meaning: Meaning,
    /// What was said so far: what each word is about, and the word as it was given.
    said: Vec<(String, &'a str)>,
}

impl<'a> Words<'a> {
    fn read(words: &'a str) -> Result<Words<'a>, ParseRulesError> {
        let (shape, centre) = (Shape::STANDARD, Some(Rules::DIAGONAL));
        let othello = Meaning { shape, centre, first: Colour::Black, conditions: Conditions::default() };
        let mut read = Words { meaning: othello, said: Vec::new() };
        for given in words.split_whitespace() {
            let word = given.to_ascii_lowercase();
            let named = |variant: &&Variant| variant.name == word && !variant.words.split(' ').any(|said| said == word);
            match Variant::ALL.iter().find(named) {
                Some(variant) => {
                    let mut words = variant.words.split(' ').filter(|word| *word != STANDARD);
                    words.try_for_each(|word| read.add(word, given))?;
                }
                None => read.add(&word, given)?,
            }
        }
        Ok(read)
    }

    /// Adds a word that is part of a given one, if it says nothing else than the words before it.
    fn add(&mut self, word: &str, given: &'a str) -> Result<(), ParseRulesError> {
        let (next, subject) = self.meaning.with(word)?;
        let earlier = self.said.iter().find(|(about, _)| about == subject);
        if let Some((_, earlier)) = earlier.filter(|_| next != self.meaning) {
            return Err(ParseRulesError::Contradiction { word: excerpt(given), earlier: excerpt(earlier) });
        }
        self.said.push((subject.to_owned(), given));
        self.meaning = next;
        Ok(())
    }
}

/// The board of a text such as `10` or `10x8`.
fn rectangle(text: &str) -> Result<Shape, ParseRulesError> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let (Ok(columns), Ok(rows)) = (columns.parse(), rows.parse()) else {
        return Err(ParseRulesError::Word(excerpt(text)));
    };
    Ok(Shape::rectangle(columns, rows).ok_or(RulesError::of_sides(columns, rows))?)
}

impl Rules {
    /// Reads the name of a variant, or rules in words, or words above a picture of the board.
    ///
    /// The words are a board (`8`, `10x8`, `octagon`, `cross`), a start (`parallel`, `rotated`, `empty`), the side that begins
    /// (`first=white`) and [`Conditions`]; `anti` means `goal=fewest`. The order of the words does not matter, and what is left out is as
    /// in Othello. A picture has one line for each row: `X` black, `O` white, `.` empty, `#` cut off. Lines that begin with `;` are
    /// comments.
    ///
    /// # Errors
    /// If a word is unknown or contradicts another one, the board cannot be, or the game is over before its first move.
    pub fn read(text: &str) -> Result<Rules, ParseRulesError> {
        let is_row = |line: &&str| line.len() >= 4 && line.chars().all(|letter| "XxOo.-_#".contains(letter));
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with(';')).collect();
        if lines.split(|line| !is_row(line)).filter(|rows| !rows.is_empty()).count() > 1 {
            return Err(ParseRulesError::Gap);
        }
        let (rows, words): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(is_row);
        let words = words.join(" ");
        let Words { meaning: Meaning { shape, centre, first, conditions }, said } = Words::read(&words)?;
        if rows.is_empty() {
            let start = match centre {
                Some(discs) => Board::with_centre(shape, discs).ok_or(RulesError::Centre)?,
                None => Board::empty(shape),
            };
            let rules = Rules::from_start(Turn { board: start, to_move: first }).with_conditions(conditions);
            let rules = with_effect(rules)?;
            let is_over = Game::new(rules.clone()).is_over();
            return if is_over { Err(ParseRulesError::Over(excerpt(&words))) } else { Ok(rules) };
        }
        if let Some((_, word)) = said.iter().find(|(about, _)| [BOARD, START].contains(&about.as_str())) {
            return Err(ParseRulesError::Twice(excerpt(word)));
        }
        let turn = Turn::read(&format!("{} {}", rows.join("/"), first.letter())).map_err(ParseRulesError::Picture)?;
        with_effect(Rules::from_start(turn).with_conditions(conditions))
    }
}

/// As [`Rules::read`].
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        Rules::read(text)
    }
}

/// What [`Rules::read`] makes the same rules of: the name of a variant, or conditions above a picture of the board.
///
/// # Examples
/// ```
/// use emilia_core::Rules;
///
/// assert_eq!(Rules::read("8x8 goal=fewest")?.to_string(), "anti");
/// assert_eq!(Rules::read("4x4 goal=fewest first=white")?.to_string(), "goal=fewest first=white\n----\n-OX-\n-XO-\n----");
/// # Ok::<(), emilia_core::ParseRulesError>(())
/// ```
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(variant) = Variant::ALL.iter().find(|variant| variant.rules().as_ref() == Ok(self)) {
            return f.write_str(variant.name);
        }
        let Turn { board, to_move } = self.start();
        let first = if *to_move == Colour::White { "first=white" } else { "" };
        f.write_str(format!("{} {first}", self.conditions()).trim())?;
        self.shape().places().try_for_each(|cell| {
            let content = board.colour_at(cell).map_or('-', Colour::letter);
            let line_end = if cell.column() == 0 { "\n" } else { "" };
            write!(f, "{line_end}{}", if board.has(cell) { content } else { '#' })
        })
    }
}

/// The rules, if all of their conditions have an effect.
fn with_effect(rules: Rules) -> Result<Rules, ParseRulesError> {
    let conditions = rules.conditions();
    match conditions.placement {
        Some(_) if !rules.is_placement(&rules.start().board) => Err(ParseRulesError::Placed),
        None if conditions.fourth != FourthDisc::default() => Err(ParseRulesError::Fourth),
        _ => Ok(rules),
    }
}
