"""Plays a game of Othello between two engines in XBoard, on a virtual screen.

XBoard gets all it needs from its arguments, and begins the match by itself. What the engines hear and say is in the logs that
relay.py writes.
"""

import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from quarry_game import Screen, wait_for

PACKAGES = {"xboard": "xboard", "Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}
"""The programs that are needed, with the Debian packages that hold them."""

SIDES = {"first": "f", "second": "s"}
"""The engines with the first letters of their options."""


@dataclass(frozen=True)
class EngineLog:
    """The lines between XBoard and one engine."""

    heard: list[str]
    said: list[str]


def read_log(path: Path) -> EngineLog:
    lines = [line.partition(" ") for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    texts = {mark: [text for other, _, text in lines if other == mark] for mark in (">", "<")}
    return EngineLog(texts[">"], texts["<"])


def play(folder: Path, command: list[str], variant: str, timeout: float) -> tuple[dict[str, EngineLog], str]:
    """Plays a game between two engines of this command, and gives the lines of each and the game that XBoard saved.

    TimeoutError if it is not over `timeout` seconds after the start.
    """
    deadline = time.monotonic() + timeout
    record = folder / "game.pgn"
    arguments = ["-variant", variant, "-mode", "TwoMachines", "-matchGames", "1", "-tc", "1", "-saveGameFile", str(record)]
    # Without -testLegality false XBoard refuses drops on the first and the last row if the engines answer in a certain order.
    arguments += ["-soundProgram", "", "-popupExitMessage", "false", "-popupMoveErrors", "false", "-testLegality", "false"]
    relay = [sys.executable, str(Path(__file__).with_name("relay.py"))]
    for side, letter in SIDES.items():
        relayed = shlex.join([*relay, str(folder / f"{side}.log"), *command])
        arguments += [f"-{letter}cp", relayed, f"-{letter}d", str(folder)]
    with Screen(folder) as screen:
        xboard = screen.start("xboard", *arguments)
        wait_for("end of the match", lambda: xboard.poll() is not None, deadline)
    return {side: read_log(folder / f"{side}.log") for side in SIDES}, record.read_text(encoding="utf-8")
