"""Random lines for each protocol: valid commands, commands with spoilt arguments or bytes, and noise.

The same seed gives the same lines. No line ends the program.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Literal

from lab.notation import transcript
from lab.rules import SQUARES, START

Language = Literal["gtp", "nboard", "ugi", "cassio", "xboard", "console", "json"]
Line = Callable[[random.Random], str]
"""Makes a line of one kind."""
Mix = list[tuple[float, Line]]
"""Kinds of lines with their shares."""

SQUARES_AT_START = "---------------------------O*------*O---------------------------"


def game(chance: random.Random) -> list[str]:
    """The moves of a random game, or of its beginning."""
    board = START
    moves: list[str] = []
    length = chance.randrange(61)
    while len(moves) < length and board.moves():
        moves.append(chance.choice(board.moves()))
        board = board.play(moves[-1])
    return moves


def ggf(moves: list[str]) -> str:
    """A game as NBoard writes it."""
    played = "".join(f"{'BW'[ply % 2]}[{move.upper()}//0.34400000000000003]" for ply, move in enumerate(moves))
    return f"(;GM[Othello]PC[NBoard]PB[me]PW[you]RE[?]TI[5:00]TY[8]BO[8 {SQUARES_AT_START} *]{played};)"


def number(chance: random.Random) -> str:
    """A number as clients send it; 30 % are wrong or extreme."""
    odd = ["", "0", "-1", "+3", "1e9", "1.5", "x", "99999999999999999999", "-9223372036854775808", "nan", "\u0663"]
    return chance.choice(odd) if chance.random() < 0.3 else str(chance.randrange(-5, 70))


def square(chance: random.Random) -> str:
    """A square, a pass, or something like it."""
    odd = ["pa", "PA", "pass", "--", "", "a9", "i1", "h", "A0", "f5d6", "f5 d6", "e\u0301"]
    name = chance.choice(odd) if chance.random() < 0.1 else chance.choice(SQUARES)
    return chance.choice([name, name.upper()])


class Source:
    """Random lines of one protocol."""

    def __init__(self, language: Language, seed: int, searches: float = 1.0) -> None:
        """Lines in which searches have `searches` times their normal share."""
        self.chance = random.Random(seed)
        # Games are chosen from a pool, so that a line is cheap.
        self.games = [game(self.chance) for _ in range(100)]
        mixes = {
            "gtp": gtp,
            "nboard": nboard,
            "ugi": ugi,
            "cassio": cassio,
            "xboard": xboard,
            "console": console,
            "json": json_lines,
        }
        self._kinds = [(share, kind) for share, kind in mixes[language](self, searches) if share]
        self._shares = [share for share, _ in self._kinds]

    def moves(self, chance: random.Random) -> str:
        """The moves of a game as a transcript."""
        return transcript(chance.choice(self.games))

    def ggf(self, chance: random.Random) -> str:
        """A game in GGF; one in five is cut off somewhere."""
        text = ggf(chance.choice(self.games))
        return text[: chance.randrange(len(text))] if chance.random() < 0.2 else text

    def line(self) -> bytes:
        """The next line, with its end. 10 % are noise, 5 % hold a byte that does not belong there."""
        chance = self.chance
        while True:
            if chance.random() < 0.1:
                line = noise(chance)
            else:
                (_, kind) = chance.choices(self._kinds, self._shares)[0]
                line = kind(chance).encode()
                if chance.random() < 0.05:
                    at = chance.randrange(len(line) + 1)
                    line = line[:at] + chance.choice(ODD_BYTES) + line[at:]
                line += chance.choice([b"\n", b"\n", b"\n", b"\r\n"])
            if not ends_program(line):
                return line

    def lines(self) -> Iterator[bytes]:
        """Lines without end."""
        while True:
            yield self.line()


ODD_BYTES = (b"\0", b"\xff", b"\xc3", b"\t", b"\r", b" ", b"\xef\xbb\xbf")
"""Bytes that are put into lines."""


def ends_program(line: bytes) -> bool:
    """Whether a protocol might take a line for the command that ends the program, whatever bytes it ignores."""
    letters = bytes(byte for byte in line.partition(b"#")[0][:100].lower() if 32 < byte < 127)
    return letters in (b"q", b"quit", b"exit")


def noise(chance: random.Random) -> bytes:
    """A line without meaning."""
    kinds: list[Callable[[], bytes]] = [
        lambda: b"\n",
        lambda: b" \t \r\n",
        lambda: chance.randbytes(chance.randrange(1, 200)).replace(b"\n", b"") + b"\n",
        lambda: bytes(chance.randrange(32, 127) for _ in range(chance.randrange(1, 80))) + b"\n",
        lambda: b"\0" * chance.randrange(1, 50) + b"\n",
        lambda: (
            chance.choice([b"9", b"(", b"x ", b"f5", b"\xff", b"set "]) * chance.randrange(1, 10 ** chance.randrange(1, 5) + 1)
            + b"\n"
        ),
    ]
    return chance.choice(kinds)()


def nboard(source: Source, searches: float) -> Mix:
    """What NBoard sends, in any order. Every line ends a search, so all of them may be deep."""
    return [
        (2, lambda c: f"set game {source.ggf(c)}"),
        (2, lambda c: f"move {square(c)}{c.choice(['', '/1.50', '//2.0E-4', '/1,5/x', '/nan/inf'])}"),
        (1, square),
        (1, lambda c: f"set depth {number(c)}"),
        (0.5, lambda c: f"set contempt {number(c)}"),
        (0.5, lambda c: f"set time {c.choice(['5:00', '15:00/12', '30', 'x', '', '0', '99999999999:00'])}"),
        (3 * searches, lambda c: f"hint {number(c)}"),
        (3 * searches, lambda _: "go"),
        (searches, lambda _: "analyze"),
        (1, lambda _: "learn"),
        (1, lambda _: "undo"),
        (0.5, lambda c: f"nboard {number(c)}"),
        (0.5, lambda c: f"set {c.choice(['colour', 'myname', ''])} {number(c)}"),
    ]


def option(chance: random.Random) -> str:
    """An option with a value. A search takes at most 20 ms, so that a client can wait for all answers."""
    values = {
        "level": number,
        "contempt": number,
        "nodes": lambda c: c.choice(["0", "0", "0", number(c)]),
        "movetime": lambda c: c.choice(["x", "-1", "5", "10", "20"]),
        "hash": lambda c: c.choice(["x", "0", "1", "2", "16"]),
        "threads": lambda c: c.choice(["x", "0", "1", "2", "3"]),
        "handicap": number,
        "ponder": lambda c: c.choice(["x", "0", "0", "1"]),
        "nonsense": number,
    }
    name = chance.choice(list(values))
    return f"{name} {values[name](chance)}"


def gtp(_: Source, searches: float) -> Mix:
    """Commands of GTP, in any order."""
    colour: Line = lambda c: c.choice(["b", "w", "black", "White", "x", ""])  # noqa: E731
    seconds: Line = lambda c: c.choice(["0", "10", "600", "-3", "1.5", "x", "1e300"])  # noqa: E731
    plain = ["protocol_version", "name", "version", "list_commands", "list_games", "showboard", "final_score"]
    plain += ["gogui-rules_game_id", "gogui-rules_board", "gogui-rules_legal_moves", "gogui-rules_final_result"]
    plain += ["gogui-analyze_commands", "gogui-interrupt", "# interrupt"]
    plain += ["emilia-options", "emilia-position", "emilia-transcript", "emilia-help", "unknown_command", "1e3", "#"]
    return [
        (6, lambda c: c.choice(plain)),
        (10, lambda c: f"play {colour(c)} {square(c)}"),
        (0.6 * searches, lambda c: f"genmove {colour(c)}"),
        (0.3 * searches, lambda c: f"reg_genmove {colour(c)}"),
        (0.2 * searches, lambda c: f"emilia-hint {number(c)}"),
        (0.2 * searches, lambda c: f"emilia-{c.choice(['gfx', 'dboard', 'sboard', 'variation'])}"),
        (0.1 * searches, lambda c: f"emilia-solve {c.choice(['', 'wld', 'x'])}"),
        (0.01 * searches, lambda _: "emilia-review"),
        (0.2 * searches, lambda c: f"{c.choice(['emilia', 'kata', 'lz'])}-analyze {colour(c)} {number(c)}"),
        (0.1 * searches, lambda c: f"kata-genmove_analyze {colour(c)} 1 {c.choice(['', 'maxmoves 2', 'rootInfo x'])}"),
        (3, lambda _: "undo"),
        (0.3, lambda _: "clear_board"),
        (2, lambda c: f"{c.choice(['boardsize', 'komi', 'set_level', 'emilia-level', 'known_command'])} {number(c)}"),
        (1, lambda c: f"emilia-set {option(c)}"),
        (1, lambda c: f"set_game {c.choice(['Othello', 'reversi', 'Go', ''])}"),
        (2, lambda c: f"time_settings {seconds(c)} {seconds(c)} {number(c)}"),
        (2, lambda c: f"time_left {colour(c)} {seconds(c)} {number(c)}"),
        (0.5, lambda c: f"loadsgf {c.choice(['.', 'no/file', '', 'a b # c'])} {number(c)}"),
        (1, lambda c: f"emilia-setboard {SQUARES_AT_START.replace('*', 'X')[c.randrange(3) :]} {c.choice('XO?')}"),
        (1, lambda c: f"emilia-help {c.choice(plain)}"),
    ]


def ugi(source: Source, searches: float) -> Mix:
    """Commands of UGI, in any order. All but a few end a search, so they may be deep."""
    milliseconds: Line = lambda c: c.choice(["0", "10", "60000", "-3", "1.5", "x", "1e300", "99999999999999999999"])  # noqa: E731

    def moves(chance: random.Random) -> str:
        return " ".join(chance.choice(source.games)[: chance.randrange(61)])

    def board(chance: random.Random) -> str:
        rows = ["8", "8", "8", "3ox3", "3xo3", chance.choice(["8", "8", "9", "xxxxxxxx", "4#3", "10", ""]), "8", "8"]
        return chance.choice(["/".join(rows), SQUARES_AT_START.replace("*", "x"), "8/8"])

    def clocks(chance: random.Random) -> str:
        names = [name for name in ("p1time", "p2time", "p1inc", "p2inc") if chance.random() < 0.8]
        return " ".join(f"{name} {milliseconds(chance)}" for name in names)

    return [
        (3, lambda c: f"position startpos moves {moves(c)}"),
        (1, lambda c: f"position fen {board(c)} {c.choice(['x', 'w', '?', ''])} 0 1 moves {square(c)}"),
        (1, lambda c: f"position {c.choice(['startpos', 'fen', 'x', ''])}"),
        (2, lambda c: f"query {c.choice(['p1turn', 'gameover', 'result', 'colour', ''])}"),
        (0.2, lambda c: c.choice(["ugi", "uginewgame", "isready", "UGI", "uci"])),
        (0.5, lambda _: "stop"),
        (1, lambda c: f"setoption name {option(c).replace(' ', ' value ')}"),
        (0.2, lambda c: f"setoption name Variant value {c.choice(['othello', '6x6 anti', 'x', ''])}"),
        (searches, lambda c: f"go {c.choice(['', 'infinite', 'depth', 'swiftly'])}"),
        (searches, lambda c: f"go {c.choice(['depth', 'nodes', 'movetime'])} {number(c)}"),
        (searches, lambda c: f"go {clocks(c)}"),
    ]


def cassio(_: Source, searches: float) -> Mix:
    """Commands of Cassio, in any order. Lines wait for a search, so it is short: the program runs with a limit of time."""
    board: Line = lambda c: SQUARES_AT_START.replace("*", "X")[c.choice([0, 0, 0, 1]) :] + c.choice(["X", "O", " O", "?", ""])  # noqa: E731
    bound: Line = lambda c: c.choice(["-64", "64", "-1.5", "0", "2", "x", "nan", "1e300", ""])  # noqa: E731
    plain = ["init", "get-version", "new-position", "empty-hash", "get-search-infos", "stop", "INIT", "nonsense", ""]

    def of(line: Line) -> Line:
        return lambda c: f"ENGINE-PROTOCOL {line(c)}"

    return [
        (3, of(lambda c: c.choice(plain))),
        (1, of(lambda c: f"feed-hash {board(c)} {bound(c)} {bound(c)} {number(c)} {number(c)} {square(c)}")),
        (0.5, lambda c: f"{c.choice(['engine-protocol', 'hello', ''])} {number(c)}"),
        (0.3 * searches, of(lambda c: f"midgame-search {board(c)} {bound(c)} {bound(c)} {number(c)} {number(c)}")),
        (0.3 * searches, of(lambda c: f"endgame-search {board(c)} {bound(c)} {bound(c)} {number(c)}")),
    ]


def xboard(source: Source, searches: float) -> Mix:
    """Commands of XBoard, in any order. Lines wait for the engine's move, so a search is short."""

    def board(chance: random.Random) -> str:
        rows = ["8", "8", "8", "3Pp3", "3pP3", chance.choice(["8", "8", "9", "PPPPpppp", "4K3", "10", ""]), "8", "8"]
        return chance.choice(["/".join(rows), "/".join(rows) + "[PPpp]", "8/8"])

    plain = [
        "new",
        "force",
        "playother",
        "undo",
        "remove",
        "?",
        "post",
        "nopost",
        "hard",
        "easy",
        "draw",
        "bk",
        "edit",
        "",
    ]
    return [
        (3, lambda c: c.choice(plain)),
        (3, lambda c: f"usermove {c.choice(['P@', 'p@', '@', '', 'x@'])}{square(c)}"),
        (1, lambda c: c.choice(["usermove @@@@", "usermove e2e4", f"P@{square(c)}", "lift _8", "put d3", "hover a1"])),
        (1, lambda c: f"setboard {board(c)} {c.choice(['w', 'b', '?', ''])} - - 0 1"),
        (0.2, lambda c: f"variant {c.choice(['othello', 'reversi', 'anti-6x6', '10x10', 'chess', ''])}"),
        (0.2, lambda c: c.choice(["xboard", "protover 2", "accepted highlight", "rejected highlight", "result 1-0 {x}"])),
        (0.5, lambda c: f"level {number(c)} {number(c)} {number(c)}"),
        (1, lambda c: f"{c.choice(['st', 'sd', 'time', 'otim'])} {number(c)}"),
        (1, lambda c: f"option {option(c).replace(' ', '=')}"),
        (searches, lambda _: "go"),
    ]


