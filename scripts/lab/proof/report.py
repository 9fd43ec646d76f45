"""What people read of a proof: its result, how far it is, and its page."""

import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from lab import formatting
from lab.display import duration
from lab.proof.claims import Claim, Range
from lab.proof.costs import Model, chance
from lab.proof.positions import canonical, successors
from lab.proof.state import Facts, Search
from lab.proof.tree import Node, Tree, leaves
from lab.report.page import fill
from lab.report.plots import Plot, draw
from lab.rules import Board

RECENT = 600.0
"""Seconds over which the rate is measured."""
SAMPLES = 200
"""Random draws of what is left."""
LOW, HIGH = 10, 90
"""Percentiles of the range of what is left."""
DOUBT = 1.0
"""Standard deviation of the logarithm, to base 2, of the error that all expected costs have in common before there are results."""


@dataclass(frozen=True)
class Outcome:
    """The result of a claim."""

    claim: Claim
    known: Range
    is_decided: bool
    nodes: int
    seconds: float

    @property
    def is_true(self) -> bool:
        """Whether the claim is proved."""
        return self.is_decided and not self.claim.is_false(self.known)

    @property
    def words(self) -> str:
        """The result."""
        if not self.is_decided:
            return "open"
        found = self.claim.result(self.known)
        return found if self.claim.needs_estimate else f"{'proved' if self.is_true else 'refuted'}: {found}"


@dataclass(frozen=True)
class Level:
    """The positions of all trees with the same number of empty squares."""

    empties: int
    positions: int
    true: int
    false: int
    needed: int
    """Open positions that must be decided as things stand."""
    leaves: int
    """Those of them that are not split."""
    left: float
    """Expected seconds of a worker for these leaves."""
    parts: int
    """Proofs."""
    nodes: int
    """Nodes of all searches."""
    seconds: float


@dataclass(frozen=True)
class View:
    """How far a proof is."""

    outcomes: Sequence[Outcome]
    levels: Sequence[Level]
    parts: int
    seconds: float
    """Seconds of workers that were used."""
    recent: float
    """Seconds of workers that were used for each second, lately."""
    left: tuple[float, float, float] | None
    """Seconds of workers that are left: the low end of the range, the middle, the high end. None if that cannot be said yet."""
    model: Model
    distrusted: Sequence[tuple[str, str]]
    searches: Sequence[Search]

    @property
    def is_done(self) -> bool:
        """Whether all claims are decided."""
        return all(outcome.is_decided for outcome in self.outcomes)

    def left_words(self) -> str:
        """What is left, as a range."""
        if self.is_done:
            return "nothing"
        if self.left is None:
            return "not known yet"
        low, _, high = self.left
        words = f"{duration(low)} to {duration(high)} of a worker"
        return (
            f"{words}, with {self.recent:.1f} workers {duration(low / self.recent)} to {duration(high / self.recent)}"
            if self.recent
            else words
        )


def results(facts: Facts, known: Sequence[Range]) -> list[Outcome]:
    """The results of the claims, given what is known of their positions. If there are several, each has the costs below it."""
    costs = [(search.board, search.cost) for search in facts.searches]
    found = []
    for claim, proved in zip(facts.claims, known, strict=True):
        below = _below(canonical(claim.board), facts) if len(facts.claims) > 1 else None
        mine = [cost for board, cost in costs if below is None or board in below]
        is_decided = not claim.goals(proved, 0.0)
        found.append(Outcome(claim, proved, is_decided, sum(cost.nodes for cost in mine), sum(cost.seconds for cost in mine)))
    return found


def sentence(outcome: Outcome) -> str:
    """The result of a claim in a line."""
    used = f"{outcome.nodes} nodes, {outcome.seconds:.1f} s of workers"
    return f"{outcome.claim.board.text()}, {outcome.claim.words}: {outcome.words}; {used}"


