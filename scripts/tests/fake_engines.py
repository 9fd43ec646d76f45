"""Descriptions of the tiny engine."""

import sys
from pathlib import Path

from lab.records import Engine, Limit, Protocol

COMMAND = (sys.executable, "-S", "-E", str(Path(__file__).with_name("fault_engine.py")))


def fake(protocol: Protocol, fault: str = "", at: int = 1, *, name: str = "fake", **described: object) -> Engine:
    """The tiny engine with a fault at its move with this number."""
    settings = {"limit": Limit(), **described}
    return Engine(name, (*COMMAND, protocol, fault, str(at)), protocol, **settings)  # type: ignore[arg-type]
