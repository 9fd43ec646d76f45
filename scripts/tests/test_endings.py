"""Signals and closed output during a search; and a line without end. What the end of the input does is in tests/app/talk.rs."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from lab.attack.program import ANSWER_TIMEOUT, Session

DEEP = ["--level", "60", "--hash", "64"]
UNIX = pytest.mark.skipif(os.name == "nt", reason="needs the signals of Unix")


def begin_search(talk: Session, language: str) -> None:
    """Begins an endless search, and waits until it has begun."""
    if language == "gtp":
        talk.send(b"name\ngenmove b\n")
        talk.until(lambda line: line == b"= Emilia")
        time.sleep(0.2)
    else:
        talk.send(b"hint 4\n")
        talk.until(lambda line: b"@" in line)


@UNIX
@pytest.mark.parametrize("language", ["nboard", "gtp", "console"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_ends_a_search(emilia: Path, language: str, name: str) -> None:
    number = getattr(signal, name)
    # A shell has what it runs in the background ignore some signals; where there is a handler, a new program does not.
    before = signal.signal(number, lambda *_: None)
    try:
        with Session([emilia, language, *DEEP]) as talk:
            begin_search(talk, language)
            talk.process.send_signal(number)
            assert (talk.wait(), talk.errors) == (-number, b"")
    finally:
        signal.signal(number, before)


@UNIX
@pytest.mark.parametrize("language", ["nboard", "gtp", "console"])
def test_closed_output_ends_the_program_silently(emilia: Path, language: str) -> None:
    reading, writing = os.pipe()
    pipe = subprocess.PIPE
    with subprocess.Popen([emilia, language, *DEEP], stdin=pipe, stdout=writing, stderr=pipe) as process:
        os.close(writing)
        os.close(reading)
        assert process.stdin is not None
        process.stdin.write({"nboard": b"hint 4\n", "gtp": b"name\n", "console": b"hint\n"}[language])
        process.stdin.flush()
        try:
            assert process.wait(ANSWER_TIMEOUT) == 0
        finally:
            process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize(("language", "asked"), [("nboard", b"ping 1"), ("gtp", b"name"), ("console", b"version")])
def test_a_line_of_100_megabytes_fills_no_memory(emilia: Path, language: str, asked: bytes) -> None:
    with Session([emilia, language]) as talk:
        talk.send(asked + b"\n")
        first = talk.until(lambda line: b"pong" in line or b"Emilia" in line)
        before = talk.memory()
        for _ in range(100):
            talk.send(b"x" * 1_000_000)
        talk.send(b"\n" + asked + b"\n")
        talk.until(lambda line: line == talk.lines[first], first + 1)
        after = talk.memory()
        if before is not None and after is not None:
            assert after - before < 50, "MiB"
        talk.quit()
