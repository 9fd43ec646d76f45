"""Options of `scripts/universal`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.bootstrap import ROOT
from lab.options.common import new_parser

OUT = ROOT / "target" / "universal" / "emilia"
DESCRIPTION = """\
Build one program for every x86-64 PC with Linux. It contains a copy for each x86-64 level and runs the fastest one that the
processor supports. Takes four release builds."""
EPILOG = """\
example:
  scripts/universal --out target/emilia

exit codes: 0 done, 1 a build failed or the program cannot be written, 2 misuse"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("universal", DESCRIPTION, EPILOG)
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE", help="the program (default: target/universal/emilia)")
    read = parser.parse_args(given)
    if read.out == OUT:
        OUT.parent.mkdir(parents=True, exist_ok=True)
    if not read.out.parent.is_dir():
        parser.error(f"--out {read.out}: the folder {read.out.parent} does not exist")
    if read.out.is_dir():
        parser.error(f"--out {read.out}: is a folder")
    return read
