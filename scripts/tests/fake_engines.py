"""The tiny engine as a contest describes it."""

import sys
from pathlib import Path

from lab.records import Engine, Limit, Protocol

COMMAND = (sys.executable, "-S", "-E", str(Path(__file__).with_name("fault_engine.py")))


def fake(protocol: Protocol, fault: str = "", at: int = 1, *, name: str = "fake", **described: object) -> Engine:
    """The tiny engine with a fault at its move with this number."""
    told = {"limit": Limit(), **described}
    return Engine(name, (*COMMAND, protocol, fault, str(at)), protocol, **told)  # type: ignore[arg-type]
