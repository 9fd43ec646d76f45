"""Gives the tasks of a proof to workers and keeps what they find."""

import hashlib
import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from lab.proof.certificates import Checker, save
from lab.proof.claims import Goal, Range
from lab.proof.costs import Cost, Model
from lab.proof.positions import canonical
from lab.proof.queries import Kind, NonsenseError, Result, Task, read
from lab.proof.state import Proof, Search, State
from lab.proof.tree import Node, Tree, leaves
from lab.proof.workers import Answered, Lost, Workers
from lab.rules import Board

PARTS = 8
"""Parts of what is left for each worker, at least: the last ones end about at the same time."""
PARTS_NEEDED = 6
"""The same of what is needed as things stand, without the moves that are tried if others turn out to be wrong."""
LONGEST_GRAIN = 600.0
"""Expected seconds of a task at most."""
PATIENCE = 16.0
"""A search is cut off after so many times its expected nodes, or those of a quarter of the grain."""
LOOK_SHARE = 0.02
"""Share of the expected time that is spent on the order of the moves."""
LOOK_SHARE_OF_ALL = 0.001
"""The most of it, as a share of the time until the end: looks from the root down wait for one another."""
ESTIMATE_SHARE = 0.05
"""Share of the expected time of one worker that is spent on the score; less with many workers, which wait for it."""
LEAST_ESTIMATE = 2.0
"""Seconds of a search for the score, at least: a wrong one costs as much as a proof."""
LONG_LOOK = 0.25
"""Seconds from which on a second search for the order of the moves pays."""
HUNG = 60.0
"""Seconds that a worker may exceed its limits."""
SLOWER = 4.0
"""How many times slower than it was a worker may be before it counts as hung."""
FAULTS = 3
"""Answers without sense after which a worker gets no more tasks."""
LOSSES = 5
"""Workers that a task may lose before it is split."""
REFIT = 1.15
"""Growth of the number of searches after which the model is fitted again."""
SHARE_OF_MEASURING = 0.1
"""Share of the driver's time in which it looks at the whole tree."""
LOOK_SECONDS = 0.05
"""Expected seconds of a look."""
NEIGHBOURS = 16
"""Tasks among which one is preferred that is near to what the worker did last."""
TICK = 1.0
"""Seconds after which the driver looks round if nothing happens."""
CHECK_TICK = 0.05
"""The same while certificates are checked."""
PROGRESS = 10.0
"""Seconds between two lines of progress."""


class DriverError(Exception):
    """The proof cannot go on."""


@dataclass(frozen=True)
class Options:
    """How a proof is made."""

    certificate: int | None = 6
    """Empty squares that the certificates leave to the checker; None: no certificates."""
    shortest: float = 2.0
    """Expected seconds below which nothing is split."""
    longest: float = 3600.0
    """Seconds after which a search is cut off."""
    verify: float = 0.02
    """Share of the proofs that another worker repeats."""
    check_all: bool = False
    """Whether each certificate is checked before it is believed, not only those that are repeated."""
    seed: int = 1
    """Of the choice of the proofs that are repeated."""


@dataclass
class _Running:
    """A task that a worker has."""

    task: Task
    worker: str
    expected: float
    patience: float
    """Seconds that it may take at most."""
    began: float
    """By the clock of the workers."""
    margin: float = 0.0
    node: Node | None = None
    proof: Proof | None = None
    """The one that is verified."""
    is_spare: bool = False
    is_cancelled: bool = False


@dataclass
class _Checking:
    """A result whose certificate is checked."""

    event: Answered
    result: Result
    error: Future[str]


