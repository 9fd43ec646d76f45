"""A running `emilia json` and the tasks that it was given."""

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any

from lab.engines.process import Tail, guarded
from lab.proof.queries import MOST_CERTIFICATE, Task, queries

LONGEST = MOST_CERTIFICATE * 4 // 3 + (1 << 20)
"""Bytes of a line at most."""
EXIT_TIMEOUT = 2.0
"""Seconds that the program has to end."""


class Session:
    """A program. It ends with `close` and with this process."""

    def __init__(
        self,
        command: Sequence[str],
        cores: Sequence[int],
        answered: Callable[[int, list[dict[str, Any]]], None],
        ended: Callable[[str], None],
    ) -> None:
        """Starts it, on these cores if there are any. OSError.

        A thread calls `answered` with the number of a task and the last answers to its queries, and `ended` with the reason when
        the program has ended or answers what nobody asked, unless it was closed.
        """
        self._process = subprocess.Popen(
            guarded(command, cores),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stderr is not None
        self._tail = Tail(self._process.stderr)
        self._answered = answered
        self._ended = ended
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[int, int]] = {}
        """Of each query that is open its task, and its place there."""
        self._answers: dict[int, dict[int, dict[str, Any]]] = {}
        self._left: dict[int, int] = {}
        """Open queries of each task."""
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def start(self, tasks: Sequence[Task]) -> None:
        """Sends tasks. If the program has ended, `ended` is called."""
        lines = []
        with self._lock:
            for task in tasks:
                asked = queries(task)
                self._left[task.number] = len(asked)
                self._answers[task.number] = {}
                for at, query in enumerate(asked):
                    self._waiting[query["id"]] = (task.number, at)
                    lines.append(json.dumps(query))
        self._send(lines)

    def cancel(self, numbers: Sequence[int]) -> None:
        """Ends the searches of tasks; they are answered soon."""
        with self._lock:
            names = [name for name, (number, _) in self._waiting.items() if number in numbers]
        self._send([json.dumps({"id": f"end {name}", "action": "terminate", "terminateId": name}) for name in names])

    def close(self) -> None:
        """Ends the program at once."""
        self._closed = True
        self._process.kill()
        self._process.wait()

    def _send(self, lines: Sequence[str]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            pass  # the reader sees the end as well

    def _read(self) -> None:
        assert self._process.stdout is not None
        reason = ""
        with self._process.stdout as stream:
            while not reason and (line := stream.readline(LONGEST)):
                reason = self._take(line)
        if self._closed:
            return
        if not reason:
            code = self._process.wait()
            last = self._tail.last_line(EXIT_TIMEOUT)
            reason = f"the program ended with code {code}{f': {last[:200]}' if last else ''}"
        self._ended(reason)

    def _take(self, line: bytes) -> str:
        """Handles a line; the reason if the program cannot be used any longer."""
        try:
            answer = json.loads(line)
        except ValueError:
            return f"not an answer: {line[:100]!r}"
        if not isinstance(answer, dict):
            return f"not an answer: {line[:100]!r}"
        if "action" in answer or "warning" in answer or answer.get("isDuringSearch") is True:
            return ""
        name = answer.get("id")
        with self._lock:
            number, at = self._waiting.pop(name, (None, 0)) if isinstance(name, str) else (None, 0)
            if number is None:
                # The answer to a query that was ended just after it was answered is an error without a query.
                return "" if isinstance(name, str) and name.startswith("end ") else f"an answer to no query: {line[:100]!r}"
            found = self._answers[number]
            found[at] = answer
            self._left[number] -= 1
            if self._left[number]:
                return ""
            del self._answers[number], self._left[number]
        self._answered(number, [found[at] for at in sorted(found)])
        return ""