def table(outcomes: Sequence[Outcome]) -> str:
    """The results of several claims, with sums."""
    rows = [
        (
            outcome.claim.board.text(),
            str(outcome.claim.board.empties()),
            outcome.claim.words,
            outcome.words,
            str(outcome.nodes),
            f"{outcome.seconds:.1f}",
        )
        for outcome in outcomes
    ]
    count = max(1, len(outcomes))
    nodes, seconds = sum(outcome.nodes for outcome in outcomes), sum(outcome.seconds for outcome in outcomes)
    rows.append(("mean", "", "", "", str(nodes // count), f"{seconds / count:.1f}"))
    proved = sum(outcome.is_true for outcome in outcomes)
    head = ("position", "empties", "claim", "result", "nodes", "seconds")
    return "\n".join([*formatting.table(head, rows).splitlines(), "", f"{proved} of {len(outcomes)} claims are proved"])


def view(facts: Facts, now: float) -> View:
    """How far a proof is at this time, in seconds since 1970."""
    model = Model()
    model.fit([search.cost for search in facts.searches if search.kind == "prove" and search.outcome != "cancelled"])
    trees: list[Tree] = []
    known: list[Range] = []
    can_tell = True
    for claim in facts.claims:
        found, mine = _trees(claim, facts, model)
        known.append(found)
        trees += mine
        can_tell &= bool(mine) or not claim.goals(found, 0.0)
    needed = [tree.needed() for tree in trees]
    recent = [search for search in facts.searches if search.at > now - RECENT]
    span = min(RECENT, max(1.0, now - min((search.at - search.cost.seconds for search in recent), default=now)))
    return View(
        outcomes=results(facts, known),
        levels=_levels(facts, trees, needed),
        parts=len(facts.proofs),
        seconds=sum(search.cost.seconds for search in facts.searches),
        recent=sum(search.cost.seconds for search in recent) / span,
        left=_left(trees, model) if can_tell else None,
        model=model,
        distrusted=facts.distrusted,
        searches=facts.searches,
    )


def _trees(claim: Claim, facts: Facts, model: Model) -> tuple[Range, list[Tree]]:
    """What is known of a claim, and the trees of its open goals."""
    board = canonical(claim.board)
    known = facts.ranges.get(board, Range())
    if claim.needs_estimate and board not in facts.estimates:
        return known, []
    trees: list[Tree] = []
    while True:
        trees = []
        for goal in claim.goals(known, facts.estimates.get(board, 0.0)):
            tree = Tree(board, goal, facts.estimates.get(board, float(goal.discs)), facts, model)
            tree.measure()
            trees.append(tree)
        decided = [tree for tree in trees if tree.root.value is not None]
        if not decided:
            return known, trees
        for tree in decided:
            known = known.within((tree.goal if tree.root.value else tree.goal.opposite).range)


def _levels(facts: Facts, trees: Sequence[Tree], needed: Sequence[dict[Node, None]]) -> list[Level]:
    """The positions by their empty squares, the most first."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    left: dict[int, float] = defaultdict(float)
    for tree in trees:
        for node in tree.nodes.values():
            counts["positions" if node.value is None else str(node.value)][node.board.empties()] += 1
    for nodes in needed:
        counts["needed"].update(node.board.empties() for node in nodes)
        for leaf in leaves(nodes):
            counts["leaves"][leaf.board.empties()] += 1
            left[leaf.board.empties()] += leaf.left
    counts["parts"].update(proof.board.empties() for proof in facts.proofs.values())
    nodes_of: Counter[int] = Counter()
    seconds: dict[int, float] = defaultdict(float)
    for search in facts.searches:
        nodes_of[search.cost.empties] += search.cost.nodes
        seconds[search.cost.empties] += search.cost.seconds
    every = sorted({empties for counter in counts.values() for empties in counter} | set(nodes_of), reverse=True)
    return [
        Level(
            empties=at,
            positions=counts["positions"][at] + counts["True"][at] + counts["False"][at],
            true=counts["True"][at],
            false=counts["False"][at],
            needed=counts["needed"][at],
            leaves=counts["leaves"][at],
            left=left[at],
            parts=counts["parts"][at],
            nodes=nodes_of[at],
            seconds=seconds[at],
        )
        for at in every
    ]


def _left(trees: Sequence[Tree], model: Model) -> tuple[float, float, float]:
    """The seconds of a worker that are left, drawn at random from what the model says: costs, and which moves are true.

    All costs share an error, which falls with the number of searches that the model knows.
    """
    draw = random.Random(1)
    common = DOUBT / math.sqrt(1 + model.fitted / 10)
    sums = []
    for _ in range(SAMPLES):
        factor = 2.0 ** draw.gauss(0, common)
        sums.append(factor * sum(_draw(tree.root, model, draw, {})[1] for tree in trees))
    low, middle, high = np.percentile(sums, [LOW, 50, HIGH])
    return float(low), float(middle), float(high)


def _draw(node: Node, model: Model, draw: random.Random, drawn: dict[Node, bool]) -> tuple[bool, float]:
    """A possible value of a node, and the seconds to find it out; nothing for what was drawn before."""
    if node.value is not None:
        return node.value, 0.0
    if node in drawn:
        return drawn[node], 0.0
    spent = 0.0
    if node.children is None:
        value = draw.random() < chance(node.margin)
        mean = math.log2(max(node.left, 1e-9)) - model.spread**2 * math.log(2) / 2
        spent = 2.0 ** draw.gauss(mean, model.spread)
    else:
        value = not node.one_is_enough
        order = sorted(node.open_children(), key=lambda child: (child is not node.chosen, child.margin))
        for child in order:
            found, seconds = _draw(child, model, draw, drawn)
            spent += seconds
            if found == node.one_is_enough:
                value = found
                break
    drawn[node] = value
    return value, spent


def text(facts: Facts, now: float) -> str:
    """How far a proof is, as lines."""
    seen = view(facts, now)
    lines = [sentence(outcome) for outcome in seen.outcomes] if len(seen.outcomes) <= 10 else table(seen.outcomes).splitlines()
    lines += ["", f"left: {seen.left_words()}", f"used: {duration(seen.seconds)} of a worker, {seen.parts} parts proved"]
    lines += [f"not trusted: {worker}: {reason}" for worker, reason in seen.distrusted]
    head = ("empties", "positions", "true", "false", "needed", "leaves", "s left", "parts", "nodes", "seconds")
    rows = [
        (
            *(str(number) for number in (level.empties, level.positions, level.true, level.false, level.needed, level.leaves)),
            f"{level.left:.0f}",
            *(str(level.parts), str(level.nodes), f"{level.seconds:.1f}"),
        )
        for level in seen.levels
    ]
    return "\n".join([*lines, "", formatting.table(head, rows)])


def page(facts: Facts, folder: Path) -> str:
    """The page of a proof."""
    seen = view(facts, time.time())
    return fill("proof.html", view=seen, name=folder.name, plots=_plots(seen), duration=duration)


def _plots(seen: View) -> list[Plot]:
    """Progress over time, and costs against the model."""
    proofs = [search for search in seen.searches if search.outcome in ("true", "false")]
    if not proofs:
        return []
    began = min(search.at - search.cost.seconds for search in seen.searches)

    def progress(axes: Axes) -> None:
        hours = [(search.at - began) / 3600 for search in seen.searches]
        axes.plot(hours, np.cumsum([search.cost.seconds for search in seen.searches]) / 3600, color="#040404")
        axes.set_xlabel("hours since the beginning")
        axes.set_ylabel("hours of workers")

    def costs(axes: Axes) -> None:
        expected = [2.0 ** seen.model.bits(search.cost.empties, search.cost.margin) for search in proofs]
        axes.loglog(expected, [max(1, search.cost.nodes) for search in proofs], ".", color="#040404", markersize=4)
        ends = [min(expected), max(expected)]
        axes.loglog(ends, ends, color="#020202", linewidth=1)
        axes.set_xlabel("nodes by the model")
        axes.set_ylabel("nodes")

    return [
        Plot("Work", draw("work", "Work over time", progress), "Seconds of all searches that have ended, added up."),
        Plot(
            "Costs",
            draw("costs", "Nodes of the parts", costs),
            "Each search that decided, against the model fitted to all.",
        ),
    ]


def _below(board: Board, facts: Facts) -> set[Board]:
    """The positions that were reached from a canonical position by moves that were looked at."""
    found: set[Board] = set()
    waiting = [board]
    while waiting:
        at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        if at in facts.looks:
            waiting += successors(at).values()
    return found
