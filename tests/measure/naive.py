"""The peer of the scan: the loop one would write first. A `Pin` object and a counter an input,
a JSON line an event, on the same interpreter and the same simulated pins."""

from __future__ import annotations

from pathlib import Path

MAIN = """
import json, machine, time
from machine import Pin
pins = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(INPUTS)]
uart = machine.UART(0, 115200)
dog = machine.WDT(timeout=2000)
state = [0] * INPUTS
count = [0] * INPUTS
seq = 0
due = time.ticks_us()
line = b""
while True:
    for i, pin in enumerate(pins):
        value = 1 - pin.value()
        if value != state[i]:
            count[i] += 1
            if count[i] >= 25:
                count[i] = 0
                state[i] = value
                seq += 1
                event = {"type": "edge", "seq": seq, "at_us": time.ticks_us(), "input": i,
                         "covered": bool(value)}
                uart.write(json.dumps(event) + "\\n")
        else:
            count[i] = 0
    came = uart.read()
    if came:
        line += came
        while b"\\n" in line:
            first, line = line.split(b"\\n", 1)
            uart.write(json.dumps({"type": "pong"}) + "\\n")
    dog.feed()
    due = time.ticks_add(due, 1000)
    left = time.ticks_diff(due, time.ticks_us())
    if left > 0:
        time.sleep_us(left)
"""


def write(folder: Path, inputs: int) -> Path:
    """Write the program for inputs on pins 0 up; return the folder to give as `firmware`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.py").write_text(f"INPUTS = {inputs}\n{MAIN}")
    return folder
