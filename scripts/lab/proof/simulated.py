"""Workers that are functions, with virtual time: for tests, and to find out how many workers a proof can use."""

import heapq
import itertools
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lab.proof.claims import Goal
from lab.proof.costs import Model
from lab.proof.positions import successors
from lab.proof.queries import Task
from lab.proof.state import Facts
from lab.proof.workers import Answered, Event, Lost
from lab.rules import Board

Function = Callable[[str, Task], tuple[list[dict[str, Any]], float]]
"""The answers of a worker to a task, and the seconds that they take."""
AWAY = 5.0
"""Seconds until a lost worker is back."""


@dataclass
class Simulated:
    """Workers of virtual time."""

    function: Function
    count: int
    latency: float = 0.0
    """Seconds from giving a job to a worker to its beginning, and from each answer to its arrival."""
    failures: float = 0.0
    """Losses of a worker for each hour of work."""
    seed: int = 1
    counts_driver: bool = False
    """Whether the time that the driver itself takes passes for the workers too."""
    threads: int = 1
    busy: float = field(init=False, default=0.0)
    """Seconds in which workers had a job."""

    def __post_init__(self) -> None:
        """All are idle."""
        self._now = 0.0
        self._random = random.Random(self.seed)
        self._idle = dict.fromkeys(self._all())
        self._events: list[tuple[float, int, Event]] = []
        self._order = itertools.count()
        self._open: dict[str, set[int]] = {}
        """The tasks of each worker that are not answered."""
        self._left = time.process_time()

    def _all(self) -> list[str]:
        return [f"simulated-{at + 1}" for at in range(self.count)]

    def clock(self) -> float:
        """See `Workers`."""
        if self.counts_driver:
            return self._now + time.process_time() - self._left
        return self._now

    def names(self) -> Sequence[str]:
        """See `Workers`."""
        return self._all()

    def idle(self) -> Sequence[str]:
        """See `Workers`."""
        return list(self._idle)

    def start(self, worker: str, tasks: Sequence[Task]) -> None:
        """See `Workers`."""
        del self._idle[worker]
        self._open[worker] = {task.number for task in tasks}
        at = began = self.clock()
        at += self.latency
        for task in tasks:
            began_to_think = time.process_time()
            answers, seconds = self.function(worker, task)
            self._left += time.process_time() - began_to_think
            if self._random.random() < 1 - math.exp(-self.failures * seconds / 3600):
                at += seconds * self._random.random()
                self._put(at, Lost(worker, "lost"))
                break
            at += seconds
            self._put(at + self.latency, Answered(worker, task.number, answers))
        self.busy += at - began

    def cancel(self, worker: str, numbers: Sequence[int]) -> None:
        """See `Workers`."""
        now = self.clock() + 2 * self.latency
        waiting = [
            (at, event) for at, _, event in self._events if isinstance(event, Answered) and event.number in numbers and at > now
        ]
        for at, event in waiting:
            self.busy -= at - now
            query = {"id": "", "noResults": True}
            self._put(now, Answered(worker, event.number, [query]))

    def restart(self, worker: str) -> None:
        """See `Workers`."""
        self._put(self.clock(), Lost(worker, "no answer in time"))

    def wait(self, seconds: float) -> list[Event]:
        """See `Workers`. Goes on to the next event, or by this time."""
        now = self.clock()
        until = now + seconds
        if self._events and self._events[0][0] < until:
            until = max(now, self._events[0][0])
        found = []
        while self._events and self._events[0][0] <= until:
            event = heapq.heappop(self._events)[2]
            if self._is_news(event):
                found.append(event)
        self._now, self._left = until, time.process_time()
        return found

    def _is_news(self, event: Event) -> bool:
        waiting = self._open.get(event.worker, set())
        if isinstance(event, Lost):
            if event.reason == "back":
                self._idle[event.worker] = None
                return False
            if waiting:
                self._open[event.worker] = set()
                self._put(self.clock() + AWAY, Lost(event.worker, "back"))
            return bool(waiting)
        if event.number not in waiting:
            return False
        waiting.discard(event.number)
        if not waiting:
            self._idle[event.worker] = None
        return True

    def close(self) -> None:
        """See `Workers`."""

    def _put(self, at: float, event: Event) -> None:
        heapq.heappush(self._events, (at, next(self._order), event))


