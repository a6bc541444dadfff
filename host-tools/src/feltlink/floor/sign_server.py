"""Feeds the sign's lines to every display that connects. A slow display is dropped, not waited
for: it connects again and gets the newest line first."""

from __future__ import annotations

import socket
import threading

from feltlink.problem import Problem

SEND_S = 1.0


class SignServer:
    """Listens at `HOST:PORT` (port 0 takes a free one)."""

    def __init__(self, listen: str) -> None:
        host, _, port = listen.rpartition(":")
        try:
            if not 0 <= int(port) <= 65535:
                raise ValueError(f"there is no port {port}")
            self._socket = socket.create_server((host or "127.0.0.1", int(port)))
        except (OSError, ValueError) as error:
            raise Problem(
                f"nothing can be served at {listen!r} ({error})",
                remedy="write HOST:PORT with a free port, like 127.0.0.1:7070",
            ) from error
        self._lock = threading.Lock()
        self._displays: list[socket.socket] = []
        self._last = b""
        threading.Thread(target=self._welcome, daemon=True).start()

    @property
    def address(self) -> str:
        """HOST:PORT as bound."""
        host, port = self._socket.getsockname()[:2]
        return f"{host}:{port}"

    def tell(self, line: str) -> None:
        """Send a line to every display."""
        with self._lock:
            self._last = line.encode()
            self._displays = [d for d in self._displays if self._sent(d, self._last)]

    def close(self) -> None:
        """Let everybody go."""
        self._socket.close()
        with self._lock:
            for display in self._displays:
                display.close()

    def _welcome(self) -> None:
        while True:
            try:
                display, _ = self._socket.accept()
            except OSError:  # closed
                return
            display.settimeout(SEND_S)
            with self._lock:
                if self._sent(display, self._last):
                    self._displays.append(display)

    @staticmethod
    def _sent(display: socket.socket, data: bytes) -> bool:
        try:
            display.sendall(data)
        except OSError:
            display.close()
            return False
        return True
