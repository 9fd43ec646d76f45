"""The board, its moves and its scores, for the referee.

Knows nothing of engines. Bitboards are integers: bit 0 is a1, bit 7 h1, bit 63 h8. Passes are not played: after each move the turn
is that of the side that can move.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple, Protocol, Self, TypeVar, overload

Colour = Literal["black", "white"]
SQUARES: Final = tuple(f"{letter}{digit}" for digit in "12345678" for letter in "abcdefgh")
_BITS: Final = {name: 1 << index for index, name in enumerate(SQUARES)}
_ALL: Final = (1 << 64) - 1
_NOT_A: Final = 0xFEFEFEFEFEFEFEFE
_NOT_H: Final = 0x7F7F7F7F7F7F7F7F

_STEPS: Final[tuple[Callable[[int], int], ...]] = (
    lambda discs: (discs << 1) & _NOT_A,
    lambda discs: (discs >> 1) & _NOT_H,
    lambda discs: (discs << 8) & _ALL,
    lambda discs: discs >> 8,
    lambda discs: (discs << 9) & _NOT_A,
    lambda discs: (discs >> 9) & _NOT_H,
    lambda discs: (discs << 7) & _NOT_H & _ALL,
    lambda discs: (discs >> 7) & _NOT_A,
)
"""One square to the east, west, south, north, south-east, north-west, south-west, north-east."""


def other(colour: Colour) -> Colour:
    """The opponent's colour."""
    return "white" if colour == "black" else "black"


def _legal(own: int, opponent: int) -> int:
    """The squares where the owner of `own` may play."""
    found = 0
    for step in _STEPS:
        run = step(own) & opponent
        while run:
            run = step(run)
            found |= run
            run &= opponent
    return found & ~(own | opponent)


def _flips(own: int, opponent: int, square: int) -> int:
    """The discs that a disc of `own` on this square flips."""
    flipped = 0
    for step in _STEPS:
        run, at = 0, step(square)
        while at & opponent:
            run |= at
            at = step(at)
        if at & own:
            flipped |= run
    return flipped


class Position(Protocol):
    """A position of Othello or of a variant. It is a value: a move gives a new one."""

    @property
    def turn(self) -> Colour | None:
        """The side to move; None when the game is over."""

    @property
    def squares(self) -> Collection[str]:
        """The names of all squares of the board."""

    def moves(self) -> list[str]:
        """The squares where the side to move may play; none when the game is over."""

    def play(self, at: str) -> Self:
        """The position after a move of the side to move; ValueError if it is illegal."""

    def empties(self) -> int:
        """The number of empty squares."""

    def score(self) -> int:
        """The discs by which black wins, negative if white wins."""

    def text(self) -> str:
        """The board and the side to move as one line."""


P = TypeVar("P", bound=Position)


class Board(NamedTuple):
    """A position. Boards are values: a move gives a new one."""

    black: int
    """The squares with black discs."""
    white: int
    turn: Colour | None
    """The side to move; None when neither side can move."""

    @property
    def squares(self) -> Collection[str]:
        """The names of all squares."""
        return SQUARES

    @staticmethod
    def of(black: int, white: int, turn: Colour) -> "Board":
        """These discs with this side to move, or the other side if only that one can move."""
        own, opponent = (black, white) if turn == "black" else (white, black)
        if _legal(own, opponent):
            return Board(black, white, turn)
        return Board(black, white, other(turn) if _legal(opponent, own) else None)

    @staticmethod
    def parse(text: str) -> "Board":
        """The board in a line of OBF: 64 squares of `X`, `O` and `-`, then the side to move. ValueError if it is invalid."""
        squares, _, turn = text.strip().rstrip(";").partition(" ")
        if len(squares) != 64 or set(squares) - set("XO-") or turn not in ("X", "O"):
            raise ValueError(f"expected 64 squares and the side to move, got {text!r}")
        black, white = (sum(1 << index for index, disc in enumerate(squares) if disc == side) for side in "XO")
        return Board.of(black, white, "black" if turn == "X" else "white")

    def text(self) -> str:
        """The board in a line of OBF; at the end of a game with black to move."""
        squares = "".join("X" if self.black >> index & 1 else "O" if self.white >> index & 1 else "-" for index in range(64))
        return f"{squares} {'O' if self.turn == 'white' else 'X'}"

    def _sides(self) -> tuple[int, int]:
        return (self.white, self.black) if self.turn == "white" else (self.black, self.white)

    def moves(self) -> list[str]:
        """The squares where the side to move may play, from a1 to h8; none when the game is over."""
        if self.turn is None:
            return []
        legal = _legal(*self._sides())
        return [SQUARES[index] for index in range(64) if legal >> index & 1]

    def play(self, at: str) -> "Board":
        """The board after a move of the side to move; ValueError if it is illegal."""
        square = _BITS.get(at, 0)
        own, opponent = self._sides()
        flipped = 0 if self.turn is None or square & (own | opponent) else _flips(own, opponent, square)
        if not flipped:
            raise ValueError(f"illegal move: {at!r}")
        own, opponent = own | square | flipped, opponent & ~flipped
        if self.turn == "black":
            return Board.of(own, opponent, "white")
        return Board.of(opponent, own, "black")

    def empties(self) -> int:
        """The number of empty squares."""
        return 64 - (self.black | self.white).bit_count()

    def score(self) -> int:
        """Black's discs minus white's; the empty squares go to the winner."""
        difference = self.black.bit_count() - self.white.bit_count()
        return difference + (self.empties() if difference > 0 else -self.empties() if difference < 0 else 0)


START: Final = Board(0x0000000810000000, 0x0000001008000000, "black")


@overload
def boards(moves: Iterable[str]) -> Iterator[Board]: ...
@overload
def boards(moves: Iterable[str], start: P) -> Iterator[P]: ...
def boards(moves: Iterable[str], start: Position = START) -> Iterator[Position]:
    """The positions before each move and after the last; ValueError, with the move's number, if one is illegal."""
    board = start
    yield board
    for number, at in enumerate(moves, 1):
        try:
            board = board.play(at)
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from None
        yield board


def replay(moves: Iterable[str], start: Board = START) -> Board:
    """The board of Othello after these moves; ValueError, with the move's number, if one is illegal."""
    *_, last = boards(moves, start)
    return last


def canonical(board: Board) -> str:
    """The position, the same for all of its eight symmetries."""
    squares, turn = board.text().split()
    rows = [squares[8 * row : 8 * row + 8] for row in range(8)]
    views = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        views += ["".join(rows), "".join(rows[::-1])]
    return min(views) + turn


def smallest_win(squares: int = 64) -> int:
    """The least difference of a win in discs.

    The empty squares go to the winner, so both scores add up to the squares: two discs (33-31) if their number is even, one disc
    (25-24 on 7x7) if it is odd.
    """
    return 2 - squares % 2
