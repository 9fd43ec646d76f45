"""Plays a game of Reversi between two GTP engines in the Quarry GUI, on a virtual screen.

Quarry finds the engines and the players in the file `.quarry` of its home folder; the game is begun with a few keys. What the
engines hear and say is in the logs that relay.py writes.
"""

import contextlib
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab.variant_board import VariantBoard
from lab.variants import find

UNTITLED = "^$"
"""The title of Quarry's question whether the game should be saved."""

PACKAGES = {"quarry": "quarry", "Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}
"""The programs that are needed, with the Debian packages that hold them."""

STEP = 0.1
"""Seconds between two checks of a condition."""
START = 60.0
"""Seconds that the window manager has to start."""
RETRY = 15.0
"""Seconds after which a key without an effect is pressed again: a window that has just been opened may miss it.

Long, for on a busy machine the effect may only be late: Quarry crashes if a game is begun twice, and a second Alt+F4 closes the
question that the first one asked."""


@dataclass(frozen=True)
class Player:
    """An engine; Quarry checks that it answers to `name` and `version` with these."""

    name: str
    version: str
    command: list[str]


@dataclass(frozen=True)
class EngineLog:
    """The messages between Quarry and one engine."""

    commands: list[str]
    answers: list[str]
    status: str | None
    """How the engine ended; none if it runs."""

    @property
    def moves(self) -> list[tuple[str, str]]:
        """The colour and the square of every move made so far, in order."""
        moves: list[tuple[str, str]] = []
        for command, answer in zip(self.commands, self.answers, strict=False):
            match command.split():
                case ["play", colour, square]:
                    moves.append((colour, square.lower()))
                case ["genmove", colour]:
                    moves.append((colour, answer.removeprefix("=").strip().lower()))
        return moves


def read_log(path: Path) -> EngineLog:
    """A relay's log, as far as it is written. The n-th answer is the one to the n-th command."""
    commands: list[str] = []
    answers: list[str] = []
    answer: list[str] = []
    status = None
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        mark, _, text = line.partition(" ")
        if mark == ">" and text.strip():
            commands.append(text)
        elif mark == "<" and text:
            answer.append(text)
        elif mark == "<" and answer:
            assert len(answers) < len(commands), f"an answer without a command: {answer}"
            answers.append("\n".join(answer))
            answer = []
        elif mark == "exit":
            status = text
    return EngineLog(commands, answers, status)


def is_over(moves: list[tuple[str, str]], size: int = 8) -> bool:
    """Whether a game with these moves on a board of this size is over; AssertionError if one of them is illegal."""
    board = VariantBoard.begin(find(str(size)))
    for colour, square in moves:
        assert board.turn is not None
        assert board.turn[0] == colour[0].lower(), f"{square} is out of turn"
        assert square in board.moves(), f"illegal: {square}"
        board = board.play(square)
    return board.turn is None


def wait_for(what: str, holds: Callable[[], bool], deadline: float) -> None:
    """Waits until this holds; TimeoutError if it does not in time."""
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"no {what}")
        time.sleep(STEP)


