"""SPSA on its own, on a quadratic whose value is seen as the score of a match."""

import random

import numpy as np
import pytest

from lab.likelihood import Floats
from lab.spsa import Comparison, final, path, perturbed

START = np.array([0.25, 0.25, 0.9])
BEST = np.array([0.75, 0.6, 0.4])
LEAST = np.array([0.01, 0.01, 0.01])


def elo(values: Floats) -> float:
    """The strength below that of the best values."""
    return float(-200 * ((values - BEST) ** 2).sum())


def tuned(comparisons: int, seed: int, games: int) -> list[Floats]:
    """The path after this many matches, in which each game is won by chance."""
    chance, made, values = random.Random(seed), list[Comparison](), path(START, [])
    for number in range(1, comparisons + 1):
        plus, minus = perturbed(values[-1], number, seed, LEAST)
        expected = 1 / (1 + 10 ** ((elo(minus) - elo(plus)) / 400))
        made.append(Comparison(plus, minus, sum(chance.random() < expected for _ in range(games)) / games))
        values = path(START, made)
    return values


@pytest.mark.parametrize("seed", range(4))
def test_a_noisy_quadratic_is_tuned_the_better_the_more_games(seed: int) -> None:
    assert elo(START) < -120
    few, many = elo(final(tuned(60, seed, 40))), elo(final(tuned(300, seed, 40)))
    assert few > -25
    assert many > -3


def test_a_comparison_moves_each_value_to_the_better_side_and_not_out_of_its_range() -> None:
    plus, minus = np.array([0.6, 0.2]), np.array([0.4, 0.4])
    for score, up in ((0.75, 1), (0.25, -1)):
        before, after = path(np.array([0.5, 0.3]), [Comparison(plus, minus, score)])
        assert np.sign(after - before).tolist() == [up, -up]
    assert path(np.array([0.99, 0.01]), [Comparison(plus, minus, 1.0)] * 9)[-1].tolist() == [1.0, 0.0]
    for end in (0.0, 1.0):
        plus, minus = perturbed(np.array([end, 0.5]), 1, 3, np.array([0.5, 0.01]))
        assert ((plus >= 0) & (plus <= 1) & (minus >= 0) & (minus <= 1) & (plus != minus)).all()
