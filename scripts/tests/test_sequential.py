"""The sequential test: its arithmetic, and what it promises, by simulation with fixed seeds."""

import math

import numpy as np
import pytest
from scipy import stats

from lab.bootstrap import load
from lab.likelihood import SCORES
from lab.sequential import Sprt, Verdict, first_verdicts
from lab.statistics import expected_score

simulation = load("simulation")
coverage, opponents, simulate, theory = simulation.coverage, simulation.opponents, simulation.simulate, simulation.theory
FALSE_ALARM = 1e-7
"""How rarely a simulation may fail by bad luck, were its seed not fixed."""


def test_the_bounds_are_those_of_wald() -> None:
    """ln 19 = 2.944 at 5 % and 5 %, as chess testing prints it; and two different risks."""
    test = Sprt(0, 10)
    assert (round(test.lower, 3), round(test.upper, 3)) == (-2.944, 2.944)
    assert Sprt(0, 10, 0.02, 0.03).upper == pytest.approx(math.log(0.97 / 0.02))
    assert Sprt(0, 10, 0.02, 0.03).lower == pytest.approx(math.log(0.03 / 0.98))


def test_pairs_that_are_only_won_or_lost_give_walds_test_of_a_coin() -> None:
    """Wald (1947): each success adds ln(p1 / p0), each failure ln((1 - p1) / (1 - p0)). Probabilities 0.1 and 0.3."""
    test = Sprt(400 * math.log10(0.1 / 0.9), 400 * math.log10(0.3 / 0.7))
    assert test.log_ratio((20, 0, 0, 0, 5)) == pytest.approx(5 * math.log(3) + 20 * math.log(0.7 / 0.9), abs=1e-6)


@pytest.mark.parametrize("counts", [(100, 200, 300, 250, 110), (10, 500, 3000, 520, 15), (250, 0, 400, 0, 260)])
def test_near_hypotheses_give_the_known_approximation(counts: tuple[int, ...]) -> None:
    """N (s1 - s0) (2 s - s0 - s1) / (2 variance), from Van den Bergh, "A practical introduction to the GSPRT"."""
    pairs = sum(counts)
    mean = np.average(SCORES, weights=counts)
    variance = np.average((SCORES - mean) ** 2, weights=counts)
    score0, score1 = expected_score(-2), expected_score(4)
    approximation = pairs * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)
    assert Sprt(-2, 4).log_ratio(counts) == pytest.approx(approximation, rel=0.03, abs=0.002)


def test_normalised_elo_asks_for_standard_deviations_of_a_game() -> None:
    """Near zero the same as logistic Elo, scaled by the spread that was counted: 800 / ln 10 * s / (root of 2 * pair's sigma)."""
    counts = (100, 200, 300, 250, 110)
    mean = np.average(SCORES, weights=counts)
    sigma = math.sqrt(np.average((SCORES - mean) ** 2, weights=counts))
    score1 = 0.5 + 5 * math.sqrt(2) * sigma * math.log(10) / 800
    logistic = Sprt(0, 400 * math.log10(score1 / (1 - score1)))
    assert Sprt(0, 5, normalised=True).log_ratio(counts) == pytest.approx(logistic.log_ratio(counts), rel=0.01)


@pytest.mark.parametrize("normalised", [False, True])
def test_missing_outcomes_do_not_run_away(normalised: bool) -> None:
    test = Sprt(0, 20, normalised=normalised)
    assert test.log_ratio((0, 0, 0, 0, 0)) == 0
    won, lost = test.log_ratio((0, 0, 0, 0, 1)), test.log_ratio((1, 0, 0, 0, 0))
    assert 0 < won < 0.2
    assert -0.2 < lost < 0
    assert -0.2 < test.log_ratio((0, 0, 1, 0, 0)) < 0
    assert test.verdict((0, 0, 0, 0, 1)) == Verdict.OPEN
    assert test.verdict((0, 0, 0, 0, 200)) == Verdict.H1
    assert test.verdict((200, 0, 0, 0, 0)) == Verdict.H0
    assert test.verdict((0, 0, 3000, 0, 0)) == Verdict.H0


def test_swapped_engines_and_hypotheses_turn_the_ratio_round() -> None:
    counts = (11, 7, 30, 12, 22)
    assert Sprt(-5, 15).log_ratio(counts) == pytest.approx(-Sprt(-15, 5).log_ratio(counts[::-1]))


