"""The Debian package: where its files go, and what describes it."""

import re
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from lab.bootstrap import ROOT
from lab.release.archives import File, compressed

NAME = "emilia-othello"
"""As on npm; another program is called Emilia in Debian."""
PROGRAMS = "usr/bin"
DOCUMENTATION = f"usr/share/doc/{NAME}"
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/emilia",
    "fish": "usr/share/fish/vendor_completions.d/emilia.fish",
    "zsh": "usr/share/zsh/vendor-completions/_emilia",
}
"""Where each shell looks for the completions."""


def manual(pages: Mapping[str, File]) -> dict[str, File]:
    """The manual pages in their places; their names are such as `man1/emilia.1`."""
    return {f"usr/share/man/{name}.gz": File(compressed(page.content)) for name, page in pages.items()}


def completions(scripts: Mapping[str, File]) -> dict[str, File]:
    """The completions in their places, by the names of the shells."""
    return {place: scripts[shell] for shell, place in COMPLETIONS.items()}


def documentation(version: str, time: int, files: Mapping[str, File]) -> dict[str, File]:
    """These documents and licences in their places, the changes, and the copyright file; `time` in seconds since 1970. OSError."""
    date = format_datetime(datetime.fromtimestamp(time, UTC))
    entry = f"{NAME} ({version}-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- {MAINTAINER}  {date}\n"
    described = {
        "changelog.gz": File(compressed((ROOT / "CHANGELOG.md").read_bytes())),
        "changelog.Debian.gz": File(compressed(entry.encode())),
        "copyright": File(_copyright().encode()),
    }
    # Its own licences are in the copyright file.
    others = {name: file for name, file in files.items() if not name.startswith("LICENSE")}
    return {f"{DOCUMENTATION}/{name}": file for name, file in (others | described).items()}


def control(version: str, programs: Iterable[Path]) -> str:
    """What describes the package with these programs. CalledProcessError."""
    return CONTROL.format(name=NAME, version=version, maintainer=MAINTAINER, depends=_needed(programs))


MAINTAINER = "The authors of Emilia <emilia@emilia.invalid>"
CONTROL = """\
Package: {name}
Version: {version}-1
Architecture: amd64
Maintainer: {maintainer}
Section: misc
Priority: optional
Depends: {depends}
Description: Othello (Reversi) engine with exact solutions
 Emilia plays, analyses and solves Othello. It is an engine for GUIs that
 know NBoard, GTP, UGI, UCI or XBoard, a console, a page for the browser,
 and a solver whose answers are proofs; another program checks them. It
 runs on every 64-bit PC and uses the instructions of the processor at hand.
"""


def _needed(programs: Iterable[Path]) -> str:
    """The Debian packages with the shared libraries of programs, with the least version of the C library."""
    printed = subprocess.run(("objdump", "-p", *programs), check=True, capture_output=True, text=True).stdout
    versions = [tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", printed)]
    libraries = set(re.findall(r"NEEDED\s+(\S+)", printed))
    packages = {"libgcc_s.so.1": "libgcc-s1"}
    others = sorted(packages[library] for library in libraries if not library.startswith(("libc.", "libm.", "ld-linux")))
    return ", ".join([f"libc6 (>= {'.'.join(map(str, max(versions)))})", *others])


def _copyright() -> str:
    """The copyright file in Debian's form. OSError."""
    licence = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8").strip()
    holder = re.search(r"Copyright.*", licence)
    assert holder
    text = "\n".join(f" {line}" if line.strip() else " ." for line in licence.splitlines())
    return COPYRIGHT.format(holder=holder[0].removeprefix("Copyright (c) "), text=text, name=NAME)


COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Emilia
Comment:
 The program contains libraries of others under permissive licences:
 /usr/share/doc/{name}/THIRD-PARTY-LICENSES.txt has their list and texts,
 /usr/share/doc/{name}/RUST-LIBRARY-LICENSES.html those of Rust's library.

Files: *
Copyright: {holder}
License: Apache-2.0 or MIT

License: Apache-2.0
 On Debian systems, the text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.

License: MIT
{text}
"""
