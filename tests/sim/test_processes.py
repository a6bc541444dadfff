"""Processes and terminals: who ends with whom, who holds what, and the prompt on its own port."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from mpremote.transport_serial import SerialTransport

from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.sim.closings import Closings
from feltlink.sim.interpreter import micropython
from feltlink.sim.ports import PtyPort

Make = Callable[..., SimBoard]

TIOCGEXCL = 0x80045440  # asm-generic/ioctls.h

OWNER = """
import sys, time
from pathlib import Path
from feltlink.sim.board import SimBoard
board = SimBoard(clock={clock!r}, firmware=Path({program!r}))
print(board.device.chip.pid, flush=True)
time.sleep(600)
"""


def gone(pid: int, limit_s: float = 100.0) -> bool:
    """Whether the process ends (a zombie that nobody has waited for counts as ended)."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("clock", ["real", "virtual"])
def test_a_killed_owner_leaves_no_chip_behind(clock: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import time\nwhile True:\n    time.sleep_ms(1)\n")
    with subprocess.Popen(
        [sys.executable, "-c", OWNER.format(clock=clock, program=str(tmp_path))],
        stdout=subprocess.PIPE,
        text=True,
    ) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        os.kill(owner.pid, signal.SIGKILL)
        owner.wait()
    assert gone(pid)


def test_the_prompt_serves_mpremote(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("")
    with SimBoard(firmware=tmp_path, console=True) as board:
        assert board.run_until(lambda: board.ended != "", 20_000_000)
        board.chip(1)
        repl = SerialTransport(str(board.folder / "console"), baudrate=115200)
        repl.enter_raw_repl(soft_reset=False)
        repl.exec("import machine; pin = machine.Pin(2, machine.Pin.IN, machine.Pin.PULL_UP)")
        assert repl.exec("print(pin.value())") == b"0\n"
        board.chip(1, False)
        assert repl.exec("print(pin.value())") == b"1\n"
        assert repl.exec("import os; print(sorted(os.listdir('/')))").count(b"main.py") == 1
        repl.close()


def test_closing_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "terminal"
    file.touch()
    closings = Closings(str(file))
    with file.open():
        assert not closings.any()
    assert closings.any()
    assert not closings.any()
    closings.close()


def exclusive(fd: int) -> bool:
    """The terminal's exclusive mode itself: to the superuser it forbids nothing."""
    return fcntl.ioctl(fd, TIOCGEXCL, b"\0" * 4) != b"\0" * 4


def test_exclusive_mode_ends_with_the_last_who_had_it(tmp_path: Path) -> None:
    port = PtyPort(tmp_path / "port")
    host = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(host, fcntl.LOCK_EX)
    fcntl.ioctl(host, termios.TIOCEXCL)
    with contextlib.suppress(OSError):  # a second one, refused or not
        os.close(os.open(port.path, os.O_RDWR | os.O_NOCTTY))
    port.take()
    assert exclusive(host)
    os.close(host)
    port.take()
    again = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    assert not exclusive(again)
    os.close(again)
    port.close()


def test_a_missing_interpreter_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROPYTHON", "/nowhere/micropython")
    with pytest.raises(Problem, match="no MicroPython") as problem:
        micropython()
    assert problem.value.where == "/nowhere/micropython"
