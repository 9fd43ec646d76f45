#!/usr/bin/env python3
"""Play games of Othello between two GTP engines and judge every move.

Each opening is played twice, colours swapped. The script is its own referee: it knows the rules, believes no engine, and counts a
game as lost for the engine that answers with an illegal move, an error, something that is no GTP, or not at all. Passes are never
sent and never asked for, as Quarry does it: a side without a move is simply passed over, and some engines refuse `play black pass`.

    scripts/play_gtp.py --engine-a "target/release/emilia gtp" --engine-b "gtp-rhino -b 0" --openings data/openings.txt

Exit status: 0 if no engine broke the protocol or the rules, 1 if one did, 2 for misuse.
"""

from __future__ import annotations

import argparse
import contextlib
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

BLACK, WHITE, EMPTY = "X", "O", "-"
COLOUR_NAMES = {BLACK: "black", WHITE: "white"}
DIRECTIONS = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if (column, row) != (0, 0)]
SQUARES = [f"{letter}{digit}" for digit in "12345678" for letter in "abcdefgh"]


def other(colour: str) -> str:
    """The opponent's colour."""
    return WHITE if colour == BLACK else BLACK


def ray(square: int, direction: tuple[int, int]) -> Iterator[int]:
    """The squares from here to the edge of the board, without the first one."""
    column, row = square % 8 + direction[0], square // 8 + direction[1]
    while 0 <= column < 8 and 0 <= row < 8:
        yield 8 * row + column
        column, row = column + direction[0], row + direction[1]


RAYS = [[tuple(ray(square, direction)) for direction in DIRECTIONS] for square in range(64)]


