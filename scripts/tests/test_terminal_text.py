"""Text from outside: names and messages do nothing to the terminal or the spreadsheet that shows them."""

import csv
import io
import json
from dataclasses import replace

import pytest

from lab.bootstrap import load
from lab.standings import standings
from lab.terminal import printable, printable_json, printable_lines, text_cell

script = load("standings")
as_csv, as_json, as_text = script.as_csv, script.as_json, script.as_text
EVIL = "\x1b]0;x\x07\x9b2J\u202eevil\u200b"
SHOWN = r"\u{1b}]0;x\u{7}\u{9b}2J\u{202e}evil\u{200b}"


def test_what_does_not_show_itself_becomes_visible() -> None:
    assert printable(EVIL) == SHOWN
    assert printable("a\r\nb\udcff") == r"a\u{d}\u{a}b\u{dcff}"
    assert printable_lines("a\x1b\nb") == "a\\u{1b}\nb"
    assert printable("g\ufffd") == r"g\u{fffd}"
    for name in ("José ł", "中島", "אב", "😀", "C:\\games"):
        assert printable(name) == name


def test_json_keeps_its_meaning() -> None:
    value = {"name": "\x9b\u202e\U000e0041 é\n"}
    text = json.dumps(value, indent=1, ensure_ascii=False)
    assert json.loads(printable_json(text)) == value
    assert printable(printable_json(text).replace("\n", "")) == printable_json(text).replace("\n", "")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\uff1d1"])
def test_a_name_is_no_formula(text: str) -> None:
    assert text_cell(text) == f"'{text}"
    assert text_cell(f"a{text}") == f"a{text}"


def test_a_table_of_players_shows_their_names_as_they_are() -> None:
    names = (f"=cmd {EVIL}\n| 9", "-2 Anna")
    lines = [replace(line, discs=-16) for line in standings(names, [], 2)]
    table = script.Table(f"title {EVIL}", "round 1", lines, {names: (1.0, 2)}, 64, 2, [f"a note {EVIL}"])
    text = as_text(table)
    assert printable_lines(text) == text
    assert SHOWN + r"\u{a}/ 9" in text
    assert printable(as_json(table).replace("\n", "")) == as_json(table).replace("\n", "")
    rows = list(csv.reader(io.StringIO(as_csv(table))))
    assert {rows[1][1], rows[2][1]} == {f"'{name}" for name in names}
    assert set(rows[0][-2:]) == {f"'{name}" for name in names}
    assert {row[rows[0].index("discs")] for row in rows[1:]} == {"-16"}, "numbers stay numbers"
