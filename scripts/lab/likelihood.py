"""The likelihood of counted pairs: its largest value under a condition on the strength.

The counts are five numbers: the pairs with 0, 0.5, 1, 1.5 and 2 points. The only assumption is that pairs are independent. Many
sets of counts are treated at once: the last axis of an array is the five numbers. Source: the notes of Michel Van den Bergh on the
generalised SPRT and on normalised Elo, which chess testing follows.
"""

import numpy as np
import numpy.typing as npt
from scipy.optimize import elementwise
from scipy.special import binom, xlogy

Floats = npt.NDArray[np.float64]

SCORES: Floats = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""The score of a pair, as a fraction of its two points."""

TRACE = 1e-9
"""Pairs added to every count, so that a condition which no counted pair meets has a solution; too few to show in any result."""

ROUNDS = 30
"""Most linear steps towards a nonlinear condition; after 30 the loss of 600 random counts was stable to seven digits."""


def loss_of_mean(counts: npt.ArrayLike, mean: npt.ArrayLike) -> Floats:
    """The decrease of the log-likelihood from its maximum if this is the mean score, from 0 to 1; infinite if it is impossible."""
    return _loss(counts, _likeliest(counts, SCORES - np.asarray(mean, dtype=np.float64)[..., None]))


def loss_of_effect(counts: npt.ArrayLike, effect: npt.ArrayLike) -> Floats:
    """The same if the mean score is `effect` standard deviations of a pair's score above one half.

    The condition is not linear in the probabilities. It is linearized around the last solution until the solution is stable. For
    effects above 0.4 the result may not be the maximum.
    """
    target = np.asarray(effect, dtype=np.float64)[..., None]
    # binomial probabilities that meet the condition: elsewhere the line may miss all probabilities
    chance, won = (1 + target / np.sqrt(4 + target**2)) / 2, np.arange(5)
    found = np.asarray(binom(4, won) * chance**won * (1 - chance) ** (4 - won))
    for _ in range(ROUNDS):
        mean = (found * SCORES).sum(axis=-1, keepdims=True)
        spread = np.sqrt((found * (SCORES - mean) ** 2).sum(axis=-1, keepdims=True))
        before = found
        found = _likeliest(counts, SCORES - 0.5 - target * spread * (1 + ((SCORES - mean) / spread) ** 2) / 2)
        if np.abs(found - before).max(initial=0.0) < 1e-9:
            break
    return _loss(counts, found)


def _loss(counts: npt.ArrayLike, probabilities: Floats) -> Floats:
    seen = np.asarray(counts, dtype=np.float64)
    shares = seen / np.maximum(seen.sum(axis=-1, keepdims=True), 1.0)
    with np.errstate(divide="ignore"):
        fall: Floats = np.asarray(xlogy(seen, shares) - xlogy(seen, probabilities), dtype=np.float64)
    return np.asarray(fall.sum(axis=-1))


def _likeliest(counts: npt.ArrayLike, deviations: Floats) -> Floats:
    """The probabilities that make the counts likeliest among those for which the deviations have the mean 0.

    They are the shares counted, each divided by 1 + x * deviation, with the one x that makes the mean 0 (a Lagrange multiplier).
    Outcomes that were never counted may get a share. Where no deviation is below 0, or none above, only outcomes without one can
    happen, and the deviations of the five scores leave no choice between them.
    """
    seen, away = np.broadcast_arrays(np.asarray(counts, dtype=np.float64) + TRACE, deviations)
    low, high = away.min(axis=-1), away.max(axis=-1)
    possible = (low < 0) & (high > 0)
    low, high = np.where(possible, low, -1.0), np.where(possible, high, 1.0)

    def imbalance(x: Floats, low: Floats, high: Floats, *columns: Floats) -> Floats:
        """Has the sign of the mean of the deviations, and is finite at both ends of the range of x."""
        at_low, at_high = 1 + x * low, 1 + x * high
        total = np.zeros_like(x)
        for count, deviation in zip(columns[:5], columns[5:], strict=True):
            weight = at_low * at_high / (1 + x * deviation)
            weight = np.where(deviation == low, at_high, np.where(deviation == high, at_low, weight))
            total += count * deviation * weight
        return total

    columns = [seen[..., i] for i in range(5)] + [away[..., i] for i in range(5)]
    with np.errstate(divide="ignore", invalid="ignore"):
        x = elementwise.find_root(imbalance, (-1 / high, -1 / low), args=(low, high, *columns)).x
        tilted = seen / (seen.sum(axis=-1, keepdims=True) * (1 + x[..., None] * away))
    found: Floats = np.where(possible[..., None], tilted, away == 0)
    return found
