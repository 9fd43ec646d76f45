"""Certificates: keeping those of the parts, checking them, and writing the file that puts them together.

docs/solving.md describes the files. The file of the whole, version 2, names the moves down to positions that other files prove.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from lab.bootstrap import PROGRAM, ROOT
from lab.proof.claims import Goal
from lab.proof.positions import canonical, successors
from lab.proof.state import Facts, Proof, StateError
from lab.rules import Board

DIGITS = 24
"""Digits of the checksum that are the name of a part."""
PYTHON_CHECKER = ROOT / "scripts" / "check_proof.py"
FAST_CHECKER = PROGRAM.with_name(PROGRAM.name.replace("emilia", "emilia-check"))


class Checker:
    """Runs a program that checks certificates, some at a time."""

    def __init__(self, concurrency: int, command: Sequence[str] = ()) -> None:
        """`command` is the checker; by default `emilia-check` if it is built, otherwise `check_proof.py`."""
        fast = [str(FAST_CHECKER)] if FAST_CHECKER.is_file() else [sys.executable, "-I", str(PYTHON_CHECKER)]
        self._command = [*(command or fast)]
        self._pool = ThreadPoolExecutor(concurrency)

    def submit(self, certificate: bytes) -> Future[str]:
        """Checks a certificate; what is wrong, or an empty text."""
        return self._pool.submit(self._check, certificate)

    def close(self) -> None:
        """Ends the checks that have not begun."""
        self._pool.shutdown(cancel_futures=True)

    def _check(self, certificate: bytes) -> str:
        with tempfile.NamedTemporaryFile(suffix=".proof") as file:
            file.write(certificate)
            file.flush()
            return check_file(Path(file.name), self._command)


def check_file(path: Path, command: Sequence[str]) -> str:
    """Checks a file; what is wrong, or an empty text. OSError if the checker does not start."""
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip() or f"the checker ended with code {done.returncode}"


def save(folder: Path, content: bytes, digest: str) -> str:
    """Writes a part, so that it is on disk and whole; its name. StateError if that fails."""
    name = f"{digest[:DIGITS]}.proof"
    write(folder / name, content)
    return name


def write(path: Path, content: bytes) -> None:
    """Writes a file in one step, and waits until it is on disk. StateError if that fails."""
    new: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        new = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(0o644)
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        if new is not None:
            with contextlib.suppress(OSError):
                new.unlink()
        raise StateError(f"{path}: {error.strerror}; what is proved is saved, and the same command continues") from None


class Composer:
    """Puts together the certificate of a position from those of its parts."""

    def __init__(self, facts: Facts, finish: int) -> None:
        """`finish` is the number of empty squares from which on the checker searches by itself."""
        self._facts = facts
        self._finish = finish
        self._proofs = facts.of_position()
        self._used: dict[int, Proof] = {}
        self._holds: dict[tuple[Board, Goal], bool] = {}

    def compose(self, board: Board, goals: Sequence[Goal]) -> bytes:
        """The file that proves these bounds of this position. StateError if a part is missing."""
        bounds = []
        for goal in goals:
            if not self._is_true(canonical(board), goal):
                raise StateError(f"{goal.words(board.turn)} of {board.text()} is not proved by parts with certificates")
            moves = "".join(self._walk(board, goal, set()))
            bounds.append(f"{_bound(goal, board)} {moves}\n")
        parts = sorted(
            f"part {proof.board.text()} {_bound(proof.goal, proof.board)} {proof.file} {proof.sha256}\n"
            for proof in self._used.values()
        )
        text = "".join([f"{board.text()}\nmost\n{self._finish}\n", *parts, *bounds])
        packed = zlib.compress(text.encode("ascii"), 9)
        return b"Emilia proof %d %08x\n" % (2 if parts else 1, zlib.crc32(packed)) + packed

    def _part(self, board: Board, goal: Goal) -> Proof | None:
        """A part that proves this bound of a canonical position; the same one whenever it is asked."""
        found = (
            proof
            for proof in self._proofs.get(board, ())
            if proof.file and proof.goal.sign == goal.sign and goal.sign * (proof.goal.discs - goal.discs) >= 0
        )
        return next(found, None)

    def _is_true(self, board: Board, goal: Goal) -> bool:
        """Whether the parts prove this bound of a canonical position."""
        key = board, goal
        if key not in self._holds:
            self._holds[key] = self._follows(board, goal)
        return self._holds[key]

    def _follows(self, board: Board, goal: Goal) -> bool:
        if self._part(board, goal):
            return True
        if board.turn is None:
            return goal.sign * (board.score() - goal.discs) >= 0
        if board not in self._facts.looks:
            return False
        values = (self._is_true(child, goal) for child in successors(board).values())
        return any(values) if board.turn == goal.attacker else all(values)

    def _walk(self, board: Board, goal: Goal, seen: set[Board]) -> Iterator[str]:
        """The moves of the side that has the bound, in the order of the checker."""
        if board in seen:
            return
        seen.add(board)
        if (part := self._part(canonical(board), goal)) is not None:
            self._used[part.number] = part
            return
        if board.turn is None or board.empties() <= self._finish:
            return
        for move in board.moves():
            after = board.play(move)
            if board.turn != goal.attacker:
                yield from self._walk(after, goal, seen)
            elif self._is_true(canonical(after), goal):
                yield move
                yield from self._walk(after, goal, seen)
                return


def _bound(goal: Goal, board: Board) -> str:
    """A bound for the side to move, as a certificate has it."""
    black = board.turn != "white"
    return f"{'at-least' if (goal.sign > 0) == black else 'at-most'} {goal.discs if black else -goal.discs}"
