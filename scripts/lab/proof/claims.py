"""What is to be proved. All scores are discs for black, and even: the squares that stay empty go to the winner."""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

from lab.rules import Board, Colour

MOST = 64
"""Discs of the greatest score."""


class Range(NamedTuple):
    """The scores that are possible."""

    low: int = -MOST
    high: int = MOST

    def within(self, other: "Range") -> "Range":
        """What is possible by both."""
        return Range(max(self.low, other.low), min(self.high, other.high))


class Goal(NamedTuple):
    """A bound that is to be proved, and the side that has it."""

    sign: Literal[1, -1]
    """1: black gets at least so many discs; -1: at most."""
    discs: int

    @property
    def attacker(self) -> Colour:
        """The side that has the bound."""
        return "black" if self.sign > 0 else "white"

    @property
    def window(self) -> tuple[int, int]:
        """Alpha and beta of a search that decides it."""
        return (self.discs - 1, self.discs) if self.sign > 0 else (self.discs, self.discs + 1)

    @property
    def opposite(self) -> "Goal":
        """What is true if this is not."""
        return Goal(-1 if self.sign > 0 else 1, self.discs - 2 * self.sign)

    @property
    def range(self) -> Range:
        """The scores that it leaves."""
        return Range(low=self.discs) if self.sign > 0 else Range(high=self.discs)

    def decided(self, known: Range) -> bool | None:
        """Whether it is true for these scores; None if that is open."""
        if self.sign > 0:
            return True if known.low >= self.discs else False if known.high < self.discs else None
        return True if known.high <= self.discs else False if known.low > self.discs else None

    def margin(self, score: float) -> float:
        """By how many discs this score is on the side of the attacker: 0 is between the last true and the first false one."""
        return self.sign * (score - self.discs) + 1

    def words(self, turn: Colour | None) -> str:
        """For the side to move: `>= 4`."""
        least = (self.sign > 0) == (turn != "white")
        return f"{'>=' if least else '<='} {self.discs if turn != 'white' else -self.discs:+d}"

    @classmethod
    def parse(cls, words: str, turn: Colour | None) -> Self:
        """The goal in such words. ValueError."""
        if (found := re.fullmatch(r"\s*(>=|<=)\s*([+-]?\d{1,2})\s*", words)) is None or abs(int(found[2])) > MOST:
            raise ValueError(f"expected >=N or <=N with N from -64 to 64, got {words!r}")
        # Scores are even.
        least, discs = found[1] == ">=", int(found[2])
        discs += discs % 2 if least else -(discs % 2)
        sign: Literal[1, -1] = 1 if least == (turn != "white") else -1
        return cls(sign, discs if turn != "white" else -discs)


@dataclass(frozen=True)
class Claim:
    """What is claimed of a position."""

    board: Board
    words: str
    """`exact`, `wld`, or `>=N`, `<=N`, `=N` for the side to move."""

    def __post_init__(self) -> None:
        """ValueError if the words are unknown."""
        _ = self.bounds

    @property
    def needs_estimate(self) -> bool:
        """Whether the goals depend on an estimate."""
        return self.words in ("exact", "wld")

    @property
    def bounds(self) -> list[Goal]:
        """The bounds that the claim names. ValueError."""
        if self.needs_estimate:
            return []
        words = self.words.strip()
        if words.startswith("="):
            bounds = [Goal.parse(f"{sign}{words[1:]}", self.board.turn) for sign in ("<=", ">=")]
            if bounds[0].discs != bounds[1].discs:
                raise ValueError(f"scores are even, got {words!r}")
            return bounds
        return [Goal.parse(words, self.board.turn)]

    def goals(self, known: Range, estimate: float) -> list[Goal]:
        """What is to be proved next, given what is known and an estimated score; nothing at the end."""
        low, high = known
        if self.words == "exact":
            discs = min(max(2 * round(estimate / 2), low), high)
            goals = [Goal(1, discs), Goal(-1, discs)]
        elif self.words == "wld":
            if low > 0 or high < 0:
                return []
            guess = min(max(2 * round(estimate / 2), low, -2), high, 2)
            goals = [Goal(1, 2)] if guess > 0 else [Goal(-1, -2)] if guess < 0 else [Goal(1, 0), Goal(-1, 0)]
        elif self.is_false(known):
            return []
        else:
            goals = self.bounds
        return [goal for goal in goals if goal.decided(known) is None]

    def is_false(self, known: Range) -> bool:
        """Whether a bound that the claim names is refuted."""
        return any(goal.decided(known) is False for goal in self.bounds)

    def proved(self, known: Range) -> list[Goal]:
        """The bounds that are the result, at the end: those of the claim or, if it is false, what refutes it."""
        low, high = known
        if self.words == "wld":
            return [Goal(1, 2)] if low > 0 else [Goal(-1, -2)] if high < 0 else [Goal(1, 0), Goal(-1, 0)]
        if self.words == "exact":
            return ([Goal(1, low)] if low > -MOST else []) + ([Goal(-1, high)] if high < MOST else [])
        return [goal.opposite for goal in self.bounds if goal.decided(known) is False] or self.bounds

    def result(self, known: Range) -> str:
        """The result in words, for the side to move."""
        low, high = known if self.board.turn != "white" else Range(-known.high, -known.low)
        if self.words == "wld":
            return "win" if low > 0 else "loss" if high < 0 else "draw"
        if low == high:
            return f"{low:+d}"
        bounds = ([f"at least {low:+d}"] if low > -MOST else []) + ([f"at most {high:+d}"] if high < MOST else [])
        return ", ".join(bounds) or "open"
