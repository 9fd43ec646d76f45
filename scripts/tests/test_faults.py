"""The short form of the attack on files: some of the points at which a program can be killed, or a write can fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.attack import faults, preload
from lab.attack.cases import CASES, LONGER, Case, ConsoleSave, LabFile, Solve
from lab.files import replace_text

QUICK = [kind for kind in CASES if not kind.is_slow]
POINTS = 7
"""Points of a case that are tried; `scripts/attack --part faults` tries all."""


@pytest.fixture(autouse=True)
def _can_preload() -> None:
    reason = preload.missing_requirement()
    if reason is not None:
        pytest.skip(reason)


@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: kind.name)
def test_nothing_is_lost_wherever_a_program_ends(kind: type[Case], emilia: Path, tmp_path: Path) -> None:
    case = kind(emilia, tmp_path)
    points = list(faults.points(faults.count(case)))
    assert len(points) >= POINTS
    chosen = points[:: len(points) // POINTS + 1] + points[-1:]
    broken = [fault for at, action in chosen for fault in faults.attack(case, at, action).faults]
    assert broken == []


def test_every_change_of_a_file_is_counted(emilia: Path, tmp_path: Path) -> None:
    calls = faults.count(ConsoleSave(emilia, tmp_path))
    assert list(calls) == ["open", "fchmod", "fchown", "write", "fsync", "rename", "fsync"]


def test_a_program_that_writes_carelessly_is_found_out(emilia: Path, tmp_path: Path) -> None:
    class Careless(LabFile):
        """Writes where the old page is."""

        def command(self) -> list[str | Path]:
            return [sys.executable, "-c", "open('page.html', 'w').write('new' * 9999); print('done')"]

    case = Careless(emilia, tmp_path)
    assert faults.count(case)[0] == "open"
    found = [fault for at in (1, 2) for action in ("kill", "half") for fault in faults.attack(case, at, action).faults]
    assert any("holds 0 characters" in fault or "holds 14998 characters" in fault for fault in found), found


def test_answers_that_are_printed_too_soon_are_found_out(emilia: Path, tmp_path: Path) -> None:
    case = Solve(emilia, tmp_path)
    folder = tmp_path / "run"
    folder.mkdir()
    case.prepare(folder)
    ran = preload.run(case.command(), folder)
    assert list(case.broken(folder, ran, "")) == []
    (folder / "kept.save").unlink()
    assert [fault for fault in case.broken(folder, ran, "kill") if "nothing is saved" in fault]


def test_a_solve_saves_again_when_the_disk_has_space(emilia: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    positions = tmp_path / "in.obf"
    problems = [*Solve.positions * 5, LONGER, *Solve.positions]
    positions.write_text("\n".join(problems) + "\n", encoding="ascii")
    script = f"""
        mount -t tmpfs -o size=256k none {disk} || exit 77
        cd {disk} && head -c 241000 /dev/zero > ballast
        (sleep 0.6; rm ballast) &
        {emilia} solve {positions} --save kept.save --json --threads 1 --hash 4 > {tmp_path}/out 2> {tmp_path}/err
        code=$?; wait
        {emilia} solve --resume kept.save --json --events --threads 1 --hash 4 > {tmp_path}/again 2> {tmp_path}/events || exit 3
        exit $code
    """
    ran = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=120, check=False)
    if ran.returncode == 77 or "unshare" in ran.stderr:
        pytest.skip("no private mounts here")
    errors = (tmp_path / "err").read_text().splitlines()
    assert ran.returncode == 0, (ran.stderr, errors)
    assert [line for line in errors if "cannot write kept.save" in line or "kept.save is complete again" in line] == errors[:2]
    assert (tmp_path / "out").read_text().count('"position"') == len(problems)
    assert '"event":"begin"' not in (tmp_path / "events").read_text()


def test_a_variant_whose_disk_is_full_is_proved_and_its_fault_told_at_once(emilia: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    solve = f"{emilia} solve --variant 5x6 c5d3c2d1e2 --threads 1 --hash 16 --save kept.save --save-every 0.2"
    script = f"""
        mount -t tmpfs -o size=64k none {disk} || exit 77
        cd {disk}
        {solve} --certificate {tmp_path}/proof > {tmp_path}/out 2> {tmp_path}/err &
        until [ -s kept.save ]; do sleep 0.02; done
        head -c 100000 /dev/zero > ballast
        wait $!
    """
    ran = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=120, check=False)
    if ran.returncode == 77 or "unshare" in ran.stderr:
        pytest.skip("no private mounts here")
    assert ran.returncode == 1, ran.stderr
    assert (tmp_path / "err").read_text().count("cannot write kept.save") == 1
    assert "exact" in (tmp_path / "out").read_text()
    assert (tmp_path / "proof").stat().st_size > 100


def test_links_are_followed_and_permissions_kept(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    replace_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]
    replace_text(Path(os.devnull), "gone")
    assert Path(os.devnull).is_char_device()
