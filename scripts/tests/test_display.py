"""What a person sees while a contest is played."""

import io

import msgspec
import pytest
from fake_player import play, task
from rich.console import Console

from lab.display import INTERVAL, MAX_REPORTED, Display, duration, terminal_width
from lab.records import Fault, Game
from lab.statistics import pair_up


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """The seconds it shows."""
        return self.now


def shown(terminal: bool, total: int | None = 20) -> tuple[Display, Console, io.StringIO, Clock]:
    """A display that writes into a text."""
    text, clock = io.StringIO(), Clock()
    console = Console(file=text, force_terminal=terminal, width=100, color_system=None)
    return Display(console, "A against B", lambda pairs, width: [f"{len(pairs)} pairs say so"], total, clock), console, text, clock


def feed(display: Display, numbers: range, fault: Fault | None = None) -> None:
    """Plays these pairs."""
    for number in numbers:
        display.began(task(number))
        games = [msgspec.structs.replace(game, fault=fault, at_fault="black" if fault else None) for game in play(task(number))]
        for game in games:
            display.finished(game)
        count(display, games)


def count(display: Display, games: list[Game]) -> None:
    """Lets the games of a pair count."""
    (pair,), _ = pair_up(games)
    display.counted(pair, games)


def test_the_rest_is_computed_from_the_rate_of_this_run() -> None:
    """Games of an earlier run are done, and were not played just now."""
    display, _, _, clock = shown(terminal=False)
    for number in range(4):
        count(display, list(play(task(number))))
    assert display.progress() == "8 of 20 games, 0 games/s, 0:00 elapsed"
    clock.now = 8.0
    feed(display, range(4, 6))
    assert display.progress() == "12 of 20 games, 0.5 games/s, 0:16 left, 0:08 elapsed"


def test_without_a_total_nothing_is_promised() -> None:
    """As in a test that may stop at any time."""
    display, _, _, clock = shown(terminal=False, total=None)
    clock.now = 100.0
    feed(display, range(1))
    assert display.progress() == "2 games, 0.02 games/s, 1:40 elapsed"


def test_a_picture_has_it_all() -> None:
    """Progress, results, pairs in play, faults."""
    display, console, text, _ = shown(terminal=True)
    feed(display, range(2), Fault.CRASH)
    display.began(task(7))
    display.failed(task(8), "lost", final=False)
    console.print(display.screen())
    for words in ("A against B", "4 of 20 games", "2 pairs say so", "in play  pair 7 ", "A 2 crash, B 2 crash, failed pairs: 1"):
        assert words in text.getvalue(), words


def test_the_results_are_formatted_for_the_width_of_the_terminal() -> None:
    """Elsewhere they have any width."""
    widths: list[int | None] = []
    for terminal in (True, False):
        text = io.StringIO()
        console = Console(file=text, force_terminal=terminal, width=40, color_system=None)

        def results(_: object, width: int | None) -> list[str]:
            widths.append(width)
            return ["x" * (width or 100)]

        display = Display(console, "A against B", results, 20, clock := Clock())
        clock.now = INTERVAL
        feed(display, range(1))
        if terminal:
            console.print(display.screen())
            assert max(map(len, text.getvalue().splitlines())) <= 40
        assert terminal_width(console) == (40 if terminal else None)
    assert list(dict.fromkeys(widths)) == [40, None]


def test_a_terminal_is_left_clean() -> None:
    """The changing lines are removed at the end, and the cursor is shown again."""
    display, _, text, _ = shown(terminal=True)
    with display:
        feed(display, range(2))
    assert "\x1b[2K" in text.getvalue()
    assert "\x1b[?25h" in text.getvalue()


def test_elsewhere_a_line_comes_now_and_then() -> None:
    """And no line changes."""
    display, _, text, clock = shown(terminal=False)
    with display:
        feed(display, range(2))
        assert text.getvalue() == ""
        clock.now = INTERVAL
        feed(display, range(2, 4))
    assert text.getvalue() == "5 of 20 games, 0.167 games/s, 1:30 left, 0:30 elapsed; 2 pairs say so\n"


def test_elsewhere_a_table_has_its_lines() -> None:
    """Its rows stand below each other, also in the log of a contest."""
    text, clock = io.StringIO(), Clock()
    console = Console(file=text, force_terminal=False, width=20)
    display = Display(console, "levels", lambda _pairs, _width: ["| level |", "| [b]1   |"], 20, clock)
    clock.now = INTERVAL
    feed(display, range(1))
    assert text.getvalue() == "1 of 20 games, 0.0333 games/s, 9:30 left, 0:30 elapsed\n| level |\n| [b]1   |\n"


def test_faults_are_printed_up_to_a_limit() -> None:
    """A broken engine loses thousands of games."""
    display, _, text, _ = shown(terminal=False)
    feed(display, range(MAX_REPORTED), Fault.ILLEGAL)
    lines = text.getvalue().splitlines()
    assert lines[:2] == ["pair 0, game 1: A lost: illegal move: ", "pair 0, game 2: B lost: illegal move: "]
    assert len(lines) == MAX_REPORTED
    assert display.failures() == f"A {MAX_REPORTED} illegal move, B {MAX_REPORTED} illegal move"


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (67, "1:07"), (3599.6, "1:00:00"), (36000, "10:00:00")])
def test_a_duration_is_for_people(seconds: float, text: str) -> None:
    """Rounded to seconds."""
    assert duration(seconds) == text
