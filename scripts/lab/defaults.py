"""Defaults that both the command lines and the lab use. Imports the standard library only."""

from __future__ import annotations

TOLERANCE = 0.05
"""Seconds by which an engine may exceed its clock."""
TIMEOUT = 60.0
"""Seconds after which an engine without a clock counts as hung."""
FULL_LOSS = 64
"""Discs by which an engine loses after a fault."""
LEAST_LOSS = 2
"""The least loss on 64 squares, 31-33."""

ELO0, ELO1 = 0.0, 10.0
"""Hypotheses of a sequential test."""
ALPHA, BETA = 0.05, 0.05
"""Error probabilities of a sequential test."""

SWISS_ROUNDS = 13
"""Rounds of the World Championship."""
LADDER_LEVELS = (1, 2, 4, 6, 8, 10, 12, 16, 21)

OPENING_COUNTS = ((6, 44), (8, 200), (10, 640), (12, 880), (14, 956))
"""Lengths in moves, and the number of openings of each."""
OPENING_LEVELS = (12, 17, 18)
OPENING_MARGIN = 1.5
OPENING_LEVEL_MARGIN = 2.0
OPENING_SEED = 1

ATTACK_PARTS = {
    "stress": "valid, malformed and random lines in all protocols",
    "latency": "response time of ping and stop under full load",
    "faults": "kills and failing writes at every change of every file",
    "oracle": "results of the program against an independent search",
    "fuzz": "the fuzz targets in fuzz/, with cargo-fuzz",
}
"""The parts of an attack in the order in which they run, each with its purpose."""
SANITIZER_WORKLOADS = ("solve", "bench", "selfplay", "gtp", "nboard", "interrupted_solve")
