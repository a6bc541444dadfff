"""What is remembered over a reset: the boot id, and which sensors were covered.

The boot id lies in a file, written beside the old one and renamed over it. A missing or spoilt
file gives a random id, never a small one: the host takes an id it has seen for the same boot and
would drop its events as known.
"""

import os

import machine

from feltwire.crc16 import crc16

FILE = "/boot_id"
_TOP = 0x3FFFFFFF
_NAMES = ("", "PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET")
WATCHDOG = 3  # places in catalogue.RESET_CAUSES
SOFT = 5
MAINTENANCE = 7
VISIT = "/visit"  # there from when somebody gets the prompt until the program starts again


def reset_cause() -> int:
    """Return the place of the reset's cause in catalogue.RESET_CAUSES, 0 when not known.

    After a visit at the prompt that is told, once, and not how the visit ended.
    """
    try:
        os.remove(VISIT)
        return MAINTENANCE
    except OSError:
        pass
    cause = machine.reset_cause()
    for i, name in enumerate(_NAMES):
        if getattr(machine, name, None) == cause:
            return i
    return 0


def visited() -> None:
    """Note that the prompt is given to somebody, so that the next boot tells it."""
    try:
        open(VISIT, "w").close()
    except OSError:  # flash full or worn out: then the boot tells the chip's own cause
        pass


def next_boot_id() -> int:
    """Return an id above that of the boot before, and remember it."""
    before = _read()
    boot_id = before + 1 if 0 < before < _TOP else _random()
    text = b"%d" % boot_id
    try:
        with open(FILE + ".new", "wb") as file:
            file.write(b"%s %d\n" % (text, crc16(text, len(text))))
        os.rename(FILE + ".new", FILE)
    except OSError:  # flash full or worn out: an id that nobody has seen will do
        boot_id = _random()
    return boot_id


def _read() -> int:
    try:
        with open(FILE, "rb") as file:
            text, check = file.read(32).split()
        return int(text) if int(check) == crc16(text, len(text)) else 0
    except (OSError, ValueError):
        return 0


def _random() -> int:
    return int.from_bytes(os.urandom(4), "little") & 0x0FFFFFFF | 0x10000000


def open_memory(chip: bytes) -> "Scratch | RtcMemory | None":
    """Return what this chip keeps over a watchdog reset, or None."""
    if chip == b"rp2040":
        return Scratch()
    if hasattr(machine, "RTC") and hasattr(machine.RTC, "memory"):
        return RtcMemory()
    return None


def expected(covered: int, cause: int, sensors: int) -> int:
    """Return the sensors that may be covered at boot.

    Those that were (`covered`); when that is not known (-1), all of them after a watchdog's or a
    soft reset, when a game may be on, and after a visit; else none.
    """
    if covered >= 0:
        return covered
    return sensors if cause in (WATCHDOG, SOFT, MAINTENANCE) else 0


class Scratch:
    """The RP2040's watchdog scratch registers 0 and 1 (Datasheet 4.7.4); the SDK uses 4 to 7.

    One word: the covered sensors. No RAM of the chip outlives the start of MicroPython.
    """

    _AT = 0x4005800C
    _MARK = 0x2F317E5A

    def recall(self) -> int:
        """Return the word that was kept, -1 after a loss of power."""
        word = machine.mem32[self._AT + 4]
        return word if machine.mem32[self._AT] == word ^ self._MARK else -1

    def keep(self, word: int) -> None:
        machine.mem32[self._AT] = 0
        machine.mem32[self._AT + 4] = word
        machine.mem32[self._AT] = word ^ self._MARK


class RtcMemory:
    """The ESP32's RTC memory, 2048 bytes: all but a loss of power leaves it as it is."""

    def __init__(self) -> None:
        self._rtc = machine.RTC()

    def load(self, size: int) -> bytearray:
        """Return `size` bytes; zeros where nothing was kept."""
        kept = self._rtc.memory() or b""
        return bytearray(kept if len(kept) == size else size)

    def save(self, kept: bytearray) -> None:
        self._rtc.memory(kept)
