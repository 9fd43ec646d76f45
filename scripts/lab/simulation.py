"""Error rates and lengths of sequential tests, and the coverage of intervals, with simulated engines of known strength.

The model: the disc difference of a game is the lead of the stronger engine, plus the bias of the opening, which has opposite signs
in the two games of a pair, plus noise. All are normally distributed, and the sum is rounded to even numbers, so that draws are
rare.

    python -m lab.simulation --elo0 0 --elo1 20

prints a table like those in docs/lab.md.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize, special

from lab.likelihood import SCORES, Floats, loss_of_mean
from lab.sequential import Sprt, first_verdicts
from lab.statistics import allowance, expected_score

BATCH = 250
"""Pairs simulated at a time."""


@dataclass(frozen=True)
class Opponents:
    """Two engines of the model."""

    lead: float
    """Mean disc difference in favour of the first engine."""
    bias: float = 6.0
    """Standard deviation of an opening's true score, in discs."""
    noise: float = 12.0
    """Standard deviation of the noise of a game, in discs."""

    def probabilities(self) -> Floats:
        """The probabilities of the pair scores 0, 0.5, 1, 1.5 and 2, by Gauss-Hermite quadrature over the openings."""
        points, weights = np.polynomial.hermite_e.hermegauss(64)
        openings = [self._game(self.lead + sign * self.bias * points) for sign in (1, -1)]
        found = np.zeros(5)
        for black, chances in enumerate(openings[0]):
            for white, others in enumerate(openings[1]):
                found[black + white] += float(np.sum(weights * chances * others))
        return np.asarray(found / found.sum())

    def _game(self, expected: Floats) -> tuple[Floats, Floats, Floats]:
        """The probabilities of loss, draw and win when this disc difference is expected; it is rounded to even numbers."""
        lost, not_won = (special.ndtr((edge - expected) / self.noise) for edge in (-1.0, 1.0))
        return lost, not_won - lost, 1 - not_won


def opponents(elo: float, bias: float = 6.0, noise: float = 12.0) -> Opponents:
    """Engines with this difference, in logistic Elo."""

    def excess(lead: float) -> float:
        return float(Opponents(lead, bias, noise).probabilities() @ SCORES) - expected_score(elo)

    return Opponents(float(optimize.brentq(excess, -20 * noise, 20 * noise)), bias, noise)


@dataclass(frozen=True)
class Outcome:
    """The results of many tests."""

    tests: int
    accepted: int
    """Tests that accepted elo1."""
    unfinished: int
    """Tests that reached the largest number of pairs."""
    mean_pairs: float
    """Mean length of the tests that ended."""


def simulate(test: Sprt, players: Opponents, tests: int, seed: int, most_pairs: int = 100_000) -> Outcome:
    """Simulates tests of these engines, each to its verdict or to the largest number of pairs."""
    generator = np.random.default_rng(seed)
    probabilities = players.probabilities()
    counts = np.zeros((tests, 5), dtype=np.int64)
    accepted, pairs, ended = 0, 0, 0
    for played in range(0, most_pairs, BATCH):
        batch = min(BATCH, most_pairs - played)
        drawn = generator.multinomial(1, probabilities, size=(len(counts), batch))
        histories = counts[:, None, :] + drawn.cumsum(axis=1)
        numbers, verdicts = first_verdicts(test, histories)
        over = numbers > 0
        accepted += int(verdicts.sum())
        ended += int(over.sum())
        pairs += int((played + numbers[over]).sum())
        counts = histories[~over, -1]
        if not len(counts):
            break
    return Outcome(tests, accepted, len(counts), pairs / ended if ended else math.nan)


def theory(test: Sprt, players: Opponents) -> tuple[float, float]:
    """The probability of accepting elo1, and the mean number of pairs, of a test in logistic Elo.

    Wald's approximations for a random walk with the drift and variance that a pair adds to the log-likelihood ratio of two near
    hypotheses. They assume that the walk ends exactly on a bound; a real one crosses it by a little, errs less often and takes
    longer.
    """
    probabilities = players.probabilities()
    mean = float(probabilities @ SCORES)
    variance = float(probabilities @ (SCORES - mean) ** 2)
    score0, score1 = expected_score(test.elo0), expected_score(test.elo1)
    drift = (score1 - score0) * (mean - (score0 + score1) / 2) / variance
    spread = (score1 - score0) ** 2 / variance
    if abs(drift) < 1e-9 * spread:
        return test.lower / (test.lower - test.upper), -test.lower * test.upper / spread
    slope = -2 * drift / spread
    accepted = math.expm1(slope * test.lower) / (math.expm1(slope * test.lower) - math.expm1(slope * test.upper))
    return accepted, (accepted * test.upper + (1 - accepted) * test.lower) / drift


def table(test: Sprt, tests: int, seed: int) -> str:
    """Error rates and lengths beyond the bounds, on them, and between them, as a table in Markdown."""
    width = test.elo1 - test.elo0
    rows = ["| true Elo | accepted elo1 | theory | pairs | theory |", "| --- | --- | --- | --- | --- |"]
    for step in (-1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 2.0):
        elo = test.elo0 + step * width
        players = opponents(elo)
        outcome = simulate(test, players, tests, seed)
        rate, pairs = theory(test, players)
        rows.append(f"| {elo:g} | {outcome.accepted / tests:.2%} | {rate:.2%} | {outcome.mean_pairs:.0f} | {pairs:.0f} |")
    return "\n".join(rows)


def coverage(players: Opponents, pairs: int, tests: int, seed: int) -> float:
    """How often the interval of the score contains the true score, over `tests` contests of `pairs` pairs."""
    probabilities = players.probabilities()
    counts = np.random.default_rng(seed).multinomial(pairs, probabilities, size=tests)
    return float(np.mean(loss_of_mean(counts, probabilities @ SCORES) <= allowance(pairs)))


def coverage_table(tests: int, seed: int) -> str:
    """The coverage of the intervals by the number of pairs, for differences of strength, as a table in Markdown."""
    numbers = (1, 2, 5, 10, 20, 50, 200)
    rows = [f"| true Elo | {' | '.join(f'{pairs} pairs' for pairs in numbers)} |", "| --- " * (len(numbers) + 1) + "|"]
    for elo in (0, 100, 300, 600):
        covered = [coverage(opponents(elo), pairs, tests, seed) for pairs in numbers]
        rows.append(f"| {elo} | {' | '.join(f'{share:.1%}' for share in covered)} |")
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table that the command line asks for; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.simulation",
        description="Measures the error rates of SPRT and the coverage of intervals with simulated engines of known strength.",
        epilog="example: python -m lab.simulation --elo0 0 --elo1 20 --tests 1000",
    )
    parser.add_argument("--elo0", type=float, default=0.0, metavar="ELO", help="first hypothesis (default: 0)")
    parser.add_argument("--elo1", type=float, default=20.0, metavar="ELO", help="second hypothesis (default: 20)")
    parser.add_argument("--alpha", type=float, default=0.05, help="probability of accepting elo1 wrongly (default: 0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="probability of accepting elo0 wrongly (default: 0.05)")
    parser.add_argument("--tests", type=int, default=1000, metavar="N", help="number of tests for each row (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--intervals", action="store_true", help="measure the coverage of intervals instead of SPRT")
    given = parser.parse_args(arguments)
    if given.tests < 1:
        parser.error(f"--tests must be 1 or more: {given.tests}")
    try:
        test = Sprt(given.elo0, given.elo1, given.alpha, given.beta)
    except ValueError as error:
        parser.error(str(error))
    print(coverage_table(given.tests, given.seed) if given.intervals else table(test, given.tests, given.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
