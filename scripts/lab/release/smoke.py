"""A short test of a program of a package: the same commands with the same answers on every machine."""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lab.bootstrap import ROOT
from lab.builds import MissingToolError
from lab.release.archives import File, lay

LIMIT = 900
"""Seconds that a command may take: the bench under qemu on a busy machine."""


@dataclass(frozen=True)
class Runner:
    """How a program is started on this machine."""

    command: tuple[str | Path, ...] = ()
    """Comes before the program."""
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, program: Path, *arguments: str, given: str = "", folder: Path | None = None) -> str:
        """What the program prints if it gets `given` and starts in a folder; SmokeError if it fails."""
        command = [*self.command, program, *arguments]
        # Wine needs HOME, and nothing else of the environment is of use to the program.
        environment = {"HOME": "/root", "PATH": "/usr/bin:/bin", **self.environment}
        done = subprocess.run(
            command, input=given, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
        )
        if done.returncode:
            words = " ".join(str(word) for word in command)
            raise SmokeError(f"{words}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout


class SmokeError(Exception):
    """A program fails or gives another answer than it should."""


@dataclass(frozen=True)
class Check:
    """A command of the program, and what its output must have."""

    name: str
    arguments: Sequence[str]
    given: str
    expected: str
    """A regular expression, found in the output."""


ENDING = "OOOOXXX-XXOXXX-OXOXOXOOOOOXOOOOOOOXXOOOOOOXOXOOOOOOXXXO-XXX-X--O X"
"""A position to solve."""


def bench_nodes() -> str:
    """The nodes of `emilia bench`, as docs/search.md names them."""
    found = re.search(r"emilia bench\D*?(\d{6,})", (ROOT / "docs" / "search.md").read_text(encoding="utf-8"))
    assert found, "docs/search.md names no bench"
    return found[1]


def checks() -> tuple[Check, ...]:
    """The list. Its answers do not depend on the weights, but for the bench, which every build searches alike."""
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert version
    game = f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 {'-' * 27}O*------*O{'-' * 27} *]B[F5];)"
    answer = "([dD]6|[fF]6|[fF]4)"
    return (
        Check("the version", ("-V",), "", rf"^emilia {re.escape(version[1])}$"),
        Check("a solved ending", ("solve", ENDING, "--json"), "", r'"best":"h7".*"score":-28.*"status":"exact"'),
        Check(
            "GTP", ("gtp", "--level", "8", "--book", "0"), "clear_board\n7 play b f5\n8 genmove w\nquit\n", rf"=7\s+=8 {answer}\s"
        ),
        Check("NBoard", ("nboard",), f"nboard 2\nset depth 6\nset game {game}\nping 3\ngo\n", rf"pong 3\n(.*\n)*=== {answer}"),
        Check("the console", ("console",), "f5\nd6\nmoves\n", r"f5\s*d6"),
        Check("an analysis", ("analyze", "f5d6c3d3c4", "--level", "4"), "", r"\bc4\b"),
        Check("the bench", ("bench",), "", rf"^{bench_nodes()} nodes"),
    )


def module_check(kernels: str) -> Check:
    """A check of the module for Python, with an interpreter that reads from the standard input: the program to run is `-`.

    `kernels` is a regular expression for the ones that it must have chosen.
    """
    return Check("the module", (), MODULE, rf"^ok: ({kernels})$")


MODULE = f"""\
import numpy
from emilia_othello import KERNELS, Board, Engine, batch

board = Board()
for move in ("f5", "d6", "c3"):
    board.push(move)
assert board.pop() == "c3" and "c3" in board.legal_moves
boards = batch.from_boards([board, Board()])
scores = batch.evaluate(*boards)
assert scores.dtype == numpy.float32 and 0 < abs(scores).max() < 10, scores
assert [bin(moves).count("1") for moves in batch.legal_moves(*boards)] == [5, 4]
ending = Board("{ENDING}")
proof = Engine(threads=2).solve(ending)
assert proof.score.is_exact and (proof.score.discs, proof.best) == (-28, "h7"), proof
labels, best = batch.solve(*batch.from_boards([ending]))
assert (labels[0], best[0]) == (-28, 55), (labels, best)
print("ok:", KERNELS)
"""


