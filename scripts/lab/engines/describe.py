"""Engines as a person describes them: on the command line or in a TOML file."""

from __future__ import annotations

from pathlib import Path

from lab.records import Engine, Limit


def read_engine(text: str, limit: Limit) -> Engine:
    """The engine in a description such as `name=Emilia command="emilia gtp" protocol=gtp level=10 option.threads=1`.

    A description without `=` in its first word is a command line. `limit` holds for an engine that names none of its own.
    ValueError says what is wrong.
    """
    raise NotImplementedError(text, limit)


def read_engines(path: Path, limit: Limit) -> tuple[Engine, ...]:
    """The engines of a TOML file, one in each table `[[engine]]`; ValueError, with the file and the engine, if one is wrong."""
    raise NotImplementedError(path, limit)
