"""The wire to the host on the chip's own USB port. Neither side of it ever waits.

A second CDC port of our own is taken where micropython-lib's `usb-device-cdc` is installed: the
prompt then keeps the first one. Else the prompt's own streams are used, with Ctrl-C off: bytes go
through as they are.
"""

import select
import sys

import micropython as mp

from feltwire.speed import micropython

_AT_ONCE = 16  # bytes a turn: each one costs a poll, and the scan must go on
_PACKET = 64  # a USB packet; the chip's buffer takes 256, the link gives 192 unheard bytes at most


def open_port(_number: int, _baud: int, _pins: "tuple[int, ...]") -> "Port | OwnPort":
    try:
        import usb.device  # type: ignore[import-not-found]
        from usb.device.cdc import CDCInterface  # type: ignore[import-not-found]
    except ImportError:
        mp.kbd_intr(-1)
        return Port(sys.stdin.buffer, sys.stdout.buffer)
    cdc = CDCInterface()
    cdc.init(timeout=0)
    usb.device.get().init(cdc, builtin_driver=True)
    return OwnPort(cdc)


class Port:
    """The prompt's streams. A read there waits for all it is asked for, so it is asked for one
    byte, and only when one has come. Allocates nothing."""

    def __init__(self, in_stream: "BinaryIO", out_stream: "BinaryIO") -> None:  # type: ignore  # noqa: F821
        self._in = in_stream
        self._out = out_stream
        self._come = select.poll()
        self._come.register(in_stream, select.POLLIN)
        self._room = select.poll()
        self._room.register(out_stream, select.POLLOUT)
        self._one = bytearray(1)

    @micropython.native
    def read(self, buffer: bytearray) -> int:
        """Read what has come, at most `_AT_ONCE` bytes; return how many."""
        count = 0
        while count < _AT_ONCE and self._ready(self._come):
            self._in.readinto(self._one)
            buffer[count] = self._one[0]
            count += 1
        return count

    @micropython.native
    def write(self, buffer: bytearray, count: int) -> int:
        """Write up to a packet; return how many bytes. The credit of the link, 192 bytes since the
        last good frame, is below the chip's buffer: so a host that does not read stops nothing."""
        if not self._ready(self._room):
            return 0
        if count > _PACKET:
            count = _PACKET
        return self._out.write(buffer, count) or 0

    def drained(self) -> bool:
        """Tell whether everything has left: USB gives no other sign than room."""
        return self._ready(self._room)

    @micropython.native
    def _ready(self, poll) -> bool:  # type: ignore[no-untyped-def]
        for _ in poll.ipoll(0):
            return True
        return False


class OwnPort:
    """A CDC port of our own: micropython-lib's usb/device/cdc.py, told not to wait.

    That library makes views of the buffer at each call: this driver allocates, and the collector
    runs now and then. The prompt's streams do not.
    """

    def __init__(self, cdc) -> None:  # type: ignore[no-untyped-def]
        self._cdc = cdc

    def read(self, buffer: bytearray) -> int:
        return self._cdc.readinto(buffer) or 0

    def write(self, buffer: bytearray, count: int) -> int:
        return self._cdc.write(memoryview(buffer)[:count]) or 0

    def drained(self) -> bool:
        try:
            self._cdc.flush()
        except OSError:  # some still waits
            return not self._cdc.is_open()
        return True
