"""The page of `emilia puzzles` in a browser."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fixtures import play_out
from pages import VIOLATIONS, accessible, drive, drive_on_a_phone

pytestmark = [pytest.mark.program, pytest.mark.slow]

HELPERS = """
  const byId = (id) => document.getElementById(id);
  const text = (id) => byId(id).textContent.trim();
  const click = (at) => document.querySelector(`#board button[data-at="${at}"]`).click();
  const note = () => seen.push({ task: text('task'), answer: text('answer'), sum: text('sum'),
    moves: [...document.querySelectorAll('#board button')].map((button) => button.dataset.at) });
"""


@pytest.fixture(scope="module")
def page(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Any]]:
    """A page with some puzzles, and the puzzles."""
    folder, random = tmp_path_factory.mktemp("puzzles"), Random(5)
    (folder / "games.txt").write_text("\n".join("".join(play_out(random)) for _ in range(6)), encoding="ascii")
    command: list[str | Path] = [
        emilia,
        *["puzzles", "games.txt", "--level", "6", "--empties", "6:14", "--json", "--page", "page.html"],
    ]
    lines = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout.splitlines()
    assert len(lines) > 2
    return (folder / "page.html").read_text(encoding="utf-8"), [json.loads(line) for line in lines]


def test_a_puzzle_is_solved_by_a_click(page: tuple[str, list[Any]], tmp_path: Path) -> None:
    text, puzzles = page
    best, second = puzzles[0]["best"], puzzles[0]["second"]
    steps = f"""note(); click('{second}'); note(); click('{best}'); note(); byId('next').click(); note();
    click('{puzzles[1]["best"]}'); note(); byId('previous').click(); byId('solution').click(); note();"""
    seen = drive(text, tmp_path, HELPERS, steps)["seen"]
    assert {best, second} <= set(seen[0]["moves"])
    assert seen[1]["answer"] == f"Not {second}. Try again."
    assert seen[2]["answer"].startswith(f"{best} is right")
    assert seen[2]["moves"] == []
    assert seen[3]["task"].startswith(f"Puzzle 2 of {len(puzzles)}")
    assert seen[4]["sum"] == "1 solved at the first try, 1 not."
    assert seen[5]["answer"] == f"The solution is {best}."


def test_puzzles_are_chosen_by_difficulty(page: tuple[str, list[Any]], tmp_path: Path) -> None:
    text, puzzles = page
    hardest = max(puzzle["difficulty"] for puzzle in puzzles)
    steps = f"byId('difficulty').value = '{hardest}'; byId('difficulty').dispatchEvent(new Event('input')); note();"
    seen = drive(text, tmp_path, HELPERS, steps)["seen"]
    count = sum(puzzle["difficulty"] == hardest for puzzle in puzzles)
    assert seen[0]["task"].startswith(f"Puzzle 1 of {count}:")


def test_puzzles_are_chosen_by_the_rating_that_finds_them(page: tuple[str, list[Any]], tmp_path: Path) -> None:
    text, puzzles = page
    steps = [min(puzzle["rating"] // 200 * 200, 2000) for puzzle in puzzles]
    chosen = f"byId('rating').value = '{steps[0]}'; byId('rating').dispatchEvent(new Event('input')); note();"
    seen = drive(text, tmp_path, HELPERS, chosen)["seen"]
    assert seen[0]["task"].startswith(f"Puzzle 1 of {steps.count(steps[0])}:")


def test_the_page_fits_a_phone_and_is_accessible(page: tuple[str, list[Any]], tmp_path: Path) -> None:
    text, _ = page
    assert drive_on_a_phone(text, tmp_path, HELPERS, "note();")["overflow"] == 0
    assert drive(accessible(text), tmp_path, HELPERS, VIOLATIONS)["seen"] == []
