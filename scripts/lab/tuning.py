"""Better numbers for a program by matches: which to try next, what came of those tried, and which to take.

Knows neither games nor plots: somebody else plays the numbers that are to be tried against the program's own, and says what share
of the points they had. The tree-structured Parzen estimator of Optuna chooses what to try (Bergstra et al. 2011). One match says
little, so the numbers taken are not those of the best one, which was lucky as well, but the medians of the best quarter.
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

OPTION = re.compile(r"=?\s*(\w+) (-?\d+) \(a number from (-?\d+) to (-?\d+), at first (-?\d+)\)")
"""A line of the answer to `emilia-options`."""
SHARE = 0.25
"""Of the trials, the best ones."""
PATIENCE = 30.0
"""Seconds that a program may take to tell its options."""

Values = dict[str, int]


class TuningError(ValueError):
    """There is no such parameter, or the study is another one."""


class Parameter(Record, frozen=True):
    """A whole number that a program lets be set."""

    name: str
    low: int
    high: int
    default: int


class Trial(Record, frozen=True):
    """Numbers that are tried."""

    number: int
    """From 1."""
    values: Values
    score: float | None = None
    """The share of the points, from 0 to 1; None as long as it is not known."""


def parameters(command: Sequence[str]) -> dict[str, Parameter]:
    """What a program that speaks GTP lets be set, as its answer to `emilia-options` says. TuningError if it does not answer."""
    try:
        said = subprocess.run(
            command, input="emilia-options\nquit\n", capture_output=True, text=True, timeout=PATIENCE, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TuningError(f"{command[0]}: {error}") from None
    found = [OPTION.match(line) for line in said.splitlines()]
    return {match[1]: Parameter(match[1], int(match[3]), int(match[4]), int(match[5])) for match in found if match}


def choose(text: str, known: dict[str, Parameter]) -> Parameter:
    """The parameter that `NAME` or `NAME=LOW:HIGH` asks for; TuningError if there is none, or the range is not within its own."""
    name, _, words = text.partition("=")
    if name not in known:
        raise TuningError(f"no parameter {name!r}; the program has {', '.join(known) or 'none'}")
    whole = known[name]
    if not words:
        return whole
    ends = re.fullmatch(r"(-?\d+):(-?\d+)", words)
    if not ends or not whole.low <= int(ends[1]) < int(ends[2]) <= whole.high:
        raise TuningError(f"{text!r}: not {name}=LOW:HIGH within {whole.low}:{whole.high}")
    return msgspec.structs.replace(whole, low=int(ends[1]), high=int(ends[2]))


class Study:
    """Trials in a file (SQLite), so that whatever ends a run, the next one goes on: also with the trial that was under way."""

    def __init__(self, path: Path, wanted: Sequence[Parameter], seed: int) -> None:
        """Begins a study or goes on with it; TuningError if the one in the file is about something else."""
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.parameters = tuple(wanted)
        self._space: dict[str, BaseDistribution] = {p.name: IntDistribution(p.low, p.high) for p in wanted}
        self._study = optuna.create_study(storage=f"sqlite:///{path}", study_name="tune", direction="maximize", load_if_exists=True)
        described = {"parameters": [msgspec.to_builtins(p) for p in wanted], "seed": seed}
        kept = self._study.user_attrs.get("described")
        if kept is None:
            self._study.set_user_attr("described", described)
        elif kept != described:
            raise TuningError(f"{path}: a study with other parameters, ranges or seed")
        if not self._study.get_trials(deepcopy=False):
            # the defaults against themselves need not be played
            own = {p.name: min(max(p.default, p.low), p.high) for p in wanted}
            self._study.add_trial(optuna.trial.create_trial(params=own, distributions=self._space, value=0.5))
        self._seed = seed

    def trials(self) -> list[Trial]:
        """Those that have ended, in their order."""
        ended = self._study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        return [Trial(trial.number, dict(trial.params), trial.value) for trial in ended if trial.number > 0]

    def next(self) -> Trial:
        """The trial that was under way when an earlier run ended, or a new one."""
        under_way = self._study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
        whole = [trial for trial in under_way if trial.params.keys() == self._space.keys()]
        # a run that ended while it drew numbers leaves a trial without all of them
        for torn in under_way:
            if torn not in whole:
                self._study.tell(torn.number, state=TrialState.FAIL)
        if whole:
            return Trial(whole[0].number, dict(whole[0].params))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            # the trials so far decide the next one, however often the study was interrupted
            self._study.sampler = optuna.samplers.TPESampler(seed=self._seed + len(self.trials()), multivariate=True)
        asked = self._study.ask(self._space)
        return Trial(asked.number, dict(asked.params))

    def finish(self, trial: Trial, score: float) -> None:
        """Keeps what share of the points these numbers had."""
        self._study.tell(trial.number, score)


def best(trials: Iterable[Trial], wanted: Sequence[Parameter]) -> Values:
    """The numbers to take: of each the median over the best quarter of these trials; the defaults if there are none."""
    ranked = sorted((trial for trial in trials if trial.score is not None), key=lambda trial: (-(trial.score or 0), trial.number))
    leading = ranked[: math.ceil(SHARE * len(ranked))]
    return {p.name: round(statistics.median([trial.values[p.name] for trial in leading] or [p.default])) for p in wanted}
