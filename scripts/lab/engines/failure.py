"""Why an engine lost."""

from __future__ import annotations

from lab.records import Fault

MAX_DETAIL_LENGTH = 300


class EngineError(Exception):
    """An engine broke the rules, its protocol or its limits, or has ended."""

    def __init__(self, fault: Fault, detail: str) -> None:
        """The fault and a description, which is cut if it is long."""
        detail = " ".join(detail.split())
        self.fault = fault
        self.detail = detail if len(detail) <= MAX_DETAIL_LENGTH else detail[: MAX_DETAIL_LENGTH - 3] + "..."
        super().__init__(f"{fault}: {self.detail}")
