"""Commands that write files, and the conditions that the files must meet after a kill or a failed write."""

import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from lab.attack.preload import FAILURES, Ran, run, run_undisturbed
from lab.bootstrap import ROOT

OLD = "old content\n"
"""The content of a file before it is replaced."""


class Case:
    """A command and the conditions on its files."""

    name = ""
    is_slow = False
    """Whether a run takes seconds: a short attack then tries only some points."""
    words = ""
    """The arguments of the program."""
    stdin = ""
    files: ClassVar[Mapping[str, str]] = {}
    """The texts that are there before the command."""
    steps: tuple[str, ...] = ()
    """Runs of the program that make the other files that are there."""

    def __init__(self, program: Path, home: Path) -> None:
        """For this program; `home` is a folder that all runs share."""
        self.program = program
        self.home = home

    def build(self, folder: Path) -> None:
        """Makes the files that a run begins with; called once."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="ascii")
        for step in self.steps:
            self.run_undisturbed(folder, *step.split())

    def prepare(self, folder: Path) -> None:
        """Fills the folder of a run."""
        source = self.home / "before"
        if not source.exists():
            source.mkdir()
            self.build(source)
        shutil.copytree(source, folder, dirs_exist_ok=True)

    def command(self) -> Sequence[str | Path]:
        """The command to run there."""
        return [self.program, *self.words.split()]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The conditions that are not met after this run, each as a sentence."""
        raise NotImplementedError

    def run_undisturbed(self, folder: Path, *arguments: str | Path) -> Ran:
        """Runs the program there without faults."""
        return run_undisturbed([self.program, *arguments], folder)


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
    settings = ""
    common = "--json --threads 1 --hash 4"
    """The options of the first run and of the resumed one."""

    def build(self, folder: Path) -> None:
        """The positions."""
        super().build(folder)
        (folder / "in.obf").write_text("\n".join(self.positions) + "\n", encoding="ascii")

    def command(self) -> Sequence[str | Path]:
        return [self.program, *f"solve in.obf --save kept.save {self.common} {self.settings}".split()]

    @cached_property
    def expected(self) -> list[list[object]]:
        """The results of a run without faults."""
        folder = self.home / "expected"
        folder.mkdir(exist_ok=True)
        self.prepare(folder)
        return results(self.run_undisturbed(folder, "solve", "in.obf", *self.common.split()).stdout)

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
        again = self.run_undisturbed(folder, "solve", "--resume", "kept.save", *self.common.split(), "--events")
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

    def build(self, folder: Path) -> None:
        """A solve that was killed after some answers."""
        super().build(folder)
        # The file is made, and each answer takes a truncation, a write and a synchronisation.
        run(super().command(), folder, at=9 + 3 * self.before, action="kill")

    def command(self) -> Sequence[str | Path]:
        return [self.program, *f"solve --resume kept.save {self.common}".split()]

    def check_resume(self, folder: Path, printed: int, first: Ran) -> Iterator[str]:
        """The answers of the earlier run are there too."""
        yield from super().check_resume(folder, max(printed, self.before), first)


class SolveOverwrite(Solve):
    """`solve --save --overwrite`: the old or the new file."""

    name = "solve --save --overwrite"
    settings = "--overwrite"
    files: ClassVar = {"kept.save": OLD}

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The old file may remain until an answer is printed."""
        if (folder / "kept.save").read_bytes() == OLD.encode():
            if results(ran.stdout):
                yield "answers were printed, and nothing is saved"
            return
        yield from super().broken(folder, ran, action)


class SolveParallel(Solve):
    """`solve --save --jobs`: several positions at once, whose answers are printed in their order."""

    name = "solve --save --jobs"
    positions = ENDINGS * 3
    common = f"{Solve.common} --jobs 2"


class SolveLong(Solve):
    """A long solve that saves its table: bounds that were reported are in the file."""

    name = "solve --save --save-every"
    is_slow = True
    positions = (LONGER,)
    settings = "--events --save-every 0.1"
    common = f"{Solve.common} --all-moves"

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


class BookCase(Case):
    """A command that changes a book, with one thread, so that the writes are the same each time."""

    files: ClassVar = {"games.txt": "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3c5c4e7\nf5d6c4d3c5f4e3f3\n"}
    steps: tuple[str, ...] = ("book new my.book --level 1", "book extend my.book --size 60 --threads 1")

    def text(self, folder: Path) -> str:
        """The book as text; empty if it cannot be read."""
        ran = self.run_undisturbed(folder, "book", "export", "my.book", "book.txt", "--overwrite")
        return (folder / "book.txt").read_text(encoding="ascii") if ran.code == 0 else ""

    @cached_property
    def contents(self) -> tuple[str, str]:
        """The book before and after a run without faults."""
        folder = self.home / "whole"
        folder.mkdir()
        self.prepare(folder)
        before = self.text(folder)
        run_undisturbed(self.command(), folder)
        return before, self.text(folder)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The book is sound, has its old or its new content, and the command can be repeated."""
        before, after = self.contents
        check = self.run_undisturbed(folder, "book", "check", "my.book")
        if check.code != 0:
            yield f"the book is not sound: {(check.stdout + check.stderr).strip()[-200:]}"
        text = self.text(folder)
        # The names of sources are added before the positions.
        if positions(text) not in (positions(before), positions(after)):
            yield "the book has neither its old nor its new positions"
        if ran.code == 0 and text != after:
            yield "it ended with code 0, and the book lacks something"
        if action in FAILURES and ran.code != 0 and not ran.stderr.startswith("emilia: "):
            yield f"the failure is not told: {ran.stderr.strip()[:200]}"
        again = run_undisturbed(self.command(), folder)
        if again.code != 0 or self.text(folder) != after:
            yield f"the command cannot be repeated: code {again.code}, {again.stderr.strip()[-200:]}"


