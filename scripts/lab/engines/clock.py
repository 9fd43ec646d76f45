"""How long a player may think, as the runner's own clock has it."""

from __future__ import annotations

from lab.engines.failure import EngineError
from lab.records import Conditions, Fault, Limit


def in_seconds(seconds: float) -> str:
    """A time as engines read it, to the millisecond, whole seconds without a point: `600`, `0.5`."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


class Clock:
    """The clock of one player in one game, in seconds."""

    def __init__(self, limit: Limit, conditions: Conditions) -> None:
        """A full clock."""
        self._limit = limit
        self._conditions = conditions
        self.left = limit.game_time
        """What is left for the game; None if that is not bounded."""

    def allowance(self) -> float | None:
        """What the next move may take; None if only the contest's patience bounds it."""
        bounds = [bound for bound in (self._limit.move_time, self.left) if bound is not None]
        return min(bounds, default=None)

    def longest_wait(self) -> float:
        """After how long an answer need not be waited for any more."""
        allowance = self.allowance()
        return self._conditions.timeout if allowance is None else allowance + self._conditions.tolerance

    def spend(self, seconds: float) -> None:
        """Takes the time of a move and adds the increment; EngineError if it was too long."""
        self._check(seconds)
        if self.left is not None:
            self.left = max(0.0, self.left - seconds) + self._limit.increment

    def run_out(self) -> EngineError:
        """What a player without an answer is guilty of when the longest wait is over."""
        allowance = self.allowance()
        if allowance is None:
            return EngineError(Fault.HANG, f"no move in {self._conditions.timeout:g} s")
        return EngineError(Fault.TIME, f"no move in {allowance:.3f} s")

    def _check(self, seconds: float) -> None:
        allowance = self.allowance()
        if allowance is not None and seconds > allowance + self._conditions.tolerance:
            raise EngineError(Fault.TIME, f"{seconds:.3f} s for a move, {allowance:.3f} s were left")
