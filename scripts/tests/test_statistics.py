"""What is said of two engines' pairs, against hand arithmetic, the bootstrap, and every result that can happen."""

import itertools
import math
from typing import Literal, cast

import numpy as np
import pytest
from scipy import stats

from lab.bootstrap import load
from lab.records import Fault, Game
from lab.rules import Colour
from lab.statistics import (
    Counts,
    Pair,
    elo_difference,
    expected_score,
    mean_discs,
    normalised_elo,
    pair_up,
    score,
    summary,
    superiority,
)

opponents = load("simulation").opponents
MIXED: Counts = (1, 2, 3, 4, 5)


def game(task: int, half: Literal[0, 1], black: str, white: str, score: int, at_fault: Colour | None = None) -> Game:
    return Game(task, half, "f5d6", black, white, (), score, Fault.CRASH if at_fault else None, at_fault)


def pairs_with(scores: list[tuple[int, int]]) -> list[Pair]:
    return [Pair(number, "", "A", "B", both) for number, both in enumerate(scores)]


def test_games_become_pairs_whatever_their_order() -> None:
    games = [game(1, 1, "B", "A", 10), game(0, 0, "A", "B", 6), game(1, 0, "A", "B", 2), game(0, 1, "B", "A", 0)]
    pairs, single = pair_up(games)
    assert [(pair.number, pair.first, pair.scores, pair.points, pair.discs) for pair in pairs] == [
        (0, "A", (6, 0), 1.5, 3.0),
        (1, "A", (2, -10), 1.0, -4.0),
    ]
    assert single == []


def test_a_game_without_its_partner_is_named_and_not_counted() -> None:
    lonely = game(3, 1, "B", "A", -64, "black")
    pairs, single = pair_up([game(0, 0, "A", "B", 6), lonely, game(0, 1, "B", "A", 0)])
    assert len(pairs) == 1
    assert single == [lonely]


def test_games_that_are_no_pair_are_refused() -> None:
    with pytest.raises(ValueError, match="game 0 of pair 4 is a duplicate"):
        pair_up([game(4, 0, "A", "B", 6), game(4, 0, "A", "B", 6)])
    with pytest.raises(ValueError, match=r"pair 4 .* colours swapped"):
        pair_up([game(4, 0, "A", "B", 6), game(4, 1, "A", "B", 6)])


def test_the_other_side_sees_everything_reversed() -> None:
    pairs = pairs_with([(10, 2), (-4, 6), (0, -2), (64, 0)])
    ours, theirs = summary(pairs, "A", "B"), summary(pairs, "B", "A")
    assert ours.counts == theirs.counts[::-1] == (0, 1, 1, 1, 1)
    assert (ours.won, ours.drawn, ours.lost) == (theirs.lost, theirs.drawn, theirs.won) == (4, 2, 2)
    assert ours.elo.value == pytest.approx(-theirs.elo.value)
    assert ours.elo.low == pytest.approx(-theirs.elo.high)
    assert ours.discs.low == pytest.approx(-theirs.discs.high)
    assert ours.superiority == pytest.approx(1 - theirs.superiority)
    assert pairs[0].seen_by("B").scores == (-2, -10), "black's game comes first"
    with pytest.raises(ValueError, match="'C' did not play"):
        pairs[0].seen_by("C")


def test_figures_worked_out_by_hand() -> None:
    """1, 2, 3, 4, 5 pairs with 0 to 2 points: 20 of 30 points, variance of a pair's mean 8.125 / 15 - 4 / 9 = 7 / 72.

    Elo 400 log10 2. Normalised Elo 800 / ln 10 * (1 / 6) / sqrt(2 * 7 / 72), after Van den Bergh, "Normalized Elo".
    """
    assert score(MIXED).value == pytest.approx(2 / 3)
    assert elo_difference(MIXED).value == pytest.approx(120.41, abs=0.01)
    assert normalised_elo(MIXED) == pytest.approx(131.32, abs=0.01)