@pytest.mark.parametrize("normalised", [False, True])
def test_the_widest_hypotheses_still_give_numbers(normalised: bool) -> None:
    test = Sprt(-100, 100, normalised=True) if normalised else Sprt(-1000, 1000)
    for counts in ((0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (0, 0, 9, 0, 0), (0, 1, 5000, 3, 0), (900, 1, 1, 1, 900)):
        assert math.isfinite(test.log_ratio(counts))
        assert test.log_ratio(counts) == pytest.approx(-test.log_ratio(counts[::-1]), abs=1e-4)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((5, 5, 0.05, 0.05), "elo0 must be less than elo1, both within 1000 of 0: 5, 5"),
        ((math.nan, 5, 0.05, 0.05), "elo0 must be less than elo1"),
        ((0, 5, 0, 0.05), "alpha must be above 0 and below 0.5: 0"),
        ((0, 5, 0.05, 0.5), "beta must be above 0 and below 0.5: 0.5"),
    ],
)
def test_an_invalid_test_is_refused(values: tuple[float, float, float, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Sprt(*values)


def test_histories_end_where_a_test_pair_by_pair_ends() -> None:
    test = Sprt(0, 60, 0.1, 0.2)
    drawn = np.random.default_rng(5).multinomial(1, [0.2, 0.1, 0.3, 0.1, 0.3], size=(8, 60))
    histories = drawn.cumsum(axis=1)
    numbers, accepted = first_verdicts(test, histories)
    assert 0 in numbers
    for history, number, verdict in zip(histories, numbers, accepted, strict=True):
        verdicts = [test.verdict(counts) for counts in history]
        decided = [at for at, found in enumerate(verdicts, 1) if found != Verdict.OPEN]
        assert number == (decided[0] if decided else 0)
        assert verdict == (bool(decided) and verdicts[decided[0] - 1] == Verdict.H1)


@pytest.mark.parametrize("elo", [-300, 0, 35, 500])
def test_simulated_engines_are_as_strong_as_asked_for(elo: float) -> None:
    players = opponents(elo)
    assert players.probabilities() @ SCORES == pytest.approx(expected_score(elo))
    generator = np.random.default_rng(3)
    pairs = 100_000
    openings = players.bias * generator.standard_normal(pairs)
    points = np.zeros(pairs)
    for sign in (1, -1):
        discs = 2 * np.round((players.lead + sign * openings + players.noise * generator.standard_normal(pairs)) / 2)
        points += (np.sign(discs) + 1) / 2
    counted = np.bincount(np.round(2 * points).astype(int), minlength=5)
    assert stats.chisquare(counted, pairs * players.probabilities()).pvalue > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize(("normalised", "bias"), [(False, 2.0), (False, 12.0), (True, 6.0)])
def test_the_error_rates_are_kept(normalised: bool, bias: float) -> None:
    tests = 150 if normalised else 400
    test = Sprt(0, 80, 0.05, 0.05, normalised)
    level = opponents(0, bias=bias)
    wrong = simulate(test, level, tests, seed=11)
    assert wrong.unfinished == 0
    assert wrong.accepted <= stats.binom.isf(FALSE_ALARM, tests, test.alpha)
    assert stats.binom.cdf(wrong.accepted, tests, test.alpha / 3) > FALSE_ALARM
    if not normalised:
        right = simulate(test, opponents(80, bias=bias), tests, seed=12)
        assert tests - right.accepted <= stats.binom.isf(FALSE_ALARM, tests, test.beta)


@pytest.mark.parametrize("elo", [-40, 0, 20, 40, 80])
def test_the_lengths_are_those_of_theory(elo: float) -> None:
    test = Sprt(0, 40)
    players = opponents(elo)
    outcome = simulate(test, players, 200, seed=2)
    rate, pairs = theory(test, players)
    assert outcome.mean_pairs == pytest.approx(pairs, rel=0.2)
    assert stats.binomtest(outcome.accepted, 200, min(max(rate, 0.002), 0.998)).pvalue > FALSE_ALARM


def test_the_intervals_contain_the_true_value_with_many_pairs() -> None:
    for elo in (0, 400):
        held = coverage(opponents(elo), pairs=80, tests=1000, seed=9)
        assert stats.binomtest(round(1000 * held), 1000, 0.95).pvalue > FALSE_ALARM
