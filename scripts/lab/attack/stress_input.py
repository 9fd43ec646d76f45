"""The input of a stress run, and the check of the answers.

The input depends on the seed only, not on the program's answers. `exchange` sends it and reads the answers.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable

from lab.attack.program import Violation
from lab.attack.random_lines import Language, Source

POOL = 5000
"""Lines that blocks are drawn from."""
FRESH = 100
"""Lines of the pool that are replaced after each block, so that the input does not repeat."""
BLOCK = 2000
"""Lines in a block."""
MAX_ANSWER_BYTES = 1 << 20
"""Correct answers are far shorter."""
PRINTABLE = bytes([9, 10, 13, *range(32, 127)])
PINGS = 0.2
"""The share of NBoard lines that are followed by a ping."""

Template = tuple[bytes, int]
"""A line with a `%d` for each of its numbers, and their number."""


class StressInput:
    """Lines of one protocol, numbered so that a missing or repeated answer is detected, and the check of the answers."""

    def __init__(self, language: Language, seed: int, searches: float = 1.0, repeated: bytes = b"") -> None:
        """Random lines, in which searches have `searches` times their normal share; with `repeated`, always that line."""
        source = Source(language, seed, searches)
        self._chance = source.chance
        self._lines: Iterable[bytes] = itertools.repeat(repeated) if repeated else source.lines()
        self._pool = [self.template(line) for line in itertools.islice(self._lines, POOL)]
        self.lines = 0
        """Sent so far."""
        self.sent = 0
        """The last number that was sent."""
        self.answered = 0
        """The last number that was answered."""
        self._rest = b""

    def template(self, line: bytes) -> Template:
        """The line with placeholders for its numbers."""
        return line.replace(b"%", b"%%"), 0

    def block(self) -> bytes:
        """The next lines."""
        picked = self._chance.choices(self._pool, k=BLOCK)
        for at, line in zip(self._chance.sample(range(POOL), FRESH), self._lines, strict=False):
            self._pool[at] = self.template(line)
        self.lines += BLOCK
        return self._numbered(b"".join(text for text, _ in picked), sum(count for _, count in picked))

    def last(self) -> bytes:
        """A line whose answer shows that everything before it was processed."""
        self.lines += 1
        return self._numbered(b"\n" + self.marker(), 1)

    def marker(self) -> bytes:
        """A line with a number that the answer repeats."""
        raise NotImplementedError

    def quit_line(self) -> bytes:
        """The line that ends the program."""
        return b"quit\n"

    def _numbered(self, text: bytes, count: int) -> bytes:
        numbers = tuple(range(self.sent + 1, self.sent + count + 1))
        self.sent += count
        return text % numbers

    def is_answered(self) -> bool:
        """Whether all numbers were answered."""
        return self.answered == self.sent

    def check(self, data: bytes) -> None:
        """Checks the next bytes of the program's output. Violation."""
        if strange := data.translate(None, PRINTABLE):
            raise Violation(f"output contains bytes that are not plain ASCII: {strange[:20]!r}")
        text = self._rest + data
        cut = text.rfind(self.end_of_answer()) + len(self.end_of_answer())
        if cut >= len(self.end_of_answer()):
            self.check_answers(text[:cut])
            text = text[cut:]
        if len(text) > MAX_ANSWER_BYTES:
            raise Violation(f"an answer has no end after {len(text)} bytes: {text[:80]!r}")
        self._rest = text

    def end_of_answer(self) -> bytes:
        """The bytes that end each answer."""
        return b"\n"

    def check_answers(self, text: bytes) -> None:
        """Checks complete answers. Violation."""
        raise NotImplementedError

    def _count(self, found: list[int]) -> None:
        """Checks that these answered numbers continue the sequence that was sent. Violation."""
        expected = range(self.answered + 1, self.answered + len(found) + 1)
        if found != list(expected):
            number, got = next(pair for pair in zip(expected, found, strict=True) if pair[0] != pair[1])
            what = "answered twice or out of order" if got < number else f"missing: the next one is that of {got}"
            raise Violation(f"the answer to number {number if got > number else got} is {what}")
        self.answered += len(found)
        if self.answered > self.sent:
            raise Violation(f"number {self.answered} was answered before it was asked")


class Gtp(StressInput):
    """GTP: every command line has an id and gets exactly one response, in order."""

    RESPONSES = re.compile(rb"(?:\A|\n\n)[=?](\d+)(?=[ \n])")

    def template(self, line: bytes) -> Template:
        """Adds an id to a line with a command, sometimes after bytes that GTP ignores."""
        if not line.strip(b" \t\r\n"):
            return line, 0
        lead = self._chance.choice([b" ", b"\t", b"\0", b"\xef\xbb\xbf"]) if self._chance.random() < 0.02 else b""
        return lead + b"%d " + line.replace(b"%", b"%%"), 1

    def marker(self) -> bytes:
        """A short command."""
        return b"%d name\n"

    def quit_line(self) -> bytes:
        """The quit command, which is answered as well."""
        return self._numbered(b"%d quit\n", 1)

    def end_of_answer(self) -> bytes:
        """An empty line."""
        return b"\n\n"

    def check_answers(self, text: bytes) -> None:
        """Complete responses."""
        found = [int(number) for number in self.RESPONSES.findall(text)]
        if len(found) != text.count(b"\n\n"):
            responses = text.split(b"\n\n")[:-1]
            wrong = next((one for one in responses if not re.match(rb"[=?]\d+(?:[ \n]|\Z)", one)), text)
            raise Violation(f"not a response with an id: {wrong[:80]!r}")
        self._count(found)


