"""The page of an opening book: walking through it in a browser, and that it says what `emilia book show` says."""

import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pages
import pytest
from matplotlib.image import imread
from pages import text_of

pytestmark = [pytest.mark.program, pytest.mark.slow]

MAX_BYTES = 8 * 2**20
"""The most bytes of the page of the embedded book."""
MOVE = re.compile(
    r"(?P<at>[a-h][1-8]) +(?P<score>[-+?][\d.]*) +(?P<certainty>\d+@\d+%|exact|at least|at most|unknown) +"
    r"(?P<mark>[A-F-]) +(?P<games>\d+) +(?P<won>\d+) +(?P<drawn>\d+) +(?P<lost>\d+) "
)
LEAF = re.compile(r"best move outside the book: (\S+) (\S+) \((.*)\)")
HELPERS = """
  const text = (element) => element.textContent.trim();
  const note = () => seen.push({
    moves: location.hash.slice(1),
    rows: [...document.querySelectorAll('#moves tbody tr')].map((row) => [...row.children].map(text)),
    facts: Object.fromEntries([...document.querySelectorAll('[data-fact]')].map((fact) => [fact.dataset.fact, text(fact)])),
    squares: [...document.querySelectorAll('button.square')].map((square) => square.dataset.at).sort(),
    path: [...document.querySelectorAll('#path a')].map(text),
    name: text(document.getElementById('name')),
    chosen: text(document.querySelector('#moves tr.chosen th') ?? document.body).slice(0, 2),
    tree: [...document.querySelectorAll('#tree .node')].length,
    beyond: text(document.getElementById('beyond')),
  });
  const changed = (act) => new Promise((resolve) => {
    addEventListener('hashchange', () => setTimeout(resolve), { once: true });
    setTimeout(resolve, 500);
    act();
  });
  const click = (at) => changed(() => document.querySelector(`button.square[data-at="${at}"]`).click());
  const follow = (at) => changed(() => [...document.querySelectorAll('#moves th a')].find((link) => text(link) === at).click());
  const node = (moves) => document.querySelector(`#tree [data-moves="${moves}"]`);
  const branch = (moves) => changed(() => node(moves).dispatchEvent(new MouseEvent('click')));
  const press = (key) => changed(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const jump = (moves) => changed(() => { location.hash = moves; });
"""


