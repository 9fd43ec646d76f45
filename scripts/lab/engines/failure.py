"""Why an engine lost."""

from __future__ import annotations

from lab.records import Fault

LONGEST_DETAIL = 300


class EngineError(Exception):
    """An engine broke the rules, its protocol or its limits, or is gone."""

    def __init__(self, fault: Fault, detail: str) -> None:
        """The fault and what happened, for a person; a long detail is cut."""
        detail = " ".join(detail.split())
        self.fault = fault
        self.detail = detail if len(detail) <= LONGEST_DETAIL else detail[: LONGEST_DETAIL - 3] + "..."
        super().__init__(f"{fault}: {self.detail}")
