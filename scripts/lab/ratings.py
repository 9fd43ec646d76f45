"""Elo of many players from all their pairs of games, by maximum likelihood.

The model is Bradley and Terry's with draws after Davidson (1970): win, draw and loss have the weights exp(d/2), v and exp(-d/2),
where d is the difference of two strengths and v, the same for all, how common draws are. Strengths are scaled so that near
equality a difference of Elo promises the score that the logistic formula does. Knows nothing of tournaments.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse, special
from scipy.sparse import csgraph

from lab.likelihood import Floats
from lab.statistics import CONFIDENCE, Pair

HALF: Floats = np.array([0.5, 0.0, -0.5])
"""Factors of the difference of strengths in the log weights of win, draw and loss."""
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rating:
    """The rating of a player."""

    name: str
    elo: float
    """Above the reference player."""
    error: float
    """Half the width of its 95 % interval; 0 for the reference itself."""
    games: int


@dataclass(frozen=True)
class _Results:
    """Wins, draws and losses of `first[k]` against `second[k]`."""

    first: Indices
    second: Indices
    counts: Floats
    """One row a pairing: won, drawn, lost."""


def ratings(pairs: Sequence[Pair], reference: str) -> list[Rating]:
    """The players that a chain of games connects with the reference, which is 0; the strongest first.

    If the likelihood has no maximum, because some players won all games against the rest, half a win and half a loss are added to
    every pairing (Haldane and Anscombe's correction). The errors come from the curvature of the likelihood, and are widened where
    pairs vary more than two independent games would.
    """
    names = _connected(pairs, reference)
    theirs = [pair for pair in pairs if pair.first in names]
    if not theirs:
        return [Rating(reference, 0.0, 0.0, 0)]
    results = _results(theirs, names)
    strengths, draws, covariance = _fit(results, len(names))
    spread = max(1.0, _dispersion(theirs, names, strengths, draws))
    scale = 400 / math.log(10) * 2 / (2 + draws)
    width = float(special.ndtri((1 + CONFIDENCE) / 2)) * scale * math.sqrt(spread)
    games = {name: 2 * sum(name in (pair.first, pair.second) for pair in theirs) for name in names}
    found = [
        Rating(name, scale * float(strengths[at]), width * math.sqrt(float(covariance[at, at])), games[name])
        for at, name in enumerate(names)
    ]
    return sorted(found, key=lambda rating: (-rating.elo, rating.name))


def _connected(pairs: Sequence[Pair], reference: str) -> list[str]:
    """The reference, then by name all players that a chain of games connects with it."""
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)} | {reference})
    at = {name: number for number, name in enumerate(names)}
    met = sparse.coo_array(
        (np.ones(len(pairs)), ([at[pair.first] for pair in pairs], [at[pair.second] for pair in pairs])), shape=(len(names),) * 2
    )
    _, parts = csgraph.connected_components(met, directed=False)
    return [reference] + [name for name in names if name != reference and parts[at[name]] == parts[at[reference]]]


def _results(pairs: Sequence[Pair], names: Sequence[str]) -> _Results:
    """All games by pairing."""
    at = {name: number for number, name in enumerate(names)}
    table: dict[tuple[int, int], list[float]] = {}
    for pair in pairs:
        seen = pair if at[pair.first] < at[pair.second] else pair.seen_by(pair.second)
        row = table.setdefault((at[seen.first], at[seen.second]), [0.0, 0.0, 0.0])
        for result in seen.results:
            row[round(2 - 2 * result)] += 1
    first, second = np.array(list(table), dtype=np.int64).T
    results = _Results(first, second, np.array(list(table.values())))
    return results if _has_maximum(results, len(names)) else _Results(first, second, results.counts + np.array([0.5, 0.0, 0.5]))


def _has_maximum(results: _Results, players: int) -> bool:
    """Whether the likelihood has a maximum: points connect all players in both directions, and not all games were drawn."""
    won, drawn, lost = results.counts.T
    scored, conceded = won + drawn > 0, lost + drawn > 0
    winners = np.concatenate([results.first[scored], results.second[conceded]])
    losers = np.concatenate([results.second[scored], results.first[conceded]])
    graph = sparse.coo_array((np.ones(len(winners)), (winners, losers)), shape=(players, players))
    parts, _ = csgraph.connected_components(graph, directed=True, connection="strong")
    return bool(parts == 1 and (won + lost).any())


def _chances(difference: Floats, log_draws: float) -> Floats:
    """The logarithms of the chances of win, draw and loss, one row a difference of strengths."""
    weights = np.stack([difference / 2, np.full_like(difference, log_draws), -difference / 2], axis=-1)
    return np.asarray(weights - special.logsumexp(weights, axis=-1, keepdims=True))


def _fit(results: _Results, players: int) -> tuple[Floats, float, Floats]:
    """Strengths with the first at 0, how common draws are, and the covariance of the strengths; without draws they are left out."""
    any_drawn = bool(results.counts[:, 1].any())
    design = np.zeros((len(results.counts), players))
    design[np.arange(len(design)), results.first] = 1
    design[np.arange(len(design)), results.second] = -1
    design = design[:, 1:]
    games = results.counts.sum(axis=1)

    def split(values: Floats) -> tuple[Floats, float]:
        return (values[:-1], float(values[-1])) if any_drawn else (values, -math.inf)

    def lack(values: Floats) -> float:
        return -float(special.xlogy(results.counts, chances_at(values)).sum())

    def chances_at(values: Floats) -> Floats:
        strengths, log_draws = split(values)
        return np.exp(_chances(design @ strengths, log_draws))

    def slope(values: Floats) -> Floats:
        over = results.counts - games[:, None] * chances_at(values)
        downhill = design.T @ (over @ HALF)
        return -np.append(downhill, over[:, 1].sum()) if any_drawn else np.asarray(-downhill)

    def curvature(values: Floats) -> Floats:
        chances = chances_at(values)
        lead, even = chances @ HALF, chances[:, 1]
        strengths = design.T @ ((games * (chances @ HALF**2 - lead**2))[:, None] * design)
        if not any_drawn:
            return np.asarray(strengths)
        mixed = design.T @ (-games * lead * even)
        corner = (games * even * (1 - even)).sum()
        return np.block([[strengths, mixed[:, None]], [mixed[None, :], np.array([[corner]])]])

    start = np.zeros(players - 1 + any_drawn)
    best = optimize.minimize(lack, start, method="trust-exact", jac=slope, hess=curvature, options={"gtol": 1e-8}).x
    strengths, log_draws = split(best)
    covariance = np.zeros((players, players))
    covariance[1:, 1:] = np.linalg.inv(curvature(best))[: players - 1, : players - 1]
    return np.concatenate([[0.0], strengths]), math.exp(log_draws), covariance


def _dispersion(pairs: Sequence[Pair], names: Sequence[str], strengths: Floats, draws: float) -> float:
    """The variance of the pairs' points around what is expected, divided by that of two independent games; 1 with too few pairs."""
    freedom = len(pairs) - (len(names) - 1)
    if freedom < 1:
        return 1.0
    at = dict(zip(names, strengths, strict=True))
    differences = np.array([at[pair.first] - at[pair.second] for pair in pairs])
    chances = np.exp(_chances(differences, math.log(draws) if draws > 0 else -math.inf))
    values = np.array([1.0, 0.5, 0.0])
    mean = chances @ values
    variance = chances @ values**2 - mean**2
    points = np.array([pair.points for pair in pairs])
    return float(((points - 2 * mean) ** 2 / (2 * variance)).sum() / freedom)