LOSS = 7.0
"""Mean loss in discs of a move that is not the best."""
NOISE = 3.0
"""Standard deviation of the errors of the first search of a look, in discs."""
DEEP_NOISE = 1.0
"""The same of the second one."""
LOOK_NODES = 100_000
"""Nodes of the first search of a look."""


@dataclass
class Played:
    """Answers of the kind and the cost that a proof has: those that are recorded, and others drawn from the fitted model.

    Each position has a true score: that of the root is given, one move keeps it, and the others lose some discs. Estimates differ
    from it by chance.
    """

    model: Model
    facts: Facts
    """Of the recorded proof."""
    scores: dict[Board, float]
    """The true scores of the roots, for black."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Sorts what is recorded."""
        self._recorded = {(search.board, search.goal): search for search in self.facts.searches if search.kind == "prove"}

    def __call__(self, worker: str, task: Task) -> tuple[list[dict[str, Any]], float]:
        """The answers to a task, and its seconds."""
        score = self.scores[task.board]
        if task.kind == "look":
            answers = self._look(task, score)
        elif task.goal is None:
            answers = [{"score": score, **self._cost(task.seconds * self.model.speed)}]
        else:
            answers = [self._proof(task, task.goal, score)]
        return answers, sum(float(answer["time"]) for answer in answers)

    def _cost(self, nodes: float) -> dict[str, float]:
        return {"nodes": int(nodes), "time": nodes / self.model.speed}

    def _proof(self, task: Task, goal: Goal, score: float) -> dict[str, Any]:
        draw = random.Random(f"{self.seed} {task.board} {goal}")
        margin = goal.margin(score)
        claimed = goal if margin > 0 else goal.opposite
        nodes = 2.0 ** (self.model.bits(task.board.empties(), margin) + self.model.spread * draw.gauss())
        recorded = self._recorded.get((task.board, goal))
        if recorded is not None and recorded.cost.finished:
            claimed, nodes = goal if recorded.outcome == "true" else goal.opposite, float(recorded.cost.nodes)
        if nodes > task.nodes:
            return {"score": score, "certainty": "30@98%", **self._cost(task.nodes)}
        certainty = "at least" if claimed.sign > 0 else "at most"
        return {"score": claimed.discs, "certainty": certainty, **self._cost(nodes)}

    def _look(self, task: Task, score: float) -> list[dict[str, Any]]:
        """The estimated scores of the moves, recorded or drawn."""
        board, sign = task.board, -1 if task.board.turn == "white" else 1
        draw = random.Random(f"{self.seed} {board} look")
        after = successors(board)
        if (recorded := self.facts.looks.get(board)) is not None:
            best = max(sign * found for found in recorded.values())
            losses = {move: best - sign * found for move, found in recorded.items()}
        else:
            losses = dict.fromkeys(after, 0.0)
            for move in draw.sample(list(after), len(after) - 1):
                losses[move] = draw.expovariate(1 / LOSS)
        found = []
        for move, loss in losses.items():
            true = max(-64.0, min(64.0, score - sign * 2 * round(loss / 2)))
            true = self.scores.setdefault(after[move], true)
            found.append((true + draw.gauss(0, NOISE), true + draw.gauss(0, DEEP_NOISE), move))
        infos = [{"move": move, "score": max(-64.0, min(64.0, estimate))} for estimate, _, move in found]
        answers = [{"moveInfos": infos, **self._cost(LOOK_NODES)}]
        if task.seconds > 0:
            _, deep, move = max(found, key=lambda item: sign * item[1])
            score = max(-64.0, min(64.0, deep))
            answers.append({"moveInfos": [{"move": move}], "score": score, **self._cost(task.seconds * self.model.speed)})
        return answers