def test(runner: Runner, program: Path, chosen: Sequence[Check]) -> None:
    """Runs checks of a program; SmokeError at the first that fails."""
    for check in chosen:
        output = runner.run(program, *check.arguments, given=check.given).replace("\r\n", "\n")
        if not re.search(check.expected, output, re.MULTILINE):
            raise SmokeError(f"{program}: {check.name}: expected {check.expected!r}\n{output[-2000:]}")
        print(f"  ok: {check.name}", flush=True)


def test_checker(runner: Runner, program: Path, checker: Path) -> None:
    """Has a program write a proof and the checker accept it, and refuse it once a byte is wrong; SmokeError otherwise."""
    with tempfile.TemporaryDirectory() as name:
        proof = Path(name) / "a.proof"
        runner.run(program, "solve", ENDING, "--certificate", proof.name, folder=proof.parent)
        output = runner.run(checker, proof.name, folder=proof.parent)
        if "-28" not in output:
            raise SmokeError(f"{checker}: expected -28\n{output}")
        content = proof.read_bytes()
        proof.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        try:
            output = runner.run(checker, proof.name, folder=proof.parent)
        except SmokeError:
            print("  ok: the checker", flush=True)
            return
        raise SmokeError(f"{checker}: accepts a damaged proof\n{output}")


@contextmanager
def bare_root(program: Path) -> Iterator[tuple[Runner, Path]]:
    """A folder with a program of this machine and the shared libraries that it names, which it takes for the root of all files.

    Gives the runner and the path of the program there. There is no /proc, so a universal program runs as its slowest copy.
    """
    found = subprocess.run(("ldd", program), capture_output=True, text=True, check=True).stdout
    libraries = [Path(path) for path in re.findall(r"(/\S+) \(0x", found)]
    with tempfile.TemporaryDirectory() as name:
        tree = {str(path).lstrip("/"): File(path.read_bytes(), is_program=True) for path in (*libraries, program)}
        lay(Path(name), tree)
        yield Runner(("unshare", "--map-root-user", "--root", name)), program


@contextmanager
def native() -> Iterator[Runner]:
    """A program of this machine."""
    yield Runner()


@contextmanager
def aarch64() -> Iterator[Runner]:
    """A program of Linux on aarch64, which has nothing but the C library around it."""
    yield Runner(("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"))


WINE = Path("/usr/lib/wine")
RANDOM = """\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG)length); }
"""


def write_random_library(folder: Path) -> None:
    """Writes a library that Wine 8 lacks; every Rust program asks it for random numbers. CalledProcessError, OSError."""
    library = folder / "bcryptprimitives.dll"
    command = ("x86_64-w64-mingw32-gcc", "-shared", "-o", library, "-x", "c", "-", "-ladvapi32")
    subprocess.run(command, input=RANDOM, text=True, check=True)


@contextmanager
def wine() -> Iterator[Runner]:
    """A program of Windows, in an empty installation of Wine."""
    if not (WINE / "wine64").exists():
        raise MissingToolError("Wine is not installed (Debian package wine64)")
    with tempfile.TemporaryDirectory() as name:
        folder, libraries = Path(name), Path(name) / "libraries"
        libraries.mkdir()
        write_random_library(libraries)
        environment = {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all", "WINEARCH": "win64", "WINEPATH": f"Z:{libraries}"}
        try:
            yield Runner((WINE / "wine64",), environment)
        finally:
            # It writes its files when the last program has ended.
            subprocess.run((WINE / "wineserver64", "-w"), env=environment, check=False)
