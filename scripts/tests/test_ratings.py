"""Elo of many players against a plain search, against the figures for two players, and against players of known strength."""

import math
import random

import numpy as np
import pytest
from scipy.optimize import minimize

from lab.likelihood import Floats
from lab.ratings import Rating, ratings
from lab.statistics import Pair, elo, expected_score


def pair(first: str, second: str, black: int, white: int) -> Pair:
    return Pair(0, "", first, second, (black, white))


def by_name(found: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in found}


def tournament(strengths: dict[str, float], pairs: int, draws: float, seed: int) -> list[Pair]:
    """All players against each other, with this share of draws between equal ones."""
    chance = random.Random(seed)

    def score(expected: float) -> int:
        share = draws * 4 * expected * (1 - expected)
        drawn = chance.random()
        return 0 if drawn < share else 2 if drawn < share + expected - share / 2 else -2

    names = list(strengths)
    return [
        pair(one, other, *(score(expected_score(strengths[one] - strengths[other])) for _ in range(2)))
        for at, one in enumerate(names)
        for other in names[at + 1 :]
        for _ in range(pairs)
    ]


def ratings_by_search(pairs: list[Pair], names: list[str]) -> dict[str, float]:
    """The same strengths from a search that uses no slopes; game by game, the draws' share on a logarithmic scale."""

    def lack(values: Floats) -> float:
        strength = dict(zip(names, [0.0, *values[:-1]], strict=True))
        fall = 0.0
        for played in pairs:
            gap = strength[played.first] - strength[played.second]
            weights = {1.0: math.exp(gap / 2), 0.5: math.exp(values[-1]), 0.0: math.exp(-gap / 2)}
            fall -= sum(math.log(weights[result] / sum(weights.values())) for result in played.results)
        return fall

    start = np.zeros(len(names))
    best = minimize(lack, start, method="Nelder-Mead", options={"maxiter": 4000, "xatol": 1e-7, "fatol": 1e-9}).x
    scale = 400 / math.log(10) * 2 / (2 + math.exp(best[-1]))
    return dict(zip(names, [0.0, *(scale * best[:-1])], strict=True))


@pytest.mark.parametrize(("won", "lost"), [(3, 1), (30, 10), (7, 13)])
def test_two_players_without_draws_have_the_elo_of_their_score(won: int, lost: int) -> None:
    """And the error is that of a share: 1.96 standard errors of the log of the odds."""
    games = [2] * won + [-2] * lost
    random.Random(won).shuffle(games)
    found = by_name(ratings([pair("A", "B", *games[at : at + 2]) for at in range(0, len(games), 2)], "B"))
    assert found["A"].elo == pytest.approx(elo(won / (won + lost)), abs=0.01)
    assert found["A"].error >= 1.95 * 400 / math.log(10) * math.sqrt(1 / won + 1 / lost)
    assert found["B"] == Rating("B", 0.0, 0.0, won + lost)


def test_no_search_finds_likelier_strengths() -> None:
    pairs = tournament({"A": 0, "B": 70, "C": 150}, pairs=15, draws=0.3, seed=4)
    found = by_name(ratings(pairs, "A"))
    for name, wanted in ratings_by_search(pairs, ["A", "B", "C"]).items():
        assert found[name].elo == pytest.approx(wanted, abs=0.05)


def test_near_equality_a_draw_is_half_a_win_and_half_a_loss() -> None:
    """The scale is that of the logistic formula: 52 % are 14 Elo, with draws as well as without."""
    half_drawn = [pair("A", "B", 0, 2)] * 27 + [pair("A", "B", 0, -2)] * 23
    assert by_name(ratings(half_drawn, "B"))["A"].elo == pytest.approx(elo(0.52), abs=0.1)


def test_the_true_strengths_lie_within_the_errors_as_often_as_promised() -> None:
    """Thirty ladders of six rungs with fixed seeds: of 150 true values no less than 90 % are held by intervals of 95 %."""
    strengths = {str(level): 70.0 * level for level in range(6)}
    held = 0
    for seed in range(30):
        for rating in ratings(tournament(strengths, pairs=25, draws=0.1, seed=seed), "0"):
            held += rating.name != "0" and abs(rating.elo - strengths[rating.name]) <= rating.error
    assert held / 150 >= 0.9


def test_who_won_everything_has_a_number_with_a_wide_error() -> None:
    """Half a win and half a loss more: 40.5 to 0.5."""
    found = by_name(ratings([pair("A", "B", 2, 2)] * 20, "B"))
    assert found["A"].elo == pytest.approx(elo(40.5 / 41), abs=0.01)
    assert found["A"].error > 300
    level = by_name(ratings([pair("A", "B", 0, 0)] * 20, "B"))
    assert level["A"].elo == pytest.approx(0, abs=0.01)
    assert level["A"].error > 5


def test_pairs_that_stick_together_widen_the_errors() -> None:
    mixed = by_name(ratings([pair("A", "B", 2, -2)] * 40, "B"))
    stuck = by_name(ratings([pair("A", "B", 2, 2), pair("A", "B", -2, -2)] * 20, "B"))
    assert mixed["A"].elo == pytest.approx(stuck["A"].elo, abs=1e-6)
    assert stuck["A"].error > 1.3 * mixed["A"].error


def test_players_without_a_chain_of_games_to_the_reference_have_no_rating() -> None:
    pairs = [pair("A", "B", 2, -2), pair("C", "D", 2, -2)]
    assert {rating.name for rating in ratings(pairs, "A")} == {"A", "B"}
    assert ratings(pairs, "E") == [Rating("E", 0.0, 0.0, 0)]
    assert ratings([], "E") == [Rating("E", 0.0, 0.0, 0)]
