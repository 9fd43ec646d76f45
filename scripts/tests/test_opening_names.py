"""Names of openings, as the program recognises them."""

import subprocess
from pathlib import Path

import pytest

from lab.notation import parse_transcript
from lab.report.view import OPENING_NAMES, name_of


@pytest.mark.parametrize("moves", ["f5d6c3d3c4", "d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3"])
def test_an_opening_has_its_name_in_all_orientations(moves: str) -> None:
    assert name_of(parse_transcript(moves)) == "Tiger"


def test_a_line_has_the_name_of_its_last_position_with_one() -> None:
    assert name_of([]) == ""
    assert name_of(parse_transcript("f5d6c3d3c4" + "f4c5b3c2")) == name_of(parse_transcript("f5d6c3d3c4f4c5b3c2")) != ""
    with pytest.raises(ValueError, match="illegal"):
        name_of(["a1"])


@pytest.mark.program
def test_the_names_are_those_of_the_program(emilia: Path) -> None:
    openings = [line.split("\t")[1] for line in OPENING_NAMES.read_text(encoding="utf-8").splitlines()[1:]]
    lines = "".join(f"new\n{moves}\n" for moves in openings)
    shown = subprocess.run([emilia, "console"], input=lines, capture_output=True, text=True, check=True).stdout
    names = [line.removeprefix("opening: ") for line in shown.splitlines() if line.startswith("opening: ")]
    assert names == [name_of(parse_transcript(moves)) for moves in openings]
