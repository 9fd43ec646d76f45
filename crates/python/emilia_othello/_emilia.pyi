"""The extension module, written in Rust. `_native` selects the build of it for this processor."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Self

from . import batch
from ._names import Colour, Move, Square
from ._results import Limit, Variation

__version__: str
KERNELS: str
"""The instructions that the board uses: `"portable"`, or those of a kind of processor."""

class IllegalMoveError(ValueError):
    """The move is not legal in the position."""

class Board:
    """A position by the rules of Othello or another game of its family, and the moves played since its start.

    `Board()` is the start of Othello. `position` has the squares row by row (`X` black, `O` white, `-` empty), then the side to
    move; `rules` is a variant or rules in words, such as `"6x6"` or `"anti"`. Of rules that stand beside a position only those
    that are not about the board hold. Boards are equal if their squares, sides to move and rules are; the moves do not count.
    """

    def __new__(cls, position: str = "", *, rules: str = "") -> Self: ...
    @staticmethod
    def from_moves(moves: str, *, rules: str = "") -> Board:
        """The board after moves from the start, such as `"f5d6c3"`. Passes may be left out."""
    @staticmethod
    def from_obf(text: str) -> Board:
        """The position of a line of OBF, without its answers."""
    @staticmethod
    def from_fen(text: str, *, capitals: Colour | str = "white") -> Board:
        """The position of a FEN. `capitals` is the colour that has the capital letters and is called `w`: white with Edax, black
        with XBoard."""
    @staticmethod
    def from_bitboards(own: int, opp: int, turn: Colour | str = "black") -> Board:
        """The 8x8 position with these discs of the side to move and of its opponent: bit 0 is a1, bit 1 b1, bit 63 h8."""
    @property
    def turn(self) -> Colour:
        """The side to move."""
    @property
    def rules(self) -> str:
        """The rules: the name of a variant, or rules in words above a picture of the start."""
    @property
    def columns(self) -> int:
        """The number of columns."""
    @property
    def rows(self) -> int:
        """The number of rows."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, row by row: only a pass if the side to move must pass, none if the game is over."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played since the start of the board, passes included."""
    @property
    def ply(self) -> int:
        """The number of moves played since the start of the board, passes included."""
    @property
    def empties(self) -> int:
        """The number of empty squares."""
    @property
    def own(self) -> int:
        """The discs of the side to move: bit 0 is a1, bit 1 b1, bit 63 h8. Raises ValueError for boards that are not 8x8 or have
        other rules."""
    @property
    def opp(self) -> int:
        """The discs of the other side, as `own`."""
    def bitboard(self, colour: Colour | str) -> int:
        """The discs of a colour, a bit for each square of the board row by row. Boards of any size."""
    def count(self, colour: Colour | str) -> int:
        """The number of discs of a colour."""
    def colour_at(self, square: Square | str) -> Colour | None:
        """The colour of the disc on a square, or None."""
    def cells(self) -> bytes:
        """The squares row by row, one byte each: 0 empty, 1 black, 2 white, 3 not on the board."""
    def is_legal(self, move: Move | Square | str) -> bool:
        """Whether the side to move may play this."""
    def push(self, move: Move | Square | str) -> None:
        """Plays a move: text, a `Move` or a `Square`. A pass must be played as `"pass"`. Raises IllegalMoveError, and the board
        stays as it was."""
    def push_moves(self, moves: str) -> None:
        """Plays moves such as `"f5d6c3"`. Passes may be left out. Raises ValueError if one of them is illegal or none, and the
        board stays as it was."""
    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises IndexError at the start."""
    def peek(self) -> Move:
        """The last move. Raises IndexError at the start."""
    def is_game_over(self) -> bool:
        """Whether the game is over."""
    def score(self) -> int:
        """Black's lead in discs, by the goal of the rules; at the end of the game the winner of Othello has the empty squares
        too."""
    def result(self) -> int | None:
        """Black's final score, or None before the end."""
    def winner(self) -> Colour | None:
        """The side that has won, or None for a draw and before the end."""
    def copy(self) -> Board:
        """A copy with the moves that can be taken back."""
    def canonical(self) -> tuple[int, int]:
        """The bitboards of the symmetric position that comes first of the eight: equal for positions that are rotations or mirror
        images.
        Raises ValueError for boards that are not 8x8 or have other rules."""
    def transcript(self) -> str:
        """The moves without passes: `f5d6c3`."""
    def obf(self) -> str:
        """The position as a line of OBF: the squares row by row, the side to move, a semicolon."""
    def fen(self, *, capitals: Colour | str = "white") -> str:
        """The position as FEN, see `from_fen`."""
    def svg(self, marks: Mapping[Any, str] | None = None, *, green: bool = True) -> str:
        """A picture as SVG. `marks` has texts of at most five characters for squares, `"o"` for a ring, `"x"` for a cross."""
    def png(self, marks: Mapping[Any, str] | None = None, *, green: bool = True, width: int = 480) -> bytes:
        """A picture as PNG, so many pixels wide (1 to 10,000)."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...
    def __hash__(self) -> int: ...

class Game:
    """A game from its start: the moves, and the tags of its record.

    `moves` is text such as `"f5d6c3"`; passes may be left out. `rules` is as for `Board`.
    """

    def __new__(cls, moves: str = "", *, rules: str = "") -> Self: ...
    @staticmethod
    def from_board(board: Board) -> Game:
        """The game that led to a board."""
    black: str
    """The name of the player of the black discs."""
    white: str
    """The name of the player of the white discs."""
    black_rating: float | None
    """The rating of the player of the black discs."""
    white_rating: float | None
    """The rating of the player of the white discs."""
    date: str
    """When the game was played, as the record has it."""
    place: str
    """Where the game was played."""
    event: str
    """The event."""
    result: float | None
    """Black's final score in discs, on record or on the board, or None."""
    comments: list[tuple[int, str]]
    """The comments: the number of moves before each, and the text. The list is a copy; assign to change it."""
    variations: list[Variation]
    """Other lines of play. The list is a copy; assign to change it. They are in SGF alone."""
    @property
    def moves(self) -> list[Move]:
        """The moves, passes included."""
    @property
    def notes(self) -> list[tuple[float | None, float | None]]:
        """What the players noted beside each move: its value in discs from the player's own view, and the seconds used; None where
        nothing is."""
    @property
    def rules(self) -> str:
        """The rules, see `Board.rules`."""
    @property
    def tags(self) -> dict[str, str]:
        """The other tags of the record."""
    @property
    def ending(self) -> str | None:
        """How the game ended: `"played"`, `"resigned"`, `"timed out"`, `"agreed"`, or None where that is not known."""
    @property
    def opening(self) -> str | None:
        """The name of the opening, or None."""
    def board(self, ply: int | None = None) -> Board:
        """The board after this many moves, passes included; after the last one without a number. Raises IndexError if the game is
        shorter."""
    def push(self, move: Move | Square | str, *, eval: float | None = None, seconds: float | None = None) -> None:
        """Plays a move, with its value in discs and the seconds it took if they are to be noted. Raises IllegalMoveError, and the
        game stays as it was."""
    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises IndexError at the start."""
    def resign(self, colour: Colour | str) -> None:
        """Records that a colour resigns, which counts as the loss of all squares."""
    def to_text(self, form: str = "ggf") -> str:
        """The game as text: `form` is `"ggf"`, `"sgf"`, `"pgn"`, `"transcript"`, or `"obf"` for the last position."""
    def copy(self) -> Game:
        """A copy."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object) -> Game: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...

