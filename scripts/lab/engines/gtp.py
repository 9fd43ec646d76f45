"""Engines that speak the Go Text Protocol, version 2, with the habits that engines for Othello have.

Commands carry an id if the engine repeats it, also after a blank (`= 7 text`, as Edax does); an answer with another id is one too
many. Explicit passes are sent until the engine refuses one (GRhino does), since a refused command changes nothing; from then on
they are left out, and the engine has to see by itself that the same colour moves again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from lab.engines.clock import Clock, in_seconds
from lab.engines.failure import EngineError
from lab.engines.player import Player, first_listed
from lab.records import Colour, Fault, Move
from lab.rules import SQUARES

WORDS = {
    "level": ("emilia-level {value}", "set_level {value}"),
    "nodes": ("emilia-set nodes {value}",),
    "option": ("emilia-set {name} {value}",),
}
"""Lines of Emilia and of Neural Reversi; each holds for whoever lists its command."""
GAMES = ("Othello", "Reversi")
MAX_ANSWER_LINES = 2000
"""Lines in an answer."""


class Answer(NamedTuple):
    """What an engine answered to a command."""

    granted: bool
    text: str
    """Without its sign, id and the blanks around it."""
    seconds: float
    """From the command to the end of the answer."""


class GtpPlayer(Player):
    """A player that speaks GTP."""

    chooses_on_its_board = True
    _skips_banner = False
    _repeats_ids = False
    _number = 0
    _commands: frozenset[str] = frozenset()
    _takes_passes = True
    _takes_fractions = True

    def _greet(self) -> None:
        self._find_out_about_ids()
        self._commands = self._listed()
        if "set_game" in self._commands and not any(self._answer(f"set_game {name}").granted for name in GAMES):
            raise EngineError(Fault.REFUSAL, f"{self.engine.name} does not play Othello")
        self._order("boardsize 8")

    def _find_out_about_ids(self) -> None:
        """Asks for the name with an id, and again without one if the engine does not repeat it."""
        self._skips_banner = True
        first = self._answer("1 name")
        self._skips_banner = False
        own = re.match(r"1(\s|$)", first.text)
        self._repeats_ids, self._number = own is not None, 1
        if own is None and not first.granted:
            first = self._answer("name")
        self._call(first.text.removeprefix("1" if own else "") if first.granted else "")

    def _listed(self) -> frozenset[str]:
        """The commands that the engine knows, of those that matter here."""
        answer = self._answer("list_commands")
        if answer.granted:
            return frozenset(answer.text.split())
        asked = ["set_game", "time_settings", "time_left", *(line.split()[0] for lines in WORDS.values() for line in lines)]
        return frozenset(command for command in asked if self._answer(f"known_command {command}").text == "true")

    def _words(self) -> Mapping[str, str]:
        words = {kind: line for kind, lines in WORDS.items() if (line := first_listed(lines, self._commands))}
        if "time_settings" in self._commands:
            words |= {"move_time": "", "game_time": ""}
        return words

    @property
    def _keeps_time(self) -> bool:
        """Whether the engine is told its time in the words of the protocol."""
        return "time_settings" in self._commands and not {"move_time", "game_time"} & dict(self.engine.words).keys()

    def _order(self, line: str) -> None:
        answer = self._answer(line)
        if not answer.granted:
            raise EngineError(Fault.REFUSAL, f"{answer.text!r} to {line!r}")

    def _tell_limit(self) -> None:
        super()._tell_limit()
        self._set_clock()

    def _settle(self) -> None:
        """Every order was answered."""

    def _begin(self) -> None:
        self._order("clear_board")
        self._set_clock()

    def _play(self, colour: Colour, move: Move) -> None:
        self._order(f"play {colour} {move.at.upper()}")

    def _play_pass(self, colour: Colour) -> None:
        self._takes_passes = self._takes_passes and self._answer(f"play {colour} pass").granted

    def _choose(self) -> Move:
        allowance = self.clock.allowance()
        if allowance is not None and self._keeps_time and "time_left" in self._commands:
            stones = 1 if self.clock.left is None else 0
            self._tell_time(f"time_left {self.colour} {{}} {stones}", allowance)
        command = f"genmove {self.colour}"
        answer = self._answer(command, self.clock)
        if not answer.granted:
            raise EngineError(Fault.REFUSAL, f"{answer.text!r} to {command!r}")
        at = answer.text.lower()
        if at == "resign":
            raise EngineError(Fault.RESIGNED, "")
        if at not in SQUARES and at != "pass":
            raise EngineError(Fault.GARBAGE, f"{answer.text!r} to {command!r}")
        return Move(at, answer.seconds)

    def _set_clock(self) -> None:
        limit = self.engine.limit
        if not self._keeps_time:
            return
        if limit.game_time is not None:
            self._tell_time("time_settings {} 0 0", limit.game_time)
        elif limit.move_time is not None:
            self._tell_time("time_settings 0 {} 1", limit.move_time)

    def _tell_time(self, line: str, seconds: float) -> None:
        """Tells a time, in whole seconds to an engine that refuses others; REFUSAL if it takes neither."""
        text = in_seconds(seconds)
        if "." in text:
            if self._takes_fractions and self._answer(line.format(text)).granted:
                return
            self._takes_fractions = False
            text = str(math.floor(seconds))
            if text == "0" and line.startswith("time_settings"):
                raise EngineError(Fault.REFUSAL, f"{self.engine.name} takes only whole seconds, not {seconds:g}")
        self._order(line.format(text))

    def _answer(self, command: str, clock: Clock | None = None) -> Answer:
        """What the engine answers; a clock bounds it instead of the contest's patience."""
        stray = self.process.unasked()
        if stray is not None:
            raise EngineError(Fault.GARBAGE, f"{stray!r} without a question, before {command!r}")
        self._number += 1 if self._repeats_ids else 0
        sent = self.process.send(f"{self._number} {command}" if self._repeats_ids else command)
        try:
            text, at = self._response(command, sent + (clock.longest_wait() if clock else self.conditions.timeout))
        except EngineError as error:
            if clock and error.fault is Fault.HANG:
                raise clock.run_out() from None
            raise
        granted = text.startswith("=")
        return Answer(granted, self._without_id(text[1:].strip(), command, granted), at - sent)

    def _response(self, command: str, deadline: float) -> tuple[str, float]:
        """The lines of an answer up to the empty one that ends it, and when that came."""
        lines: list[str] = []
        while True:
            line = self.process.read(deadline, command)
            if not lines and not line.text.startswith(("=", "?")):
                if line.text.strip() and not self._skips_banner:
                    raise EngineError(Fault.GARBAGE, f"{line.text!r} to {command!r}")
            elif not line.text.strip():
                return "\n".join(lines), line.at
            elif len(lines) == MAX_ANSWER_LINES:
                raise EngineError(Fault.GARBAGE, f"an answer without end to {command!r}")
            else:
                lines.append(line.text)

    def _without_id(self, text: str, command: str, granted: bool) -> str:
        """The text of an answer; an id may be missing only in a refusal."""
        given = re.match(r"(\d+)(?:\s+|$)", text) if self._repeats_ids else None
        if given is not None and given[1] == str(self._number):
            return text[given.end() :]
        if self._repeats_ids and (given is not None or granted):
            raise EngineError(Fault.GARBAGE, f"{text!r} to {self._number} {command!r}")
        return text
