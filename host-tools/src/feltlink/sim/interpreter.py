"""One life of the simulated chip, from boot to reset: a MicroPython process and two lines to it."""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from feltlink.problem import Problem
from feltlink.sim.flash import Flash
from feltlink.sim.records import Record, Unpacker

MODULES = Path(__file__).resolve().parent / "mp"
HEAP = "192wK"  # 192 KiB on the chip: the interpreter scales it for its wider objects
PATIENCE_S = 20.0  # of real time, for one answer of a process on a busy machine


def micropython() -> str:
    """Return the interpreter: MICROPYTHON=path, or the one that came with the package."""
    named = os.environ.get("MICROPYTHON")
    beside = Path(sys.executable).parent / "micropython"
    found = named or (str(beside) if beside.exists() else shutil.which("micropython"))
    if not found or not os.access(found, os.X_OK):
        raise Problem(
            "there is no MicroPython to run the simulated board with",
            where=found or "micropython",
            remedy="run `make setup`, or name an executable with MICROPYTHON=path",
        )
    return found


@dataclass(frozen=True)
class Birth:
    """What the chip finds at boot. Times in true microseconds since the board was first powered."""

    virtual: bool
    chip: str
    uid: bytes
    cause: int  # MicroPython's machine.reset_cause()
    epoch_us: int  # of the machine's monotonic clock
    now_us: int
    ticks: int
    drift_ppm: int
    parts: str = "{}"  # the chips beside it (`parts.described`)


class Interpreter:
    """A running chip."""

    def __init__(self, flash: Flash, birth: Birth, terminal: int = -1) -> None:
        """`terminal` is a file descriptor for the prompt that comes when main.py has ended."""
        self._to, to_child = socket.socketpair()
        self._from, from_child = socket.socketpair()
        self.fileno = self._from.fileno
        self._unpack = Unpacker()
        to_child.setblocking(birth.virtual)
        env = dict(os.environ)
        env.update(
            FELTLINK_SIM_CLOCK="virtual" if birth.virtual else "real",
            FELTLINK_SIM_CHIP=birth.chip,
            FELTLINK_SIM_UID=birth.uid.hex(),
            FELTLINK_SIM_CAUSE=str(birth.cause),
            FELTLINK_SIM_EPOCH_US=str(birth.epoch_us),
            FELTLINK_SIM_NOW_US=str(birth.now_us),
            FELTLINK_SIM_TICKS=str(birth.ticks),
            FELTLINK_SIM_PPM=str(birth.drift_ppm),
            FELTLINK_SIM_PARTS=birth.parts,
            FELTLINK_SIM_FLASH=str(flash.root),
            FELTLINK_SIM_RETAINED=str(flash.retained),
            FELTLINK_SIM_IN=str(to_child.fileno()),
            FELTLINK_SIM_OUT=str(from_child.fileno()),
        )
        prompt = terminal >= 0
        env["FELTLINK_SIM_PROMPT"] = "1" if prompt else ""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `kill`
        options = ["-X", f"heapsize={HEAP}", *(["-i"] if prompt else [])]
        self._process = subprocess.Popen(
            [micropython(), *options, str(MODULES / "start.py")],
            env=env,
            cwd=flash.root,
            pass_fds=[to_child.fileno(), from_child.fileno()],
            stdin=terminal if prompt else subprocess.DEVNULL,
            stdout=terminal if prompt else self._said,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a Ctrl-C in the terminal is for us, not for the firmware
        )
        to_child.close()
        from_child.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, record: Record) -> None:
        """Give the chip one record; a chip that is just dying takes none."""
        try:
            self._to.sendall(record.pack())
        except (BrokenPipeError, ConnectionResetError):
            return

    def receive(self, timeout_s: float = PATIENCE_S) -> list[Record]:
        """Return what the chip said, at least one record unless the time runs out.

        Raises a Problem when the process is gone: it never ends by itself.
        """
        while True:
            if not select.select([self._from], [], [], timeout_s)[0]:
                return []
            try:
                data = self._from.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                raise Problem(
                    f"the simulated chip died with exit code {self._process.wait()}",
                    where=f"{MODULES / 'start.py'}",
                    remedy=self.said() or "it said nothing",
                    code=1,
                )
            whole = self._unpack.feed(data)
            if whole:  # else a record's payload is still to come
                return whole

    def said(self) -> str:
        """What the process printed so far."""
        self._said.seek(0)
        return self._said.read().decode(errors="replace").strip()

    def kill(self) -> str:
        """End this life at once; return what it printed."""
        self._process.kill()
        self._process.wait()
        said = self.said()
        self._said.close()
        self._to.close()
        self._from.close()
        return said
