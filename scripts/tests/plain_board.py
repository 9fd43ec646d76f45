"""The rules of Othello square by square, slow and simple, to test the board of the lab."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

BLACK, WHITE, EMPTY = "X", "O", "-"
SQUARES = [f"{letter}{digit}" for digit in "12345678" for letter in "abcdefgh"]
DIRECTIONS = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if (column, row) != (0, 0)]


def other(colour: str) -> str:
    """The opponent's colour."""
    return WHITE if colour == BLACK else BLACK


def ray(square: int, direction: tuple[int, int]) -> Iterator[int]:
    """The squares from here to the edge of the board, without the first one."""
    column, row = square % 8 + direction[0], square // 8 + direction[1]
    while 0 <= column < 8 and 0 <= row < 8:
        yield 8 * row + column
        column, row = column + direction[0], row + direction[1]


class PlainBoard(NamedTuple):
    """A position whose turn may be a side that has to pass."""

    discs: str = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    turn: str = BLACK

    def flips(self, square: int) -> list[int]:
        """The discs that the side to move would flip by playing here; none if the move is illegal."""
        if self.discs[square] != EMPTY:
            return []
        flipped: list[int] = []
        for direction in DIRECTIONS:
            line: list[int] = []
            for at in ray(square, direction):
                if self.discs[at] == other(self.turn):
                    line.append(at)
                    continue
                if self.discs[at] == self.turn:
                    flipped += line
                break
        return flipped

    def moves(self) -> list[int]:
        """The squares where the side to move may play."""
        return [square for square in range(64) if self.flips(square)]

    def after(self, square: int) -> PlainBoard:
        """The position after a legal move."""
        changed = {square, *self.flips(square)}
        return PlainBoard("".join(self.turn if at in changed else disc for at, disc in enumerate(self.discs)), other(self.turn))

    def passed(self) -> PlainBoard:
        """The same position with the other side to move."""
        return PlainBoard(self.discs, other(self.turn))

    def score(self) -> int:
        """Black's discs minus white's; the empty squares go to the winner."""
        black, white, empty = (self.discs.count(disc) for disc in (BLACK, WHITE, EMPTY))
        return black - white + (empty if black > white else -empty if white > black else 0)


def play_out(random: Random, opening: str = "") -> list[str]:
    """The moves of a game to its end without the passes: those of the opening, then random ones."""
    board = PlainBoard()
    moves = [opening[at : at + 2] for at in range(0, len(opening), 2)]
    for move in moves:
        board = board.after(SQUARES.index(move))
    while True:
        legal = board.moves()
        if legal:
            square = random.choice(legal)
            moves.append(SQUARES[square])
            board = board.after(square)
        elif board.passed().moves():
            board = board.passed()
        else:
            return moves
