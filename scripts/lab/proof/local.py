"""Workers that are processes of this machine."""

import contextlib
import queue
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lab.proof.queries import Task
from lab.proof.session import Session
from lab.proof.workers import Answered, Event, Lost, WorkersError

STARTS = 3
"""Attempts to start a program that ends at once."""
AT_ONCE = 2.0
"""Seconds."""


def command_of(program: str, threads: int, hash_size: int) -> list[str]:
    """The command of a worker; `hash_size` is in MiB."""
    return [program, "json", "--jobs", "1", "--threads", str(threads), "--hash", str(hash_size)]


@dataclass
class _Slot:
    """A worker."""

    cores: Sequence[int]
    session: Session | None = None
    verifier: Session | None = None
    """The program of a verification, which has a table of its own."""
    numbers: set[int] = field(default_factory=set)
    """The tasks of its job that are not answered."""
    began: float = 0.0
    """When its job began."""
    failures: int = 0
    """Ends of the program at once, since it has answered."""


class Local:
    """Processes of this machine; one that ends is replaced."""

    def __init__(self, program: str, count: int, threads: int, hash_size: int, cores: Sequence[Sequence[int]] = ()) -> None:
        """`count` workers, which start when they are needed. Each has `threads` threads and a table of `hash_size` MiB."""
        self._program = program
        self._threads = threads
        self._hash = hash_size
        self._slots = {f"local-{at + 1}": _Slot(cores[at] if cores else ()) for at in range(count)}
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    @property
    def threads(self) -> int:
        """Cores of a worker."""
        return self._threads

    def clock(self) -> float:
        """See `Workers`."""
        return time.monotonic()

    def names(self) -> Sequence[str]:
        """See `Workers`."""
        return list(self._slots)

    def idle(self) -> Sequence[str]:
        """See `Workers`."""
        return [name for name, slot in self._slots.items() if not slot.numbers]

    def start(self, worker: str, tasks: Sequence[Task]) -> None:
        """See `Workers`."""
        slot = self._slots[worker]
        slot.numbers, slot.began = {task.number for task in tasks}, time.monotonic()
        try:
            if all(task.kind == "verify" for task in tasks):
                slot.verifier = slot.verifier or self._session(worker, slot, max(1, self._hash // 2))
                slot.verifier.start(tasks)
                return
            if slot.session is None:
                slot.session = self._session(worker, slot, self._hash)
            slot.session.start(tasks)
        except OSError as error:
            raise WorkersError(f"{self._program}: {error}") from None

    def _session(self, worker: str, slot: _Slot, hash_size: int) -> Session:
        def answered(number: int, answers: list[dict[str, Any]]) -> None:
            self._events.put(Answered(worker, number, answers))

        def ended(reason: str) -> None:
            self._events.put(Lost(worker, reason))

        return Session(command_of(self._program, self._threads, hash_size), slot.cores, answered, ended)

    def cancel(self, worker: str, numbers: Sequence[int]) -> None:
        """See `Workers`."""
        slot = self._slots[worker]
        for session in (slot.session, slot.verifier):
            if session is not None:
                session.cancel(numbers)

    def restart(self, worker: str) -> None:
        """See `Workers`."""
        self._end(self._slots[worker])
        self._events.put(Lost(worker, "no answer in time"))

    def _end(self, slot: _Slot) -> None:
        for session in (slot.session, slot.verifier):
            if session is not None:
                session.close()
        slot.session = slot.verifier = None

    def wait(self, seconds: float) -> list[Event]:
        """See `Workers`."""
        found: list[Event] = []
        with contextlib.suppress(queue.Empty):
            event = self._events.get(timeout=seconds)
            while True:
                if self._is_news(self._slots[event.worker], event):
                    found.append(event)
                event = self._events.get_nowait()
        return found

    def _is_news(self, slot: _Slot, event: Event) -> bool:
        """Notes an event; whether it tells the driver something."""
        if isinstance(event, Answered):
            if event.number not in slot.numbers:
                return False
            slot.numbers.discard(event.number)
            slot.failures = 0
            if not slot.numbers and slot.verifier is not None:
                slot.verifier.close()
                slot.verifier = None
            return True
        if not slot.numbers:
            # The program of a worker without a job has ended; the next job starts another one.
            self._end(slot)
            return False
        self._end(slot)
        slot.numbers = set()
        slot.failures += time.monotonic() - slot.began < AT_ONCE
        if slot.failures >= STARTS:
            raise WorkersError(f"the program of {event.worker} ends again and again: {event.reason}")
        return True

    def close(self) -> None:
        """See `Workers`."""
        for slot in self._slots.values():
            self._end(slot)
