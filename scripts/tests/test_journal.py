"""A journal keeps every finished game once, whatever ends its writer."""

import lzma
import os
import re
from pathlib import Path

import msgspec
import pytest
from fake_player import A, B, play, task

from lab.bootstrap import ROOT
from lab.journal import End, Journal, JournalError, Run, Settings, differences, read
from lab.machine import machine, versions
from lab.records import Conditions, Fault, Game, Limit
from lab.statistics import pair_up, pentanomial, score

SETTINGS = Settings("match", (A, B), Conditions(), seed=7, openings="o.txt", openings_sha256="00", plan={"games": 6})
RUN = Run("2027-01-01T00:00:00+00:00", 2, machine=machine(), versions=versions())
GAMES = [game for number in range(3) for game in play(task(number))]


def written(path: Path, games: list[Game] = GAMES) -> Path:
    """A journal with these games."""
    with Journal(path, SETTINGS, RUN, resume=False) as journal:
        for game in games:
            assert journal.add(game)
    return path


def test_a_game_is_kept_once(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    before = path.read_bytes()
    with Journal(path, SETTINGS, RUN, resume=True) as journal:
        assert not any(journal.add(game) for game in GAMES)
    assert path.read_bytes() == before + b'{"run":' + msgspec.json.encode(RUN) + b"}\n"


def test_a_file_cut_at_any_byte_is_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path = written(tmp_path / "j", GAMES[:2])
    text = path.read_bytes()
    ends = [at + 1 for at in range(len(text)) if text[at : at + 1] == b"\n"]
    for length in range(len(text)):
        path.write_bytes(text[:length])
        kept = max(0, sum(end <= length for end in ends) - 2)
        if length >= ends[0]:
            assert list(read(path).games.values()) == GAMES[:kept]
        with Journal(path, SETTINGS, RUN, resume=True) as journal:
            assert [game for game in GAMES[:2] if journal.add(game)] == GAMES[kept:2]
        assert list(read(path).games.values()) == GAMES[:2]


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (1, b'{"run":{"began":""}}', "line 1: the first line holds no settings"),
        (3, b"{}", "line 3: neither"),
        (3, b'{"game":{"task":0,', "line 3: .*truncated"),
        (4, b'{"game":{"task":1}}', r"line 4: .*`half` - at `\$\.game`"),
        (4, b"\x00\xff", "line 4"),
        (5, b'{"game":' + msgspec.json.encode(GAMES[0]) + b"}", "line 5: game 0 of pair 0 a second time"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: int, text: bytes, message: str) -> None:
    path = written(tmp_path / "j")
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = text
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(JournalError, match=message):
        read(path)
    with pytest.raises(JournalError, match=message):
        Journal(path, SETTINGS, RUN, resume=True)
    assert path.read_bytes() == b"\n".join(lines)


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    with pytest.raises(JournalError, match="already exists; use --resume"):
        Journal(path, SETTINGS, RUN, resume=False)
    for text in (b"my diary", b'{"settings":7}\n', b"one\ntwo"):
        path.write_bytes(text)
        with pytest.raises(JournalError):
            Journal(path, SETTINGS, RUN, resume=True)
        assert path.read_bytes() == text


def test_two_runners_on_one_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path, SETTINGS, RUN, resume=True):
        with pytest.raises(JournalError, match="another runner"):
            Journal(path, SETTINGS, RUN, resume=True)
        assert read(path).runs == [RUN]
    Journal(path, SETTINGS, RUN, resume=True).close()


def test_another_contest_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    stronger = msgspec.structs.replace(B, limit=Limit(depth=4))
    other = msgspec.structs.replace(SETTINGS, engines=(A, stronger), seed=8, plan={"games": 6, "elo0": 1.5})
    assert differences(SETTINGS, SETTINGS) == []
    with pytest.raises(JournalError, match=r"seed was 7, is 8; plan\.elo0 was not set, is 1\.5") as error:
        Journal(path, other, RUN, resume=True)
    assert "engines[1].limit.level was 1, is not set; engines[1].limit.depth was not set, is 4" in str(error.value)


def test_a_journal_of_an_earlier_version_is_read_and_continued(tmp_path: Path) -> None:
    """Version 0.1 wrote `patience` for the timeout and `guilty` for the colour at fault."""
    path = tmp_path / "j"
    settings = msgspec.structs.replace(SETTINGS, conditions=Conditions(timeout=7.5))
    lost = msgspec.structs.replace(GAMES[0], fault=Fault.CRASH, at_fault="black", detail='"guilty":"patience"', score=-64)
    with Journal(path, settings, RUN, resume=False) as journal:
        journal.add(lost)
    new = path.read_bytes()
    old = new.replace(b'"timeout":', b'"patience":').replace(b'"at_fault":', b'"guilty":')
    assert old.count(b'{"patience":') == old.count(b',"guilty":') == 1
    path.write_bytes(old)
    contents = read(path)
    assert contents.settings == settings
    assert list(contents.games.values()) == [lost]
    with Journal(path, settings, RUN, resume=True) as journal:
        journal.add(GAMES[1])
    assert path.read_bytes().startswith(old)
    assert list(read(path).games.values()) == [lost, GAMES[1]]


def test_games_after_the_end_do_not_count(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    with Journal(path, SETTINGS, RUN, resume=True) as journal:
        journal.end(End(2, "enough"))
    contents = read(path)
    assert contents.counted() == GAMES[:4]
    assert list(contents.games.values()) == GAMES


def test_a_full_disk_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "j", GAMES[:1])
    with Journal(path, SETTINGS, RUN, resume=True) as journal, Path("/dev/full").open("wb") as full:
        os.dup2(full.fileno(), journal._file)
        with pytest.raises(OSError, match=str(path)):
            journal.add(GAMES[1])
    assert list(read(path).games.values()) == GAMES[:1]


def test_half_a_line_is_cut_off_when_the_disk_is_full_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "j", GAMES[:1])
    write = os.write
    with Journal(path, SETTINGS, RUN, resume=True) as journal:
        monkeypatch.setattr(os, "write", lambda file, text: write(file, text[: len(text) // 2]))
        with pytest.raises(OSError, match="No space left"):
            journal.add(GAMES[1])
        monkeypatch.undo()
        journal.add(GAMES[2])
    assert list(read(path).games.values()) == [GAMES[0], GAMES[2]]


def test_the_published_journals_are_read(tmp_path: Path) -> None:
    folder = ROOT / "data" / "matches"
    rows = re.findall(r"^\| `(.+)` \| ([\d,]+) \|.*\| (.+) \|$", (folder / "README.md").read_text(), re.MULTILINE)
    assert sorted(name for name, *_ in rows) == sorted(path.name.removesuffix(".jsonl.xz") for path in folder.glob("*.xz"))
    for name, games, published in rows:
        path = tmp_path / name
        path.write_bytes(lzma.decompress((folder / f"{name}.jsonl.xz").read_bytes()))
        contents = read(path)
        assert len(contents.counted()) == int(games.replace(",", "")), name
        if len(contents.settings.engines) == 2:
            pairs, _ = pair_up(contents.counted())
            found = score(pentanomial(pairs))
            numbers = [found.value, found.low, found.high]
            assert [float(text) / 100 for text in re.findall(r"[\d.]+", published)] == pytest.approx(numbers, abs=0.0006), name
