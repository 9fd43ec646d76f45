"""Forwards lines between a client and an engine in both directions, and logs them.

    relay.py LOG COMMAND...

A line of the log begins with `>` if it went to the engine and with `<` if it came from it; the last line is `exit` with the
engine's exit status. The engine's stderr goes to the file LOG.err.
"""

import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

EXIT_TIMEOUT = 10.0
"""Seconds for the engine to end by itself after the client has ended."""


class Log:
    """The file that the lines are written to."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("w", encoding="utf-8", buffering=1)
        self.lock = threading.Lock()

    def note(self, mark: str, text: str) -> None:
        with self.lock:
            self.file.write(f"{mark} {text}\n")


def pass_on(source: IO[bytes], target: IO[bytes], log: Log, mark: str) -> None:
    """Forwards lines until the end of the source or of the target, then closes the target."""
    try:
        for line in source:
            log.note(mark, line.decode(errors="replace").rstrip("\r\n"))
            target.write(line)
            target.flush()
        target.close()
    except OSError as error:
        log.note("!", str(error))


def main() -> None:
    """Relays until the engine has ended."""
    path = Path(sys.argv[1])
    log = Log(path)
    with path.with_name(path.name + ".err").open("wb") as errors:
        engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
    assert engine.stdin is not None
    assert engine.stdout is not None
    answers = threading.Thread(target=pass_on, args=(engine.stdout, sys.stdout.buffer, log, "<"), daemon=True)
    answers.start()
    pass_on(sys.stdin.buffer, engine.stdin, log, ">")
    try:
        status = str(engine.wait(EXIT_TIMEOUT))
    except subprocess.TimeoutExpired:
        engine.kill()
        status = "never"
    answers.join(EXIT_TIMEOUT)
    log.note("exit", status)


main()
