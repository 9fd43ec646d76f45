"""Pictures of `emilia diagram`, read by other programs."""

import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from conftest import needed

MOVES = "f5d6c3d3c4f4f6g5e6d7e3c5f3"


def draw(emilia: Path, out: Path, *options: str) -> Path:
    """The diagram in this file."""
    subprocess.run([str(emilia), "diagram", MOVES, "--out", str(out), *options], check=True)
    return out


def test_ghostscript_accepts_the_eps(emilia: Path, tmp_path: Path) -> None:
    ghostscript = needed("gs", "ghostscript")
    for options in ([], ["--numbers"], ["--form", "sheet"], ["--caption", "(é \\ Ł)", "--mark", "a1=x"]):
        out = draw(emilia, tmp_path / "board.eps", "--overwrite", *options)
        command = [ghostscript, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=pgmraw"]
        done = subprocess.run([*command, f"-sOutputFile={tmp_path / 'board.pgm'}", str(out)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert len(set((tmp_path / "board.pgm").read_bytes()[20:])) > 2, "more than one colour"


def test_the_svg_is_xml(emilia: Path, tmp_path: Path) -> None:
    root = ElementTree.parse(draw(emilia, tmp_path / "game.svg", "--numbers")).getroot()
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {str(number) for number in range(9, 14)} <= set(texts)