class Screen(contextlib.ExitStack):
    """An X server with a window manager and the programs that show something on it. All end with it."""

    def __init__(self, folder: Path) -> None:
        """Starts the server, which finds a free display by itself; its programs live in this folder."""
        super().__init__()
        self.folder = folder
        self.environment = {**os.environ, "HOME": str(folder), "LC_ALL": "C"}
        self.environment["PATH"] = self.environment.get("PATH", os.defpath) + os.pathsep + "/usr/games"
        try:
            self.environment["DISPLAY"] = f":{self.serve()}"
            self.start("openbox")
            # A window that is opened before the manager is there may never be managed.
            wait_for("window manager", lambda: bool(self.xdotool("get_num_desktops")), time.monotonic() + START)
        except BaseException:
            self.close()
            raise

    def serve(self) -> int:
        """Starts the server, and gives the number of its display as soon as it can be used."""
        reader, writer = os.pipe()
        with os.fdopen(reader) as number:
            try:
                self.start("Xvfb", "-displayfd", str(writer), "-noreset", "-screen", "0", "1024x768x24", pass_fds=(writer,))
            finally:
                os.close(writer)
            return int(number.readline())

    def start(self, *command: str, pass_fds: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        """Starts a program that ends at the latest when the screen is closed."""
        with (self.folder / f"{command[0]}.log").open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=pass_fds,
            )
        self.callback(end, process)
        return process

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    def active(self) -> str:
        return self.xdotool("getactivewindow", "getwindowname").strip()

    def window(self, title: str) -> str:
        return "".join(self.xdotool("search", "--onlyvisible", "--name", title).split()[:1])

    def press(self, title: str, keys: list[str], until: Callable[[], bool], deadline: float) -> None:
        """Presses keys in the window with a title like this, again if need be, until that had its effect."""
        again = 0.0
        while not until():
            if time.monotonic() > deadline:
                raise TimeoutError(f"no effect of {keys} in window {title}")
            if re.search(title, self.active()):
                if time.monotonic() > again:
                    self.xdotool("key", "--delay", "100", *keys)
                    again = time.monotonic() + RETRY
            elif title != UNTITLED:
                self.xdotool("windowactivate", self.window(title))
            time.sleep(STEP)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process; kills it if it does not end."""
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def configure(folder: Path, players: dict[str, Player], size: int) -> None:
    """Writes the settings of Quarry for the players, and a script that starts each of them behind a relay."""
    engines, sides = "", ""
    for side, player in players.items():
        script = folder / f"{side}.sh"
        relayed = [sys.executable, str(Path(__file__).with_name("relay.py")), str(folder / f"{side}.log"), *player.command]
        script.write_text(f"#!/bin/sh\nexec {shlex.join(relayed)}\n")
        script.chmod(0o755)
        engines += (
            f'[GTP Engine "{side}-engine "]\nScreen name format = "{side}-engine"\nName = "{player.name}"\n'
            f'Version = "{player.version}"\nCommand line = "{script}"\nSupported games = "Reversi"\n\n'
        )
        sides += f'{side.title()} is computer = true\nEngine playing {side} = "{side}-engine"\n'
    rules = f"[New Reversi Game Parameters]\nBoard size = {size}\nTime control type = 0\n"
    (folder / ".quarry").write_text(f'{engines}[New Game Parameters]\nGame = "Reversi"\n{sides}\n{rules}')


def play(folder: Path, black: Player, white: Player, timeout: float, size: int = 8) -> dict[str, EngineLog]:
    """Plays a game on a board of this size to its end, closes the window and then Quarry, and returns the messages of each engine.

    TimeoutError if a step is not done `timeout` seconds after the start.
    """
    deadline = time.monotonic() + timeout
    players = {"black": black, "white": white}
    configure(folder, players, size)

    def logs() -> dict[str, EngineLog]:
        return {side: read_log(folder / f"{side}.log") for side in players}

    def is_played() -> bool:
        if any(talk.status is not None for talk in logs().values()):
            raise RuntimeError(f"an engine has ended: {logs()}")
        return all(is_over(talk.moves, size) for talk in logs().values())

    with Screen(folder) as screen:
        quarry = screen.start("quarry")
        menu, dialog, game = "^Quarry Control Center$", "^New Game$", " vs[.] "
        screen.press(menu, ["alt+n"], lambda: bool(screen.window(dialog)), deadline)
        screen.press(dialog, ["alt+f", "alt+p"], lambda: not screen.window(dialog), deadline)
        wait_for("end of the game", is_played, deadline)
        screen.press(game, ["alt+F4"], lambda: not re.search(game, screen.active()), deadline)
        screen.press(UNTITLED, ["alt+w"], lambda: not screen.window(game), deadline)
        wait_for("end of the engines", lambda: all(talk.status is not None for talk in logs().values()), deadline)
        screen.press(menu, ["alt+q"], lambda: quarry.poll() is not None, deadline)
    return logs()
