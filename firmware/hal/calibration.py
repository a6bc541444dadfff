"""Thresholds measured on this table, kept in a file so that a new program does not forget them.

`/calibration` holds a line a sensor, `input on_counts off_counts`, and last `check N`: the CRC of
all before it. A spoilt or missing file changes nothing: the board's own thresholds hold.
"""

from feltwire.crc16 import crc16

FILE = "/calibration"


def load(on: "list[int]", off: "list[int]", path: str = FILE) -> bool:
    """Put the file's thresholds into `on` and `off`; tell whether there were any."""
    try:
        with open(path, "rb") as file:
            text = file.read(1024)
        lines, check = text.rsplit(b"check ", 1)
        if crc16(lines, len(lines)) != int(check):
            return False
        found = [tuple([int(word) for word in line.split()]) for line in lines.split(b"\n") if line]
    except (OSError, ValueError):
        return False
    for number, on_counts, off_counts in found:
        if number >= len(on) or not 0 < off_counts < on_counts <= 65535:
            return False
    for number, on_counts, off_counts in found:
        on[number] = on_counts
        off[number] = off_counts
    return True
