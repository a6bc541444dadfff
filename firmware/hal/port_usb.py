"""The wire to the host on the chip's own USB port. Neither side of it ever waits.

A second CDC port of our own is taken where micropython-lib's `usb-device-cdc` is installed: the
prompt then keeps the first one. Else the prompt's own streams are used, with Ctrl-C off: bytes go
through as they are.
"""

import select

from feltwire.speed import micropython

from .streams import Streams

_PACKET = 64  # a USB packet; the chip's buffer takes 256, the link gives 192 unheard bytes at most


def open_port(_number: int, _baud: int, _pins: "tuple[int, ...]") -> "Port | OwnPort":
    try:
        import usb.device  # type: ignore[import-not-found]
        from usb.device.cdc import CDCInterface  # type: ignore[import-not-found]
    except ImportError:
        return Port()
    cdc = CDCInterface()
    cdc.init(timeout=0)
    usb.device.get().init(cdc, builtin_driver=True)
    return OwnPort(cdc)


class Port(Streams):
    """The prompt's streams."""

    def __init__(self) -> None:
        super().__init__()
        self._room = select.poll()
        self._room.register(self._out, select.POLLOUT)

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

    def give_prompt(self) -> None:
        """Nothing to do: the prompt has the first port."""
