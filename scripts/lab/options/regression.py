"""Options of `scripts/regression`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.options.common import new_parser

DESCRIPTION = """\
Build two revisions of this repository in Git worktrees below target/regression, and run a sequential test whether NEW is stronger
than OLD. Programs are cached by commit. Uncommitted changes are not part of a revision.

Takes all options of scripts/sprt except --engine. The default limit is 0.1 s per move, so that speed counts; use --nodes to compare
the searches alone. Results are written to target/regression/OLD-NEW.jsonl with a report next to it, and the same command continues
them, unless --out and --report are given."""
EPILOG = """\
example:
  scripts/regression main HEAD                                         # is HEAD stronger?
  scripts/regression v0.1.0 HEAD --elo0 -10 --elo1 0 --nodes 20000     # is HEAD not weaker?

exit codes: those of scripts/sprt; 1 also if a revision does not build"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line; those of scripts/sprt are in `others`."""
    parser = new_parser("regression", DESCRIPTION, EPILOG)
    parser.add_argument("old", metavar="OLD", help="a revision: branch, tag, hash, HEAD~3")
    parser.add_argument("new", metavar="NEW", help="the revision to test, the first engine of the test")
    words = "gtp --threads 1 --hash 64"
    parser.add_argument("--arguments", default=words, metavar="WORDS", help="arguments of the programs (default: %(default)s)")
    read, others = parser.parse_known_args(given)
    if any(other.split("=")[0] == "--engine" for other in others):
        parser.error("--engine is not allowed: the engines are the two revisions")
    read.others = others
    return read
