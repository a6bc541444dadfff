"""Whether there is a host, which one, and what it may do."""

from feltwire import catalogue
from feltwire.speed import const, micropython

from .ticks import since

_SILENT_US = const(1_000_000)

NONE = 0  # just booted, or the host was lost
FOREIGN = 1  # another major version: the frozen core only
READ_ONLY = 2  # another catalogue: it may look
GREETED = 3  # one of ours, its first ACK has not come yet
LIVE = 4

_FREE = (catalogue.HELLO, catalogue.ASK_IDENTITY, catalogue.ASK_DIGEST, catalogue.REBOOT)


class Session:
    """`state` is one of the names above; `nonce` the host's of this session."""

    def __init__(self, catalogue_hash: int) -> None:
        self._hash = catalogue_hash
        self._heard_us = 0
        self.state = NONE
        self.nonce = 0

    def hello(self, major: int, catalogue_hash: int, nonce: int) -> bool:
        """A HELLO came; tell whether it begins a new session."""
        if self.state != NONE and nonce == self.nonce:
            return False
        self.nonce = nonce
        if major != catalogue.MAJOR:
            self.state = FOREIGN
        elif catalogue_hash != self._hash:
            self.state = READ_ONLY
        else:
            self.state = GREETED
        return True

    @micropython.native
    def heard(self, now_us: int) -> None:
        self._heard_us = now_us

    def silent_ms(self, now_us: int) -> int:
        return since(now_us, self._heard_us) // 1000

    @micropython.native
    def silent(self, now_us: int) -> bool:
        """Tell whether the host has said nothing for a second. Asked while there is a session."""
        return since(now_us, self._heard_us) >= _SILENT_US

    def end(self) -> None:
        self.state = NONE
        self.nonce = 0

    @micropython.native
    def takes(self, kind: int) -> bool:
        """Tell whether a message is served at all in this state."""
        if kind in _FREE:
            return True
        if self.state == NONE:
            return kind == catalogue.PING
        if self.state == FOREIGN:
            return False
        if self.state == READ_ONLY:
            return kind != catalogue.ACK
        return self.state == LIVE or kind < catalogue.LIGHTS
