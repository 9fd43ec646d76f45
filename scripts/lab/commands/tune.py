"""`scripts/tune`: better numbers for the search, by matches."""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from lab import journal
from lab.commands import arguments, match, sprt
from lab.files import replace_text
from lab.report import path
from lab.report.view import view
from lab.statistics import moments, pair_up, pentanomial
from lab.tuning import Parameter, Study, Trial, TuningError, Values, best, choose, parameters

PROGRAM = "target/release/emilia gtp --threads 1 --hash 32"
DESCRIPTION = """\
Looks for better numbers for the search. The program has to be built so that they can be set:

    cargo build --release --features tune

Each trial is a match of some numbers against the program's own; Optuna chooses the numbers. In the end the medians of the best
quarter are tested against the program's own by SPRT. Games, trials and pages lie in FOLDER; whatever ends a run, the same command
goes on where it was. FOLDER/path.html shows the way, FOLDER/sprt.html the test. All options of scripts/match that are not
named here hold for every match: limits, openings, concurrency. Without a limit each move has 10,000 nodes."""
EPILOG = """\
example:
  scripts/tune target/tuning --parameter mobility_worth --parameter probcut_caution=70:140 --trials 60 --games 40
  scripts/tune target/tuning                          # which numbers are there?

exit codes: 0 done, 1 a match or the test failed, 2 misuse, 130 interrupted"""


def main(given: Sequence[str] | None = None) -> int:
    """Tunes what the command line asks for; the exit code."""
    parser = arguments.parser("tune", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER", help="where everything is kept; made if it is not there")
    add("--program", default=PROGRAM, metavar="CMD", help="the program, speaking GTP (default: %(default)s)")
    add("--parameter", action="append", default=[], metavar="NAME[=LOW:HIGH]", help="a number to tune; give this once for each")
    add("--trials", type=arguments.natural, default=60, metavar="N", help="matches, in all (default: %(default)s)")
    add("--games", type=arguments.natural, default=40, metavar="N", help="games of each match (default: %(default)s)")
    add("--elo0", type=float, default=0.0, metavar="ELO", help="first hypothesis of the test (default: %(default)s)")
    add("--elo1", type=float, default=10.0, metavar="ELO", help="second hypothesis (default: %(default)s)")
    add("--max-pairs", type=arguments.natural, default=2000, metavar="N", help="longest test, in pairs (default: %(default)s)")
    add("--seed", type=int, default=1, metavar="N", help="of the trials and the openings (default: %(default)s)")
    read, others = parser.parse_known_args(given)
    try:
        return tune(read, others)
    except (OSError, ValueError) as error:
        print(f"tune: {error}", file=sys.stderr)
        return 2


def tune(read: argparse.Namespace, others: Sequence[str]) -> int:
    """The trials that are missing, and the test; the exit code. TuningError, OSError."""
    known = parameters(shlex.split(read.program))
    if not read.parameter:
        for parameter in known.values():
            print(f"{parameter.name}={parameter.low}:{parameter.high}, by default {parameter.default}")
        raise TuningError("name at least one --parameter" if known else f"{read.program}: no number can be set")
    wanted = [choose(text, known) for text in read.parameter]
    if len({parameter.name for parameter in wanted}) < len(wanted):
        raise TuningError(f"a parameter is named twice: {' '.join(read.parameter)}")
    read.folder.mkdir(parents=True, exist_ok=True)
    study = Study(read.folder / "study.db", wanted, read.seed)
    bench = Bench(read, others)
    while len(trials := study.trials()) < read.trials:
        trial = study.next()
        code, score = bench.play(trial)
        if score is None:
            return code
        study.finish(trial, score)
        print(f"trial {trial.number}: {words(trial.values)}: {score:.1%}", flush=True)
        replace_text(read.folder / "path.html", path.render(wanted, study.trials()))
    taken = best(trials, wanted)
    print(f"taken: {words(taken)}", flush=True)
    code, verdict = bench.test(taken, wanted)
    replace_text(read.folder / "path.html", path.render(wanted, trials, verdict))
    return code


class Bench:
    """Where numbers are tried."""

    def __init__(self, read: argparse.Namespace, others: Sequence[str]) -> None:
        """The other arguments are those of every match."""
        self.read = read
        limits = {"--level", "--depth", "--nodes", "--move-time", "--game-time"}
        has_limit = any(other.split("=")[0] in limits for other in others)
        self.others = [*others, *([] if has_limit else ["--nodes", "10000"])]

    def play(self, trial: Trial) -> tuple[int, float | None]:
        """The exit code of a trial's match, and the share of the points that its numbers had, if all pairs were played."""
        kept = self.read.folder / f"trial-{trial.number:04}.jsonl"
        words = [*self._engines(f"trial {trial.number}", trial.values), "--games", str(self.read.games), *self.others]
        # every trial has openings of its own, or the numbers would fit a few openings
        words += ["--seed", str(self.read.seed + trial.number), "--out", str(kept), "--resume"]
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = match.main(words)
        if kept.exists():
            pairs, _ = pair_up(journal.read(kept).counted())
            if len(pairs) == self.read.games // 2:
                return code, moments(pentanomial(pairs))[0]
        print(said.getvalue(), end="")
        return code or 1, None

    def test(self, taken: Values, wanted: Sequence[Parameter]) -> tuple[int, str]:
        """The exit code of the test of these numbers against the program's own, and its verdict."""
        if taken == {parameter.name: parameter.default for parameter in wanted}:
            return 0, "they are the defaults."
        kept = self.read.folder / f"sprt-{'-'.join(map(str, taken.values()))}.jsonl"
        words = [*self._engines("tuned", taken), "--elo0", str(self.read.elo0), "--elo1", str(self.read.elo1)]
        words += ["--max-pairs", str(self.read.max_pairs), "--seed", str(self.read.seed), "--out", str(kept), "--resume"]
        code = sprt.main([*words, *self.others, "--report", str(self.read.folder / "sprt.html")])
        return code, view(journal.read(kept)).lead if kept.exists() else ""

    def _engines(self, name: str, values: Values) -> list[str]:
        """The program with these numbers, and as it is."""
        options = " ".join(f"options.{key}={value}" for key, value in values.items())
        command = f"command={shlex.quote(self.read.program)} protocol=gtp"
        return ["--engine", f"name={shlex.quote(name)} {command} {options}", "--engine", f"name=defaults {command}"]


def words(values: Values) -> str:
    """Numbers with their names, for a person."""
    return ", ".join(f"{name} {value}" for name, value in values.items())
