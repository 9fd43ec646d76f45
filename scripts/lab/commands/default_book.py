"""`scripts/default_book`: the book that is embedded in the program."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.options.default_book import parse
from lab.terminal import complain, printable

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def main(given: Sequence[str] | None = None) -> int:
    """Runs the steps; the exit code."""
    read = parse(given)
    try:
        for words in _steps(read.book, read.out, read.level, read.games, read.min_games, read.openings, read.size, read.deepen):
            print(printable(" ".join(["emilia book", *words])), flush=True)
            done = subprocess.run([read.program, "book", *words], check=False)
            if done.returncode != 0:
                return done.returncode
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        complain(f"default_book: {error}")
        return 1
    return 0


def _steps(
    book: str, out: str, level: int, games: Sequence[str], min_games: int, openings: str, size: int, deepen: int
) -> Iterator[list[str]]:
    """The commands of `emilia book`; those that were completed before change nothing."""
    if not Path(book).exists():
        yield ["new", book, "--level", str(level)]
    yield ["add", book, *games, "--min-games", str(min_games)]
    yield ["add", book, openings]
    yield ["extend", book, "--size", str(size)]
    yield ["deepen", book, "--level", str(deepen), "--played"]
    yield ["check", book]
    yield ["export", book, out, "--form", "compact", "--overwrite"]
