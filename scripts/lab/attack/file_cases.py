"""The cases of files other than saved solves, and the table of all cases."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from lab.attack.book_cases import BookAdd, BookDeviate, BookFix, BookMerge, BookNew
from lab.attack.case import OLD_CONTENT, Case
from lab.attack.preload import FAILURES, Ran, run_undisturbed
from lab.attack.solve_cases import Solve, SolveLong, SolveOverwrite, SolveParallel, SolveResume
from lab.bootstrap import ROOT


class Selfplay(Case):
    """`selfplay --out`: games in the file are never lost."""

    name = "selfplay --out"
    games, before = 560, 100

    def selfplay(self, games: int) -> list[str | Path]:
        """The command for this many games."""
        words = ["--games", str(games), "--level", "1", "--solve-from", "4", "--threads", "1"]
        return [self.program, "selfplay", "--out", "a.games", *words]

    @cached_property
    def expected(self) -> list[str]:
        """The games of a run without faults."""
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
        """The games are the first ones of the whole run, no fewer than before, and the run can be continued."""
        read = self.run_undisturbed(folder, "games", "text", "a.games")
        games = read.stdout.splitlines()
        if read.code != 0:
            yield f"the games cannot be read: {read.stderr.strip()}"
        if games != self.expected[: len(games)] or len(games) < self.before:
            yield f"{len(games)} games are left"
        if ran.code == 0 and len(games) < self.games:
            yield f"it ended with code 0 with {len(games)} games"
        reported = [int(number) for number in re.findall(r"(\d+) on disk", ran.stderr)]
        if any(number > len(games) for number in reported):
            yield f"{reported[-1]} games were reported as on disk, there are {len(games)}"
        if action in FAILURES and ran.code != 0 and "a.games" not in ran.stderr:
            yield f"the failure does not name the file: {ran.stderr.strip()}"
        again = run_undisturbed(self.selfplay(self.games), folder)
        games = self.run_undisturbed(folder, "games", "text", "a.games").stdout.splitlines()
        if again.code != 0 or games != self.expected:
            yield f"it cannot be continued: code {again.code}, {len(games)} games, {again.stderr.strip()[-200:]}"


class Merge(Case):
    """`games merge`: the new file is complete or absent."""

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
        """All games, or no file, or an empty file."""
        games = self.run_undisturbed(folder, "games", "text", "a.games").stdout * 2
        out = folder / "both.games"
        exists = out.exists() and out.stat().st_size > 0
        if exists and self.run_undisturbed(folder, "games", "text", "both.games").stdout != games:
            yield "the merged file lacks games"
        if ran.code == 0 and not exists:
            yield "it ended with code 0, without a file"
        if not exists and run_undisturbed(self.command(), folder).code != 0:
            yield "the same command fails afterwards"


class ConsoleSave(Case):
    """`save` on the console: the old or the new game."""

    name = "save on the console"
    stdin = "f5d6c3\nsave --overwrite game.txt\nquit\n"

    def prepare(self, folder: Path) -> None:
        """An old game."""
        (folder / "game.txt").write_text("f5f6\n", encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """Plays and saves."""
        return [self.program, "console"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The old or the new game; the new one unless the program reported an error."""
        text = (folder / "game.txt").read_text(encoding="ascii")
        if text not in ("f5f6\n", "f5d6c3\n"):
            yield f"the file holds {text!r}"
        if ran.code == 0 and "error" not in ran.stdout and text != "f5d6c3\n":
            yield "no error was reported, and the game is not saved"


class Train(Case):
    """`train --out --report`: old or new files, and the training can be continued."""

    name = "train --out --report"
    is_slow = True

    def prepare(self, folder: Path) -> None:
        """Some games, and old files with the names of the new ones."""
        data = self.home / "data"
        if not data.exists():
            data.mkdir()
            run_undisturbed([self.program, "selfplay", "--out", "a.games", "--games", "60", "--level", "1"], data)
        shutil.copytree(data, folder / "data")
        for name in ("new.bin", "new.json"):
            (folder / name).write_text(OLD_CONTENT, encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """A short training."""
        return [self.program, "train", "--data", "data", "--out", "new.bin", "--report", "new.json", "--epochs", "1", "--overwrite"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Complete files, old or new."""
        yield from check_weights(self, folder, ran)
        if action in FAILURES and ran.code == 1 and "cannot" not in ran.stderr:
            yield f"the failure is not reported: {ran.stderr.strip()[-200:]}"
        again = run_undisturbed(self.command(), folder)
        if again.code != 0 or (folder / "new.bin.training").exists():
            yield f"the training cannot be continued: code {again.code}, {again.stderr.strip()[-200:]}"


class Calibrate(Case):
    """`calibrate --out --report`: old or new files."""

    name = "calibrate --out --report"
    is_slow = True

    def prepare(self, folder: Path) -> None:
        """Games, and old files with the names of the new ones."""
        games = self.home / "a.games"
        if not games.exists():
            words = ["--games", "3000", "--level", "1", "--solve-from", "8"]
            run_undisturbed([self.program, "selfplay", "--out", games, *words], self.home)
        shutil.copy(games, folder / "a.games")
        for name in ("new.bin", "new.json"):
            (folder / name).write_text(OLD_CONTENT, encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """A small calibration."""
        words = ["--positions", "1200", "--depth", "4", "--overwrite"]
        return [self.program, "calibrate", "--data", "a.games", "--out", "new.bin", "--report", "new.json", *words]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Complete files, old or new; new ones if nothing failed."""
        yield from check_weights(self, folder, ran)
        if ran.code == 0 and (folder / "new.json").read_bytes() == OLD_CONTENT.encode():
            yield "it ended with code 0, and the report is the old one"
        if action in FAILURES and ran.code == 1 and "cannot write" not in ran.stderr:
            yield f"the failure is not reported: {ran.stderr.strip()[-200:]}"


def check_weights(case: Case, folder: Path, ran: Ran) -> Iterator[str]:
    """The weights and the report are complete."""
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
        yield f"the report is incomplete: {error}"


class LabFile(Case):
    """The files of the lab: the old or the new text."""

    name = "pages of the lab"

    def prepare(self, folder: Path) -> None:
        """An old page."""
        (folder / "page.html").write_text(OLD_CONTENT, encoding="utf-8")

    def command(self) -> Sequence[str | Path]:
        """Replaces it."""
        script = (
            f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); from pathlib import Path; "
            "from lab.files import replace_text; replace_text(Path('page.html'), 'new' * 9999); print('done')"
        )
        return [sys.executable, "-c", script]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The old or the new text; the new one if the script has finished."""
        text = (folder / "page.html").read_text(encoding="utf-8")
        if text not in (OLD_CONTENT, "new" * 9999):
            yield f"the page holds {len(text)} characters, {text[:20]!r}"
        if "done" in ran.stdout and text == OLD_CONTENT:
            yield "it has finished, and the page is the old one"


CASES: tuple[type[Case], ...] = (
    Solve,
    SolveResume,
    SolveOverwrite,
    SolveParallel,
    Selfplay,
    Merge,
    ConsoleSave,
    LabFile,
    BookNew,
    BookAdd,
    BookDeviate,
    BookMerge,
    BookFix,
    SolveLong,
    Train,
    Calibrate,
)
"""All cases, the quick ones first."""
