"""What a stress run sends, and which answers it rejects."""

import itertools
import os
import re
import sys
from pathlib import Path

import pytest

from lab.attack import exchange
from lab.attack.exchange import Exchange
from lab.attack.program import Program, Violation
from lab.attack.random_lines import SEARCHES, Language, Source, ends_program
from lab.attack.stress_input import STRESS_INPUTS, Cassio, Console, Gtp, NBoard, StressInput, Uci, Ugi, XBoard

pytestmark = pytest.mark.slow

LANGUAGES: list[Language] = ["gtp", "nboard", "ugi", "uci", "cassio", "xboard", "console"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_gives_the_same_flood(language: Language) -> None:
    first, again, other = (STRESS_INPUTS[language](language, seed).block() for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_ends_the_program_or_stands_for_two(language: Language) -> None:
    lines = list(itertools.islice(Source(language, 3).lines(), 20_000))
    assert not any(ends_program(line) for line in lines)
    assert all(line.count(b"\n") == 1 and line.endswith(b"\n") for line in lines)


@pytest.mark.parametrize("line", [b"quit\n", b" QUIT \r\n", b"q\0#x\n", b"\xffexit\n"])
def test_lines_that_end_the_program_are_known(line: bytes) -> None:
    assert ends_program(line)
    assert not ends_program(b"hint 4 quit\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_searches_there_are_none(language: Language) -> None:
    lines = itertools.islice(Source(language, 3, searches=0.0).lines(), 20_000)
    searches = re.compile(SEARCHES[language][1].encode() + rb"(?= .|\r?\n)")
    assert not [line for line in lines if searches.match(line)]


def test_every_command_of_gtp_has_an_id_and_blank_lines_have_none() -> None:
    stress_input = Gtp("gtp", 1)
    assert stress_input.template(b"100% x\n")[0].endswith(b"%d 100%% x\n")
    assert stress_input.template(b" \t\r\n") == (b" \t\r\n", 0)
    text = stress_input.block() + stress_input.last()
    lines = [line for line in text.split(b"\n") if line.strip(b" \t\r")]
    ids = [int(line.removeprefix(b"\xef\xbb\xbf").strip(b" \t\0").split(b" ")[0]) for line in lines]
    assert ids == list(range(1, stress_input.sent + 1))


def asked(stress_input: StressInput, count: int) -> StressInput:
    for _ in range(count):
        stress_input.last()
    return stress_input


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (b"=1 Emilia\n\n=3 Emilia\n\n", "answer to number 2 is missing"),
        (b"=1\n\n=2\n\n?2 unknown command\n\n", "answer to number 2 is answered twice"),
        (b"=1\n\nthread panicked\n\n", "not a response with an id: b'thread panicked'"),
        (b"=1\n\n= Emilia\n\n", "not a response with an id"),
        (b"=1 \xc3\xa9", "not plain ASCII"),
        (b"=1\n\n?2 x\n\n=3\n\n=4\n\n", "number 4 was answered before it was asked"),
        (b"=1 " + b"x" * 2_000_000, "has no end"),
    ],
)
def test_wrong_responses_of_gtp_are_found(answers: bytes, fault: str) -> None:
    with pytest.raises(Violation, match=fault):
        asked(Gtp("gtp", 1), 3).check(answers)


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (b"pong 1\nstatus x\npong 3\n", "answer to number 2 is missing"),
        (b"pong 1\npong 1\n", "answer to number 1 is answered twice"),
        (b"pong 1\nerror: x\n", "not of the protocol: .*error:"),
    ],
)
def test_wrong_lines_of_nboard_are_found(answers: bytes, fault: str) -> None:
    with pytest.raises(Violation, match=fault):
        asked(NBoard("nboard", 1), 3).check(answers)


def test_right_answers_are_taken_in_any_pieces() -> None:
    answers = {
        Gtp("gtp", 1): b"=1 Emilia\n\n?2 unknown command\n\n=3\n    a b\n  1 . .\n\n",
        NBoard("nboard", 1): b"set myname Emilia\npong 1\nsearch F5 1.00 0 3\npong 2\n=== F5/1.00/0.1\npong 3\n",
        Ugi("ugi", 1): b"bestmove f5\n" + b"".join(b'info string no answer to query "marker-%d"\n' % n for n in (1, 2, 3)),
        Uci("uci", 1): b"".join(b'bestmove P@f4 ponder d4d4\ninfo string unknown option: "marker-%d"\n' % n for n in (1, 2, 3)),
        Cassio("cassio", 1): b"".join(b"ERROR: unknown command end-of-input-%d\nready.\n" % n for n in (1, 2, 3)),
        XBoard("xboard", 1): b"move P@d3\n" + b"".join(b"pong 7%09d\n" % n for n in (1, 2, 3)),
        Console("console", 1): b'unknown command: "end-of-input-1"\n> "end-of-input-2"\n\n> x end-of-input-3\n> ',
    }
    for stress_input, text in answers.items():
        asked(stress_input, 3)
        for byte in text:
            stress_input.check(bytes([byte]))
        assert stress_input.is_answered()


ECHO = "import sys, time\nfor line in sys.stdin:\n    number = ''.join(filter(str.isdigit, line))\n"
"""The beginning of a program that takes `NUMBER name` and `NUMBER quit`."""
ANSWER = "    if number: print(f'={number}', end='\\n\\n', flush=True)\n"
QUIT = "    if 'quit' in line: sys.exit()\n"


@pytest.mark.skipif(os.name == "nt", reason="its streams can block")
@pytest.mark.parametrize(
    ("program", "fault"),
    [
        (ECHO + ANSWER + QUIT, None),
        (ECHO + "    if number == '50': continue\n" + ANSWER + QUIT, "the answer to number 50 is missing"),
        (ECHO + ANSWER + "    if number == '50': sys.exit('a panic')\n", "exit status 1: b'a panic"),
        (ECHO + ANSWER + "    if 'quit' in line: sys.exit(2)\n", "exit status 2 after quit"),
        (ECHO + ANSWER + "    if 'quit' in line: sys.exit('')\n", "wrote on stderr"),
        (ECHO + "    if number == '50': time.sleep(9)\n" + ANSWER + QUIT, "was silent for 1 s"),
        ("kept = []\n" + ECHO + "    kept.append(bytearray(10**7))\n" + ANSWER + QUIT, "memory grew by"),
    ],
    ids=["good", "missing", "crash", "exit status", "stderr", "stall", "memory"],
)
def test_a_bad_program_is_found(program: str, fault: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(exchange, "ANSWER_TIMEOUT", 1)
    (tmp_path / "program.py").write_text(program)
    with Program([sys.executable, tmp_path / "program.py"]) as running:
        talk = Exchange(running, Gtp("gtp", 1, repeated=b"name\n"), seed=1)
        if fault is None:
            talk.run(0.5)
            assert talk.bytes_out > 0
        else:
            with pytest.raises(Violation, match=fault):
                talk.run(0.5)
