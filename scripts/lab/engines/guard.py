"""Starts an engine, and ends it with all that it started when it ends, when it is told to, or when the runner is gone.

    python -I -S guard.py RUNNER_PID CORES COMMAND...

A program of its own, for Linux, that knows nothing of the lab. The engine inherits the three streams. The guard adopts whatever the
engine leaves behind (PR_SET_CHILD_SUBREAPER), so no descendant escapes it, not even one in a session of its own. It watches the
runner's process through a file descriptor, which a kill -9 cannot fool; PR_SET_PDEATHSIG would fire as soon as the thread ends that
started the engine, and would miss the engine's children. The guard ends as the engine ended: with its code, or by its signal.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PAUSE = 0.005
"""Seconds between two looks for processes that are still to end."""


def control_process(option: int, value: int) -> None:
    """Calls prctl(2); OSError if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def start(command: list[str], cores: list[int]) -> int:
    """Starts the engine in a session of its own; its process id. If there is no such program it ends with code 127."""
    guard = os.getpid()
    engine = os.fork()
    if engine != 0:
        return engine
    try:
        os.setsid()
        control_process(PR_SET_PDEATHSIG, signal.SIGKILL)
        if cores:
            os.sched_setaffinity(0, cores)
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        if os.getppid() == guard:
            os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"cannot start {command[0]!r}: {error}\n".encode(errors="replace"))
    finally:
        os._exit(127)


def let_go_of_streams() -> None:
    """Leaves the streams to the engine, so that the runner sees their end when the engine closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def hear_sigterm() -> int:
    """Turns SIGTERM, from now on, into something to read from this file descriptor."""
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell)
    signal.signal(signal.SIGTERM, lambda *_: None)
    return told


def wait(runner: int, engine: int, told: int) -> None:
    """Waits for the end of the engine or of the runner, or for SIGTERM."""
    poll = select.poll()
    for file in (runner, os.pidfd_open(engine), told):
        poll.register(file, select.POLLIN)
    poll.poll()


def descendants() -> list[int]:
    """The processes whose parent is the guard: the engine, and what lost its own parent."""
    own = str(os.getpid())
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, IndexError):
            if entry.name.isdigit() and (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1] == own:
                found.append(int(entry.name))
    return found


def end_all(engine: int) -> int:
    """Kills every descendant and waits for it; how the engine ended, as waitpid has it."""
    status = 0
    while True:
        for child in descendants():
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            ended, how = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if ended == engine:
            status = how
        if ended == 0:
            time.sleep(PAUSE)


def end_alike(status: int) -> None:
    """Ends the guard as the engine ended."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def main() -> None:
    """Guards one engine."""
    runner, cores, command = int(sys.argv[1]), [int(core) for core in sys.argv[2].split(",") if core], sys.argv[3:]
    told = hear_sigterm()
    control_process(PR_SET_CHILD_SUBREAPER, 1)
    watched = os.pidfd_open(runner)
    if os.getppid() != runner:
        return
    engine = start(command, cores)
    let_go_of_streams()
    wait(watched, engine, told)
    end_alike(end_all(engine))


if __name__ == "__main__":
    main()
