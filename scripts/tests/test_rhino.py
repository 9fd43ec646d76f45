"""A short match against another engine."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

GAMES = 4


def test_a_weak_engine_is_beaten_in_both_colours_without_a_fault(emilia: Path, gtp_rhino: str, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "play_gtp.py"), "--games", str(GAMES)]
    command += ["--engine-a", shlex.join([str(emilia), "gtp", "--level", "4", "--hash", "16"])]
    command += ["--engine-b", shlex.join([gtp_rhino, "-l", "1", "-b", "0"])]
    command += ["--openings", str(ROOT / "data" / "openings.txt"), "--transcripts", str(tmp_path / "games.txt")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "protocol errors: 0" in done.stdout
    colours = [game.split()[2] for game in (tmp_path / "games.txt").read_text().splitlines()]
    assert colours == ["A=black", "A=white"] * (GAMES // 2)
    wins = re.search(r"A won (\d+)", done.stdout)
    assert wins is not None, done.stdout
    assert int(wins[1]) > GAMES // 2, done.stdout
