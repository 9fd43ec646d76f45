"""Tunes parameters by matches: chooses the values of the next trial, stores the scores, and selects the final values.

The caller plays the matches against the defaults and reports the scores. The tree-structured Parzen estimator of Optuna chooses the
values (Bergstra et al. 2011). The score of a single match is noisy and the best one is also lucky, so the final values are the
medians over the best quarter of the trials.
"""

from __future__ import annotations

import math
import re
import statistics
import subprocess
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import optuna
from optuna.distributions import BaseDistribution, IntDistribution
from optuna.trial import TrialState

from lab.records import Record

OPTION = re.compile(r"=?\s*(\w+) -?\d+ \([^)\d-]*(-?\d+) to (-?\d+)[^)\d-]*(-?\d+)\)")
"""A line of the answer to `emilia-options`: name, value, and in brackets the range and the default."""
PLAY_OPTIONS = frozenset(
    ["level", "threads", "hash", "contempt", "nodes", "movetime", "handicap", "ponder", "book", "bookloss", "bookdepth", "bookseed"]
)
"""Numeric options of every build. A build with the feature tune also lists the parameters of the search."""
SHARE = 0.25
"""Share of the trials that the final values are computed from."""
TIMEOUT = 30.0
"""Seconds that a program may take to list its options."""

Values = dict[str, int]


class TuningError(ValueError):
    """A parameter does not exist, or the study has other parameters."""


class Parameter(Record, frozen=True):
    """An integer option of a program."""

    name: str
    low: int
    high: int
    default: int


class Trial(Record, frozen=True):
    """A set of values that is tried."""

    number: int
    """From 1."""
    values: Values
    score: float | None = None
    """Score of the match, from 0 to 1; None while unknown."""


def parameters(command: Sequence[str]) -> dict[str, Parameter]:
    """The parameters of the search that a program in GTP mode lists; none without the feature tune. TuningError."""
    return {name: option for name, option in options_of(command).items() if name not in PLAY_OPTIONS}


def options_of(command: Sequence[str]) -> dict[str, Parameter]:
    """The numeric options in the answer of a program to `emilia-options`. TuningError if it cannot be run."""
    try:
        output = subprocess.run(
            command, input="emilia-options\nquit\n", capture_output=True, text=True, timeout=TIMEOUT, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TuningError(f"{command[0]}: {error}") from None
    found = [OPTION.match(line) for line in output.splitlines()]
    return {match[1]: Parameter(match[1], int(match[2]), int(match[3]), int(match[4])) for match in found if match}


def choose(text: str, known: dict[str, Parameter]) -> Parameter:
    """The parameter named by `NAME` or `NAME=LOW:HIGH`. TuningError if it does not exist or the range is too large."""
    name, _, words = text.partition("=")
    if name not in known:
        raise TuningError(f"unknown parameter {name!r}; the program has {', '.join(known) or 'none'}")
    parameter = known[name]
    if not words:
        return parameter
    ends = re.fullmatch(r"(-?\d+):(-?\d+)", words)
    if not ends or not parameter.low <= int(ends[1]) < int(ends[2]) <= parameter.high:
        raise TuningError(f"expected {name}=LOW:HIGH within {parameter.low}:{parameter.high}, got {text!r}")
    return msgspec.structs.replace(parameter, low=int(ends[1]), high=int(ends[2]))


class Study:
    """Trials in an SQLite file, so that a run continues after any interruption, also within a trial."""

    def __init__(self, path: Path, tuned: Sequence[Parameter], seed: int) -> None:
        """Creates or continues a study. TuningError if the file has other parameters, ranges or another seed."""
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.parameters = tuple(tuned)
        self._space: dict[str, BaseDistribution] = {p.name: IntDistribution(p.low, p.high) for p in tuned}
        self._study = optuna.create_study(storage=f"sqlite:///{path}", study_name="tune", direction="maximize", load_if_exists=True)
        described = {"parameters": [msgspec.to_builtins(p) for p in tuned], "seed": seed}
        stored = self._study.user_attrs.get("described")
        if stored is None:
            self._study.set_user_attr("described", described)
        elif stored != described:
            raise TuningError(f"{path}: contains a study with other parameters, ranges or seed")
        if not self._study.get_trials(deepcopy=False):
            # the score of the defaults against themselves is known
            own = {p.name: min(max(p.default, p.low), p.high) for p in tuned}
            self._study.add_trial(optuna.trial.create_trial(params=own, distributions=self._space, value=0.5))
        self._seed = seed

    def trials(self) -> list[Trial]:
        """The finished trials, in order."""
        ended = self._study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        return [Trial(trial.number, dict(trial.params), trial.value) for trial in ended if trial.number > 0]

    def next(self) -> Trial:
        """The unfinished trial of an earlier run, or a new trial."""
        running = self._study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
        whole = [trial for trial in running if trial.params.keys() == self._space.keys()]
        # a run that was killed while it sampled values leaves an incomplete trial
        for incomplete in running:
            if incomplete not in whole:
                self._study.tell(incomplete.number, state=TrialState.FAIL)
        if whole:
            return Trial(whole[0].number, dict(whole[0].params))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            # the next trial depends only on the trials so far, not on interruptions
            self._study.sampler = optuna.samplers.TPESampler(seed=self._seed + len(self.trials()), multivariate=True)
        asked = self._study.ask(self._space)
        return Trial(asked.number, dict(asked.params))

    def finish(self, trial: Trial, score: float) -> None:
        """Stores the score of a trial."""
        self._study.tell(trial.number, score)


def best(trials: Iterable[Trial], tuned: Sequence[Parameter]) -> Values:
    """The final values: the median of each parameter over the best quarter of these trials; the defaults if there are none."""
    ranked = sorted((trial for trial in trials if trial.score is not None), key=lambda trial: (-(trial.score or 0), trial.number))
    leading = ranked[: math.ceil(SHARE * len(ranked))]
    return {p.name: round(statistics.median([trial.values[p.name] for trial in leading] or [p.default])) for p in tuned}
