"""The interface of all engines, whatever protocol they speak, and the clock of a player, which the runner measures."""

import abc
from collections.abc import Iterable, Mapping
from typing import ClassVar

from lab.engines.process import EngineError, Line, Process
from lab.records import Conditions, Engine, Fault, Limit, Move
from lab.rules import Colour, other
from lab.variants import Variant, find


def format_seconds(seconds: float) -> str:
    """A time as engines read it, to the millisecond, whole seconds without a point: `600`, `0.5`."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


class Clock:
    """The clock of one player in one game, in seconds."""

    def __init__(self, limit: Limit, conditions: Conditions) -> None:
        self._limit = limit
        self._conditions = conditions
        self.left = limit.game_time
        """Time left for the game; None without a limit for the game."""

    def time_for_move(self) -> float | None:
        """The most that the next move may take; None without a limit for the move or the game."""
        bounds = [bound for bound in (self._limit.move_time, self.left) if bound is not None]
        return min(bounds, default=None)

    def timeout(self) -> float:
        """The time after which the runner stops waiting for the move."""
        allowed = self.time_for_move()
        return self._conditions.timeout if allowed is None else allowed + self._conditions.tolerance

    def spend(self, seconds: float) -> None:
        """Subtracts the time of a move and adds the increment. EngineError if the move took too long."""
        self._check(seconds)
        if self.left is not None:
            self.left = max(0.0, self.left - seconds) + self._limit.increment

    def timeout_error(self) -> EngineError:
        """The fault of a player without a move at its timeout."""
        allowed = self.time_for_move()
        if allowed is None:
            return EngineError(Fault.HANG, f"no move in {self._conditions.timeout:g} s")
        return EngineError(Fault.TIME, f"no move in {allowed:.3f} s")

    def _check(self, seconds: float) -> None:
        allowed = self.time_for_move()
        if allowed is not None and seconds > allowed + self._conditions.tolerance:
            raise EngineError(Fault.TIME, f"{seconds:.3f} s for a move, {allowed:.3f} s were left")


MAX_NAME_LENGTH = 80
LIMIT_NAMES = {
    "level": "level",
    "depth": "depth limit",
    "nodes": "node limit",
    "move_time": "time limit per move",
    "game_time": "time limit per game",
}
"""The fields of a limit that are sent to the engine, with their names in messages."""
Played = tuple[Colour, Move]
"""A move with the colour that made it."""


class Player(abc.ABC):
    """A running engine. Every failure is an EngineError; after one, only `close` may be called."""

    plays_chosen_move: ClassVar = False
    """Whether the engine plays the move that it chooses on its own board, without a further command."""

    def __init__(self, engine: Engine, conditions: Conditions, cores: tuple[int, ...] = ()) -> None:
        """A player that is not started yet, and the cores that it may use."""
        self.engine = engine
        self.conditions = conditions
        self.cores = cores
        self.name = ""
        """The name that the engine reports, known after the start."""
        self.colour: Colour = "black"
        self.clock = Clock(engine.limit, conditions)
        self._last: Colour | None = None
        self._ply = 0
        """Moves of the game that were sent."""
        self._running: Process | None = None

    def start(self) -> None:
        """Starts the engine and sends its options, commands and limit.

        EngineError with NO_START if the engine does not answer, with REFUSAL if it does not accept a setting.
        """
        self._running = Process(self.engine.command, self.cores, self.engine.directory, self.engine.environment)
        try:
            self._handshake()
            self._send_variant()
            for name, value in self.engine.options:
                self._send_setting("option", name, value)
            for command in self.engine.commands:
                self._send_command(command)
            self._send_limit()
            self._synchronize()
        except EngineError as error:
            if error.fault is Fault.REFUSAL:
                raise
            raise EngineError(Fault.NO_START, error.detail) from None

    def new_game(self, colour: Colour, conditions: Conditions, played: Iterable[Played]) -> None:
        """Begins a game as this colour, with a full clock, after these moves."""
        self.colour = colour
        self.conditions = conditions
        self.clock = Clock(self.engine.limit, conditions)
        self._last, self._ply = None, 0
        self._begin_game()
        for mover, move in played:
            self._play_forced_pass(mover)
            self._play(mover, move)
            self._note(mover)
        self._synchronize()

    def play(self, colour: Colour, move: Move) -> None:
        """Sends a legal move of either colour, after a forced pass if there is one."""
        self._play_forced_pass(colour)
        if colour != self.colour or not self.plays_chosen_move:
            self._play(colour, move)
        self._note(colour)

    def choose(self) -> Move:
        """The player's move, which may be illegal, with the seconds that it took on the clock; it does not change the game."""
        self._play_forced_pass(self.colour)
        move = self._choose()
        assert move.seconds is not None
        self.clock.spend(move.seconds)
        return move

    def close(self, *, at_once: bool = False) -> None:
        """Ends the engine, without the command `quit` if `at_once`."""
        if self._running is not None:
            self._running.close(quit_command=None if at_once else "quit")
            self._running = None

    @property
    def variant(self) -> Variant:
        """The rules of the games."""
        return find(self.conditions.variant)

    @property
    def process(self) -> Process:
        """The engine's process."""
        assert self._running is not None
        return self._running

    def _set_name(self, name: str) -> None:
        """Stores the name that the engine reports, on one line and of limited length."""
        self.name = " ".join(name.split())[:MAX_NAME_LENGTH]

    def _command_for(self, kind: str) -> str | None:
        """The command of this kind: the one in the engine's description, else the protocol's; None if there is none."""
        return dict(self.engine.words).get(kind, self._default_words().get(kind))

    def _send_setting(self, kind: str, name: str, value: str) -> None:
        """Sends the command that sets an option or a limit; REFUSAL if there is no command for it."""
        line = self._command_for(kind)
        if line is None:
            setting = {"option": f"the option {name!r}", "variant": f"the variant {value!r}"}.get(kind) or f"a {LIMIT_NAMES[kind]}"
            raise EngineError(Fault.REFUSAL, f"{self.engine.name} has no command for {setting}; define `words.{kind}`")
        if line:
            self._send_command(line.replace("{name}", name).replace("{value}", value))

    def _send_limit(self) -> None:
        limit = self.engine.limit
        for kind in LIMIT_NAMES:
            value = getattr(limit, kind)
            if value is not None:
                self._send_setting(kind, kind, format_seconds(value) if kind.endswith("time") else str(value))

    def _send_variant(self) -> None:
        """Sends the rules if the games are not Othello; REFUSAL if the engine does not know them."""
        if self.conditions.variant:
            self._send_setting("variant", "variant", self._variant_words())

    def _variant_words(self) -> str:
        """The rules as the engine reads them."""
        return self.conditions.variant

    def _note(self, colour: Colour) -> None:
        """Remembers that this colour has moved."""
        self._last = colour
        self._ply += 1

    def _play_forced_pass(self, colour: Colour) -> None:
        """Sends the other colour's pass if this colour moved last, and its turn has no second disc."""
        if self._last == colour and not self.variant.is_second_disc(self._ply):
            self._play_pass(other(colour))
            self._last = None

    def _next_line(self, deadline: float) -> Line:
        """The next line while the engine thinks after `go`."""
        try:
            return self.process.read(deadline, "go")
        except EngineError as error:
            if error.fault is Fault.HANG:
                raise self.clock.timeout_error() from None
            raise

    @abc.abstractmethod
    def _handshake(self) -> None:
        """Waits until the engine answers."""

    @abc.abstractmethod
    def _default_words(self) -> Mapping[str, str]:
        """The commands of the protocol by their kind; an empty one where the engine needs no command."""

    @abc.abstractmethod
    def _send_command(self, line: str) -> None:
        """Sends a command whose answer has no content."""

    @abc.abstractmethod
    def _synchronize(self) -> None:
        """Waits until all commands were executed."""

    @abc.abstractmethod
    def _begin_game(self) -> None:
        """Begins a game at the start position."""

    @abc.abstractmethod
    def _play(self, colour: Colour, move: Move) -> None:
        """Plays a move on the engine's board."""

    @abc.abstractmethod
    def _play_pass(self, colour: Colour) -> None:
        """Plays a forced pass on the engine's board."""

    @abc.abstractmethod
    def _choose(self) -> Move:
        """Asks the engine for a move and measures its time."""


def first_listed(lines: Iterable[str], commands: frozenset[str]) -> str | None:
    """The first of these lines whose command the engine lists."""
    return next((line for line in lines if line.split()[0] in commands), None)
