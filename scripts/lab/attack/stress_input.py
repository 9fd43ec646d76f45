"""The input of a stress run, and the check of the answers.

The input depends on the seed only, not on the program's answers. `exchange` sends it and reads the answers.
"""

import itertools
import json
import re
from collections.abc import Iterable
from typing import ClassVar

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
MARKED = 0.2
"""The share of lines that are followed by a marker, where a protocol allows one anywhere."""

Template = tuple[bytes, int]
"""A line with a `%d` for each of its numbers, and their number."""


class StressInput:
    """Lines of one protocol, numbered so that a missing or repeated answer is detected, and the check of the answers."""

    marker = b""
    """A line with a number that the answer repeats."""
    marked: ClassVar = MARKED
    quit_line = b"quit\n"
    """Ends the program."""
    end_of_answer = b"\n"
    line = re.compile(rb".*")
    """What every line of the output is."""
    number = re.compile(rb"")
    """The answer to a marker."""

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
        """The line with placeholders for its numbers, in some cases followed by a marker."""
        text = line.replace(b"%", b"%%")
        return (text + self.marker, 1) if self._chance.random() < self.marked else (text, 0)

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
        return self._numbered(b"\n" + self.marker, 1)

    def quit(self) -> bytes:
        """The line that ends the program; empty if the end of the input does."""
        return self._numbered(self.quit_line, self.quit_line.count(b"%d"))

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
        cut = text.rfind(self.end_of_answer) + len(self.end_of_answer)
        if cut >= len(self.end_of_answer):
            self.check_answers(text[:cut])
            text = text[cut:]
        if len(text) > MAX_ANSWER_BYTES:
            raise Violation(f"an answer has no end after {len(text)} bytes: {text[:80]!r}")
        self._rest = text

    def check_answers(self, text: bytes) -> None:
        """Checks complete answers. Violation."""
        wrong = next((line for line in text.splitlines() if not self.line.fullmatch(line)), None)
        if wrong is not None:
            raise Violation(f"output contains a line that is not of the protocol: {wrong[:80]!r}")
        self._count([int(number) for number in self.number.findall(text)])

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

    marker = b"%d name\n"
    quit_line = b"%d quit\n"
    end_of_answer = b"\n\n"
    number = re.compile(rb"(?:\A|\n\n)[=?](\d+)(?=[ \n])")

    def template(self, line: bytes) -> Template:
        """Adds an id to a line with a command, sometimes after bytes that GTP ignores."""
        if not line.strip(b" \t\r\n"):
            return line, 0
        lead = self._chance.choice([b" ", b"\t", b"\0", b"\xef\xbb\xbf"]) if self._chance.random() < 0.02 else b""
        return lead + b"%d " + line.replace(b"%", b"%%"), 1

    def check_answers(self, text: bytes) -> None:
        """Complete responses."""
        found = [int(number) for number in self.number.findall(text)]
        if len(found) != text.count(b"\n\n"):
            responses = text.split(b"\n\n")[:-1]
            wrong = next((one for one in responses if not re.match(rb"[=?]\d+(?:[ \n]|\Z)", one)), text)
            raise Violation(f"not a response with an id: {wrong[:80]!r}")
        self._count(found)


class NBoard(StressInput):
    """NBoard: every ping gets its pong, in order."""

    marker = b"ping %d\n"
    line = re.compile(rb"(?:(?:pong|status|search|book|nodestats|===|analysis|set|learned)(?: .*)?)?")
    number = re.compile(rb"^pong (\d+)", re.MULTILINE)


class Ugi(StressInput):
    """UGI: a question that the referee does not know is repeated."""

    marker = b"query marker-%d\n"
    line = re.compile(rb"(?:(?:id|option|ugiok|readyok|info|bestmove|response)(?: .*)?)?")
    number = re.compile(rb"no answer to query \"marker-(\d+)\"")


class Uci(StressInput):
    """UCI: the name of an option that there is not is repeated."""

    marker = b"setoption name marker-%d value x\n"
    line = re.compile(rb"(?:(?:id|option|uciok|readyok|info|bestmove)(?: .*)?)?")
    number = re.compile(rb"unknown option: \"marker-(\d+)\"")


class XBoard(StressInput):
    """XBoard: every ping gets its pong, in order. A number begins the line of a search."""

    marker = b"ping 7%09d\n"
    """With a number that random lines do not have."""
    line = re.compile(
        rb"(?:(?:feature|piece|setup|highlight|pong|move|Illegal|Error|Hint:|stat01:|tellusererror|resign|offer|1-0|0-1|1/2-1/2|\d+)"
        rb"(?: .*)?)?"
    )
    number = re.compile(rb"^pong 7(\d{9})$", re.MULTILINE)


class Cassio(StressInput):
    """Cassio: answers have no numbers, so only the last marker is checked, an unknown command that an error repeats."""

    marker = b"ENGINE-PROTOCOL end-of-input-%d\n"
    marked = 0.0
    quit_line = b"ENGINE-PROTOCOL quit\n"
    line = re.compile(
        rb"ready\.|ok\.|bye bye\.|version: .*|ERROR: .*|Error: in feed-hash, .*|node \d+, time .*|[XOxo.-]{64}.* <= v <= .*|"
    )
    number = re.compile(rb"ERROR: unknown command end-of-input-(\d+)")


class Console(StressInput):
    """The console: answers have no numbers, so only the last marker is checked, an unknown word that an error repeats."""

    marker = b"end-of-input-%d\n"
    marked = 0.0
    number = re.compile(rb"end-of-input-(\d+)")


class Json(StressInput):
    """The JSON protocol: every line is an object, and markers are answered in their order."""

    marker = b'{"id":"marker %d","action":"query_version"}\n'
    quit_line = b""

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
    "uci": Uci,
    "cassio": Cassio,
    "xboard": XBoard,
    "console": Console,
    "json": Json,
}
