"""`pytest tests/bench --fixture=blinka:u2if --port=…` as on hardware, up to the USB.

A second pytest runs with Blinka's own u2if backend and a serial port, in real time. Its adapter's
pins are wired to a simulated board here.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from feltlink.sim.board import SimBoard
from feltlink.sim.lines import RELEASED

ROOT = Path(__file__).resolve().parents[2]
INIT_PIN, SET_VALUE, GET_VALUE = 0x20, 0x21, 0x22  # u2if's operations
TESTS = (
    "test_bets.py::test_each_chip_is_one_event_in_order",
    "test_bets.py::test_a_lock_latches_lights_and_keeps",
    "test_spin_button.py::test_a_press_counts_once_and_only_while_armed",
)


def adapter(board: SimBoard, door: socket.socket) -> Callable[[], None]:
    """Serve one adapter whose pin n is wired to the board's pin n."""

    def serve() -> None:
        line, _ = door.accept()
        with line:
            while len(asked := line.recv(3)) == 3:
                operation, pin, argument = asked
                if operation == INIT_PIN:
                    board.set(pin, 0 if argument else RELEASED)
                elif operation == SET_VALUE:
                    board.set(pin, argument)
                level = board.level(pin) if operation == GET_VALUE else 0
                line.sendall(bytes([level]))

    return serve


def test_the_same_tests_pass_through_an_adapter_and_a_port(tmp_path: Path) -> None:
    socket_path = tmp_path / "hid"
    env = dict(
        os.environ,
        PYTHONPATH=str(ROOT / "tests" / "support" / "fakehid"),
        FELTLINK_FAKE_HID=str(socket_path),
        RP2040_U2IF_RESET_DELAY="-1",
    )
    env.pop("BLINKA_OS_AGNOSTIC", None)
    with SimBoard() as board, socket.socket(socket.AF_UNIX) as door:
        door.bind(str(socket_path))
        door.listen()
        threading.Thread(target=adapter(board, door), daemon=True).start()
        options = ["--fixture=blinka:u2if", f"--port={board.port}", "-p", "no:xdist"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *(f"tests/bench/{one}" for one in TESTS)],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(TESTS)} passed" in done.stdout
