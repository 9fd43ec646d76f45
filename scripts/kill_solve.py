#!/usr/bin/env python3
"""Kills a solve at random times and resumes it each time: no proved bound may be searched again.

    python3 scripts/kill_solve.py target/release/emilia "BOARD X; C4:-2;" --kills 20 --between 2 10

Unknown options are passed to `emilia solve`.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple


class Run(NamedTuple):
    """The output of one run of the program."""

    code: int
    results: list[dict[str, Any]]
    events: list[dict[str, Any]]


def run(command: list[str], seconds: float | None) -> Run:
    """Runs the program; kills it after this many seconds."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        with subprocess.Popen(command, stdout=out, stderr=err) as child:
            try:
                code = child.wait(seconds)
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
                code = child.wait()
        out.seek(0)
        err.seek(0)
        # A kill may cut the last line.
        lines = [line for line in err.read().splitlines(keepends=True) if line.endswith("\n")]
        return Run(code, [json.loads(line) for line in out if line.endswith("\n")], [json.loads(line) for line in lines])


def repeated(events: list[dict[str, Any]], bounds: dict[str, tuple[int, int]]) -> list[dict[str, Any]]:
    """The searches of moves whose bounds already decided their window; updates `bounds`."""
    faults = []
    for event in events:
        if event["event"] == "searching" and event["proves"] and event["move"] in bounds:
            lower, upper = bounds[event["move"]]
            if lower >= event["beta"] or upper <= event["alpha"] or lower == upper:
                faults.append(event)
        if event["event"] == "searched" and event["proves"]:
            bounds[event["move"]] = (event["lower"], event["upper"])
    return faults


def outcome(results: list[dict[str, Any]]) -> dict[str, Any]:
    """The results that must not depend on interruptions."""
    keys = ("position", "score", "status")
    outcome = {key: results[0][key] for key in keys}
    outcome["moves"] = sorted((move["move"], move["score"], move["status"]) for move in results[0].get("moves", []))
    return outcome


def main() -> int:
    """Solves without and with interruptions, and compares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("position")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--between", type=float, nargs=2, default=(1.0, 5.0), metavar=("FROM", "TO"), help="seconds")
    parser.add_argument("--save-every", default="1")
    parser.add_argument("--seed", type=int, default=1)
    arguments, options = parser.parse_known_args()
    options = [*options, "--json"]
    began = time.monotonic()
    whole = run([arguments.engine, "solve", arguments.position, *options], None)
    print(f"without interruption: {time.monotonic() - began:.1f} s, {outcome(whole.results)}", flush=True)
    chance = random.Random(arguments.seed)
    bounds: dict[str, tuple[int, int]] = {}
    kills = 0
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "solve.save")
        options += ["--events", "--save", file, "--save-every", arguments.save_every, "--resume", file]
        while True:
            seconds = chance.uniform(*arguments.between) if kills < arguments.kills else None
            part = run([arguments.engine, "solve", arguments.position, *options], seconds)
            faults = repeated(part.events, bounds)
            if faults:
                print(f"searched again: {faults}")
                return 1
            if part.code != -signal.SIGKILL:
                break
            kills += 1
            print(f"kill {kills} after {seconds:.2f} s, proved: {bounds}", flush=True)
    print(f"{kills} kills, then {outcome(part.results)}, {part.results[0]['seconds']:.1f} s")
    if part.code != whole.code or outcome(part.results) != outcome(whole.results):
        print("the results differ")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
