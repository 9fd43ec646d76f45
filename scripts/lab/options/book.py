"""Options of `scripts/book`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.options.common import natural, new_parser

DESCRIPTION = """\
Build an opening book on several machines: the processes of a Dask cluster, or of this machine, search positions, and one program
writes the book. The book is the same as without the cluster. A process that dies costs only its searches; Ctrl-C keeps all results,
and the same command continues.

COMMAND is add, extend, deviate, deepen, fix or verify with its arguments, see `emilia book COMMAND --help`."""
EPILOG = """\
example:
  scripts/book extend target/my.book --size 1000
  scripts/book --scheduler tcp://host:8786 deviate target/my.book --loss 1 --total 2

exit codes: 0 done, 1 failed, 2 misuse, 130 Ctrl-C"""
COMMANDS = ("add", "extend", "deviate", "deepen", "fix", "verify")
"""The commands that search."""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line; `words` are the command with its arguments."""
    parser = new_parser("book", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("--program", default="target/release/emilia", help="Emilia (default: %(default)s)")
    add("--remote-program", metavar="PROGRAM", help="Emilia on the machines of the cluster, if it is elsewhere there")
    add("--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786 (default: this machine)")
    add("--concurrency", type=natural, metavar="N", help="processes on this machine (default: one for each core)")
    add("--chunk", type=natural, default=32, metavar="N", help="searches given to a process at a time (default: %(default)s)")
    add("command", choices=COMMANDS, metavar="COMMAND", help="add, extend, deviate, deepen, fix or verify")
    add("words", nargs=argparse.REMAINDER, metavar="...", help="its arguments")
    return parser.parse_args(given)
