"""What must hold of files, whatever ends the program or fails while it writes them: one class for each way of writing."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from lab.attack.preload import Ran, run, run_plainly
from lab.home import ROOT

ENDINGS = (
    "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X;",
    "XOOOXXOOOOOOOXXOOOOXOOOOX-OOOOOXOXXOOOOOXOXOOXXOOXOOOOXXXXOOOOXO O;",
    "OXOX--XXXOXOXXX-O-X-OXXX-XXX-OXX-XXXXX-XXXOXXXOXXXXXOO-X--XOOXXO O;",
    "--------------------------------------------------------OXXXXXX- O;",
)
"""Positions that are solved in an instant."""
LONGER = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X;"
"""FFO #42, 22 empty squares: solved in about a second."""
TREASURE = "somebody's treasure\n"


class Case:
    """A command that writes files, and what must hold of them after any end."""

    name = ""
    is_slow = False
    """Whether a run takes seconds: then only some points are tried in a short attack."""
    stdin = ""

    def __init__(self, program: Path, home: Path) -> None:
        """For this program; `home` is a folder for what all runs share."""
        self.program = program
        self.home = home

    def prepare(self, folder: Path) -> None:
        """Fills the folder of a run."""

    def command(self) -> Sequence[str | Path]:
        """What is run there."""
        raise NotImplementedError

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The promises that this run has broken, each a sentence."""
        raise NotImplementedError

    def plainly(self, folder: Path, *arguments: str | Path) -> Ran:
        """Runs the program there with nothing in its way."""
        return run_plainly([self.program, *arguments], folder)


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
        """What the first run and the one that goes on have in common."""
        return ["--json", "--threads", "1", "--hash", "4"]

    @cached_property
    def truth(self) -> list[list[object]]:
        """The results of a run with nothing in its way."""
        folder = self.home / "truth"
        folder.mkdir(exist_ok=True)
        self.prepare(folder)
        return results(self.plainly(folder, "solve", "in.obf", *self.common).stdout)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Everything printed is in the file, and the solve goes on to the same results."""
        told = results(ran.stdout)
        if told != self.truth[: len(told)]:
            yield f"it printed {told}"
        file = folder / "kept.save"
        is_empty = not file.exists() or file.stat().st_size == 0
        if action in ("full", "once", "error"):
            yield from self.failed(ran, is_empty)
            if "cannot write" in ran.stderr and ran.code != 0:
                told = []
        if is_empty:
            if told:
                yield f"{len(told)} answers were printed, and nothing is saved"
            return
        yield from self.gone_on(folder, len(told), ran)

    def failed(self, ran: Ran, is_empty: bool) -> Iterator[str]:
        """A failure is told once and makes the exit code 1 if anything is missing in the end."""
        complaints = [line for line in ran.stderr.splitlines() if "cannot write" in line]
        if ran.code not in (0, 1):
            yield f"it ended with code {ran.code}"
        if ran.code == 1 and not complaints:
            yield "it ended with code 1 and did not say why"
        if len(complaints) > 1:
            yield f"the failure was told {len(complaints)} times"
        if ran.code == 0 and is_empty:
            yield "it ended with code 0, and nothing is saved"

    def gone_on(self, folder: Path, told: int, first: Ran) -> Iterator[str]:
        """The solve is taken up where it was."""
        again = self.plainly(folder, "solve", "--resume", "kept.save", *self.common, "--events")
        if again.code != 0:
            yield f"it cannot be resumed: code {again.code}, {again.stderr.strip()[-300:]}"
            return
        if results(again.stdout) != self.truth:
            yield f"resumed, it printed {results(again.stdout)}"
        yield from self.lost([event for event in objects(again.stderr) if event["event"] in ("begin", "resume")], told, first)

    def lost(self, begun: list[dict[str, Any]], told: int, first: Ran) -> Iterator[str]:
        """What the first run had told and the second one does not know; `begun` are the positions that it searched."""
        lost = [event["number"] for event in begun if event["number"] <= told]
        if lost:
            yield f"the answers of {told} positions were printed, those of number {lost} are lost"


def results(text: str) -> list[list[object]]:
    """Position, score and status of all answers."""
    return [[found["position"], found["score"], found["status"]] for found in objects(text) if "position" in found]


class SolveOn(Solve):
    """`solve --resume`: what was saved before stays saved."""

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
        """Goes on."""
        return [self.program, "solve", "--resume", "kept.save", *self.common]

    def gone_on(self, folder: Path, told: int, first: Ran) -> Iterator[str]:
        """Also what an earlier run had saved is there."""
        yield from super().gone_on(folder, max(told, self.before), first)


class SolveOver(Solve):
    """`solve --save --overwrite`: the old file or the new one."""

    name = "solve --save --overwrite"
    settings = ("--overwrite",)

    def prepare(self, folder: Path) -> None:
        """Something else has the name."""
        super().prepare(folder)
        (folder / "kept.save").write_text(TREASURE, encoding="ascii")

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """As long as nothing is printed the old file may be there."""
        if (folder / "kept.save").read_bytes() == TREASURE.encode():
            if results(ran.stdout):
                yield "answers were printed, and nothing is saved"
            return
        yield from super().broken(folder, ran, action)


