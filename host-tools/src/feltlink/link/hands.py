"""A session that commands and takes no event: for the workbench, on a controller without a table.

It acknowledges what is acknowledged already, so the controller takes commands and keeps its events.
"""

from __future__ import annotations

from feltlink.link.frames import encode
from feltlink.link.handshake import hello
from feltlink.link.messages import KIND_OF, Ack, AskSnapshot, Command, Done, Snapshot
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltwire import catalogue


class Hands(Quiet):
    """Asks and commands; something must be asked at least each second, or the host is lost."""

    _hello = staticmethod(hello)

    def __init__(self, port: PortInfo, baud: int = BAUD) -> None:
        super().__init__(port, baud)
        self._path = port.path
        if self.welcome.catalogue != catalogue.fingerprint():
            self.close()
            raise Problem(
                "the controller's program is of another release than this host",
                where=f"port {port.path}",
                remedy="feltlink firmware deploy",
            )
        self._opened.write(encode(Ack(self.welcome.first_unacked), 0))

    def command(self, command: Command) -> str:
        """Have a command carried out once; return its result's word, "ok" when it was."""
        self._seq = self._seq + 1 & 0xFF
        kind = KIND_OF[type(command)]
        done = self._ask(command, Done, 4, 0.5, lambda answer: answer.kind == kind)
        if done is None:
            raise Problem(
                f"the controller does not answer {type(command).__name__}",
                where=f"port {self._path}",
                remedy="feltlink doctor",
                code=1,
            )
        return catalogue.RESULTS[done.result]

    def snapshot(self) -> Snapshot:
        """The whole state now."""
        return self.ask(AskSnapshot(), Snapshot)
