"""`scripts/openings`: write a file of new openings."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.evaluator import Evaluator, EvaluatorError
from lab.files import replace_text
from lab.openings import OpeningGenerator, Recipe, text
from lab.options.openings import parse


def main(given: Sequence[str] | None = None) -> int:
    """Writes the openings that the command line asks for; the exit code."""
    read = parse(given)
    recipe = Recipe(
        counts=tuple(sorted(read.lengths)),
        levels=tuple(read.levels),
        margin=read.margin,
        free_moves=read.free_moves,
        max_loss=read.max_loss,
        width=read.width,
        seed=read.seed,
    )
    if read.out.exists() and not read.overwrite:
        print(f"openings: {read.out} already exists; use --overwrite to replace it", file=sys.stderr)
        return 2
    try:
        write(read.out, recipe, read.engine, read.concurrency)
    except (EvaluatorError, OSError) as error:
        print(f"openings: {error}", file=sys.stderr)
        return 1
    return 0


def write(out: Path, recipe: Recipe, engine: str, concurrency: int) -> None:
    """Generates the openings and writes the file in one step. EvaluatorError, OSError."""
    kept: list[Path] = []

    def evaluator(name: str, *arguments: str) -> Evaluator:
        kept.append(out.with_name(f"{out.name}.{name}.answers"))
        return Evaluator(engine, arguments, kept[-1], concurrency)

    shallow = evaluator("shallow", "--depth", str(recipe.depth), "--all-moves")
    levels = [evaluator(f"level{level}", "--level", str(level)) for level in recipe.levels]
    generator = OpeningGenerator(recipe, shallow, levels, lambda line: print(line, file=sys.stderr, flush=True))
    openings = generator.run()
    replace_text(out, text(openings, comments(recipe, engine, len(openings))))
    for path in kept:
        path.unlink()


def comments(recipe: Recipe, engine: str, number: int) -> list[str]:
    """How the openings were made, for readers of the file."""
    version = subprocess.run([engine, "-V"], capture_output=True, text=True, check=False).stdout.strip()
    lengths, levels = (", ".join(map(str, numbers)) for numbers in (dict(recipe.counts), recipe.levels))
    lead, loss, margin = f"{recipe.max_lead:g}", f"{recipe.max_loss:g}", f"{recipe.margin:g}"
    return [
        f"{number} openings of {lengths} moves, made by scripts/openings (seed {recipe.seed}).",
        f"The first {recipe.free_moves} moves are any legal moves that leave neither side more than {lead} discs ahead at depth",
        f"{recipe.depth}. Each later move is at most {loss} discs worse than the best at this depth. No two openings lead to the",
        f"same position, also not by symmetry. {version} at levels {levels} scores each within {margin} discs; the",
        "score is that of the last level, for the side to move. The order is random.",
    ]
