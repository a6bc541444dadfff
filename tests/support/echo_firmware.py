"""A small program for the simulated chip, to test the simulation itself and nothing above it.

It says `boot<cause>`, then six bytes a change of its three inputs: `e`, the word, ticks_us; it
sends back what it hears. `w` wedges it, `r` resets it, `f` writes a file, `q` ends it.
"""

from __future__ import annotations

from pathlib import Path

MAIN = """
import machine, os, time
from machine import Pin
sensors = [Pin(n, Pin.IN, Pin.PULL_UP) for n in (2, 3, 8)]
light = Pin(10, Pin.OUT, value=0)
uart = machine.UART(0, 115200)
dog = machine.WDT(timeout=1000)
buf = bytearray(64)
report = bytearray(b"e.....")
was = 0
uart.write(b"boot%d" % machine.reset_cause())

def scan():
    global was
    word = 0
    for i in range(3):
        word |= (1 - sensors[i].value()) << i
    if word != was:
        was = word
        at = time.ticks_us()
        report[1] = word
        for i in range(4):
            report[2 + i] = at >> 8 * i & 255
        uart.write(report)
        light.value(word & 1)

def listen():
    waiting = min(uart.any(), len(buf))  # asked for more, a UART waits for more
    if waiting:
        n = uart.readinto(buf, waiting)
        if buf[0] == ord("w"):
            while True:
                time.sleep_ms(5)
        if buf[0] == ord("r"):
            machine.reset()
        if buf[0] == ord("f"):
            try:
                with open("/note") as note:
                    said = note.read()
            except OSError:
                said = ""
            with open("/note.new", "w") as note:
                note.write(said + "+")
            os.rename("/note.new", "/note")
        if buf[0] == ord("q"):
            raise ValueError("asked to")
        uart.write(buf, n)

while True:
    scan()
    listen()
    dog.feed()
    time.sleep_us(100)
"""


def write(folder: Path) -> Path:
    """Write the program; return the folder to give as `firmware`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.py").write_text(MAIN)
    return folder


def edges(said: bytes) -> list[tuple[int, int]]:
    """Take reports apart: [(word, ticks)]."""
    return [
        (said[i + 1], int.from_bytes(said[i + 2 : i + 6], "little"))
        for i in range(0, len(said), 6)
        if said[i : i + 1] == b"e"
    ]
