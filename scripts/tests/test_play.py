"""Whole pairs of games: with engines that misbehave, and with real ones."""

import os
import socket
from pathlib import Path

import pytest
from fake_engines import fake

from lab import formatting
from lab.bootstrap import ROOT
from lab.engines.pool import EnginePool
from lab.notation import parse_transcript, transcript
from lab.options import FULL_LOSS, LEAST_LOSS
from lab.play import SolverError, play_games, solve
from lab.records import Conditions, Engine, Fault, Game, Limit, Protocol, Task
from lab.rules import replay
from lab.statistics import engine_stats

pytestmark = pytest.mark.slow

WITH_PASSES = "e6f6g6e3"
"""From here on the first legal moves lead to two passes by white and five by black."""
NO_TOLERANCE = Conditions(tolerance=0.0)
ALL: tuple[Protocol, ...] = ("gtp", "nboard", "ugi")


def pair(
    first: Engine, second: Engine, opening: str = "f5d6", conditions: Conditions = NO_TOLERANCE, number: int = 0
) -> list[Game]:
    """Both games of a pair at a pool of their own."""
    with EnginePool() as pool:
        return list(play_games(Task(number, opening, first, second, conditions, "round 1"), pool))


def first_moves(opening: str) -> list[str]:
    """The game in which everybody plays the first legal move."""
    moves = list(parse_transcript(opening))
    while legal := replay(moves).moves():
        moves.append(legal[0])
    return moves


@pytest.mark.parametrize("protocols", [("gtp", "gtp"), ("gtp", "nboard"), ("nboard", "nboard"), ("ugi", "gtp"), ("ugi", "ugi")])
def test_a_pair_is_two_whole_games_with_the_colours_swapped(protocols: tuple[Protocol, Protocol]) -> None:
    first, second = fake(protocols[0], name="a"), fake(protocols[1], "no-pass", name="b")
    games = pair(first, second, WITH_PASSES, number=7)
    assert [(game.black, game.white, game.half) for game in games] == [("a", "b", 0), ("b", "a", 1)]
    expected = first_moves(WITH_PASSES)
    for game in games:
        assert (game.fault, game.at_fault, game.detail) == (None, None, "")
        assert (game.task, game.opening, game.event) == (7, WITH_PASSES, "round 1")
        assert transcript(game.moves) == "".join(expected)
        assert game.score == replay(expected).score()
        assert [move.seconds is None for move in game.moves] == [ply < 4 for ply in range(len(expected))]
        assert game.place == f"{socket.gethostname()}:{os.getpid()}"
        assert game.began.endswith("+00:00")


def test_nodes_and_scores_that_an_engine_reports_are_kept() -> None:
    game = pair(fake("nboard"), fake("gtp"))[0]
    assert [move.nodes for move in game.moves[2:8:2]] == [1, 2, 3], "the moves of the first engine"
    assert [move.score for move in game.moves[2:8:2]] == [-1.0, None, None]
    assert {move.nodes for move in game.moves[3:9:2]} == {None}
    game = pair(fake("ugi"), fake("gtp"))[0]
    assert [move.nodes for move in game.moves[2:8:2]] == [1, 2, 3], "those of the last line"
    assert [move.score for move in game.moves[2:8:2]] == [-1.0, None, -1.0], "a bound is no score"


def test_gtp_engines_are_asked_for_the_nodes_of_each_move() -> None:
    """With the command that they list, or the one in their description; a 0 or another answer is no number of nodes."""
    described = fake("gtp", name="described", words=(("nodes_searched", "count"),))
    game = pair(fake("gtp", "nodes"), described)[0]
    assert [move.nodes for move in game.moves[2:8:2]] == [250, 500, 750]
    assert [move.nodes for move in game.moves[3:9:2]] == [None, 2, 3]
    stats = engine_stats([game])
    assert stats["fake"].nodes_a_move == 250 * (stats["fake"].moves + 1) / 2
    assert f" {formatting.number(stats['fake'].nodes_a_move)} |" in formatting.engine_table(stats)
    silent = fake("gtp", "nodes", words=(("nodes_searched", ""),))
    assert {move.nodes for move in pair(silent, described)[0].moves[2:8:2]} == {None}