def positions(text: str) -> list[str]:
    """The lines of the positions without games."""
    lines = [line for line in text.splitlines() if not line.startswith(("emilia-book", "source"))]
    return [" ".join(word for word in line.split() if ":" not in word) for line in lines]


class BookNew(BookCase):
    """`book new`: an empty book, or none."""

    name = "book new"
    words = "book new other.book"

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The book is sound if it exists, and can be created otherwise."""
        out = folder / "other.book"
        if ran.code == 0 and not out.exists():
            yield "it ended with code 0, without a file"
        if not out.exists() and run_undisturbed(self.command(), folder).code != 0:
            yield "the same command fails afterwards"
        if self.run_undisturbed(folder, "book", "check", "other.book").code != 0:
            yield "the new book is not sound"


class BookAdd(BookCase):
    """`book add`: positions of games, and their results."""

    name = "book add"
    words = "book add my.book games.txt --threads 1"


class BookDeviate(BookCase):
    """`book deviate`: several steps, each of them complete."""

    name = "book deviate"
    words = "book deviate my.book --loss 2 --total 3 --depth 4 --threads 1"

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """As for the others, but the book may have some of the steps."""
        for sentence in super().broken(folder, ran, action):
            if "neither its old nor its new" not in sentence:
                yield sentence


class BookMerge(BookCase):
    """`book merge`: all positions of the other book, or none."""

    name = "book merge"
    words = "book merge my.book other.book"
    steps: tuple[str, ...] = (*BookCase.steps, "book new other.book --level 2", "book add other.book games.txt --threads 1")


class BookFix(BookCase):
    """`book fix`: the leaves that a merge has made unknown."""

    name = "book fix"
    words = "book fix my.book --threads 1"
    steps = (*BookMerge.steps, BookMerge.words)


class Selfplay(Case):
    """`selfplay --out`: games in the file are never lost."""

    name = "selfplay --out"
    games, before = 560, 100
    words = f"selfplay --out a.games --games {games} --level 1 --solve-from 4 --threads 1"
    steps = (words.replace(f"{games}", f"{before}"),)

    @cached_property
    def expected(self) -> list[str]:
        """The games of a run without faults."""
        run_undisturbed(self.command(), self.home)
        return self.run_undisturbed(self.home, "games", "text", "a.games").stdout.splitlines()

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
        again = run_undisturbed(self.command(), folder)
        games = self.run_undisturbed(folder, "games", "text", "a.games").stdout.splitlines()
        if again.code != 0 or games != self.expected:
            yield f"it cannot be continued: code {again.code}, {len(games)} games, {again.stderr.strip()[-200:]}"


class Merge(Case):
    """`games merge`: the new file is complete or absent."""

    name = "games merge"
    words = "games merge both.games a.games a.games"
    steps = ("selfplay --out a.games --games 300 --level 1",)

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
    words = "console"
    stdin = "f5d6c3\nsave --overwrite game.txt\nquit\n"
    files: ClassVar = {"game.txt": "f5f6\n"}

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
    words = "train --data data --out new.bin --report new.json --epochs 1 --overwrite"
    files: ClassVar = {"new.bin": OLD, "new.json": OLD}
    steps = ("selfplay --out data/a.games --games 60 --level 1",)

    def build(self, folder: Path) -> None:
        """The folder of the data is there as well."""
        (folder / "data").mkdir()
        super().build(folder)

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
    words = "calibrate --data a.games --out new.bin --report new.json --positions 1200 --depth 4 --overwrite"
    files: ClassVar = {"new.bin": OLD, "new.json": OLD}
    steps = ("selfplay --out a.games --games 3000 --level 1 --solve-from 8",)

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """Complete files, old or new; new ones if nothing failed."""
        yield from check_weights(self, folder, ran)
        if ran.code == 0 and (folder / "new.json").read_bytes() == OLD.encode():
            yield "it ended with code 0, and the report is the old one"
        if action in FAILURES and ran.code == 1 and "cannot write" not in ran.stderr:
            yield f"the failure is not reported: {ran.stderr.strip()[-200:]}"


def check_weights(case: Case, folder: Path, ran: Ran) -> Iterator[str]:
    """The weights and the report are complete."""
    old = OLD.encode()
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
    files: ClassVar = {"page.html": OLD}

    def command(self) -> Sequence[str | Path]:
        script = (
            f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); from pathlib import Path; "
            "from lab.files import replace_text; replace_text(Path('page.html'), 'new' * 9999); print('done')"
        )
        return [sys.executable, "-c", script]

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The old or the new text; the new one if the script has finished."""
        text = (folder / "page.html").read_text(encoding="utf-8")
        if text not in (OLD, "new" * 9999):
            yield f"the page holds {len(text)} characters, {text[:20]!r}"
        if "done" in ran.stdout and text == OLD:
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
