"""The short form of the latency check: pings and stops are answered in the middle of searches.

`pytest scripts -k under_load --pings 2000 -s` measures how long that takes; `scripts/attack --part latency` is the long form.
"""

import os
import random
from pathlib import Path

import pytest

from lab.attack.latency import QUESTIONS, Question, figures, measure, too_late


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_questions_are_answered_under_load(question: Question, emilia: Path, request: pytest.FixtureRequest) -> None:
    if question.terminal and os.name == "nt":
        pytest.skip("needs the terminals of Unix")
    count = int(request.config.getoption("--pings"))
    waits = measure(question, emilia, os.cpu_count() or 1, random.Random(1), count)
    print(f"\n{figures(question.name, waits)}")
    assert len(waits) == count


def test_late_answers_are_a_fault_once_there_are_enough() -> None:
    assert too_late("ping", [1.0] * 999 + [900.0], 0.0) is None
    assert too_late("ping", [900.0] * 100, 0.0) is None
    late = too_late("ping", [1.0] * 998 + [80.0, 900.0], 30.0)
    assert late is not None
    assert "take up to 80.0 ms, the limit is 50 ms (before, other programs used 30 %" in late
