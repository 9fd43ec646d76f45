"""Bots for web sites: the plain forms of Botzone and CodinGame on one side, the JSON protocol of Emilia on the other.

Imports the standard library only, so that a bot starts at once and anywhere.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from lab.bootstrap import PROGRAM
from lab.terminal import complain

PASS = "pass"
FILES = "abcdefgh"

Query = dict[str, Any]


class Engine:
    """Finds moves: with a program on this machine, or with a server."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Starts the program, unless there is a server. OSError."""
        self._limits: Query = {"time": given.time} | ({"level": given.level} if given.level else {})
        self._server: str | None = given.server
        self._token = Path(given.token_file).read_text(encoding="utf-8").split("\n")[0].strip() if given.token_file else ""
        self._patience = given.time + 30
        self._process: subprocess.Popen[str] | None = None
        if self._server is None:
            command = [given.program, "json", "--jobs", "1"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def best(self, query: Query) -> str:
        """The best move of a position, `pass` if it has none. OSError, ValueError."""
        line = json.dumps({"id": "move", **self._limits, **query})
        for text in self._ask_program(line) if self._process else self._ask_server(line):
            answer = json.loads(text)
            if "error" in answer:
                raise ValueError(answer["error"])
            if answer.get("isDuringSearch") is False:
                break
        else:
            raise OSError("there is no answer")
        return str(answer["moveInfos"][0]["move"]) if answer.get("moveInfos") else PASS

    def _ask_program(self, line: str) -> Iterator[str]:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        # A `yield from` of the stream itself would close it after the first answer.
        yield from iter(self._process.stdout.readline, "")

    def _ask_server(self, line: str) -> Iterator[str]:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        request = urllib.request.Request(f"{str(self._server).rstrip('/')}/analyze", line.encode(), headers)
        # A proxy would look for this machine's server on its own.
        proxies = urllib.request.ProxyHandler({} if is_loopback(str(self._server)) else None)
        with urllib.request.build_opener(proxies).open(request, timeout=self._patience) as answer:
            for text in answer:
                yield str(text, "utf-8")

    def close(self) -> None:
        """Ends the program."""
        if self._process:
            self._process.kill()
            self._process.wait()


def is_loopback(address: str) -> bool:
    """Whether the URL is one of this machine. ValueError."""
    host = urllib.parse.urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def square(x: int, y: int) -> str:
    """The move at these coordinates of Botzone, which are -1 for a pass. ValueError.

    Exchanging x and y mirrors the game, start included.
    """
    if (x, y) == (-1, -1):
        return PASS
    if not (0 <= x < 8 and 0 <= y < 8):
        raise ValueError(f"not a square: {x} {y}")
    return FILES[x] + str(y + 1)


def coordinates(move: str) -> tuple[int, int]:
    """The opposite of `square`."""
    return (-1, -1) if move == PASS else (FILES.index(move[0]), int(move[1]) - 1)


def botzone_moves(lines: Iterator[str]) -> tuple[list[str], bool]:
    """The moves so far from the input of one turn, and whether it was JSON. ValueError."""
    first = next(lines, "")
    if is_json := first.lstrip().startswith("{"):
        history = json.loads(first)
        if not all(isinstance(history.get(key), list) for key in ("requests", "responses")):
            raise ValueError("expected requests and responses")
        places = [(int(place["x"]), int(place["y"])) for place in _alternated(history["requests"], history["responses"])]
    else:
        turn = int(first)
        if turn < 1:
            raise ValueError(f"the first turn is 1, not {turn}")
        rows = [next(lines, "").split() for _ in range(2 * turn - 1)]
        if any(len(row) != 2 for row in rows):
            raise ValueError(f"expected {len(rows)} lines of two coordinates")
        places = [(int(x), int(y)) for x, y in rows]
    moves = [square(x, y) for x, y in places]
    # The first request of the side that begins says so, and is no move.
    return (moves[1:] if moves[:1] == [PASS] else moves), is_json


def _alternated(requests: Sequence[Any], responses: Sequence[Any]) -> list[Any]:
    pairs = zip(requests, responses, strict=False)
    return [place for pair in pairs for place in pair] + list(requests[len(responses) :])


def botzone(engine: Engine, lines: Iterator[str], out: IO[str]) -> None:
    """Answers one turn. OSError, ValueError."""
    moves, is_json = botzone_moves(lines)
    x, y = coordinates(engine.best({"moves": moves}))
    print(json.dumps({"response": {"x": x, "y": y}}) if is_json else f"{x} {y}", file=out, flush=True)


def codingame(engine: Engine, lines: Iterator[str], out: IO[str]) -> None:
    """Plays a game to the end of the input. OSError, ValueError."""
    own, size = int(_line(lines)), int(_line(lines))
    if size != 8 or own not in (0, 1):
        raise ValueError(f"expected the number 0 or 1 and 8 rows, not {own} and {size}")
    # Between turns, as at the end, a line may be blank.
    for first in filter(str.strip, lines):
        rows = [first.strip(), *(_line(lines) for _ in range(size - 1))]
        legal = [_line(lines) for _ in range(int(_line(lines)))]
        board = "".join(rows).translate(str.maketrans("01.", "XO-"))
        best = engine.best({"board": board, "side": "XO"[own], "allowMoves": legal})
        print(best if best in legal else legal[0], file=out, flush=True)


def _line(lines: Iterator[str]) -> str:
    """The next line of a turn. ValueError."""
    line = next(lines, None)
    if line is None:
        raise ValueError("the input ends within a turn")
    return line.strip()


def run(play: Any, description: str, given: Sequence[str] | None = None) -> int:  # noqa: ANN401 - one of the functions above
    """Runs a bot on standard input and output; the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(PROGRAM), metavar="FILE", help="the program (default: the release build)")
    parser.add_argument("--server", metavar="URL", help="ask `emilia serve` at this address instead")
    parser.add_argument("--token-file", metavar="FILE", help="the token of the server, in the first line")
    parser.add_argument("--time", type=float, default=0.7, metavar="SECONDS", help="the most seconds for a move (default: 0.7)")
    parser.add_argument("--level", type=int, metavar="N", help="the level (default: none, only the time counts)")
    arguments = parser.parse_args(given)
    try:
        engine = Engine(arguments)
        try:
            play(engine, iter(sys.stdin), sys.stdout)
        finally:
            engine.close()
    except (OSError, ValueError, LookupError, TypeError) as error:
        complain(f"emilia: {error or type(error).__name__}")
        return 1
    return 0
