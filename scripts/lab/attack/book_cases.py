"""The cases of opening books: a command leaves the book before or after it, and the same command completes what was interrupted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from lab.attack.case import Case
from lab.attack.preload import FAILURES, Ran, run_undisturbed

BOOK = "my.book"
GAMES = "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3c5c4e7\nf5d6c4d3c5f4e3f3\n"
"""Games that the books learn."""
ONE_THREAD = ("--threads", "1")


class BookCase(Case):
    """A command that changes a book."""

    words: Sequence[str] = ()
    """The command after `emilia book`."""

    def book(self, folder: Path, *words: str) -> Ran:
        """Runs `emilia book` there without faults."""
        return self.run_undisturbed(folder, "book", *words)

    def build(self, folder: Path) -> None:
        """The book before the command, and the files that it reads."""
        (folder / "games.txt").write_text(GAMES, encoding="ascii")
        for words in (("new", BOOK, "--level", "1"), ("extend", BOOK, "--size", "60", *ONE_THREAD)):
            self.book(folder, *words)

    def prepare(self, folder: Path) -> None:
        """A copy of the book."""
        source = self.home / "before"
        if not source.exists():
            source.mkdir()
            self.build(source)
        shutil.copytree(source, folder, dirs_exist_ok=True)

    def command(self) -> Sequence[str | Path]:
        """The command with one thread, so that the writes are the same each time."""
        return [self.program, "book", *self.words]

    def text(self, folder: Path) -> str:
        """The book as text; empty if it cannot be read."""
        ran = self.book(folder, "export", BOOK, "book.txt", "--overwrite")
        return (folder / "book.txt").read_text(encoding="ascii") if ran.code == 0 else ""

    @cached_property
    def contents(self) -> tuple[str, str]:
        """The book before and after a run without faults."""
        folder = self.home / "whole"
        folder.mkdir()
        self.prepare(folder)
        before = self.text(folder)
        run_undisturbed(self.command(), folder)
        return before, self.text(folder)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The book is sound, has its old or its new content, and the command can be repeated."""
        before, after = self.contents
        check = self.book(folder, "check", BOOK)
        if check.code != 0:
            yield f"the book is not sound: {(check.stdout + check.stderr).strip()[-200:]}"
        text = self.text(folder)
        # The names of sources are added before the positions.
        if positions(text) not in (positions(before), positions(after)):
            yield "the book has neither its old nor its new positions"
        if ran.code == 0 and text != after:
            yield "it ended with code 0, and the book lacks something"
        if action in FAILURES and ran.code != 0 and not ran.stderr.startswith("emilia: "):
            yield f"the failure is not told: {ran.stderr.strip()[:200]}"
        again = run_undisturbed(self.command(), folder)
        if again.code != 0 or self.text(folder) != after:
            yield f"the command cannot be repeated: code {again.code}, {again.stderr.strip()[-200:]}"


def positions(text: str) -> list[str]:
    """The lines of the positions without games."""
    lines = [line for line in text.splitlines() if not line.startswith(("emilia-book", "source"))]
    return [" ".join(word for word in line.split() if ":" not in word) for line in lines]


class BookNew(BookCase):
    """`book new`: an empty book, or none."""

    name = "book new"
    words = ("new", "other.book")

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The book is sound if it exists, and can be created otherwise."""
        out = folder / "other.book"
        if ran.code == 0 and not out.exists():
            yield "it ended with code 0, without a file"
        if not out.exists() and run_undisturbed(self.command(), folder).code != 0:
            yield "the same command fails afterwards"
        if self.book(folder, "check", "other.book").code != 0:
            yield "the new book is not sound"


class BookAdd(BookCase):
    """`book add`: positions of games, and their results."""

    name = "book add"
    words = ("add", BOOK, "games.txt", *ONE_THREAD)


class BookDeviate(BookCase):
    """`book deviate`: several steps, each of them complete."""

    name = "book deviate"
    words = ("deviate", BOOK, "--loss", "2", "--total", "3", "--depth", "4", *ONE_THREAD)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """As for the others, but the book may have some of the steps."""
        for sentence in super().broken(folder, ran, action):
            if "neither its old nor its new" not in sentence:
                yield sentence


class BookMerge(BookCase):
    """`book merge`: all positions of the other book, or none."""

    name = "book merge"
    words = ("merge", BOOK, "other.book")

    def build(self, folder: Path) -> None:
        """Two books."""
        super().build(folder)
        for words in (("new", "other.book", "--level", "2"), ("add", "other.book", "games.txt", *ONE_THREAD)):
            self.book(folder, *words)


class BookFix(BookCase):
    """`book fix`: the leaves that a merge has made unknown."""

    name = "book fix"
    words = ("fix", BOOK, *ONE_THREAD)

    def build(self, folder: Path) -> None:
        """A book with unknown leaves."""
        super().build(folder)
        for words in (
            ("new", "other.book", "--level", "2"),
            ("add", "other.book", "games.txt", *ONE_THREAD),
            ("merge", BOOK, "other.book"),
        ):
            self.book(folder, *words)
