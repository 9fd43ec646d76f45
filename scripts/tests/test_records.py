"""The records of a contest survive being written and read."""

import pickle

import msgspec
import pytest

from lab.records import Conditions, Engine, Fault, Game, Limit, Move, Record, Task, from_json, to_json

ENGINE = Engine("Emilia", ("emilia", "gtp"), "gtp", Limit(game_time=60, increment=0.5), options=(("threads", "1"),))
TASK = Task(3, "f5d6", ENGINE, Engine("other", ("x",), "nboard", Limit(depth=4), directory="/tmp"), Conditions(), "round 1")
GAME = Game(3, 1, "f5d6", "other", "Emilia", (Move("f5"), Move("d6", 0.25, 1000, -1.5)), -64, Fault.CRASH, "black", "code -11")


@pytest.mark.parametrize("record", [ENGINE, TASK, GAME])
def test_a_record_is_the_same_after_json_and_pickle(record: Record) -> None:
    """Whole numbers may become fractions on the way where a fraction is meant."""
    assert from_json(type(record), to_json(record)) == record
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize(
    "change",
    [
        {"half": 2},
        {"score": "x"},
        {"score": None},
        {"score": True},
        {"moves": 7},
        {"moves": [[]]},
        {"fault": "bad luck"},
        {"black": 1},
    ],
)
def test_an_invalid_record_is_refused(change: dict[str, object]) -> None:
    """The message says where, as `$.moves[0]`."""
    with pytest.raises(ValueError, match=r"\$"):
        from_json(Game, msgspec.json.encode({**msgspec.to_builtins(GAME), **change}))


def test_missing_and_unknown_fields() -> None:
    """A missing field is refused unless it has a default; one that a later version adds is passed over."""
    whole = msgspec.to_builtins(GAME)
    assert from_json(Game, msgspec.json.encode({**whole, "later": 1})) == GAME
    del whole["moves"]
    with pytest.raises(ValueError, match="moves"):
        from_json(Game, msgspec.json.encode(whole))
    assert GAME.points("white") == 1.0
    assert GAME.points("black") == 0.0
