"""Scores of many positions by Emilia, cached on disk.

One run of `emilia solve` scores thousands of positions. Every position is searched by one thread with an empty table, so its score
depends neither on the other positions nor on the concurrency.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

MEBIBYTES_EACH = 64


class Header(msgspec.Struct, frozen=True):
    """The first line of a cache file: the program and its arguments."""

    program: str
    """SHA-256 of the program file."""
    arguments: tuple[str, ...]


class MoveScore(msgspec.Struct, frozen=True):
    """A legal move and its score."""

    move: str
    score: float
    """Discs for the side to move."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result of `emilia solve --json`; other fields are ignored."""

    position: str
    score: float
    """Discs for the side to move."""
    moves: tuple[MoveScore, ...] = ()
    """Every legal move, the best first, with --all-moves."""


class EvaluatorError(Exception):
    """The program cannot be run, or its output is not as expected."""


class Evaluator:
    """Evaluates positions with fixed arguments and caches the answers in a file.

    Each answer is appended as a line; an incomplete last line is dropped when the file is read.
    """

    def __init__(self, program: str, arguments: Sequence[str], cache: Path, concurrency: int = 1) -> None:
        """Runs `PROGRAM solve ARGUMENTS` with the cache file `cache`. EvaluatorError if the file belongs to another program."""
        found = shutil.which(program)
        if found is None:
            raise EvaluatorError(f"the program {program} does not exist")
        self.program, self.arguments, self.cache, self.concurrency = found, tuple(arguments), cache, concurrency
        self.known: dict[str, Answer] = {}
        header = Header(hashlib.sha256(Path(found).read_bytes()).hexdigest(), self.arguments)
        lines = whole_lines(cache)
        if not lines:
            cache.write_bytes(msgspec.json.encode(header) + b"\n")
            return
        try:
            if msgspec.json.decode(lines[0], type=Header) != header:
                raise EvaluatorError(f"{cache}: made by another program or with other arguments; delete the file to start again")
            for line in lines[1:]:
                answer = msgspec.json.decode(line, type=Answer)
                self.known[answer.position] = answer
        except msgspec.DecodeError as error:
            raise EvaluatorError(f"{cache}: not a cache of answers: {error}") from None

    def evaluate(self, positions: Sequence[str]) -> list[Answer]:
        """The answers for positions written as 64 squares and the side to move, in their order."""
        if new := [position for position in dict.fromkeys(positions) if position not in self.known]:
            with self.cache.open("ab") as file:
                for answer in self._search(new):
                    file.write(msgspec.json.encode(answer) + b"\n")
                    file.flush()
                    self.known[answer.position] = answer
        return [self.known[position] for position in positions]

    def _search(self, positions: Sequence[str]) -> Iterator[Answer]:
        """Yields each answer as soon as it is found."""
        shares = [str(self.concurrency), "--threads", str(self.concurrency), "--hash", str(MEBIBYTES_EACH * self.concurrency)]
        command = [self.program, "solve", "-", "--json", *self.arguments, "--jobs", *shares]
        answered = 0
        with tempfile.TemporaryFile("w+") as problems, tempfile.TemporaryFile("w+") as errors:
            problems.write("".join(f"{position};\n" for position in positions))
            problems.seek(0)
            with subprocess.Popen(command, stdin=problems, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
                assert process.stdout is not None
                try:
                    for position, line in zip(positions, process.stdout, strict=False):
                        answer = msgspec.json.decode(line, type=Answer)
                        if answer.position != position:
                            raise EvaluatorError(
                                f"{self.program}: expected an answer for {position!r}, got one for {answer.position!r}"
                            )
                        answered += 1
                        yield answer
                except msgspec.DecodeError as error:
                    raise EvaluatorError(f"{self.program}: {error}") from None
                finally:
                    process.kill()
            if answered < len(positions):
                errors.seek(0)
                raise EvaluatorError(f"{self.program}: no answer for {positions[answered]!r}: {errors.read().strip()}")


def whole_lines(path: Path) -> list[bytes]:
    """The complete lines of a file; an incomplete last line is cut off. Empty if there is no file."""
    if not path.exists():
        return []
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        with path.open("r+b") as file:
            file.truncate(end)
    return whole[:end].splitlines()
