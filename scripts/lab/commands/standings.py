"""`scripts/standings`: the table of a tournament."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from lab import journal
from lab.display import terminal_width
from lab.files import replace_text
from lab.journal_table import journal_table
from lab.options.standings import SUFFIXES, parse
from lab.people import next_round, people_table
from lab.report.standings import render
from lab.result_reader import ResultsError, parse_results
from lab.table import Table, as_csv, as_json, as_text, counted
from lab.terminal import complain, printable_lines
from lab.tournament import read_withdrawals, withdrawals_file


def main(given: Sequence[str] | None = None) -> int:
    """Prints and writes what the command line asks for; the exit code."""
    read = parse(given)
    try:
        run(read)
    except ResultsError as error:
        complain(f"{error}\nstandings: {counted(len(error.problems), 'error')}")
        return 1
    except (OSError, ValueError) as error:
        complain(f"standings: {error}")
        return 1
    return 0


def run(given: argparse.Namespace) -> None:
    """Does it. ResultsError, OSError, ValueError."""
    for out in given.out:
        _check_output(out, given.files, given.overwrite)
    table, pairing = _read(given)
    for out in given.out:
        replace_text(out, _formed(table, SUFFIXES[out.suffix.lower()], None))
    width = terminal_width(Console())
    print(printable_lines(pairing) or _formed(table, given.form, width), end="")


def _check_output(out: Path, files: Sequence[Path], overwrite: bool) -> None:
    """ValueError if this file must not be written."""
    journal.check_output(out, files)
    if out.is_file() and not overwrite:
        raise ValueError(f"{out} already exists; use --overwrite to replace it")


def _read(given: argparse.Namespace) -> tuple[Table, str]:
    """The table, and the pairing if one is wanted."""
    contents = [(str(file), file.read_bytes()) for file in given.files]
    journals = [name for name, content in contents if content.startswith(journal.BEGINNING)]
    if journals:
        if len(contents) > 1 or given.pair:
            raise ValueError(f"{journals[0]} is a journal of a contest of engines: expected no other file and no --pair")
        path = given.files[0]
        found = journal.read(path)
        names = [engine.name for engine in found.settings.engines]
        return journal_table(found, read_withdrawals(withdrawals_file(path), names), given.after), ""
    results = parse_results(contents)
    for warning in results.warnings:
        complain(f"warning: {warning}")
    return people_table(results, given.after), next_round(results, given.seed, given.after) if given.pair else ""


def _formed(table: Table, form: str, width: int | None) -> str:
    """The table in one of the forms."""
    if form == "text":
        return as_text(table, width)
    return {"csv": as_csv, "json": as_json, "html": render}[form](table)
