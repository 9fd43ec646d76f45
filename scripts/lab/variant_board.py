"""The board of a variant, its moves and its result, for the referee: plain, slow, and without a line of the program's.

Written from docs/variants.md. `lab.rules` has the faster board of Othello; both are a `Position`.
"""

import functools
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from lab.rules import START, Colour, Position, other
from lab.variants import BLACK, CUT_OFF, EMPTY, WHITE, Variant, find, square_name

DIRECTIONS: Final = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]
PLACED: Final = 4
"""The discs on the board after a placement."""
TIE_MARGIN: Final = 1
"""The discs by which a side wins if the rules give it a game with equal discs."""


def letter(colour: Colour) -> str:
    """The letter of a disc."""
    return BLACK if colour == "black" else WHITE


class Grid(NamedTuple):
    """The squares of a board."""

    names: tuple[str, ...]
    """Row by row; empty for what is cut off."""
    indices: Mapping[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """For each square the squares in each direction, up to the edge."""


@functools.cache
def grid(variant: Variant) -> Grid:
    """The squares of the board of a variant."""
    columns, rows, cut_off = variant.columns, variant.rows, variant.cut_off
    squares = range(columns * rows)
    names = tuple("" if at in cut_off else square_name(at, columns) for at in squares)

    def ray(at: int, right: int, down: int) -> tuple[int, ...]:
        found = []
        row, column = divmod(at, columns)
        row, column = row + down, column + right
        while 0 <= row < rows and 0 <= column < columns and (step := row * columns + column) not in cut_off:
            found.append(step)
            row, column = row + down, column + right
        return tuple(found)

    rays = tuple(tuple(found for step in DIRECTIONS if len(found := ray(at, *step)) > 1) for at in squares)
    return Grid(names, {name: at for at, name in enumerate(names) if name}, rays)


class VariantBoard(NamedTuple):
    """A position of a variant. Boards are values: a move gives a new one."""

    variant: Variant
    discs: str
    """The squares row by row, as in a picture."""
    turn: Colour | None
    """The side to move; None when the game is over."""
    supply: tuple[float, float]
    """The discs that black and white have left."""
    loser: Colour | None = None
    """The side that lost every square because it had no move."""

    @property
    def squares(self) -> Collection[str]:
        """The names of all squares."""
        return grid(self.variant).indices.keys()

    @staticmethod
    def begin(variant: Variant) -> "VariantBoard":
        """The start of a game."""
        given = float("inf") if variant.supply is None else variant.supply
        left = (given - variant.start.count(BLACK), given - variant.start.count(WHITE))
        return VariantBoard(variant, variant.start, None, left)._with_turn(variant.first)

    def _with_turn(self, side: Colour) -> "VariantBoard":
        """The same discs with this side to move; or the other side after a pass, or nobody when the game is over."""
        if self._squares(side):
            return self._replace(turn=side)
        if self._has_discs(side):
            if self.variant.no_move == "end":
                return self._replace(turn=None)
            if self.variant.no_move == "loss":
                return self._replace(turn=None, loser=side if self.empties() else None)
        if self._squares(other(side)):
            return self._replace(turn=other(side))
        # The other side is to move as well; without discs of its own it cannot lose by that.
        if self.variant.no_move == "loss" and self._has_discs(other(side)) and self.empties():
            return self._replace(turn=None, loser=other(side))
        return self._replace(turn=None)

    def _has_discs(self, side: Colour) -> bool:
        return self.supply[side == "white"] > 0

    def _squares(self, side: Colour) -> list[int]:
        """The squares on which this side may put a disc."""
        if not self._has_discs(side):
            return []
        flipping = [at for at, disc in enumerate(self.discs) if disc == EMPTY and self._lines(side, at)]
        if not self._is_placement():
            return sorted({*flipping, *self._beside(side)}) if self.variant.quiet == "yes" else flipping
        free = [at for at in self.variant.centre if self.discs[at] == EMPTY]
        if self._count() < PLACED - 1 or self.variant.fourth == "centre":
            return free
        return flipping if self.variant.fourth == "must-flip" else sorted({*free, *flipping})

    def _is_placement(self) -> bool:
        return self.variant.placement != "none" and self._count() < PLACED

    def _count(self) -> int:
        """The number of discs on the board."""
        return self.discs.count(BLACK) + self.discs.count(WHITE)

    def _lines(self, side: Colour, at: int) -> list[list[int]]:
        """The lines that a disc of this side closes: the discs of the opponent, and the disc of the side at the end."""
        own, opponent = letter(side), letter(other(side))
        found: list[list[int]] = []
        for ray in grid(self.variant).rays[at]:
            line: list[int] = []
            for step in ray:
                if self.discs[step] == opponent:
                    line.append(step)
                    continue
                if line and self.discs[step] == own:
                    found.append([*line, step])
                break
        return found

    def _beside(self, side: Colour) -> list[int]:
        """The empty squares beside a disc of this side."""
        columns = self.variant.columns
        places = [divmod(at, columns) for at, disc in enumerate(self.discs) if disc == letter(side)]
        beside = {(row + down, column + right) for row, column in places for right, down in DIRECTIONS}
        inside = [(row, column) for row, column in beside if 0 <= row < self.variant.rows and 0 <= column < columns]
        return [at for row, column in inside if self.discs[at := row * columns + column] == EMPTY]

    def _names(self, at: int) -> dict[str, list[int]]:
        """The names of the moves on a square, with the discs that each of them turns."""
        assert self.turn is not None
        names = grid(self.variant).names
        lines = [] if self._is_placement() and at in self.variant.centre else self._lines(self.turn, at)
        if self.variant.lines == "one" and len(lines) > 1:
            return {f"{names[at]}x{names[line[-1]]}": line for line in lines}
        return {names[at]: [disc for line in lines for disc in line]}

    def moves(self) -> list[str]:
        """The moves of the side to move, row by row; none when the game is over."""
        return [] if self.turn is None else [name for at in self._squares(self.turn) for name in self._names(at)]

    def play(self, at: str) -> "VariantBoard":
        """The board after a move of the side to move; ValueError if it is illegal."""
        if self.turn is None or at not in self.moves():
            raise ValueError(f"illegal move: {at!r}")
        square, side = grid(self.variant).indices[at.partition("x")[0]], self.turn
        changed = {square, *self._names(square)[at]}
        discs = "".join(letter(side) if index in changed else disc for index, disc in enumerate(self.discs))
        black, white = self.supply
        left = (black - 1, white) if side == "black" else (black, white - 1)
        after = VariantBoard(self.variant, discs, None, left)
        return after._with_turn(side if self.variant.is_second_disc(after._count() - self.variant.discs) else other(side))

    def empties(self) -> int:
        """The number of empty squares."""
        return self.discs.count(EMPTY)

    def score(self) -> int:
        """The discs by which black wins, negative if white wins.

        After a loss without a move these are all squares, and 1 if the rules give a game with equal discs to a side.
        """
        if self.loser is not None:
            return -self.variant.squares if self.loser == "black" else self.variant.squares
        lead = self.discs.count(BLACK) - self.discs.count(WHITE)
        if lead == 0:
            return {"draw": 0, "black": TIE_MARGIN, "white": -TIE_MARGIN}[self.variant.tie]
        margin = abs(lead) + (self.empties() if self.variant.empties == "winner" else 0)
        return margin if (lead > 0) == (self.variant.goal == "most") else -margin

    def text(self) -> str:
        """The board and the side to move as one line, with `/` between the rows of a board that is not a whole square."""
        columns = self.variant.columns
        rows = [self.discs[at : at + columns] for at in range(0, len(self.discs), columns)]
        is_whole_square = columns == self.variant.rows and CUT_OFF not in self.discs
        squares = ("" if is_whole_square else "/").join(rows).replace(EMPTY, "-")
        return f"{squares} {letter(self.turn or 'black')}"


@functools.cache
def start(words: str) -> Position:
    """The start of a game by the rules in a line of words; of Othello if there are none. ValueError."""
    return VariantBoard.begin(find(words)) if words else START
