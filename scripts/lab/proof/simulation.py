"""How many workers a proof can use: the real scheduling with simulated workers."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lab.proof.claims import Claim
from lab.proof.costs import Model
from lab.proof.driver import Driver, Options
from lab.proof.positions import canonical
from lab.proof.simulated import Played, Simulated
from lab.proof.state import Facts, State

HEADER = """\
| workers | time, s | work, s | tasks | efficiency | idle | looks | cut | spare | lost | cancelled | driver, s |
| ------: | ------: | ------: | ----: | ---------: | ---: | ----: | --: | ----: | ---: | --------: | --------: |"""
SCALES = 0.5
"""Efficiency below which more workers are of little use."""


@dataclass(frozen=True)
class Row:
    """A simulated proof."""

    workers: int
    seconds: float
    """Until the end."""
    work: float
    """Seconds of workers whose results are used."""
    tasks: int
    waste: dict[str, float]
    """Seconds of workers by what became of them."""
    idle: float
    """Share of the workers' time without a job."""
    driver: float
    """Seconds of the driver's own work, part of the time."""

    @property
    def efficiency(self) -> float:
        """The share of the workers' time that is used."""
        return self.work / (self.workers * self.seconds)

    def __str__(self) -> str:
        """A row of the table."""
        kinds = ("done", "cut", "spare", "lost", "cancelled")
        wasted = " | ".join(f"{self.waste.get(kind, 0.0) / (self.workers * self.seconds):.1%}" for kind in kinds)
        found = f"{self.workers} | {self.seconds:.1f} | {self.work:.0f} | {self.tasks} | {self.efficiency:.1%} | {self.idle:.1%}"
        return f"| {found} | {wasted} | {self.driver:.1f} |"


def play(claim: Claim, score: float, facts: Facts, workers: int, options: Options, latency: float, failures: float) -> Row:
    """Simulates a proof with so many workers. `score` is the true one for black; `facts` are of a recorded proof."""
    state = State(None)
    state.claim([claim])
    model = Model()
    model.fit([search.cost for search in facts.searches if search.kind == "prove" and search.outcome != "cancelled"])
    played = Played(model, facts, {canonical(claim.board): score}, options.seed)
    simulated = Simulated(played, workers, latency, failures, options.seed, counts_driver=True)
    # The workers answer what is recorded; certificates are part of the cost there.
    driver = Driver(state, simulated, replace(options, certificate=None), lambda _: None, overhead=time.process_time)
    driver.model = replace(model)
    began = time.process_time()
    driver.run()
    used, taken = driver.waste["true"] + driver.waste["false"], simulated.clock()
    idle = 1 - simulated.busy / (workers * taken)
    return Row(workers, taken, used, len(state.facts.searches), dict(driver.waste), idle, time.process_time() - began)


def rows(
    claim: Claim, score: float, facts: Facts, several: Sequence[int], options: Options, latency: float, failures: float
) -> Iterator[str]:
    """The rows of the table, and where it stops scaling."""
    last = None
    for workers in several:
        row = play(claim, score, facts, workers, options, latency, failures)
        yield str(row)
        if row.efficiency < SCALES and (last is None or last >= SCALES):
            yield f"with {workers} workers less than {SCALES:.0%} of their time is used"
        last = row.efficiency
