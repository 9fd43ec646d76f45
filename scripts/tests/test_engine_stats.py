"""What engines spent and did, counted by whose move it was."""

import pytest

from lab.records import Fault, Game, Move
from lab.statistics import engine_stats

PASSING = "d3c3e6d2d1e1b2c1a3"
"""After c1, white's, black has no move, and a3 is white's again."""


def game(*moves: Move, fault: Fault | None = None) -> Game:
    return Game(0, 0, "", "A", "B", moves, 0, fault, "black" if fault else None)


def test_time_and_nodes_are_added_up_by_engine() -> None:
    played = engine_stats(
        [
            game(Move("f5"), Move("d6"), Move("c3", 0.5, 1000), Move("d3", 0.25), Move("c4", 1.5, 3000)),
            game(Move("f5", 0.0, 50), fault=Fault.CRASH),
        ]
    )
    a, b = played["A"], played["B"]
    assert (a.games, a.moves, a.seconds, a.longest, a.nodes) == (2, 3, 2.0, 1.5, 4050)
    assert a.seconds_a_move == pytest.approx(2 / 3)
    assert (a.nodes_a_move, a.nodes_a_second) == (1350, 2025)
    assert (b.games, b.moves, b.seconds_a_move, b.nodes_a_move, b.nodes_a_second) == (2, 1, 0.25, None, None)
    assert (dict(a.faults), dict(b.faults)) == ({Fault.CRASH: 1}, {})


def test_a_move_after_a_pass_counts_for_its_player() -> None:
    played = engine_stats([game(*(Move(PASSING[at : at + 2], 5.0 if at == 16 else 1.0) for at in range(0, 18, 2)))])
    assert (played["A"].moves, played["A"].longest) == (4, 1.0)
    assert (played["B"].moves, played["B"].longest) == (5, 5.0)


def test_engines_that_made_no_move_have_no_means() -> None:
    assert engine_stats([]) == {}
    assert engine_stats([game(fault=Fault.NO_START)])["B"].seconds_a_move is None