def json_lines(source: Source, searches: float) -> Mix:
    """Queries and actions of the JSON protocol with few ids, so that many are in use, and with wrong values."""

    def query(chance: random.Random) -> str:
        moves = chance.choice(source.games)[: chance.randrange(20)]
        fields: dict[str, Callable[[], object]] = {
            "moves": lambda: chance.choice([transcript(moves), moves, "f5a1", 7]),
            "analyzeTurns": lambda: [chance.randrange(len(moves) + 1) for _ in range(chance.randrange(3))],
            "lines": lambda: chance.choice([1, 2, 64, 0, "x"]),
            "priority": lambda: chance.randrange(-5, 5),
            "reportDuringSearchEvery": lambda: chance.choice([0.01, 0.1, 0, None]),
            "avoidMoves": lambda: [square(chance)],
            "exact": lambda: chance.choice([True, False]),
            "explain": lambda: chance.choice([True, False]),
            "komi": lambda: 7.5,
        }
        chosen = {name: value() for name, value in fields.items() if chance.random() < 0.3}
        return json.dumps({"id": f"q{chance.randrange(50)}", "time": 0.005, **chosen})

    def action(chance: random.Random) -> str:
        kind = chance.choice(["terminate", "terminate", "terminate_all", "clear_cache", "query_version", "quit"])
        return json.dumps({"id": "x", "action": kind, "terminateId": f"q{chance.randrange(50)}"})

    return [(0.5 * searches, query), (5, action), (2, number), (1, square), (1, lambda c: query(c)[: c.randrange(80)])]


