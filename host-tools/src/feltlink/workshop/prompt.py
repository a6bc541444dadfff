"""The MicroPython prompt of a controller: the one place that knows mpremote's own interface."""

from __future__ import annotations

import ast
import contextlib
import os
import struct
from types import TracebackType
from typing import Any, Self

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from feltlink.link.port import BAUD
from feltlink.problem import Problem

SILENT_S = 10.0  # longer than the watchdog: who is silent for so long has been reset
CHUNK = 1024  # bytes a piece: a Pico at the prompt has some 100 KiB free

# The firmware's watchdog cannot be stopped. Long enough for a file, and it ends what hangs. By the
# file the next boot tells that somebody was here (firmware/hal/backup.py, VISIT).
_PATIENCE = """
import machine
_dog = machine.WDT(timeout=8300)
open('/visit', 'w').close()
_dog.feed()
"""
_RESET = "import machine, time\ntime.sleep_ms(100)\nmachine.reset()\n"
_READ = """
try:
    with open({name!r}, 'rb') as _file:
        print(_file.read())
except OSError:
    print(b'')
"""
# what does not read back as it was written never takes the old one's place
_REPLACE = """
import os
_data = {data!r}
with open({name!r} + '.new', 'wb') as _file:
    _file.write(_data)
with open({name!r} + '.new', 'rb') as _file:
    _same = _file.read() == _data
if _same:
    os.rename({name!r} + '.new', {name!r})
print(_same)
_dog.feed()
"""


class Prompt:
    """Ends the program that runs (its lights go dark) and holds the prompt until `reset`."""

    def __init__(self, path: str, baud: int = BAUD) -> None:
        self.path = path
        self.baud = baud
        self.answers = True
        try:
            # behind a link mpremote would not see a pty, and wait ten times as long
            self._transport = SerialTransport(os.path.realpath(path), baud, timeout=SILENT_S)
            self._transport.enter_raw_repl(soft_reset=False)
            self._transport.exec(_PATIENCE)
        except (TransportError, OSError, struct.error) as fault:
            raise self._problem(fault) from None

    def _problem(self, fault: Exception) -> Problem:
        if isinstance(fault, TransportExecError):
            said = str(fault.error_output).strip().splitlines()
            return Problem(
                f"the controller could not do it: {said[-1] if said else fault}",
                where=f"port {self.path}",
                remedy="try again; if it stays so, flash a fresh image",
            )
        self.answers = False
        return Problem(
            f"the MicroPython prompt does not answer: {fault}",
            where=f"port {self.path}",
            remedy="give the port of the prompt with --prompt; on a Pico it is its USB port",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):  # unplugged meanwhile
            self._transport.close()

    def run(self, script: str) -> str:
        """Run a script; return what it printed. The watchdog is fed before and after."""
        try:
            said: bytes = self._transport.exec(f"_dog.feed()\n{script}\n_dog.feed()\n")
        except (TransportError, OSError, struct.error) as fault:
            raise self._problem(fault) from None
        return said.decode(errors="replace")

    def value(self, script: str) -> Any:
        """Run a script that prints one literal; return its value."""
        return ast.literal_eval(self.run(script).strip())

    def read(self, name: str) -> bytes:
        """Return a small file; empty where there is none."""
        return bytes(self.value(_READ.format(name=name)))

    def write(self, name: str, data: bytes) -> None:
        """Write a file that nothing uses yet, in pieces. Its folder is there."""
        self.run(f"_file = open({name!r}, 'wb')")
        for at in range(0, len(data), CHUNK):
            self.run(f"_file.write({data[at : at + CHUNK]!r})")
        self.run("_file.close()")

    def replace_file(self, name: str, data: bytes) -> None:
        """Write a small file beside the old one, read it back, and rename it over the old one."""
        if self.run(_REPLACE.format(name=name, data=data)).strip() != "True":
            raise Problem(
                f"the file {name} does not read back as it was written",
                where=f"port {self.path}",
                remedy="try again; if it stays so, the controller's flash is worn out",
            )

    def reset(self) -> None:
        """Start the controller anew, once its answer has left."""
        try:
            self._transport.exec_raw_no_follow(_RESET)
        except (TransportError, OSError, struct.error) as fault:
            raise self._problem(fault) from None
