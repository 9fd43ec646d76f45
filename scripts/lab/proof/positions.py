"""Positions that are the same up to the symmetries of the board."""

from lab.rules import Board

VIEWS = range(8)


def _mirrored(squares: int) -> int:
    """A set of squares with its columns in the opposite order."""
    squares = squares >> 1 & 0x5555555555555555 | (squares & 0x5555555555555555) << 1
    squares = squares >> 2 & 0x3333333333333333 | (squares & 0x3333333333333333) << 2
    return squares >> 4 & 0x0F0F0F0F0F0F0F0F | (squares & 0x0F0F0F0F0F0F0F0F) << 4


def _transposed(squares: int) -> int:
    """A set of squares with columns and rows exchanged."""
    changed = (squares ^ squares >> 7) & 0x00AA00AA00AA00AA
    squares ^= changed ^ changed << 7
    changed = (squares ^ squares >> 14) & 0x0000CCCC0000CCCC
    squares ^= changed ^ changed << 14
    changed = (squares ^ squares >> 28) & 0x00000000F0F0F0F0
    return squares ^ changed ^ changed << 28


def _view(squares: int, at: int) -> int:
    """A set of squares in one of the eight views of the board."""
    if at & 1:
        squares = _mirrored(squares)
    if at & 2:
        squares = int.from_bytes(squares.to_bytes(8, "little"), "big")
    return _transposed(squares) if at & 4 else squares


def canonical(board: Board) -> Board:
    """The same position for all of its eight symmetries. Colours are not exchanged."""
    views = [_view(board.black, at) for at in VIEWS]
    black = min(views)
    white = min(_view(board.white, at) for at in VIEWS if views[at] == black)
    return Board(black, white, board.turn)


def successors(board: Board) -> dict[str, Board]:
    """The position after each move, row by row, in its canonical view."""
    return {move: canonical(board.play(move)) for move in board.moves()}
