"""Plays games and pairs of games. Endings can be scored by a program that solves problems, such as `emilia solve`.

Knows nothing of contests.
"""

import datetime
import os
import socket
import time
from collections.abc import Iterator
from typing import Literal

import msgspec

from lab.engines.player import Played, Player
from lab.engines.pool import EnginePool
from lab.engines.process import EngineError, Process
from lab.notation import parse_transcript, transcript
from lab.options import FULL_LOSS
from lab.records import Engine, Fault, Game, Half, Move, Task
from lab.rules import Colour, Position, other, smallest_win
from lab.variant_board import start
from lab.variants import find


class SolverError(Exception):
    """The solver did not return an exact score."""


class _Answer(msgspec.Struct):
    """The fields used of a line of `emilia solve --json`."""

    status: str
    score: int


def solve(board: Position, command: tuple[str, ...], timeout: float, cores: tuple[int, ...] = ()) -> int:
    """The exact score for the side to move, in discs. The timeout is in seconds.

    The command is started with `--json -`, reads the board in OBF, and answers in JSON as `emilia solve` does. SolverError if it
    fails or returns a score that is not exact.
    """
    deadline = time.monotonic() + timeout
    try:
        process = Process((*command, "--json", "-"), cores)
        try:
            process.send(board.text())
            process.close_input()
            line = process.read(deadline, board.text()).text
        finally:
            process.close()
        answer = msgspec.json.decode(line, type=_Answer)
    except (EngineError, msgspec.MsgspecError) as error:
        raise SolverError(f"the solver {' '.join(command)!r} failed: {error}") from None
    if answer.status != "exact":
        raise SolverError(f"the solver {' '.join(command)!r} returned no exact score: {line}")
    return answer.score


def play_games(task: Task, pool: EnginePool) -> Iterator[Game]:
    """Plays the games of a task, one after the other, and yields each as soon as it is finished.

    A fault of an engine ends its game, and the engine is started again for the next one. ValueError if the opening cannot be played
    or leaves no move; SolverError if the solver fails.
    """
    for half in task.halves:
        yield _Game(task, half, pool).play()


class _Agreement:
    """The exact score that the engines have reported since it changed last."""

    def __init__(self, needed: int) -> None:
        """The number of moves in a row that end a game; 0 for none."""
        self._needed = needed
        self._score: float | None = None
        self._colours: list[Colour] = []

    def reached(self, colour: Colour, move: Move) -> bool:
        """Takes the next move; whether the moves are enough, and both colours made some of them."""
        proved = move.score if move.exact and _is_possible(move.score) else None
        score = None if proved is None else proved if colour == "black" else -proved
        if score is None or score != self._score:
            self._score, self._colours = score, []
        if score is not None:
            self._colours.append(colour)
        return 0 < self._needed <= len(self._colours) and len(set(self._colours)) == 2

    def score(self) -> int:
        """The score for black."""
        assert self._score is not None
        return int(self._score)


def _is_possible(score: float | None) -> bool:
    """Whether a game of Othello can end with this score, the empty squares counted for the winner."""
    return score is not None and score % 2 == 0 and abs(score) <= FULL_LOSS


class _Game:
    """A game that is being played."""

    def __init__(self, task: Task, half: Half, pool: EnginePool) -> None:
        self.task, self.half, self.pool = task, half, pool
        self.variant = task.conditions.variant
        self.board = start(self.variant)
        self.played: list[Played] = []
        for at in parse_transcript(task.opening, self.board):
            self._apply(Move(at))
        if self.board.turn is None:
            raise ValueError(f"the game is over after the opening {task.opening!r}")
        first, second = (task.first, 0), (task.second, 1)
        self.seats: dict[Colour, tuple[Engine, int]] = (
            {"black": second, "white": first} if half else {"black": first, "white": second}
        )
        self.agreement = _Agreement(task.conditions.agreed)
        self.acting: Colour = "black"
        """The colour that is at fault if an engine fails now."""

    def play(self) -> Game:
        """Plays to the end, to a fault, to a score on which the engines agree, or to the position that the solver scores."""
        began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        score, end, error = 0, None, None
        try:
            end = self._play_moves()
            score = {"solved": self._solved_score, "agreed": self.agreement.score, None: self.board.score}[end]()
        except EngineError as failure:
            error = failure
            squares = find(self.variant).squares
            is_least = failure.fault is Fault.TIME and self.task.conditions.time_loss != FULL_LOSS
            loss = smallest_win(squares) if is_least else squares
            score = -loss if self.acting == "black" else loss
            if failure.fault is not Fault.RESIGNED:
                self.pool.discard(*self.seats[self.acting], self.task.conditions)
        return Game(
            task=self.task.number,
            half=self.half,
            opening=self.task.opening,
            black=self.seats["black"][0].name,
            white=self.seats["white"][0].name,
            moves=tuple(move for _, move in self.played),
            score=score,
            fault=error.fault if error else None,
            at_fault=self.acting if error else None,
            detail=error.detail if error else "",
            solved=end == "solved",
            agreed=end == "agreed",
            event=self.task.event,
            began=began,
            place=f"{socket.gethostname()}:{os.getpid()}",
            variant=self.variant,
        )

    def _play_moves(self) -> Literal["solved", "agreed"] | None:
        """Plays until the game is over; what scores it if the board does not."""
        players: dict[Colour, Player] = {}
        for self.acting in ("black", "white"):
            players[self.acting] = self.pool.player(*self.seats[self.acting], self.task.conditions)
            players[self.acting].new_game(self.acting, self.task.conditions, self.played)
        while self.board.turn is not None:
            if self.board.empties() <= self.task.conditions.solve_from:
                return "solved"
            colour = self.acting = self.board.turn
            move = players[colour].choose()
            if move.at not in self.board.moves():
                raise EngineError(Fault.ILLEGAL, f"{move.at} as move {len(self.played) + 1}, after {self._transcript()}")
            self._apply(move)
            if self.board.turn is not None and self.agreement.reached(colour, move):
                return "agreed"
            if self.board.turn is not None:
                for self.acting in (colour, other(colour)):
                    players[self.acting].play(colour, move)
        return None

    def _solved_score(self) -> int:
        conditions = self.task.conditions
        score = solve(self.board, conditions.solver, conditions.timeout, self.pool.cores)
        return score if self.board.turn == "black" else -score

    def _apply(self, move: Move) -> None:
        assert self.board.turn is not None
        self.played.append((self.board.turn, move))
        self.board = self.board.play(move.at)

    def _transcript(self) -> str:
        return transcript(move for _, move in self.played) or "the start"
