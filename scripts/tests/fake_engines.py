"""Descriptions of the tiny engine, and the arguments of contests between several of them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from lab.records import Engine, Limit, Protocol

COMMAND = (sys.executable, "-S", "-E", str(Path(__file__).with_name("fault_engine.py")))
OPENINGS = "f5d6c3d3c4\nf5d6c4d3c3\nf5f6e6f4g5\nf5d6c5f4d3\n"


def fake(
    protocol: Protocol,
    fault: str = "",
    at: int = 1,
    *,
    name: str = "fake",
    rules: Sequence[str] = (),
    log: Path | None = None,
    **described: object,
) -> Engine:
    """The tiny engine with a fault at its move with this number, these commands for variants, and a log of what it reads."""
    settings = {"limit": Limit(), "environment": (("FAULT_ENGINE_LOG", str(log)),) if log else (), **described}
    return Engine(name, (*COMMAND, protocol, fault, str(at), *rules), protocol, **settings)  # type: ignore[arg-type]


def arguments(name: str, fault: str = "none", *rules: str, more: str = "") -> list[str]:
    """The tiny engine as an argument of a script."""
    return ["--engine", f"name={name} command='{' '.join([*COMMAND, 'gtp', fault, '1', *rules])}' {more}"]


def outputs(folder: Path) -> list[str]:
    (folder / "openings").write_text(OPENINGS)
    return ["--openings", str(folder / "openings"), "--out", str(folder / "out"), "--concurrency", "2"]
