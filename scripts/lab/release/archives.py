"""Archives whose bytes depend on nothing but the files in them and one time: sorted, with a fixed owner, mode and time."""

import gzip
import hashlib
import io
import lzma
import os
import stat
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path


@dataclass(frozen=True)
class File:
    """A file of an archive."""

    content: bytes
    is_program: bool = False

    @property
    def mode(self) -> int:
        """Its permissions: everybody reads it, and runs a program."""
        return 0o755 if self.is_program else 0o644


Tree = Mapping[str, File]
"""Files by their paths, which are relative and have slashes."""


def write_tar_xz(path: Path, tree: Tree, time: int) -> None:
    """Writes a tar archive, compressed by xz; `time` in seconds since 1970 is that of every file. OSError."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, file in sorted(tree.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(file.content), file.mode, time
            entry.uname = entry.gname = "root"
            archive.addfile(entry, io.BytesIO(file.content))
    # The weights are twice in it, megabytes apart; the window of this preset has 64 MiB.
    path.write_bytes(lzma.compress(buffer.getvalue(), preset=9))


def write_zip(path: Path, tree: Tree, time: int) -> None:
    """Writes a zip archive; `time` in seconds since 1970, from 1980 on and even, is that of every file. OSError."""
    moment = datetime.fromtimestamp(time, UTC).timetuple()[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(tree.items()):
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # Of Unix, which has permissions; Windows ignores them.
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | file.mode) << 16
            archive.writestr(entry, file.content)


def compressed(content: bytes) -> bytes:
    """The content, compressed by gzip without a name or a time."""
    return gzip.compress(content, mtime=0)


def write_deb(path: Path, tree: Tree, control: str, time: int) -> None:
    """Writes a Debian package with this control file; `time` in seconds since 1970 is that of every file.

    Adds the size and the checksums of the files. CalledProcessError if dpkg-deb refuses the package, OSError.
    """
    size = sum(-(-len(file.content) // 1024) for file in tree.values())
    sums = "".join(f"{md5(file.content)}  {name}\n" for name, file in sorted(tree.items()))
    control = f"{control.rstrip()}\nInstalled-Size: {size}\n"
    files = {**tree, "DEBIAN/control": File(control.encode()), "DEBIAN/md5sums": File(sums.encode())}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay(folder, files)
        # The modes of folders are those of the umask, the times those of now; dpkg-deb makes all later ones this time.
        for made in (folder, *(inner for inner in folder.rglob("*") if inner.is_dir())):
            made.chmod(0o755)
        command = ("dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "-z9", "--build", folder, path)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(time)}
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def lay(folder: Path, tree: Tree) -> None:
    """Writes the files into a folder. OSError."""
    for name, file in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        path.chmod(file.mode)


def md5(content: bytes) -> str:
    """The sum by which dpkg finds damaged files."""
    return hashlib.md5(content, usedforsecurity=False).hexdigest()
