"""The bots for web sites play whole games against each other, with a program and with a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from plain_board import BLACK, SQUARES, PlainBoard

from lab.bootstrap import ROOT
from lab.bots import botzone_moves, coordinates, is_loopback, square

pytestmark = pytest.mark.program


@pytest.fixture
def server(emilia: Path) -> Iterator[str]:
    """A server on a free port."""
    command = [str(emilia), "serve", "--port", "0", "--hash", "8"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        process.kill()


def answer(name: str, text: str, *options: str, environment: dict[str, str] | None = None) -> str:
    command = [sys.executable, str(ROOT / "scripts" / name), "--time", "0.02", *options]
    variables = {**os.environ, **(environment or {})}
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, env=variables)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


class CodinGame:
    """One bot for a whole game, as the site starts it."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, str(ROOT / "scripts" / "codingame"), "--time", "0.02", *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._say("1\n8\n")

    def _say(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def best(self, rows: list[str], legal: list[str]) -> str:
        """The answer to a turn."""
        self._say("\n".join([*rows, str(len(legal)), *legal]) + "\n")
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def end(self) -> int:
        """The exit code after the end of the input."""
        self._process.communicate()
        return self._process.returncode


def test_a_whole_game_is_played(server: str, emilia: Path) -> None:
    board, played = PlainBoard(), list[str]()
    white = CodinGame("--program", str(emilia))
    while board.moves() or board.passed().moves():
        legal = [SQUARES[at] for at in board.moves()]
        if not legal:
            played.append("pass")
            board = board.passed()
            continue
        if board.turn == BLACK:
            places = [dict(zip("xy", coordinates(move), strict=True)) for move in played]
            history = {"requests": [{"x": -1, "y": -1}, *places[1::2]], "responses": places[::2]}
            reply = json.loads(answer("botzone", json.dumps(history), "--server", server))["response"]
            move = square(reply["x"], reply["y"])
        else:
            signs = board.discs.translate(str.maketrans("XO-", "01."))
            rows = [signs[8 * row : 8 * row + 8] for row in range(8)]
            move = white.best(rows, legal)
        assert move in legal
        board = board.after(SQUARES.index(move))
        played.append(move)
    assert len(played) > 50
    assert white.end() == 0


def test_blank_lines_between_turns_are_no_turns(emilia: Path) -> None:
    rows = "........\n" * 3 + "...01...\n...10...\n" + "........\n" * 3
    turn = f"{rows}1\nf4\n"
    assert answer("codingame", f"0\n8\n{turn}\n{turn}\n \n", "--program", str(emilia)) == "f4\nf4"


def test_a_server_on_this_machine_is_asked_without_a_proxy(server: str) -> None:
    nobody = dict.fromkeys(("http_proxy", "HTTP_PROXY", "all_proxy"), "http://127.0.0.1:9") | {"no_proxy": "", "NO_PROXY": ""}
    first = {"requests": [{"x": -1, "y": -1}], "responses": []}
    assert json.loads(answer("botzone", json.dumps(first), "--server", server, environment=nobody))["response"]["x"] >= 0


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://127.0.0.1:8064/", True),
        ("http://localhost:8064", True),
        ("http://[::1]:8064/", True),
        ("http://192.0.2.1/", False),
        ("https://localhost.example/", False),
    ],
)
def test_addresses_of_this_machine_are_known(address: str, *, expected: bool) -> None:
    assert is_loopback(address) == expected


def test_the_forms_of_botzone_are_read() -> None:
    assert botzone_moves(iter(["1\n", "-1 -1\n"])) == ([], False)
    assert botzone_moves(iter(["2\n", "3 2\n", "2 2\n", "-1 -1\n"])) == (["d3", "c3", "pass"], False)
    text = json.dumps({"requests": [{"x": 5, "y": 4}], "responses": [], "data": ""})
    assert botzone_moves(iter([text])) == (["f5"], True)


@pytest.mark.parametrize("name", ["botzone", "codingame"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "x\n",
        '{"requests":[{"x":9}],"responses":[]}',
        "0\n9\n",
        "1\n8\nxx\n",
        "2\n8\n",
        "1\n8\n" + "........\n" * 8 + "0\n",
    ],
)
def test_rubbish_is_told(name: str, text: str, emilia: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / name), "--program", str(emilia)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("emilia: ")
    assert "Traceback" not in done.stderr
