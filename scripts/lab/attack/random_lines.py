"""Random lines for each protocol: those of a session with other arguments, with spoilt arguments or bytes, and noise.

The same seed gives the same lines. No line ends the program.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Literal

from lab.bootstrap import ROOT
from lab.notation import transcript
from lab.rules import SQUARES, START

Language = Literal["gtp", "nboard", "ugi", "uci", "cassio", "xboard", "console", "json"]
SQUARES_AT_START = "---------------------------O*------*O---------------------------"
SESSIONS = ROOT / "fuzz" / "corpus"
"""A session of each protocol, from which fuzzing starts too. A tab at the end of a line is for the fuzz targets."""
OMITTED = re.compile(r"quit|ping|live_gfx|memory|cores|terminate_all")
"""Lines that end the program or all searches, are answered like the markers of a run, write on stderr, or need much memory."""
SEARCHES: dict[Language, tuple[float, str]] = {
    "gtp": (0.04, "(reg_)?genmove|emilia-(hint|gfx|[ds]board|variation|solve|analyze|review)|.*-(genmove_)?analyze"),
    "nboard": (0.45, "hint|go|analyze"),
    "ugi": (0.25, "go"),
    "uci": (0.25, "go"),
    "cassio": (0.12, ".*(midgame|endgame)-search"),
    "xboard": (0.08, "go|hint|analyze"),
    "console": (0.02, "go|hint|solve|analyze|mode"),
    "json": (0.05, '(?!.*"action")'),
}
"""The normal share of lines that begin a search, and how they begin. Where a client has to wait for all answers it is small."""
LONG = re.compile("analyze$|mode |emilia-review")
"""Searches of a whole game; one search in fifty is of this kind."""
ODD_NUMBERS = ("", "0", "-1", "+3", "1e9", "1.5", "x", "99999999999999999999", "-9223372036854775808", "nan", "\u0663")
ODD_SQUARES = ("pa", "PA", "pass", "--", "", "a9", "i1", "h", "A0", "f5d6", "f5 d6", "e\u0301")
ODD_BYTES = (b"\0", b"\xff", b"\xc3", b"\t", b"\r", b" ", b"\xef\xbb\xbf")
"""Bytes that are put into lines."""
WORD = re.compile(r"\(;GM.*;\)|\b(?:[a-h][1-8]){2,}\b|\b[a-hA-H][1-8]\b|(?<![\w.:/x-])-?\d+(?![\w.:/])")
"""What is varied in a line: a record, the moves of a game, a square, a number."""


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


class Source:
    """Random lines of one protocol."""

    def __init__(self, language: Language, seed: int, searches: float = 1.0) -> None:
        """Lines in which searches have `searches` times their normal share."""
        self.chance = random.Random(seed)
        # Games are chosen from a pool, so that a line is cheap.
        self.games = [game(self.chance) for _ in range(100)]
        self._vary = self._varied_json if language == "json" else self._varied
        share, beginning = SEARCHES[language]
        self._share = min(0.9, share * searches)
        session = (SESSIONS / language / "seed-session").read_text(encoding="utf-8").splitlines()
        lines = [re.sub(r"^\d+ ", "", line).strip() for line in session if not OMITTED.search(line)]
        self._searches = [line for line in lines if re.match(beginning, line)]
        self._others = [line for line in lines if line not in self._searches]

    def _picked(self) -> str:
        """A line of the session."""
        if self.chance.random() >= self._share:
            return self.chance.choice(self._others)
        is_long = self.chance.random() < 0.02
        found = [line for line in self._searches if bool(LONG.search(line)) == is_long]
        return self.chance.choice(found or self._searches)

    def _varied(self, line: str) -> str:
        """The line with other games, squares and numbers; some of them are wrong or extreme."""
        return WORD.sub(lambda found: self._other(found[0]) if self.chance.random() < 0.7 else found[0], line)

    def _other(self, word: str) -> str:
        """Another word of the same kind."""
        chance = self.chance
        if word.startswith("(;GM"):
            text = ggf(chance.choice(self.games))
            return text[: chance.randrange(len(text))] if chance.random() < 0.2 else text
        if word.lstrip("-").isdigit():
            return chance.choice(ODD_NUMBERS) if chance.random() < 0.3 else str(chance.randrange(-5, 70))
        if len(word) > 2:
            return transcript(chance.choice(self.games))
        name = chance.choice(ODD_SQUARES) if chance.random() < 0.1 else chance.choice(SQUARES)
        return chance.choice([name, name.upper()])

    def _varied_json(self, line: str) -> str:
        """The object with one of few ids, so that many are in use; some have a wrong value, and some break off."""
        chance = self.chance
        record = {**json.loads(line), "id": f"q{chance.randrange(50)}", "terminateId": f"q{chance.randrange(50)}"}
        if "action" not in record:
            del record["terminateId"]
            record["moves"] = chance.choice([transcript(chance.choice(self.games)[:20]), "f5a1", record.get("moves", "")])
            if chance.random() < 0.3:
                record[chance.choice([name for name in record if name != "id"])] = chance.choice([7, "x", [], {}, -1, True])
            record["time"] = 0.005
        text = json.dumps(record)
        return text[: chance.randrange(len(text))] if chance.random() < 0.1 else text

    def line(self) -> bytes:
        """The next line, with its end. 10 % are noise, 5 % hold a byte that does not belong there."""
        chance = self.chance
        while True:
            if chance.random() < 0.1:
                line = noise(chance)
            else:
                line = self._vary(self._picked()).encode()
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


def ends_program(line: bytes) -> bool:
    """Whether a protocol might take a line for the command that ends the program, whatever bytes it ignores."""
    letters = bytes(byte for byte in line.partition(b"#")[0][:100].lower() if 32 < byte < 127)
    return letters in (b"q", b"quit", b"exit")


def noise(chance: random.Random) -> bytes:
    """A line without meaning."""
    repeated = (b"9", b"(", b"x ", b"f5", b"\xff", b"set ")
    kinds: list[Callable[[], bytes]] = [
        lambda: b"",
        lambda: b" \t \r",
        lambda: chance.randbytes(chance.randrange(1, 200)).replace(b"\n", b""),
        lambda: bytes(chance.randrange(32, 127) for _ in range(chance.randrange(1, 80))),
        lambda: b"\0" * chance.randrange(1, 50),
        lambda: chance.choice(repeated) * chance.randrange(1, 10 ** chance.randrange(1, 5) + 1),
    ]
    return chance.choice(kinds)() + b"\n"