class NBoard(StressInput):
    """NBoard: every ping gets its pong, in order, and every line begins with a word of the protocol."""

    WORDS = frozenset([b"pong", b"status", b"search", b"book", b"nodestats", b"===", b"analysis", b"set", b"learned", b""])

    def template(self, line: bytes) -> Template:
        """The line, followed by a ping in one case of five."""
        text, _ = super().template(line)
        return (text + self.marker(), 1) if self._chance.random() < PINGS else (text, 0)

    def marker(self) -> bytes:
        """A ping."""
        return b"ping %d\n"

    def check_answers(self, text: bytes) -> None:
        """Complete lines."""
        lines = text.split(b"\n")
        if unknown := {line.partition(b" ")[0].rstrip(b"\r") for line in lines} - self.WORDS:
            raise Violation(f"output contains lines that NBoard does not know: {sorted(unknown)[:3]!r}")
        self._count([int(line[5:]) for line in lines if line.startswith(b"pong ")])


class Ugi(StressInput):
    """UGI: every question to the referee is answered in order, and every line begins with a word of the protocol."""

    WORDS = frozenset([b"id", b"option", b"ugiok", b"readyok", b"info", b"bestmove", b"response", b""])
    MARKERS = re.compile(rb"no answer to query \"marker-(\d+)\"")

    def template(self, line: bytes) -> Template:
        """The line, followed by a marker in one case of five."""
        text, _ = super().template(line)
        return (text + self.marker(), 1) if self._chance.random() < PINGS else (text, 0)

    def marker(self) -> bytes:
        """A question that the referee does not know and repeats."""
        return b"query marker-%d\n"

    def check_answers(self, text: bytes) -> None:
        """Complete lines."""
        if unknown := {line.partition(b" ")[0] for line in text.split(b"\n")} - self.WORDS:
            raise Violation(f"output contains lines that UGI does not know: {sorted(unknown)[:3]!r}")
        self._count([int(number) for number in self.MARKERS.findall(text)])


class XBoard(StressInput):
    """XBoard: every ping gets its pong, in order, and every line begins with a word of the protocol or the depth of a search."""

    WORDS = frozenset(b"feature piece setup highlight pong move Illegal Error tellusererror 1-0 0-1 1/2-1/2".split())

    def template(self, line: bytes) -> Template:
        """The line, followed by a ping in one case of five."""
        text, _ = super().template(line)
        return (text + self.marker(), 1) if self._chance.random() < PINGS else (text, 0)

    def marker(self) -> bytes:
        """A ping, with a number that random lines do not have."""
        return b"ping 7%09d\n"

    def check_answers(self, text: bytes) -> None:
        """Complete lines."""
        words = {line.partition(b" ")[0] for line in text.split(b"\n")}
        if unknown := {word for word in words - self.WORDS if word and not word.isdigit()}:
            raise Violation(f"output contains lines that XBoard does not know: {sorted(unknown)[:3]!r}")
        self._count([int(number) for number in re.findall(rb"^pong 7(\d{9})$", text, re.MULTILINE)])


class Cassio(StressInput):
    """Cassio: answers have no numbers, so only the marker is checked, and that every line is one of the protocol."""

    MARKERS = re.compile(rb"ERROR: unknown command end-of-input-(\d+)")
    LINE = re.compile(
        rb"ready\.|ok\.|bye bye\.|version: .*|ERROR: .*|Error: in feed-hash, .*|node \d+, time .*|[XOxo.-]{64}.* <= v <= .*|"
    )

    def marker(self) -> bytes:
        """An unknown command, which the engine repeats in its error message."""
        return b"ENGINE-PROTOCOL end-of-input-%d\n"

    def quit_line(self) -> bytes:
        """The quit command."""
        return b"ENGINE-PROTOCOL quit\n"

    def check_answers(self, text: bytes) -> None:
        """Complete lines."""
        wrong = next((line for line in text.split(b"\n") if not self.LINE.fullmatch(line)), None)
        if wrong is not None:
            raise Violation(f"output contains a line that Cassio does not know: {wrong[:80]!r}")
        self._count([int(number) for number in self.MARKERS.findall(text)])


class Console(StressInput):
    """The console: answers have no numbers, so only the marker is checked."""

    MARKERS = re.compile(rb"end-of-input-(\d+)")

    def marker(self) -> bytes:
        """An unknown word, which the console repeats in its error message."""
        return b"end-of-input-%d\n"

    def check_answers(self, text: bytes) -> None:
        """Complete lines."""
        self._count([int(number) for number in self.MARKERS.findall(text)])


class Json(StressInput):
    """The JSON protocol: every line is an object, and markers are answered in their order."""

    def template(self, line: bytes) -> Template:
        """The line, followed by a marker in one case of five."""
        text, _ = super().template(line)
        return (text + self.marker(), 1) if self._chance.random() < PINGS else (text, 0)

    def marker(self) -> bytes:
        """An action with a number in its id."""
        return b'{"id":"marker %d","action":"query_version"}\n'

    def quit_line(self) -> bytes:
        """None: the end of the input ends the program."""
        return b""

    def check_answers(self, text: bytes) -> None:
        """Complete objects."""
        found = []
        for line in text.splitlines():
            try:
                name = str(json.loads(line).get("id", ""))
            except (ValueError, AttributeError):
                raise Violation(f"not an object: {line[:80]!r}") from None
            if name.startswith("marker "):
                found.append(int(name.removeprefix("marker ")))
        self._count(found)


STRESS_INPUTS: dict[Language, type[StressInput]] = {
    "gtp": Gtp,
    "nboard": NBoard,
    "ugi": Ugi,
    "cassio": Cassio,
    "xboard": XBoard,
    "console": Console,
    "json": Json,
}
