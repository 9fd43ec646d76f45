"""Simultaneous perturbation stochastic approximation (Spall 1992): tunes numbers by comparisons of two sets of values.

Each comparison changes all numbers at once, up or down at random, and its score moves them towards the better side. Numbers are
scaled to their ranges: from 0 to 1.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.likelihood import Floats

WIDTH, WIDTH_DECAY = 0.2, 0.101
"""The change of a number in the first comparison, and the power of the number of the comparison that divides it."""
STEP, STEP_DECAY, STEP_DELAY = 0.2, 0.602, 10
"""The same of the steps, after this many comparisons that are not made. Both powers are those that Spall recommends."""
SHARE = 0.25
"""The numbers of this last part of the comparisons are averaged: single ones wander by chance."""


@dataclass(frozen=True)
class Comparison:
    """Two sets of values that played each other."""

    plus: Floats
    minus: Floats
    """Differs from `plus` in each number."""
    score: float
    """Of `plus`, from 0 to 1."""


def path(start: Floats, comparisons: Sequence[Comparison]) -> list[Floats]:
    """The numbers at the start and after each comparison."""
    values = [np.clip(start, 0.0, 1.0)]
    for number, made in enumerate(comparisons, 1):
        step = STEP / (STEP_DELAY + number) ** STEP_DECAY
        slope = (2 * made.score - 1) / (made.plus - made.minus)
        values.append(np.clip(values[-1] + step * slope, 0.0, 1.0))
    return values


def final(values: Sequence[Floats]) -> Floats:
    """The mean of the last part of a path."""
    return np.asarray(np.mean(values[-math.ceil(SHARE * len(values)) :], axis=0))


def perturbed(values: Floats, number: int, seed: int, least: Floats) -> tuple[Floats, Floats]:
    """Both sets of values of a comparison, whose number is counted from 1, at least twice `least` apart (0.5 at most)."""
    width = np.maximum(WIDTH / number**WIDTH_DECAY, least)
    chance = random.Random(f"{seed} {number}")
    change = width * np.array([chance.choice((-1.0, 1.0)) for _ in values])
    middle = np.clip(values, width, 1 - width)
    return middle + change, middle - change
