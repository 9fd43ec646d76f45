"""What must hold of all files: the table of the ways in which they are written, and those of them that are no solves."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from lab.attack.case import OLD_CONTENT, Case
from lab.attack.preload import FAILURES, Ran, run_undisturbed
from lab.attack.solve_cases import Solve, SolveLong, SolveOverwrite, SolveParallel, SolveResume
from lab.bootstrap import ROOT


class Selfplay(Case):
    """`selfplay --out`: games that are in the file stay there."""

    name = "selfplay --out"
    games, before = 560, 100

    def selfplay(self, games: int) -> list[str | Path]:
        """The command for so many games."""
        words = ["--games", str(games), "--level", "1", "--solve-from", "4", "--threads", "1"]
        return [self.program, "selfplay", "--out", "a.games", *words]

    @cached_property
    def truth(self) -> list[str]:
        """The games of a run with nothing in its way."""
        run_undisturbed(self.selfplay(self.games), self.home)
        return self.run_undisturbed(self.home, "games", "text", "a.games").stdout.splitlines()

    def prepare(self, folder: Path) -> None:
        """A file with some games."""
        source = self.home / "before"
        if not source.exists():
            source.mkdir()
            run_undisturbed(self.selfplay(self.before), source)
        shutil.copy(source / "a.games", folder / "a.games")

    def command(self) -> Sequence[str | Path]:
        """More games."""
        return self.selfplay(self.games)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The games are the first ones of the whole run, no fewer than before, and the run can go on."""
        read = self.run_undisturbed(folder, "games", "text", "a.games")
        games = read.stdout.splitlines()
        if read.code != 0:
            yield f"the games cannot be read: {read.stderr.strip()}"
        if games != self.truth[: len(games)] or len(games) < self.before:
            yield f"{len(games)} games are left"
        if ran.code == 0 and len(games) < self.games:
            yield f"it ended with code 0 with {len(games)} games"
        told = [int(number) for number in re.findall(r"(\d+) on disk", ran.stderr)]
        if any(number > len(games) for number in told):
            yield f"{told[-1]} games were said to be on the disk, there are {len(games)}"
        if action in FAILURES and ran.code != 0 and "a.games" not in ran.stderr:
            yield f"the failure does not name the file: {ran.stderr.strip()}"
        again = run_undisturbed(self.selfplay(self.games), folder)
        games = self.run_undisturbed(folder, "games", "text", "a.games").stdout.splitlines()
        if again.code != 0 or games != self.truth:
            yield f"it does not go on: code {again.code}, {len(games)} games, {again.stderr.strip()[-200:]}"


