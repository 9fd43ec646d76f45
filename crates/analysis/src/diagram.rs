//! Diagrams of positions and games, for print and for the screen.
//!
//! Knows nothing of scores: what is written on a square is text.

mod draw;
mod text;

use emilia::{Board, Cell, Colour, Game, ParseMoveError, Turn, Value};
use std::str::FromStr;

/// A board with its discs, numbers and marks, of any size.
///
/// # Examples
/// ```
/// use emilia::Square;
/// use emilia::notation::transcript;
/// use emilia_analysis::{Diagram, Mark};
///
/// let game = transcript::read("f5d6c3")?;
/// let mut diagram = Diagram::position(game.turn());
/// diagram.marks.push((Square::D3.into(), Mark::Label("A".into())));
/// assert!(diagram.to_text().contains(" 3 . . X A . . . . 3"));
/// # Ok::<(), emilia::ReplayError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The discs.
    pub board: Board,
    /// The moves drawn as numbered discs on squares that are empty on the board: the square, the player, the number.
    pub numbers: Vec<(Cell, Colour, usize)>,
    /// The marks on the squares.
    pub marks: Vec<(Cell, Mark)>,
    /// The square of the last move, to be highlighted.
    pub last: Option<Cell>,
    /// Whether letters and numbers are written beside the board.
    pub has_coordinates: bool,
    /// How the board looks in pictures.
    pub style: BoardStyle,
    /// A line below the board; may be empty.
    pub caption: String,
}

/// A mark on a square.
///
/// # Examples
/// ```
/// use emilia_analysis::Mark;
///
/// assert_eq!("o".parse(), Ok(Mark::Circle));
/// assert_eq!("+2".parse(), Ok(Mark::Label("+2".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A short text: a letter, or a score.
    Label(String),
    /// A ring.
    Circle,
    /// Two crossed lines.
    Cross,
}

/// How the board of a picture looks. See [`Diagram`] for an example of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardStyle {
    /// Black lines on white, for print.
    #[default]
    White,
    /// Black lines on green.
    Green,
}

/// The most characters of a label.
const LONGEST_LABEL: usize = 5;

/// The text is not a mark.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a mark is o, x or a text of 1 to {LONGEST_LABEL} characters, not {0:?}")]
pub struct ParseMarkError(String);

/// Reads `o` for a circle, `x` for a cross, or the text of a label.
impl FromStr for Mark {
    type Err = ParseMarkError;
    fn from_str(text: &str) -> Result<Mark, ParseMarkError> {
        let is_label = |letter: char| !letter.is_whitespace() && !letter.is_control();
        match text {
            "o" => Ok(Mark::Circle),
            "x" => Ok(Mark::Cross),
            _ if (1..=LONGEST_LABEL).contains(&text.chars().count()) && text.chars().all(is_label) => {
                Ok(Mark::Label(text.to_owned()))
            }
            _ => Err(ParseMarkError(text.chars().take(40).collect())),
        }
    }
}

impl Mark {
    /// A score on a square: whole discs if it is exact, one decimal if it is an estimate, `<` or `>` before a bound.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Score, Value};
    /// use emilia_analysis::Mark;
    ///
    /// assert_eq!(Mark::score(Value::exact(-6)), Mark::Label("-6".into()));
    /// assert_eq!(Mark::score(Value::at_least(2)), Mark::Label(">+1".into()));
    /// assert_eq!(Mark::score(Value::estimate(Score::from_discs(1.5), 12, 73)), Mark::Label("+1.5".into()));
    /// ```
    pub fn score(value: Value) -> Mark {
        let discs = value.score().to_discs();
        let label = match (value.lower(), value.upper()) {
            (Some(lower), Some(upper)) if lower == upper => format!("{lower:+}"),
            (Some(lower), _) if value.certainty().is_proved() => format!(">{:+}", lower - 1),
            (_, Some(upper)) if value.certainty().is_proved() => format!("<{:+}", upper + 1),
            _ => format!("{discs:+.1}"),
        };
        Mark::Label(label)
    }
}

impl Diagram {
    /// The diagram of a position, with the side to move as caption.
    pub fn position(turn: &Turn) -> Diagram {
        let can_move = |turn: &Turn| !turn.moves().is_empty();
        let caption = match turn.to_move {
            _ if !can_move(turn) && !can_move(&turn.pass()) => "",
            Colour::Black => "Black to move",
            Colour::White => "White to move",
        };
        Diagram {
            board: turn.board,
            numbers: Vec::new(),
            marks: Vec::new(),
            last: None,
            has_coordinates: true,
            style: BoardStyle::default(),
            caption: caption.to_owned(),
        }
    }

    /// The diagram of a game: the position before move number `ply`, counted from 0 with the passes, and the later moves as discs with
    /// their numbers, in the colour of the player. Numbers count from the start of the game without the passes.
    ///
    /// # Examples
    /// ```
    /// use emilia::notation::transcript;
    /// use emilia_analysis::Diagram;
    ///
    /// let diagram = Diagram::game(&transcript::read("f5d6c3")?, 0);
    /// assert_eq!(diagram.numbers.len(), 3);
    /// assert!(diagram.to_text().contains(" 5 . . . X O 1 . . 5"));
    /// # Ok::<(), emilia::ReplayError>(())
    /// ```
    pub fn game(game: &Game, ply: usize) -> Diagram {
        let mut diagram = Diagram::position(game.at_ply(ply).unwrap_or(game.turn()));
        diagram.caption.clear();
        let moves =
            game.turns().zip(game.moves()).filter_map(|((ply, turn), played)| Some((ply, turn, played.mv.cell()?)));
        for (number, (at, turn, cell)) in (1..).zip(moves) {
            if at >= ply {
                diagram.numbers.push((cell, turn.to_move, number));
            }
        }
        diagram
    }

    /// The numbered move on this square.
    fn number_at(&self, at: Cell) -> Option<(Colour, usize)> {
        self.numbers.iter().find(|(cell, ..)| *cell == at).map(|(_, colour, number)| (*colour, *number))
    }

    /// The colour of the disc on this square, of the board or a numbered move.
    fn disc_at(&self, at: Cell) -> Option<Colour> {
        self.number_at(at).map(|(colour, _)| colour).or_else(|| self.board.colour_at(at))
    }

    /// The marks on this square.
    fn marks_at(&self, at: Cell) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |(cell, _)| *cell == at).map(|(_, mark)| mark)
    }
}

/// A square and its mark, `d3=A`.
///
/// # Errors
/// If there is no `=`, or one of the parts cannot be read.
///
/// # Examples
/// ```
/// use emilia_analysis::{Mark, parse_mark};
///
/// assert_eq!(parse_mark("d3=x").map(|(cell, mark)| (cell.to_string(), mark)), Ok(("d3".into(), Mark::Cross)));
/// assert!(parse_mark("d3").is_err());
/// ```
pub fn parse_mark(text: &str) -> Result<(Cell, Mark), String> {
    let (cell, mark) =
        text.split_once('=').ok_or_else(|| format!("expected a square and a mark such as d3=A, got {text:?}"))?;
    let cell = cell.trim().parse().map_err(|error: ParseMoveError| error.to_string())?;
    let mark = mark.trim().parse().map_err(|error: ParseMarkError| error.to_string())?;
    Ok((cell, mark))
}
