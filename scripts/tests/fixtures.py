"""Made-up contests: random legal moves with times and a few faults."""

import itertools
import random
from collections.abc import Sequence
from pathlib import Path

from lab.journal import Contents, Line, Machine, Run, Scalar, Settings
from lab.notation import parse_transcript
from lab.openings import random_openings
from lab.records import Conditions, Engine, Fault, Game, Half, Limit, Move, to_json
from lab.rules import Colour, Position, replay
from lab.variant_board import PLACED, VariantBoard, start
from lab.variants import OTHELLO, find

COLOURS: tuple[Colour, Colour] = ("black", "white")
OPENINGS = ("f5d6c3d3c4", "f5f6e6f4e3", "f5d6c4d3c3f4f6", "f5f4e3f6", "f5d6c5f4e3c6")


def thoughtful(board: Position) -> str:
    return min(board.moves(), key=lambda at: len(board.play(at).moves()))


def game(task: int, half: Half, opening: str, black: str, white: str, sense: dict[str, float], variant: str = "") -> Game:
    """A game of random moves; `sense` is the share of thoughtful moves of each player."""
    chance = random.Random(f"{task} {half} {black} {white}")
    board = start(variant)
    moves = [Move(at) for at in parse_transcript(opening, board)]
    for move in moves:
        board = board.play(move.at)
    while board.turn is not None:
        name = black if board.turn == "black" else white
        at = thoughtful(board) if chance.random() < sense[name] else chance.choice(board.moves())
        seconds = chance.gammavariate(4, 0.003 + 0.00002 * len(moves) * max(0, 60 - len(moves)))
        moves.append(Move(at, seconds=round(seconds, 4), nodes=int(seconds * 1e6)))
        board = board.play(at)
    score = board.score()
    fault: Fault | None = None
    at_fault: Colour | None = None
    squares = find(variant).squares
    if chance.random() < 0.02:
        at_fault = chance.choice(COLOURS)
        moves, fault, score = moves[:40], chance.choice((Fault.CRASH, Fault.TIME)), -squares if at_fault == "black" else squares
    detail = "exit code 139" if fault is Fault.CRASH else "0.412 s over" if fault else ""
    return Game(
        task, half, opening, black, white, tuple(moves), score, fault=fault, at_fault=at_fault, detail=detail, variant=variant
    )


def contest(
    sense: dict[str, float], pairs: int, kind: str = "match", plan: dict[str, Scalar] | None = None, variant: str = ""
) -> Contents:
    """A contest with this many pairs between each two of these engines."""
    games: dict[tuple[int, Half], Game] = {}
    openings = list(itertools.islice(random_openings(variant, 4, 1), len(OPENINGS))) if variant else OPENINGS
    matchups = [(first, second) for at, first in enumerate(sense) for second in list(sense)[at + 1 :]]
    for task in range(pairs * len(matchups)):
        first, second = matchups[task % len(matchups)]
        opening = openings[task // len(matchups) % len(openings)]
        games[task, 0] = game(task, 0, opening, first, second, sense, variant)
        games[task, 1] = game(task, 1, opening, second, first, sense, variant)
    run = Run(
        "2026-11-21T18:00:00+00:00", 2, ((0,), (1,)), "", {"python": "3.11.7"}, Machine("host", "Linux", "A processor", 2, 4 << 30)
    )
    return Contents(
        Settings(kind, engines(list(sense)), Conditions(variant=variant), 7, "openings.txt", "0" * 64, plan=plan or {}),
        [run],
        games,
    )


def engines(names: Sequence[str]) -> tuple[Engine, ...]:
    return tuple(Engine(name, ("no-such-engine", "--name", name), "gtp", Limit(move_time=0.1, level=4)) for name in names)


def write_journal(path: Path, contents: Contents) -> None:
    lines = [Line(settings=contents.settings), *(Line(run=run) for run in contents.runs)]
    lines += [Line(game=game) for game in contents.games.values()]
    path.write_bytes(b"".join(to_json(line) + b"\n" for line in lines))


def play_out(chance: random.Random, opening: str = "") -> list[str]:
    """The moves of a game to its end without the passes: those of the opening, then random ones."""
    moves = list(parse_transcript(opening))
    while legal := replay(moves).moves():
        moves.append(chance.choice(legal))
    return moves


def path_count(board: Position, plies: int, *, passes_count: bool = True) -> int:
    """The paths of moves; the end of a game is the end of a path. A pass is a ply if it counts."""
    if plies <= 0 or board.turn is None:
        return 1
    rules = board.variant if isinstance(board, VariantBoard) else OTHELLO
    is_in_turn_of_two = rules.placement == "pairs" and rules.squares - board.empties() < PLACED
    count = 0
    for move in board.moves():
        after = board.play(move)
        is_pass = passes_count and after.turn == board.turn and not is_in_turn_of_two
        count += path_count(after, plies - 1 - is_pass, passes_count=passes_count)
    return count