class Merge(Case):
    """`games merge`: the new file is whole or not there."""

    name = "games merge"

    def prepare(self, folder: Path) -> None:
        """Files of games."""
        source = self.home / "source"
        if not source.exists():
            source.mkdir()
            run_undisturbed([self.program, "selfplay", "--out", "a.games", "--games", "300", "--level", "1"], source)
        shutil.copy(source / "a.games", folder / "a.games")

    def command(self) -> Sequence[str | Path]:
        """Merges the file with itself."""
        return [self.program, "games", "merge", "both.games", "a.games", "a.games"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """All games, or no file, or an empty one."""
        games = self.run_undisturbed(folder, "games", "text", "a.games").stdout * 2
        out = folder / "both.games"
        is_there = out.exists() and out.stat().st_size > 0
        if is_there and self.run_undisturbed(folder, "games", "text", "both.games").stdout != games:
            yield "the merged file lacks games"
        if ran.code == 0 and not is_there:
            yield "it ended with code 0, and there is no file"
        if not is_there and run_undisturbed(self.command(), folder).code != 0:
            yield "the same command fails afterwards"


class ConsoleSave(Case):
    """`save` on the console: the old game or the new one."""

    name = "save on the console"
    stdin = "f5d6c3\nsave game.txt\nquit\n"

    def prepare(self, folder: Path) -> None:
        """An older game."""
        (folder / "game.txt").write_text("f5f6\n", encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """Plays and saves."""
        return [self.program, "console"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """One of the two, and the new one unless the program says otherwise."""
        text = (folder / "game.txt").read_text(encoding="ascii")
        if text not in ("f5f6\n", "f5d6c3\n"):
            yield f"the file holds {text!r}"
        if ran.code == 0 and "error" not in ran.stdout and text != "f5d6c3\n":
            yield "no error was told, and the game is not saved"


class Train(Case):
    """`train --out --report`: old files or new ones, and the training goes on."""

    name = "train --out --report"
    is_slow = True

    def prepare(self, folder: Path) -> None:
        """Some games, and older files where the new ones go."""
        data = self.home / "data"
        if not data.exists():
            data.mkdir()
            run_undisturbed([self.program, "selfplay", "--out", "a.games", "--games", "60", "--level", "1"], data)
        shutil.copytree(data, folder / "data")
        for name in ("new.bin", "new.json"):
            (folder / name).write_text(OLD_CONTENT, encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """A short training."""
        return [self.program, "train", "--data", "data", "--out", "new.bin", "--report", "new.json", "--epochs", "1"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Whole files, old or new."""
        yield from whole_weights(self, folder, ran)
        if action in FAILURES and ran.code == 1 and "cannot" not in ran.stderr:
            yield f"the failure is not told: {ran.stderr.strip()[-200:]}"
        again = run_undisturbed(self.command(), folder)
        if again.code != 0 or (folder / "new.bin.training").exists():
            yield f"the training does not go on: code {again.code}, {again.stderr.strip()[-200:]}"


class Calibrate(Case):
    """`calibrate --out --report`: old files or new ones."""

    name = "calibrate --out --report"
    is_slow = True

    def prepare(self, folder: Path) -> None:
        """Games, and older files where the new ones go."""
        games = self.home / "a.games"
        if not games.exists():
            words = ["--games", "3000", "--level", "1", "--solve-from", "8"]
            run_undisturbed([self.program, "selfplay", "--out", games, *words], self.home)
        shutil.copy(games, folder / "a.games")
        for name in ("new.bin", "new.json"):
            (folder / name).write_text(OLD_CONTENT, encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """A small calibration."""
        words = ["--positions", "1200", "--depth", "4"]
        return [self.program, "calibrate", "--data", "a.games", "--out", "new.bin", "--report", "new.json", *words]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Whole files, old or new; new ones if nothing failed."""
        yield from whole_weights(self, folder, ran)
        if ran.code == 0 and (folder / "new.json").read_bytes() == OLD_CONTENT.encode():
            yield "it ended with code 0, and the report is the old one"
        if action in FAILURES and ran.code == 1 and "cannot write" not in ran.stderr:
            yield f"the failure is not told: {ran.stderr.strip()[-200:]}"


def whole_weights(case: Case, folder: Path, ran: Ran) -> Iterator[str]:
    """Weights and a report in the place of older files are whole."""
    old = OLD_CONTENT.encode()
    if (folder / "new.bin").read_bytes() != old:
        used = case.run_undisturbed(folder, "--weights", "new.bin", "--version")
        if used.code != 0:
            yield f"the weights cannot be used: {used.stderr.strip()}"
    elif ran.code == 0:
        yield "it ended with code 0, and the weights are the old ones"
    report = (folder / "new.json").read_bytes()
    try:
        json.loads(report if report != old else b"{}")
    except ValueError as error:
        yield f"the report is torn: {error}"


class LabFile(Case):
    """The lab's own files: the old text or the new one."""

    name = "pages of the lab"

    def prepare(self, folder: Path) -> None:
        """An older page."""
        (folder / "page.html").write_text(OLD_CONTENT, encoding="utf-8")

    def command(self) -> Sequence[str | Path]:
        """Replaces it."""
        script = (
            f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); from pathlib import Path; "
            "from lab.files import replace_text; replace_text(Path('page.html'), 'new' * 9999); print('done')"
        )
        return [sys.executable, "-c", script]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """One of the two, and the new one if the script says that it is done."""
        text = (folder / "page.html").read_text(encoding="utf-8")
        if text not in (OLD_CONTENT, "new" * 9999):
            yield f"the page holds {len(text)} characters, {text[:20]!r}"
        if "done" in ran.stdout and text == OLD_CONTENT:
            yield "it said that it is done, and the page is the old one"


CASES: tuple[type[Case], ...] = (
    Solve,
    SolveResume,
    SolveOverwrite,
    SolveParallel,
    Selfplay,
    Merge,
    ConsoleSave,
    LabFile,
    SolveLong,
    Train,
    Calibrate,
)
"""All ways of writing, the quick ones first."""
