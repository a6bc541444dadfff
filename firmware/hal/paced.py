"""What a UART has room for, reckoned from the time: asking it would cost a call a byte."""

from time import ticks_diff, ticks_us


class Paced:
    """Base of the ports on a UART. A write to a full buffer would wait for the wire."""

    def __init__(self, baud: int, room: int) -> None:
        self._byte_us = 10_000_000 // baud + 1  # start, eight bits, stop
        self._room = room
        self._waiting = 0  # bytes that cannot have left the buffer yet
        self._at_us = ticks_us()

    def drained(self) -> bool:
        """Tell whether everything has left for the wire."""
        self._drain()
        return self._waiting == 0

    def _drain(self) -> None:
        now_us = ticks_us()
        left = ticks_diff(now_us, self._at_us) // self._byte_us
        if left:
            self._at_us = now_us
            self._waiting = self._waiting - left if 0 < left < self._waiting else 0
