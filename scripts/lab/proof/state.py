"""What is known of a proof, in one file that survives every interruption.

What is committed is on disk. The file holds facts only: claims, results of searches, their costs. All else follows from them.
"""

import contextlib
import fcntl
import json
import os
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from lab.proof.claims import Claim, Goal, Range
from lab.proof.costs import Cost
from lab.rules import Board

FILE = "state.sqlite"
VERSION = "1"
BUSY = 30.0
"""Seconds to wait while another program reads."""
TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE claims (number INTEGER PRIMARY KEY, position TEXT NOT NULL, words TEXT NOT NULL);
CREATE TABLE estimates (position TEXT PRIMARY KEY, score REAL NOT NULL);
CREATE TABLE looks (position TEXT PRIMARY KEY, moves TEXT NOT NULL);
CREATE TABLE proofs (number INTEGER PRIMARY KEY, position TEXT NOT NULL, sign INTEGER NOT NULL, discs INTEGER NOT NULL,
    file TEXT, sha256 TEXT, worker TEXT NOT NULL, verified INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0);
CREATE TABLE cuts (position TEXT, sign INTEGER, discs INTEGER, PRIMARY KEY (position, sign, discs));
CREATE TABLE costs (number INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, position TEXT NOT NULL,
    sign INTEGER NOT NULL, discs INTEGER NOT NULL, margin REAL NOT NULL, nodes INTEGER NOT NULL, seconds REAL NOT NULL,
    outcome TEXT NOT NULL, worker TEXT NOT NULL);
