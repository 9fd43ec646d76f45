"""Child processes: their lines, and that nothing of them stays behind."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from lab.engines.process import MAX_LINE_BYTES, EngineError, Process
from lab.records import Fault

FOREVER = "import time; time.sleep(3600)"
FAMILY = f"""
import os, subprocess, sys, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "{FOREVER}"])
subprocess.Popen([sys.executable, "-c", "{FOREVER}"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(1, b"daemon\\n")
        {FOREVER}
    os._exit(0)
os.wait()
os.write(1, b"ready\\n")
{FOREVER.replace("; ", chr(10))}
"""
"""An engine that ignores the end of its input, with two children and a daemon whose parent is gone."""
RUNNER = f"""
import signal, sys, threading, time
from lab.engines.process import Process
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell has what it runs in the background ignore it
def start():
    process = Process((sys.executable, "-c", {FAMILY!r}))
    seen = {{process.read(time.monotonic() + 60, "").text for _ in range(2)}}
    assert seen == {{"daemon", "ready"}}
thread = threading.Thread(target=start)
thread.start()
thread.join()
print("started", flush=True)
time.sleep(3600)
"""


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@contextlib.contextmanager
def running(code: str) -> Iterator[Process]:
    """A process that is ended at the end of the test."""
    process = Process(python(code))
    try:
        yield process
    finally:
        process.close()


def test_an_answer_never_comes_before_its_request(monkeypatch: pytest.MonkeyPatch) -> None:
    with running("import sys\nfor line in sys.stdin: print(line, end='', flush=True)") as process:
        flush = process._input.flush

        def slow() -> None:
            flush()
            time.sleep(0.3)

        process.send("once")
        process.read(soon(), "once")
        monkeypatch.setattr(process._input, "flush", slow)
        sent = process.send("twice")
        assert process.read(soon(), "twice").at >= sent


def soon() -> float:
    return time.monotonic() + 60


def assert_all_end(processes: list[psutil.Process]) -> None:
    """Waits for processes that are about to end."""
    deadline = soon()
    while (alive := [one for one in processes if is_alive(one)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    for one in alive:
        one.kill()
    assert not alive


def is_alive(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def test_lines_come_as_they_were_written_whatever_they_end_in() -> None:
    with running(r"import sys; sys.stdout.buffer.write(b'one\ntwo\r\n\n\xff\xfe\nlast')") as process:
        assert [process.read(soon(), "").text for _ in range(5)] == ["one", "two", "", "\ufffd\ufffd", "last"]
        with pytest.raises(EngineError, match="exited with code 0 after 'question'"):
            process.read(soon(), "question")


def test_the_end_of_a_process_is_reported_with_its_last_line() -> None:
    with running("import sys; sys.stderr.write('much\\n' * 10**6); sys.exit('no book')") as process:
        with pytest.raises(EngineError, match=r"exited with code 1 \('no book'\)") as error:
            process.read(soon(), "")
        assert error.value.fault is Fault.CRASH
    with running("import os; os.abort()") as process, pytest.raises(EngineError, match="killed by SIGABRT"):
        process.read(soon(), "")


def test_a_missing_program_is_an_error_with_its_name() -> None:
    with pytest.raises(EngineError, match="cannot start 'no-such-engine'"):
        Process(("no-such-engine",)).read(soon(), "")
    with pytest.raises(EngineError, match="no-such-folder"):
        Process(python(""), directory="/no-such-folder")


def test_a_line_without_end_is_garbage_and_does_not_fill_the_memory() -> None:
    with running("while True: print('x' * 100000, end='')") as process, pytest.raises(EngineError, match="a line without end"):
        process.read(soon(), "")
    with running(f"print('x' * {MAX_LINE_BYTES + 1}); print('y')") as process:
        with pytest.raises(EngineError, match="a line without end"):
            process.read(soon(), "")
        assert process.read(soon(), "").text == "y", "the rest of the line was dropped"


def test_output_that_is_not_read_makes_the_process_wait() -> None:
    code = "import sys\nfor n in range(10**7): print(n)\n"
    with running(code) as process:
        before = psutil.Process().memory_info().rss
        for number in range(100_000):
            assert process.read(soon(), "").text == str(number)
        assert psutil.Process().memory_info().rss - before < 50_000_000


def test_a_program_that_does_not_answer_is_not_waited_for_beyond_the_deadline() -> None:
    with running(FOREVER) as process, pytest.raises(EngineError) as error:
        process.read(time.monotonic() + 0.1, "question")
    assert error.value.fault is Fault.HANG


def test_a_program_that_closed_its_input_is_an_error() -> None:
    with running("import os, time; os.close(0); print('closed', flush=True); time.sleep(3600)") as process:
        assert process.read(soon(), "").text == "closed"
        with pytest.raises(EngineError, match="closed its streams before 'hello'"):
            process.send("hello")


def test_directory_environment_and_cores_are_those_asked_for(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd()); print(os.environ['BOOK']); print(sorted(os.sched_getaffinity(0)))"
    core = max(os.sched_getaffinity(0))
    process = Process(python(code), (core,), str(tmp_path), (("BOOK", "big"),))
    assert Path(process.read(soon(), "").text).samefile(tmp_path)
    assert process.read(soon(), "").text == "big"
    assert process.read(soon(), "").text == f"[{core}]"
    process.close()


def test_a_program_may_end_by_itself_after_the_quit_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.engines.process.EXIT_TIMEOUT", 60.0)
    code = f"import pathlib; pathlib.Path({str(tmp_path / 'said')!r}).write_text(input())"
    process = Process(python(code))
    process.close(quit_command="quit")
    assert (tmp_path / "said").read_text() == "quit"


def test_descendants_end_with_a_process_that_is_closed_and_with_one_that_ends() -> None:
    for code in (FAMILY, FAMILY.rpartition("import time")[0]):
        before = set(psutil.Process().children(recursive=True))
        process = Process(python(code))
        assert {process.read(soon(), "").text for _ in range(2)} == {"daemon", "ready"}
        family = [one for one in psutil.Process().children(recursive=True) if one not in before]
        process.close()
        assert_all_end(family)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_orphans_stay_when_the_runner_is_killed(number: int) -> None:
    scripts = Path(__file__).resolve().parent.parent
    runner = subprocess.Popen(python(RUNNER), cwd=scripts, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "."})
    assert runner.stdout is not None
    assert runner.stdout.readline() == "started\n"
    family = psutil.Process(runner.pid).children(recursive=True)
    assert len(family) >= 5, "guard, engine, two children, daemon"
    runner.send_signal(number)
    runner.wait(timeout=60)
    runner.stdout.close()
    assert_all_end(family)
