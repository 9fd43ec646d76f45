"""`scripts/tune`: better numbers for the search, by matches."""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
import sys
from collections.abc import Sequence

from lab import journal
from lab.commands import match, sprt
from lab.files import replace_text
from lab.options.common import has_limit
from lab.options.tune import BUILD, parse
from lab.report import path
from lab.report.view import view
from lab.statistics import moments, pair_up, pentanomial
from lab.tuning import Parameter, Study, Trial, TuningError, Values, best, choose, parameters


def main(given: Sequence[str] | None = None) -> int:
    """Tunes parameters; the exit code."""
    read = parse(given)
    try:
        return tune(read)
    except (OSError, ValueError) as error:
        print(f"tune: {error}", file=sys.stderr)
        return 2


def tune(read: argparse.Namespace) -> int:
    """The trials that are missing, and the test; the exit code. TuningError, OSError."""
    known = parameters(shlex.split(read.program))
    if not known:
        raise TuningError(f"{read.program}: built without the feature tune; build it with `{BUILD}`")
    if not read.parameter:
        for parameter in known.values():
            print(f"{parameter.name}={parameter.low}:{parameter.high} (default: {parameter.default})")
        raise TuningError("name at least one --parameter")
    wanted = [choose(text, known) for text in read.parameter]
    if len({parameter.name for parameter in wanted}) < len(wanted):
        raise TuningError(f"a parameter is named twice: {' '.join(read.parameter)}")
    read.folder.mkdir(parents=True, exist_ok=True)
    study = Study(read.folder / "study.db", wanted, read.seed)
    bench = Bench(read)
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

    def __init__(self, read: argparse.Namespace) -> None:
        """Options of scripts/match hold for every match."""
        self.read = read
        self.others = [*read.others, *([] if has_limit(read.others) else ["--nodes", "10000"])]

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
