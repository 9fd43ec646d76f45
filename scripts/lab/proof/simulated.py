"""Workers that are functions, with virtual time: for tests, and to find out how many workers a proof can use."""

import heapq
import itertools
import math
import random
import time
from collections import deque
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
        self._ends: list[tuple[float, int, str, _Work | None]] = []
        """When workers end a task, or are back."""
        self._order = itertools.count()
        self._jobs: dict[str, deque[_Work]] = {}
        """The tasks of each worker that are not answered; the first one has begun."""
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
        began_to_think = time.process_time()
        job = self._jobs[worker] = deque()
        for task in tasks:
            answers, seconds = self.function(worker, task)
            is_lost = self._random.random() < 1 - math.exp(-self.failures * seconds / 3600)
            job.append(_Work(task.number, answers, seconds * (self._random.random() if is_lost else 1), is_lost))
        self._left += time.process_time() - began_to_think
        self._go_on(worker, self.clock() + self.latency)

    def _go_on(self, worker: str, now: float) -> None:
        """Begins the next task of a worker."""
        if not (job := self._jobs[worker]):
            self._idle[worker] = None
            return
        job[0].ends = now + job[0].seconds
        self._put(job[0].ends, worker, job[0])
        self.busy += job[0].seconds

    def cancel(self, worker: str, numbers: Sequence[int]) -> None:
        """See `Workers`."""
        now = self.clock() + self.latency
        for work in list(self._jobs.get(worker, ())):
            if work.number in numbers and work.ends > now:
                work.answers, work.is_lost = [{"noResults": True}], False
                if work is self._jobs[worker][0]:
                    work.answers[0]["time"] = work.seconds - max(0.0, work.ends - now)
                    self.busy -= work.ends - now
                    work.ends = now
                    self._put(now, worker, work)
                else:
                    work.seconds = 0.0

    def restart(self, worker: str) -> None:
        """See `Workers`."""
        if job := self._jobs.get(worker):
            job[0].is_lost = True
            self._put(self.clock(), worker, job[0])

    def wait(self, seconds: float) -> list[Event]:
        """See `Workers`. Goes on to the next event, or by this time."""
        now = self.clock()
        until = now + seconds
        if self._ends and self._ends[0][0] < until:
            until = max(now, self._ends[0][0])
        found: list[Event] = []
        while self._ends and self._ends[0][0] <= until:
            at, _, worker, work = heapq.heappop(self._ends)
            job = self._jobs.get(worker)
            if work is None:
                self._idle[worker] = None
            elif job and job[0] is work and work.ends <= at:
                found.append(self._end(worker, job, at))
        self._now, self._left = until, time.process_time()
        return found

    def _end(self, worker: str, job: "deque[_Work]", now: float) -> Event:
        """The end of the task that a worker has begun."""
        work = job.popleft()
        if work.is_lost:
            job.clear()
            self._put(now + AWAY, worker, None)
            return Lost(worker, "lost")
        self._go_on(worker, now + (0.0 if job else self.latency))
        return Answered(worker, work.number, work.answers)

    def close(self) -> None:
        """See `Workers`."""

    def _put(self, at: float, worker: str, work: "_Work | None") -> None:
        heapq.heappush(self._ends, (at, next(self._order), worker, work))


@dataclass
class _Work:
    """A task that a worker has."""

    number: int
    answers: list[dict[str, Any]]
    seconds: float
    is_lost: bool
    """Whether the worker is lost in place of an answer."""
    ends: float = math.inf


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
            answers = [{"score": score, **self._cost(task.nodes)}]
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
        if task.nodes > 0:
            _, deep, move = max(found, key=lambda item: sign * item[1])
            score = max(-64.0, min(64.0, deep))
            answers.append({"moveInfos": [{"move": move}], "score": score, **self._cost(task.nodes)})
        return answers
