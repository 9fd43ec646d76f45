"""Engines as a person describes them."""

from pathlib import Path

import pytest

from lab.engines.describe import read_engine, read_engines
from lab.records import Engine, Limit

LEVEL = Limit(level=5)


def test_a_command_line_alone_is_an_engine() -> None:
    assert read_engine("/opt/emilia gtp --hash 16", LEVEL) == Engine("emilia", ("/opt/emilia", "gtp", "--hash", "16"), "gtp", LEVEL)
    assert read_engine("emilia nboard", LEVEL).protocol == "nboard"
    assert read_engine("emilia ugi", LEVEL).protocol == "ugi"


def test_words_and_a_file_give_the_same_engine(tmp_path: Path) -> None:
    words = (
        "name='Emilia 2' command='emilia gtp' protocol=gtp directory=/tmp game_time=60 increment=0.5 options.threads=2 "
        "options.hash=16 environment.HOME=/tmp commands='komi 0' commands='komi 1' words.level='level {value}'"
    )
    (tmp_path / "engines.toml").write_text("""
        [[engine]]
        name = "Emilia 2"
        command = ["emilia", "gtp"]
        protocol = "gtp"
        directory = "/tmp"
        game_time = 60
        increment = 0.5
        options = { threads = 2, hash = "16" }
        environment.HOME = "/tmp"
        commands = ["komi 0", "komi 1"]
        words.level = "level {value}"

        [[engine]]
        command = "gtp-rhino -l 1"
        words = { level = "" }
    """)
    first, second = read_engines([str(tmp_path / "engines.toml")], LEVEL)
    assert read_engines([words], LEVEL) == (first,)
    assert first == Engine(
        name="Emilia 2",
        command=("emilia", "gtp"),
        protocol="gtp",
        limit=Limit(game_time=60, increment=0.5),
        directory="/tmp",
        environment=(("HOME", "/tmp"),),
        options=(("threads", "2"), ("hash", "16")),
        commands=("komi 0", "komi 1"),
        words=(("level", "level {value}"),),
    )
    assert second == Engine("gtp-rhino", ("gtp-rhino", "-l", "1"), "gtp", LEVEL, words=(("level", ""),))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "missing required field `command`"),
        ("command=' '", "no command"),
        ('command="x', "No closing quotation"),
        ("command=x command=y", "command is set twice"),
        ("command=x options.a=1 options=2", "options needs a name"),
        ("command=x lvl=1", "unknown field `lvl`"),
        ("command=x level=high", r"\$.level"),
        ("command=x move_time=0", r"> 0.0 - at `\$.move_time`"),
        ("command=x increment=1", "an increment needs a game time"),
        ("command=x protocol=uci", "'uci'"),
        ("command=x commands='a\nb'", r"\$.commands"),
    ],
)
def test_an_invalid_description_names_the_error(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as error:
        read_engines([text], LEVEL)
    assert "\n" not in str(error.value)


def test_two_engines_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two engines have the name 'a'"):
        read_engines(["a gtp", "b gtp", "a nboard"], LEVEL)
