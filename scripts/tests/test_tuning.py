"""Tuning: the study of numbers on its own, and with an engine whose strength depends on one."""

import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lab.bootstrap import load

pytestmark = pytest.mark.slow

tune = load("tune")
Parameter, Study, Trial, TuningError = tune.Parameter, tune.Study, tune.Trial, tune.TuningError
best, choose, main, parameters = tune.best, tune.choose, tune.main, tune.parameters
final_values, METHODS = tune.final_values, tune.METHODS
HERE = Path(__file__).parent
ENGINE = f"{sys.executable} {HERE / 'tunable_engine.py'}"
WANTED = (Parameter("weight", 0, 400, 100), Parameter("margin", 2, 64, 16))


DEFAULTS = {"weight": 100, "margin": 16}


def elo(values: dict[str, int]) -> float:
    """The strength below that with the best numbers."""
    return -300 * ((values["weight"] - 300) / 400) ** 2 - 300 * ((values["margin"] - 40) / 62) ** 2


def match_score(values: dict[str, int], against: dict[str, int] | None, chance: random.Random) -> float:
    """The share of the points in a match of 40 games, the best numbers being 300 and 40."""
    gain = elo(values) - elo(against or DEFAULTS)
    return sum(chance.random() < 1 / (1 + 10 ** (-gain / 400)) for _ in range(40)) / 40


def study_of(folder: Path, trials: int, method: str = "tpe") -> list[Any]:
    """A study that has got so far."""
    study, chance = Study(folder / "study.db", WANTED, 1, method), random.Random(7)
    while len(study.trials()) < trials:
        trial = study.next()
        study.finish(trial, match_score(trial.values, trial.against, chance))
    return list(study.trials())


@pytest.mark.parametrize("method", METHODS)
def test_a_study_comes_near_the_best_numbers_in_spite_of_chance(tmp_path: Path, method: str) -> None:
    trials = study_of(tmp_path, 30, method)
    taken = final_values(trials, WANTED, method)
    assert elo(DEFAULTS) < -110
    assert elo(taken) > -30
    assert 200 <= taken["weight"] <= 400
    assert 25 <= taken["margin"] <= 60
    assert all(p.low <= trial.values[p.name] <= p.high for trial in trials for p in WANTED)


@pytest.mark.parametrize("method", METHODS)
def test_a_study_is_resumed_with_its_unfinished_trial(tmp_path: Path, method: str) -> None:
    before = study_of(tmp_path, 3, method)
    study = Study(tmp_path / "study.db", WANTED, 1, method)
    under_way = study.next()
    assert (under_way.against is None) == (method == "tpe")
    again = Study(tmp_path / "study.db", WANTED, 1, method)
    assert again.trials() == before
    assert again.next() == under_way
    again.finish(under_way, 0.5)
    fresh = again.next()
    assert fresh.number == under_way.number + 1
    assert fresh.values not in [trial.values for trial in again.trials()]


def test_a_study_of_something_else_is_refused(tmp_path: Path) -> None:
    Study(tmp_path / "study.db", WANTED, 1)
    for wanted, seed in ((WANTED[:1], 1), (WANTED, 2), ((*WANTED[:1], Parameter("margin", 2, 63, 16)), 1)):
        with pytest.raises(TuningError, match="other parameters"):
            Study(tmp_path / "study.db", wanted, seed)
    with pytest.raises(TuningError, match="or method"):
        Study(tmp_path / "study.db", WANTED, 1, "spsa")