def console(source: Source, searches: float) -> Mix:
    """Words of the console, in any order."""
    plain = ["help", "show", "transcript", "ggf", "obf", "version", "options", "stop", "?", "# comment", "", "nonsense"]
    return [
        (5, lambda c: c.choice(plain)),
        (1, lambda c: f"help {c.choice(['hint', 'level', 'nonsense', 'hnt'])}"),
        (3, lambda c: f"new {c.choice(['', '', '8', '6x6', '10x10', '11', '4 anti', 'parallel', '6x8', 'x'])}"),
        (1, lambda c: f"setboard {SQUARES_AT_START.replace('*', 'X')[c.randrange(3) :]} {c.choice('XO?')}"),
        (5, source.moves),
        (5, square),
        (3, lambda c: f"play {source.moves(c)}"),
        (3, lambda c: f"{c.choice(['undo', 'redo', 'u', 'r'])} {number(c)}"),
        (
            2,
            lambda c: c.choice(
                ["verbose 0", "verbose 1", "hmirror", "vmirror", "rotate", "rotate 270", "rotate 1", "symetry 5", "symetry 8"]
            ),
        ),
        (2, lambda c: f"set {option(c)}"),
        (1, lambda c: option(c).replace(" ", c.choice(["=", " = ", " "]))),
        (1, lambda c: f"level {number(c)}"),
        (1, lambda c: f"time {c.choice(['5:00', '5:00 3', 'off', 'x', '0', '99999999999:00'])}"),
        (1, lambda c: f"{c.choice(['load', 'save'])} {c.choice(['.', 'no/file.ggf', '', 'a.ggf', 'a.sgf', 'a.txt'])}"),
        (0.3 * searches, lambda _: "go"),
        (0.3 * searches, lambda c: f"hint {number(c)}"),
        (0.1 * searches, lambda c: f"solve {c.choice(['', 'wld', 'x'])}"),
        (0.015 * searches, lambda _: "analyze"),
        (0.015 * searches, lambda c: f"mode {c.choice(['0', '1', '2', '3', '4', ''])}"),
    ]
