"""The console at a terminal with line editing, as a person uses it."""

import contextlib
import os
import re
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")]

TIMEOUT = 60.0
"""Seconds until an expected text counts as missing; a busy machine may be slow."""
KEY_EVERY = 3.0
"""Seconds between two presses of a key: between two lines the terminal itself takes Ctrl-D for the end of an empty line."""
SEQUENCES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
"""The control sequences of ECMA-48."""


class Terminal:
    """A program at a terminal."""

    def __init__(self, program: Path, *arguments: str) -> None:
        """Starts the program."""
        import pty

        self.text = ""
        self.written = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ["TERM"] = "xterm"
            os.execv(program, [str(program), *arguments])

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def until(self, expected: str) -> str:
        """The text up to and including the expected one, which the next call does not see again."""
        end = time.monotonic() + TIMEOUT
        while expected not in self.text:
            assert time.monotonic() < end, f"no {expected!r} in {self.text!r}"
            readable, _, _ = select.select([self.terminal], [], [], 0.1)
            if readable:
                part = os.read(self.terminal, 1 << 16)
                self.written += part
                self.text += SEQUENCES.sub("", part.decode())
        before, _, self.text = self.text.partition(expected)
        return before + expected

    def exit_code(self, key: str = "") -> int:
        """Waits for the end of the program; types the key again from time to time, as a person would."""
        end = time.monotonic() + TIMEOUT
        again = time.monotonic() + KEY_EVERY
        while time.monotonic() < end:
            if key and time.monotonic() > again:
                self.type(key)
                again += KEY_EVERY
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.process = 0
                return os.waitstatus_to_exitcode(status)
            # A program that waits for its output to be read does not end.
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    os.read(self.terminal, 1 << 16)
                except OSError:
                    time.sleep(0.05)
        raise AssertionError("the program does not end")

    def close(self) -> None:
        """Kills the program if it still runs."""
        os.close(self.terminal)
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)


@pytest.fixture
def run(emilia: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the program."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(contextlib.closing(Terminal(emilia, *arguments)))


@pytest.fixture
def start(run: Callable[..., Terminal]) -> Callable[..., Terminal]:
    """Starts the console."""
    return lambda *arguments: run("console", "--threads", "1", "--book", "0", *arguments)


def test_the_board_is_shown_and_lines_typed_ahead_are_read(start: Callable[..., Terminal]) -> None:
    terminal = start()
    greeting = terminal.until("black to move")
    assert "3 . . . + . . . . 3" in greeting
    terminal.type("version\rtranscript\rf5d6\robf\r")
    for expected in ("Emilia ", "move 2 was d6", " X;"):
        terminal.until(expected)
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


def test_a_first_move_is_answered_and_taken_back_with_the_answer(start: Callable[..., Terminal]) -> None:
    terminal = start("--strength", "beginner")
    terminal.until("emilia serve opens a page in the browser.")
    terminal.until("black to move")
    terminal.type("f5\r")
    assert "[X]" in terminal.until("You play black, Emilia white.")
    terminal.until("Emilia plays ")
    terminal.until("move 2 was ")
    for command, state in (("undo", "black to move\r\n"), ("redo", "black to move; move 2 was ")):
        terminal.type(f"{command}\r")
        terminal.until(state)
    terminal.type("play white\r")
    terminal.until("move 3 was ")
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


@pytest.mark.parametrize("no_color", ["", "1"])
def test_colours_are_off_if_the_user_wants_none(
    start: Callable[..., Terminal], monkeypatch: pytest.MonkeyPatch, no_color: str
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    terminal = start()
    terminal.until("black to move")
    assert (b";42m" in terminal.written) == (not no_color)
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


def test_earlier_lines_are_recalled_and_commands_completed(start: Callable[..., Terminal]) -> None:
    terminal = start()
    terminal.until("black to move")
    terminal.type("version\r")
    terminal.until("Emilia ")
    terminal.type("\x1b[A\r")
    terminal.until("Emilia ")
    terminal.type("trans\t\r")
    terminal.until("transcript")
    terminal.until("> ")
    terminal.type("\x04")
    assert terminal.exit_code("\x04") == 0


def test_control_c_ends_a_search_and_not_the_program(start: Callable[..., Terminal]) -> None:
    terminal = start("--level", "60")
    terminal.until("black to move")
    terminal.type("go\r")
    terminal.until("@73%")
    terminal.type("\x03")
    terminal.until("Emilia plays ")
    terminal.type("version\r")
    terminal.until("Emilia ")
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


def test_control_c_while_results_are_printed(start: Callable[..., Terminal]) -> None:
    terminal = start("--level", "60")
    terminal.until("black to move")
    for _ in range(30):
        terminal.type("go\r")
        # The last result of the search before may come late, so that only one behind this line is of this search.
        terminal.until("go\r\n")
        terminal.until("@73%")
        terminal.type("\x03")
        terminal.until("Emilia plays ")
        terminal.type("undo\r")
        terminal.until("black to move")
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


@pytest.fixture
def ask(run: Callable[..., Terminal], monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Terminal]:
    """Starts the client of GGS for a server on this port, up to the question for the password."""
    monkeypatch.delenv("EMILIA_GGS_PASSWORD", raising=False)

    def asked(port: int) -> Terminal:
        terminal = run("ggs", "--host", "127.0.0.1", "--port", str(port), "--user", "otto")
        terminal.until("Password of otto on GGS: ")
        return terminal

    return asked


def test_a_password_is_typed_without_echo(ask: Callable[[int], Terminal]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        terminal = ask(server.getsockname()[1])
        terminal.type("made-up\r")
        connection, _ = server.accept()
        with connection, connection.makefile("rw", newline="\n") as stream:
            for line, answer in (": Enter login\r\n", "otto\n"), (": Enter your password.\r\n", "made-up\n"):
                stream.write(line)
                stream.flush()
                assert stream.readline() == answer
            stream.write("READY\r\n")
            stream.flush()
            assert "made-up" not in terminal.until("logged in as otto")
            terminal.type("\x03")
            assert terminal.exit_code() == 130


def test_control_c_at_the_password_turns_the_echo_on_again(ask: Callable[[int], Terminal]) -> None:
    import termios

    def has_echo() -> bool:
        return bool(termios.tcgetattr(terminal.terminal)[3] & termios.ECHO)

    terminal = ask(1)
    assert not has_echo()
    terminal.type("\x03")
    assert terminal.exit_code() == 130
    assert has_echo()