_Value = tuple[float, str]
_Known = tuple[_Value | None, list[tuple[Move, _Value | None, tuple[int, int, int]]], tuple[int, int, int], list[Move]]

class Stop:
    def __new__(cls) -> Self: ...
    def request(self) -> None: ...
    @property
    def is_requested(self) -> bool: ...

class NativeBook:
    def __new__(cls, path: str | PathLike[str] | None, embedded: bool) -> Self: ...
    def lookup(self, board: Board) -> _Known | None: ...

class NativeEngine:
    def __new__(cls, hash: int, threads: int, weights: bytes | None, book: NativeBook | None, seed: int | None) -> Self: ...
    def clear(self) -> None: ...
    def evaluate(self, board: Board) -> float: ...
    def search(
        self, board: Board, limit: Limit, lines: int, stop: Stop, report: Callable[[Any], object] | None
    ) -> tuple[Any, ...]: ...
    def play(self, board: Board, limit: Limit, handicap: float, stop: Stop) -> tuple[Move, _Value, bool] | None: ...
    def people(self, board: Board, rating: float) -> list[tuple[Move, float]]: ...
    def review(
        self, game: Game, limit: Limit, explains: bool, stop: Stop, report: Callable[[int], object] | None
    ) -> tuple[str | None, list[tuple[Any, ...]], _Value | None, bool]: ...
    def explain(self, board: Board, limit: Limit, played: Move | str | None, stop: Stop) -> str: ...

def move_text(text: str) -> str: ...
def opening_name(board: Board) -> str | None:
    """The name of the opening that led to a board, or None."""

def variants() -> list[tuple[str, str, str]]:
    """The variants: name, rules in words, a sentence."""

def strengths() -> list[tuple[str, int, float]]: ...
def games_in(source: bytes, players: bytes, tournaments: bytes) -> tuple[list[Game], list[str], str]: ...
def wthor(games: Sequence[Game], made: Sequence[int]) -> tuple[bytes, bytes, bytes, int]: ...
def processor_levels() -> tuple[int, int]: ...
def run_program(arguments: list[str]) -> int: ...
def feature_count() -> int: ...

_Boards = tuple[Any, Any]

def evaluate_batch(boards: _Boards, out: Any, engine: NativeEngine | None, job: batch._Job) -> None: ...
def legal_batch(boards: _Boards, out: Any, job: batch._Job) -> None: ...
def symmetries_batch(boards: _Boards, out: Any, job: batch._Job) -> None: ...
def features_batch(boards: _Boards, out: Any, job: batch._Job) -> None: ...
def random_batch(empties: tuple[int, int], seed: int, count: int, out: Any, job: batch._Job) -> None: ...
def solve_batch(boards: _Boards, out: Any, engine: NativeEngine | None, hash: int, job: batch._Job) -> None: ...
def analyse_batch(boards: _Boards, out: Any, engine: NativeEngine | None, limit: Limit, hash: int, job: batch._Job) -> None: ...
