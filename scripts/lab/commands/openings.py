"""`scripts/openings`: write a file of new openings."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.commands import arguments
from lab.evaluator import Evaluator, EvaluatorError
from lab.files import replace_text
from lab.openings import OpeningGenerator, Recipe, text

DEFAULTS = Recipe(counts=((6, 100), (8, 400), (10, 800), (12, 850), (14, 850)))
DESCRIPTION = """\
Write balanced openings that look like games: f5, a few moves of any kind, then moves that a quick look does
not condemn. No two lead to the same position, however turned; each position is as likely as any other. Emilia
has to find each opening balanced at several levels.

The same engine and options give the same file, however many positions are judged at once. The answers of the
engine are kept beside the file until it is done: the same command goes on where an earlier one ended, even
after kill -9."""
EPILOG = """\
example:
  scripts/openings data/openings.txt --engine target/release/emilia --concurrency 2
  scripts/openings few.txt --lengths 8:50 10:50 --levels 10 11    # a hundred in a minute

exit codes: 0 done, 1 the engine failed, 2 misuse"""


def counts(word: str) -> tuple[int, int]:
    """A length and how many of it: `8:400`."""
    length, _, count = word.partition(":")
    if not (length.isdecimal() and count.isdecimal() and 1 <= int(length) <= 40 and int(count) > 0):
        raise argparse.ArgumentTypeError(f"not LENGTH:COUNT with 1 to 40 moves: {word!r}")
    return int(length), int(count)


def parser() -> argparse.ArgumentParser:
    """What the command line understands."""
    result = arguments.parser("openings", DESCRIPTION, EPILOG)
    add = result.add_argument
    add("out", type=Path, metavar="FILE", help="the file to write")
    add("--engine", default="target/release/emilia", metavar="PROGRAM", help="Emilia, the judge (default: %(default)s)")
    shown = " ".join(f"{length}:{count}" for length, count in DEFAULTS.counts)
    add("--lengths", type=counts, nargs="+", default=DEFAULTS.counts, metavar="LENGTH:COUNT",
        help=f"moves, and how many openings of so many; fewer where there are no more (default: {shown})")  # fmt: skip
    add("--levels", type=int, nargs="+", default=DEFAULTS.levels, metavar="N",
        help=f"levels that have to agree, the cheapest first (default: {' '.join(map(str, DEFAULTS.levels))})")  # fmt: skip
    add("--margin", type=float, default=DEFAULTS.margin, metavar="DISCS",
        help="how far either side may be ahead (default: %(default)s)")  # fmt: skip
    add(
        "--free",
        type=int,
        default=DEFAULTS.free,
        metavar="N",
        help="number of first moves that may be any legal ones (default: %(default)s)",
    )
    add("--slack", type=float, default=DEFAULTS.slack, metavar="DISCS",
        help="how much worse than the best a later move may be (default: %(default)s)")  # fmt: skip
    add("--width", type=int, default=DEFAULTS.width, metavar="N",
        help="positions followed from move to move (default: %(default)s)")  # fmt: skip
    add("--seed", type=int, default=DEFAULTS.seed, metavar="N", help="another seed, other openings (default: %(default)s)")
    add("--concurrency", type=int, default=1, metavar="N", help="positions judged at once (default: %(default)s)")
    return result


def main(given: Sequence[str] | None = None) -> int:
    """Writes the openings that the command line asks for; the exit code."""
    read = parser().parse_args(given)
    recipe = Recipe(
        counts=tuple(sorted(read.lengths)),
        levels=tuple(read.levels),
        margin=read.margin,
        free=read.free,
        slack=read.slack,
        width=read.width,
        seed=read.seed,
    )
    try:
        write(read.out, recipe, read.engine, read.concurrency)
    except (EvaluatorError, OSError) as error:
        print(f"openings: {error}", file=sys.stderr)
        return 1
    return 0


def write(out: Path, recipe: Recipe, engine: str, concurrency: int) -> None:
    """Makes the openings and puts them into the file in one step; EvaluatorError, OSError."""
    kept: list[Path] = []

    def judge(name: str, *arguments: str) -> Evaluator:
        kept.append(out.with_name(f"{out.name}.{name}.answers"))
        return Evaluator(engine, arguments, kept[-1], concurrency)

    look = judge("look", "--depth", str(recipe.look), "--all-moves")
    evaluators = [judge(f"level{level}", "--level", str(level)) for level in recipe.levels]
    openings = OpeningGenerator(recipe, look, evaluators, tell=lambda news: print(news, file=sys.stderr, flush=True)).run()
    replace_text(out, text(openings, comments(recipe, engine, len(openings))))
    for path in kept:
        path.unlink()


def comments(recipe: Recipe, engine: str, number: int) -> list[str]:
    """How the openings were made, for whoever reads the file."""
    version = subprocess.run([engine, "-V"], capture_output=True, text=True, check=False).stdout.strip()
    lengths, levels = (", ".join(map(str, numbers)) for numbers in (dict(recipe.counts), recipe.levels))
    ahead, worse, margin, look = f"{recipe.despair:g}", f"{recipe.slack:g}", f"{recipe.margin:g}", f"{recipe.look} plies"
    return [
        f"{number} openings of {lengths} moves, made by scripts/openings (seed {recipe.seed}).",
        f"The first {recipe.free} moves are any legal ones that leave neither side more than {ahead} discs ahead at {look}; each",
        f"later move is at most {worse} discs worse than the best at {look}. No two lead to the same position, however turned.",
        f"{version} at levels {levels} scores each within {margin} discs; the last score is told, for the side to move.",
        "In random order: any part of the file is as good a choice as any other.",
    ]
