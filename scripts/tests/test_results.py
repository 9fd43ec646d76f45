"""Results that people type: what is read, what is refused, and what is only doubtful."""

import random
import re
from collections.abc import Sequence

import pytest

from lab.bootstrap import load
from lab.result_lines import EXPECTED, ByeLine, GameLine, SettingLine, WithdrawalLine, parse_line
from lab.result_reader import ResultsError, parse_results, similar
from lab.results import Place, Problem, Results


def read(text: str) -> Results:
    return parse_results([("cup.txt", text.encode())])


def errors(text: str) -> list[str]:
    with pytest.raises(ResultsError) as raised:
        read(text)
    return [str(problem).removeprefix("cup.txt, ") for problem in raised.value.problems]


def warnings(text: str) -> list[str]:
    return [str(problem).removeprefix("cup.txt, ") for problem in read(text).warnings]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Anna 40-24 Boris", GameLine("Anna", "Boris", (40, 24))),
        (
            "  Jörg  Müller\t40 \u2013 24 Ana-Maria de la Cruz  # a comment",
            GameLine("Jörg Müller", "Ana-Maria de la Cruz", (40, 24)),
        ),
        ("Anna 40 \u2014 24 Boris", GameLine("Anna", "Boris", (40, 24))),
        ("Anna - Boris 40-24", GameLine("Anna", "Boris", (40, 24))),
        ("Anna 40-24 Boris (B)", GameLine("Boris", "Anna", (24, 40))),
        ("Anna (black) 40-24 Boris (white)", GameLine("Anna", "Boris", (40, 24))),
        ("Player 1 40-24 Player 2", GameLine("Player 1", "Player 2", (40, 24))),
        ("Anna - Boris", GameLine("Anna", "Boris")),
        ("Anna 20-44 Boris, Boris on time", GameLine("Anna", "Boris", (20, 44), "Boris")),
        ("Anna - Boris; boris lost on time", GameLine("Anna", "Boris", None, "boris")),
        ("Anna bye", ByeLine("Anna")),
        ("Bye: Anna", ByeLine("Anna")),
        ("withdrawn Boris, Carla", WithdrawalLine(("Boris", "Carla"))),
        ("Withdrawn: Boris from round 3 on", WithdrawalLine(("Boris",), 3)),
        ("Boris withdrew", WithdrawalLine(("Boris",))),
        ("squares 6x6", SettingLine("squares", "36")),
        ("  # nothing", None),
    ],
)
def test_a_line_is_read_in_all_the_forms_that_people_type(line: str, expected: object) -> None:
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Anna 40 24 Boris", "expected a line such as 'round 1', 'Anna 40-24 Boris'"),
        ("Anna 40-24 Boris on time", "expected a comma before 'NAME on time', got 'Boris on time'"),
        ("Anna 40-24 Boris, Boris", "expected 'NAME on time' behind the comma, got 'Boris'"),
        ("Anna (white) 40-24 Boris (white)", "expected two colours, got white twice"),
        ("Anna 40-24 Boris - Carla", "expected one name, got 'Boris - Carla'"),
        ("round three", "expected a round from 1 to 999, got 'three'"),
        (f"squares {10**40}", "expected a number of squares from 4 to 400"),
        ("withdrawn", "expected a name behind 'withdrawn'"),
        ("An\x07na bye", "expected printable text"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_is_expected(line: str, message: str) -> None:
    assert [message in error for error in errors(f"round 1\nA 40-24 B\n{line}\n")] == [True]
    assert errors(f"round 1\nA 40-24 B\n{line}\n")[0].startswith("line 3: ")


@pytest.mark.parametrize(
    ("line", "squares", "score", "note"),
    [
        ("A 33-11 B", 64, 42, "counts as 53-11: the empty squares go to the winner"),
        ("A 30-30 B", 64, 0, "counts as 32-32: the empty squares are shared in a draw"),
        ("A 20-44 B, B on time", 64, 2, "counts as 33-31: B lost on time"),
        ("A 40-24 B, B on time", 64, 16, "counts as 40-24: B lost on time"),
        ("A 40-20 B, b on time", 64, 24, "counts as 44-20: B lost on time"),
        ("A 32-32 B, A on time", 64, -2, "counts as 31-33: A lost on time"),
        ("A - B, A on time", 64, -2, "A - B counts as 31-33: A lost on time"),
        ("A - B, B on time", 36, 2, "counts as 19-17"),
        ("A - B, B on time", 49, 1, "counts as 25-24"),
        ("A - B", 64, None, ""),
    ],
)
def test_the_score_on_record(line: str, squares: int, score: int | None, note: str) -> None:
    (game,) = read(f"squares {squares}\nround 1\n{line}\n").games
    assert game.score(squares) == score
    assert note in game.note(squares)
    assert bool(note) == bool(game.note(squares))


def test_all_errors_of_a_file_are_listed() -> None:
    text = """rounds 2
Anna 40-24 Boris
round 1
Anna 40-24 Boris
Carla 40-25 Dora
Emil 30-34 Emil
Anna 33-31 Fritz
nonsense
Carla bye
round 2
withdrawn Boris, Gerd
boris 40-24 Anna
Dora 0-0 Emil
Carla 12-52 Fritz, Anna on time
round 3
"""
    assert errors(text) == [
        "line 2: expected a line 'round 1' before the first result",
        "line 5: expected at most 64 discs, got 40 + 25",
        "line 6: expected two players, got Emil twice",
        "line 7: expected Anna once in round 1, as in cup.txt, line 4",
        f"line 8: expected {EXPECTED}, got 'nonsense'",
        "line 9: expected Carla once in round 1, as in cup.txt, line 5",
        "line 11: expected a player, got 'Gerd', who does not stand in a game or a bye",
        "line 12: expected no game of Boris in round 2: withdrawn from round 2 on",
        "line 13: expected a score with discs, got 0-0; a game without a result is 'Anna - Boris'",
        "line 14: expected Carla or Fritz before 'on time', got 'Anna'",
        "line 15: expected a round from 1 to 2, the number of rounds, got 3",
    ]


def test_settings_that_contradict_each_other_are_errors() -> None:
    settings = "title A\ntitle B\nrounds 3\nrounds 3\nsquares 64\nsquares 36\n"
    text = f"{settings}players Anna, Boris\nplayers anna\nwithdrawn Anna\nwithdrawn Anna"
    assert errors(text) == [
        "line 2: expected one title, got 'B' after 'A'",
        "line 6: expected one number of squares, got '36' after '64'",
        "line 8: expected each player once: 'anna' stands in cup.txt, line 7 already",
        "line 10: expected one withdrawal of Anna, who already withdrew from round 1 on",
    ]
    assert errors("# nothing\n") == ["line 1: expected results, or a line 'players' with names"]


def test_a_list_of_players_finds_every_misspelt_name() -> None:
    text = "players Anna, Boris\nround 1\nAna 40-24 Zacharias\n"
    assert errors(text) == [
        "line 3: expected a player, got 'Ana', who does not stand in a line 'players'; did you mean 'Anna'?",
        "line 3: expected a player, got 'Zacharias', who does not stand in a line 'players'",
    ]


def test_a_name_that_differs_by_a_letter_is_a_warning() -> None:
    text = "round 1\nBoris 40-24 Clara\nround 2\nBoris 40-24 Klara\n"
    assert [line for line in warnings(text) if "misspelt" in line] == [
        "line 4: 'Klara' looks like 'Clara': misspelt? If these are two players, list all players in a line 'players'"
    ]
    assert not any("misspelt" in line for line in warnings(f"players Boris, Clara, Klara\n{text}"))


@pytest.mark.parametrize(
    ("one", "other", "is_similar"),
    [
        ("Boris", "Boriss", True),
        ("Boris", "Moris", True),
        ("Boris", "Borsi", True),
        ("Müller", "Mueller", True),
        ("José", "Jose", True),
        ("Boris", "Bores Z", False),
        ("Jan", "Jon", False),
        ("Player 1", "Player 2", False),
    ],
)
def test_names_that_look_alike(one: str, other: str, is_similar: bool) -> None:
    assert bool(list(similar([one, other]))) == is_similar
    assert bool(list(similar([other, one]))) == is_similar


def test_doubtful_results_are_warnings() -> None:
    text = "round 1\nA 40-24 B\nC 40-24 D\nround 3\nB - A\nC bye\n"
    assert warnings(text) == [
        "line 4: no results before this round in round 2",
        "line 4: round 3 has no game, bye or withdrawal of D",
        "line 5: B - A has no result yet and does not count",
        "line 5: B and A already met in round 1, in cup.txt, line 2",
    ]


def test_names_are_the_same_in_upper_and_lower_case_and_in_every_encoding_of_umlauts() -> None:
    found = read("round 1\nJörg 40-24 Anna\nround 2\nJo\u0308rg 40-24 ANNA\nround 3\nJÖRG bye\nround 4\nAnna bye\n")
    assert found.players == ["Anna", "Jörg"]


def test_several_files_are_one_tournament() -> None:
    files = [("a", b"\xef\xbb\xbfround 1\r\nA 40-24 B\r"), ("b", b"Round 1:\nC 40-24 D\n"), ("c", b"round 2\nA 1-63 C")]
    assert [(game.round, game.black, str(game.place)) for game in parse_results(files).games] == [
        (1, "A", "a, line 2"),
        (1, "C", "b, line 2"),
        (2, "A", "c, line 2"),
    ]
    with pytest.raises(ResultsError, match="b, line 1: expected a line 'round 1'"):
        parse_results([files[0], ("b", b"C 40-24 D")])
    with pytest.raises(ResultsError, match="a, line 2: expected text in UTF-8"):
        parse_results([("a", b"round 1\nJ\xf6rg bye\n")])


people_table, as_text = load("standings").people_table, load("standings").as_text
PIECES = [
    *("round 1", "round 2", "rounds 2", "squares 36", "players Anna, Boris", "title x", "withdrawn Anna", "Anna", "Boris", "Jörg"),
    *("40-24", "18-18", "0-0", " - ", "bye", ", Boris on time", "(white)", "#", "\n", "\n", "\n", " ", " ", "\r", "\x00", "\u2028"),
    *("33 : 3", "--", "from 2", ",", ";", "\ufeff", "9" * 5000, "²", "٣-٣"),
]


def random_tournament(chance: random.Random) -> list[list[str]]:
    """Rounds with games, byes and losses on time, each a heading and lines."""
    names = ["Anna", "Boris", "Carla", "Dörte", "Emil", "Fritz", "Gerd"]
    rounds = []
    for number in range(1, 5):
        chance.shuffle(names)
        lines = [f"{names[6]} bye"]
        for black, white in zip(names[0:6:2], names[1:6:2], strict=True):
            discs = chance.randrange(1, 65)
            fault = f", {chance.choice([black, white])} on time" if chance.random() < 0.2 else ""
            lines.append(f"{chance.choice([black, black.upper()])} {discs}-{chance.randrange(65 - discs)} {white}{fault}")
        rounds.append([f"round {number}", *lines])
    return rounds


@pytest.mark.parametrize("seed", range(300))
def test_every_text_is_a_table_or_errors_with_lines(seed: int) -> None:
    chance = random.Random(seed)
    if seed % 2:
        text = "".join(chance.choices(PIECES, k=chance.randrange(40)))
    else:
        lines = [
            line for round_ in random_tournament(chance) for line in round_ if line.startswith("round") or chance.random() < 0.8
        ]
        text = "\n".join(line[: chance.choice([9] + [99] * 20)] for line in lines)
    content = f"round 1\n{text}".encode()
    if seed % 5 == 0:
        content = bytes(chance.randrange(256) if chance.random() < 0.05 else byte for byte in content)
    problems: Sequence[Problem] = ()
    try:
        assert as_text(people_table(parse_results([("cup.txt", content)]))).endswith("\n")
    except ResultsError as error:
        problems = error.problems or [Problem(Place(0, 0, ""), "none")]
    assert all(re.match(r"cup\.txt, line [1-9]\d*: \S", str(problem)) for problem in problems)


@pytest.mark.parametrize("seed", range(20))
def test_a_table_does_not_depend_on_the_order_of_the_lines_in_a_round(seed: int) -> None:
    chance = random.Random(seed)
    rounds = random_tournament(chance)
    shuffled = [[head, *chance.sample(lines, len(lines))] for head, *lines in chance.sample(rounds, len(rounds))]
    one, other = ("\n".join(line for round_ in some for line in round_) for some in (rounds, shuffled))
    assert as_text(people_table(read(one))) == as_text(people_table(read(other)))
