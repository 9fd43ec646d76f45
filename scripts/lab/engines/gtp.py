"""Engines that speak the Go Text Protocol, version 2, and the deviations of Othello engines from it.

Commands carry an id if the engine repeats it, also after a blank (`= 7 text`, as Edax does); an answer with another id is an
error. Explicit passes are sent until the engine refuses one (GRhino does), since a refused command changes nothing. From then on
they are left out, and the engine must recognize by itself that the same colour moves again.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from lab.engines.player import Clock, Player, first_listed, format_seconds
from lab.engines.process import EngineError
from lab.records import Fault, Move
from lab.rules import Colour
from lab.variant_board import start
from lab.variants import BLACK, CUT_OFF, EMPTY, WHITE

WORDS = {
    "level": ("emilia-level {value}", "set_level {value}"),
    "nodes": ("emilia-set nodes {value}",),
    "option": ("emilia-set {name} {value}",),
    "nodes_searched": ("emilia-nodes",),
    "variant": ("emilia-variant {value}",),
}
"""Commands of Emilia and of Neural Reversi; each is used with every engine that lists it."""
GAMES = ("Othello", "Reversi")
BOARD_SQUARES = str.maketrans(EMPTY + CUT_OFF, "-~")
"""What stands for squares in the command for a board; `#` begins a comment."""
STREAM = "emilia-genmove_analyze"
"""Plays a move as `genmove` does, and reports the search before it."""
MAX_ANSWER_LINES = 2000
"""Lines in an answer."""


class Answer(NamedTuple):
    """The answer of an engine to a command."""

    is_success: bool
    text: str
    """Without its sign, id and the blanks around it."""
    seconds: float
    """From the command to the end of the answer."""


class GtpPlayer(Player):
    """A player that speaks GTP."""

    plays_chosen_move = True
    _skips_banner = False
    _repeats_ids = False
    _number = 0
    _commands: frozenset[str] = frozenset()
    _accepts_passes = True
    _accepts_fractions = True

    def _handshake(self) -> None:
        self._detect_ids()
        self._commands = self._list_commands()
        if self.conditions.variant and self._command_for("variant") == "":
            return  # its command line has the rules, which set_game would replace
        if "set_game" in self._commands and not any(self._request(f"set_game {name}").is_success for name in GAMES):
            raise EngineError(Fault.REFUSAL, f"{self.engine.name} does not play Othello")
        if not self.conditions.variant:
            self._send_command("boardsize 8")

    @property
    def _sends_board(self) -> bool:
        """Whether the board is sent at the beginning of each game, because no words of `emilia-variant` describe it."""
        return self.variant.is_given_by_picture and self._command_for("variant") in WORDS["variant"]

    def _send_variant(self) -> None:
        super()._send_variant()
        if self._sends_board:
            self._send_board()  # a refused board is an error before the first game

    def _variant_words(self) -> str:
        if self._sends_board:
            return " ".join(self.variant.conditions()) or "othello"
        return super()._variant_words()

    def _send_board(self) -> None:
        rows = "/".join(self.variant.picture).translate(BOARD_SQUARES)
        self._send_command(f"emilia-setboard {rows} {BLACK if self.variant.first == 'black' else WHITE}")

    def _detect_ids(self) -> None:
        """Asks for the name with an id, and again without one if the engine does not repeat it."""
        self._skips_banner = True
        first = self._request("1 name")
        self._skips_banner = False
        own = re.match(r"1(\s|$)", first.text)
        self._repeats_ids, self._number = own is not None, 1
        if own is None and not first.is_success:
            first = self._request("name")
        self._set_name(first.text.removeprefix("1" if own else "") if first.is_success else "")

    def _list_commands(self) -> frozenset[str]:
        """The commands of the engine; without `list_commands`, those of the commands used here that it knows."""
        answer = self._request("list_commands")
        if answer.is_success:
            return frozenset(answer.text.split())
        used = ["set_game", "time_settings", "time_left", *(line.split()[0] for lines in WORDS.values() for line in lines)]
        return frozenset(command for command in used if self._request(f"known_command {command}").text == "true")

    def _default_words(self) -> Mapping[str, str]:
        words = {kind: line for kind, lines in WORDS.items() if (line := first_listed(lines, self._commands))}
        if "time_settings" in self._commands:
            words |= {"move_time": "", "game_time": ""}
        if self.variant.othello_size and "variant" not in words:
            words["variant"] = f"boardsize {self.variant.othello_size}"
        return words

    @property
    def _uses_gtp_clock(self) -> bool:
        """Whether the time is sent with the commands of the protocol."""
        return "time_settings" in self._commands and not {"move_time", "game_time"} & dict(self.engine.words).keys()

    def _send_command(self, line: str) -> None:
        answer = self._request(line)
        if not answer.is_success:
            raise self._refusal(line, answer)

    def _refusal(self, command: str, answer: Answer) -> EngineError:
        return EngineError(Fault.REFUSAL, f"{self.engine.name} refuses {command!r}: {answer.text!r}")

    def _send_limit(self) -> None:
        super()._send_limit()
        self._send_clock()

    def _synchronize(self) -> None:
        """Every command was answered."""

    def _begin_game(self) -> None:
        self._send_command("clear_board")
        if self._sends_board:
            self._send_board()
        self._send_clock()

    def _play(self, colour: Colour, move: Move) -> None:
        self._send_command(f"play {colour} {move.at.upper()}")

    def _play_pass(self, colour: Colour) -> None:
        self._accepts_passes = self._accepts_passes and self._request(f"play {colour} pass").is_success

    def _choose(self) -> Move:
        allowed = self.clock.time_for_move()
        if allowed is not None and self._uses_gtp_clock and "time_left" in self._commands:
            stones = 1 if self.clock.left is None else 0
            self._send_time(f"time_left {self.colour} {{}} {stones}", allowed)
        tells_proofs = self.conditions.agreed > 0 and STREAM in self._commands
        command = f"{STREAM if tells_proofs else 'genmove'} {self.colour}"
        answer = self._request(command, self.clock)
        if not answer.is_success:
            raise self._refusal(command, answer)
        *results, last = answer.text.split("\n")
        at = (last.removeprefix("play ") if tells_proofs else answer.text).lower()
        if at == "resign":
            raise EngineError(Fault.RESIGNED, "")
        if at.partition("x")[0] not in start(self.conditions.variant).squares and at != "pass":
            raise EngineError(Fault.GARBAGE, f"{answer.text!r} to {command!r}")
        return Move(at, answer.seconds, self._nodes_searched(), *(read_result(results[-1]) if tells_proofs and results else ()))

    def _nodes_searched(self) -> int | None:
        """The nodes of the last search, if the engine reports them. The time of this command does not count."""
        command = self._command_for("nodes_searched")
        answer = self._request(command) if command else None
        return read_nodes(answer.text) if answer is not None and answer.is_success else None

    def _send_clock(self) -> None:
        limit = self.engine.limit
        if not self._uses_gtp_clock:
            return
        if limit.game_time is not None:
            self._send_time("time_settings {} 0 0", limit.game_time)
        elif limit.move_time is not None:
            self._send_time("time_settings 0 {} 1", limit.move_time)

    def _send_time(self, line: str, seconds: float) -> None:
        """Sends a time, in whole seconds if the engine refuses fractions. REFUSAL if it refuses both."""
        text = format_seconds(seconds)
        if "." in text:
            if self._accepts_fractions and self._request(line.format(text)).is_success:
                return
            self._accepts_fractions = False
            text = str(math.floor(seconds))
            if text == "0" and line.startswith("time_settings"):
                raise EngineError(Fault.REFUSAL, f"{self.engine.name} accepts only whole seconds, not {seconds:g}")
        self._send_command(line.format(text))

    def _request(self, command: str, clock: Clock | None = None) -> Answer:
        """Sends a command and waits for its answer, at most as long as the clock allows, else the timeout of the contest."""
        line = self.process.unexpected_line()
        if line is not None:
            raise EngineError(Fault.GARBAGE, f"{line!r} before {command!r} was sent")
        self._number += 1 if self._repeats_ids else 0
        sent = self.process.send(f"{self._number} {command}" if self._repeats_ids else command)
        try:
            text, at = self._read_answer(command, sent + (clock.timeout() if clock else self.conditions.timeout))
        except EngineError as error:
            if clock and error.fault is Fault.HANG:
                raise clock.timeout_error() from None
            raise
        is_success = text.startswith("=")
        return Answer(is_success, self._without_id(text[1:].strip(), command, is_success), at - sent)

    def _read_answer(self, command: str, deadline: float) -> tuple[str, float]:
        """The lines of an answer up to the empty line that ends it, and the time of that line."""
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

    def _without_id(self, text: str, command: str, is_success: bool) -> str:
        """The text of an answer; an id may be missing only in a refusal."""
        given = re.match(r"(\d+)(?:\s+|$)", text) if self._repeats_ids else None
        if given is not None and given[1] == str(self._number):
            return text[given.end() :]
        if self._repeats_ids and (given is not None or is_success):
            raise EngineError(Fault.GARBAGE, f"{text!r} to {self._number} {command!r}")
        return text


def read_nodes(text: str) -> int | None:
    """The number of nodes that the text begins with; None if there is none, or 0: the move was not searched."""
    found = re.match(r"(\d{1,18})(\s|$)", text)
    return (int(found[1]) or None) if found else None


def read_result(text: str) -> tuple[float | None, bool]:
    """The score in discs, and whether it is proved, in a line `info move A1 ... score +64.00 certainty exact ...`."""
    found = re.match(r"info move .*\bscore ([+-]?\d+(?:\.\d+)?) certainty (\S+)", text)
    return (float(found[1]), found[2] == "exact") if found else (None, False)