def test_emilia_reports_the_nodes_of_each_move(emilia: Path) -> None:
    words = [str(emilia), "gtp", "--hash", "16", "--threads", "1", "--book", "0"]
    engine = Engine("Emilia", tuple(words), "gtp", Limit(nodes=500))
    game = pair(engine, fake("gtp"), "f5d6c3d3c4f4")[0]
    assert game.fault is None
    nodes = [move.nodes for move in game.moves[6::2]]
    assert nodes[0] is not None
    assert 0 < nodes[0] <= 5000


FAULTS = {
    "crash": (ALL, Fault.CRASH, "exited with code 3 ('a last line')"),
    "signal": (ALL, Fault.CRASH, "killed by SIGABRT"),
    "closes-stdin": (ALL, Fault.CRASH, "closed its streams"),
    "closes-stdout": (ALL, Fault.CRASH, "closed its streams after"),
    "illegal": (ALL, Fault.ILLEGAL, "d4 as move "),
    "pass": (ALL, Fault.ILLEGAL, "pass as move "),
    "garbage": (ALL, Fault.GARBAGE, "what?"),
    "utf8": (ALL, Fault.GARBAGE, "\ufffd\ufffd"),
    "twice": (ALL, Fault.GARBAGE, ""),
    "endless-line": (ALL, Fault.GARBAGE, "a line without end"),
    "endless": (ALL, Fault.GARBAGE, "status and so on"),
    "error": (("gtp",), Fault.REFUSAL, "bad refuses 'genmove"),
    "refuses-moves": (("gtp",), Fault.REFUSAL, "bad refuses 'play"),
    "chatter": (("gtp",), Fault.GARBAGE, "'thinking...' to 'genmove"),
    "ponders": (("ugi",), Fault.GARBAGE, " ponder "),
    "resign": (("gtp",), Fault.RESIGNED, ""),
    "leaves": (("gtp",), Fault.CRASH, "exited with code 0"),
    "dies": (ALL, Fault.NO_START, "exited with code 1 ('no weights')"),
}


@pytest.mark.parametrize(
    ("protocol", "name"), [(protocol, name) for name, (protocols, _, _) in FAULTS.items() for protocol in protocols]
)
def test_a_fault_loses_both_games_for_the_right_side_with_its_reason(protocol: Protocol, name: str) -> None:
    _, fault, detail = FAULTS[name]
    bad, good = fake(protocol, name, 3, name="bad"), fake("nboard" if protocol == "gtp" else "gtp", name="good")
    games = pair(bad, good)
    assert [game.at_fault for game in games] == ["black", "white"]
    assert [game.score for game in games] == [-64, 64]
    for game in games:
        assert game.fault is fault, game.detail
        assert detail in game.detail
        assert len(game.detail) <= 300
        replay(move.at for move in game.moves)


@pytest.mark.parametrize("name", ["hang", "late"])
@pytest.mark.parametrize("protocol", ALL)
def test_an_engine_without_a_move_in_time_loses_on_time(protocol: Protocol, name: str) -> None:
    bad = fake(protocol, name, name="bad", limit=Limit(move_time=0.1), words=(("move_time", ""),))
    for game, at_fault in zip(pair(bad, fake("gtp", name="good")), ("black", "white"), strict=True):
        assert (game.fault, game.at_fault) == (Fault.TIME, at_fault)
        assert "0.100 s" in game.detail


@pytest.mark.parametrize(("name", "scores"), [("hang", [-LEAST_LOSS, LEAST_LOSS]), ("illegal", [-FULL_LOSS, FULL_LOSS])])
def test_a_game_can_be_lost_on_time_by_the_least_difference(name: str, scores: list[int]) -> None:
    bad = fake("gtp", name, name="bad", limit=Limit(move_time=0.1), words=(("move_time", ""),))
    games = pair(bad, fake("gtp", name="good"), conditions=Conditions(tolerance=0.0, time_loss=LEAST_LOSS))
    assert [game.score for game in games] == scores


