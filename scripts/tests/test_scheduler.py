"""Work is done completely and nothing is left behind, whatever happens to the processes that do it."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import fake_player
import msgspec
import psutil
import pytest
from conftest import RUN
from fake_player import task

from lab.records import Game, Task
from lab.scheduler import Done, Event, Failure, Result, Started
from lab.scheduler.local import Local, share_cores
from lab.scheduler.process import Process

pytestmark = pytest.mark.slow

Play = Callable[[Task], Iterator[Game]]


def games_of(events: Iterable[Event[Game]]) -> set[Game]:
    return {msgspec.structs.replace(event.value, place="") for event in events if isinstance(event, Result)}


def expected(tasks: Iterable[Task]) -> set[Game]:
    return {msgspec.structs.replace(game, place="") for task in tasks for game in fake_player.play(task)}


def endless(taken: list[int]) -> Iterator[Task]:
    """Tasks without end; `taken` gets their numbers."""
    for number in range(10**9):
        taken.append(number)
        yield task(number)


FAMILY = "TEST_SCHEDULER"


@pytest.fixture(autouse=True)
def processes_of_these_tests_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FAMILY, "1")


def marked(variable: str = FAMILY) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if _has(process, variable)]


def _has(process: psutil.Process, variable: str) -> bool:
    """Whether a process lives, has this variable, and comes from this test run."""
    try:
        environment = process.environ()
        ours = variable in environment and environment.get(RUN) == os.environ[RUN] and process.pid != os.getpid()
        return ours and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


@pytest.mark.parametrize("concurrency", [1, 3])
def test_every_task_is_done_once(concurrency: int) -> None:
    tasks = [task(number) for number in range(7)]
    events = list(Local(concurrency).run(fake_player.play, tasks))
    assert Counter(type(event) for event in events) == {Started: 7, Result: 14, Done: 7}
    assert games_of(events) == expected(tasks)
    wait_until(lambda: not marked())


def test_tasks_are_taken_when_they_are_needed() -> None:
    taken: list[int] = []
    with closing(Local(2).run(fake_player.play, endless(taken))) as events:
        done = [next(event for event in events if isinstance(event, Done)) for _ in range(5)]
    assert len(done) == 5
    assert len(taken) <= 5 + 2
    wait_until(lambda: not marked())


def test_a_killed_worker_is_replaced_and_its_task_tried_again(tmp_path: Path) -> None:
    tasks = [task(number, event=str(tmp_path / "died")) for number in range(5)]
    events = list(Local(2).run(fake_player.die_once, tasks))
    accidents = [event for event in events if isinstance(event, Failure)]
    assert accidents == [Failure(2, "the worker process was killed by signal 9", final=False)]
    assert games_of(events) == expected(tasks)
    assert sum(isinstance(event, Result) for event in events) in (10, 11)


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        (fake_player.die_always, "the worker process was killed by signal 9"),
        (fake_player.fail_always, fake_player.ATE),
    ],
)
def test_a_task_that_never_works_is_given_up(play: Play, reason: str) -> None:
    tasks = [task(number) for number in range(4)]
    events = list(Local(2, tries=2).run(play, tasks))
    accidents = [event for event in events if isinstance(event, Failure)]
    assert accidents == [Failure(1, reason, final=False), Failure(1, reason, final=True)]
    assert games_of(events) == expected([tasks[0], tasks[2], tasks[3]])


def test_what_cannot_be_sent_back_is_an_accident() -> None:
    for work in (unpicklable, os.getpid):
        events = list(Local(1, tries=1).run(work, [1]))  # type: ignore[arg-type]
        assert [type(event) for event in events] == [Started, Failure]


def unpicklable(_: int) -> Iterator[object]:
    yield lambda: 0


def cores_here(_: int) -> Iterator[set[int]]:
    yield os.sched_getaffinity(0)


def test_workers_have_cores_of_their_own() -> None:
    everywhere = os.sched_getaffinity(0)
    cores = sorted(everywhere)[:2]
    pinned = Local(len(cores), share_cores(cores, len(cores), 1))
    seen = [event.value for event in pinned.run(cores_here, range(3 * len(cores))) if isinstance(event, Result)]
    assert all(len(one) == 1 for one in seen)
    assert {core for one in seen for core in one} == set(cores)
    assert [event.value for event in Local(1).run(cores_here, [0]) if isinstance(event, Result)] == [everywhere]


def test_engines_die_with_their_worker(tmp_path: Path) -> None:
    tasks = [task(number, event=str(tmp_path / "hung")) for number in range(3)]
    events = []
    for event in Local(1).run(fake_player.hang_once, tasks):
        events.append(event)
        if len(events) == 2:
            wait_until(lambda: "sleep" in [process.name() for process in marked()])
            worker = next(process for process in marked() if process.ppid() == os.getpid())
            os.kill(worker.pid, signal.SIGKILL)
    assert [type(event) for event in events[:5]] == [Started, Result, Failure, Started, Result]
    assert games_of(events) == expected(tasks)
    wait_until(lambda: not marked())


def test_a_hanging_worker_is_ended_with_the_run(tmp_path: Path) -> None:
    with closing(Local(1).run(fake_player.hang_once, [task(0, event=str(tmp_path / "hung"))])) as events:
        next(event for event in events if isinstance(event, Result))
        wait_until(lambda: "sleep" in [process.name() for process in marked()])
    wait_until(lambda: not marked())


def test_a_process_without_work_ends_if_it_shall() -> None:
    process = Process(idle=0.05)
    wait_until(lambda: not process.is_alive)
    wait_until(lambda: not marked())
    process.connection.close()


def wait_until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.01)
