"""The checker of proofs: it accepts a proof and says what it proves, and refuses whatever differs from one."""

import hashlib
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

import pytest

import check_proof

CHECKER = check_proof.__file__
START = "-----OX--XO----- X"
"""The start of 4x4, which white wins by 10."""
POSITIONS = {
    "4x4": START,
    "6x6": "OOOXXXOXOOOXOXXOOXO-XXXX--XXX---XX-- O",
    "8x8": "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X",
    "cross": "##OX##/##XO##/XXOO--/OXXO--/##XX##/##O-## X",
}


def prove(emilia: Path, folder: Path, position: str, *options: str) -> bytes:
    """The certificate of this position."""
    path = folder / "certificate"
    command: list[str | Path] = [emilia, "solve", position, "--certificate", path, "--overwrite", "--hash", "4", *options]
    subprocess.run(command, check=True, capture_output=True)
    return path.read_bytes()


RULES = ("4x4 lines=one", "4x4 quiet=yes", "4x4 goal=fewest lines=one quiet=yes", "lines=one\n#..#\n.OX.\n.XO.\n....")
"""Games in which a move turns one line, or none."""


@pytest.mark.parametrize("words", RULES)
def test_moves_of_one_line_and_of_none_are_checked(emilia: Path, tmp_path: Path, words: str) -> None:
    rules = tmp_path / "rules"
    rules.write_text(words)
    proof = tmp_path / "proof"
    command: list[str | Path] = [emilia, "solve", "--variant", rules, "--certificate", proof, "--overwrite", "--checker-empties"]
    said = []
    for empties in ("0", "3", "5"):
        subprocess.run([*command, empties], check=True, capture_output=True)
        said.append(bounds(check_proof.check(content := proof.read_bytes())))
        lines = lines_of(content)
        if empties == "0":
            assert ("x" in lines[3] + lines[4]) == ("lines=one" in words)
        for number, (old, new) in ((1, (lines[1], lines[1].split(" ")[0])), (3, ("x", "")), (3, (" ", " a1"))):
            changed = [*lines[:number], lines[number].replace(old, new, 1), *lines[number + 1 :]]
            if changed != lines:
                assert refusal(written(changed))
    assert said[0] == said[1] == said[2]


