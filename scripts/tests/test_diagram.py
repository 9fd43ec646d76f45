"""Pictures of `emilia diagram`, read by other programs."""

import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

MOVES = "f5d6c3d3c4f4f6g5e6d7e3c5f3"


def draw(emilia: Path, out: Path, *options: str) -> Path:
    """The diagram in this file."""
    subprocess.run([str(emilia), "diagram", MOVES, "--out", str(out), *options], check=True)
    return out


def test_the_svg_is_xml(emilia: Path, tmp_path: Path) -> None:
    root = ElementTree.parse(draw(emilia, tmp_path / "game.svg", "--numbers")).getroot()
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {str(number) for number in range(9, 14)} <= set(texts)
