"""How engines behaved: time and nodes for their moves, and what they lost games by.

Knows nothing of who won.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from lab.records import Fault, Game, Move
from lab.rules import boards


@dataclass
class EngineStats:
    """What an engine spent and did in some games."""

    games: int = 0
    moves: int = 0
    """Its own; those of openings are nobody's."""
    seconds: float = 0.0
    longest: float = 0.0
    """Seconds of its slowest move."""
    counted_moves: int = 0
    """Those for which it said how many nodes it searched."""
    nodes: int = 0
    counted_seconds: float = 0.0
    """Those of the counted moves."""
    faults: Counter[Fault] = field(default_factory=Counter)

    @property
    def seconds_a_move(self) -> float | None:
        """The mean, if it made a move."""
        return self.seconds / self.moves if self.moves else None

    @property
    def nodes_a_move(self) -> float | None:
        """The mean, if it said for any move."""
        return self.nodes / self.counted_moves if self.counted_moves else None

    @property
    def nodes_a_second(self) -> float | None:
        """Over the moves with nodes, if they took any time."""
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
    """Every engine's, by name. ValueError if the moves of a game cannot be played."""
    found: dict[str, EngineStats] = defaultdict(EngineStats)
    for game in games:
        for name in (game.black, game.white):
            found[name].games += 1
        # passes are left out of the moves, so only the rules know whose move it is
        for board, move in zip(boards(move.at for move in game.moves), game.moves, strict=False):
            if move.seconds is not None:
                found[game.black if board.turn == "black" else game.white].add(move)
        if game.fault is not None:
            found[game.black if game.at_fault == "black" else game.white].faults[game.fault] += 1
    return dict(found)
