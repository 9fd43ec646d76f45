"""A contest has the same result at any concurrency and after any interruption."""

import itertools
import os
import random
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import fake_player
import msgspec
import pytest
import run_contest
from fake_player import task
from rich.console import Console
from run_contest import OPENINGS, SETTINGS, tasks
from test_scheduler import marked, wait_until

from lab.contest import ContestError, Outcome, PlayTask, StopRule, never, play, shuffled
from lab.display import Display
from lab.journal import End, Journal, Run, read
from lab.records import Game, Task
from lab.scheduler import TRIES
from lab.scheduler.local import Local
from lab.statistics import Pair

pytestmark = pytest.mark.slow


def anonymous(games: list[Game]) -> list[Game]:
    return [msgspec.structs.replace(game, place="") for game in games]


def expected(number: int) -> list[Game]:
    return anonymous([game for task in tasks(number) for game in fake_player.play(task)])


class Recorder(Display):
    """Records the events."""

    def __init__(self) -> None:
        super().__init__(Console(quiet=True), "", lambda pairs, width: [])
        self.games: list[Game] = []
        self.pairs: list[Pair] = []
        self.failed_pairs: list[tuple[int, str, bool]] = []

    def finished(self, game: Game) -> None:
        self.games.append(game)

    def counted(self, pair: Pair, games: object) -> None:
        self.pairs.append(pair)

    def failed(self, task: Task, reason: str, final: bool) -> None:
        self.failed_pairs.append((task.number, reason, final))


def run(
    path: Path, tasks: Iterator[Task] | list[Task], concurrency: int, stop: StopRule, play_task: PlayTask
) -> tuple[Outcome, Recorder]:
    """A contest in this process."""
    recorder = Recorder()
    with Journal(path, SETTINGS, Run(""), resume=True) as journal:
        return play(tasks, Local(concurrency), journal, recorder, stop, play_task), recorder


def after_three_wins() -> StopRule:
    """Stops when the first engine has won its third pair."""
    wins = 0

    def rule(pair: Pair) -> str | None:
        nonlocal wins
        wins += pair.points > 1
        return "three wins" if wins == 3 else None

    return rule


def test_each_opening_comes_once_before_any_repeats() -> None:
    order = list(itertools.islice(shuffled([*OPENINGS, OPENINGS[0]], 1), 20))
    laps = [order[at : at + 5] for at in range(0, 20, 5)]
    assert all(sorted(lap) == sorted(OPENINGS) for lap in laps)
    assert len(set(map(tuple, laps))) > 1
    assert order == list(itertools.islice(shuffled(OPENINGS, 1), 20))
    assert order != list(itertools.islice(shuffled(OPENINGS, 2), 20))


@pytest.mark.parametrize("concurrency", [1, 3])
def test_all_games_are_played_stored_and_reported(tmp_path: Path, concurrency: int) -> None:
    outcome, recorder = run(tmp_path / "j", tasks(8), concurrency, never, fake_player.play)
    assert anonymous(outcome.games) == expected(8)
    assert anonymous(read(tmp_path / "j").counted()) == expected(8)
    assert [pair.number for pair in recorder.pairs] == list(range(8))
    assert recorder.pairs == outcome.pairs
    assert {(game.task, game.half) for game in recorder.games} == {(number, half) for number in range(8) for half in (0, 1)}
    assert outcome.reason is None


def test_the_stop_rule_ends_at_the_same_pair_at_any_concurrency(tmp_path: Path) -> None:
    # A worker may be so slow to start that others play thousands of pairs meanwhile.
    endless = [itertools.chain(tasks(50), map(task, itertools.count(50))) for _ in range(6)]
    outcomes = [run(tmp_path / f"{n}", endless[n], n, after_three_wins(), fake_player.play)[0] for n in (1, 2, 4)]
    assert outcomes[0].pairs == outcomes[1].pairs == outcomes[2].pairs
    assert outcomes[0].reason == "three wins"
    last = outcomes[0].pairs[-1].number
    assert last > 2
    for n in (1, 2, 4):
        contents = read(tmp_path / f"{n}")
        assert contents.end == End(last + 1, "three wins")
        assert anonymous(contents.counted()) == expected(last + 1)
    again, recorder = run(tmp_path / "4", endless[5], 2, after_three_wins(), fake_player.fail_always)
    assert again.pairs == outcomes[0].pairs
    assert again.reason == "three wins"
    assert recorder.games == []


