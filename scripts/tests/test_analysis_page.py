"""The page of `emilia analyze`: stepping, clicking, playing lines, filters and themes in a browser, and accessibility."""

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fixtures import play_out
from pages import VIOLATIONS, accessible, drive, drive_on_a_phone

pytestmark = [pytest.mark.program, pytest.mark.slow]

GAME = "".join(play_out(Random(3), "f5f6e6f4")[:17])
"""The beginning of a game; it has mistakes, because most moves are random."""
MAX_BYTES = 10 * 2**20
"""The most bytes of the page of 1,000 games."""
HELPERS = """
  const text = (element) => element.textContent.trim();
  const byId = (id) => document.getElementById(id);
  const discs = () => ['black', 'white'].map((side) => document.querySelectorAll(`#board .disc.${side}`).length);
  const note = () => seen.push({
    address: location.hash,
    discs: discs(),
    status: text(byId('status')),
    title: text(byId('move')),
    chosen: [...document.querySelectorAll('#moves tr.chosen th')].map(text),
    values: Object.fromEntries([...document.querySelectorAll('#board button')].map((b) => [b.dataset.at, text(b)])),
    returns: !byId('return').hidden,
  });
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const square = (at) => document.querySelector(`#board [data-at="${at}"]`);
"""


def page(emilia: Path, folder: Path, games: str, *arguments: str) -> str:
    """The page of these games."""
    (folder / "games.txt").write_text(games, encoding="ascii")
    command: list[str | Path] = [emilia, "analyze", "games.txt", "--report", "page.html", "--overwrite", *arguments]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return (folder / "page.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def of_game(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return page(emilia, tmp_path_factory.mktemp("game"), GAME, "--level", "6")


@pytest.fixture(scope="module")
def collection(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of 60 games that share their first moves."""
    openings = [GAME[: 2 * length] for length in range(8, 17)]
    games = [openings[number % len(openings)] for number in range(60)]
    return page(emilia, tmp_path_factory.mktemp("games"), "\n".join(games), "--level", "3")


def data(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def test_a_game_is_stepped_through_with_keys_and_buttons(of_game: str, tmp_path: Path) -> None:
    steps = """note(); press('ArrowRight'); note(); byId('forward').click(); note(); press('ArrowLeft'); note();
    press('End'); note(); byId('first').click(); note(); press('m'); note(); byId('mistake').click(); note();"""
    seen = drive(of_game, tmp_path, HELPERS, steps)["seen"]
    assert [view["address"] for view in seen[:6]] == ["#m0", "#m1", "#m2", "#m1", f"#m{len(GAME) // 2}", "#m0"]
    assert seen[0]["discs"] == [2, 2]
    assert seen[1]["discs"] == [4, 1]
    assert seen[2]["discs"] == [3, 3]
    assert seen[1]["status"] == "Black 4, White 1; White to move."
    assert [text.split()[0] for text in seen[1]["chosen"]] == ["f6"]
    assert "End of the game" in seen[4]["title"]
    game = data(of_game)["games"][0]
    mistakes = [ply for ply, loss in enumerate(game["loss"]) if loss >= 200]
    assert [view["address"] for view in seen[6:]] == [f"#m{ply}" for ply in [ply for ply in mistakes if ply > 0][:2]]
    assert "It loses" in seen[6]["title"]
    assert re.search(r"Found by [<>]?\d+ % at 1600\. .* make this ", seen[6]["title"])


def test_values_stand_on_the_squares_and_a_line_of_ones_own_can_be_played(of_game: str, tmp_path: Path) -> None:
    steps = """press('ArrowRight'); note(); square('d6').click(); note(); square('c3').click(); note();
    press('ArrowLeft'); note(); byId('return').click(); note(); square('f6').click(); note();"""
    seen = drive(of_game, tmp_path, HELPERS, steps)["seen"]
    assert sorted(seen[0]["values"]) == ["d6", "f4", "f6"]
    assert all(re.fullmatch(r"[+\u2212]?\d+", value) for value in seen[0]["values"].values())
    assert "Your line: d6." in seen[1]["status"]
    assert seen[1]["returns"]
    assert "Your line: d6 c3." in seen[2]["status"]
    assert "Your line: d6." in seen[3]["status"]
    assert not seen[4]["returns"]
    assert seen[4]["discs"] == [4, 1]
    assert seen[5]["address"] == "#m2"


@pytest.mark.parametrize(
    ("variant", "columns", "squares", "first"),
    [("5x6", 5, 30, [2, 2]), ("octagon", 10, 88, [2, 2]), ("reversi-1886", 8, 64, [0, 0])],
)
def test_a_game_by_other_rules_is_stepped_through(
    emilia: Path, tmp_path: Path, variant: str, columns: int, squares: int, first: list[int]
) -> None:
    words = [f"variant {variant}", "level 1", *["go"] * 12, "ggf", "quit"]
    done = subprocess.run([emilia, "console"], input="\n".join(words), text=True, capture_output=True, check=True)
    record = next(line for line in done.stdout.splitlines() if line.startswith("(;GM["))
    text = page(emilia, tmp_path, record, "--level", "2")
    game = data(text)["games"][0]
    steps = """note(); press('ArrowRight'); note(); press('End'); note(); press('Home');
    const board = byId('board'); const legal = [...board.querySelectorAll('button')].map((one) => one.dataset.at);
    seen.push({ columns: getComputedStyle(board).gridTemplateColumns.split(' ').length - 1,
      squares: board.querySelectorAll('.square').length, legal,
      own: byId('own').hidden, steps: document.querySelectorAll('.step').length });
    square(legal[0]).click(); note();"""
    *views, board, clicked = drive(text, tmp_path, HELPERS, steps)["seen"]
    played = re.findall(r"--|[a-j]\d+", game["moves"])
    assert views[0]["discs"] == first
    assert [sum(view["discs"]) for view in views] == [sum(first), sum(first) + 1, sum(first) + sum(move != "--" for move in played)]
    assert board == {"columns": columns, "squares": squares, "legal": played[:1], "own": True, "steps": 0}
    assert clicked["address"] == "#m1", "the next move of the game can be clicked"


def test_the_best_line_is_played_on_the_board(of_game: str, tmp_path: Path) -> None:
    game = data(of_game)["games"][0]
    ply = next(ply for ply, loss in enumerate(game["loss"]) if loss >= 200)
    line = re.findall("..", game["lines"][str(ply)])
    steps = "note(); byId('best').click(); note(); [...document.querySelectorAll('#move .step')].at(-1).click(); note();"
    seen = drive(of_game, tmp_path, HELPERS, steps, fragment=f"#m{ply}")["seen"]
    assert f"Your line: {line[0]}." in seen[1]["status"]
    assert f"Your line: {' '.join(line).replace('--', 'pass')}." in seen[2]["status"]
    assert sum(seen[2]["discs"]) == sum(seen[0]["discs"]) + len([move for move in line if move != "--"])


def test_the_graph_goes_to_a_move_and_shows_mistakes(of_game: str, tmp_path: Path) -> None:
    steps = """const svg = document.querySelector('#graph svg'), box = svg.getBoundingClientRect();
    svg.dispatchEvent(new MouseEvent('click', { clientX: box.right - 10, clientY: box.top + 20 })); note();
    seen.push(document.querySelectorAll('#graph circle').length, document.querySelectorAll('#graph .band').length);"""
    seen = drive(of_game, tmp_path, HELPERS, steps)["seen"]
    assert seen[0]["address"] == f"#m{len(GAME) // 2}"
    mistakes = [loss for loss in data(of_game)["games"][0]["loss"] if loss >= 200]
    assert seen[1:] == [len(mistakes), 1]


def test_a_collection_is_filtered_and_its_games_opened(collection: str, tmp_path: Path) -> None:
    steps = """const rows = () => document.querySelectorAll('#games tbody tr').length;
    seen.push(rows(), text(byId('found'))); byId('more').click(); seen.push(rows());
    byId('by-mistake').value = 'clean'; byId('by-mistake').dispatchEvent(new Event('input')); seen.push(text(byId('found')));
    byId('by-mistake').value = ''; byId('by-player').value = 'nobody'; byId('by-player').dispatchEvent(new Event('input'));
    seen.push(rows()); byId('by-player').value = ''; byId('by-player').dispatchEvent(new Event('input'));
    document.querySelectorAll('#games tbody a')[2].click(); note();
    seen.push(document.querySelectorAll('#common tbody tr').length, document.querySelectorAll('#players tbody tr').length);"""
    seen = drive(collection, tmp_path, HELPERS, steps)["seen"]
    games = data(collection)
    assert seen[:3] == [50, "60 of 60 games", 60]
    assert re.fullmatch(r"\d+ of 60 games", seen[3])
    assert seen[4] == 0
    assert seen[5]["address"] == "#g3m0"
    assert seen[6:] == [len(games["common"]), 1]
    assert len(games["common"]) > 0


@pytest.mark.parametrize("name", ["of_game", "collection"])
def test_the_page_fits_a_phone_and_a_desk(request: pytest.FixtureRequest, name: str, tmp_path: Path) -> None:
    text = request.getfixturevalue(name)
    found = drive_on_a_phone(text, tmp_path, HELPERS, "note();", "#m5")
    assert (found["overflow"], found["errors"]) == (0, [])
    assert drive(text, tmp_path, HELPERS, "note();", width=1280)["overflow"] == 0


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["of_game", "collection"])
def test_the_page_is_accessible(request: pytest.FixtureRequest, name: str, dark: bool, tmp_path: Path) -> None:
    steps = f"if ({str(dark).lower()}) byId('theme').click(); press('ArrowRight'); press('ArrowRight'); {VIOLATIONS}"
    assert drive(accessible(request.getfixturevalue(name)), tmp_path, HELPERS, steps)["seen"] == []


def test_a_thousand_games_make_a_page_that_opens(emilia: Path, tmp_path: Path) -> None:
    whole = "".join(play_out(Random(7)))
    line = subprocess.run([emilia, "analyze", whole, "--level", "1", "--json"], check=True, capture_output=True, text=True).stdout
    head = '{"emilia":"analysis","level":1}\n'
    (tmp_path / "many.jsonl").write_text(head + line * 1000, encoding="utf-8")
    command: list[str | Path] = [emilia, "analyze", "many.jsonl", "--report", "page.html"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert len(text.encode()) < MAX_BYTES
    seen = drive(text, tmp_path, HELPERS, "seen.push(document.querySelectorAll('#games tbody tr').length);")["seen"]
    assert seen == [50]
