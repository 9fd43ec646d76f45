"""A game, a pair of games.

Knows nothing of contests: it plays the task that it is given and says how it went.
"""

from __future__ import annotations

import datetime
import os
import socket
from collections.abc import Iterator

from lab.engines.failure import EngineError
from lab.engines.player import Played, Player
from lab.engines.pool import EnginePool
from lab.notation import parse_transcript, transcript
from lab.records import Colour, Engine, Fault, Game, Half, Move, Task
from lab.rules import START, other
from lab.solver import solve


def play_games(task: Task, pool: EnginePool) -> Iterator[Game]:
    """Plays the games that a task wants, one after the other, each given as soon as it is over.

    Whatever an engine does becomes part of the game, and an engine that failed is started anew for the next one. ValueError if the
    opening cannot be played or leaves no move; SolverError if the solver fails.
    """
    for half in task.halves:
        yield _Game(task, half, pool).play()


class _Game:
    """A game while it is played."""

    def __init__(self, task: Task, half: Half, pool: EnginePool) -> None:
        self.task, self.half, self.pool = task, half, pool
        self.board = START
        self.played: list[Played] = []
        for at in parse_transcript(task.opening):
            self._make(Move(at))
        if self.board.turn is None:
            raise ValueError(f"the game is over after the opening {task.opening!r}")
        first, second = (task.first, 0), (task.second, 1)
        self.seats: dict[Colour, tuple[Engine, int]] = (
            {"black": second, "white": first} if half else {"black": first, "white": second}
        )
        self.acting: Colour = "black"
        """Whose doing a failure is."""

    def play(self) -> Game:
        """The game, played to its end, to a fault or to where the solver takes over."""
        began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        score, solved, error = 0, False, None
        try:
            solved = self._play_on()
            score = self._solved_score() if solved else self.board.score()
        except EngineError as failure:
            error = failure
            score = -64 if self.acting == "black" else 64
            if failure.fault is not Fault.RESIGNED:
                self.pool.discard(*self.seats[self.acting])
        return Game(
            task=self.task.number,
            half=self.half,
            opening=self.task.opening,
            black=self.seats["black"][0].name,
            white=self.seats["white"][0].name,
            moves=tuple(move for _, move in self.played),
            score=score,
            fault=error.fault if error else None,
            guilty=self.acting if error else None,
            detail=error.detail if error else "",
            solved=solved,
            event=self.task.event,
            began=began,
            place=f"{socket.gethostname()}:{os.getpid()}",
        )

    def _play_on(self) -> bool:
        """Plays until the game is over; true if the solver is to decide it."""
        players: dict[Colour, Player] = {}
        for self.acting in ("black", "white"):
            players[self.acting] = self.pool.player(*self.seats[self.acting], self.task.conditions)
            players[self.acting].new_game(self.acting, self.task.conditions, self.played)
        while self.board.turn is not None:
            if self.board.empties() <= self.task.conditions.solve_from:
                return True
            colour = self.acting = self.board.turn
            move = players[colour].choose()
            if move.at not in self.board.moves():
                raise EngineError(Fault.ILLEGAL, f"{move.at} as move {len(self.played) + 1}, after {self._so_far()}")
            self._make(move)
            if self.board.turn is not None:
                for self.acting in (colour, other(colour)):
                    players[self.acting].play(colour, move)
        return False

    def _solved_score(self) -> int:
        conditions = self.task.conditions
        worth = solve(self.board, conditions.solver, conditions.timeout, self.pool.cores)
        return worth if self.board.turn == "black" else -worth

    def _make(self, move: Move) -> None:
        assert self.board.turn is not None
        self.played.append((self.board.turn, move))
        self.board = self.board.play(move.at)

    def _so_far(self) -> str:
        return transcript(move for _, move in self.played) or "the start"
