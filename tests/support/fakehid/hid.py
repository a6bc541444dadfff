"""Stands in for hidapi: a Pico with u2if whose pins are a simulated board's, in another process.

Only what Blinka's u2if backend asks of GPIO. `FELTLINK_FAKE_HID` names the socket of that process,
which takes (operation, pin, argument) and answers one byte.
"""

from __future__ import annotations

import os
import socket
from typing import Any

PICO = {"vendor_id": 0xCAFE, "product_id": 0x4005, "path": b"simulated"}


def enumerate(*_ids: int) -> list[dict[str, Any]]:
    return [PICO]


class device:  # noqa: N801
    def open(self, vendor: int, product: int, serial: str | None = None) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(os.environ["FELTLINK_FAKE_HID"])

    def close(self) -> None:
        self._line.close()

    def write(self, report: bytes) -> int:
        self._line.sendall(report[1:4])  # report[0] is the report's id
        self._answer = bytes([report[1], 1, 0, self._line.recv(1)[0]])
        return len(report)

    def read(self, size: int, _timeout_ms: int = 0) -> list[int]:
        return list(self._answer.ljust(size, b"\0"))
