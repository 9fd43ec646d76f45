"""Times of batches against the same work in Rust: `python crates/python/benches/batch.py`, with a release build of the module.

Needs `cargo build --release -p emilia --example batch`; runs both in turn, five times, and prints the ratio of their best times.
"""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from emilia_othello import batch

RUST = Path(__file__).resolve().parents[3] / "target" / "release" / "examples" / "batch"
RUNS = 5


def seconds(work: Callable[[], object]) -> float:
    """The time of the second run."""
    work()
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    """Prints a line for each kind of work."""
    middle = batch.random_positions(1_000_000, empties=30, seed=1)
    endings = batch.random_positions(4_000, empties=12, seed=2)
    works: dict[str, Callable[[], object]] = {
        "legal": lambda: batch.legal_moves(*middle),
        "evaluate": lambda: batch.evaluate(*middle),
        "solve": lambda: batch.solve(*endings),
    }
    of_rust: dict[str, list[float]] = {name: [] for name in works}
    of_python: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(RUNS):
        printed = subprocess.run(RUST, capture_output=True, text=True, check=True).stdout
        for line in printed.splitlines():
            name, taken = line.split()
            of_rust[name].append(float(taken))
        for name, work in works.items():
            of_python[name].append(seconds(work))
    for name in works:
        rust, python = min(of_rust[name]), min(of_python[name])
        print(f"{name:9} Rust {rust:.4f} s, Python {python:.4f} s, speed {rust / python:.2f}")


if __name__ == "__main__":
    main()
