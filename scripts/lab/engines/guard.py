"""Starts an engine, and ends all its processes when it ends, on SIGTERM, or when the runner has ended.

    python -I -S guard.py RUNNER_PID CORES COMMAND...

A separate program, for Linux, that imports nothing of the lab. The engine inherits the three streams. The guard becomes the parent
of processes that lose theirs (PR_SET_CHILD_SUBREAPER), so it finds every descendant, also in another session. It watches the
runner through a file descriptor of its process, which also reports a kill -9; PR_SET_PDEATHSIG would fire when the thread ends that
started the engine, and would miss the engine's children. The guard ends with the exit code or the signal of the engine.
"""

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
"""Seconds between two checks for processes that have not ended."""


def control_process(option: int, value: int) -> None:
    """Calls prctl(2); OSError if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def start(command: list[str], cores: list[int]) -> int:
    """Starts the engine in a new session; its process id. The process ends with code 127 if the program does not exist."""
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


def release_streams() -> None:
    """Closes the guard's copies of the streams, so that the runner sees their end when the engine closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def redirect_sigterm() -> int:
    """Makes SIGTERM write to a pipe; the file descriptor to read from."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    signal.set_wakeup_fd(write_end)
    signal.signal(signal.SIGTERM, lambda *_: None)
    return read_end


def wait(runner: int, engine: int, sigterm: int) -> None:
    """Waits for the end of the engine or of the runner, or for SIGTERM."""
    poll = select.poll()
    for file in (runner, os.pidfd_open(engine), sigterm):
        poll.register(file, select.POLLIN)
    poll.poll()


def descendants() -> list[int]:
    """The processes whose parent is the guard: the engine, and those that lost their own parent."""
    own = str(os.getpid())
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, IndexError):
            if entry.name.isdigit() and (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1] == own:
                found.append(int(entry.name))
    return found


def kill_all(engine: int) -> int:
    """Kills every descendant and waits for it; the status of the engine from waitpid."""
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


def exit_like(status: int) -> None:
    """Ends the guard with the exit code or the signal of the engine."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def main() -> None:
    """Guards one engine."""
    runner, cores, command = int(sys.argv[1]), [int(core) for core in sys.argv[2].split(",") if core], sys.argv[3:]
    sigterm = redirect_sigterm()
    control_process(PR_SET_CHILD_SUBREAPER, 1)
    watched = os.pidfd_open(runner)
    if os.getppid() != runner:
        return
    engine = start(command, cores)
    release_streams()
    wait(watched, engine, sigterm)
    exit_like(kill_all(engine))


if __name__ == "__main__":
    main()
