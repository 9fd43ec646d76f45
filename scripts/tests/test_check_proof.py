"""The checker of proofs: a proof is accepted, and nothing that differs from one."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

CHECKER = Path(__file__).parents[1] / "check_proof.py"
sys.path.insert(0, str(CHECKER.parent))

import check_proof  # noqa: E402


@pytest.fixture(scope="module")
def proof(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The proof of the result of 4x4."""
    path = tmp_path_factory.mktemp("proof") / "4x4.proof"
    subprocess.run([emilia, "solve", "--variant", "4x4", "--certificate", path], check=True, capture_output=True)
    return path.read_bytes()


def written(lines: list[str]) -> bytes:
    """A file of these lines with a right checksum, as a forger would write it."""
    content = zlib.compress("".join(line + "\n" for line in lines).encode())
    return b"Emilia proof 1 %08x\n" % zlib.crc32(content) + content


def lines_of(proof: bytes) -> list[str]:
    return zlib.decompress(proof.partition(b"\n")[2]).decode().splitlines()


def refusal(content: bytes) -> str:
    with pytest.raises(check_proof.ProofError) as refused:
        check_proof.check(content)
    return str(refused.value)


def test_a_proof_is_accepted_and_says_what_it_proves(proof: bytes) -> None:
    said = check_proof.check(proof)
    assert "-----OX--XO----- X (most discs win)" in said
    assert "at least -10" in said
    assert "at most -10" in said
    assert check_proof.check(written(lines_of(proof))) == said, "the forger's file is right where it is not changed"


def test_every_changed_byte_is_refused(proof: bytes) -> None:
    for at in range(len(proof)):
        for change in (1, 32, 255):
            assert refusal(proof[:at] + bytes([proof[at] ^ change]) + proof[at + 1 :])


def test_every_cut_and_every_addition_is_refused(proof: bytes) -> None:
    for length in range(len(proof)):
        assert refusal(proof[:length])
    assert refusal(proof + b"\n")


def test_every_omitted_or_repeated_move_is_refused_though_the_checksum_is_right(proof: bytes) -> None:
    lines = lines_of(proof)
    for number in (3, 4):
        name, discs, moves = lines[number].split(" ")
        for at in range(0, len(moves), 2):
            for changed in (moves[:at] + moves[at + 2 :], moves[:at] + moves[at : at + 2] + moves[at:]):
                forged = [*lines[:number], f"{name} {discs} {changed}", *lines[number + 1 :]]
                assert refusal(written(forged))


def test_a_better_result_is_refused(proof: bytes) -> None:
    lines = lines_of(proof)
    assert refusal(written([*lines[:3], lines[3].replace("-10", "-8")]))
    assert refusal(written([*lines[:3], lines[4].replace("-10", "-12")]))
    assert refusal(written([lines[0], "fewest", *lines[2:]]))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"Emilia proof 1 00000000\n",
        b"Emilia proof 2 00000000\n",
        bytes(range(256)),
        written([]),
        written(["", "", "", ""]),
    ],
)
def test_anything_else_is_refused_without_a_traceback(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(content)
    done = subprocess.run([sys.executable, CHECKER, path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "changed",
    [
        ["----- X", "most", "4"],
        ["-----OX--XO----- Q", "most", "4"],
        ["-----OX--XO----Z X", "most", "4"],
        ["#######/#######/### X", "most", "4"],
        ["-----OX--XO----- X", "least", "4"],
        ["-----OX--XO----- X", "most", "-1"],
    ],
)
def test_headers_that_are_not_of_a_proof_are_refused(proof: bytes, changed: list[str]) -> None:
    assert refusal(written([*changed, *lines_of(proof)[3:]]))
