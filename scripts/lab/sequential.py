"""When a test may stop: the generalised sequential probability ratio test on pairs of games.

Two hypotheses, that the first engine is elo0 or elo1 stronger. After every pair the log of the ratio of their likelihoods, each at
its best (the likeliest probabilities of the five pair scores that have the supposed mean), is compared with two bounds.
Sources: Wald, "Sequential Analysis" (1947), for the bounds; Van den Bergh, "A practical introduction to the GSPRT" and "Normalized
Elo", for the ratio. `scripts/simulation` measures its error rates.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from lab.likelihood import Floats, loss_of_effect, loss_of_mean
from lab.statistics import NORMALISED, Pair, expected_score

MAX_ELO = 1000.0
"""Largest difference of a test; it is a score of 99.7 %."""
MAX_NORMALISED_ELO = 100.0
"""The same in normalised Elo: three tenths of a standard deviation. Up to here the search for the maximum converges."""


class Verdict(StrEnum):
    """The state of a test."""

    H0 = "H0"
    H1 = "H1"
    OPEN = "open"


@dataclass(frozen=True)
class Sprt:
    """A test of elo1 against elo0, with the probabilities of accepting the wrong one."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability of accepting elo1 if elo0 is true."""
    beta: float = 0.05
    """Probability of accepting elo0 if elo1 is true."""
    normalised: bool = False
    """Whether elo0 and elo1 are normalised Elo: 347.4 for one standard deviation of a game."""

    def __post_init__(self) -> None:
        """ValueError for invalid settings."""
        most = MAX_NORMALISED_ELO if self.normalised else MAX_ELO
        if not -most <= self.elo0 < self.elo1 <= most:
            raise ValueError(f"elo0 must be less than elo1, both within {most:g} of 0: {self.elo0:g}, {self.elo1:g}")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ValueError(f"{name} must be above 0 and below 0.5: {risk:g}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def log_ratios(self, counts: npt.ArrayLike) -> Floats:
        """The log-likelihood ratio of many sets of counts; the last axis is the five numbers of pairs."""
        sets = np.asarray(counts, dtype=np.float64)[..., None, :]
        differences = np.array([self.elo0, self.elo1])
        if self.normalised:
            # a pair's mean has the standard deviation of a game divided by the root of two
            falls = loss_of_effect(sets, math.sqrt(2) * differences / NORMALISED)
        else:
            falls = loss_of_mean(sets, [expected_score(difference) for difference in differences])
        return np.asarray(falls[..., 0] - falls[..., 1])

    def log_ratio(self, counts: npt.ArrayLike) -> float:
        """The log-likelihood ratio of one set of counts: positive favours elo1. 0 without pairs."""
        return float(self.log_ratios(counts))

    def verdict(self, counts: npt.ArrayLike) -> Verdict:
        """The verdict with these counts."""
        ratio = self.log_ratio(counts)
        return Verdict.H1 if ratio >= self.upper else Verdict.H0 if ratio <= self.lower else Verdict.OPEN


def stop_rule(test: Sprt) -> Callable[[Pair], str | None]:
    """Counts pairs and gives the hypothesis that is accepted after a pair, or None to continue."""
    counts = [0] * 5

    def rule(pair: Pair) -> str | None:
        counts[round(2 * pair.points)] += 1
        verdict = test.verdict(counts)
        return None if verdict == Verdict.OPEN else f"{verdict} accepted"

    return rule


def first_verdicts(test: Sprt, histories: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """For each of many histories, after how many pairs the test ends, and whether with elo1.

    `histories[i, k]` are the counts of history i, k + 1 pairs after its beginning. The number is 0 where the test does not end.
    """
    ratios = test.log_ratios(histories)
    ended = (ratios >= test.upper) | (ratios <= test.lower)
    at = ended.argmax(axis=1)
    any_ended = ended.any(axis=1)
    last = np.take_along_axis(ratios, at[:, None], axis=1)[:, 0]
    return np.where(any_ended, at + 1, 0), any_ended & (last >= test.upper)
