"""Engines that speak the protocol of NBoard, version 2, and the deviations of NTest, Edax and others from it.

Unknown lines are ignored, as NBoard ignores them. Before each `go` the runner waits for the `pong` to a `ping`; that time does not
count.
"""

import math
import re
from collections.abc import Collection, Mapping

import msgspec

from lab.engines.player import Player
from lab.engines.process import EngineError, Line
from lab.notation import MOVE, SQUARE, ggf_limit, ggf_move, ggf_record
from lab.records import Fault, Move
from lab.rules import SQUARES, Colour
from lab.variant_board import start

WORDS = {"level": "set depth {value}", "depth": "set depth {value}", "game_time": ""}
"""NBoard's depth is a level. The clock of the game is in the record of the game."""
_OTHER_PROTOCOL = re.compile(r"[?=]\d*(\s|$)")
_MOVE = re.compile(rf"===\s*({MOVE}|pass|pas|pa|p|--)[a-z0-9]*(?=[/\s]|$)", re.IGNORECASE)
_DEPTH = re.compile(rf"\s*(?:search\s+(?P<move>{SQUARE})\S*\s+\S+\s+\S+|status\b.*\bdepth)\s+(?P<depth>\S+)", re.IGNORECASE)
VARIANT_READERS = ("Emilia",)
"""Engines that read the rules in the record of the game, by the names that they report."""


class NBoardPlayer(Player):
    """A player that speaks NBoard's protocol."""

    _pings = 0
    _is_started = False

    def _handshake(self) -> None:
        self.process.send("nboard 2")
        self._synchronize()
        self._is_started = True

    def _default_words(self) -> Mapping[str, str]:
        """Without an answer to errors, only an engine that is known to read the rules is trusted with them."""
        return WORDS | ({"variant": ""} if self.name in VARIANT_READERS else {})

    def _send_command(self, line: str) -> None:
        self.process.send(line)

    def _synchronize(self) -> None:
        self._pings += 1
        request = f"ping {self._pings}"
        deadline = self.process.send(request) + self.conditions.timeout
        while True:
            line = self.process.read(deadline, request)
            words = line.text.split()
            if words == ["pong", str(self._pings)]:
                return
            if words[:2] == ["set", "myname"]:
                self._set_name(" ".join(words[2:]))
            if not self._is_started and _OTHER_PROTOCOL.match(line.text):
                raise EngineError(Fault.GARBAGE, f"not NBoard's protocol: {line.text!r}")
            if self._is_started and _is_answer(line):
                raise EngineError(Fault.GARBAGE, f"{line.text!r} before 'go' was sent")

    def _begin_game(self) -> None:
        time = ggf_limit(self.engine.limit)
        names = {self.colour: self.engine.name}
        tags = [f"TI[{time}]"] if time else []
        variant = self.conditions.variant
        record = ggf_record(names.get("black", ""), names.get("white", ""), (), tags=tags, variant=variant)
        self.process.send(f"set game {record}")

    def _play(self, colour: Colour, move: Move) -> None:
        self.process.send(f"move {ggf_move(move)}")

    def _play_pass(self, colour: Colour) -> None:
        self.process.send("move PA")

    def _choose(self) -> Move:
        self._synchronize()
        sent = self.process.send("go")
        deadline = sent + self.clock.timeout()
        nodes, proof = None, None
        while not _is_answer(line := self._next_line(deadline)):
            nodes = read_nodes(line.text) or nodes
            proof = read_proof(line.text, proof)
        move = read_move(line, sent, nodes, start(self.conditions.variant).squares)
        return msgspec.structs.replace(move, exact=move.score is not None and proof is not None and move.at.startswith(proof))


def _is_answer(line: Line) -> bool:
    return line.text.lstrip().startswith("===")


def read_nodes(text: str) -> int | None:
    """The nodes in a line `nodestats NODES SECONDS`; None for any other line."""
    found = re.match(r"\s*nodestats\s+(\d{1,18})(\s|$)", text)
    return int(found[1]) if found else None


def read_proof(text: str, before: str | None) -> str | None:
    """The move that is proved by a line such as `search f5d6 +2 0 100%`; empty for any move, by `status Thinking, depth 100%`.

    None if the line has another depth; the one before if it has none.
    """
    found = _DEPTH.match(text)
    if found is None:
        return before
    return (found["move"] or "").lower() if found["depth"] == "100%" else None


def read_move(line: Line, sent: float, nodes: int | None, squares: Collection[str] = SQUARES) -> Move:
    """The move in a line such as `=== F5/1.25/0.03`, `=== d6 -1.00 0.0` or `=== PA`; EngineError if there is none."""
    text = line.text.strip()
    found = _MOVE.match(text)
    at = found[1].lower() if found else ""
    if found is None or (at[1:2].isdigit() and at.partition("x")[0] not in squares):
        raise EngineError(Fault.GARBAGE, f"{line.text!r} to 'go'")
    notes = re.split(r"\s*/\s*|\s+", text[found.end() :].strip().removeprefix("/"))
    return Move(at if at[1:2].isdigit() else "pass", line.at - sent, nodes, _score(notes[0]))


def _score(text: str) -> float | None:
    """A score in discs, perhaps with a decimal comma; None if it is no finite number."""
    try:
        score = float(text.replace(",", "."))
    except ValueError:
        return None
    return score if math.isfinite(score) else None
