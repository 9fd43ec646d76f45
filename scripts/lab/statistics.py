"""Statistics of the pairs of two engines: score, Elo, likelihood of superiority, disc difference.

The unit is the pair: two games from one opening with colours swapped are not independent, so errors follow from the variance of
pairs.

Intervals are at 95 %. The interval of the score contains every mean at which the log-likelihood of the counts is below its maximum
by at most half the squared 97.5 % quantile of Student's t, with as many degrees of freedom as pairs. It is also valid where a
normal approximation has no variance: all games won, only draws, one pair. The simulated coverage is in `docs/lab.md`.

The time, nodes and faults of each engine are counted as well.
"""

import functools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from scipy import special
from scipy.optimize import elementwise

from lab.likelihood import SCORES, Floats, loss_of_mean
from lab.records import Fault, Game, Move
from lab.rules import boards
from lab.variant_board import start
from lab.variants import find

Counts = tuple[int, int, int, int, int]
"""The numbers of pairs with 0, 0.5, 1, 1.5 and 2 points: the pentanomial."""

CONFIDENCE = 0.95
NORMALISED = 800 / math.log(10)
"""Normalised Elo of an effect of one standard deviation of a game."""
DISCS = 64
"""Largest disc difference of a game of Othello."""
SMALLEST = 1e-12
"""The end of an interval of scores that is closer than this to 0 or 1 is set to 0 or 1."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Pair:
    """Both games from one opening."""

    number: int
    opening: str
    first: str
    second: str
    scores: tuple[int, int]
    """Discs for `first` minus those for `second` in the game where `first` has black, and in the other."""
    most: int = DISCS
    """Largest disc difference of a game."""

    @property
    def results(self) -> tuple[float, float]:
        """The points of `first` in each game."""
        black, white = (float(np.sign(score) + 1) / 2 for score in self.scores)
        return black, white

    @property
    def points(self) -> float:
        """The points of `first`, of two."""
        return sum(self.results)

    @property
    def discs(self) -> float:
        """The mean disc difference of `first` over the two games."""
        return sum(self.scores) / 2

    def seen_by(self, name: str) -> "Pair":
        """The same pair with this engine as `first`. ValueError if it did not play."""
        if name == self.first:
            return self
        if name != self.second:
            raise ValueError(f"pair {self.number}: {name!r} did not play")
        return Pair(self.number, self.opening, self.second, self.first, (-self.scores[1], -self.scores[0]), self.most)


def pair_up(games: Iterable[Game]) -> tuple[list[Pair], list[Game]]:
    """The complete pairs by number, and the games whose partner is missing.

    ValueError for a duplicate game, or if the two games of a pair were not played by the same two engines with colours swapped.
    """
    halves: dict[tuple[int, int], Game] = {}
    for game in games:
        key = (game.task, game.half)
        if key in halves:
            raise ValueError(f"game {game.half} of pair {game.task} is a duplicate")
        halves[key] = game
    pairs, single = [], []
    for (task, half), game in sorted(halves.items(), key=lambda item: item[0]):
        partner = halves.get((task, 1 - half))
        if partner is None:
            single.append(game)
        elif half == 0:
            if (game.black, game.white) != (partner.white, partner.black):
                raise ValueError(f"the games of pair {task} are not of the same two engines with colours swapped")
            most = find(game.variant).squares
            pairs.append(Pair(task, game.opening, game.black, game.white, (game.score, -partner.score), most))
    return pairs, single


def pentanomial(pairs: Iterable[Pair]) -> Counts:
    """The numbers of pairs in which the first engine has 0, 0.5, 1, 1.5 and 2 points."""
    counts = [0] * 5
    for pair in pairs:
        counts[round(2 * pair.points)] += 1
    return cast(Counts, tuple(counts))


def elo(score: float) -> float:
    """The Elo difference at which this score, from 0 to 1, is expected; infinite at the ends."""
    if 0 < score < 1:
        return 400 * math.log10(score / (1 - score))
    return math.inf if score >= 1 else -math.inf


def expected_score(difference: float) -> float:
    """The expected score, from 0 to 1, at this Elo difference."""
    return 1 / (1 + 10 ** (-difference / 400))


def moments(counts: Counts) -> tuple[float, float]:
    """Mean and variance of a pair's score as a fraction of its two points; (0.5, 0) without pairs."""
    pairs = sum(counts)
    if pairs == 0:
        return 0.5, 0.0
    mean = float(np.average(SCORES, weights=counts))
    return mean, float(np.average((SCORES - mean) ** 2, weights=counts))


@functools.lru_cache(maxsize=1024)
def score(counts: Counts) -> Estimate:
    """The share of the points won, from 0 to 1; 0.5 and the whole range without pairs."""
    mean, _ = moments(counts)
    low, high_from_above = _lower_ends(np.array([counts, counts[::-1]], dtype=np.float64))
    return Estimate(mean, float(low), float(1 - high_from_above))


def allowance(pairs: Floats | int) -> Floats:
    """The largest decrease of the log-likelihood within an interval, by the number of pairs."""
    return np.asarray(special.stdtrit(pairs, (1 + CONFIDENCE) / 2) ** 2 / 2)


