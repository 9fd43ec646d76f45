"""The table of all parts of an attack. A new part needs a line here and a function that yields tallies, see `Part`."""

from __future__ import annotations

from lab.attack import cargo_fuzz, faults, latency, oracle, stress
from lab.attack.work import Part

PARTS = {
    "stress": Part("valid, malformed and random lines in all protocols", 3, stress.run),
    "latency": Part("how long ping and stop take under full load", 1, latency.run),
    "faults": Part("kills and failing writes at every change of every file", 2, faults.run),
    "oracle": Part("claims of the program against an independent search", 3, oracle.run),
    "fuzz": Part("the fuzz targets in fuzz/, with cargo-fuzz", 3, cargo_fuzz.run),
}
"""All parts by name, in the order in which they run."""
