"""`scripts/regression`: a sequential test of two revisions."""

from __future__ import annotations

import argparse
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from lab.bootstrap import ROOT
from lab.commands import sprt
from lab.options.common import has_limit
from lab.options.regression import parse
from lab.revisions import BuildError, Builds, Revision, RevisionError
from lab.terminal import complain, printable

FOLDER = ROOT / "target" / "regression"


def main(given: Sequence[str] | None = None) -> int:
    """Builds two revisions and tests one against the other; the exit code."""
    read = parse(given)
    try:
        return sprt.main(command(read))
    except (BuildError, RevisionError) as error:
        complain(f"regression: {error}")
        return 1 if isinstance(error, BuildError) else 2


def command(read: argparse.Namespace) -> list[str]:
    """The arguments of the test. RevisionError, BuildError."""
    builds = Builds(ROOT, FOLDER, report=lambda line: print(printable(line), flush=True))
    old, new = builds.find(read.old), builds.find(read.new)
    if old.commit == new.commit:
        raise RevisionError(f"{read.old} and {read.new} are the same commit, {old.commit[:8]}")
    words: list[str] = []
    for revision in (new, old):
        program = builds.program(revision)
        words += ["--engine", description(revision, program, without_book(program, read.arguments))]
    return [*words, *read.others, *defaults(read.others, FOLDER / f"{old.commit[:8]}-{new.commit[:8]}")]


def without_book(program: Path, words: str) -> str:
    """The arguments without the opening book, which both would play alike, if the program has one and they do not name it."""
    try:
        shown = subprocess.run([program, "gtp", "--help"], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return words
    return f"{words} --book 0" if "--book " in shown and "--book" not in shlex.split(words) else words


def description(revision: Revision, program: Path, words: str) -> str:
    """The engine as `--engine` reads it."""
    return f"name={shlex.quote(revision.title)} command={shlex.quote(f'{shlex.quote(str(program))} {words}')} protocol=gtp"


def defaults(others: Sequence[str], base: Path) -> list[str]:
    """Arguments for a limit, the file of the games and the report, unless these set them."""
    named = {other.split("=")[0] for other in others}
    added = [] if has_limit(list(others)) else ["--move-time", "0.1"]
    if "--out" not in named:
        added += ["--out", str(base.with_suffix(".jsonl")), "--resume"]
    if "--report" not in named:
        added += ["--report", str(base.with_suffix(".html"))]
    return added
