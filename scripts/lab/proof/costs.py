"""What a search to the end of the game takes, and how sure an estimated score is.

The nodes of a search grow by a factor with each empty square, and fall with the distance of the score from the bound. The model is
a line through the logarithms, fitted to the searches of this proof and, as long as there are few, to what is usual.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

CENTRE = 24
"""Empty squares at which the first coefficient is the logarithm of the nodes."""
FARTHEST = 30.0
"""Discs of margin from which on more change nothing."""
USUAL = (22.5, 1.25, -0.12)
"""Usual coefficients: bits at the centre, for each empty square, and for each disc of margin."""
USUAL_SPREAD = 1.5
"""Usual standard deviation of the bits."""
WEIGHTS = np.diag([1.0, 150.0, 400.0])
"""How strongly the usual coefficients count, in searches."""
LEAST_SPREAD = 0.5
CENSORED = 2.0
"""A search that was cut off counts as one of so many times its nodes."""
ERROR = 4.0
"""Standard deviation of an estimated score in discs."""
USUAL_SPEED = 4e6
"""Nodes a second of a core."""


class Cost(NamedTuple):
    """A search that ended."""

    empties: int
    margin: float
    """Estimated score relative to the bound, in discs for the side that should have it."""
    nodes: int
    seconds: float
    finished: bool


def chance(margin: float) -> float:
    """The probability that a bound is true whose estimate is so many discs above it."""
    return 0.5 * math.erfc(-margin / ERROR / math.sqrt(2))


@dataclass
class Model:
    """The cost of searches."""

    threads: int = 1
    """Cores of a worker."""
    coefficients: tuple[float, float, float] = USUAL
    """Bits at the centre, for each empty square, and for each disc of margin."""
    spread: float = USUAL_SPREAD
    """Standard deviation of the logarithm to base 2."""
    speed: float = 0.0
    """Nodes a second of a worker."""
    version: int = 0
    """Changes when the numbers change."""
    fitted: int = 0
    """Searches to which it was fitted."""

    def __post_init__(self) -> None:
        """Sets the usual speed."""
        self.speed = self.speed or USUAL_SPEED * self.threads

    def bits(self, empties: int, margin: float) -> float:
        """The logarithm of the nodes."""
        at_centre, of_empties, of_margin = self.coefficients
        return at_centre + of_empties * (empties - CENTRE) + of_margin * min(abs(margin), FARTHEST)

    def nodes(self, empties: int, margin: float) -> float:
        """The mean number of nodes."""
        return float(2.0 ** (self.bits(empties, margin) + self.spread**2 * math.log(2) / 2))

    def seconds(self, empties: int, margin: float) -> float:
        """The mean seconds of a worker."""
        return self.nodes(empties, margin) / self.speed

    def fit(self, costs: Sequence[Cost]) -> None:
        """Fits the model to these searches."""
        found = [cost for cost in costs if cost.nodes > 0]
        if not found:
            return
        lines = np.array([[1.0, cost.empties - CENTRE, min(abs(cost.margin), FARTHEST)] for cost in found])
        bits = np.array([math.log2(cost.nodes * (1.0 if cost.finished else CENSORED)) for cost in found])
        solution = np.linalg.solve(lines.T @ lines + WEIGHTS, lines.T @ bits + WEIGHTS @ np.array(USUAL))
        at_centre, of_empties, of_margin = map(float, solution)
        self.coefficients = at_centre, of_empties, of_margin
        rest = bits - lines @ solution
        spread = math.sqrt((float(rest @ rest) + 4 * USUAL_SPREAD**2) / (len(found) + 4))
        self.spread = max(LEAST_SPREAD, spread)
        seconds = sum(cost.seconds for cost in found)
        nodes = sum(cost.nodes for cost in found)
        # One usual second, so that a first short search does not decide.
        self.speed = (nodes + USUAL_SPEED * self.threads) / (seconds + 1)
        self.version += 1
        self.fitted = len(costs)