def _lower_ends(counts: Floats) -> Floats:
    """The smallest mean scores in the intervals of many sets of counts."""
    pairs = counts.sum(axis=-1)
    means = (counts * SCORES).sum(axis=-1) / np.maximum(pairs, 1)
    allowed = allowance(np.maximum(pairs, 1))

    def excess(supposed: Floats, allowed: Floats, *columns: Floats) -> Floats:
        return loss_of_mean(np.stack(columns, axis=-1), supposed) - allowed

    columns = [counts[..., i] for i in range(5)]
    bounded = (means > SMALLEST) & (excess(np.full(means.shape, SMALLEST), allowed, *columns) > 0)
    bracket = (np.full(means.shape, SMALLEST), np.where(bounded, means, 0.5))
    ends = elementwise.find_root(excess, bracket, args=(allowed, *columns), tolerances={"xrtol": 1e-9}).x
    return np.asarray(np.where(bounded, ends, 0.0))


def elo_difference(counts: Counts) -> Estimate:
    """The Elo difference between the two engines, logistic; infinite where the interval contains a score of 0 or 1."""
    share = score(counts)
    return Estimate(elo(share.value), elo(share.low), elo(share.high))


def normalised_elo(counts: Counts) -> float:
    """The score above one half in standard deviations of a game, on a scale like Elo's; infinite if it never varies.

    The variance of a game is taken as twice that of a pair's mean. Source: Van den Bergh, "Normalized Elo".
    """
    mean, variance = moments(counts)
    if variance == 0:
        return 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
    return NORMALISED * (mean - 0.5) / math.sqrt(2 * variance)


def superiority(counts: Counts) -> float:
    """The likelihood, from 0 to 1, that the first engine is stronger; 0.5 without pairs.

    The root of twice the fall of the log-likelihood at equal strength, with the sign of the result, is taken as Student's t: it is
    0.975 where the interval of the score begins at one half.
    """
    mean, _ = moments(counts)
    if mean == 0.5:
        return 0.5
    distance = math.sqrt(2 * float(loss_of_mean(counts, 0.5)))
    return float(special.stdtr(sum(counts), math.copysign(distance, mean - 0.5)))


def mean_discs(pairs: Sequence[Pair]) -> Estimate:
    """The mean disc difference a game for the first engine, with Student's t over the pairs; the whole range without any."""
    differences = [pair.discs for pair in pairs]
    if not differences:
        return Estimate(0.0, -DISCS, DISCS)
    most = pairs[0].most
    mean = float(np.mean(differences))
    if min(differences) == max(differences):
        # no variance: the mean if a few unseen pairs had the most extreme result
        unseen = -math.expm1(-float(allowance(len(differences))) / len(differences))
        return Estimate(mean, mean - unseen * (mean + most), mean + unseen * (most - mean))
    error = float(np.std(differences, ddof=1)) / math.sqrt(len(differences))
    margin = float(special.stdtrit(len(differences) - 1, (1 + CONFIDENCE) / 2)) * error
    return Estimate(mean, max(-most, mean - margin), min(most, mean + margin))


@dataclass(frozen=True)
class Summary:
    """The statistics of two engines, from the view of the first."""

    first: str
    second: str
    pairs: int
    counts: Counts
    won: int
    drawn: int
    lost: int
    """Games."""
    score: Estimate
    elo: Estimate
    normalised_elo: float
    superiority: float
    discs: Estimate


def summary(pairs: Iterable[Pair], first: str, second: str) -> Summary:
    """The statistics of the pairs between these two; other pairs are ignored."""
    theirs = [pair.seen_by(first) for pair in pairs if {pair.first, pair.second} == {first, second}]
    counts = pentanomial(theirs)
    results = [result for pair in theirs for result in pair.results]
    return Summary(
        first=first,
        second=second,
        pairs=len(theirs),
        counts=counts,
        won=results.count(1.0),
        drawn=results.count(0.5),
        lost=results.count(0.0),
        score=score(counts),
        elo=elo_difference(counts),
        normalised_elo=normalised_elo(counts),
        superiority=superiority(counts),
        discs=mean_discs(theirs),
    )


@dataclass
class EngineStats:
    """Totals of an engine over some games."""

    games: int = 0
    moves: int = 0
    """Moves chosen by the engine, without those of openings."""
    seconds: float = 0.0
    longest: float = 0.0
    """Seconds of its slowest move."""
    counted_moves: int = 0
    """Moves for which the engine reported its nodes."""
    nodes: int = 0
    counted_seconds: float = 0.0
    """Seconds of the counted moves."""
    faults: Counter[Fault] = field(default_factory=Counter)

    @property
    def seconds_a_move(self) -> float | None:
        """The mean; None without a move."""
        return self.seconds / self.moves if self.moves else None

    @property
    def nodes_a_move(self) -> float | None:
        """The mean; None if the engine did not report nodes."""
        return self.nodes / self.counted_moves if self.counted_moves else None

    @property
    def nodes_a_second(self) -> float | None:
        """Over the counted moves; None if they took no time."""
        return self.nodes / self.counted_seconds if self.counted_seconds else None

    def add(self, move: Move) -> None:
        """Counts a move of the engine."""
        seconds = move.seconds or 0.0
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if move.nodes is not None:
            self.counted_moves += 1
            self.nodes += move.nodes
            self.counted_seconds += seconds


def engine_stats(games: Iterable[Game]) -> dict[str, EngineStats]:
    """The totals of each engine by name. ValueError if the moves of a game cannot be played."""
    totals: dict[str, EngineStats] = defaultdict(EngineStats)
    for game in games:
        for name in (game.black, game.white):
            totals[name].games += 1
        # passes are left out of the moves, so only the rules know whose move it is
        played = boards((move.at for move in game.moves), start(game.variant))
        for board, move in zip(played, game.moves, strict=False):
            if move.seconds is not None:
                totals[game.black if board.turn == "black" else game.white].add(move)
        if game.fault is not None:
            totals[game.black if game.at_fault == "black" else game.white].faults[game.fault] += 1
    return dict(totals)