@pytest.mark.parametrize("protocol", ALL)
def test_megabytes_on_stderr_and_a_late_pong_are_no_fault(protocol: Protocol) -> None:
    for name in ("stderr", "late-pong") if protocol == "nboard" else ("stderr",):
        games = pair(fake(protocol, name, name="loud"), fake("gtp"), "f5d6" if name == "stderr" else transcript(LONG))
        assert [game.fault for game in games] == [None, None]


LONG = first_moves("f5d6")[:44]


def test_after_a_fault_the_engine_is_restarted_for_the_next_game() -> None:
    bad, good = fake("gtp", "crash", 3, name="bad"), fake("nboard", name="good")
    with EnginePool() as pool:
        for number in range(2):
            games = list(play_games(Task(number, "f5d6", bad, good, NO_TOLERANCE), pool))
            assert [(game.fault, len(game.moves)) for game in games] == [(Fault.CRASH, 6), (Fault.CRASH, 7)]
        games = list(play_games(Task(2, "f5d6", good, fake("gtp", name="other"), NO_TOLERANCE), pool))
        assert [game.fault for game in games] == [None, None]


def test_an_opening_that_cannot_be_played_is_refused() -> None:
    for opening in ("a1", "f5f5", "e6f4e3f6g5d6e7f5c5"):
        with pytest.raises(ValueError, match=r"illegal|the game is over"):
            pair(fake("gtp"), fake("gtp"), opening)


def test_the_solver_decides_the_ending(emilia: Path) -> None:
    first, second = fake("gtp"), fake("gtp", name="other")
    with EnginePool() as pool:
        played = next(play_games(Task(0, "f5d6", first, second, NO_TOLERANCE), pool))
        for empties in (1, 12):
            conditions = Conditions(solve_from=empties, solver=(str(emilia), "solve", "--hash", "16"))
            game = next(play_games(Task(0, "f5d6", first, second, conditions), pool))
            assert (game.solved, game.fault) == (True, None)
            assert replay(move.at for move in game.moves).empties() == empties
            assert transcript(played.moves).startswith(transcript(game.moves))
            assert empties > 1 or game.score == played.score
        for solver in (("false",), ("no-such-solver",), ("echo", "{}"), ("echo", '{"score":0,"status":"12@73%"}')):
            with pytest.raises(SolverError, match=solver[0]):
                next(play_games(Task(0, "", first, second, Conditions(solve_from=60, solver=solver)), pool))


@pytest.mark.parametrize(("one", "other"), [("gtp", "nboard"), ("nboard", "ugi"), ("ugi", "gtp"), ("gtp", "gtp")])
def test_a_game_ends_with_the_exact_score_that_both_engines_report(one: Protocol, other: Protocol) -> None:
    conditions = Conditions(agreed=3)
    # The second engine proves the score from its third move on: with white, after two moves of the first; with black, after one.
    games = pair(fake(one, "exact", name="a"), fake(other, "exact", 3, name="b"), conditions=conditions)
    assert [(game.score, game.agreed, len(game.moves)) for game in games] == [(4, True, 2 + 7), (4, True, 2 + 6)]
    assert [[move.exact for move in game.moves[-4:]] for game in games] == [[False, True, True, True]] * 2
    assert [move.score for move in games[0].moves[-3:]] == [4.0, -4.0, 4.0]


