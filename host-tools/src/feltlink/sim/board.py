"""`SimBoard`: the whole firmware on a real MicroPython, with simulated pins, clock and cable."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from feltlink.problem import Problem
from feltlink.sim import parts, records
from feltlink.sim.cable import Cable
from feltlink.sim.device import Cause, Device, Traits
from feltlink.sim.flash import Flash
from feltlink.sim.lines import RELEASED, Lines
from feltlink.sim.ports import PipePort, PtyPort
from feltlink.sim.prompt import Prompt
from feltlink.sim.realtime import Pump
from feltlink.sim.records import Record
from feltlink.sim.trace import Change
from feltlink.sim.virtual import Steps
from feltlink.workshop.boards import Board, compile_board, load
from feltlink.workshop.program import left_out


class SimBoard:
    """A board to drive from Python. Times are true microseconds since it was first powered.

    `clock="real"` runs by itself; `clock="virtual"` lives only while `run` lets it, and the same
    calls give the same run. `link="pty"` gives `port`, a path to open as a real port; `link="pipe"`
    gives `read` and `write`. `ticks` is what the tick counter shows at each boot, `uid` tells two
    boards apart, `drift_ppm` makes the device's crystal fast. With `folder`, the device's files are
    kept there. With `console` (real time only), the chip's prompt, which comes when main.py has
    ended, is on a second port, `folder/console`.
    """

    def __init__(
        self,
        board: Board | str = "pico-6seat",
        *,
        clock: Literal["real", "virtual"] = "real",
        link: Literal["pty", "pipe"] | None = None,
        uid: bytes = b"\xe6SIM\x00\x00\x00\x01",
        ticks: int = 0,
        drift_ppm: int = 0,
        cable: Cable | None = None,
        folder: Path | None = None,
        firmware: Path | None = None,
        console: bool = False,
        start: bool = True,
    ) -> None:
        self.board = load(board) if isinstance(board, str) else board
        self.lines = Lines(self.board)
        self.virtual = clock == "virtual"
        self._own = None if folder else tempfile.TemporaryDirectory(prefix="feltlink-sim-")
        self.folder = folder or Path(self._own.name if self._own else "")
        self.flash = Flash(self.folder)
        self.flash.install(compile_board(self.board), firmware, left_out(self.board))
        pty = link == "pty" or (link is None and not self.virtual)
        self._pipe = PipePort()
        end = PtyPort(self.folder / "port") if pty else self._pipe
        self.cable = cable or Cable()
        self.device = Device(
            self.lines, self.flash, end, self.cable, Traits(uid, drift_ppm, ticks, self.virtual)
        )
        if console:
            self.device.prompt = Prompt(self.folder / "console")
        self._time: Steps | Pump = Steps(self.device) if self.virtual else Pump(self.device)
        if start:
            self.start()

    # -- life

    def start(self, cause: Cause = "power") -> None:
        """Power the board."""
        with self.device.lock:
            self.device.reset(cause)
        self._time.wake()

    def reset(self, cause: Cause = "hard") -> None:
        """Reset the board at this instant. Its port and its files stay."""
        self.start(cause)

    def off(self) -> None:
        """Cut the power."""
        with self.device.lock:
            self.device.die(lost_power=True)
            self.flash.lose_power()

    def close(self) -> str:
        """End everything; return what the firmware printed."""
        self._time.stop()
        said = self.device.die()
        self.device.port.close()
        if self.device.prompt:
            self.device.prompt.close()
        if self._own:
            self._own.cleanup()
        return said

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        said = self.close()
        if error is not None and said:
            error.add_note(f"the simulated board printed:\n{said}")

    # -- lines

    def set(self, line: str | int, level: int) -> None:
        """Drive a line to 0 or 1, or let it go with `RELEASED`."""
        pin = self.lines.pin(line)
        with self.device.lock:
            self.device.drive(pin, level)

    def level(self, line: str | int) -> int:
        """The level on a line now: what the chip drives, else what we drive, else at rest."""
        pin = self.lines.pin(line)
        with self.device.lock:
            return self.device.level(pin)

    def hold(self, line: str | int, on: bool = True) -> None:
        """Cover a sensor or hold the button down; or let it go. Open-drain: never driven high."""
        pin = self.lines.pin(line)
        self.set(pin, self.lines.asserted(pin) if on else RELEASED)

    def at(self, at_us: int, line: str | int, on: bool) -> None:
        """Assert a line, or let it go, at a true time."""
        pin = self.lines.pin(line)
        level = self.lines.asserted(pin) if on else RELEASED
        self.call_at(at_us, lambda: self.device.drive(pin, level))

    def call_at(self, at_us: int, act: Callable[[], None]) -> None:
        """Do anything at a true time."""
        with self.device.lock:
            self.device.at(at_us, act)
        self._time.wake()

    def chip(self, seat: int, on: bool = True, spot: str | None = None) -> None:
        """Put a chip on a seat's sensor, or take it off."""
        self.hold(f"seat {seat} {spot}" if spot else f"seat {seat}", on)

    def button(self, down: bool) -> None:
        """Press the spin button, or let it go."""
        self.hold("button", down)

    def lit(self, line: str | int) -> bool:
        """Tell whether a light is on now."""
        pin = self.lines.pin(line)
        with self.device.lock:
            return self.device.trace.lit(pin)

    def shade(self, line: str | int) -> bytes:
        """How a light is lit: an LED's green, red and blue, or a PWM's duty (16 bits, LE)."""
        pin = self.lines.pin(line)
        with self.device.lock:
            return self.device.trace.shades.get(pin, b"")

    @property
    def changes(self) -> list[Change]:
        """Every change of an output so far."""
        with self.device.lock:
            return list(self.device.trace.changes)

    def watch(self, watcher: Callable[[Change], None]) -> None:
        """Call `watcher` with each change of an output (in real time: from the board's thread)."""
        self.device.trace.watchers.append(watcher)

    # -- time

    @property
    def now_us(self) -> int:
        """True microseconds since the board was first powered."""
        return self.device.now_us

    def run(self, us: int) -> None:
        """Let the board live `us` more; in real time, wait so long."""
        self._time.run_for(us)

    def run_until(self, true: Callable[[], bool], limit_us: int, step_us: int = 1_000) -> bool:
        """Run until `true()` is so, at most `limit_us`; tell whether it is."""
        end_us = self.now_us + limit_us
        while not true():
            if self.now_us >= end_us:
                return False
            self.run(min(step_us, end_us - self.now_us))
        return True

    # -- cable

    @property
    def port(self) -> str:
        """The path to open with a serial library; a Problem when the link is a pipe."""
        end = self.device.port
        if isinstance(end, PtyPort):
            return str(end.path)
        raise Problem("this board has a pipe, not a port", remedy='use link="pty"')

    def read(self) -> bytes:
        """The host's side of the pipe; raises OSError(EIO) while the cable is pulled."""
        return self._pipe.read()

    def write(self, data: bytes) -> int:
        """The host's side of the pipe; raises OSError(EIO) while the cable is pulled."""
        return self._pipe.write(data)

    def pull(self) -> None:
        """Pull the cable. The port's name goes; who has it open gets EIO."""
        with self.device.lock:
            self.device.pull()
        self._time.wake()

    def plug(self) -> None:
        """Put the cable back: the same name, a new terminal."""
        with self.device.lock:
            self.device.plug()
        self._time.wake()

    # -- trouble inside the chip

    def fault(self, kind: parts.Fault, value: int = 0) -> None:
        """Break something beside the controller; `parts.Fault` says what `value` means."""
        with self.device.lock:
            self.device.fault(kind, value)

    def mend(self, kind: parts.Fault) -> None:
        """Undo a `fault`."""
        with self.device.lock:
            self.device.fault(kind, None)

    def stall(self, us: int, *, interrupts_off: bool = False) -> None:
        """Stand still for `us` at the next look at clock or pin, as in a write to flash."""
        self._tell(Record(records.STALL, int(interrupts_off), at_us=us))

    def raise_once(self, kind: Literal["OSError", "MemoryError", "RuntimeError", "^C"]) -> None:
        """Raise inside the firmware at its next look at a pin."""
        self._tell(
            Record(records.TROUBLE, ("OSError", "MemoryError", "RuntimeError", "^C").index(kind))
        )

    def block_writes(self, us: int) -> None:
        """Nobody reads the port: it swallows 256 bytes, then each write blocks for `us`; 0: read.

        MicroPython's USB port does so, for 500 ms a write (shared/tinyusb/mp_usbd_cdc.c).
        """
        self._tell(Record(records.BLOCK, b=us))

    def lock_heap(self, locked: bool = True) -> None:
        """Make every allocation of the firmware fail from now on."""
        self._tell(Record(records.HEAP_LOCK, int(locked)))

    def heap(self, *, collect: bool = False) -> tuple[int, int]:
        """Return (bytes in use, bytes free) of the interpreter's heap."""
        device = self.device
        with device.lock:
            device.ask_heap(collect)
        self._time.wait(lambda: device.heap is not None)
        answer = device.heap
        return (answer.b, answer.at_us) if answer else (0, 0)

    @property
    def ended(self) -> str:
        """Why main.py ended in this life; empty while it runs."""
        return self.device.ended

    def _tell(self, record: Record) -> None:
        with self.device.lock:
            self.device.tell(record)