@dataclass
class Board:
    """A position of Othello with the rules, square by square: slow, and right by inspection."""

    discs: list[str] = field(default_factory=lambda: list("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27))
    turn: str = BLACK

    def flips(self, square: int) -> list[int]:
        """The discs that the side to move would turn over by playing here; none if the move is illegal."""
        if self.discs[square] != EMPTY:
            return []
        flipped: list[int] = []
        for squares in RAYS[square]:
            line: list[int] = []
            for at in squares:
                if self.discs[at] == other(self.turn):
                    line.append(at)
                    continue
                if self.discs[at] == self.turn:
                    flipped += line
                break
        return flipped

    def moves(self) -> list[int]:
        """The squares where the side to move may play."""
        return [square for square in range(64) if self.flips(square)]

    def play(self, square: int) -> bool:
        """Plays for the side to move and hands the turn over; false, and nothing happens, if the move is illegal."""
        flipped = self.flips(square)
        for at in [square, *flipped] if flipped else []:
            self.discs[at] = self.turn
        if flipped:
            self.turn = other(self.turn)
        return bool(flipped)

    def pass_over(self) -> bool:
        """Lets a side without a move pass; false if the game is over."""
        if not self.moves():
            self.turn = other(self.turn)
            return bool(self.moves())
        return True

    def copy(self) -> Board:
        """The same position, apart from this one."""
        return Board(self.discs.copy(), self.turn)

    def score(self) -> int:
        """Black's discs minus white's; the empty squares go to the winner."""
        difference = self.discs.count(BLACK) - self.discs.count(WHITE)
        empties = self.discs.count(EMPTY)
        return difference + (empties if difference > 0 else -empties if difference < 0 else 0)


def replay(opening: Iterable[int]) -> Board:
    """The position after these moves from the start; ValueError if one is illegal or the game is over after them."""
    board = Board()
    for square in opening:
        if not board.pass_over() or not board.play(square):
            raise ValueError(f"illegal move {SQUARES[square]}")
    if not board.pass_over():
        raise ValueError("the game is over")
    return board


def parse_transcript(text: str) -> list[int]:
    """The squares of a transcript such as `f5d6c3`; ValueError if it is none."""
    names = [text[at : at + 2].lower() for at in range(0, len(text), 2)]
    for name in names:
        if name not in SQUARES:
            raise ValueError(f"not a square: {name!r}")
    return [SQUARES.index(name) for name in names]


def read_openings(path: Path) -> list[list[int]]:
    """One opening a line: the first word is its transcript. Empty lines and lines that begin with # are skipped."""
    openings: list[list[int]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split()
        if words and not words[0].startswith("#"):
            try:
                openings.append(parse_transcript(words[0]))
                replay(openings[-1])
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise ValueError(f"{path}: no openings")
    return openings


class EngineError(Exception):
    """An engine broke the protocol or the rules."""

    def __init__(self, engine: Engine, fault: str) -> None:
        """Who did what."""
        super().__init__(fault)
        self.engine = engine


class Engine:
    """A GTP engine in a process of its own, started when it is first needed and again after it was closed."""

    def __init__(self, command: str, timeout: float) -> None:
        """The command line, and how many seconds the engine has for each reply."""
        self.command = command
        self.timeout = timeout
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def start(self) -> None:
        """Starts the process; OSError if there is no such program."""
        self.lines = queue.SimpleQueue()
        self.process = subprocess.Popen(
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace", bufsize=1
        )
        threading.Thread(target=self._listen, args=(self.process.stdout, self.lines), daemon=True).start()

    @staticmethod
    def _listen(stream: TextIO, lines: queue.SimpleQueue[str | None]) -> None:
        for line in stream:
            lines.put(line.rstrip("\r\n"))
        lines.put(None)

    def close(self) -> None:
        """Ends the process, by force if it does not go."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.write("quit\n")
                process.stdin.close()
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _line(self, command: str, deadline: float) -> str:
        try:
            line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineError(self, f"hang: no answer to {command!r} in {self.timeout:g} s") from None
        if line is None:
            raise EngineError(self, f"crash: gone after {command!r}")
        return line

    def ask(self, command: str) -> str:
        """The answer to a command, without its `=`; EngineError if it is an error, no GTP, late or missing."""
        if self.process is None:
            self.start()
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except OSError:
            raise EngineError(self, f"crash: gone before {command!r}") from None
        deadline = time.monotonic() + self.timeout
        first = self._line(command, deadline)
        answer = [first]
        while line := self._line(command, deadline):
            answer.append(line)
        if first.startswith("?"):
            raise EngineError(self, f"error: {first!r} to {command!r}")
        if not first.startswith("="):
            raise EngineError(self, f"no GTP: {first!r} to {command!r}")
        return "\n".join([first[1:].lstrip(), *answer[1:]])

    def new_game(self, moves: Iterable[tuple[str, int]]) -> None:
        """Sets up the board and plays the opening on it."""
        for command in ("boardsize 8", "clear_board"):
            self.ask(command)
        for colour, square in moves:
            self.tell(colour, square)

    def tell(self, colour: str, square: int) -> None:
        """Passes on a move."""
        self.ask(f"play {COLOUR_NAMES[colour]} {SQUARES[square].upper()}")

    def name(self) -> str:
        """What the engine calls itself, with its version."""
        return " ".join(f"{self.ask('name')} {self.ask('version')}".split())


@dataclass
class Played:
    """A finished game: the moves without passes, black's discs minus white's, and what went wrong."""

    moves: list[int]
    score: int
    failure: str | None = None


def play_game(black: Engine, white: Engine, opening: list[int]) -> Played:
    """Plays a game from the end of an opening. Who resigns or fails has lost by 64 discs."""
    engines = {BLACK: black, WHITE: white}
    board, moves = Board(), []
    for square in opening:
        board.pass_over()
        moves.append((board.turn, square))
        board.play(square)
    failure = None
    score = 0
    try:
        for engine in (black, white):
            engine.new_game(moves)
        while board.pass_over():
            colour, engine = board.turn, engines[board.turn]
            answer = engine.ask(f"genmove {COLOUR_NAMES[colour]}").strip().lower()
            if answer == "resign":
                score = -64 if colour == BLACK else 64
                break
            if answer not in SQUARES or not board.play(SQUARES.index(answer)):
                before = transcript(square for _, square in moves) or "the start"
                raise EngineError(engine, f"illegal move: {answer!r} after {before}")
            moves.append((colour, SQUARES.index(answer)))
            engines[other(colour)].tell(*moves[-1])
        else:
            score = board.score()
    except EngineError as error:
        failure = f"{'black' if error.engine is black else 'white'}: {error}"
        score = -64 if error.engine is black else 64
        black.close()
        white.close()
    return Played([square for _, square in moves], score, failure)


def transcript(moves: Iterable[int]) -> str:
    """The moves as one word: `f5d6c3`."""
    return "".join(SQUARES[square] for square in moves)


@dataclass
class Tally:
    """The results of a match, as engine A sees them."""

    scores: list[int] = field(default_factory=list)
    failures: int = 0

    def summary(self) -> str:
        """Wins, draws, losses and the mean disc difference, in lines for a person."""
        wins = sum(score > 0 for score in self.scores)
        draws = sum(score == 0 for score in self.scores)
        mean = sum(self.scores) / len(self.scores) if self.scores else 0.0
        games = f"{len(self.scores)} games: A won {wins}, drew {draws}, lost {len(self.scores) - wins - draws}"
        return f"{games}; mean disc difference {mean:+.2f}\nprotocol errors: {self.failures}"


def play_match(a: Engine, b: Engine, openings: list[list[int]], games: int, record: TextIO | None) -> Tally:
    """Plays so many games, each opening twice with the colours swapped and from the first one again when they are used up."""
    tally = Tally()
    for number in range(games):
        opening = openings[number // 2 % len(openings)]
        a_is_black = number % 2 == 0
        game = play_game(a, b, opening) if a_is_black else play_game(b, a, opening)
        tally.scores.append(game.score if a_is_black else -game.score)
        tally.failures += game.failure is not None
        side = "black" if a_is_black else "white"
        print(f"game {number + 1}: A is {side}, A {tally.scores[-1]:+d}{f' ({game.failure})' if game.failure else ''}", flush=True)
        if record is not None:
            words = [transcript(game.moves) or "-", f"{game.score:+d}", f"A={side}", game.failure or ""]
            record.write(" ".join(words).rstrip() + "\n")
            record.flush()
    return tally


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Play games of Othello between two GTP engines and judge every move.")
    parser.add_argument("--engine-a", required=True, metavar="CMD", help="command line of the first engine")
    parser.add_argument("--engine-b", required=True, metavar="CMD", help="command line of the second engine")
    parser.add_argument("--openings", required=True, type=Path, metavar="FILE", help="a transcript a line; # begins a comment line")
    parser.add_argument("--games", type=int, metavar="N", help="games to play (default: every opening twice)")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="S", help="seconds for each reply (default: 60)")
    parser.add_argument("--transcripts", type=Path, metavar="FILE", help="the games go here: transcript, black's score, A's colour")
    return parser.parse_args()


def main() -> int:
    """Plays the match that the command line asks for; the exit status."""
    given = arguments()
    a, b = Engine(given.engine_a, given.timeout), Engine(given.engine_b, given.timeout)
    try:
        openings = read_openings(given.openings)
        with contextlib.ExitStack() as stack:
            stack.callback(a.close)
            stack.callback(b.close)
            print(f"A: {a.name()}\nB: {b.name()}", flush=True)
            record = stack.enter_context(given.transcripts.open("w", encoding="utf-8")) if given.transcripts else None
            tally = play_match(a, b, openings, 2 * len(openings) if given.games is None else given.games, record)
    except EngineError as error:
        print(f"play_gtp: {error}", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(f"play_gtp: {error}", file=sys.stderr)
        return 2
    print(tally.summary())
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
