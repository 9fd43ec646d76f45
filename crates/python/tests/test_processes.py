"""Signals, forks, threads, asyncio, pickles across processes, the program."""

import asyncio
import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from emilia_othello import Board, Engine, Limit
from emilia_othello.aio import AsyncEngine

PATIENCE = 120
"""Seconds after which something hangs."""


def run(code: str, *, interrupt: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs a program; with Ctrl-C as soon as it says that it is ready."""
    # A run in the background of a shell ignores Ctrl-C, and so do its children.
    code = f"import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n{code}"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    if interrupt:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
    try:
        out, error = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, out, error)


@pytest.mark.parametrize(
    "work",
    [
        "Engine().analyse(Board(), Limit(depth=60))",
        "Engine().solve(Board())",
        "Engine(book=False).play(Board(), Limit(time=1000))",
        "Engine(book=False).review(Game('f5d6c3d3c4'), Limit(depth=40))",
        "[0 for _ in Engine().analysis(Board(), Limit(depth=60))]",
        "batch.solve(*batch.random_positions(100, empties=30, seed=1))",
        "batch.random_positions(10**9, empties=0, seed=1)",
    ],
)
def test_control_c_ends_a_search(work: str) -> None:
    code = f"from emilia_othello import *\nfrom emilia_othello import batch\nprint('ready', flush=True)\n{work}"
    ended = run(code, interrupt=True)
    assert "KeyboardInterrupt" in ended.stderr
    assert ended.returncode in (-signal.SIGINT, 1, 130)


def test_an_engine_works_on_after_control_c() -> None:
    code = """
from emilia_othello import *
engine = Engine()
print('ready', flush=True)
try:
    engine.analyse(Board(), Limit(depth=60))
except KeyboardInterrupt:
    print(engine.analyse(Board(), Limit(depth=3)).best is not None)
"""
    assert run(code, interrupt=True).stdout == "True\n"


def test_a_fork_has_an_engine_of_its_own() -> None:
    code = """
import os
from emilia_othello import *
from emilia_othello import batch
engine = Engine(threads=2)
engine.analyse(Board(), Limit(depth=8))
stream = engine.analysis(Board(), Limit(depth=60))
next(iter(stream))
child = os.fork()
assert engine.analyse(Board(), Limit(depth=8)).best if not child else True
assert batch.evaluate([1], [2]).shape == (1,)
if child:
    stream.stop()
    _, status = os.waitpid(child, 0)
    assert status == 0, status
    assert engine.analyse(Board(), Limit(depth=8)).best
    print("both")
"""
    ended = run(code)
    assert (ended.stdout, ended.returncode) == ("both\n", 0), ended.stderr


def solve(engine: Engine, board: Board) -> float:
    return float(engine.solve(board).score)


ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_engines_and_boards_go_to_other_processes(method: str) -> None:
    engine = Engine(hash=4, threads=2)
    assert solve(engine, Board(ENDING)) == 18
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.starmap_async(solve, [(engine, Board(ENDING))] * 4).get(PATIENCE)
    assert found == [18.0] * 4


def test_dask_takes_engines_and_boards() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        futures = client.map(lambda board, engine: float(engine.solve(board).score), [Board(ENDING)], engine=Engine(hash=4))
        assert client.gather(futures) == [18.0]


def test_threads_share_an_engine_and_run_beside_each_other() -> None:
    engine = Engine(hash=4, threads=1)
    with ThreadPoolExecutor(8) as pool:
        best = list(pool.map(lambda _: engine.analyse(Board(), Limit(depth=4)).best, range(32)))
    assert all(best)
    # The lock of the interpreter is free during a search.
    ticks = 0
    done = threading.Event()

    def search() -> None:
        engine.analyse(Board(), Limit(time=0.5))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.wait(0.005):
        ticks += 1
    thread.join()
    assert ticks > 10


def test_many_engines_and_streams_leave_no_threads_behind() -> None:
    def threads() -> int:
        return len(list(Path("/proc/self/task").iterdir()))

    for _ in range(2):
        with Engine(hash=1, threads=2) as engine, engine.analysis(Board(), Limit(depth=60)):
            pass
    before = threads()
    for _ in range(20):
        with Engine(hash=1, threads=2) as engine, engine.analysis(Board(), Limit(depth=60)):
            pass
        del engine
    deadline = time.monotonic() + 20
    while threads() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threads() <= before


def test_coroutines() -> None:
    async def work() -> None:
        async with AsyncEngine(Engine(hash=4, threads=1)) as engine:
            board = Board()
            first, second = await asyncio.gather(engine.analyse(board, Limit(depth=4)), engine.play(board))
            assert first.best
            assert second.from_book
            assert (await engine.solve(Board(ENDING))).score.is_exact
            assert (await engine.review(Board.from_moves("f5d6"), Limit(level=2))).is_complete
            assert await engine.explain(Board(ENDING), limit=Limit(level=4))
            depths = [found.score.depth async for found in engine.analysis(board, Limit(depth=3))]
            assert depths == [1, 2, 3]
            async for found in engine.analysis(board, Limit(depth=60)):
                if found.score.depth == 4:
                    break
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.analyse(board, Limit(depth=60)), 0.2)
            # The search that was cancelled has ended.
            assert (await asyncio.wait_for(engine.analyse(board, Limit(depth=2)), PATIENCE)).best

    asyncio.run(work())


def test_the_package_is_the_program() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "emilia_othello", "gtp"],
        input="name\nquit\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (ran.stdout.splitlines()[0], ran.returncode) == ("= Emilia", 0)
    wrong = subprocess.run([sys.executable, "-m", "emilia_othello", "--nonsense"], capture_output=True, check=False)
    assert wrong.returncode == 2
