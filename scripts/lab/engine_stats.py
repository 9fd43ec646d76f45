"""Time, nodes and faults of each engine. Knows nothing of results."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from lab.records import Fault, Game, Move
from lab.rules import boards
from lab.variant_board import start


@dataclass
class EngineStats:
    """Totals of an engine over some games."""

    games: int = 0
    moves: int = 0
    """Moves chosen by the engine, without those of openings."""
    seconds: float = 0.0
    longest: float = 0.0
    """Seconds of its slowest move."""
    counted_moves: int = 0
    """Moves for which the engine reported its nodes."""
    nodes: int = 0
    counted_seconds: float = 0.0
    """Seconds of the counted moves."""
    faults: Counter[Fault] = field(default_factory=Counter)

    @property
    def seconds_a_move(self) -> float | None:
        """The mean; None without a move."""
        return self.seconds / self.moves if self.moves else None

    @property
    def nodes_a_move(self) -> float | None:
        """The mean; None if the engine did not report nodes."""
        return self.nodes / self.counted_moves if self.counted_moves else None

    @property
    def nodes_a_second(self) -> float | None:
        """Over the counted moves; None if they took no time."""
        return self.nodes / self.counted_seconds if self.counted_seconds else None

    def add(self, move: Move) -> None:
        """Counts a move of the engine."""
        seconds = move.seconds or 0.0
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if move.nodes is not None:
            self.counted_moves += 1
            self.nodes += move.nodes
            self.counted_seconds += seconds


def engine_stats(games: Iterable[Game]) -> dict[str, EngineStats]:
    """The totals of each engine by name. ValueError if the moves of a game cannot be played."""
    totals: dict[str, EngineStats] = defaultdict(EngineStats)
    for game in games:
        for name in (game.black, game.white):
            totals[name].games += 1
        # passes are left out of the moves, so only the rules know whose move it is
        played = boards((move.at for move in game.moves), start(game.variant))
        for board, move in zip(played, game.moves, strict=False):
            if move.seconds is not None:
                totals[game.black if board.turn == "black" else game.white].add(move)
        if game.fault is not None:
            totals[game.black if game.at_fault == "black" else game.white].faults[game.fault] += 1
    return dict(totals)
