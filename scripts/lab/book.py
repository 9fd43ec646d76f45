"""Builds an opening book with the processes of a scheduler: they search, and one program writes the book.

`emilia book COMMAND --remote` prints the searches that it needs and reads their results; `emilia book evaluate` makes them.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from lab.scheduler import Failure, Result, Scheduler


class BookError(Exception):
    """The searches cannot be made."""


class Chunk(NamedTuple):
    """Searches for one process."""

    program: str
    """Emilia, as the machine of the process finds it."""
    searches: tuple[str, ...]
    """Lines as `emilia book` prints them."""


def evaluate(chunk: Chunk) -> Iterator[str]:
    """Makes the searches; yields each result as a line. OSError or CalledProcessError if the program fails."""
    command = [chunk.program, "book", "evaluate", "--threads", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.writelines(chunk.searches)
        process.stdin.close()
        yield from process.stdout
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)


def build(
    program: str, words: Sequence[str], scheduler: Scheduler, size: int, report: Callable[[str], None], remote: str | None = None
) -> int:
    """Runs `emilia book WORDS` with the searches made by the scheduler, `size` of them at a time; its exit code.

    `remote` is the program on the machines of the scheduler if it differs. `report` gets the lines for the user. The results of
    finished searches are in the book if the work ends early. BookError, SchedulerError.
    """
    command = [program, "book", *words, "--remote"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        searches: list[str] = []
        for line in process.stdout:
            if line.startswith("search "):
                searches.append(line)
            elif line == "wait\n":
                for result in _results(remote or program, searches, scheduler, size):
                    process.stdin.write(result)
                    process.stdin.flush()
                searches.clear()
            else:
                report(line.rstrip("\n"))
    return process.returncode


def _results(program: str, searches: Sequence[str], scheduler: Scheduler, size: int) -> Iterator[str]:
    """The results of the searches, in any order, some perhaps twice. BookError if a process fails again and again."""
    chunks = [Chunk(program, tuple(searches[at : at + size])) for at in range(0, len(searches), size)]
    with closing(scheduler.run(evaluate, chunks)) as events:
        for event in events:
            if isinstance(event, Result):
                yield event.value
            elif isinstance(event, Failure) and event.final:
                raise BookError(f"the searches cannot be made: {event.reason}")
