"""Who meets whom in a gauntlet and on a ladder."""

import itertools
from collections import Counter

import pytest

from lab.matchups import Matchup, equal_limit, gauntlet, ladder, rungs, tasks
from lab.records import Conditions, Engine, Limit

CHAMPION, *OTHERS = (Engine(name, ("x",), "gtp", Limit(level=3)) for name in ("champion", "a", "b"))


def test_a_gauntlet_is_one_against_each() -> None:
    """With their own limits, or with each of some for both."""
    assert gauntlet(CHAMPION, OTHERS) == [Matchup(CHAMPION, OTHERS[0]), Matchup(CHAMPION, OTHERS[1])]
    met = gauntlet(CHAMPION, OTHERS, dict([equal_limit("time", "0.10"), equal_limit("nodes", "1000"), equal_limit("depth", "8")]))
    assert [(matchup.first.name, matchup.second.name, matchup.event) for matchup in met] == [
        (f"champion, {event}", f"{other}, {event}", event)
        for event in ("0.1 s a move", "1000 nodes a move", "depth 8")
        for other in "ab"
    ]
    assert [matchup.first.limit for matchup in met] == [matchup.second.limit for matchup in met]
    assert [matchup.first.limit for matchup in met[::2]] == [Limit(move_time=0.1), Limit(nodes=1000), Limit(depth=8)]


@pytest.mark.parametrize("words", [("time", "x"), ("time", "0"), ("time", "nan"), ("nodes", "1.5"), ("nodes", "-1"), ("beer", "2")])
def test_an_invalid_limit_is_refused(words: tuple[str, str]) -> None:
    """The message names the kinds of limits."""
    with pytest.raises(ValueError, match=f"expected time SECONDS, nodes NUMBER or depth PLIES, got {words[0]} {words[1]}"):
        equal_limit(*words)


def test_on_a_ladder_each_level_plays_the_next_two() -> None:
    """In the order of the levels, whatever the order of the list."""
    engines = rungs(CHAMPION, [8, 1, 4, 2, 2])
    assert list(engines) == [1, 2, 4, 8]
    assert engines[4] == Engine("champion 4", ("x",), "gtp", Limit(level=4))
    met = [(matchup.first.limit.level, matchup.second.limit.level) for matchup in ladder(list(engines.values()))]
    assert met == [(2, 1), (4, 1), (4, 2), (8, 2), (8, 4)]
    with pytest.raises(ValueError, match=r"a ladder needs two levels: \[3\]"):
        rungs(CHAMPION, [3, 3])


def test_all_meetings_have_the_same_openings_in_the_same_order() -> None:
    """And nearly as many wherever the list is cut off; numbers have no gaps."""
    matchups = gauntlet(CHAMPION, OTHERS, dict([equal_limit("depth", "2"), equal_limit("depth", "3")]))
    asked = list(itertools.islice(tasks(matchups, itertools.cycle(["f5d6", "f5f6", "f5f4"]), Conditions()), 14))
    assert [task.number for task in asked] == list(range(14))
    by_meeting: dict[tuple[str, str], list[str]] = {}
    for task in asked:
        by_meeting.setdefault((task.second.name, task.event), []).append(task.opening)
    assert len(by_meeting) == 4
    assert all(openings == ["f5d6", "f5f6", "f5f4", "f5d6"][: len(openings)] for openings in by_meeting.values())
    assert Counter(map(len, by_meeting.values())) == {4: 2, 3: 2}
