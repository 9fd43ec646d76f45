"""Descriptions of the tiny engine, and the arguments of contests between several of them."""

import sys
from pathlib import Path

from lab.records import Engine, Limit, Protocol

COMMAND = (sys.executable, "-S", "-E", str(Path(__file__).with_name("fault_engine.py")))
OPENINGS = "f5d6c3d3c4\nf5d6c4d3c3\nf5f6e6f4g5\nf5d6c5f4d3\n"


def fake(protocol: Protocol, fault: str = "", at: int = 1, *, name: str = "fake", **described: object) -> Engine:
    """The tiny engine with a fault at its move with this number."""
    settings = {"limit": Limit(), **described}
    return Engine(name, (*COMMAND, protocol, fault, str(at)), protocol, **settings)  # type: ignore[arg-type]


def arguments(name: str, fault: str = "", more: str = "") -> list[str]:
    """The tiny engine as an argument of a script."""
    return ["--engine", f"name={name} command='{' '.join([*COMMAND, 'gtp', fault])}' {more}"]


def outputs(folder: Path) -> list[str]:
    """The arguments of a contest with a file of openings in this folder, and its journal."""
    (folder / "openings").write_text(OPENINGS)
    return ["--openings", str(folder / "openings"), "--out", str(folder / "out"), "--concurrency", "2"]
