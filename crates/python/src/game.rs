//! A record of a game: its tags, moves and comments, in every notation.

use crate::board::{Board, board_at, rules_of};
use crate::names::{ColourArgument, IllegalMoveError, MoveArgument, python_move, python_moves, value_error};
use emilia::notation::wthor::{Collection, Names, PLAYER_LENGTH, TOURNAMENT_LENGTH};
use emilia::notation::{any, ggf, pgn, sgf, transcript, wthor as database};
use emilia::{Ending, Move, Outcome, Played, Variation};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The name of the tag for the event, in the notations that have one.
const EVENT: &str = "EVENT";

/// A game from its start: the moves, and the tags of its record.
///
/// `moves` is text such as `"f5d6c3"`; passes may be left out. `rules` is as for `Board`.
#[pyclass(module = "emilia_othello", eq)]
#[derive(PartialEq)]
pub struct Game {
    pub game: emilia::Game,
}

/// A variation as Python gives it: a tuple.
#[derive(FromPyObject)]
pub struct VariationArgument(usize, Vec<MoveArgument>, Vec<(usize, String)>);

/// What a pickle of a game has: the class, its arguments, and its state, text in GGF with what that lacks.
type Reduced<'py> = (Bound<'py, PyAny>, (), (String, Vec<Bound<'py, PyAny>>));

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (moves = "", *, rules = ""))]
    fn new(moves: &str, rules: &str) -> PyResult<Game> {
        let rules = rules_of(rules)?;
        let game = if moves.is_empty() { Ok(emilia::Game::new(rules)) } else { transcript::read_by(rules, moves) };
        Ok(Game { game: game.map_err(value_error)? })
    }

    /// The game that led to a board.
    #[staticmethod]
    fn from_board(board: PyRef<'_, Board>) -> Game {
        Game { game: board.game.clone() }
    }

    /// The moves, passes included.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        python_moves(py, self.game.moves().iter().map(|played| played.mv))
    }

    /// What the players noted beside each move: its value in discs from the player's own view, and the seconds used; None where nothing is.
    #[getter]
    fn notes(&self) -> Vec<(Option<f32>, Option<f32>)> {
        self.game.moves().iter().map(|played| (played.eval, played.seconds)).collect()
    }

    /// The rules, see `Board.rules`.
    #[getter]
    fn rules(&self) -> String {
        self.game.rules().to_string().trim_start().to_owned()
    }

    /// The name of the player of the black discs.
    #[getter]
    fn black(&self) -> &str {
        &self.game.tags.black.name
    }

    #[setter]
    fn set_black(&mut self, name: String) {
        self.game.tags.black.name = name;
    }

    /// The name of the player of the white discs.
    #[getter]
    fn white(&self) -> &str {
        &self.game.tags.white.name
    }

    #[setter]
    fn set_white(&mut self, name: String) {
        self.game.tags.white.name = name;
    }

    /// The rating of the player of the black discs.
    #[getter]
    fn black_rating(&self) -> Option<f64> {
        self.game.tags.black.rating
    }

    #[setter]
    fn set_black_rating(&mut self, rating: Option<f64>) {
        self.game.tags.black.rating = rating;
    }

    /// The rating of the player of the white discs.
    #[getter]
    fn white_rating(&self) -> Option<f64> {
        self.game.tags.white.rating
    }

    #[setter]
    fn set_white_rating(&mut self, rating: Option<f64>) {
        self.game.tags.white.rating = rating;
    }

    /// When the game was played, as the record has it.
    #[getter]
    fn date(&self) -> &str {
        &self.game.tags.date
    }

    #[setter]
    fn set_date(&mut self, date: String) {
        self.game.tags.date = date;
    }

    /// Where the game was played.
    #[getter]
    fn place(&self) -> &str {
        &self.game.tags.place
    }

    #[setter]
    fn set_place(&mut self, place: String) {
        self.game.tags.place = place;
    }

    /// The event.
    #[getter]
    fn event(&self) -> &str {
        self.game.tags.others.iter().find(|(name, _)| name == EVENT).map_or("", |(_, value)| value)
    }

    #[setter]
    fn set_event(&mut self, event: String) {
        let others = &mut self.game.tags.others;
        others.retain(|(name, _)| name != EVENT);
        others.extend((!event.is_empty()).then(|| (EVENT.to_owned(), event)));
    }

    /// The other tags of the record.
    #[getter]
    fn tags(&self) -> BTreeMap<&str, &str> {
        self.game.tags.others.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    /// Black's final score in discs, on record or on the board, or None.
    #[getter]
    fn result(&self) -> Option<f32> {
        self.game.outcome().and_then(|outcome| outcome.score())
    }

    #[setter]
    fn set_result(&mut self, score: Option<f32>) -> PyResult<()> {
        let outcome = |score| {
            Outcome::of_score(score, Ending::Played).ok_or_else(|| value_error("a result is a number of discs"))
        };
        self.game.tags.outcome = score.map(outcome).transpose()?;
        Ok(())
    }

    /// How the game ended: `"played"`, `"resigned"`, `"timed out"`, `"agreed"`, or None where that is not known.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.game.outcome().map(|outcome| match outcome.ending {
            Ending::Played => "played",
            Ending::Resigned => "resigned",
            Ending::TimedOut => "timed out",
            Ending::Agreed => "agreed",
        })
    }

    /// The comments: the number of moves before each, and the text.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        self.game.tags.comments.clone()
    }

    #[setter]
    fn set_comments(&mut self, comments: Vec<(usize, String)>) {
        self.game.tags.comments = comments;
    }

    /// Other lines of play: the number of moves of the game before each, its moves, and its comments, each with the number of its moves
    /// before it.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(py, "emilia_othello._results", "Variation")?;
        let python = |line: &Variation| {
            let moves = python_moves(py, line.moves.iter().copied())?;
            class.call1((line.ply, moves, line.comments.clone()))
        };
        self.game.tags.variations.iter().map(python).collect()
    }

    #[setter]
    fn set_variations(&mut self, variations: Vec<VariationArgument>) -> PyResult<()> {
        let kept = |VariationArgument(ply, moves, comments): VariationArgument| {
            let moves: Vec<Move> = moves.into_iter().map(|mv| mv.0).collect();
            let board = board_at(&self.game, ply);
            if ply >= self.game.moves().len() || moves.is_empty() {
                return Err(value_error(format!(
                    "a variation takes the place of a move of the game; none follows move {ply}"
                )));
            }
            let mut line = board.game;
            for mv in &moves {
                line.play(*mv).map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
            }
            Ok(Variation { ply, moves, comments })
        };
        self.game.tags.variations = variations.into_iter().map(kept).collect::<PyResult<_>>()?;
        Ok(())
    }

    /// The name of the opening, or None.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        crate::book::name_of(&self.game)
    }

    /// The board after this many moves, passes included; after the last one without a number.
    ///
    /// Raises IndexError if the game is shorter.
    #[pyo3(signature = (ply = None))]
    fn board(&self, ply: Option<usize>) -> PyResult<Board> {
        let length = self.game.moves().len();
        let ply = ply.unwrap_or(length);
        if ply > length {
            return Err(PyIndexError::new_err(format!("the game has only {length} moves")));
        }
        Ok(board_at(&self.game, ply))
    }

    /// Plays a move, with its value in discs and the seconds it took if they are to be noted.
    ///
    /// Raises IllegalMoveError, and the game stays as it was.
    #[pyo3(signature = (r#move, *, eval = None, seconds = None))]
    fn push(&mut self, r#move: MoveArgument, eval: Option<f32>, seconds: Option<f32>) -> PyResult<()> {
        let played = Played { mv: r#move.0, eval, seconds };
        self.game.play_noted(played).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError at the start.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let played = self.game.undo().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        python_move(py, played.mv)
    }

    /// Records that a colour resigns, which counts as the loss of all squares.
    fn resign(&mut self, colour: ColourArgument) {
        self.game.resign(colour.0);
    }

    /// The game as text: `form` is `"ggf"`, `"sgf"`, `"pgn"`, `"transcript"`, or `"obf"` for the last position.
    #[pyo3(signature = (form = "ggf"))]
    fn to_text(&self, form: &str) -> PyResult<String> {
        match form {
            "ggf" => Ok(ggf::write(&self.game)),
            "sgf" => Ok(sgf::write(&self.game)),
            "pgn" => Ok(pgn::write(&self.game)),
            "transcript" => Ok(self.game.transcript()),
            "obf" => Ok(format!("{};", self.game.turn())),
            _ => Err(value_error(format!("a form is ggf, sgf, pgn, transcript or obf, not {form:?}"))),
        }
    }

    /// A copy.
    fn copy(&self) -> Game {
        Game { game: self.game.clone() }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.game.transcript()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.game.to_string().into_pyobject(py)?;
        Ok(format!("read_game({})", text.repr()?))
    }

    /// A game in a set or a dictionary must not be changed.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<Reduced<'py>> {
        let game = slf.borrow();
        Ok((slf.get_type().into_any(), (), (game.game.to_string(), game.variations(slf.py())?)))
    }

    fn __setstate__(&mut self, state: (String, Vec<VariationArgument>)) -> PyResult<()> {
        self.game = state.0.parse().map_err(value_error)?;
        self.set_variations(state.1)
    }
}

