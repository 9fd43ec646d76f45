"""A book that several processes build is the same as that of one program, also when a process dies."""

import os
import signal
import subprocess
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest
from distributed import LocalCluster

from lab.bootstrap import load
from lab.scheduler import Event, Failure
from lab.scheduler.cluster import Cluster
from lab.scheduler.local import Local

pytestmark = pytest.mark.program

book = load("book")
A = TypeVar("A")
R = TypeVar("R")


def text(emilia: Path, path: Path) -> str:
    out = path.with_suffix(".txt")
    subprocess.run([emilia, "book", "export", path, out], check=True)
    return out.read_text(encoding="ascii")


def new(emilia: Path, path: Path) -> Path:
    subprocess.run([emilia, "book", "new", path, "--level", "2"], check=True)
    return path


@pytest.fixture
def expected(emilia: Path, tmp_path: Path) -> str:
    path = new(emilia, tmp_path / "one.book")
    subprocess.run([emilia, "book", "extend", path, "--size", "90"], check=True)
    return text(emilia, path)


def test_processes_of_this_machine_build_the_same_book(emilia: Path, tmp_path: Path, expected: str) -> None:
    path = new(emilia, tmp_path / "two.book")
    assert book.main(["--program", str(emilia), "--concurrency", "2", "--chunk", "16", "extend", str(path), "--size", "90"]) == 0
    assert text(emilia, path) == expected


def test_processes_of_this_machine_verify_a_book(emilia: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = new(emilia, tmp_path / "verified.book")
    subprocess.run([emilia, "book", "extend", path, "--size", "30"], check=True)
    words = ["verify", str(path), "--count", "4"]
    capfd.readouterr()
    code = subprocess.run([emilia, "book", *words], check=False).returncode
    # the first line has the time
    _, alone = capfd.readouterr().out.split("\n", 1)
    assert book.main(["--program", str(emilia), "--concurrency", "2", *words]) == code
    assert capfd.readouterr().out.endswith(alone)
    assert "mean loss" in alone


def test_a_cluster_that_loses_a_worker_builds_the_same_book(
    emilia: Path, tmp_path: Path, expected: str, three_workers: LocalCluster
) -> None:
    path = new(emilia, tmp_path / "three.book")
    victims = [three_workers.workers[1].pid]

    class Dangerous(Cluster):
        """A worker dies after the first results."""

        def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
            for number, event in enumerate(super().run(work, arguments)):
                if number == 8 and victims:
                    os.kill(victims.pop(), signal.SIGKILL)
                yield event

    with closing(Dangerous(three_workers.scheduler_address)) as cluster:
        assert book.build(str(emilia), ["extend", str(path), "--size", "90"], cluster, 16, print) == 0
    assert victims == []
    assert text(emilia, path) == expected


def test_searches_that_cannot_be_made_end_the_work_and_lose_nothing(emilia: Path, tmp_path: Path, expected: str) -> None:
    path = new(emilia, tmp_path / "failing.book")

    class Failing(Local):
        """Fails after some results."""

        def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
            for number, event in enumerate(super().run(work, arguments)):
                yield event
                if number == 30:
                    yield Failure(0, "it died", final=True)

    with pytest.raises(book.BookError, match="it died"):
        book.build(str(emilia), ["extend", str(path), "--size", "90"], Failing(2), 16, print)
    subprocess.run([emilia, "book", "check", path], check=True)
    subprocess.run([emilia, "book", "extend", path, "--size", "90"], check=True)
    assert text(emilia, path) == expected