@pytest.mark.parametrize("counts", [(80, 150, 300, 250, 120), (5, 20, 800, 40, 9)])
def test_with_many_pairs_the_interval_is_that_of_the_bootstrap_and_of_the_normal_distribution(counts: Counts) -> None:
    """As chess testing computes it: mean and spread of the pairs, 1.96 standard errors to each side."""
    sample = np.repeat([0, 0.25, 0.5, 0.75, 1], counts)
    error = 1.96 * sample.std() / math.sqrt(len(sample))
    resampled = stats.bootstrap((sample,), np.mean, n_resamples=4000, method="percentile", rng=1).confidence_interval
    ours = score(counts)
    for end, normal, by_bootstrap in ((ours.low, -error, resampled.low), (ours.high, error, resampled.high)):
        assert end == pytest.approx(sample.mean() + normal, abs=0.06 * error)
        assert end == pytest.approx(by_bootstrap, abs=0.12 * error)
    assert superiority(counts) == pytest.approx(stats.norm.cdf((sample.mean() - 0.5) * 1.96 / error), abs=0.002)


@pytest.mark.parametrize("pairs", [1, 2, 4])
@pytest.mark.parametrize("strength", [0, 100, 300, 600])
@pytest.mark.parametrize("bias", [2, 12])
def test_the_coverage_of_the_interval_is_as_stated(pairs: int, strength: float, bias: float) -> None:
    players = opponents(strength, bias=bias)
    likely = players.probabilities()
    held = 0.0
    for outcome in itertools.combinations_with_replacement(range(5), pairs):
        counts = cast(Counts, tuple(outcome.count(kind) for kind in range(5)))
        interval = score(counts)
        if interval.low <= expected_score(strength) <= interval.high:
            held += float(stats.multinomial.pmf(counts, pairs, likely))
    assert held > 0.94


def test_one_pair_gives_a_wide_interval() -> None:
    assert elo_difference((0, 0, 0, 0, 1)).low < -800
    assert elo_difference((0, 0, 0, 0, 1)).high == math.inf
    assert 0.5 < superiority((0, 0, 0, 0, 1)) < 0.8


def test_all_won_is_bounded_from_below_only_and_more_pairs_bound_it_better() -> None:
    """n pairs won: a mean of s has the likelihood s^n, so that the lower end is exp(-t^2 / 2n); t is 2.0086 for 50 pairs."""
    assert score((0, 0, 0, 0, 50)).low == pytest.approx(math.exp(-(2.0086**2) / 100), abs=1e-5)
    assert elo_difference((0, 0, 0, 0, 50)).high == math.inf
    assert elo_difference((50, 0, 0, 0, 0)).low == -math.inf
    assert normalised_elo((0, 0, 0, 0, 50)) == math.inf


def test_nothing_but_even_pairs_is_not_certainty() -> None:
    ten = elo_difference((0, 0, 10, 0, 0))
    assert ten.value == 0
    assert ten.low == pytest.approx(-ten.high)
    assert 60 < ten.high < 100
    assert elo_difference((0, 0, 1000, 0, 0)).high < 1
    assert superiority((0, 0, 10, 0, 0)) == 0.5
    assert normalised_elo((0, 0, 10, 0, 0)) == 0


def test_no_pairs_are_no_result() -> None:
    nothing = summary([], "A", "B")
    assert nothing.counts == (0, 0, 0, 0, 0)
    assert (nothing.score.low, nothing.score.value, nothing.score.high) == (0, 0.5, 1)
    assert (nothing.elo.low, nothing.elo.value, nothing.elo.high) == (-math.inf, 0, math.inf)
    assert (nothing.discs.low, nothing.discs.value, nothing.discs.high) == (-64, 0, 64)
    assert nothing.superiority == 0.5


def test_the_mean_of_the_discs_has_the_interval_of_student() -> None:
    """Pair means 1, 2, 3, 6: mean 3, standard error sqrt(14 / 3 / 4) = 1.0801, t for three degrees of freedom 3.1824."""
    found = mean_discs(pairs_with([(2, 0), (4, 0), (-4, 10), (6, 6)]))
    assert found.value == pytest.approx(3)
    assert found.low == pytest.approx(3 - 3.1824 * 1.0801, abs=0.001)
    assert found.high == pytest.approx(3 + 3.1824 * 1.0801, abs=0.001)


def test_discs_without_spread_are_not_certain_either() -> None:
    assert mean_discs(pairs_with([(10, 2)])).low < -60
    many = mean_discs(pairs_with([(4, -4)] * 1000))
    assert many.value == 0
    assert 0 < many.high < 0.2
    assert mean_discs(pairs_with([(64, 64)] * 5)).high == 64