/// The games of a file in any notation, the faults of those that cannot be read, and what was left out on purpose. `players` and
/// `tournaments` are the files of names of a WTHOR database; they may be empty.
///
/// # Errors
/// If no notation is recognised, or a file of names is none.
#[pyfunction]
pub fn games_in(
    py: Python<'_>,
    bytes: &[u8],
    players: &[u8],
    tournaments: &[u8],
) -> PyResult<(Vec<Game>, Vec<String>, String)> {
    let names = |bytes: &[u8], length| {
        if bytes.is_empty() { Ok(Vec::new()) } else { database::names(bytes, length).map_err(value_error) }
    };
    let names = Names { players: names(players, PLAYER_LENGTH)?, tournaments: names(tournaments, TOURNAMENT_LENGTH)? };
    py.detach(|| {
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        let dropped = any::for_each_named_game(bytes, &names, |game| {
            match game {
                Ok(game) => games.push(Game { game }),
                Err(error) => faults.push(format!("game {}: {error}", games.len() + faults.len() + 1)),
            }
            true
        });
        let dropped = dropped.map_err(value_error)?;
        let dropped = if dropped.is_empty() { String::new() } else { dropped.to_string() };
        Ok((games, faults, dropped))
    })
}

/// A WTHOR database of games: the files of games, players and tournaments. Games that it cannot hold are left out; the number is the last.
/// `made` is the date: the two halves of the year, the month, the day.
#[pyfunction]
pub fn wthor<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, Game>>,
    made: [u8; 4],
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, usize) {
    let mut collection = Collection::default();
    let left_out = games.iter().filter(|game| collection.add(&game.game).is_none()).count();
    let (mut games, names) = collection.finish();
    games.head.made = made;
    let bytes = |bytes: Vec<u8>| PyBytes::new(py, &bytes);
    (
        bytes(database::write(&games)),
        bytes(database::write_names(&names.players, PLAYER_LENGTH, made)),
        bytes(database::write_names(&names.tournaments, TOURNAMENT_LENGTH, made)),
        left_out,
    )
}