@dataclass
class Driver:
    """A proof of one or several claims."""

    state: State
    workers: Workers
    options: Options
    report: Callable[[str], None] = print
    """Gets lines for the user."""
    checker: Checker | None = None
    """Checks certificates; None: none is checked."""
    overhead: Callable[[], float] = time.perf_counter
    """A clock of the driver's own work."""
    model: Model = field(init=False)
    trees: dict[int, dict[Goal, Tree]] = field(init=False, default_factory=dict)
    """By the number of the claim and the goal."""
    waste: dict[str, float] = field(init=False, default_factory=lambda: defaultdict(float))
    """Seconds of workers by what became of them."""
    left: float = field(init=False, default=0.0)
    """Expected seconds of one worker until the end."""

    def __post_init__(self) -> None:
        """Sets up what follows from the state."""
        self.model = Model(self.workers.threads)
        self._number = 0
        self._running: dict[int, _Running] = {}
        self._ready: deque[tuple[Node, Tree]] = deque()
        self._spare: deque[tuple[Node, Tree]] = deque()
        self._split: set[tuple[Board, Goal]] = set()
        """Searches in work that are split for idle workers; who is ready first wins."""
        self._verifications: deque[Proof] = deque()
        self._grain = self.options.shortest
        self._stale = True
        self._next_measuring = 0.0
        self._faults: Counter[str] = Counter()
        self._losses: Counter[tuple[Board, Goal | None]] = Counter()
        self._last: dict[str, list[Node]] = {}
        """The positions above the last task of each worker."""
        self._distrusted: set[str] = set()
        self._count = max(1, len(self._trusted()))
        """Workers that get tasks."""
        self._in_work: set[tuple[Board, Goal | None, Kind]] = set()
        self._checking: list[_Checking] = []
        self._until: dict[str, float] = {}
        """When the job of each worker has to be answered, by the clock of the workers."""
        self._next_progress = self.workers.clock() + PROGRESS
        self._next_search = 0.0
        """For workers that hang."""
        self._roots = [canonical(claim.board) for claim in self.state.facts.claims]
        self._open = list(range(len(self._roots)))
        """The claims that are not decided."""
        for proof in self.state.facts.proofs.values():
            self._plan_verification(proof)
        self._fit()

    def run(self) -> None:
        """Works until all claims are decided and all verifications done. StateError, WorkersError, DriverError."""
        while not self.is_done():
            self._look_round()
            self._assign()
            if not self.is_done():
                for event in self.workers.wait(CHECK_TICK if self._checking else TICK):
                    if isinstance(event, Answered):
                        self._on_answer(event)
                    else:
                        self._on_loss(event)
                self._on_checked()
                self._restart_hung()
                self._tell()
            self.state.commit()
        for worker in {running.worker for running in self._running.values()}:
            self.workers.cancel(worker, [running.task.number for running in self._of(worker)])

    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        verifying = self._verifications or any(running.proof for running in self._running.values())
        self._open = [number for number in self._open if self._goals(number)]
        return not verifying and not self._open

    def known(self, number: int) -> Range:
        """What is proved of the position of a claim."""
        found = self.state.facts.ranges.get(self._roots[number], Range())
        for goal, tree in self.trees.get(number, {}).items():
            if tree.root.value is not None:
                found = found.within((goal if tree.root.value else goal.opposite).range)
        return found

    def _goals(self, number: int) -> list[Goal]:
        """The goals of a claim that are open; of one that needs an estimate first any goal."""
        claim, board = self.state.facts.claims[number], self._roots[number]
        return claim.goals(self.known(number), self.state.facts.estimates.get(board, 0.0))

    # What to do

    def _look_round(self) -> None:
        """Finds out what is needed, if that may have changed, and cancels what is not."""
        now = self.overhead()
        idle = len(self.workers.idle())
        if not self._stale or (now < self._next_measuring and len(self._ready) >= idle):
            return
        self._stale = False
        self._fit()
        trees = list(self._open_trees())
        self.left = sum(tree.measure() for tree in trees)
        # A measurement settles nodes: a tree whose root is decided brings other goals.
        self._stale = any(tree.root.value is not None for tree in trees)
        needed = [(tree, tree.needed()) for tree in trees]
        self._count = max(1, len(self._trusted()))
        self._grain = self._best_grain(sum(leaf.left for _, nodes in needed for leaf in leaves(nodes)))
        tasks = [(node, tree) for tree, nodes in needed for node in leaves(nodes) if not self._is_in_work(node, tree)]
        self._spare = deque()
        if len(tasks) < idle:
            tasks += self._to_split(idle - len(tasks))
            for tree, nodes in needed:
                extra = tree.spare(nodes, idle - len(tasks) + len(self._running))
                self._spare += [(node, tree) for node in leaves(extra) if not self._is_in_work(node, tree)]
        self._ready = deque(tasks)
        kept = {node for _, nodes in needed for node in nodes}
        for running in self._running.values():
            running.is_spare &= running.node not in kept
        self._cancel([running for running in self._running.values() if _is_useless(running, kept)])
        if tasks and not idle:
            spare = [running for running in self._running.values() if running.is_spare and not running.is_cancelled]
            self._cancel(spare[: len(tasks)])
        self._next_measuring = self.overhead() + (self.overhead() - now) / SHARE_OF_MEASURING

    def _best_grain(self, needed: float) -> float:
        """The expected seconds from which on a search is split, if so many seconds of a worker are needed as things stand."""
        shortest = self.options.shortest
        longest = min(LONGEST_GRAIN, max(shortest, self.options.longest / PATIENCE))
        return min(max(min(self.left / PARTS, needed / PARTS_NEEDED) / self._count, shortest), longest)

    def _to_split(self, number: int) -> list[tuple[Node, Tree]]:
        """The longest searches in work, at most so many, whose moves idle workers can search."""
        now = self.workers.clock()
        found = []
        for running in self._running.values():
            task, node = running.task, running.node
            if task.kind != "prove" or task.goal is None or node is None or running.is_spare or running.is_cancelled:
                continue
            is_known = (
                node.children is not None or node.board in self.state.facts.looks or (node.board, None, "look") in self._in_work
            )
            if not is_known and (length := max(running.expected, now - running.began)) > 2 * self._grain:
                found.append((length, task.number, node, task.goal))
        found.sort(reverse=True)
        trees = {tree.goal: tree for tree in self._open_trees()}
        chosen = [(node, trees[goal]) for _, _, node, goal in found[:number] if goal in trees]
        self._split = {(node.board, tree.goal) for node, tree in chosen}
        return chosen

    def _open_trees(self) -> Iterator[Tree]:
        """The trees of the goals that are open. Those of a claim without an estimate wait for it."""
        facts = self.state.facts
        for number in self._open:
            claim, board = facts.claims[number], self._roots[number]
            if claim.needs_estimate and board not in facts.estimates:
                continue
            trees = self.trees.setdefault(number, {})
            for goal in self._goals(number):
                if goal not in trees:
                    trees[goal] = Tree(board, goal, facts.estimates.get(board, float(goal.discs)), facts, self.model)
                yield trees[goal]

    def _is_in_work(self, node: Node, tree: Tree) -> bool:
        return any((node.board, goal, kind) in self._in_work for goal, kind in ((tree.goal, "prove"), (None, "look")))

    def _assign(self) -> None:
        """Gives tasks to idle workers."""
        idle = [worker for worker in self.workers.idle() if worker not in self._distrusted]
        for at, worker in enumerate(idle):
            if not (job := self._job(worker, len(idle) - at)):
                continue
            for running in job:
                self._running[running.task.number] = running
                self._in_work.add(_key(running.task))
            self._until[worker] = self.workers.clock() + sum(running.patience for running in job) + HUNG
            self.workers.start(worker, [running.task for running in job])

    def _job(self, worker: str, idle: int) -> list[_Running]:
        """What a worker does next: one task, or some short ones. So many workers are idle, this one included."""
        if (verification := self._verification(worker)) is not None:
            return [verification]
        if (estimate := self._estimate(worker)) is not None:
            return [estimate]
        job: list[_Running] = []
        # Short searches go together; the longer the more there are.
        enough = self._grain if len(self._ready) > PARTS * idle else self.options.shortest
        while sum(running.expected for running in job) < enough:
            if (taken := self._take(worker)) is None:
                break
            node, tree, is_spare = taken
            job.append(self._task(worker, node, tree, is_spare))
            if len(self._ready) < idle:
                break
        return job

    def _take(self, worker: str) -> tuple[Node, Tree, bool] | None:
        """The next leaf for a worker, and whether it is needed only perhaps. One near to its last one comes first."""
        for leaf, is_spare in ((self._ready, False), (self._spare, True)):
            while leaf:
                near = self._last.get(worker, ())
                at = next((at for at in range(min(NEIGHBOURS, len(leaf))) if any(up in near for up in leaf[at][0].parents)), 0)
                node, tree = leaf[at]
                del leaf[at]
                is_split = (node.board, tree.goal) in self._split and node.board not in self.state.facts.looks
                if node.value is None and node.children is None and (is_split or not self._is_in_work(node, tree)):
                    self._last[worker] = [node, *node.parents]
                    return node, tree, is_spare
        return None

    def _task(self, worker: str, node: Node, tree: Tree, is_spare: bool) -> _Running:
        """The task that decides a leaf, or looks at its moves if that is too long."""
        facts = self.state.facts
        key = node.board, tree.goal
        is_long = node.left > self._grain or key in facts.cuts or key in self._split
        if is_long and node.board not in facts.looks:
            share = min(LOOK_SHARE * node.left, LOOK_SHARE_OF_ALL * self.left / self._count)
            seconds = share if share >= LONG_LOOK and node.one_is_enough else 0.0
            return self._new(worker, "look", node.board, tree.goal, LOOK_SECONDS + seconds, seconds, node, is_spare)
        return self._new(worker, "prove", node.board, tree.goal, node.left, self.options.longest, node, is_spare)

    def _new(
        self,
        worker: str,
        kind: Kind,
        board: Board,
        goal: Goal | None,
        expected: float,
        seconds: float,
        node: Node | None = None,
        is_spare: bool = False,
    ) -> _Running:
        self._number += 1
        # Nodes are the same on a busy machine; the seconds are for one that is far too slow.
        allowed = max(expected, self._grain / 4) * PATIENCE if kind == "prove" else seconds
        nodes = self.model.speed * allowed
        if kind != "prove":
            seconds = min(SLOWER * seconds + HUNG, self.options.longest)
        proves = kind in ("prove", "verify")
        task = Task(self._number, kind, board, goal, int(nodes), seconds, self.options.certificate if proves else None)
        patience = max(expected, min(seconds, SLOWER * nodes / self.model.speed))
        margin = node.margin if node else 0.0
        return _Running(task, worker, expected, patience, self.workers.clock(), margin, node, is_spare=is_spare)

    def _estimate(self, worker: str) -> _Running | None:
        """The search for the score of a claim that needs it."""
        facts = self.state.facts
        for number in self._open:
            claim, board = facts.claims[number], self._roots[number]
            wanted = claim.needs_estimate and board not in facts.estimates
            if wanted and (board, None, "estimate") not in self._in_work:
                expected = self.model.seconds(board.empties(), 0.0)
                seconds = max(LEAST_ESTIMATE, ESTIMATE_SHARE * expected / self._count**0.5)
                return self._new(worker, "estimate", board, None, seconds, seconds)
        return None

    def _trusted(self) -> list[str]:
        """The workers that get tasks. DriverError if there is none."""
        names = [name for name in self.workers.names() if name not in self._distrusted]
        if not names and self._distrusted:
            raise DriverError(f"no worker is left that can be trusted: {'; '.join(map(': '.join, self.state.facts.distrusted))}")
        return names

    # What happens

    def _on_answer(self, event: Answered) -> None:
        if (running := self._running.get(event.number)) is None:
            return
        self._stale = True
        try:
            result = read(running.task, event.answers)
        except NonsenseError as error:
            if running.is_cancelled:
                self._finish(event.number)  # a search that was ended need not have found anything
            else:
                self._refuse(running, str(error))
            return
        if result.certificate is not None and self.checker and self._is_checked(running.task):
            self._checking.append(_Checking(event, result, self.checker.submit(result.certificate)))
        else:
            self._take_in(running, result, is_checked=False)

    def _on_checked(self) -> None:
        """Uses the results whose certificates have been checked."""
        for checking in [checking for checking in self._checking if checking.error.done()]:
            self._checking.remove(checking)
            if (running := self._running.get(checking.event.number)) is None:
                continue
            self._stale = True
            if error := checking.error.result():
                self._refuse(running, f"a certificate that is wrong: {error}")
                self._distrust(running.worker, f"a certificate that is wrong: {error}")
            else:
                self._take_in(running, checking.result, is_checked=True)

    def _refuse(self, running: _Running, reason: str) -> None:
        """Does not believe an answer."""
        self._finish(running.task.number)
        if running.proof:
            self._verifications.append(running.proof)
        self.report(f"{running.worker}: {reason}")
        self._faults[running.worker] += 1
        if self._faults[running.worker] >= FAULTS:
            self._distrust(running.worker, f"answers without sense, the last one: {reason}")

    def _take_in(self, running: _Running, result: Result, *, is_checked: bool) -> None:
        """Believes an answer."""
        task = running.task
        self._finish(task.number)
        outcome = self._use(running, result, is_checked)
        self.waste["spare" if running.is_spare else outcome] += result.seconds
        cost = Cost(task.board.empties(), running.margin, result.nodes, result.seconds, outcome in ("true", "false", "done"))
        goal = task.goal or Goal(1, 0)
        self.state.record(Search(time.time(), task.kind, task.board, goal, cost, outcome, running.worker))

    def _use(self, running: _Running, result: Result, is_checked: bool) -> str:
        """Keeps what was found; the outcome in a word."""
        task, state = running.task, self.state
        if task.kind == "look":
            if result.moves is None:
                return "cancelled"
            state.look(task.board, result.moves)
            self._learn(task.board)
            return "done"
        if task.kind == "estimate":
            if result.score is None:
                return "cancelled"
            state.estimate(task.board, result.score)
            self.report(f"estimate: {result.score:+g} for black")
            return "done"
        assert task.goal is not None
        if running.proof is not None:
            self._on_verified(running.proof, running.worker, result)
        elif result.proved is not None:
            file = digest = None
            if result.certificate is not None and state.folder is not None:
                digest = hashlib.sha256(result.certificate).hexdigest()
                file = save(state.folder, result.certificate, digest)
            proof = state.prove(task.board, result.proved, running.worker, file, digest)
            if is_checked:
                state.verify(proof)
            else:
                self._plan_verification(proof)
            self._learn(task.board)
        elif running.is_cancelled:
            return "cancelled"
        elif running.node is not None:
            state.cut(task.board, task.goal)
        return "cut" if result.proved is None else "true" if result.proved == task.goal else "false"

    def _learn(self, board: Board) -> None:
        """Uses in all trees what has become known of a position."""
        for trees in self.trees.values():
            for tree in trees.values():
                tree.learn(board)

    def _on_verified(self, proof: Proof, worker: str, result: Result) -> None:
        """Compares a repeated proof with the first one."""
        if proof.number not in self.state.facts.proofs:
            return
        if result.proved == proof.goal:
            self.state.verify(proof)
        elif result.proved is not None:
            self._on_contradiction(proof, worker, result.certificate)
        else:
            # It takes longer without the table of the first worker. The next attempt has more time.
            self._losses[proof.board, proof.goal] += 1
            self._verifications.append(proof)

    def _on_contradiction(self, proof: Proof, other: str, certificate: bytes | None) -> None:
        """Finds out which of two workers was wrong; without certificates both may be."""
        reason = f"{proof.goal.words(proof.board.turn)} of {proof.board.text()} was claimed and refuted"
        folder = self.state.folder
        # The certificate of the other one is checked.
        decides = self.checker and certificate and proof.file and folder
        if decides and self.checker and proof.file and folder and self.checker.submit((folder / proof.file).read_bytes()).result():
            self._distrust(proof.worker, reason)
            return
        for worker in {proof.worker, other}:
            self._distrust(worker, reason)

    def _plan_verification(self, proof: Proof) -> None:
        """Decides whether a proof is repeated; the same whenever it is asked."""
        chosen = random.Random(f"{self.options.seed} {proof.board} {proof.goal}").random() < self.options.verify
        if chosen and not proof.verified:
            self._verifications.append(proof)

    def _verification(self, worker: str) -> _Running | None:
        """A proof of another worker to repeat, or of this one if there is no other."""
        alone = self._count == 1
        for _ in range(len(self._verifications)):
            proof = self._verifications.popleft()
            if proof.number not in self.state.facts.proofs:
                continue
            if proof.worker != worker or alone:
                expected = self.model.seconds(proof.board.empties(), 0.0)
                seconds = (
                    min(2 * self.options.longest, PATIENCE * max(expected, self._grain))
                    * 2 ** self._losses[proof.board, proof.goal]
                )
                running = self._new(worker, "verify", proof.board, proof.goal, expected, seconds)
                running.proof = proof
                return running
            self._verifications.append(proof)
        return None

    def _is_checked(self, task: Task) -> bool:
        """Whether the certificate is checked before it is believed."""
        return self.options.check_all or task.kind == "verify"

    def _distrust(self, worker: str, reason: str) -> None:
        """Gives a worker no more tasks, and drops what it alone has proved."""
        if worker in self._distrusted:
            return
        self._distrusted.add(worker)
        dropped = self.state.distrust(worker, reason)
        self.report(f"{worker} is not trusted any longer, and {len(dropped)} of its proofs are dropped: {reason}")
        mine = self._of(worker)
        self.workers.cancel(worker, [running.task.number for running in mine])
        for running in mine:
            self._finish(running.task.number)
            if running.proof:
                self._verifications.append(running.proof)
        # What follows from its proofs is forgotten; the trees grow again from the facts.
        self._open = list(range(len(self._roots)))
        self.trees.clear()
        self._ready.clear()
        self._spare.clear()
        self._last.clear()
        for running in self._running.values():
            running.node = None
        self._stale = True

    def _on_loss(self, event: Lost) -> None:
        self.report(f"{event.worker}: {event.reason}")
        self._stale = True
        self._last.pop(event.worker, None)
        for running in self._of(event.worker):
            task = running.task
            self._finish(task.number)
            self.waste["lost"] += min(running.expected, task.seconds)
            if running.proof:
                self._verifications.append(running.proof)
            self._losses[task.board, task.goal] += 1
            if task.goal is not None and task.kind == "prove" and self._losses[task.board, task.goal] >= LOSSES:
                self.report(f"{task.board.text()} has lost {LOSSES} workers and is split")
                self.state.cut(task.board, task.goal)

    def _restart_hung(self) -> None:
        """Ends the programs of workers that do not answer."""
        if self.workers.clock() < self._next_search:
            return
        self._next_search = self.workers.clock() + TICK
        checking = {checking.event.number for checking in self._checking}
        busy = {running.worker for number, running in self._running.items() if number not in checking}
        for worker in busy:
            if self.workers.clock() > self._until[worker]:
                self.workers.restart(worker)

    def _tell(self) -> None:
        """Tells from time to time how far the proof is."""
        if self.workers.clock() >= self._next_progress:
            self._next_progress = self.workers.clock() + PROGRESS
            found = f"{len(self.state.facts.proofs)} parts proved, {len(self._running)} in work"
            self.report(f"{found}, {len(self._ready)} ready, about {self.left:.0f} s of a worker left")

    def _cancel(self, several: Sequence[_Running]) -> None:
        by_worker = defaultdict(list)
        for running in several:
            if not running.is_cancelled:
                running.is_cancelled = True
                by_worker[running.worker].append(running.task.number)
        for worker, numbers in by_worker.items():
            self.workers.cancel(worker, numbers)

    def _of(self, worker: str) -> list[_Running]:
        return [running for running in self._running.values() if running.worker == worker]

    def _finish(self, number: int) -> _Running | None:
        if (running := self._running.pop(number, None)) is not None:
            self._in_work.discard(_key(running.task))
        return running

    def _fit(self) -> None:
        """Fits the model to the searches so far, from time to time."""
        searches = self.state.facts.searches
        if len(searches) >= max(4, self.model.fitted * REFIT):
            self.model.fit([search.cost for search in searches if search.kind == "prove" and search.outcome != "cancelled"])
            self.model.fitted = len(searches)


def _key(task: Task) -> tuple[Board, Goal | None, Kind]:
    return task.board, None if task.kind == "look" else task.goal, task.kind


def _is_useless(running: _Running, needed: set[Node]) -> bool:
    """Whether what a task finds out is not needed any longer."""
    return running.node is not None and not _leads_to(running.node, needed, is_spare=running.is_spare)


def _leads_to(node: Node, needed: set[Node], *, is_spare: bool) -> bool:
    """Whether an open node is needed, or would be if another move of the attacker is wrong."""
    if node.value is not None:
        return False
    return node in needed or (is_spare and any(_leads_to(parent, needed, is_spare=True) for parent in node.parents))