class SolveAtOnce(Solve):
    """`solve --save --jobs`: several positions at once, whose answers are printed in their order."""

    name = "solve --save --jobs"
    positions = ENDINGS * 3

    @property
    def common(self) -> list[str]:
        """Two at once."""
        return [*super().common, "--jobs", "2"]


class SolveLong(Solve):
    """A long solve that saves its table: bounds that were told are in the file."""

    name = "solve --save --save-every"
    is_slow = True
    positions = (LONGER,)
    settings = ("--save-every", "0.1")
    events = True

    @property
    def common(self) -> list[str]:
        """Every move is proved."""
        return [*super().common, "--all-moves"]

    def lost(self, begun: list[dict[str, Any]], told: int, first: Ran) -> Iterator[str]:
        """The bounds that are there when the solve goes on are no worse than those that were told."""
        if told or "cannot write" in first.stderr or not begun:
            return
        there = {move["move"]: (move["lower"], move["upper"]) for move in begun[0].get("moves", [])}
        for event in objects(first.stderr):
            if event["event"] == "searched" and event["proves"]:
                lower, upper = there.get(event["move"], (-64, 64))
                if lower < event["lower"] or upper > event["upper"]:
                    yield f"{event['move']} was told to be {event['lower']} to {event['upper']}, saved is {lower} to {upper}"


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
        run_plainly(self.selfplay(self.games), self.home)
        return self.plainly(self.home, "games", "text", "a.games").stdout.splitlines()

    def prepare(self, folder: Path) -> None:
        """A file with some games."""
        source = self.home / "before"
        if not source.exists():
            source.mkdir()
            run_plainly(self.selfplay(self.before), source)
        shutil.copy(source / "a.games", folder / "a.games")

    def command(self) -> Sequence[str | Path]:
        """More games."""
        return self.selfplay(self.games)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The games are the first ones of the whole run, no fewer than before, and the run can go on."""
        read = self.plainly(folder, "games", "text", "a.games")
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
        if action in ("full", "once", "error") and ran.code != 0 and "a.games" not in ran.stderr:
            yield f"the failure does not name the file: {ran.stderr.strip()}"
        again = run_plainly(self.selfplay(self.games), folder)
        games = self.plainly(folder, "games", "text", "a.games").stdout.splitlines()
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
            run_plainly([self.program, "selfplay", "--out", "a.games", "--games", "300", "--level", "1"], source)
        shutil.copy(source / "a.games", folder / "a.games")

    def command(self) -> Sequence[str | Path]:
        """Merges the file with itself."""
        return [self.program, "games", "merge", "both.games", "a.games", "a.games"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """All games, or no file, or an empty one."""
        games = self.plainly(folder, "games", "text", "a.games").stdout * 2
        out = folder / "both.games"
        is_there = out.exists() and out.stat().st_size > 0
        if is_there and self.plainly(folder, "games", "text", "both.games").stdout != games:
            yield "the merged file lacks games"
        if ran.code == 0 and not is_there:
            yield "it ended with code 0, and there is no file"
        if not is_there and run_plainly(self.command(), folder).code != 0:
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
            run_plainly([self.program, "selfplay", "--out", "a.games", "--games", "60", "--level", "1"], data)
        shutil.copytree(data, folder / "data")
        for name in ("new.bin", "new.json"):
            (folder / name).write_text(TREASURE, encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        """A short training."""
        return [self.program, "train", "--data", "data", "--out", "new.bin", "--report", "new.json", "--epochs", "1"]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Whole files, old or new."""
        old = TREASURE.encode()
        if (folder / "new.bin").read_bytes() != old:
            used = self.plainly(folder, "--weights", "new.bin", "--version")
            if used.code != 0:
                yield f"the weights cannot be used: {used.stderr.strip()}"
        elif ran.code == 0:
            yield "it ended with code 0, and the weights are the old ones"
        if (folder / "new.json").read_bytes() != old:
            json.loads((folder / "new.json").read_bytes())
        if action in ("full", "once", "error") and ran.code == 1 and "cannot" not in ran.stderr:
            yield f"the failure is not told: {ran.stderr.strip()[-200:]}"
        again = run_plainly(self.command(), folder)
        if again.code != 0 or (folder / "new.bin.training").exists():
            yield f"the training does not go on: code {again.code}, {again.stderr.strip()[-200:]}"


class LabFile(Case):
    """The lab's own files: the old text or the new one."""

    name = "pages of the lab"

    def prepare(self, folder: Path) -> None:
        """An older page."""
        (folder / "page.html").write_text(TREASURE, encoding="utf-8")

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
        if text not in (TREASURE, "new" * 9999):
            yield f"the page holds {len(text)} characters, {text[:20]!r}"
        if "done" in ran.stdout and text == TREASURE:
            yield "it said that it is done, and the page is the old one"


CASES: tuple[type[Case], ...] = (Solve, SolveOn, SolveOver, SolveAtOnce, Selfplay, Merge, ConsoleSave, LabFile, SolveLong, Train)
"""All ways of writing, the quick ones first."""