def test_the_path_of_spsa_does_not_depend_on_interruptions(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole = study_of(tmp_path / "whole", 8, "spsa")
    for trials in (2, 5, 8):
        parts = study_of(tmp_path, trials, "spsa")
        assert [(trial.values, trial.against) for trial in parts[:2]] == [(trial.values, trial.against) for trial in whole[:2]]
    assert len(parts) == 8


def test_both_sides_of_spsa_differ_within_the_range() -> None:
    narrow = (Parameter("flag", 0, 1, 1), Parameter("few", 3, 6, 6), Parameter("many", -500, 500, -500))
    trials: list[Any] = []
    for number in range(1, 60):
        values, against = tune.compared(trials, narrow, 5)
        for p in narrow:
            assert p.low <= min(values[p.name], against[p.name]) < max(values[p.name], against[p.name]) <= p.high
        trials.append(Trial(number, values, number % 3 / 2, against))


def test_what_is_taken_is_the_median_of_the_best_quarter() -> None:
    scores = {1: 0.4, 2: 0.9, 3: 0.5, 4: 0.8, 5: 0.1, 6: 0.2, 7: 0.3, 8: 0.35, 9: 0.7, 10: 0.0, 11: 0.0, 12: 0.0}
    trials = [Trial(number, {"weight": 10 * number, "margin": 30 - number}, score) for number, score in scores.items()]
    assert best(trials, WANTED) == {"weight": 40, "margin": 26}
    assert best([], WANTED) == {"weight": 100, "margin": 16}


def test_the_parameters_are_those_that_the_program_lists() -> None:
    known = parameters(ENGINE.split())
    assert known == {"sense": Parameter("sense", 0, 100, 20), "colour": Parameter("colour", 0, 9, 3)}
    assert choose("sense=10:90", known) == Parameter("sense", 10, 90, 20)


def test_a_program_built_without_the_feature_has_no_parameters(
    emilia: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = tune.options_of([str(emilia), "gtp"])
    assert options["level"] == Parameter("level", 1, 60, 21)
    assert options.keys() <= tune.PLAY_OPTIONS, "an option of play is missing in PLAY_OPTIONS"
    assert main([str(tmp_path), "--program", f"{emilia} gtp"]) == 2
    assert capsys.readouterr().err == f"tune: {emilia} gtp: built without the feature tune; build it with `{tune.BUILD}`\n"


@pytest.mark.parametrize("text", ["nothing", "sense=", "sense=5", "sense=9:3", "sense=-1:50", "sense=0:101", "sense=a:b"])
def test_a_parameter_that_is_none_is_refused(text: str) -> None:
    if text == "sense=":
        assert choose(text, parameters(ENGINE.split())).name == "sense"
        return
    with pytest.raises(TuningError, match=re.escape(text.partition("=")[0])):
        choose(text, parameters(ENGINE.split()))


ARGUMENTS = ["--program", ENGINE, "--parameter", "sense", "--games", "4", "--level", "1", "--concurrency", "2"]
ARGUMENTS += ["--trials", "4", "--elo1", "300", "--max-pairs", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_killed_tuning_is_resumed_and_finds_better_values(tmp_path: Path, method: str) -> None:
    folder = tmp_path / "study"
    arguments = [*ARGUMENTS, "--method", method]
    command = [sys.executable, str(HERE.parent / "tune"), str(folder), *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not (folder / "trial-0002.jsonl").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    played = {trial: (folder / f"trial-000{trial}.jsonl").read_bytes() for trial in (1,)}
    assert main([str(folder), *arguments]) == 0
    for trial, content in played.items():
        assert (folder / f"trial-000{trial}.jsonl").read_bytes() == content
    assert len(list(folder.glob("trial-*.jsonl"))) == 4
    trials = Study(folder / "study.db", [Parameter("sense", 0, 100, 20)], 1, method).trials()
    assert len(trials) == 4
    taken = final_values(trials, [Parameter("sense", 0, 100, 20)], method)["sense"]
    assert abs(taken - 70) < abs(20 - 70)
    page = (folder / "path.html").read_text()
    assert "4 trials" in page
    assert f"The final value is {METHODS[method]}." in page
    assert (folder / "sprt.html").exists()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--program", ENGINE], "name at least one"),
        (["--program", ENGINE, "--parameter", "nothing"], "nothing"),
        (["--program", ENGINE, "--parameter", "sense", "--parameter", "sense=1:2"], "twice"),
        (["--program", "no-such-program", "--parameter", "sense"], "no-such-program"),
        (["--program", ENGINE, "--parameter", "sense", "--games", "3"], "must be even"),
    ],
)
def test_misuse_is_named(tmp_path: Path, arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "study"), *arguments]) == 2
    assert fault in capsys.readouterr().err
