"""Storms of lines, about a thousand a second, while all threads search: nothing may crash, stall or lose an answer.

A storm blows for some seconds; `pytest scripts -k storm --storm-seconds 60 -s` makes it a minute and shows the figures. What is
sent is the same in every run.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import weather
from conversation import PATIENCE, Conversation
from weather import Forecast, Sky

RATE = 1000
SEED = 2026


@pytest.fixture
def seconds(request: pytest.FixtureRequest) -> float:
    """How long a storm blows."""
    return float(request.config.getoption("--storm-seconds"))


def blow(talk: Conversation, sky: Sky, forecast: Forecast, seconds: float, mark: Callable[[bytes], bytes]) -> None:
    """Sends lines, each made by `mark` from one of the forecast, many of them in pieces; then tells how it went."""
    watchdog = threading.Timer(seconds + PATIENCE, talk.process.kill)
    watchdog.daemon = True
    watchdog.start()
    pieces = random.Random(SEED)
    start = time.monotonic()
    sent = 0
    while (elapsed := time.monotonic() - start) < seconds:
        data = b""
        for _ in range(max(0, int(elapsed * RATE) - sent)):
            data += mark(sky.line(forecast))
            sent += 1
        half = pieces.randrange(len(data) + 1)
        talk.send(data[:half])
        time.sleep(0.005)
        talk.send(data[half:])
        time.sleep(0.005)
    elapsed = time.monotonic() - start
    watchdog.cancel()
    print(f"\n{sent} lines in {elapsed:.1f} s, {sent / elapsed:.0f} a second; {len(talk.lines)} lines so far")


def check(talk: Conversation, after: float) -> None:
    """Nothing that was said is anything but ASCII, nobody panicked, and the program ends when it is told to."""
    print(f"answered {time.monotonic() - after:.2f} s after the storm; {len(talk.lines)} lines; {talk.memory()} MiB")
    talk.send(b"quit\n")
    assert talk.wait() == 0
    assert talk.complaints == b""
    assert [line for line in talk.lines if not all(byte == 9 or 32 <= byte < 127 for byte in line)] == []


def test_nboard_answers_every_ping_of_a_storm(emilia: Path, tmp_path: Path, seconds: float) -> None:
    sky = Sky(SEED)
    pings = [0]

    def with_pings(line: bytes) -> bytes:
        if sky.chance.random() < 0.2:
            pings[0] += 1
            line += b"ping %d\n" % pings[0]
        return line

    with Conversation([emilia, "nboard", "--level", "60", "--hash", "64"], cwd=tmp_path) as talk:
        blow(talk, sky, weather.nboard(sky), seconds, with_pings)
        end = time.monotonic()
        talk.send(b"\nping 1000000\n")
        last = talk.until(lambda line: line == b"pong 1000000")
        pongs = [line for line in talk.lines[:last] if line.startswith(b"pong")]
        assert pongs == [b"pong %d" % ping for ping in range(1, pings[0] + 1)]
        words = {line.split()[0] for line in talk.lines if line}
        assert words <= {b"pong", b"status", b"search", b"nodestats", b"===", b"analysis", b"set", b"learned"}
        check(talk, end)


def test_gtp_answers_every_command_of_a_storm_in_order(emilia: Path, tmp_path: Path, seconds: float) -> None:
    sky = Sky(SEED)
    ids = [1_000_000]

    def with_id(line: bytes) -> bytes:
        ids[0] += 1
        return b"%d name\n" % ids[0] + line

    command: list[str | Path] = [emilia, "gtp", "--level", "60", "--movetime", "20", "--hash", "16"]
    with Conversation(command, cwd=tmp_path) as talk:
        blow(talk, sky, weather.gtp(sky), seconds, with_id)
        end = time.monotonic()
        talk.send(b"\n9999999 name\n")
        last = talk.until(lambda line: line == b"=9999999 Emilia")
        names = [line for line in talk.lines[:last] if line.startswith(b"=1") and line.endswith(b" Emilia") and len(line) == 15]
        assert names == [b"=%d Emilia" % number for number in range(1_000_001, ids[0] + 1)]
        check(talk, end)


def test_a_script_on_the_console_survives_a_storm(emilia: Path, tmp_path: Path, seconds: float) -> None:
    sky = Sky(SEED)
    command: list[str | Path] = [emilia, "console", "--level", "60", "--movetime", "10", "--hash", "16"]
    with Conversation(command, cwd=tmp_path) as talk:
        blow(talk, sky, weather.console(sky, searches=0.3), seconds, bytes)
        end = time.monotonic()
        talk.send(b"\nend-of-storm\n")
        talk.until(lambda line: b"end-of-storm" in line)
        check(talk, end)


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_a_person_at_the_console_survives_a_storm(emilia: Path, tmp_path: Path, seconds: float) -> None:
    sky = Sky(SEED)
    command: list[str | Path] = [emilia, "--level", "60", "--hash", "64"]
    with Conversation(command, cwd=tmp_path, terminal=True) as talk:
        blow(talk, sky, weather.console(sky, searches=5), seconds, bytes)
        end = time.monotonic()
        talk.send(b"\nend-of-storm\n")
        talk.until(lambda line: b"end-of-storm" in line)
        check(talk, end)
