"""The MicroPython prompt of a controller: the one place that knows mpremote's own interface."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from feltlink.problem import Problem

# The firmware's watchdog cannot be stopped. Long enough for a file, and it ends what hangs.
_PATIENCE = "import machine\nmachine.WDT(timeout=8300).feed()\n"
_REPLACE = """
import os
with open({name!r} + '.new', 'wb') as file:
    file.write({data!r})
os.rename({name!r} + '.new', {name!r})
with open({name!r}, 'rb') as file:
    print(file.read() == {data!r})
"""


class Prompt:
    """Ends the program that runs (its lights go dark) and holds the prompt until `reset`."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._transport = SerialTransport(path)
            self._transport.enter_raw_repl(soft_reset=False)
            self._transport.exec(_PATIENCE)
        except (TransportError, OSError) as fault:
            raise self._problem(fault) from None

    def _problem(self, fault: Exception) -> Problem:
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
        self._transport.close()

    def replace_file(self, name: str, data: bytes) -> None:
        """Write a small file beside the old one, rename it over it, and read it back."""
        try:
            said = self._transport.exec(_REPLACE.format(name=name, data=data))
        except (TransportError, OSError) as fault:
            raise self._problem(fault) from None
        if said.strip() != b"True":
            raise Problem(
                f"the file {name} does not read back as it was written",
                where=f"port {self.path}",
                remedy="try again; if it stays so, the controller's flash is worn out",
            )

    def reset(self) -> None:
        """Start the controller anew."""
        try:
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()\n")
        except (TransportError, OSError) as fault:
            raise self._problem(fault) from None