@pytest.mark.parametrize("claim", ["", "exact-else", "exact-odd"])
@pytest.mark.parametrize("protocol", ALL)
def test_a_game_is_played_out_if_an_engine_proves_no_score_another_one_or_an_impossible_one(protocol: Protocol, claim: str) -> None:
    rival = "exact-odd" if claim == "exact-odd" else "exact"
    for game in pair(fake(protocol, claim, name="a"), fake(protocol, rival, name="b"), conditions=Conditions(agreed=3)):
        assert (game.agreed, game.fault) == (False, None)
        assert (game.score, transcript(game.moves)) == (replay(first_moves("f5d6")).score(), "".join(first_moves("f5d6")))


def test_the_scores_on_which_emilia_agrees_are_those_of_the_solver(emilia: Path) -> None:
    solver = (str(emilia), "solve", "--hash", "16")
    first, *others = (
        Engine(protocol, (str(emilia), protocol, "--hash", "16", "--threads", "1", "--book", "0"), protocol, Limit(level=level))
        for protocol, level in zip(ALL, (4, 6, 5), strict=True)
    )
    for other in others:
        for game in pair(first, other, conditions=Conditions(agreed=4)):
            assert (game.agreed, game.fault) == (True, None)
            board = replay(move.at for move in game.moves)
            assert game.score == solve(board, solver, 60.0) * (1 if board.turn == "black" else -1)
            assert all(move.exact for move in game.moves[-4:])


@pytest.mark.parametrize(
    "limit", [Limit(level=2), Limit(depth=2), Limit(nodes=300), Limit(move_time=0.02), Limit(game_time=3, increment=0.01)]
)
def test_emilia_plays_over_ugi_under_every_limit(emilia: Path, limit: Limit) -> None:
    command = (str(emilia), "ugi", "--hash", "16", "--threads", "1")
    engine = Engine("ugi", command, "ugi", limit, options=(("Contempt", "0"),))
    with EnginePool() as pool:
        assert pool.check(engine, Conditions()).startswith("Emilia ")
    for game in pair(engine, fake("gtp"), WITH_PASSES, Conditions(tolerance=5.0)):
        assert (game.fault, game.detail) == (None, "")
        assert replay(move.at for move in game.moves).turn is None
        assert game.points("black" if game.black == "ugi" else "white") == 1.0


def test_emilia_plays_rhino_and_itself_in_both_protocols(emilia: Path, gtp_rhino: str) -> None:
    options = ("--hash", "16", "--threads", "1")
    gtp = Engine("gtp", (str(emilia), "gtp", *options), "gtp", Limit(level=3))
    nboard = Engine("nboard", (str(emilia), "nboard", *options), "nboard", Limit(level=3))
    rhino = Engine("rhino", (gtp_rhino, "-l", "1", "-b", "0"), "gtp", Limit())
    openings = [line.split()[0] for line in (ROOT / "data" / "openings.txt").read_text().splitlines() if line[:1] not in ("#", "")]
    with EnginePool() as pool:
        assert [pool.check(engine, Conditions()) for engine in (gtp, nboard, rhino)] == ["Emilia", "Emilia", "GTP GRhino"]
        points = 0.0
        for number, (first, second) in enumerate([(gtp, rhino), (nboard, rhino), (gtp, nboard)]):
            for game in play_games(Task(number, openings[number], first, second, Conditions()), pool):
                assert (game.fault, game.detail) == (None, "")
                assert replay(move.at for move in game.moves).turn is None
                points += game.points("black" if game.black == first.name else "white") if second is rhino else 0
        assert points == 4, "GRhino at its lowest level loses all games"


def test_emilia_keeps_its_clock_in_both_protocols(emilia: Path) -> None:
    for limit, protocol in [(Limit(level=1, game_time=300, increment=0.5), "nboard"), (Limit(level=1, move_time=60), "gtp")]:
        command = (str(emilia), protocol, "--hash", "16", "--threads", "1")
        first = Engine("first", command, "nboard" if protocol == "nboard" else "gtp", limit)
        second = Engine("second", (str(emilia), "gtp", "--hash", "16"), "gtp", Limit(level=1, game_time=300, increment=0.5))
        assert [game.fault for game in pair(first, second, transcript(LONG[:30]))] == [None, None]
