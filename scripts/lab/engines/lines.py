"""Lines read from a process as fast as it writes them, in bounded memory."""

from __future__ import annotations

import collections
import os
import threading
import time
from typing import IO, NamedTuple

MAX_LINE_BYTES = 16 * 1024
"""Bytes; a longer line is cut."""
MAX_BUFFERED_BYTES = 1024 * 1024
"""Bytes of lines that wait in memory; beyond them the process has to wait."""
CHUNK = 64 * 1024


class Line(NamedTuple):
    """A line without its end."""

    text: str
    at: float
    """When it arrived, by `time.monotonic`."""
    whole: bool = True
    """False for the beginning of a line that is too long; its rest is dropped."""

    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return 100 + len(self.text)


class Lines:
    """The lines of a stream, read by a thread that ends with the stream or with `close`."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Begins to read. The thread closes the stream when it ends."""
        self._stream = stream
        self._lines: collections.deque[Line] = collections.deque()
        self._waiting = 0
        self._ended = False
        self._closed = False
        self._change = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def next_line(self, deadline: float) -> Line | None:
        """Waits for the next line; None at the end of the stream. TimeoutError at the deadline."""
        with self._change:
            if not self._change.wait_for(lambda: self._lines or self._ended, max(0.0, deadline - time.monotonic())):
                raise TimeoutError
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._waiting -= line.size()
            self._change.notify_all()
            return line

    def close(self) -> None:
        """Ends the thread, even if the process still writes."""
        with self._change:
            self._closed = True
            self._lines.clear()
            self._waiting = 0
            self._change.notify_all()

    def _read(self) -> None:
        rest, dropping = b"", False
        with self._stream:
            while chunk := self._chunk():
                at = time.monotonic()
                *whole, rest = (rest + chunk).split(b"\n")
                if dropping and whole:
                    del whole[0]
                    dropping = False
                found = [Line(_text(line), at, len(line) <= MAX_LINE_BYTES) for line in whole]
                if len(rest) > MAX_LINE_BYTES or dropping:
                    if not dropping:
                        found.append(Line(_text(rest), at, whole=False))
                    rest, dropping = b"", True
                if found and not self._put(found):
                    return
            self._put([Line(_text(rest), time.monotonic())] if rest else [], ended=True)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._stream.fileno(), CHUNK)
        except OSError:
            return b""

    def _put(self, lines: list[Line], *, ended: bool = False) -> bool:
        """Adds lines to the queue; false if it was closed."""
        with self._change:
            self._change.wait_for(lambda: self._waiting < MAX_BUFFERED_BYTES or self._closed)
            if not self._closed:
                self._lines += lines
                self._waiting += sum(line.size() for line in lines)
                self._ended = ended
                self._change.notify_all()
            return not self._closed


class Tail:
    """The end of a stream; earlier text is dropped."""

    SIZE = 4096

    def __init__(self, stream: IO[bytes]) -> None:
        """Begins to read, in a thread that ends with the stream."""
        self._stream = stream
        self._kept = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._stream:
            while True:
                try:
                    chunk = os.read(self._stream.fileno(), CHUNK)
                except OSError:
                    return
                if not chunk:
                    return
                self._kept = (self._kept + chunk)[-self.SIZE :]

    def last_line(self, timeout: float) -> str:
        """The last line that is not empty, after the end of the stream or `timeout` seconds."""
        self._thread.join(timeout)
        return next((line for line in reversed(_text(self._kept, self.SIZE).splitlines()) if line.strip()), "")


def _text(line: bytes, most: int = MAX_LINE_BYTES) -> str:
    return line[:most].decode("utf-8", errors="replace").rstrip("\r")
