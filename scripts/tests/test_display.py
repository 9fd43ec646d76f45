"""What a person sees while a contest is played."""

import io

import msgspec
from fake_player import play, task
from rich.console import Console

from lab.display import INTERVAL, MAX_REPORTED, Display
from lab.records import Fault, Game
from lab.statistics import pair_up


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def shown(terminal: bool, total: int | None = 20) -> tuple[Display, Console, io.StringIO, Clock]:
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
    (pair,), _ = pair_up(games)
    display.counted(pair, games)


def test_the_rest_is_computed_from_the_rate_of_this_run() -> None:
    display, _, _, clock = shown(terminal=False)
    for number in range(4):
        count(display, list(play(task(number))))
    assert display.progress() == "8 of 20 games, 0 games/s, 0:00 elapsed"
    clock.now = 8.0
    feed(display, range(4, 6))
    assert display.progress() == "12 of 20 games, 0.5 games/s, 0:16 left, 0:08 elapsed"


def test_a_picture_has_it_all() -> None:
    display, console, text, _ = shown(terminal=True)
    feed(display, range(2), Fault.CRASH)
    display.began(task(7))
    display.failed(task(8), "lost", final=False)
    console.print(display.screen())
    for words in ("A against B", "4 of 20 games", "2 pairs say so", "in play  pair 7 ", "A 2 crash, B 2 crash, failed pairs: 1"):
        assert words in text.getvalue(), words


def test_elsewhere_a_line_comes_now_and_then() -> None:
    display, _, text, clock = shown(terminal=False)
    with display:
        feed(display, range(2))
        assert text.getvalue() == ""
        clock.now = INTERVAL
        feed(display, range(2, 4))
    assert text.getvalue() == "5 of 20 games, 0.167 games/s, 1:30 left, 0:30 elapsed; 2 pairs say so\n"


def test_faults_are_printed_up_to_a_limit() -> None:
    display, _, text, _ = shown(terminal=False)
    feed(display, range(MAX_REPORTED), Fault.ILLEGAL)
    lines = text.getvalue().splitlines()
    assert lines[:2] == ["pair 0, game 1: A lost: illegal move: ", "pair 0, game 2: B lost: illegal move: "]
    assert len(lines) == MAX_REPORTED
    assert display.failures() == f"A {MAX_REPORTED} illegal move, B {MAX_REPORTED} illegal move"
