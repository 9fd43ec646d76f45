"""The cases of saved solves: answers and bounds that were printed are in the file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from lab.attack.case import OLD_CONTENT, Case
from lab.attack.preload import FAILURES, Ran, run

ENDINGS = (
    "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X;",
    "XOOOXXOOOOOOOXXOOOOXOOOOX-OOOOOXOXXOOOOOXOXOOXXOOXOOOOXXXXOOOOXO O;",
    "OXOX--XXXOXOXXX-O-X-OXXX-XXX-OXX-XXXXX-XXXOXXXOXXXXXOO-X--XOOXXO O;",
    "--------------------------------------------------------OXXXXXX- O;",
)
"""Positions that are solved in an instant."""
LONGER = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X;"
"""FFO #42, 22 empty squares: solved in about a second."""


def objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects among these lines; a line without an end does not count."""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.startswith("{") and line.endswith("\n")]


class Solve(Case):
    """`solve --save`: answers that were printed are in the file."""

    name = "solve --save"
    positions: tuple[str, ...] = ENDINGS * 2
    settings: tuple[str, ...] = ()
    events = False

    def prepare(self, folder: Path) -> None:
        """The positions."""
        (folder / "in.obf").write_text("\n".join(self.positions) + "\n", encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """Solves them."""
        events = ["--events"] if self.events else []
        return [self.program, "solve", "in.obf", "--save", "kept.save", *self.common, *events, *self.settings]

    @property
    def common(self) -> list[str]:
        """The options of the first run and of the resumed one."""
        return ["--json", "--threads", "1", "--hash", "4"]

    @cached_property
    def expected(self) -> list[list[object]]:
        """The results of a run without faults."""
        folder = self.home / "expected"
        folder.mkdir(exist_ok=True)
        self.prepare(folder)
        return results(self.run_undisturbed(folder, "solve", "in.obf", *self.common).stdout)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """All printed answers are in the file, and the resumed solve has the same results."""
        printed = results(ran.stdout)
        if printed != self.expected[: len(printed)]:
            yield f"it printed {printed}"
        file = folder / "kept.save"
        is_empty = not file.exists() or file.stat().st_size == 0
        if action in FAILURES:
            yield from self.check_failure(ran, is_empty)
            if "cannot write" in ran.stderr and ran.code != 0:
                printed = []
        if is_empty:
            if printed:
                yield f"{len(printed)} answers were printed, and nothing is saved"
            return
        yield from self.check_resume(folder, len(printed), ran)

    def check_failure(self, ran: Ran, is_empty: bool) -> Iterator[str]:
        """A failure is reported once, and the exit code is 1 if data are missing at the end."""
        messages = [line for line in ran.stderr.splitlines() if "cannot write" in line]
        if ran.code not in (0, 1):
            yield f"it ended with code {ran.code}"
        if ran.code == 1 and not messages:
            yield "it ended with code 1 without a message"
        if len(messages) > 1:
            yield f"the failure was reported {len(messages)} times"
        if ran.code == 0 and is_empty:
            yield "it ended with code 0, and nothing is saved"

    def check_resume(self, folder: Path, printed: int, first: Ran) -> Iterator[str]:
        """The solve continues from the saved state."""
        again = self.run_undisturbed(folder, "solve", "--resume", "kept.save", *self.common, "--events")
        if again.code != 0:
            yield f"it cannot be resumed: code {again.code}, {again.stderr.strip()[-300:]}"
            return
        if results(again.stdout) != self.expected:
            yield f"resumed, it printed {results(again.stdout)}"
        yield from self.lost([event for event in objects(again.stderr) if event["event"] in ("begin", "resume")], printed, first)

    def lost(self, begun: list[dict[str, Any]], printed: int, first: Ran) -> Iterator[str]:
        """The printed answers of the first run that the second one searches again; `begun` are the positions that it searched."""
        lost = [event["number"] for event in begun if event["number"] <= printed]
        if lost:
            yield f"the answers of {printed} positions were printed, the answers of {lost} are lost"


def results(text: str) -> list[list[object]]:
    """Position, score and status of all answers."""
    return [[found["position"], found["score"], found["status"]] for found in objects(text) if "position" in found]


class SolveResume(Solve):
    """`solve --resume`: saved answers are never lost."""

    name = "solve --resume"
    before = 4

    def prepare(self, folder: Path) -> None:
        """A solve that was killed after some answers."""
        super().prepare(folder)
        if not (self.home / "before.save").exists():
            # The file is made, and each answer takes a truncation, a write and a synchronisation.
            first: list[str | Path] = [self.program, "solve", "in.obf", "--save", "kept.save", *self.common]
            run(first, folder, at=9 + 3 * self.before, action="kill")
            (folder / "kept.save").rename(self.home / "before.save")
        shutil.copy(self.home / "before.save", folder / "kept.save")

    def command(self) -> Sequence[str | Path]:
        """Resumes it."""
        return [self.program, "solve", "--resume", "kept.save", *self.common]

    def check_resume(self, folder: Path, printed: int, first: Ran) -> Iterator[str]:
        """The answers of the earlier run are there too."""
        yield from super().check_resume(folder, max(printed, self.before), first)


class SolveOverwrite(Solve):
    """`solve --save --overwrite`: the old or the new file."""

    name = "solve --save --overwrite"
    settings = ("--overwrite",)

    def prepare(self, folder: Path) -> None:
        """Another file has the name."""
        super().prepare(folder)
        (folder / "kept.save").write_text(OLD_CONTENT, encoding="ascii")

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The old file may remain until an answer is printed."""
        if (folder / "kept.save").read_bytes() == OLD_CONTENT.encode():
            if results(ran.stdout):
                yield "answers were printed, and nothing is saved"
            return
        yield from super().broken(folder, ran, action)


class SolveParallel(Solve):
    """`solve --save --jobs`: several positions at once, whose answers are printed in their order."""

    name = "solve --save --jobs"
    positions = ENDINGS * 3

    @property
    def common(self) -> list[str]:
        """Two jobs."""
        return [*super().common, "--jobs", "2"]


class SolveLong(Solve):
    """A long solve that saves its table: bounds that were reported are in the file."""

    name = "solve --save --save-every"
    is_slow = True
    positions = (LONGER,)
    settings = ("--save-every", "0.1")
    events = True

    @property
    def common(self) -> list[str]:
        """Every move is proved."""
        return [*super().common, "--all-moves"]

    def lost(self, begun: list[dict[str, Any]], printed: int, first: Ran) -> Iterator[str]:
        """The bounds of the resumed solve are no worse than those that were reported."""
        if printed or "cannot write" in first.stderr or not begun:
            return
        saved = {move["move"]: (move["lower"], move["upper"]) for move in begun[0].get("moves", [])}
        for event in objects(first.stderr):
            if event["event"] == "searched" and event["proves"]:
                lower, upper = saved.get(event["move"], (-64, 64))
                if lower < event["lower"] or upper > event["upper"]:
                    yield f"{event['move']} was reported as {event['lower']} to {event['upper']}, saved is {lower} to {upper}"
