# The port of the prompt, by its streams: bytes one by one, no waiting to read. On the chip's own
# USB a write blocks when the host has the port open and does not read; on an ESP32's UART0 it waits
# for room in the FIFO. Stands before `sys` and `select`; what the program prints goes to the log.
import sys as _sys

import simchip
import simparts
import simport


class _In:
    def readinto(self, into):
        "As sys.stdin.buffer: waits until all of it is there."
        got = 0
        while got < len(into):
            if simport.count == 0:
                simchip.sleep_us(100)
                continue
            into[got] = simport.ring[simport.head]
            simport.head = (simport.head + 1) % len(simport.ring)
            simport.count -= 1
            got += 1
            if into[got - 1] == 3 and interrupts == 3:
                raise KeyboardInterrupt
        return got


class _Out:
    def write(self, data, count=-1):
        "As sys.stdout.buffer: waits until all of it is taken, on USB at most 500 ms."
        count = len(data) if count < 0 else count
        while not USB and simport.free() < count:
            simchip.sleep_us(100)
        return simport.write(data, count)


class _Stream:
    def __init__(self, buffer):
        self.buffer = buffer


class _Sys:
    stdin = _Stream(_In())
    stdout = _Stream(_Out())

    def __getattr__(self, name):
        return getattr(_sys, name)


class _Poll:
    def __init__(self):
        self._asked = []
        self._ready = []

    def register(self, stream, events):
        self._asked.append((stream, events))

    def ipoll(self, timeout=-1, flags=0):
        "Answers the same object each time, as the built-in one does: nothing is allocated."
        simchip.look()
        self._at = 0
        return self

    def __iter__(self):
        return self

    def __next__(self):
        while self._at < len(self._asked):
            pair = self._asked[self._at]
            self._at += 1
            if pair[1] == select.POLLIN and simport.count:
                return pair
            if pair[1] == select.POLLOUT and (not simport.block_us or simport.block_room):
                return pair
        raise StopIteration


class select:
    POLLIN = 1
    POLLOUT = 4
    poll = _Poll


class _MicroPython:
    def kbd_intr(self, character):
        global interrupts
        interrupts = character
        if character == 3:
            simchip.give_prompt()

    def __getattr__(self, name):
        return getattr(_micropython, name)


interrupts = 3  # the character that raises KeyboardInterrupt, as at the prompt
import micropython as _micropython  # noqa: E402

USB = simparts.WIRED["port"] == "usb"
if USB:
    simport.setup(10000000, 4096, 224)  # the host holds back what the chip has no room for
else:
    simport.setup(115200, 260, 128 - simport.FIFO)  # ports/esp32/mphalport.c: 260 bytes to read
_sys.modules["sys"] = _Sys()
_sys.modules["select"] = select
_sys.modules["micropython"] = _MicroPython()
