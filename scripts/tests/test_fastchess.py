"""Command lines of fastchess: what they mean in the lab, and which are refused."""

import shlex
from pathlib import Path

import pytest
from fake_engines import COMMAND, OPENINGS

from lab.bootstrap import load
from lab.engines.describe import read_engines
from lab.fastchess import translate
from lab.journal import read
from lab.records import Engine, Limit

match, sprt = load("match"), load("sprt")


def engines(text: str) -> list[Engine]:
    """The engines that this command line of fastchess describes."""
    words = translate(shlex.split(text), is_test=False)
    return list(read_engines([words[at + 1] for at, word in enumerate(words) if word == "--engine"], Limit()))


def test_engines_have_their_words_and_those_of_each() -> None:
    one, other = engines(
        "-engine cmd='./my engine' name='The One' args='gtp --threads 1' dir=/tmp st=0.5 "
        "-engine cmd=b proto=nboard name=B plies=8 restart=off -each option.Hash=64 option.style='a b'"
    )
    options = (("Hash", "64"), ("style", "a b"))
    command = ("./my engine", "gtp", "--threads", "1")
    assert one == Engine("The One", command, "gtp", Limit(move_time=0.5), directory="/tmp", options=options)
    assert other == Engine("B", ("b",), "nboard", Limit(depth=8), options=options)


@pytest.mark.parametrize(
    ("tc", "limit"),
    [
        ("tc=10+0.1", Limit(game_time=10, increment=0.1)),
        ("tc=1:30", Limit(game_time=90)),
        ("tc=2:0.5+1", Limit(game_time=120.5, increment=1)),
        ("tc=inf nodes=5000", Limit(nodes=5000)),
    ],
)
def test_time_controls_are_minutes_seconds_and_the_increment(tc: str, limit: Limit) -> None:
    assert [engine.limit for engine in engines(f"-engine cmd=a -engine cmd=b -each {tc}")] == [limit, limit]


def test_other_options_have_their_names_in_the_lab() -> None:
    text = (
        "-rounds 50 -games 2 -repeat -concurrency 4 -recover -srand 7 -openings file=book.txt order=random "
        "-pgnout file=out.pgn -use-affinity 0-3 --agreed 4 -engine cmd=a timemargin=200"
    )
    expected = (
        "--engine command=a --tolerance 0.2 --games 100 --concurrency 4 --seed 7 --openings book.txt --pgn out.pgn --cores 0-3"
    )
    assert translate(text.split(), is_test=False) == [*expected.split(), "--agreed", "4"]
    test = "-rounds 50 -sprt elo0=-5 elo1=0 alpha=0.1 beta=0.05 -pgnout out.pgn"
    expected = "--max-pairs 50 --elo0=-5 --elo1=0 --alpha=0.1 --beta=0.05"
    assert translate(test.split(), is_test=True) == f"{expected} --normalised --pgn out.pgn".split()
    assert translate(["-sprt", "model=logistic", "elo0=0", "elo1=2"], is_test=True) == ["--elo0=0", "--elo1=2"]
    own = ["--elo0", "-5", "--engine", "a -b", "-h"]
    assert translate(own, is_test=True) == own


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-games 1", "-games must be 2: every opening is played twice"),
        ("-resign movecount=3 score=400", "-resign movecount=3 score=400 means nothing here: games end by --agreed N or"),
        ("-draw movenumber=40", "--agreed"),
        ("-tbpieces 5", "--adjudicate"),
        ("-config file=a.json", "--out FILE --resume"),
        ("-tournament gauntlet", "scripts/gauntlet"),
        ("-noswap", "with both colours"),
        ("-ratinginterval 10", "-ratinginterval 10 means nothing here: docs/lab.md lists the options that do"),
        ("-rounds many", "-rounds many means nothing here"),
        ("-openings file=a order=sequential", "-openings needs order=random"),
        ("-openings file=a.epd format=epd order=random", "-openings: format= means nothing here"),
        ("-openings file=a order=random plies=8", "-openings: plies=8 means nothing here"),
        ("-openings order=random", "-openings needs file="),
        ("-pgnout file=a notation=uci", "-pgnout: notation=uci means nothing here"),
        ("-sprt elo0=0 elo1=5", "-sprt is an option of scripts/sprt"),
        ("-each tc=1", "-each needs -engine"),
        ("-engine name=a", "-engine needs cmd="),
        ("-engine cmd=a cmd=b", "-engine: cmd is set twice"),
        ("-engine cmd", "-engine: expected KEY=VALUE, got 'cmd'"),
        ("-engine cmd=a proto=uci", "-engine: proto=uci means nothing here: expected gtp, nboard or ugi"),
        ("-engine cmd=a restart=on", "-engine: restart=on means nothing here"),
        ("-engine cmd=a tc=40/60", "expected tc=[MINUTES:]SECONDS[+INCREMENT], got '40/60'"),
        ("-engine cmd=a st=1 -each st=2", "st= is set by -engine and otherwise by -each"),
        ("-engine cmd=a timemargin=5 -engine cmd=b", "timemargin= must be the same for all engines"),
        ("-engine cmd=a timemargin=x", "expected timemargin=MILLISECONDS, got 'x'"),
    ],
)
def test_what_means_nothing_here_is_refused_with_a_hint(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        match.parse(text.split())
    assert error.value.code == 2
    assert message in capsys.readouterr().err


def test_a_model_that_the_lab_lacks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        sprt.parse(["-sprt", "elo0=0", "elo1=5", "model=bayesian"])
    assert "-sprt: expected model=logistic or model=normalized, got 'bayesian'" in capsys.readouterr().err


@pytest.mark.slow
def test_a_match_is_played_with_the_options_of_fastchess(tmp_path: Path) -> None:
    (tmp_path / "openings").write_text(OPENINGS)
    text = f"-each cmd={COMMAND[0]} args='{' '.join([*COMMAND[1:], 'gtp'])}' -engine name=A -engine name=B -rounds 2 -repeat "
    text += f"-openings file={tmp_path}/openings order=random -concurrency 2 -pgnout file={tmp_path}/games.pgn --out {tmp_path}/out"
    assert match.main(shlex.split(text)) == 0
    assert len(read(tmp_path / "out").games) == 4
    assert (tmp_path / "games.pgn").read_text().count("[Event ") == 4
