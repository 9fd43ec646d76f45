"""What every engine can be asked, whatever it speaks."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Mapping
from typing import ClassVar

from lab.engines.clock import Clock, in_seconds
from lab.engines.failure import EngineError
from lab.engines.process import Process
from lab.records import Colour, Conditions, Engine, Fault, Move
from lab.rules import other

MAX_NAME_LENGTH = 80
Played = tuple[Colour, Move]
"""A move with the colour that made it."""


class Player(abc.ABC):
    """An engine that runs. Whatever it does wrong comes out as an EngineError; after that it is good for nothing but `close`."""

    chooses_on_its_board: ClassVar = False
    """Whether the engine plays the move that it chooses, or waits to be told."""

    def __init__(self, engine: Engine, conditions: Conditions, cores: tuple[int, ...] = ()) -> None:
        """A player that is not started yet, and the cores that it may use."""
        self.engine = engine
        self.conditions = conditions
        self.cores = cores
        self.name = ""
        """What the engine calls itself, once it is started."""
        self.colour: Colour = "black"
        self.clock = Clock(engine.limit, conditions)
        self._last: Colour | None = None
        self._running: Process | None = None

    def start(self) -> None:
        """Starts the engine and tells it its options, commands and limit.

        EngineError with NO_START if it does not get as far as answering, with REFUSAL if it cannot be told.
        """
        self._running = Process(self.engine.command, self.cores, self.engine.directory, self.engine.environment)
        try:
            self._greet()
            for name, value in self.engine.options:
                self._say("option", name, value)
            for command in self.engine.commands:
                self._order(command)
            self._tell_limit()
            self._settle()
        except EngineError as error:
            if error.fault is Fault.REFUSAL:
                raise
            raise EngineError(Fault.NO_START, error.detail) from None

    def new_game(self, colour: Colour, conditions: Conditions, played: Iterable[Played]) -> None:
        """Begins a game as this colour, with a full clock, after these moves."""
        self.colour = colour
        self.conditions = conditions
        self.clock = Clock(self.engine.limit, conditions)
        self._last = None
        self._begin()
        for mover, move in played:
            self._pass_over(mover)
            self._play(mover, move)
            self._last = mover
        self._settle()

    def tell(self, colour: Colour, move: Move) -> None:
        """Passes on a legal move, also the player's own once it has been judged. Forced passes are put in here."""
        self._pass_over(colour)
        if colour != self.colour or not self.chooses_on_its_board:
            self._play(colour, move)
        self._last = colour

    def choose(self) -> Move:
        """The player's move, which may be illegal, with the seconds that it took on the clock; it does not change the game."""
        self._pass_over(self.colour)
        move = self._choose()
        assert move.seconds is not None
        self.clock.spend(move.seconds)
        return move

    def close(self, *, at_once: bool = False) -> None:
        """Ends the engine, without a farewell if it is to be at once."""
        if self._running is not None:
            self._running.close(farewell=None if at_once else "quit")
            self._running = None

    @property
    def process(self) -> Process:
        """The engine's process."""
        assert self._running is not None
        return self._running

    def _call(self, name: str) -> None:
        """Takes down what the engine calls itself, on one line and not without end."""
        self.name = " ".join(name.split())[:MAX_NAME_LENGTH]

    def _say(self, kind: str, name: str, value: str) -> None:
        """Tells the engine something in its own words; REFUSAL if it has none for it."""
        line = dict(self.engine.words).get(kind, self._words().get(kind))
        if line is None:
            told = f"the option {name!r}" if kind == "option" else f"its {kind.replace('_', ' ')}"
            raise EngineError(Fault.REFUSAL, f"{self.engine.name} cannot be told {told}: describe it with words.{kind}")
        if line:
            self._order(line.replace("{name}", name).replace("{value}", value))

    def _tell_limit(self) -> None:
        limit = self.engine.limit
        for kind in ("level", "depth", "nodes", "move_time", "game_time"):
            value = getattr(limit, kind)
            if value is not None:
                self._say(kind, kind, in_seconds(value) if kind.endswith("time") else str(value))

    def _pass_over(self, colour: Colour) -> None:
        """Tells of the other colour's pass if this colour moved last."""
        if self._last == colour:
            self._play_pass(other(colour))
            self._last = None

    @abc.abstractmethod
    def _greet(self) -> None:
        """Waits until the engine answers."""

    @abc.abstractmethod
    def _words(self) -> Mapping[str, str]:
        """The lines for what this engine can be told, by their kind; an empty one where nothing needs to be said."""

    @abc.abstractmethod
    def _order(self, line: str) -> None:
        """Sends a line that needs no answer but obedience."""

    @abc.abstractmethod
    def _settle(self) -> None:
        """Makes sure that all orders were obeyed."""

    @abc.abstractmethod
    def _begin(self) -> None:
        """Begins a game at the start position."""

    @abc.abstractmethod
    def _play(self, colour: Colour, move: Move) -> None:
        """Plays a move on the engine's board."""

    @abc.abstractmethod
    def _play_pass(self, colour: Colour) -> None:
        """Plays a forced pass on the engine's board."""

    @abc.abstractmethod
    def _choose(self) -> Move:
        """The engine's answer to the question for a move, timed."""


def first_listed(lines: Iterable[str], commands: frozenset[str]) -> str | None:
    """The first of these lines whose command the engine lists."""
    return next((line for line in lines if line.split()[0] in commands), None)
