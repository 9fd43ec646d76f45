"""Options of `scripts/attack`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.bootstrap import PROGRAM, ROOT
from lab.defaults import ATTACK_PARTS
from lab.options.common import natural, new_parser, seconds

OUT = ROOT / "target" / "attack.html"
DESCRIPTION = """\
Test the robustness of the program for a given time: stress its protocols, measure its latency under load, kill it while it writes,
compare its results with an independent search, run the fuzz targets. The time is divided among the parts. Results are written to an
HTML page and to a JSON file of the same name after every step; Ctrl-C ends the run and keeps the results so far."""
EPILOG = """\
parts:
{parts}

example:
  cargo build --release
  scripts/attack --hours 8 --out attack.html
  scripts/attack --minutes 10 --part stress --part latency

exit codes: 0 no faults, 1 faults, or the results cannot be written, 2 misuse"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parts = "\n".join(f"  {name:<10}{purpose}" for name, purpose in ATTACK_PARTS.items())
    parser = new_parser("attack", DESCRIPTION, EPILOG.format(parts=parts))
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--hours", type=seconds, metavar="N", help="time of the run; fractions are allowed")
    length.add_argument("--minutes", type=seconds, metavar="N", help="the same in minutes")
    add = parser.add_argument
    add("--part", action="append", choices=list(ATTACK_PARTS), metavar="NAME", help="run only this part; may be repeated")
    add("--seed", type=natural, metavar="N", help="random seed (default: from the clock)")
    add("--out", type=Path, default=OUT, metavar="PAGE.html", help="the page (default: target/attack.html)")
    add("--program", type=Path, default=PROGRAM, metavar="FILE", help="the program (default: target/release/emilia)")
    read = parser.parse_args(given)
    if read.out.suffix != ".html":
        parser.error(f"--out {read.out}: the name must end in .html")
    if not read.program.is_file():
        parser.error(f"{read.program} does not exist; build it with `cargo build --release`")
    return read
