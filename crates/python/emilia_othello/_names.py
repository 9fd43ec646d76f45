"""Colours, squares and moves."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from operator import index
from typing import SupportsIndex

from ._native import move_text


class Colour(StrEnum):
    """A side. Equal to its name, `"black"` or `"white"`."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Colour:
        """The other side."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


# A type checker does not look into a class that is made by a call, so the names stand here.
class Square(IntEnum):
    """A square of the 8x8 board: its bit in a bitboard, row by row from a1."""

    # fmt: off
    A1 = 0; B1 = 1; C1 = 2; D1 = 3; E1 = 4; F1 = 5; G1 = 6; H1 = 7  # noqa: E702
    A2 = 8; B2 = 9; C2 = 10; D2 = 11; E2 = 12; F2 = 13; G2 = 14; H2 = 15  # noqa: E702
    A3 = 16; B3 = 17; C3 = 18; D3 = 19; E3 = 20; F3 = 21; G3 = 22; H3 = 23  # noqa: E702
    A4 = 24; B4 = 25; C4 = 26; D4 = 27; E4 = 28; F4 = 29; G4 = 30; H4 = 31  # noqa: E702
    A5 = 32; B5 = 33; C5 = 34; D5 = 35; E5 = 36; F5 = 37; G5 = 38; H5 = 39  # noqa: E702
    A6 = 40; B6 = 41; C6 = 42; D6 = 43; E6 = 44; F6 = 45; G6 = 46; H6 = 47  # noqa: E702
    A7 = 48; B7 = 49; C7 = 50; D7 = 51; E7 = 52; F7 = 53; G7 = 54; H7 = 55  # noqa: E702
    A8 = 56; B8 = 57; C8 = 58; D8 = 59; E8 = 60; F8 = 61; G8 = 62; H8 = 63  # noqa: E702
    # fmt: on

    @property
    def column(self) -> int:
        """The column, 0 to 7 for a to h."""
        return self % 8

    @property
    def row(self) -> int:
        """The row, 0 to 7 for 1 to 8."""
        return self // 8


class Move(str):
    """A move: text such as `"f5"`, or `"pass"`. Equal to its text, so that it is a key, a cell of a table, or JSON as it is.

    Raises:
        ValueError: if the text is not a move.
    """

    __slots__ = ()

    def __new__(cls, move: str | SupportsIndex) -> Move:
        """A move of text, or of a square or its number."""
        if type(move) is Move:
            return move
        text = move_text(move) if isinstance(move, str) else Square(index(move)).name.lower()
        return super().__new__(cls, text)

    @property
    def is_pass(self) -> bool:
        """Whether it is a pass."""
        return self == "pass"

    @property
    def square(self) -> Square:
        """The square of a move on the 8x8 board.

        Raises:
            ValueError: for a pass, or a square of a larger board.
        """
        try:
            return Square[self.upper()]
        except KeyError:
            raise ValueError(f"not a square of the 8x8 board: {self}") from None

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


PASS = Move("pass")
"""The move of a side that has no other."""
