"""Sends stress input to a program and reads its answers, as fast as the program reads and writes.

One thread with non-blocking streams: neither direction can block the other.
"""

import contextlib
import os
import random
import select
import subprocess
import time
from collections import deque

from lab.attack.program import ANSWER_TIMEOUT, Program, Violation
from lab.attack.stress_input import StressInput

GROWTH = 200
"""MiB that the program's memory may grow after its first answer."""
CHUNK = 1 << 16
"""Most bytes of a read or a write."""
DRAIN = 60.0
"""Seconds within which all input must be answered. A program that reads too far ahead takes longer."""
POLL_INTERVAL = 0.1
"""Seconds between checks of the memory and the clock."""


class Exchange:
    """One stress run of a program."""

    def __init__(self, program: Program, lines: StressInput, seed: int, reading_rate: float | None = None) -> None:
        """Output is read as it comes, or at this many bytes per second."""
        self._program = program
        self._lines = lines
        self._chance = random.Random(seed)
        self._rate = reading_rate
        self._pending = memoryview(b"")
        self._in, self._out, self._err = (stream.fileno() for stream in (program.stdin, program.stdout, program.stderr))
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        self._open = {self._out, self._err}
        """The streams of the program that have not ended."""
        self._is_quitting = False
        self.errors = b""
        """The beginning of what the program wrote on stderr."""
        self.tail: deque[bytes] = deque(maxlen=4)
        """The end of the program's stdout, for messages."""
        self.bytes_in = 0
        self.bytes_out = 0
        self.start_memory = 0
        self.peak_memory = 0
        """MiB; 0 where the system does not report it."""
        self._last_read = time.monotonic()
        self._last_check = 0.0

    def run(self, seconds: float) -> None:
        """Sends lines for this many seconds, waits for all answers and quits the program. Violation."""
        self._sync()
        self.start_memory = self._program.memory("VmRSS") or 0
        self._send_for(seconds)
        self._rate = None
        self._sync()
        self._check_memory()
        self._quit()

    def _send_for(self, seconds: float) -> None:
        """Sends blocks until the time is up."""
        began = time.monotonic()
        while (elapsed := time.monotonic() - began) < seconds:
            if not self._pending:
                self._pending = memoryview(self._lines.block())
            may_read = self._rate is None or self.bytes_out < self._rate * elapsed
            self._step(may_read)

    def _sync(self) -> None:
        """Sends a marker and waits until everything has been answered."""
        self._pending = memoryview(bytes(self._pending) + self._lines.last())
        end = time.monotonic() + DRAIN
        while self._pending or not self._lines.is_answered():
            self._step(may_read=True)
            if time.monotonic() > end:
                due = len(self._pending) if self._pending else self._lines.sent - self._lines.answered
                what = "bytes were not read" if self._pending else "answers were due"
                raise Violation(f"{DRAIN:.0f} s after the last line {due} {what}")

    def _quit(self) -> None:
        """Sends the quit command, or ends the input if there is none; the program must exit at once and without an error."""
        self._is_quitting = True
        self._pending = memoryview(self._lines.quit())
        if not self._pending:
            self._program.stdin.close()
        while self._open:
            self._step(may_read=True)
        try:
            code = self._program.process.wait(ANSWER_TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Violation(f"still runs {ANSWER_TIMEOUT:.0f} s after quit") from None
        if self.errors:
            raise Violation(f"wrote on stderr: {self.errors[:300]!r}")
        if code != 0:
            raise Violation(f"exit status {code} after quit")
        if not self._lines.is_answered():
            raise Violation("quit was not answered")

    def _step(self, may_read: bool) -> None:
        """Waits until a stream is ready, and reads or writes it."""
        if (now := time.monotonic()) - self._last_check > POLL_INTERVAL:
            self._last_check = now
            self._check_memory()
        watched = [stream for stream in self._open if may_read or stream == self._err]
        readable, writable, _ = select.select(watched, [self._in] if self._pending else [], [], POLL_INTERVAL)
        if writable:
            self._write()
        for stream in readable:
            self._read(stream)
        if not readable and not writable and not may_read:
            time.sleep(0.01)
        if not may_read:
            self._last_read = now
        elif now - self._last_read > ANSWER_TIMEOUT:
            due = self._lines.sent - self._lines.answered
            raise Violation(f"was silent for {ANSWER_TIMEOUT:.0f} s while {due} answers were due")

    def _write(self) -> None:
        """Writes as much as the pipe takes; one time in twenty only a few bytes, so that lines arrive in pieces."""
        size = self._chance.randrange(1, 64) if self._chance.random() < 0.05 else CHUNK
        try:
            written = os.write(self._in, self._pending[:size])
        except BlockingIOError:
            return
        except OSError as error:
            if self._is_quitting:
                self._pending = memoryview(b"")
                return
            raise self._end() from error
        self.bytes_in += written
        self._pending = self._pending[written:]

    def _read(self, stream: int) -> None:
        """Reads what the program has written."""
        try:
            data = os.read(stream, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""  # a terminal reports EOF in this way
        if not data:
            self._open.discard(stream)
            if not self._is_quitting:
                raise self._end()
        elif stream == self._err:
            self.errors = (self.errors + data)[:4096]
        else:
            self._last_read = time.monotonic()
            self.bytes_out += len(data)
            self.tail.append(data[-200:])
            self._lines.check(data)

    def _check_memory(self) -> None:
        """Measures the memory."""
        self.peak_memory = max(self.peak_memory, self._program.memory() or 0)
        growth = self.peak_memory - self.start_memory
        if self.start_memory and growth > GROWTH:
            raise Violation(f"memory grew by {growth} MiB to {self.peak_memory} MiB after {self.bytes_in} bytes of input")

    def _end(self) -> Violation:
        """Describes the end of a program that should still run."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._program.process.wait(5)
        with contextlib.suppress(OSError):
            while data := os.read(self._err, CHUNK):
                self.errors = (self.errors + data)[:4096]
        code = self._program.process.returncode
        return Violation(f"ended during the run with exit status {code}: {self.errors[:300]!r}")
