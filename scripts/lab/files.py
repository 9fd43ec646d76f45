"""Files that are replaced in one step: after any interruption a file has its old or its new content."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

PAGE_BEGINNING = b"<!DOCTYPE html>"
"""Of the text of a page."""


def replace_text(path: Path, text: str) -> None:
    """Replaces a file in one step: a reader sees the old text or the new text, and the new text is on disk. OSError.

    Symbolic links are followed and the permissions of an old file are kept. Devices and pipes are written to directly.
    """
    target = path.resolve()
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        target.write_text(text, encoding="utf-8")
        return
    # A unique name, so that two programs do not write to the same file.
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            new.chmod(stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
            os.fsync(file.fileno())
        new.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    _sync_folder(target.parent)


def _umask() -> int:
    """The permissions that new files lack."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Waits until the entries of a folder are on disk, where the system supports it. OSError."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
