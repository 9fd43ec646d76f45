"""What Emilia thinks of positions, asked for in bulk and kept on disk.

`emilia solve` scores thousands of positions far sooner than a conversation could. Every position is searched by one thread with an
empty table, so an answer does not depend on what was asked before, nor on how many positions are searched at once.
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


class Head(msgspec.Struct, frozen=True):
    """The first line of a file of answers: whose they are."""

    program: str
    """SHA-256 of the program: another build is another judge."""
    arguments: tuple[str, ...]


class MoveScore(msgspec.Struct, frozen=True):
    """A legal move and what it is worth."""

    move: str
    score: float
    """Discs for the side that moves."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a search found, in the words of `emilia solve --json`; what else it says is passed over."""

    position: str
    score: float
    """Discs for the side to move."""
    moves: tuple[MoveScore, ...] = ()
    """Every legal move, the best first, if all were asked for."""


class EvaluatorError(Exception):
    """The program cannot be asked, or its answers cannot be used."""


class Evaluator:
    """Answers to one kind of question. What was answered is never searched again, whatever ended the program in between.

    The file of answers grows by a line an answer; a line torn by a crash is dropped when it is read.
    """

    def __init__(self, program: str, arguments: Sequence[str], kept: Path, concurrency: int = 1) -> None:
        """Runs `PROGRAM solve ARGUMENTS` and keeps its answers in this file. EvaluatorError if it is another program's."""
        found = shutil.which(program)
        if found is None:
            raise EvaluatorError(f"{program}: no such program")
        self.program, self.arguments, self.kept, self.concurrency = found, tuple(arguments), kept, concurrency
        self.known: dict[str, Answer] = {}
        head = Head(hashlib.sha256(Path(found).read_bytes()).hexdigest(), self.arguments)
        lines = whole_lines(kept)
        if not lines:
            kept.write_bytes(msgspec.json.encode(head) + b"\n")
            return
        try:
            if msgspec.json.decode(lines[0], type=Head) != head:
                raise EvaluatorError(f"{kept}: answers of another program or to other questions; remove the file to begin anew")
            for line in lines[1:]:
                answer = msgspec.json.decode(line, type=Answer)
                self.known[answer.position] = answer
        except msgspec.DecodeError as error:
            raise EvaluatorError(f"{kept}: no file of answers: {error}") from None

    def ask(self, positions: Sequence[str]) -> list[Answer]:
        """The answers for positions written as 64 squares and the side to move, in their order."""
        if new := [position for position in dict.fromkeys(positions) if position not in self.known]:
            with self.kept.open("ab") as file:
                for answer in self._search(new):
                    file.write(msgspec.json.encode(answer) + b"\n")
                    file.flush()
                    self.known[answer.position] = answer
        return [self.known[position] for position in positions]

    def _search(self, positions: Sequence[str]) -> Iterator[Answer]:
        """The answers, each as soon as it is there."""
        shares = [str(self.concurrency), "--threads", str(self.concurrency), "--hash", str(MEBIBYTES_EACH * self.concurrency)]
        command = [self.program, "solve", "-", "--json", *self.arguments, "--jobs", *shares]
        answered = 0
        with tempfile.TemporaryFile("w+") as problems, tempfile.TemporaryFile("w+") as complaints:
            problems.write("".join(f"{position};\n" for position in positions))
            problems.seek(0)
            with subprocess.Popen(command, stdin=problems, stdout=subprocess.PIPE, stderr=complaints, text=True) as process:
                assert process.stdout is not None
                try:
                    for position, line in zip(positions, process.stdout, strict=False):
                        answer = msgspec.json.decode(line, type=Answer)
                        if answer.position != position:
                            raise EvaluatorError(f"{self.program}: asked for {position!r}, it answers for {answer.position!r}")
                        answered += 1
                        yield answer
                except msgspec.DecodeError as error:
                    raise EvaluatorError(f"{self.program}: {error}") from None
                finally:
                    process.kill()
            if answered < len(positions):
                complaints.seek(0)
                raise EvaluatorError(f"{self.program}: no answer for {positions[answered]!r}: {complaints.read().strip()}")


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file that only ever grows, without the one that a crash has torn: that is cut off; none without the file."""
    if not path.exists():
        return []
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        with path.open("r+b") as file:
            file.truncate(end)
    return whole[:end].splitlines()