@pytest.fixture(scope="module")
def proof(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The proof of the result of 4x4."""
    return prove(emilia, tmp_path_factory.mktemp("proof"), START, "--checker-empties", "4")


def packed(pieces: Iterable[bytes], version: int = 1) -> bytes:
    packer = zlib.compressobj(9)
    content = b"".join([*map(packer.compress, pieces), packer.flush()])
    return b"Emilia proof %d %08x\n" % (version, zlib.crc32(content)) + content


def written(lines: list[str], version: int = 1) -> bytes:
    return packed((f"{line}\n".encode() for line in lines), version)


def lines_of(proof: bytes) -> list[str]:
    return zlib.decompress(proof.partition(b"\n")[2]).decode().splitlines()


def refusal(content: bytes) -> str:
    with pytest.raises(check_proof.ProofError) as refused:
        check_proof.check(content)
    return str(refused.value)


def test_a_proof_is_accepted_and_says_what_it_proves(proof: bytes, tmp_path: Path) -> None:
    said = check_proof.check(proof)
    assert said.splitlines()[0] == f"proved for {START} (black to move, most discs win):"
    assert "black gets at least -10: " in said
    assert "black gets at most -10: " in said
    assert check_proof.check(written(lines_of(proof))) == said, "the forger's file is right where it is not changed"
    path = tmp_path / "proof"
    path.write_bytes(proof)
    done = subprocess.run([sys.executable, "-I", CHECKER, path], capture_output=True, text=True, check=True)
    assert done.stdout == said + "\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_every_board_and_every_rest_for_the_checker_is_accepted(emilia: Path, tmp_path: Path, name: str) -> None:
    said = [
        bounds(check_proof.check(prove(emilia, tmp_path, POSITIONS[name], "--checker-empties", str(empties))))
        for empties in (0, 3, 6)
    ]
    assert len(said[0]) == 2
    assert said[0] == said[1] == said[2]


def test_a_window_proves_a_bound(emilia: Path, tmp_path: Path) -> None:
    said = check_proof.check(prove(emilia, tmp_path, START, "--wld")).splitlines()
    assert len(said) == 2
    assert said[1].startswith("black gets at most -"), "a loss"


def test_every_changed_byte_is_refused(proof: bytes) -> None:
    for at in range(len(proof)):
        for change in range(1, 256):
            assert refusal(proof[:at] + bytes([proof[at] ^ change]) + proof[at + 1 :])


def test_every_cut_and_every_addition_is_refused(proof: bytes) -> None:
    for length in range(len(proof)):
        assert refusal(proof[:length])
    assert refusal(proof + b"\n")


def test_an_omitted_or_repeated_move_is_refused_though_the_checksum_is_right(proof: bytes) -> None:
    lines = lines_of(proof)
    for number in (3, 4):
        name, discs, moves = lines[number].split(" ")
        for at in range(0, len(moves), 2):
            for changed in (moves[:at] + moves[at + 2 :], moves[: at + 2] + moves[at:]):
                assert refusal(written([*lines[:number], f"{name} {discs} {changed}", *lines[number + 1 :]]))


def bounds(said: str) -> list[str]:
    return [line.partition(":")[0] for line in said.splitlines()[1:]]


def test_another_move_is_refused_or_proves_the_same(proof: bytes) -> None:
    lines = lines_of(proof)
    name, discs, moves = lines[3].split(" ")
    every = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    accepted = []
    for at in range(0, len(moves), 2):
        for other in every:
            forged = written([*lines[:3], f"{name} {discs} {moves[:at]}{other}{moves[at + 2 :]}", lines[4]])
            try:
                accepted.append(bounds(check_proof.check(forged)))
            except check_proof.ProofError:
                continue
    assert all(found == bounds(check_proof.check(proof)) for found in accepted)
    assert len(accepted) < len(moves) * len(every) / 10, "few other moves keep the bound"


def test_a_better_result_and_another_game_are_refused(proof: bytes) -> None:
    lines = lines_of(proof)
    for number, better in ((3, "-9"), (3, "10"), (4, "-11")):
        assert refusal(written([*lines[:number], lines[number].replace("-10", better), *lines[number + 1 :]]))
    assert refusal(written([lines[0], "fewest", *lines[2:]]))
    assert refusal(written([lines[0].replace(" X", " O"), *lines[1:]]))


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
        written([START, "most", "4", "at-least"]),
        written([START, "most", "4", "at-least -10"]),
        written([START, "most", "4", "at-least -10 z9"]),
        written([START, "most", "4", "at-least -10 e1"]),
        written([START, "most", "4", "at-least ten a1"]),
        written(["é" * 16 + " X", "most", "4", "at-least -10 a1"]),
    ],
)
def test_anything_else_is_refused_without_a_traceback(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(content)
    done = subprocess.run([sys.executable, CHECKER, path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "changed",
    [
        ["----- X", "most", "4"],
        ["-----OX--XO----- Q", "most", "4"],
        ["-----OX--XO----Z X", "most", "4"],
        ["#######/#######/### X", "most", "4"],
        ["///////////////// X", "most", "4"],
        ["----/-OX--/XO---/--- X", "most", "4"],
        [START, "least", "4"],
        [START, "most", "-1"],
        [START, "most", "99"],
        [START, "most", ""],
    ],
)
def test_headers_that_are_not_of_a_proof_are_refused(proof: bytes, changed: list[str]) -> None:
    assert refusal(written([*changed, *lines_of(proof)[3:]]))


LAST = "X" * 62 + "O- X"
"""One empty square: black gets all discs."""
FULL = "X" * 64 + " O"


@pytest.fixture
def part(tmp_path: Path) -> str:
    """The line that names a part, which proves that white gets nothing after the last move."""
    content = written([FULL, "most", "0", "at-most -64 "])
    (tmp_path / "full.proof").write_bytes(content)
    return f"part {FULL} at-most -64 full.proof {hashlib.sha256(content).hexdigest()}"


def test_a_proof_in_parts_is_accepted(part: str, tmp_path: Path) -> None:
    said = check_proof.check(written([LAST, "most", "0", part, "at-least 64 h8"], 2), tmp_path)
    assert said.splitlines()[1:] == ["black gets at least +64: 1 moves", "with 1 parts"]
    assert check_proof.check(written([LAST, "most", "0", part, part, "at-least 64 h8"], 2), tmp_path) == said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at-most", "at-least"),
        (" -64 ", " -66 "),
        ("full.proof", "fuller.proof"),
        ("full.proof", "../full.proof"),
        ("full.proof", ".full.proof"),
        ("X O", "X X"),
        ("part X", "part O"),
        ("part ", "part  "),
    ],
)
def test_a_part_that_does_not_prove_what_it_is_named_for_is_refused(part: str, tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / ".full.proof").write_bytes((tmp_path / "full.proof").read_bytes())
    with pytest.raises(check_proof.ProofError):
        check_proof.check(written([LAST, "most", "0", part.replace(old, new), "at-least 64 h8"], 2), tmp_path)


def test_a_changed_part_and_one_of_the_first_version_are_refused(part: str, tmp_path: Path) -> None:
    lines = [LAST, "most", "0", part, "at-least 64 h8"]
    with pytest.raises(check_proof.ProofError):
        check_proof.check(written(lines), tmp_path)
    (tmp_path / "full.proof").write_bytes(written([FULL, "most", "1", "at-most -64 "]))
    with pytest.raises(check_proof.ProofError, match="SHA-256"):
        check_proof.check(written(lines, 2), tmp_path)


def test_a_position_of_a_part_is_found_by_its_symmetries(tmp_path: Path) -> None:
    images = set(check_proof.images(LAST[:64]))
    assert len(images) == 8
    content = written([LAST, "most", "0", "at-least 64 h8"])
    (tmp_path / "last.proof").write_bytes(content)
    named = f"part {LAST} at-least 64 last.proof {hashlib.sha256(content).hexdigest()}"
    for image in images:
        assert "with 1 parts" in check_proof.check(written([f"{image} X", "most", "0", named, "at-least 64 "], 2), tmp_path)


def test_a_file_without_a_bound_proves_nothing(proof: bytes) -> None:
    assert refusal(written(lines_of(proof)[:3]))


def test_moves_are_read_across_the_pieces_that_are_expanded(proof: bytes) -> None:
    for letters in range(check_proof.PIECE - 70, check_proof.PIECE):
        moves = f"{'b9' * (letters // 2)}{'' if letters % 2 else 'a10'}c10d1b2"
        text = check_proof.Text(packed([f"1\n{moves}\nlast\n".encode()]))
        assert text.line() == "1"
        assert "".join(text.moves()) == moves
        assert text.line() == "last"
        text.end()


@pytest.mark.parametrize(
    "pieces",
    [
        [f"{START}\nmost\n4\nat-least -10 ".encode(), *[b"a1" * (1 << 18)] * 512],
        [f"{START}\nmost\n4\n".encode(), *[bytes(1 << 19)] * 512],
        [*[b"X" * (1 << 19)] * 512],
    ],
)
def test_a_small_file_that_expands_far_is_refused_at_once(pieces: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(packed(pieces))
    # It has 256 MiB. Python itself takes less than 64 of these.
    limited = "import resource, sys, runpy; resource.setrlimit(resource.RLIMIT_AS, (128 << 20,) * 2); sys.argv = sys.argv[1:]"
    run = f"{limited}; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", run, CHECKER, path], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
