"""The table of all parts of an attack. A new part also needs a line in `lab.defaults.ATTACK_PARTS`."""

from __future__ import annotations

from lab.attack import cargo_fuzz, faults, latency, oracle, stress
from lab.attack.work import Part

PARTS = {
    "stress": Part(3, stress.run),
    "latency": Part(1, latency.run),
    "faults": Part(2, faults.run),
    "oracle": Part(3, oracle.run),
    "fuzz": Part(3, cargo_fuzz.run),
}
"""All parts by name, in the order in which they run."""
