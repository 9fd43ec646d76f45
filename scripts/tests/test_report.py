"""The report of a contest: what it says, and how it looks in a browser."""

import re
from pathlib import Path

import fixtures
import msgspec
import numpy as np
import pytest
from matplotlib.image import imread
from pages import assert_needs_nothing_else, chromium, text_of

from lab.bootstrap import load
from lab.journal import Contents, End, Line, Settings
from lab.records import Conditions, to_json
from lab.report import render
from lab.report.view import signed, view
from lab.statistics import pair_up, summary

pytestmark = pytest.mark.slow

SECTIONS = ("headline", "results", "plots", "openings", "faults", "settings", "machine", "games")
ODD = "<b>Odd & $name$"
MEASURE = """<script>addEventListener("load", () => {
  const root = document.documentElement;
  root.setAttribute("data-overflow", root.scrollWidth - root.clientWidth);
  for (const part of document.querySelectorAll("section, figure svg")) {
    const box = part.getBoundingClientRect();
    part.setAttribute("data-size", Math.round(box.width) + "x" + Math.round(box.height));
  }
});</script>"""


@pytest.fixture(scope="module")
def duel() -> Contents:
    plan = {"elo0": 0, "elo1": 40, "alpha": 0.05, "beta": 0.1}
    return fixtures.contest({"Emilia new": 0.7, ODD: 0.3}, 30, "sprt", dict(plan))


@pytest.fixture(scope="module")
def page(duel: Contents) -> str:
    return render(duel)


def browse(page: str, folder: Path, width: int, *options: str) -> tuple[str, np.ndarray]:
    """The page in headless Chromium: the tree with the sizes of its parts, and a picture of its top."""
    (folder / "page.html").write_text(page.replace("</head>", MEASURE + "</head>"))
    picture = folder / "page.png"
    where = (folder / "page.html").as_uri()
    tree = chromium(where, folder, width, 1400, *options, "--dump-dom", f"--screenshot={picture}").stdout
    return tree, imread(picture)[..., :3]


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (1200, "dark"), (520, "light")])
def test_a_browser_shows_every_part_in_its_place(page: str, tmp_path: Path, width: int, scheme: str) -> None:
    tree, picture = browse(page, tmp_path, width, *(["--force-dark-mode"] if scheme == "dark" else []))
    assert re.search(r'data-overflow="(-?\d+)"', tree).group(1) == "0"  # type: ignore[union-attr]
    sections = dict(re.findall(r'<section id="(\w+)"[^>]*? data-size="\d+x(\d+)"', tree))
    assert set(sections) == set(SECTIONS)
    assert all(60 <= int(height) < 6000 for height in sections.values()), sections
    drawings = [tuple(map(int, size)) for size in re.findall(r'<svg[^>]*? data-size="(\d+)x(\d+)"', tree)]
    assert len(drawings) == 5
    assert all(300 <= drawn <= width and 150 <= height <= 500 for drawn, height in drawings), drawings
    paper = picture[5, 5]
    assert (paper.mean() > 0.9) == (scheme == "light")
    inked = np.abs(picture - paper).max(axis=-1) > 0.3
    assert 0.01 < inked.mean() < 0.6
    # there is something in every band of the page as wide as a hand
    assert all(band.any() for band in np.array_split(inked, 10))


def test_the_page_needs_nothing_but_itself(page: str) -> None:
    assert_needs_nothing_else(page)


def test_every_plot_has_a_title_and_no_id_stands_twice(page: str) -> None:
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(set(ids)) == len(ids)
    titles = re.findall(r'<svg[^>]* role="img" aria-labelledby="([^"]*)">', page)
    assert len(titles) == page.count("<svg") == 5
    assert all(f'<title id="{title}">' in page for title in titles)
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(ids)


def test_the_figures_are_those_of_the_statistics(duel: Contents, page: str) -> None:
    expected = summary(pair_up(duel.counted())[0], "Emilia new", ODD)
    text = text_of(page)
    assert f"Elo difference {signed(expected.elo.value)}" in text
    assert f"Likelihood of superiority {100 * expected.superiority:.1f} %" in text
    assert f"together {expected.won} {expected.drawn} {expected.lost}" in text
    assert f"pairs {' '.join(map(str, expected.counts))}" in text


def test_the_verdict_is_that_of_the_test(duel: Contents) -> None:
    for elo0, elo1, verdict in (
        (0, 1, "has not ended"),
        (-400, 100, "accepts 100 Elo against -400"),
        (400, 900, "accepts 400 Elo"),
    ):
        settings = msgspec.structs.replace(duel.settings, plan={"elo0": elo0, "elo1": elo1})
        assert verdict in view(Contents(settings, [], duel.games)).lead


def test_names_are_text_and_nothing_else(page: str) -> None:
    assert "<b>Odd" not in page
    assert "&lt;b&gt;Odd &amp; $name$" in page


def test_many_engines_get_a_crosstable(tmp_path: Path) -> None:
    names = ["Emilia", "Rhino", "Edax", ODD]
    contents = fixtures.contest(dict(zip(names, (0.8, 0.1, 0.5, 0.3), strict=True)), 3, "tournament")
    text = text_of(render(contents))
    seen = view(contents)
    assert text.count(" of 6") == 12
    assert text.count(" of 18") == 4
    assert sum(seen.sum(name)[0] for name in names) == len(contents.games)
    assert [seen.sum(name)[0] for name in seen.order] == sorted((seen.sum(name)[0] for name in names), reverse=True)


def test_a_contest_that_has_hardly_begun_has_a_report_too() -> None:
    begun = fixtures.contest({"A": 0.5, "B": 0.5}, 1)
    for number in range(2):
        games = dict(list(begun.games.items())[:number])
        text = text_of(render(Contents(begun.settings, [], games)))
        assert f"Games {number}" in text


def test_games_after_the_end_do_not_count(duel: Contents) -> None:
    seen = view(Contents(duel.settings, duel.runs, duel.games, End(20, "SPRT: H1")))
    assert (len(seen.games), len(seen.pairs)) == (40, 20)
    assert max(game.task for game in seen.games) == 19


def test_the_script_makes_a_page_from_a_journal(tmp_path: Path) -> None:
    contents = fixtures.contest({"A": 0.5, "B": 0.5}, 2)
    fixtures.write_journal(tmp_path / "a.jsonl", contents)
    assert load("report").main([str(tmp_path / "a.jsonl"), str(tmp_path / "a.html")]) == 0
    assert text_of((tmp_path / "a.html").read_text()).startswith(view(contents).title)


def test_a_journal_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert load("report").main([str(tmp_path / "missing.jsonl"), str(tmp_path / "a.html")]) == 1
    assert "missing.jsonl" in capsys.readouterr().err
    settings = Settings("match", fixtures.engines(["A", "B"]), Conditions(), 1)
    (tmp_path / "torn.jsonl").write_bytes(to_json(Line(settings=settings)) + b"\n{}\n")
    assert load("report").main([str(tmp_path / "torn.jsonl"), str(tmp_path / "a.html")]) == 1
    assert "torn.jsonl, line 2" in capsys.readouterr().err
    assert not (tmp_path / "a.html").exists()