def test_a_slow_pair_delays_the_decision_but_no_other_pair(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    slow = [msgspec.structs.replace(task, event=str(gate)) for task in tasks(8)]
    counted_at_the_gate: list[int] = []

    class Opener(Recorder):
        def finished(self, game: Game) -> None:
            """Opens the gate when all others are over."""
            super().finished(game)
            if len(self.games) == 14:
                counted_at_the_gate.extend(pair.number for pair in self.pairs)
                gate.touch()

    opener = Opener()
    with Journal(tmp_path / "j", SETTINGS, Run(""), resume=False) as journal:
        play(slow, Local(2), journal, opener, play_task=fake_player.play_or_wait)
    assert counted_at_the_gate == [0]
    assert [pair.number for pair in opener.pairs] == list(range(8))


def test_half_a_pair_is_completed(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", SETTINGS, Run(""), resume=False) as journal:
        for game in expected(3):
            if (game.task, game.half) not in {(0, 0), (1, 1)}:
                journal.add(game)
    outcome, recorder = run(tmp_path / "j", tasks(4), 1, never, fake_player.play)
    assert [(game.task, game.half) for game in recorder.games] == [(0, 0), (1, 1), (3, 0), (3, 1)]
    assert anonymous(outcome.games) == expected(4)


def test_a_pair_fails_and_the_others_are_played(tmp_path: Path) -> None:
    outcome, recorder = run(tmp_path / "j", tasks(4), 1, never, fake_player.fail_always)
    assert outcome.failed == {1: fake_player.ATE}
    assert [pair.number for pair in outcome.pairs] == [0, 2, 3]
    assert recorder.failed_pairs == [(1, fake_player.ATE, tried == TRIES) for tried in range(1, TRIES + 1)]
    outcome, _ = run(tmp_path / "j", tasks(4), 1, never, fake_player.play)
    assert anonymous(outcome.games) == expected(4)


def test_a_contest_that_cannot_be_played_ends(tmp_path: Path) -> None:
    with pytest.raises(ContestError, match=r"3 pairs in a row .* the dog ate it"):
        run(tmp_path / "j", (task(1) for _ in range(10**9)), 1, never, fake_player.fail_always)


def test_a_killed_worker_costs_no_game(tmp_path: Path) -> None:
    mortal = [msgspec.structs.replace(task, event=str(tmp_path / "died")) for task in tasks(5)]
    outcome, recorder = run(tmp_path / "j", mortal, 2, never, fake_player.die_once)
    assert [msgspec.structs.replace(game, event="") for game in anonymous(outcome.games)] == expected(5)
    assert len(recorder.games) == 10
    assert len(recorder.failed_pairs) == 1


@pytest.fixture(autouse=True)
def runners_find_their_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


def start(path: Path, number: int) -> ForkServerProcess:
    """A runner in a process of its own, which has imported everything already."""
    runners = get_context("forkserver")
    runners.set_forkserver_preload(["run_contest"])
    runner = runners.Process(target=run_contest.run, args=(path, number))
    runner.start()
    return runner


def lines(path: Path) -> int:
    """How many lines a file has; 0 if there is none."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_the_runner_is_killed_ten_times(tmp_path: Path) -> None:
    path, seed = tmp_path / "j", random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(10):
        runner = start(path, 60)
        goal = lines(path) + chance.randrange(10)
        wait_until(lambda runner=runner, goal=goal: lines(path) >= goal or not runner.is_alive())  # type: ignore[misc]
        runner.kill()
        runner.join()
        wait_until(lambda: not marked(run_contest.FAMILY))
    assert 10 < len(read(path).games) < 120
    runner = start(path, 60)
    runner.join()
    assert runner.exitcode == 0
    assert anonymous(read(path).counted()) == expected(60)
    wait_until(lambda: not marked(run_contest.FAMILY))
