"""The program `emilia`: `python -m emilia_othello --help`."""

import sys

from ._native import run_program


def main() -> None:
    """Runs the program with the arguments of this one."""
    sys.exit(run_program(["emilia", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
