"""Tournaments of engines that are random numbers, cut off and taken up again."""

import random
from pathlib import Path

import pytest

from lab.records import Conditions, Engine, Game, Limit, Task
from lab.tournament import System, Tournament, TournamentError, read_withdrawals, withdraw

OPENINGS = ["f5d6c3", "f5d6c4", "f5f6e6"]


def tournament(
    players: int, system: System, withdrawn: dict[str, int] | None = None, rounds: int = 5, pairs: int = 1
) -> Tournament:
    """Engines p0, p1 ... that are never started."""
    engines = [Engine(f"p{number}", ("x",), "gtp", Limit(level=1)) for number in range(players)]
    return Tournament(engines, OPENINGS, Conditions(), system, rounds, pairs, 7, withdrawn or {})


def result(task: Task) -> list[Game]:
    """The games of a task: the same whenever it is played."""
    chance = random.Random(f"{task.number} {task.first.name} {task.second.name}")
    names = (task.first.name, task.second.name)
    return [
        Game(task.number, half, task.opening, names[half], names[1 - half], (), 2 * chance.randint(-9, 9), event=task.event)
        for half in (0, 1)
    ]


def play(contest: Tournament, games: list[Game], most: int = 10_000) -> None:
    """Plays missing games in random order within a round, until there are this many games."""
    while not contest.over():
        tasks = contest.begin_round(games)
        there = {(game.task, game.half) for game in games}
        wanted = [game for task in tasks for game in result(task) if (game.task, game.half) not in there]
        random.Random(len(games)).shuffle(wanted)
        games += wanted[: most - len(games)]
        if len(games) >= most:
            return


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
@pytest.mark.parametrize("players", [6, 7])
def test_a_tournament_cut_off_anywhere_ends_like_one_in_one_go(system: System, players: int) -> None:
    whole = tournament(players, system)
    all_games: list[Game] = []
    play(whole, all_games)
    for most in range(1, len(all_games)):
        games: list[Game] = []
        play(tournament(players, system), games, most)
        again = tournament(players, system)
        play(again, games)
        assert again.played == whole.played
        assert again.text(games) == whole.text(all_games)


@pytest.mark.parametrize("pairs", [1, 3])
def test_every_task_has_its_own_number_and_each_meeting_its_pairs(pairs: int) -> None:
    contest = tournament(6, "swiss", pairs=pairs)
    games: list[Game] = []
    tasks = []
    while not contest.over():
        tasks += contest.begin_round(games)
        games += [game for task in tasks[-3 * pairs :] for game in result(task)]
    assert [task.number for task in tasks] == list(range(5 * 3 * pairs))
    assert [task.opening for task in tasks] == [OPENINGS[number % 3] for number in range(len(tasks))]
    assert {task.event for task in tasks} == {f"round {number}" for number in range(1, 6)}
    table = contest.standings(games)
    assert sum(line.points for line in table) == len(games)
    assert all(line.won + line.drawn + line.lost == 2 * 5 * pairs for line in table)


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_a_withdrawn_player_is_not_paired_from_that_round_on(system: System) -> None:
    contest, games = tournament(8, system, {"p3": 3}), list[Game]()
    play(contest, games)
    for number, round_ in enumerate(contest.played, 1):
        names = [name for matchup in round_.matchups for name in matchup] + list(round_.byes)
        assert sorted(names) == [f"p{at}" for at in range(8) if at != 3 or number < 3]
    (line,) = [line for line in contest.standings(games) if line.name == "p3"]
    assert (line.withdrawn, line.won + line.drawn + line.lost) == (True, 4)
    assert "p3 (withdrawn)" in contest.text(games)


def test_withdrawals_that_do_not_fit_the_games_are_refused() -> None:
    games: list[Game] = []
    play(tournament(6, "swiss"), games)
    with pytest.raises(TournamentError, match="were the withdrawals changed"):
        play(tournament(6, "swiss", {"p2": 2}), games)


def test_a_round_is_closed_when_games_of_a_later_one_are_there() -> None:
    games: list[Game] = []
    play(tournament(4, "swiss"), games, 6)
    contest = tournament(4, "swiss")
    contest.begin_round(games)
    assert contest.closed(games)
    contest.begin_round(games)
    assert not contest.closed(games)


def test_too_few_players_end_it() -> None:
    games: list[Game] = []
    with pytest.raises(TournamentError, match="round 2: a round needs two players: 1 left"):
        play(tournament(3, "swiss", {"p0": 2, "p1": 2}), games)
    with pytest.raises(ValueError, match="at least one pair in a matchup: 0"):
        tournament(3, "swiss", pairs=0)


def test_withdrawals_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "withdrawn"
    assert read_withdrawals(path, ["a b", "c"]) == {}
    withdraw(path, "a b", 3, ["a b", "c"])
    withdraw(path, "a b", 5, ["a b", "c"])
    withdraw(path, "c", 4, ["a b", "c"])
    assert read_withdrawals(path, ["a b", "c"]) == {"a b": 3, "c": 4}
    assert [entry.name for entry in tmp_path.iterdir()] == ["withdrawn"]
    with pytest.raises(TournamentError, match="the player 'd' does not exist"):
        withdraw(path, "d", 1, ["a b", "c"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 a\nx a\n", r"line 2: expected ROUND NAME, got 'x a'"),
        ("# who left\n\n2 z\n", "line 3: the player 'z' does not exist"),
        ("2 a\n4 a\n", "line 2: 'a' has already withdrawn"),
    ],
)
def test_a_file_of_withdrawals_that_cannot_be_understood_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "withdrawn"
    path.write_text(text)
    with pytest.raises(TournamentError, match=f"{path}, {words}"):
        read_withdrawals(path, ["a"])
