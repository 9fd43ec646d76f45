"""The rules of the variants of Othello, read from words or from a picture of the board.

Written from docs/variants.md, without the program that it referees. Knows nothing of moves. A variant is stored as one line of
words; a picture becomes the word `board=` with its rows divided by `/`.
"""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lab.rules import Colour

SIDES: Final = range(4, 11)
"""The numbers of columns and rows that a board may have."""
MAX_SUPPLY: Final = 100
COLOURS: Final[tuple[Colour, Colour]] = ("black", "white")
BLACK, WHITE, EMPTY, CUT_OFF = "X", "O", ".", "#"
PICTURE: Final = BLACK + WHITE + EMPTY + CUT_OFF
BOARD: Final = "board="
"""The word of a board that is given by its rows."""

CENTRES: Final = {"diagonal": "OXXO", "parallel": "OOXX", "rotated": "XOOX", "empty": "...."}
"""The squares in the middle at the start, row by row. `diagonal` is no word of the rules."""
CONDITIONS: Final = {
    "goal": ("most", "fewest"),
    "empties": ("winner", "nobody"),
    "tie": ("draw", "black", "white"),
    "no-move": ("pass", "end", "loss"),
    "placement": ("none", "alternate", "pairs"),
    "fourth": ("centre", "may-flip", "must-flip"),
    "lines": ("all", "one"),
    "quiet": ("no", "yes"),
}
"""The values of each condition, that of Othello first."""
_REVERSI = "8x8 empty supply=32 no-move=end empties=nobody placement="
NAMES: Final = {
    "othello": "8x8",
    "parallel-4x4": "4x4 parallel",
    "parallel-6x6": "6x6 parallel",
    "anti": "goal=fewest",
    "anti-4x4": "4x4 goal=fewest",
    "anti-6x6": "6x6 goal=fewest",
    "anti-10x10": "10x10 goal=fewest",
    "tie-white": "8x8 tie=white",
    "tie-black": "8x8 tie=black",
    "no-pass": "8x8 no-move=loss",
    "reversi-1886": f"{_REVERSI}alternate",
    "reversi-1893": f"{_REVERSI}pairs",
    "reversi-may-flip": f"{_REVERSI}alternate fourth=may-flip",
    "reversi-must-flip": f"{_REVERSI}alternate fourth=must-flip",
    "one-line": "8x8 lines=one",
    "quiet": "8x8 quiet=yes",
    "supply-30": "8x8 supply=30",
}
"""Names of the catalogue that are not words of the rules, and what they mean."""


@dataclass(frozen=True)
class Variant:
    """A board at the start of a game, and the conditions."""

    columns: int
    rows: int
    start: str
    """The squares row by row, as in a picture."""
    first: Colour = "black"
    goal: str = "most"
    empties: str = "winner"
    tie: str = "draw"
    no_move: str = "pass"
    placement: str = "none"
    fourth: str = "centre"
    lines: str = "all"
    quiet: str = "no"
    supply: int | None = None
    """The discs that each side has, its discs at the start included; None without a limit."""
    words: str = field(default="", compare=False)
    """The line of words that was read."""

    @property
    def squares(self) -> int:
        """The number of squares, without those that are cut off."""
        return len(self.start) - self.start.count(CUT_OFF)

    @property
    def cut_off(self) -> frozenset[int]:
        """The places without a square, counted row by row."""
        return frozenset(at for at, content in enumerate(self.start) if content == CUT_OFF)

    @property
    def discs(self) -> int:
        """The number of discs at the start."""
        return self.start.count(BLACK) + self.start.count(WHITE)

    @functools.cached_property
    def centre(self) -> tuple[int, int, int, int]:
        """The four squares in the middle row by row, or up and to the left of it."""
        return _centre(self.columns, self.rows)

    @property
    def picture(self) -> list[str]:
        """The rows of the board at the start."""
        return [self.start[at : at + self.columns] for at in range(0, len(self.start), self.columns)]

    @property
    def is_given_by_picture(self) -> bool:
        """Whether words alone cannot describe the board."""
        return BOARD in self.words

    @property
    def othello_size(self) -> int | None:
        """The size of a board on which only that differs from Othello; None for other games."""
        return self.columns if self == _read([f"{self.columns}x{self.columns}"]) else None

    def conditions(self, *without: str) -> list[str]:
        """The conditions that differ from those of Othello, as words, without these ones."""
        values = {name: getattr(self, name.replace("-", "_")) for name in CONDITIONS}
        words = [f"{name}={value}" for name, value in values.items() if value != CONDITIONS[name][0] and name not in without]
        return words + ([f"supply={self.supply}"] if self.supply is not None else [])

    def is_second_disc(self, ply: int) -> bool:
        """Whether the move with this number, from 0, is the second one of a turn."""
        return self.placement == "pairs" and self.discs + ply in (1, 3)


OTHELLO: Final = Variant(8, 8, "." * 27 + "OX" + "." * 6 + "XO" + "." * 27)


def read(text: str) -> str:
    """The line of words of the rules in this text, or in the file that it names; empty for Othello. ValueError, OSError."""
    try:
        words = text.lower().split()
        variant = _read(words)
    except ValueError:
        path = Path(text)
        if not path.is_file():
            raise
        try:
            words = list(_words_of_file(path.read_text(encoding="utf-8")))
            variant = _read(words)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return "" if variant == OTHELLO else " ".join(words)


