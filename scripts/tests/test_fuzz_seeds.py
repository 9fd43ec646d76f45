"""The seeds of the fuzzing corpus are those that the script writes now."""

import zlib
from pathlib import Path

import pytest

import fuzz_seeds

FROM_PROGRAM = {"games": fuzz_seeds.parts_of_games, "saves": fuzz_seeds.parts_of_save}


def kept(target: str) -> dict[str, bytes]:
    """The seeds in the corpus."""
    return {path.name.removeprefix("seed-"): path.read_bytes() for path in (fuzz_seeds.CORPUS / target).glob("seed-*")}


@pytest.mark.parametrize("target", fuzz_seeds.from_files())
def test_seeds_from_files_are_up_to_date(target: str) -> None:
    written, found = dict(fuzz_seeds.from_files()[target]), kept(target)
    if target == "weights":
        # Another version of zlib may pack them otherwise.
        written["zero"], found["zero"] = (zlib.decompress(seeds["zero"][12:]) for seeds in (written, found))
    assert {name: found.get(name) for name in written} == written, f"run scripts/fuzz_seeds.py: {target}"


@pytest.mark.parametrize("target", FROM_PROGRAM)
def test_parts_of_a_file_are_those_of_the_file_beside_them(target: str) -> None:
    found = kept(target)
    for other in ("text", "game"):
        found.pop(other, None)
    assert found == dict(FROM_PROGRAM[target](found["file"]))


@pytest.mark.parametrize("target", FROM_PROGRAM)
def test_files_of_the_program_have_its_format(target: str, emilia: Path) -> None:
    """Its magic and its version; what follows depends on the weights and the search."""
    written, found = dict(fuzz_seeds.from_program(emilia)[target]), kept(target)
    assert sorted(found) == sorted(written)
    assert found["file"][:12] == written["file"][:12]
