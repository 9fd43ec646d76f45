"""The habits of engines, each shown by a tiny one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fake_engines import fake

from lab.engines.nboard import read_move, read_proof
from lab.engines.player import Clock, Played, Player
from lab.engines.pool import PLAYERS, EnginePool
from lab.engines.process import EngineError, Line
from lab.notation import parse_transcript
from lab.records import Conditions, Engine, Fault, Limit, Move, Protocol
from lab.rules import Colour, boards

IMPATIENT = Conditions(timeout=0.2, tolerance=0.0)
WITH_A_PASS = "d3c3b3b2f5a3a1c1"
"""After it black has to pass."""


def played(opening: str) -> list[Played]:
    moves = parse_transcript(opening)
    return [(board.turn, Move(at)) for board, at in zip(boards(moves), moves, strict=False) if board.turn]


@contextmanager
def playing(engine: Engine, colour: Colour = "black", opening: str = "") -> Iterator[Player]:
    """A player in a game, after an opening without passes."""
    player = PLAYERS[engine.protocol](engine, Conditions())
    try:
        player.start()
        player.new_game(colour, Conditions(), played(opening))
        yield player
    finally:
        player.close(at_once=True)


def fault_of(engine: Engine, conditions: Conditions = IMPATIENT) -> EngineError:
    with EnginePool() as pool, pytest.raises(EngineError) as error:
        pool.check(engine, conditions)
    return error.value


@pytest.mark.parametrize("fault", ["", "edax", "no-ids", "no-list", "banner", "whole-seconds"])
def test_an_engine_with_odd_answers_is_understood(fault: str) -> None:
    with playing(fake("gtp", fault, limit=Limit(game_time=1000.5))) as player:
        assert player.name == "Fake engine"
        assert player.choose().at == "d3"
        player.play("black", Move("d3"))
        player.play("white", Move("c3"))
        assert player.choose().at == "b3"


@pytest.mark.parametrize(("protocol", "fault"), [("gtp", ""), ("gtp", "no-pass"), ("nboard", ""), ("ugi", "")])
def test_passes_are_sent_to_engines_that_accept_them(protocol: Protocol, fault: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = fake(protocol, fault, log=log)
    with playing(engine, "white", WITH_A_PASS) as player:
        assert player.choose().at == "e3"
    received = log.read_text()
    if protocol == "gtp":
        assert received.count("play black pass") == 1
    elif protocol == "ugi":
        assert "position startpos moves d3 c3 b3 b2 f5 a3 a1 c1 pass\nisready\ngo\n" in received
    else:
        assert "move C1\n" in received
        assert received.count("move PA\n") == 1
        assert received.index("move C1\n") < received.index("move PA\n") < received.index("go\n")


def test_a_refused_pass_is_never_sent_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = fake("gtp", "no-pass", log=log)
    with EnginePool() as pool:
        for _ in range(2):
            player = pool.player(engine, 0, Conditions())
            player.new_game("white", Conditions(), played(WITH_A_PASS))
            assert player.choose().at == "e3"
    assert log.read_text().count("pass") == 1
    assert log.read_text().count("genmove") == 2


def test_limits_options_and_commands_are_sent_before_the_first_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    received = {}
    for protocol in ("gtp", "nboard"):
        engine = fake(
            protocol,
            log=log,
            limit=Limit(level=7, game_time=600, increment=2),
            options=(("threads", "2"),),
            commands=("komi 0",),
            words=(("option", "komi {value}"),),
        )
        with playing(engine) as player:
            player.choose()
        received[protocol] = log.read_text()
        log.unlink()
        assert received[protocol].index("komi 2") < received[protocol].index("komi 0")
    gtp, nboard = received["gtp"], received["nboard"]
    assert gtp.index("komi 0") < gtp.index("set_level 7") < gtp.index("time_settings 600 0 0") < gtp.index("clear_board")
    assert gtp.index("time_left black 600 0") < gtp.index("genmove")
    assert nboard.index("komi 0") < nboard.index("set depth 7") < nboard.index("set game")
    assert "TI[10:00/0:02/0:00]" in nboard


def test_a_time_for_each_move_is_one_stone_and_the_clock_runs_with_the_increments(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with playing(fake("gtp", limit=Limit(move_time=500.5), log=log)) as player:
        player.choose()
    assert "time_settings 0 500.5 1" in log.read_text()
    assert "time_left black 500.5 1" in log.read_text()
    with playing(fake("gtp", "whole-seconds", limit=Limit(move_time=500.5), log=log)) as player:
        player.choose()
    assert "time_settings 0 500 1" in log.read_text(), "for those who refuse a fraction"
    assert fault_of(fake("gtp", "whole-seconds", limit=Limit(move_time=0.5)), Conditions()).fault is Fault.REFUSAL


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        (fake("gtp", limit=Limit(depth=3)), "fake has no command for a depth limit; define `words.depth`"),
        (fake("gtp", options=(("threads", "1"),)), "fake has no command for the option 'threads'; define `words.option`"),
        (fake("gtp", commands=("frobnicate",)), "fake refuses 'frobnicate': 'unknown command'"),
        (fake("nboard", limit=Limit(move_time=3)), "no command for a time limit per move"),
    ],
)
def test_a_setting_without_a_command_is_an_error_before_the_contest(engine: Engine, words: str) -> None:
    error = fault_of(engine, Conditions())
    assert error.fault is Fault.REFUSAL
    assert words in error.detail


def test_the_limits_are_arguments_of_go_in_ugi(tmp_path: Path) -> None:
    sent = {
        Limit(): "go",
        Limit(depth=3, nodes=500): "go depth 3 nodes 500",
        Limit(move_time=1.5): "go movetime 1500",
        Limit(game_time=600, increment=0.25): "go p1time 600000 p2time 600000 p1inc 250 p2inc 250",
        Limit(level=9): "go",
    }
    log = tmp_path / "log"
    for limit, line in sent.items():
        engine = fake("ugi", limit=limit, options=(("Hash", "16"),), log=log)
        with playing(engine) as player:
            assert (player.name, player.choose().at) == ("Fake engine", "d3")
        received = log.read_text().splitlines()
        log.unlink()
        assert received[:2] == ["ugi", "setoption name Hash value 16"]
        assert ("setoption name Level value 9" in received) == (limit.level == 9)
        assert received[-4:] == ["uginewgame", "isready", "position startpos", "isready", line][-4:]
    error = fault_of(fake("ugi", "no-level", limit=Limit(level=9)), Conditions())
    assert error.fault is Fault.REFUSAL
    assert "fake has no command for a level; define `words.level`" in error.detail


@pytest.mark.parametrize(
    ("engine", "detail"),
    [
        (fake("gtp", "mute"), "no answer to '1 name'"),
        (fake("nboard", "mute"), "no answer to 'ping 1'"),
        (fake("ugi", "mute"), "no answer to 'ugi'"),
        (fake("ugi", "dies"), "exited with code 1 ('no weights')"),
        (Engine("x", fake("gtp").command, "ugi", Limit()), "not UGI: '? unknown command'"),
        (fake("gtp", "dies"), "exited with code 1 ('no weights')"),
        (fake("nboard", "dies"), "exited with code 1 ('no weights')"),
        (Engine("x", fake("nboard").command, "gtp", Limit()), "no answer to '1 name'"),
        (Engine("x", fake("gtp").command, "nboard", Limit()), "not NBoard's protocol: '? unknown command'"),
        (Engine("x", ("no-such-engine",), "gtp", Limit()), "no-such-engine"),
        (Engine("x", ("",), "nboard", Limit()), "cannot start ''"),
    ],
)
def test_an_engine_without_an_answer_at_the_start_did_not_start(engine: Engine, detail: str) -> None:
    error = fault_of(engine, IMPATIENT if "no answer" in detail else Conditions())
    assert error.fault is Fault.NO_START
    assert detail in error.detail


@pytest.mark.parametrize("protocol", ["gtp", "nboard", "ugi"])
def test_an_engine_without_a_clock_that_thinks_too_long_hangs(protocol: Protocol) -> None:
    with playing(fake(protocol, "hang")) as player:
        player.clock = Clock(Limit(), IMPATIENT)
        with pytest.raises(EngineError, match=r"no move in 0\.2 s") as error:
            player.choose()
    assert error.value.fault is Fault.HANG


def test_a_clock_has_a_tolerance_and_adds_the_increment() -> None:
    clock = Clock(Limit(game_time=10, increment=1), Conditions(tolerance=0.5))
    assert (clock.time_for_move(), clock.timeout()) == (10, 10.5)
    clock.spend(4)
    assert clock.left == 7
    clock.spend(7.25)
    assert clock.left == 1, "what was forgiven is not owed"
    with pytest.raises(EngineError, match=r"2\.000 s for a move, 1\.000 s were left") as error:
        clock.spend(2)
    assert error.value.fault is Fault.TIME
    assert clock.timeout_error().fault is Fault.TIME


@pytest.mark.parametrize(
    ("text", "at", "score"),
    [
        ("=== d6 -1.00 0.0", "d6", -1.0),
        ("=== F5/1.25/0.03", "f5", 1.25),
        ("=== F5//0.03", "f5", None),
        ("  ===   f5  ", "f5", None),
        ("=== F5d6c3/2,5", "f5", 2.5),
        ("=== F5/nan", "f5", None),
        ("=== PA", "pass", None),
        ("=== PASS/-3.5", "pass", -3.5),
    ],
)
def test_every_form_of_an_nboard_move_is_read(text: str, at: str, score: float | None) -> None:
    assert read_move(Line(text, 3.5), 1.0, 7) == Move(at, 2.5, 7, score)


@pytest.mark.parametrize(
    ("text", "proof"),
    [
        ("status Thinking, depth 100%", ""),
        ("status Thinking, depth 12@73%", None),
        ("status Thinking, depth 100%W", None),
        ("search F5d6 +2.00 0 100%", "f5"),
        ("search f5 2,2 0 100% and more", "f5"),
        ("search f5 2 0 100%>=", None),
        ("search f5 2 0 14", None),
        ("status idle", "before"),
        ("nodestats 100 1.0", "before"),
    ],
)
def test_nboard_tells_a_proof_by_its_depth(text: str, proof: str | None) -> None:
    assert read_proof(text, "before") == proof


@pytest.mark.parametrize("text", ["===", "=== x5", "=== f9", "=== f", "=== -", "=== 5f", "=== f5;"])
def test_an_invalid_nboard_move_is_garbage(text: str) -> None:
    with pytest.raises(EngineError) as error:
        read_move(Line(text, 3.5), 1.0, None)
    assert error.value.fault is Fault.GARBAGE
    assert text in error.value.detail


def test_a_pool_keeps_its_engines_and_an_engine_may_have_both_seats() -> None:
    engine = fake("gtp")
    with EnginePool() as pool:
        first, second = (pool.player(engine, seat, Conditions()) for seat in (0, 1))
        assert first is not second
        assert pool.player(engine, 0, Conditions()) is first
        pool.discard(engine, 0, Conditions())
        assert pool.player(engine, 0, Conditions()) is not first
        for number in range(6):
            pool.player(fake("gtp", name=str(number)), 0, Conditions())
        assert pool.player(engine, 1, Conditions()) is not second, "the least recently used engine has ended"
