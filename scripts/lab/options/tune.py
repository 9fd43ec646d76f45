"""Options of `scripts/tune`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.options.common import natural, new_parser

PROGRAM = "target/release/emilia gtp --threads 1 --hash 32 --book 0"
BUILD = "cargo build --release --features tune"
DESCRIPTION = f"""\
Tune parameters of the search by matches. The program must be built with them as options:

    {BUILD}

Each trial is a match of one set of values against the defaults; Optuna chooses the values. At the end the medians of the best
quarter of the trials are tested against the defaults by SPRT. Games, trials and reports are written to FOLDER; the same command
continues after any interruption. FOLDER/path.html shows the trials, FOLDER/sprt.html the test. Takes all options of scripts/match
that are not listed here: limits, openings, concurrency. The default limit is 10,000 nodes per move."""
EPILOG = """\
example:
  scripts/tune target/tuning                          # list the parameters
  scripts/tune target/tuning --parameter mobility_weight --parameter probcut_caution=70:140 --trials 60 --games 40

exit codes: 0 done, 1 a match or the test failed, 2 misuse, 130 interrupted"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line; those of scripts/match are in `others`."""
    parser = new_parser("tune", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER", help="folder of the results; created if it does not exist")
    add("--program", default=PROGRAM, metavar="CMD", help="the program, in GTP mode (default: %(default)s)")
    add("--parameter", action="append", default=[], metavar="NAME[=LOW:HIGH]", help="a parameter to tune; may be repeated")
    add("--trials", type=natural, default=60, metavar="N", help="number of trials (default: %(default)s)")
    add("--games", type=natural, default=40, metavar="N", help="games per trial (default: %(default)s)")
    add("--elo0", type=float, default=0.0, metavar="ELO", help="null hypothesis of the test (default: %(default)s)")
    add("--elo1", type=float, default=10.0, metavar="ELO", help="alternative hypothesis (default: %(default)s)")
    add("--max-pairs", type=natural, default=2000, metavar="N", help="end the test undecided after N pairs (default: %(default)s)")
    add("--seed", type=int, default=1, metavar="N", help="random seed of the trials and the openings (default: %(default)s)")
    read, others = parser.parse_known_args(given)
    read.others = others
    return read
