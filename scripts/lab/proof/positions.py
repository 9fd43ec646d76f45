"""Positions that are the same up to the symmetries of the board."""

from lab.rules import SQUARES, Board

_COLUMNS = (
    (1, 0x5555555555555555),
    (2, 0x3333333333333333),
    (4, 0x0F0F0F0F0F0F0F0F),
)
"""Exchanges of neighbouring columns, pairs and halves, which together mirror the rows."""
_DIAGONAL = (
    (7, 0x00AA00AA00AA00AA),
    (14, 0x0000CCCC0000CCCC),
    (28, 0x00000000F0F0F0F0),
)
"""Exchanges of squares and blocks beside the diagonal from a1 to h8, which together mirror the board at it."""


def _views(squares: int) -> tuple[int, ...]:
    """A set of squares in the eight views of the board."""
    views = [squares, _mirrored(squares)]
    views += [int.from_bytes(view.to_bytes(8, "little"), "big") for view in views]
    return (*views, *map(_transposed, views))


def _mirrored(squares: int) -> int:
    for step, mask in _COLUMNS:
        squares = squares >> step & mask | (squares & mask) << step
    return squares


def _transposed(squares: int) -> int:
    for step, mask in _DIAGONAL:
        changed = (squares ^ squares >> step) & mask
        squares ^= changed ^ changed << step
    return squares


def canonical(board: Board) -> Board:
    """The same position for all of its eight symmetries. Colours are not exchanged."""
    black, white = min(zip(_views(board.black), _views(board.white), strict=True))
    return Board(black, white, board.turn)


def successors(board: Board) -> dict[str, Board]:
    """The position after each move, row by row, in its canonical view."""
    return {move: canonical(board.play(move)) for move in board.moves()}


def is_square(name: object) -> bool:
    """Whether this is the name of a square."""
    return name in SQUARES
