"""Stands between a client and an engine, passes lines on in both directions, and writes them down.

    relay.py LOG COMMAND...

A line of the log begins with `>` if it went to the engine and with `<` if it came from it; the last line is `exit` with the
engine's exit status. The engine's stderr goes to the file LOG.err.
"""

import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

PATIENCE = 10.0
"""Seconds that the engine has to end by itself when the client is gone."""


class Log:
    """The file that the lines are written to."""

    def __init__(self, path: Path) -> None:
        """Begins a new file."""
        self.file = path.open("w", encoding="utf-8", buffering=1)
        self.lock = threading.Lock()

    def note(self, mark: str, text: str) -> None:
        """Writes one line."""
        with self.lock:
            self.file.write(f"{mark} {text}\n")


def pass_on(source: IO[bytes], target: IO[bytes], log: Log, mark: str) -> None:
    """Passes lines on until there are no more or nobody takes them, and then says so by closing the target."""
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
        status = str(engine.wait(PATIENCE))
    except subprocess.TimeoutExpired:
        engine.kill()
        status = "never"
    answers.join(PATIENCE)
    log.note("exit", status)


main()
