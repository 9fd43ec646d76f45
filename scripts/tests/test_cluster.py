"""A Dask cluster does the work of this machine, in the same form, also when it loses a worker."""

import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import fake_player
import psutil
import pytest
from conftest import RUN
from distributed import LocalCluster
from distributed.protocol.pickle import dumps
from fake_player import task
from test_scheduler import endless, expected, games_of, marked, wait_until

from lab.scheduler import Done, Failure, Result, SchedulerError, Started, cluster
from lab.scheduler.cluster import Cluster

pytestmark = pytest.mark.slow


@pytest.fixture
def address(three_workers: LocalCluster) -> str:
    return str(three_workers.scheduler_address)


def test_one_of_three_workers_is_killed(three_workers: LocalCluster) -> None:
    tasks = [task(number) for number in range(60)]
    events = []
    victim = three_workers.workers[1].pid
    with closing(Cluster(three_workers.scheduler_address)) as three:
        for event in three.run(fake_player.play_slowly, tasks):
            events.append(event)
            if len(events) == 30:
                os.kill(victim, signal.SIGKILL)
    wait_until(lambda: not psutil.pid_exists(victim))
    assert Counter(type(event) for event in events) == {Started: 60, Result: 120, Done: 60}
    assert games_of(events) == expected(tasks)
    wait_until(lambda: "sleep" not in [process.name() for process in marked(RUN)])


def test_no_more_is_handed_out_than_the_cluster_needs(address: str) -> None:
    taken: list[int] = []
    with closing(Cluster(address)) as three, closing(three.run(fake_player.play, endless(taken))) as events:
        for _ in range(5):
            next(event for event in events if isinstance(event, Done))
    assert len(taken) <= 5 + cluster.QUEUE_FACTOR * 3


def test_another_version_on_the_cluster_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "fingerprint", lambda: "of another version")
    with closing(Cluster(address)) as three:
        events = list(three.run(fake_player.play, [task(0)]))
    assert events[-1] == Failure(0, "the cluster's worker has another version of the lab", final=True)


def test_a_worker_without_the_lab_reports_it_and_keeps_running() -> None:
    read = "import pickle, sys; pickle.load(sys.stdin.buffer)(b'')"
    sent = dumps(cluster._make_task())
    ran = subprocess.run([sys.executable, "-I", "-c", read], input=sent, capture_output=True, check=False)
    last = ran.stderr.decode().splitlines()[-1]
    assert last == (
        "RuntimeError: the cluster's worker cannot import the lab: No module named 'lab'; start it with PYTHONPATH=scripts"
    )


def test_a_scheduler_without_workers_is_an_error() -> None:
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty,
        pytest.raises(SchedulerError, match="has no workers; start one with"),
    ):
        Cluster(empty.scheduler_address)


def test_an_address_without_a_scheduler_is_an_error() -> None:
    join = """
import sys
from lab.scheduler import SchedulerError, cluster
cluster.CONNECT_TIMEOUT = "200ms"
for address in sys.argv[1:]:
    try:
        cluster.Cluster(address)
    except SchedulerError as error:
        print(error)
"""
    addresses = ("tcp://127.0.0.1:9", "nonsense://x", "host:port")
    command = [sys.executable, "-c", join, *addresses]
    ran = subprocess.run(command, cwd=Path(__file__).resolve().parent.parent, capture_output=True, text=True, check=True)
    for address, line in zip(addresses, ran.stdout.splitlines(), strict=True):
        assert line.startswith(f"no Dask scheduler at {address}"), line


def test_the_cluster_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", "1s")
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as workers:
        one = Cluster(workers.scheduler_address)
        events = one.run(fake_player.play_slowly, map(task, range(10**9)))
        next(event for event in events if isinstance(event, Done))
        workers.close()
        with pytest.raises(SchedulerError, match="is lost"):
            list(events)
        one.close()
