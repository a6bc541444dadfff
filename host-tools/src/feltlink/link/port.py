"""Opening a serial port so that nobody else can, and so that no board resets by it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import termios
from dataclasses import dataclass
from pathlib import Path

import serial

from feltlink.problem import Problem

BAUD = 115_200
# USB-to-UART bridges whose DTR and RTS drive an ESP32's EN and IO0: CH340, CP210x, FTDI, PL2303.
BRIDGES = frozenset({0x1A86, 0x10C4, 0x0403, 0x067B})


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port as the system describes it. `vendor` and `product` are its USB ids, `serial` its
    number."""

    path: str
    description: str = ""
    vendor: int | None = None
    serial: str = ""
    product: int | None = None


class PortInUse(Problem):
    """Somebody else has the port open: most likely a running table."""


class Port:
    """An open port: `read` and `write` never block; an OSError means that it is gone."""

    def __init__(self, path: str, device: serial.Serial) -> None:
        self.path = path
        self._device = device
        self.fd: int = device.fileno()

    def read(self) -> bytes:
        """What has come. Call it when the port is readable: nothing then means that it is gone,
        which is an OSError.
        """
        try:
            data = os.read(self.fd, 4096)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError("hung up")
        return data

    def write(self, data: bytes) -> int:
        """Write what fits now; return how many bytes."""
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Give the port up. Once more does nothing: the number may be another file's by then."""
        if not self._device.is_open:
            return
        with contextlib.suppress(OSError, termios.error):
            fcntl.ioctl(self.fd, termios.TIOCNXCL)
        with contextlib.suppress(OSError, termios.error):
            self._device.close()


def open_port(path: str, baud: int = BAUD, vendor: int | None = None) -> Port:
    """Open `path` exclusively and without touching DTR and RTS after the kernel has.

    The kernel raises both together, which resets no ESP32; pyserial finds them as it wants them.
    On a bridge (`vendor`, its USB id) closing would drop them one by one: HUPCL is cleared there.
    A native USB port must drop DTR, so that the controller knows the host is gone. Raises
    `Problem` naming the port: missing, not permitted, or in use and by whom.
    """
    try:
        device = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except (serial.SerialException, OSError, termios.error) as fault:
        raise _problem(path, fault) from None
    flags = termios.tcgetattr(device.fileno())
    flags[2] = flags[2] & ~termios.HUPCL if vendor in BRIDGES else flags[2] | termios.HUPCL
    termios.tcsetattr(device.fileno(), termios.TCSANOW, flags)
    # pyserial only locks the file, which binds those alone who lock it too
    fcntl.ioctl(device.fileno(), termios.TIOCEXCL)
    return Port(path, device)


def _problem(path: str, fault: Exception) -> Problem:
    where = f"port {path}"
    number = getattr(fault, "errno", None)
    if not Path(path).exists():
        return Problem("there is no such port", where=where, remedy="plug the controller in")
    if number == 13:  # EACCES
        return Problem(
            "no permission to open the port",
            where=where,
            remedy="add your user to the port's group (often dialout) and log in again",
        )
    if number in (11, 16) or "lock" in str(fault):  # EAGAIN from the lock, EBUSY from TIOCEXCL
        return PortInUse(
            f"the port is in use{_holders(path)}",
            where=where,
            remedy="stop the other program, or give this one another port",
        )
    if not Path(path).is_char_device():
        return Problem(
            "this is no serial port", where=where, remedy="name one that feltlink devices lists"
        )
    return Problem(f"the port cannot be opened: {fault}", where=where, remedy="check the cable")


def _holders(path: str) -> str:
    """Name the processes that hold `path`, as far as this user may see."""
    real = os.path.realpath(path)
    found = []
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(link) == real and link.parts[2] != str(os.getpid()):
                name = Path("/proc", link.parts[2], "comm").read_text().strip()
                found.append(f"{name} (process {link.parts[2]})")
        except OSError:
            continue
    return f" by {', '.join(sorted(set(found)))}" if found else " by another program"