@functools.cache
def find(words: str) -> Variant:
    """The variant in a line of words; Othello if there are none. ValueError."""
    return _read(words.split())


def square_name(index: int, columns: int) -> str:
    """The name of a square: `a1`, `j10`."""
    row, column = divmod(index, columns)
    return f"{'abcdefghij'[column]}{row + 1}"


def _words_of_file(text: str) -> Iterator[str]:
    """The words of a file, and its picture as a word."""
    rows = []
    for line in text.splitlines():
        if line.startswith(";") or not line.strip():
            continue
        if set(line.strip()) <= set(PICTURE):
            rows.append(line.strip())
        elif rows:
            raise ValueError(f"expected a row of the board, got {line!r}")
        else:
            yield from line.lower().split()
    if rows:
        yield BOARD + "/".join(rows)


def _read(words: Iterable[str]) -> Variant:
    """The variant that these words describe, in any order. ValueError if two of them contradict each other."""
    given = list(words)
    said: dict[str, tuple[Any, str]] = {}
    for name in given:
        for word in _meanings(name):
            subject, meaning = _meaning(word)
            if subject in said and said[subject][0] != meaning:
                raise ValueError(f"the rules have {said[subject][1]!r} and, which contradicts it, {name!r}")
            said.setdefault(subject, (meaning, name))
    if "picture" in said and (shape := said.get("shape") or said.get("centre")):
        raise ValueError(f"the board is given by a picture and by {shape[1]!r}")
    meanings = {subject: meaning for subject, (meaning, _) in said.items()}
    board = meanings.pop("shape", _rectangle(8, 8))
    rows = meanings.pop("picture", None) or _with_centre(board, meanings.pop("centre", CENTRES["diagonal"]))
    return Variant(len(rows[0]), len(rows), "".join(rows), words=" ".join(given), **meanings)


def _meanings(name: str) -> list[str]:
    """The words of a name; the board of Othello is what a name has without a board, and can be another one."""
    return [word for word in NAMES[name].split() if word != "8x8"] if name in NAMES else [name]


def _meaning(word: str) -> tuple[str, Any]:
    """What a word is about, as a field of a variant or a part of its board, and what it says."""
    name, sign, value = word.partition("=")
    if word.startswith(BOARD):
        return "picture", _rows(value)
    if name == "supply":
        return name, _supply(value)
    if name == "first" and value in COLOURS:
        return name, COLOURS[COLOURS.index(value)]
    if sign:
        return name.replace("-", "_"), _condition(name, value)
    if word in CENTRES and word != "diagonal":
        return "centre", CENTRES[word]
    return "shape", _shape(word)


def _condition(name: str, value: str) -> str:
    if name not in CONDITIONS:
        raise ValueError(f"not a condition of a game ({', '.join(CONDITIONS)}, supply or first): {name!r}")
    if value not in CONDITIONS[name]:
        raise ValueError(f"{name} is one of {', '.join(CONDITIONS[name])}, not {value!r}")
    return value


def _supply(value: str) -> int:
    if not value.isdecimal() or not 1 <= int(value) <= MAX_SUPPLY:
        raise ValueError(f"supply is a number of discs from 1 to {MAX_SUPPLY}, not {value!r}")
    return int(value)


def _shape(word: str) -> list[str]:
    """The empty board of this word."""
    if word == "octagon":
        return ["##......##", "#........#", *[EMPTY * 10] * 6, "#........#", "##......##"]
    if word == "cross":
        return [*["##....##"] * 2, *[EMPTY * 8] * 4, *["##....##"] * 2]
    columns, cross, rows = word.partition("x")
    if not columns.isdecimal() or (cross and not rows.isdecimal()):
        raise ValueError(
            f"not a variant, a board such as 10x8, octagon or cross, a start (parallel, rotated or empty) or a condition: {word!r}"
        )
    return _rectangle(int(columns), int(rows or columns))


def _rectangle(columns: int, rows: int) -> list[str]:
    if wrong := [side for side in (columns, rows) if side not in SIDES]:
        raise ValueError(f"a board has {SIDES[0]} to {SIDES[-1]} columns and rows, not {wrong[0]}")
    return [EMPTY * columns] * rows


def _rows(picture: str) -> list[str]:
    """The rows of a picture, which has the squares in the middle."""
    rows = picture.upper().split("/")
    if len(rows) not in SIDES or len(rows[0]) not in SIDES or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"expected {SIDES[0]} to {SIDES[-1]} rows of as many squares, all of the same length: {picture!r}")
    if wrong := set("".join(rows)) - set(PICTURE):
        raise ValueError(f"not a square of a picture: {min(wrong)!r}")
    return rows


def _centre(columns: int, rows: int) -> tuple[int, int, int, int]:
    at = (rows - 2) // 2 * columns + (columns - 2) // 2
    return at, at + 1, at + columns, at + columns + 1


def _with_centre(board: list[str], centre: str) -> list[str]:
    """The board with these discs in the middle."""
    columns = len(board[0])
    squares = list("".join(board))
    for at, disc in zip(_centre(columns, len(board)), centre, strict=True):
        squares[at] = disc
    return ["".join(squares[at : at + columns]) for at in range(0, len(squares), columns)]
