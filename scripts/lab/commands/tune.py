"""`scripts/tune`: parameters of the search, tuned by matches."""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
from collections.abc import Sequence

from lab import journal
from lab.commands import match, sprt
from lab.files import replace_text
from lab.options.common import has_limit
from lab.options.tune import BUILD, parse
from lab.report import path
from lab.report.view import view
from lab.statistics import moments, pair_up, pentanomial
from lab.terminal import complain
from lab.tuning import Parameter, Study, Trial, TuningError, Values, best, choose, parameters


def main(given: Sequence[str] | None = None) -> int:
    """Tunes parameters; the exit code."""
    read = parse(given)
    try:
        return tune(read)
    except (OSError, ValueError) as error:
        complain(f"tune: {error}")
        return 2


def tune(read: argparse.Namespace) -> int:
    """Plays the missing trials and the test; the exit code. TuningError, OSError."""
    known = parameters(shlex.split(read.program))
    if not known:
        raise TuningError(f"{read.program}: built without the feature tune; build it with `{BUILD}`")
    if not read.parameter:
        for parameter in known.values():
            print(f"{parameter.name}={parameter.low}:{parameter.high} (default: {parameter.default})")
        raise TuningError("name at least one --parameter")
    tuned = [choose(text, known) for text in read.parameter]
    if len({parameter.name for parameter in tuned}) < len(tuned):
        raise TuningError(f"a parameter is named twice: {' '.join(read.parameter)}")
    read.folder.mkdir(parents=True, exist_ok=True)
    study = Study(read.folder / "study.db", tuned, read.seed)
    runner = MatchRunner(read)
    while len(trials := study.trials()) < read.trials:
        trial = study.next()
        code, score = runner.play(trial)
        if score is None:
            return code
        study.finish(trial, score)
        print(f"trial {trial.number}: {format_values(trial.values)}: {score:.1%}", flush=True)
        replace_text(read.folder / "path.html", path.render(tuned, study.trials()))
    final = best(trials, tuned)
    print(f"final values: {format_values(final)}", flush=True)
    code, verdict = runner.test(final, tuned)
    replace_text(read.folder / "path.html", path.render(tuned, trials, verdict))
    return code


class MatchRunner:
    """Plays the matches of trials and the final test."""

    def __init__(self, read: argparse.Namespace) -> None:
        """The options for scripts/match apply to every match."""
        self.read = read
        self.others = [*read.others, *([] if has_limit(read.others) else ["--nodes", "10000"])]

    def play(self, trial: Trial) -> tuple[int, float | None]:
        """The exit code of the match of a trial, and the score of its values if all pairs were played."""
        journal_path = self.read.folder / f"trial-{trial.number:04}.jsonl"
        words = [*self._engines(f"trial {trial.number}", trial.values), "--games", str(self.read.games), *self.others]
        # every trial uses other openings, so that the values do not fit a few openings
        words += ["--seed", str(self.read.seed + trial.number), "--out", str(journal_path), "--resume"]
        with contextlib.redirect_stdout(io.StringIO()) as output:
            code = match.main(words)
        if journal_path.exists():
            pairs, _ = pair_up(journal.read(journal_path).counted())
            if len(pairs) == self.read.games // 2:
                return code, moments(pentanomial(pairs))[0]
        print(output.getvalue(), end="")
        return code or 1, None

    def test(self, final: Values, tuned: Sequence[Parameter]) -> tuple[int, str]:
        """The exit code of the test of these values against the defaults, and its verdict."""
        if final == {parameter.name: parameter.default for parameter in tuned}:
            return 0, "they are the defaults."
        journal_path = self.read.folder / f"sprt-{'-'.join(map(str, final.values()))}.jsonl"
        words = [*self._engines("tuned", final), "--elo0", str(self.read.elo0), "--elo1", str(self.read.elo1)]
        words += ["--max-pairs", str(self.read.max_pairs), "--seed", str(self.read.seed), "--out", str(journal_path), "--resume"]
        code = sprt.main([*words, *self.others, "--report", str(self.read.folder / "sprt.html")])
        return code, view(journal.read(journal_path)).lead if journal_path.exists() else ""

    def _engines(self, name: str, values: Values) -> list[str]:
        """The program with these values, and with its defaults."""
        options = " ".join(f"options.{key}={value}" for key, value in values.items())
        command = f"command={shlex.quote(self.read.program)} protocol=gtp"
        return ["--engine", f"name={shlex.quote(name)} {command} {options}", "--engine", f"name=defaults {command}"]


def format_values(values: Values) -> str:
    """The values with their names."""
    return ", ".join(f"{name} {value}" for name, value in values.items())
