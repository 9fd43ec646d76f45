"""Engines that speak the Universal Game Interface (UGI).

The position is sent before each move as `position startpos moves ...`, with the passes. Before each `go` the runner waits for the
`readyok` to `isready`; that time does not count. Both clocks of `go` show the time of the engine itself, as it needs no other.
"""

import re
from collections.abc import Mapping

import msgspec

from lab.engines.player import Player
from lab.engines.process import EngineError, Line
from lab.records import Fault, Move
from lab.rules import SQUARES, Colour

WORDS = {"option": "setoption name {name} value {value}", "depth": "", "nodes": "", "move_time": "", "game_time": ""}
"""The limits are arguments of `go`."""
LEVEL = "setoption name {name} value {{value}}"
"""Sets the level of an engine that declares an option for it."""
PASS = "pass"
_OTHER_PROTOCOL = re.compile(r"[?=]\d*(\s|$)")
_NAME = re.compile(r"\s*id\s+name\s+(.*)")
_OPTION = re.compile(r"\s*option\s+name\s+(\S+)\s+type\s")
_ANSWER = re.compile(r"\s*bestmove(\s|$)")


class UgiPlayer(Player):
    """A player that speaks UGI."""

    _options: frozenset[str] = frozenset()
    _moves: tuple[str, ...] = ()

    def _handshake(self) -> None:
        options = set()
        deadline = self.process.send("ugi") + self.conditions.timeout
        while (line := self.process.read(deadline, "ugi").text).split() != ["ugiok"]:
            if _OTHER_PROTOCOL.match(line):
                raise EngineError(Fault.GARBAGE, f"not UGI: {line!r}")
            if name := _NAME.match(line):
                self._set_name(name[1])
            if option := _OPTION.match(line):
                options.add(option[1])
        self._options = frozenset(options)

    def _default_words(self) -> Mapping[str, str]:
        level = next((name for name in sorted(self._options) if name.lower() == "level"), None)
        return {**WORDS, "level": LEVEL.format(name=level)} if level else WORDS

    def _send_command(self, line: str) -> None:
        self.process.send(line)

    def _synchronize(self) -> None:
        deadline = self.process.send("isready") + self.conditions.timeout
        while (line := self.process.read(deadline, "isready")).text.split() != ["readyok"]:
            if _ANSWER.match(line.text):
                raise EngineError(Fault.GARBAGE, f"{line.text!r} before 'go' was sent")

    def _begin_game(self) -> None:
        self._moves = ()
        self.process.send("uginewgame")

    def _play(self, colour: Colour, move: Move) -> None:
        self._moves += (move.at,)

    def _play_pass(self, colour: Colour) -> None:
        self._moves += (PASS,)

    def _choose(self) -> Move:
        self.process.send(" ".join(["position startpos", *(["moves", *self._moves] if self._moves else [])]))
        self._synchronize()
        sent = self.process.send(self._go())
        deadline = sent + self.clock.timeout()
        nodes, score, is_exact = None, None, False
        while not _ANSWER.match((line := self._next_line(deadline)).text):
            nodes = read_number(line.text, "nodes") or nodes
            score = read_score(line.text, score)
            is_exact = read_certainty(line.text, is_exact)
        return msgspec.structs.replace(read_move(line, sent, nodes, score), exact=is_exact and score is not None)

    def _go(self) -> str:
        """The command `go` with the limits that no command of the engine's description sets."""
        limit, own = self.engine.limit, dict(self.engine.words)
        words = ["go"]
        if limit.depth is not None and "depth" not in own:
            words += ["depth", str(limit.depth)]
        if limit.nodes is not None and "nodes" not in own:
            words += ["nodes", str(limit.nodes)]
        if limit.move_time is not None and "move_time" not in own:
            words += ["movetime", _milliseconds(limit.move_time)]
        if self.clock.left is not None and "game_time" not in own:
            left, increment = _milliseconds(self.clock.left), _milliseconds(limit.increment)
            words += ["p1time", left, "p2time", left, "p1inc", increment, "p2inc", increment]
        return " ".join(words)


def _milliseconds(seconds: float) -> str:
    """A time as UGI has it, rounded down."""
    return str(int(seconds * 1000))


def read_number(text: str, word: str) -> int | None:
    """The number behind this word in a line of `info`; None if there is none."""
    found = re.match(rf"\s*info\s(?:.*\s)?{word}\s+(-?\d{{1,18}})(\s|$)", text.partition(" string ")[0])
    return int(found[1]) if found else None


def read_score(text: str, before: float | None) -> float | None:
    """The score in discs in a line of `info`, `cp` being hundredths of a disc; the one before if the line has none."""
    if re.match(r"\s*info\s.*\b(lowerbound|upperbound)\b", text):
        return None
    found = read_number(text, r"score\s+cp")
    return before if found is None else found / 100


def read_certainty(text: str, before: bool) -> bool:
    """Whether the score is proved, by a line `info string exact` or `info string book exact`; the one before for other lines."""
    found = re.match(r"\s*info\s+string\s+(.*)", text)
    return before if found is None else found[1].split() in (["exact"], ["book", "exact"])


def read_move(line: Line, sent: float, nodes: int | None, score: float | None) -> Move:
    """The move in a line such as `bestmove f5`; EngineError if there is none."""
    words = line.text.lower().split()
    if len(words) != 2 or words[1] not in {*SQUARES, PASS}:
        raise EngineError(Fault.GARBAGE, f"{line.text!r} to 'go'")
    return Move(words[1], line.at - sent, nodes, score)
