"""The time that a player has, measured by the runner."""

from __future__ import annotations

from lab.engines.failure import EngineError
from lab.records import Conditions, Fault, Limit


def format_seconds(seconds: float) -> str:
    """A time as engines read it, to the millisecond, whole seconds without a point: `600`, `0.5`."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


class Clock:
    """The clock of one player in one game, in seconds."""

    def __init__(self, limit: Limit, conditions: Conditions) -> None:
        """A full clock."""
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
