"""`scripts/openings`: write a file of new openings."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lab.evaluator import Evaluator, EvaluatorError
from lab.files import replace_text
from lab.openings import Line, OpeningGenerator, Recipe, lines_of_book, text
from lab.options.openings import parse
from lab.terminal import complain


def main(given: Sequence[str] | None = None) -> int:
    """Writes the openings that the command line asks for; the exit code."""
    read = parse(given)
    recipe = Recipe(
        counts=tuple(sorted(read.lengths)),
        levels=tuple(read.levels),
        margin=read.margin,
        level_margin=read.level_margin,
        seed=read.seed,
    )
    if read.out.exists() and not read.overwrite:
        complain(f"openings: {read.out} already exists; use --overwrite to replace it")
        return 2
    try:
        write(read.out, recipe, read.book, read.engine, read.concurrency)
    except (EvaluatorError, OSError) as error:
        complain(f"openings: {error}")
        return 1
    return 0


def write(out: Path, recipe: Recipe, book: Path, engine: str, concurrency: int) -> None:
    """Generates the openings and writes the file in one step. EvaluatorError, OSError."""
    kept = [out.with_name(f"{out.name}.level{level}.answers") for level in recipe.levels]
    levels = [
        Evaluator(engine, ("--level", str(level)), answers, concurrency) for level, answers in zip(recipe.levels, kept, strict=True)
    ]
    generator = OpeningGenerator(recipe, levels, lambda line: complain(line))
    openings = generator.run(book_lines(book, recipe, engine))
    replace_text(out, text(openings, comments(recipe, book, engine, len(openings))))
    for path in kept:
        path.unlink()


def book_lines(book: Path, recipe: Recipe, engine: str) -> list[Line]:
    """The lines of a book that the engine imports. EvaluatorError, OSError."""
    with tempfile.TemporaryDirectory() as folder:
        imported, games = Path(folder, "imported.book"), Path(folder, "book.ggf")
        for words in (("import", imported, book), ("export", imported, games, "--form", "ggf")):
            done = subprocess.run([engine, "book", *map(str, words)], capture_output=True, text=True, check=False)
            if done.returncode:
                raise EvaluatorError(f"{engine}: {done.stderr.strip()}")
        with games.open(encoding="utf-8") as lines:
            return list(lines_of_book(lines, dict(recipe.counts)))


def comments(recipe: Recipe, book: Path, engine: str, number: int) -> list[str]:
    """How the openings were made, for readers of the file."""
    version = subprocess.run([engine, "-V"], capture_output=True, text=True, check=False).stdout.strip()
    lengths, levels = (", ".join(map(str, numbers)) for numbers in (dict(recipe.counts), recipe.levels))
    return [
        f"{number} openings of {lengths} moves, made by scripts/openings (seed {recipe.seed}).",
        f"Positions of {book.name} within {recipe.margin:g} discs of 0, those nearest to 0, and of each length as many with a lead",
        f"of black as with one of white. {version} at levels {levels} scores each within {recipe.level_margin:g} discs.",
        "No two openings lead to the same position, also not by symmetry. The score is the value of the book for the side to move.",
        "The order is random.",
    ]
