"""The likelihood under a condition, against a general optimiser and against cases that can be worked out by hand."""

import math
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import xlogy

from lab.likelihood import SCORES, Floats, loss_of_effect, loss_of_mean

COUNTS = [
    (3, 2, 5, 1, 7),
    (0, 2, 5, 1, 0),
    (0, 0, 5, 1, 0),
    (0, 1, 1, 0, 0),
    (0, 0, 8, 0, 0),
    (1, 0, 0, 0, 0),
    (0, 0, 0, 0, 10),
    (0, 0, 0, 3, 0),
    (100, 200, 5, 300, 400),
]


def spread(probabilities: Floats) -> float:
    mean = probabilities @ SCORES
    return math.sqrt(max(float(probabilities @ (SCORES - mean) ** 2), 1e-15))


def loss_by_search(counts: tuple[int, ...], mean: float | None = None, effect: float = 0.0) -> float:
    """The same figure from an optimiser that knows nothing of Lagrange multipliers, started at several places."""
    seen = np.array(counts, dtype=float)

    def condition(probabilities: Floats) -> float:
        if mean is not None:
            return float(probabilities @ SCORES) - mean
        return float(probabilities @ SCORES) - 0.5 - effect * spread(probabilities)

    def fit(probabilities: Floats) -> float:
        return -float(xlogy(seen, np.maximum(probabilities, 1e-300)).sum())

    conditions: Any = [{"type": "eq", "fun": condition}, {"type": "eq", "fun": lambda p: float(p.sum()) - 1}]
    found = []
    for seed in range(4):
        tried = minimize(
            fit,
            np.random.default_rng(seed).dirichlet(np.ones(5)),
            bounds=[(1e-12, 1.0)] * 5,
            constraints=conditions,
            method="SLSQP",
            options={"maxiter": 1000, "ftol": 1e-13},
        )
        if tried.success:
            found.append(float(tried.fun))
    return min(found) + float(xlogy(seen, seen / seen.sum()).sum())


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("mean", [0.3, 0.5, 0.62])
def test_no_search_finds_likelier_probabilities_with_a_given_mean(counts: tuple[int, ...], mean: float) -> None:
    assert float(loss_of_mean(counts, mean)) == pytest.approx(loss_by_search(counts, mean=mean), abs=1e-6)


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("effect", [-0.4, 0.0, 0.03, 0.4])
def test_no_search_finds_likelier_probabilities_with_a_given_effect(counts: tuple[int, ...], effect: float) -> None:
    assert float(loss_of_effect(counts, effect)) == pytest.approx(loss_by_search(counts, effect=effect), abs=1e-6)


def test_pairs_that_are_only_won_or_lost_are_coins() -> None:
    by_hand = 3 * math.log(0.3 / 0.4) + 7 * math.log(0.7 / 0.6)
    assert float(loss_of_mean((3, 0, 0, 0, 7), 0.6)) == pytest.approx(by_hand)


def test_outcomes_that_never_happened_may_have_a_share() -> None:
    """Nine even pairs, mean 0.6: likeliest if a fifth of the pairs are won outright and have been missed by luck."""
    assert float(loss_of_mean((0, 0, 9, 0, 0), 0.6)) == pytest.approx(-9 * math.log(0.8))


def test_the_counted_mean_and_no_pairs_at_all_cost_nothing() -> None:
    assert float(loss_of_mean((3, 2, 5, 1, 7), 10.75 / 18)) == pytest.approx(0, abs=1e-8)
    assert float(loss_of_mean((0, 0, 0, 0, 0), 0.3)) == 0
    assert float(loss_of_effect((0, 0, 0, 0, 0), 0.3)) == 0


def test_the_ends_of_the_scale_are_possible_only_if_all_pairs_are_there() -> None:
    assert float(loss_of_mean((0, 0, 0, 0, 7), 1.0)) == 0
    assert float(loss_of_mean((0, 0, 0, 1, 6), 1.0)) == math.inf
    assert float(loss_of_mean((7, 0, 0, 0, 0), 0.0)) == 0


def test_many_counts_and_many_means_at_once_give_what_each_gives_alone() -> None:
    means = [0.2, 0.5, 0.9]
    together = loss_of_mean(np.array(COUNTS)[:, None, :], np.array(means)[None, :])
    effects = loss_of_effect(np.array(COUNTS)[:, None, :], np.array(means)[None, :])
    for i, counts in enumerate(COUNTS):
        for j, mean in enumerate(means):
            assert together[i, j] == pytest.approx(float(loss_of_mean(counts, mean)), abs=1e-6)
            assert effects[i, j] == pytest.approx(float(loss_of_effect(counts, mean)), abs=1e-6)
