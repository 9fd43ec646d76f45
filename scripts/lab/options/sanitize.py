"""Options of `scripts/sanitize`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.defaults import SANITIZER_WORKLOADS
from lab.options.common import new_parser

DESCRIPTION = """\
Build the engine with AddressSanitizer (memory errors, leaks) or ThreadSanitizer (data races) below target/sanitize and run
workloads: endgames solved by four threads, bench, self-play, protocol sessions with interrupted searches, a solve that is saved and
resumed. --tests also runs tests of the library. A report of the sanitizer, a wrong exit code or a hang is a fault."""
EPILOG = """\
example:
  scripts/sanitize address
  scripts/sanitize thread --tests

exit codes: 0 no faults, 1 faults, 2 misuse, or something that the sanitizer needs is missing"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("sanitize", DESCRIPTION, EPILOG)
    names = ", ".join(SANITIZER_WORKLOADS)
    parser.add_argument("sanitizer", choices=["address", "thread"], help="memory errors and leaks, or data races")
    parser.add_argument(
        "--work", action="append", choices=SANITIZER_WORKLOADS, metavar="NAME", help=f"run only this workload, one of {names}"
    )
    parser.add_argument("--tests", action="store_true", help="also run tests of the library")
    return parser.parse_args(given)