CREATE TABLE distrusted (worker TEXT NOT NULL, at REAL NOT NULL, reason TEXT NOT NULL);
"""


class StateError(ValueError):
    """The file cannot be used, or not be written."""


class Proof(NamedTuple):
    """A proved bound."""

    number: int
    board: Board
    goal: Goal
    file: str | None
    """Its certificate; None if there is none."""
    sha256: str | None
    worker: str
    verified: bool
    """Whether another worker proved it too, or its certificate was checked."""


class Search(NamedTuple):
    """A search that ended, for the record."""

    at: float
    """Seconds since 1970."""
    kind: str
    """`prove`, `verify`, `look` or `estimate`."""
    board: Board
    goal: Goal
    cost: Cost
    outcome: str
    """`true`, `false`, `cut`, `cancelled`, or `done`."""
    worker: str


@dataclass
class Facts:
    """What is known, in memory. Positions are canonical."""

    claims: list[Claim] = field(default_factory=list)
    estimates: dict[Board, float] = field(default_factory=dict)
    looks: dict[Board, dict[str, float]] = field(default_factory=dict)
    """Estimated scores of the moves."""
    proofs: dict[int, Proof] = field(default_factory=dict)
    ranges: dict[Board, Range] = field(default_factory=dict)
    """What the proofs say."""
    cuts: set[tuple[Board, Goal]] = field(default_factory=set)
    """Searches that are too long."""
    searches: list[Search] = field(default_factory=list)
    distrusted: list[tuple[str, str]] = field(default_factory=list)
    """Workers, with the reason."""

    def of_position(self) -> dict[Board, list[Proof]]:
        """The proofs by their position."""
        found: dict[Board, list[Proof]] = defaultdict(list)
        for proof in self.proofs.values():
            found[proof.board].append(proof)
        return found


class State:
    """The facts and their file. All errors of the disk are StateErrors."""

    def __init__(self, folder: Path | None, *, write: bool = True) -> None:
        """Opens the file in this folder, or makes a new one; without a folder nothing is saved.

        StateError if it is damaged, or another program writes to it.
        """
        self.folder = folder
        self.facts = Facts()
        self._lock: int | None = None
        try:
            if folder is None:
                self._file = sqlite3.connect(":memory:", isolation_level=None)
            elif write:
                folder.mkdir(parents=True, exist_ok=True)
                self._lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
                with _locked(folder):
                    fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._file = sqlite3.connect(folder / FILE, isolation_level=None, timeout=BUSY)
            else:
                self._file = sqlite3.connect(f"file:{folder / FILE}?mode=rw", uri=True, isolation_level=None, timeout=BUSY)
            self._begin(write)
        except (OSError, sqlite3.Error) as error:
            raise self._error(error) from None

    def _begin(self, write: bool) -> None:
        """Makes the tables if they are missing, and reads everything."""
        if write:
            self._file.execute("PRAGMA synchronous = EXTRA")
            self._file.execute("BEGIN IMMEDIATE")
            if not self._file.execute("SELECT name FROM sqlite_master").fetchone():
                for command in TABLES.split(";"):
                    self._file.execute(command)
                self._file.execute("INSERT INTO meta VALUES ('version', ?)", (VERSION,))
            self._file.execute("COMMIT")
        if self._file.execute("SELECT value FROM meta WHERE name = 'version'").fetchone() != (VERSION,):
            raise StateError(f"{self._name()}: not the state of a proof, or of another version")
        self._read()

    def _read(self) -> None:
        facts, rows = self.facts, self._file.execute
        facts.claims = [Claim(Board.parse(at), words) for at, words in rows("SELECT position, words FROM claims ORDER BY number")]
        facts.estimates = {Board.parse(at): score for at, score in rows("SELECT position, score FROM estimates")}
        facts.looks = {Board.parse(at): json.loads(moves) for at, moves in rows("SELECT position, moves FROM looks")}
        facts.cuts = {(Board.parse(at), Goal(sign, discs)) for at, sign, discs in rows("SELECT position, sign, discs FROM cuts")}
        for number, at, sign, discs, file, digest, worker, verified in rows(
            "SELECT number, position, sign, discs, file, sha256, worker, verified FROM proofs WHERE NOT dropped"
        ):
            self._know(Proof(number, Board.parse(at), Goal(sign, discs), file, digest, worker, bool(verified)))
        for at, kind, position, sign, discs, margin, nodes, seconds, outcome, worker in rows(
            "SELECT at, kind, position, sign, discs, margin, nodes, seconds, outcome, worker FROM costs ORDER BY number"
        ):
            board = Board.parse(position)
            cost = Cost(board.empties(), margin, nodes, seconds, outcome in ("true", "false", "done"))
            facts.searches.append(Search(at, kind, board, Goal(sign, discs), cost, outcome, worker))
        facts.distrusted = rows("SELECT worker, reason FROM distrusted").fetchall()

    def _know(self, proof: Proof) -> None:
        facts = self.facts
        facts.proofs[proof.number] = proof
        facts.ranges[proof.board] = facts.ranges.get(proof.board, Range()).within(proof.goal.range)

    def setting(self, name: str, value: str | None = None) -> str | None:
        """A setting of the proof; with a value it is set."""
        if value is not None:
            self._write("INSERT OR REPLACE INTO meta VALUES (?, ?)", name, value)
        found = self._file.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else None

    def claim(self, claims: Sequence[Claim]) -> None:
        """Sets the claims of a new proof. StateError if the proof is of others."""
        if not self.facts.claims:
            for claim in claims:
                self._write("INSERT INTO claims (position, words) VALUES (?, ?)", claim.board.text(), claim.words)
                self.facts.claims.append(claim)
        elif list(claims) != self.facts.claims:
            raise StateError(
                f"{self._name()}: the proof of another claim: {self.facts.claims[0].board.text()} {self.facts.claims[0].words}"
            )

    def estimate(self, board: Board, score: float) -> None:
        """Keeps an estimated score."""
        self._write("INSERT OR REPLACE INTO estimates VALUES (?, ?)", board.text(), score)
        self.facts.estimates[board] = score

    def look(self, board: Board, moves: dict[str, float]) -> None:
        """Keeps the estimated scores of the moves."""
        self._write("INSERT OR REPLACE INTO looks VALUES (?, ?)", board.text(), json.dumps(moves))
        self.facts.looks[board] = moves

    def cut(self, board: Board, goal: Goal) -> None:
        """Keeps that this search is too long."""
        self._write("INSERT OR REPLACE INTO cuts VALUES (?, ?, ?)", board.text(), *goal)
        self.facts.cuts.add((board, goal))

    def prove(self, board: Board, goal: Goal, worker: str, file: str | None = None, sha256: str | None = None) -> Proof:
        """Keeps a proved bound, whose certificate is on disk."""
        number = self._write(
            "INSERT INTO proofs (position, sign, discs, file, sha256, worker) VALUES (?, ?, ?, ?, ?, ?)",
            *(board.text(), *goal, file, sha256, worker),
        )
        proof = Proof(number, board, goal, file, sha256, worker, False)
        self._know(proof)
        return proof

    def verify(self, proof: Proof) -> None:
        """Keeps that a proof was verified."""
        self._write("UPDATE proofs SET verified = 1 WHERE number = ?", proof.number)
        self.facts.proofs[proof.number] = proof._replace(verified=True)

    def distrust(self, worker: str, reason: str) -> list[Proof]:
        """Drops what this worker proved and nobody verified; these proofs."""
        self._write("INSERT INTO distrusted VALUES (?, ?, ?)", worker, time.time(), reason)
        self._write("UPDATE proofs SET dropped = 1 WHERE worker = ? AND NOT verified", worker)
        facts = self.facts
        facts.distrusted.append((worker, reason))
        dropped = [proof for proof in facts.proofs.values() if proof.worker == worker and not proof.verified]
        kept = [proof for proof in facts.proofs.values() if proof not in dropped]
        facts.proofs, facts.ranges = {}, {}
        for proof in kept:
            self._know(proof)
        return dropped

    def record(self, search: Search) -> None:
        """Keeps what a search took."""
        self._write(
            "INSERT INTO costs (at, kind, position, sign, discs, margin, nodes, seconds, outcome, worker)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(search.at, search.kind, search.board.text(), *search.goal, search.cost.margin, search.cost.nodes),
            *(search.cost.seconds, search.outcome, search.worker),
        )
        self.facts.searches.append(search)

    def commit(self) -> None:
        """Waits until everything is on disk."""
        try:
            if self._file.in_transaction:
                self._file.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._error(error) from None

    def close(self) -> None:
        """Closes the file. What was not committed is lost."""
        self._file.close()
        if self._lock is not None:
            os.close(self._lock)

    def _write(self, command: str, *values: object) -> int:
        try:
            if not self._file.in_transaction:
                self._file.execute("BEGIN IMMEDIATE")
            return self._file.execute(command, values).lastrowid or 0
        except sqlite3.Error as error:
            raise self._error(error) from None

    def _name(self) -> str:
        return str(self.folder / FILE) if self.folder else "the state"

    def _error(self, error: Exception) -> StateError:
        return StateError(f"{self._name()}: {error}; what is proved is saved, and the same command continues")


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        yield
    except BlockingIOError:
        raise StateError(f"{folder}: another program works at this proof") from None
