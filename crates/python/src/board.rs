//! A position with the moves that led to it.

use crate::names::{
    ColourArgument, IllegalMoveError, MoveArgument, python_colour, python_move, python_moves, value_error,
};
use emilia::notation::{fen, obf, transcript};
use emilia::{Bitboard, Cell, Cells, Colour, Conditions, Game, Position, Rules, Turn};
use emilia_analysis::{BoardStyle, Diagram, Mark};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A position by the rules of Othello or another game of its family, and the moves played since its start.
///
/// `Board()` is the start of Othello. `position` has the squares row by row (`X` black, `O` white, `-` empty), then the side to move;
/// `rules` is a variant or rules in words, such as `"6x6"` or `"anti"`. Of rules that stand beside a position only those that are not about
/// the board hold.
#[pyclass(module = "emilia_othello", eq)]
pub struct Board {
    pub game: Game,
}

impl Board {
    fn turn_now(&self) -> &Turn {
        self.game.turn()
    }

    fn conditions(&self) -> &Conditions {
        self.game.rules().conditions()
    }

    fn position(&self) -> PyResult<Position> {
        self.game.position().ok_or_else(|| value_error("only a board of 8x8 by the rules of Othello has bitboards"))
    }

    /// The board in this state, a bit for each square in the order of the rows.
    fn bits(&self, cells: Cells) -> u128 {
        let places = self.game.rules().shape().places();
        places.enumerate().filter(|(_, cell)| cells.has(*cell)).map(|(bit, _)| 1 << bit).sum()
    }

    /// What makes boards equal.
    fn key(&self) -> (&Turn, &Conditions) {
        (self.turn_now(), self.conditions())
    }
}

/// The rules of this text, those of Othello if it is empty.
pub fn rules_of(text: &str) -> PyResult<Rules> {
    if text.is_empty() { Ok(Rules::default()) } else { text.parse().map_err(value_error) }
}

/// The rules that a game from this position has, with the conditions of this text.
fn rules_from(position: &str, rules: &str) -> PyResult<Rules> {
    let turn = Turn::read(position.trim().trim_end_matches(';')).map_err(value_error)?;
    let conditions = match rules.parse::<Conditions>() {
        Ok(conditions) => conditions,
        Err(_) => *rules_of(rules)?.conditions(),
    };
    Ok(Rules::from_start(turn).with_conditions(conditions))
}

