"""`scripts/regression`: is a revision stronger than another one?"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.bootstrap import ROOT
from lab.commands import arguments, sprt
from lab.revisions import BuildError, Builds, Revision, RevisionError

FOLDER = ROOT / "target" / "regression"
LIMITS = ("--level", "--depth", "--nodes", "--move-time", "--game-time")
DESCRIPTION = """\
Builds two revisions of this repository, each in a worktree of its own below target/regression, and tests by games whether NEW is
stronger than OLD. A program is kept by its commit: it is built once. What is in the working tree and not committed is not played.

All options of scripts/sprt hold, but for --engine. Without a limit each engine has 0.1 s a move, so that speed counts;
--nodes tells whether the search itself is better. The games go to target/regression/OLD-NEW.jsonl, the report stands beside
it, and the same command goes on where an earlier one ended, unless --out and --report say otherwise."""
EPILOG = """\
example:
  scripts/regression main HEAD                                         # has it become stronger?
  scripts/regression v0.1.0 HEAD --elo0 -10 --elo1 0 --nodes 20000     # has it become no weaker?

exit codes: those of scripts/sprt; 1 also if a revision cannot be built"""


def main(given: Sequence[str] | None = None) -> int:
    """Builds and plays what the command line asks for; the exit code."""
    parser = arguments.parser("regression", DESCRIPTION, EPILOG)
    parser.add_argument("old", metavar="OLD", help="a revision: branch, tag, hash, HEAD~3")
    parser.add_argument("new", metavar="NEW", help="another one, the first engine of the test")
    words = "gtp --threads 1 --hash 64"
    parser.add_argument("--arguments", default=words, metavar="WORDS", help="how the programs are started (default: %(default)s)")
    read, others = parser.parse_known_args(given)
    if any(other.split("=")[0] == "--engine" for other in others):
        parser.error("the engines are the two revisions: --engine is not for this script")
    try:
        return sprt.main(command(read, others))
    except (BuildError, RevisionError) as error:
        print(f"regression: {error}", file=sys.stderr)
        return 1 if isinstance(error, BuildError) else 2


def command(read: argparse.Namespace, others: Sequence[str]) -> list[str]:
    """The arguments of the test. RevisionError, BuildError."""
    builds = Builds(ROOT, FOLDER, tell=lambda news: print(news, flush=True))
    old, new = builds.find(read.old), builds.find(read.new)
    if old.commit == new.commit:
        raise RevisionError(f"{read.old} and {read.new} are the same commit, {old.commit[:8]}")
    words: list[str] = []
    for revision in (new, old):
        words += ["--engine", description(revision, builds.program(revision), read.arguments)]
    return [*words, *others, *defaults(others, FOLDER / f"{old.commit[:8]}-{new.commit[:8]}")]


def description(revision: Revision, program: Path, words: str) -> str:
    """The engine as `--engine` reads it."""
    return f"name={shlex.quote(revision.title)} command={shlex.quote(f'{shlex.quote(str(program))} {words}')} protocol=gtp"


def defaults(others: Sequence[str], base: Path) -> list[str]:
    """What is added where these arguments leave it open: a limit, the file of the games, the report."""
    named = {other.split("=")[0] for other in others}
    added = [] if named & set(LIMITS) else ["--move-time", "0.1"]
    if "--out" not in named:
        added += ["--out", str(base.with_suffix(".jsonl")), "--resume"]
    if "--report" not in named:
        added += ["--report", str(base.with_suffix(".html"))]
    return added