def report(emilia: Path, out: Path, *arguments: str | Path) -> str:
    subprocess.run([emilia, "book", "report", *arguments, "--out", out], check=True, capture_output=True)
    return out.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def embedded(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return report(emilia, tmp_path_factory.mktemp("embedded") / "page.html")


@pytest.fixture(scope="module")
def book(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with games, leaves, proved endings and a line with a pass."""
    folder = tmp_path_factory.mktemp("book")
    path, games = folder / "my.book", folder / "games.txt"
    # In the second one Black passes after a3, and the third one ends after 9 moves, which two plies show.
    games.write_text("f5d6c3d3c4f4f6f3e6e7d7g6\nc4c3e6b4a4a5b2a3f4\nf5f6f7f4f3e3d3c5b5\n", encoding="ascii")
    commands: list[list[str | Path]] = [
        ["new", path, "--level", "2"],
        ["add", path, games, "--depth", "59"],
        ["deviate", path, "--loss", "3", "--total", "4", "--depth", "5"],
        ["extend", path, "--size", "400"],
    ]
    for arguments in commands:
        subprocess.run([emilia, "book", *arguments], check=True, capture_output=True)
    return path


def drive(page: str, folder: Path, steps: str, *options: str, width: int = 1200, fragment: str = "") -> Any:
    return pages.drive(page, folder, HELPERS, "note();\n" + steps, *options, width=width, fragment=fragment)


def plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-").replace(",", "").replace("\N{EN DASH}", "-")


def compare(emilia: Path, seen: dict[str, Any], *arguments: str | Path) -> int:
    """Compares what the page shows of a position with `emilia book show`. The number of moves."""
    done = subprocess.run([emilia, "book", "show", seen["moves"], *arguments], capture_output=True, text=True, check=False)
    if done.returncode == 1:
        assert seen["rows"] == [], done.stdout
        return 0
    moves = [found.groups() for line in done.stdout.splitlines() if (found := MOVE.match(line))]
    leaf = LEAF.search(done.stdout)
    rows = [[plain(text) for text in row] for row in seen["rows"]]
    of_book = [tuple(row[:5] + row[6:9]) for row in rows if row[4] != "outside the book"]
    assert of_book == moves, seen["moves"]
    assert [row[:3] for row in rows if row[4] == "outside the book"] == ([list(leaf.groups())] if leaf else [])
    assert seen["squares"] == sorted(row[0] for row in rows)
    value, mark, games = re.search(r"value (.*), reliability (.), (\d+) games", done.stdout).groups()  # type: ignore[union-attr]
    assert plain(seen["facts"]["value"]).startswith(value)
    assert plain(seen["facts"]["reliability"]) == mark
    assert int(plain(seen["facts"].get("games", "0:")).split(":")[0]) == int(games)
    opening = re.search(r"opening: (.*)", done.stdout)
    assert seen["name"] == (opening.group(1) if opening else "No name" if seen["moves"] else "Start position")
    return len(moves)


def test_a_line_is_walked_by_mouse_and_keyboard(emilia: Path, embedded: str, tmp_path: Path) -> None:
    steps = """
  await click('f5'); note();
  await follow('d6'); note();
  await branch('f5d6c3'); note();
  await press('ArrowDown'); note();
  await press('ArrowRight'); note();
  await press('ArrowLeft'); note();
  await press('ArrowUp'); await press('ArrowRight'); note();
  await press('Home'); note();
  await press('ArrowRight'); note();
  await changed(() => document.getElementById('back').click()); note();
  await jump('f5d6c3d3c4f4f6'); note();
  await jump('C4E3'); note();
  await jump('f5d6zz<b>'); note();"""
    seen = drive(embedded, tmp_path, steps)["seen"]
    f4 = "f5d6c3f4"
    walked = ["", "f5", "f5d6", "f5d6c3", "f5d6c3", f4, "f5d6c3", "f5d6c3d3", "", "f5", "", "f5d6c3d3c4f4f6", "C4E3"]
    assert [step["moves"] for step in seen[:-1]] == walked
    assert all(compare(emilia, step) > 0 for step in seen[:-1])
    assert (seen[3]["chosen"], seen[4]["chosen"], seen[0]["chosen"]) == ("d3", "f4", "f5")
    assert seen[3]["path"] == ["start", "f5", "d6", "c3"]
    assert all(step["tree"] > len(step["rows"]) for step in seen)
    assert seen[-1]["path"] == ["start", "f5", "d6"]
    assert "zz" in seen[-1]["beyond"]
    assert not seen[-2]["beyond"]


def test_every_walk_shows_what_the_program_shows(emilia: Path, book: Path, tmp_path: Path) -> None:
    steps = """
  let state = 7;
  const below = (limit) => (state = (state * 48271) % 2147483647) % limit;
  for (let walk = 0; walk < 12; walk += 1) {
    await jump('');
    for (;;) {
      const squares = [...document.querySelectorAll('button.square')];
      if (!squares.length) break;
      await click(squares[below(squares.length)].dataset.at);
      note();
    }
  }
  const ends = ['c4c3e6b4a4a5b2', 'c4c3e6b4a4a5b2a3', 'c4c3e6b4a4a5b2a3f4', 'f5f6f7f4f3e3d3c5', 'f5f6f7f4f3e3d3c5b5'];
  for (const moves of ends) { await jump(moves); note(); }"""
    seen = drive(report(emilia, tmp_path / "out.html", book), tmp_path, steps)["seen"]
    different = {step["moves"]: step for step in seen}
    assert len(different) > 40
    counts = [compare(emilia, step, "--book", book) for step in different.values()]
    assert sum(counts) > 80
    assert seen[-4]["facts"]["to move"].startswith("White")
    assert "game is over" in seen[-1]["facts"]["to move"]


def test_drawn_lines_lead_to_a_draw_outside_the_book(embedded: str, tmp_path: Path) -> None:
    steps = """
  const links = [...document.querySelectorAll('#drawn a')];
  for (const link of links) {
    await changed(() => link.click());
    note();
    seen.at(-1).drawn = [...link.closest('tr').children].map(text);
  }"""
    seen = drive(embedded, tmp_path, steps)["seen"][1:]
    assert len(seen) > 10
    for step in seen:
        assert step["moves"] == step["drawn"][0]
        assert step["facts"]["book"] == "it ends with this move"
        assert abs(float(plain(step["drawn"][1]))) <= 1
        assert step["facts"]["value"].lstrip("+\N{MINUS SIGN}").startswith(step["drawn"][1].lstrip("+\N{MINUS SIGN}"))
        assert step["drawn"][2] in step["facts"]["value"]
    losses = [float(step["drawn"][3]) for step in seen]
    assert losses == sorted(losses)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_all_sections_in_both_colours(embedded: str, tmp_path: Path, scheme: str) -> None:
    options = ["--force-dark-mode"] if scheme == "dark" else []
    result = drive(embedded, tmp_path, "", *options, f"--screenshot={tmp_path / 'page.png'}")
    assert result["overflow"] == 0
    assert result["sections"] == ["headline", "walk", "drawn", "remember", "coverage", "values"]
    picture = imread(tmp_path / "page.png")[..., :3]
    paper = picture[5, 5]
    assert (paper.mean() > 0.9) == (scheme == "light")
    inked = np.abs(picture - paper).max(axis=-1) > 0.3
    assert 0.02 < inked.mean() < 0.6


def test_a_phone_shows_the_page_without_scrolling_sideways(embedded: str, tmp_path: Path) -> None:
    found = pages.drive_on_a_phone(embedded, tmp_path, HELPERS, "note();", "#f5d6c3d3c4f4f6f3e6e7")
    assert (found["overflow"], found["errors"]) == (0, [])
    assert len(found["seen"][0]["rows"]) > 3


def test_the_page_is_small_and_needs_nothing_but_itself(embedded: str) -> None:
    assert len(embedded.encode()) < MAX_BYTES
    assert not re.search(r'(?:src|href)="(?!#|data:)', embedded)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", embedded)
    assert "default-src 'none'" in embedded


def test_games_of_a_file_are_followed(emilia: Path, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3\nf5d6c3d3c4\nf5f4g3\n", encoding="ascii")
    page = report(emilia, tmp_path / "out.html", "--games", games)
    steps = "document.querySelectorAll('#coverage details').forEach((details) => { details.open = true; });"
    tree = drive(page, tmp_path, steps + " seen[0].coverage = document.getElementById('coverage').textContent;")
    text = text_of(tree["seen"][0]["coverage"])
    assert "games.txt" in text
    assert "3 games" in text


def test_a_page_with_a_part_of_a_book_has_its_best_positions(emilia: Path, tmp_path: Path) -> None:
    page = report(emilia, tmp_path / "out.html", "--positions", "3")
    steps = (
        "seen[0].limit = document.getElementById('limit').textContent; await jump('f5d6c3'); note(); await jump('f5f4'); note();"
    )
    seen = drive(page, tmp_path, steps)["seen"]
    assert "moves of 3 positions" in seen[0]["limit"]
    assert "50,770 positions" in seen[0]["limit"]
    assert compare(emilia, seen[0]) == 4
    for left_out in seen[1:]:
        assert left_out["rows"] == []
        assert "left out" in left_out["facts"]["moves"]
        assert left_out["facts"]["value"] != "unknown"


def test_small_books_have_a_page_too(emilia: Path, tmp_path: Path) -> None:
    path = tmp_path / "</script><b>.book".replace("/", "")
    subprocess.run([emilia, "book", "new", path, "--level", "1"], check=True)
    seen = drive(report(emilia, tmp_path / "empty.html", path), tmp_path, "")
    assert seen["seen"][0]["rows"] == []
    assert seen["sections"] == ["headline", "walk", "drawn"]
    subprocess.run([emilia, "book", "extend", path, "--size", "1"], check=True, capture_output=True)
    page = report(emilia, tmp_path / "one.html", path)
    assert "<b>" not in page
    first = "document.querySelector('button.square').dataset.at"
    seen = drive(page, tmp_path, f"await click({first}); note();")
    assert compare(emilia, seen["seen"][0], "--book", path) == 0
    assert seen["seen"][1]["rows"] == []
    assert "ends with this move" in seen["seen"][1]["facts"]["book"]