/// The moves that led to a position do not count.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.key() == other.key()
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (position = "", *, rules = ""))]
    fn new(position: &str, rules: &str) -> PyResult<Board> {
        let rules = if position.is_empty() { rules_of(rules)? } else { rules_from(position, rules)? };
        Ok(Board { game: Game::new(rules) })
    }

    /// The board after moves from the start, such as `"f5d6c3"`. Passes may be left out.
    #[staticmethod]
    #[pyo3(signature = (moves, *, rules = ""))]
    fn from_moves(moves: &str, rules: &str) -> PyResult<Board> {
        Ok(Board { game: transcript::read_by(rules_of(rules)?, moves).map_err(value_error)? })
    }

    /// The position of a line of OBF, without its answers.
    #[staticmethod]
    fn from_obf(text: &str) -> PyResult<Board> {
        Ok(Board { game: text.parse::<obf::Problem>().map_err(value_error)?.game() })
    }

    /// The position of a FEN. `capitals` is the colour that has the capital letters and is called `w`: white with Edax, black with XBoard.
    #[staticmethod]
    #[pyo3(signature = (text, *, capitals = ColourArgument(Colour::White)))]
    fn from_fen(text: &str, capitals: ColourArgument) -> PyResult<Board> {
        Ok(Board { game: Game::new(Rules::from_start(fen::read(text, capitals.0).map_err(value_error)?)) })
    }

    /// The 8x8 position with these discs of the side to move and of its opponent, a bit for each square: a1 is 1, b1 is 2, h8 is 2**63.
    #[staticmethod]
    #[pyo3(signature = (own, opp, turn = ColourArgument(Colour::Black)))]
    fn from_bitboards(own: u64, opp: u64, turn: ColourArgument) -> PyResult<Board> {
        let position = Position::new(Bitboard(own), Bitboard(opp));
        let position = position.ok_or_else(|| value_error("a square has discs of both sides"))?;
        Ok(Board { game: Game::from_position(position, turn.0) })
    }

    /// The side to move.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python_colour(py, self.game.to_move())
    }

    /// The rules: the name of a variant, or rules in words above a picture of the start.
    #[getter]
    fn rules(&self) -> String {
        self.game.rules().to_string().trim_start().to_owned()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> u8 {
        self.game.rules().shape().columns()
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> u8 {
        self.game.rules().shape().rows()
    }

    /// The legal moves, row by row: only a pass if the side to move must pass, none if the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        python_moves(py, self.game.legal())
    }

    /// The moves played since the start of the board, passes included.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        python_moves(py, self.game.moves().iter().map(|played| played.mv))
    }

    /// The number of moves played since the start of the board, passes included.
    #[getter]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.turn_now().board.empties()
    }

    /// The discs of the side to move, a bit for each square: a1 is 1, b1 is 2, h8 is 2**63.
    ///
    /// Raises ValueError for boards that are not 8x8 or have other rules.
    #[getter]
    fn own(&self) -> PyResult<u64> {
        Ok(self.position()?.own().0)
    }

    /// The discs of the other side, as `own`.
    #[getter]
    fn opp(&self) -> PyResult<u64> {
        Ok(self.position()?.opp().0)
    }

    /// The discs of a colour, a bit for each square of the board row by row. Boards of any size.
    fn bitboard(&self, colour: ColourArgument) -> u128 {
        self.bits(self.turn_now().board.discs(colour.0))
    }

    /// The number of discs of a colour.
    fn count(&self, colour: ColourArgument) -> u32 {
        self.game.discs(colour.0)
    }

    /// The colour of the disc on a square, or None.
    fn colour_at<'py>(&self, py: Python<'py>, square: MoveArgument) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.colour_at(square.cell()?).map(|colour| python_colour(py, colour)).transpose()
    }

    /// The squares row by row, one byte each: 0 empty, 1 black, 2 white, 3 not on the board.
    ///
    /// `numpy.frombuffer(board.cells(), numpy.uint8).reshape(board.rows, board.columns)` is the board as an array.
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let board = &self.turn_now().board;
        let shape = board.shape();
        let content = |cell: Cell| match board.colour_at(cell) {
            Some(Colour::Black) => 1,
            Some(Colour::White) => 2,
            None => 3 * u8::from(!shape.has(cell)),
        };
        PyBytes::new(py, &shape.places().map(content).collect::<Vec<u8>>())
    }

    /// Whether the side to move may play this.
    fn is_legal(&self, r#move: MoveArgument) -> bool {
        self.game.is_legal(r#move.0)
    }

    /// Plays a move: text, a `Move` or a `Square`. A pass must be played as `"pass"`.
    ///
    /// Raises IllegalMoveError, and the board stays as it was.
    fn push(&mut self, r#move: MoveArgument) -> PyResult<()> {
        self.game.play(r#move.0).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }

    /// Plays moves such as `"f5d6c3"`. Passes may be left out.
    ///
    /// Raises ValueError if one of them is illegal or none, and the board stays as it was.
    fn push_moves(&mut self, moves: &str) -> PyResult<()> {
        transcript::play(&mut self.game, moves).map_err(value_error)
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError at the start.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let played = self.game.undo().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        python_move(py, played.mv)
    }

    /// The last move.
    ///
    /// Raises IndexError at the start.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.game.moves().last().ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        python_move(py, last.mv)
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.game.is_over()
    }

    /// Black's lead in discs, by the goal of the rules; at the end of the game the winner of Othello has the empty squares too.
    fn score(&self) -> i32 {
        self.game.score()
    }

    /// Black's final score, or None before the end.
    fn result(&self) -> Option<i32> {
        self.game.is_over().then(|| self.game.score())
    }

    /// The side that has won, or None for a draw and before the end.
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.winner().map(|colour| python_colour(py, colour)).transpose()
    }

    /// A copy with the moves that can be taken back.
    fn copy(&self) -> Board {
        Board { game: self.game.clone() }
    }

    fn __copy__(&self) -> Board {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy()
    }

    /// The bitboards of the symmetric position that comes first of the eight: equal for positions that are rotations or mirror images.
    ///
    /// Raises ValueError for boards that are not 8x8 or have other rules.
    fn canonical(&self) -> PyResult<(u64, u64)> {
        let position = self.position()?.canonical().0;
        Ok((position.own().0, position.opp().0))
    }

    /// The moves without passes: `f5d6c3`.
    fn transcript(&self) -> String {
        self.game.transcript()
    }

    /// The position as a line of OBF: the squares row by row, the side to move, a semicolon.
    fn obf(&self) -> String {
        format!("{};", self.turn_now())
    }

    /// The position as FEN, see `from_fen`.
    #[pyo3(signature = (*, capitals = ColourArgument(Colour::White)))]
    fn fen(&self, capitals: ColourArgument) -> String {
        fen::write(self.turn_now(), capitals.0, "")
    }

    /// A picture as SVG. `marks` has texts of at most five characters for squares, `"o"` for a ring, `"x"` for a cross.
    #[pyo3(signature = (marks = None, *, green = true))]
    fn svg(&self, marks: Option<Bound<'_, PyDict>>, green: bool) -> PyResult<String> {
        Ok(self.diagram(marks, green)?.picture().to_svg())
    }

    /// A picture as PNG, so many pixels wide (1 to 10,000).
    #[pyo3(signature = (marks = None, *, green = true, width = 480))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        marks: Option<Bound<'py, PyDict>>,
        green: bool,
        width: u32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let picture = self.diagram(marks, green)?.picture();
        Ok(PyBytes::new(py, &py.detach(|| picture.to_png(width)).map_err(value_error)?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, true)
    }

    fn __str__(&self) -> String {
        let side =
            if self.game.is_over() { "game over".to_owned() } else { format!("{} to move", self.game.to_move()) };
        format!("{}{side}", emilia::diagram::draw(&self.game, &self.game.legal()))
    }

    fn __repr__(&self) -> String {
        let rules = self.conditions().to_string();
        let rules = if rules.is_empty() { rules } else { format!(", rules='{rules}'") };
        format!("Board('{}'{rules})", self.turn_now())
    }

    /// That of the position, as for equality: a board in a set or a dictionary must not be changed.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> (Bound<'py, PyAny>, (), String) {
        (slf.get_type().into_any(), (), slf.borrow().game.to_string())
    }

    fn __setstate__(&mut self, state: &str) -> PyResult<()> {
        self.game = state.parse().map_err(value_error)?;
        Ok(())
    }
}

impl Board {
    fn diagram(&self, marks: Option<Bound<'_, PyDict>>, green: bool) -> PyResult<Diagram> {
        let mut diagram = Diagram::position(self.turn_now());
        diagram.style = if green { BoardStyle::Green } else { BoardStyle::White };
        diagram.last = self.game.moves().last().and_then(|played| played.mv.cell());
        for (square, text) in marks.into_iter().flatten() {
            let mark: Mark = text.str()?.to_str()?.parse().map_err(value_error)?;
            diagram.marks.push((square.extract::<MoveArgument>()?.cell()?, mark));
        }
        Ok(diagram)
    }
}

/// The board of a game after this many moves.
pub fn board_at(game: &Game, ply: usize) -> Board {
    let mut game = game.clone();
    game.tags = emilia::Tags::default();
    while game.moves().len() > ply {
        game.undo();
    }
    Board { game }
}
