"""`scripts/prove` as its user runs it, with a program that solves small positions, and with Emilia."""

import os
import random
import subprocess
import sys
import time
import zlib
from pathlib import Path

import proof_worker
import psutil
import pytest
from distributed import LocalCluster
from test_prove import SMALL

import check_proof
from lab.bootstrap import ROOT, load
from lab.proof.claims import Goal
from lab.proof.state import FILE, State, StateError
from lab.rules import Board

COMMAND = [sys.executable, str(ROOT / "scripts" / "prove")]
FINE = ["--shortest", "0.001", "--longest", "0.02", "--workers", "2", "--threads", "1"]
"""Searches of a position with eight empty squares are split."""


@pytest.fixture
def program(tmp_path: Path) -> str:
    """The program of `proof_worker`."""
    path = tmp_path / "program"
    paths = os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "scripts" / "tests")])
    path.write_text(f'#!/bin/sh\nPYTHONPATH="{paths}" exec "{sys.executable}" "{proof_worker.__file__}" "$@"\n')
    path.chmod(0o755)
    return str(path)


def prove(*words: object) -> int:
    """The exit code of the command."""
    return int(load("prove").command.run(load("prove").parse([*map(str, words)])))


def test_a_proof_is_shown_while_it_runs_and_at_the_end(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "proof", tmp_path / "page.html"
    assert prove(SMALL.text(), "--claim", ">=32", "--out", out, "--program", program, *FINE) == 0
    assert "proved: at least +32" in capsys.readouterr().out
    assert prove("--status", out, "--page", page) == 0
    said = capsys.readouterr().out
    assert "left: nothing" in said
    assert "| empties |" in said
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert SMALL.text() in text
    assert "Nodes of the parts" in text


def test_a_refuted_bound_has_a_certificate_too(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert prove(SMALL.text(), "--claim", ">=34", "--out", tmp_path / "proof", "--program", program, *FINE) == 1
    assert "refuted: at most +32" in capsys.readouterr().out
    assert (tmp_path / "proof" / "root.proof").read_bytes().startswith(b"Emilia proof 2 ")


def test_the_certificate_is_accepted_and_every_damage_refused(program: str, tmp_path: Path) -> None:
    out = tmp_path / "proof"
    assert prove(SMALL.text(), "--out", out, "--program", program, "--checker-empties", "0", *FINE) == 0
    root = out / "root.proof"
    whole = root.read_bytes()
    said = accepted(root)
    assert "black gets at least +32" in said
    assert "black gets at most +32" in said
    lines = zlib.decompress(whole.partition(b"\n")[2]).decode().splitlines()
    parts = [line for line in lines if line.startswith("part ")]
    assert len(parts) > 5
    for at, line in enumerate(lines):
        if line.startswith("part "):
            # Without the part, or with that of another position, the walk does not end there.
            for changed in ([], [line.replace(line.split()[5], parts[parts.index(line) - 1].split()[5])]):
                root.write_bytes(packed([*lines[:at], *changed, *lines[at + 1 :]]))
                refused(root)
    for at in range(0, len(whole), 97):
        root.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        refused(root)
    root.write_bytes(whole)
    part = out / parts[0].split()[5]
    kept = part.read_bytes()
    part.write_bytes(kept[:-1])
    refused(root)
    part.unlink()
    refused(root)
    part.write_bytes(kept)
    assert accepted(root) == said


def accepted(path: Path) -> str:
    return subprocess.run([sys.executable, check_proof.__file__, path], capture_output=True, text=True, check=True).stdout


def refused(path: Path) -> None:
    with pytest.raises((check_proof.ProofError, OSError)):
        check_proof.check(path.read_bytes(), path.parent)


def packed(lines: list[str]) -> bytes:
    content = zlib.compress("".join(f"{line}\n" for line in lines).encode())
    return b"Emilia proof 2 %08x\n" % zlib.crc32(content) + content


def proofs(out: Path) -> list[tuple[Board, Goal]]:
    """What is proved in this folder; nothing if the proof has not begun."""
    if not (out / FILE).exists():
        return []
    try:
        state = State(out, write=False)
    except StateError:
        return []
    state.close()
    return [(proof.board, proof.goal) for proof in state.facts.proofs.values()]


def test_kills_of_drivers_and_workers_lose_only_what_is_in_work(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without it, all is proved before a busy machine comes to the kill.
    monkeypatch.setenv("PROOF_SECONDS", "0.05")
    out, draw = tmp_path / "proof", random.Random(1)
    command = [*COMMAND, SMALL.text(), "--out", str(out), "--program", program, *FINE]
    for number in range(4):
        before = len(proofs(out))
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            while running.poll() is None and len(proofs(out)) < before + 2:
                time.sleep(0.02)
            if number % 2 == 0 and (workers := psutil.Process(running.pid).children(recursive=True)):
                draw.choice(workers).kill()
                time.sleep(0.1)
            assert running.poll() is None, "there is something left to do"
            running.kill()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    found = proofs(out)
    assert len(found) == len(set(found))
    accepted(out / "root.proof")


def test_a_full_disk_stops_the_proof_and_the_same_command_continues(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, written = tmp_path / "proof", 0

    def full(handle: int) -> None:
        nonlocal written
        written += 1
        if written > 10:
            raise OSError(28, "No space left on device")
        real(handle)

    real = os.fsync
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert prove(SMALL.text(), "--out", out, "--program", program, *FINE) == 1
    said = capsys.readouterr().err
    assert "No space left on device" in said
    assert "the same command continues" in said
    assert not [path for path in out.iterdir() if path.name.startswith(".") and path.suffix != ".lock" and "proof" in path.name]
    assert prove(SMALL.text(), "--out", out, "--program", program, *FINE) == 0
    accepted(out / "root.proof")


def test_a_program_that_lies_proves_nothing(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROOF_LIES", "1")
    assert prove(SMALL.text(), "--out", tmp_path / "proof", "--program", program, "--check", "all", *FINE) == 1
    assert not (tmp_path / "proof" / "root.proof").exists()


def test_a_sample_of_claims_is_decided(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text(f"# three claims\n{SMALL.text()}; >=32\n{SMALL.text()} <=30\n{SMALL.text()}, =32 % true\n")
    assert prove("--spot", claims, "--out", tmp_path / "all", "--program", program, *FINE) == 1
    said = capsys.readouterr().out
    assert "2 of 3 claims are proved" in said
    assert said.count("proved:") == 2
    assert said.count("refuted: at least +32") == 1
    accepted(tmp_path / "all" / "claim-2.proof")
    assert prove("--spot", claims, "--sample", "1", "--out", tmp_path / "one", "--program", program, *FINE) in (0, 1)
    assert "of 1 claims" in capsys.readouterr().out


def test_a_line_that_is_no_claim_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text(f"{SMALL.text()} >=32\n{SMALL.text()} =31\n")
    assert prove("--spot", claims, "--out", tmp_path / "proof") == 2
    assert "line 2: scores are even" in capsys.readouterr().err


def test_a_simulation_prints_a_row_for_each_number_of_workers(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "proof"
    assert prove(SMALL.text(), "--out", out, "--program", program, *FINE) == 0
    capsys.readouterr()
    assert prove(SMALL.text(), "--simulate", 2, 500, "--state", out, "--shortest", "0.001", "--longest", "0.02") == 0
    said = capsys.readouterr().out
    lines = said.splitlines()
    assert [line.split("|")[1].strip() for line in lines if line.startswith("| ") and "---" not in line] == ["workers", "2", "500"]
    assert "workers less than 50% of their time is used" in said


@pytest.mark.slow
def test_the_workers_of_a_cluster_prove_as_well(program: str, tmp_path: Path, three_workers: LocalCluster) -> None:
    out = tmp_path / "proof"
    options = ["--scheduler", three_workers.scheduler_address, "--shortest", "0.01", "--longest", "0.1", "--hash", "1"]
    assert prove(SMALL.text(), "--out", out, "--program", program, "--verify", "0.2", *options) == 0
    accepted(out / "root.proof")
    state = State(out, write=False)
    assert len({proof.worker for proof in state.facts.proofs.values()}) > 1
    state.close()


def test_emilia_proves_and_is_believed(emilia: Path, tmp_path: Path) -> None:
    """FFO #40, split."""
    position = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    out = tmp_path / "proof"
    options = ["--shortest", "0.02", "--longest", "0.5", "--workers", "2", "--threads", "1", "--hash", "8", "--verify", "0.1"]
    assert prove(position, "--out", out, "--program", emilia, *options) == 0
    state = State(out, write=False)
    assert len(state.facts.proofs) > 10
    state.close()
    content = (out / "root.proof").read_bytes()
    assert content.startswith(b"Emilia proof 2 ")
