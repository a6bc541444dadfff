"""A card-reading shoe: a line a card from a file, a pipe or a serial port, given to the game.

What is no card, or not due, is refused by the game with a sentence for the dealer, as a keyed card
is. A file is read on from where the last run stopped, and each of its lines has a name of its own,
so that a card is dealt once whatever dies; what is in flight in a pipe or a port dies with it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.store import Record
from feltlink.table.host import TableHost

KEPT = "shoe"
EVERY_S = 0.02
AGAIN_S = 1.0
MOST = 100
"""Bytes of a line; a longer one is noise, and is refused as its first part."""


class Source(Protocol):
    """Bytes as they come; `at` is the place of the next one, `name` tells this source's lines
    from those of any other.
    """

    name: str
    at: int

    def read(self) -> bytes:
        """What has come since, at once."""
        ...

    def close(self) -> None: ...


class _File:
    """A regular file that grows. One that has become shorter is another file."""

    def __init__(self, path: Path, name: str, at: int) -> None:
        self._path = path
        self._handle = os.open(path, os.O_RDONLY)
        self.name, self.at = name, at

    def read(self) -> bytes:
        if os.stat(self._path).st_size < self.at:
            self.name, self.at = secrets.token_hex(4), 0
        data = os.pread(self._handle, 4096, self.at)
        self.at += len(data)
        return data

    def close(self) -> None:
        os.close(self._handle)


class _Pipe:
    """A named pipe; its writers may come and go."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.name, self.at = secrets.token_hex(4), 0

    def read(self) -> bytes:
        try:
            data = os.read(self._handle, 4096)
        except BlockingIOError:
            return b""
        self.at += len(data)
        return data

    def close(self) -> None:
        os.close(self._handle)


class _Port:
    """A serial port, ours alone."""

    def __init__(self, path: Path, baud: int) -> None:
        from serial import Serial

        self._port = Serial(str(path), baud, timeout=0, exclusive=True)
        self.name, self.at = secrets.token_hex(4), 0

    def read(self) -> bytes:
        data: bytes = self._port.read(4096)
        self.at += len(data)
        return data

    def close(self) -> None:
        self._port.close()


class Shoe:
    """Reads cards from `path` and gives them to the host, each under a name of its own."""

    def __init__(self, path: Path, baud: int, record: Record) -> None:
        self._record = record
        self._path, self._baud = path, baud
        self._open()

    def _open(self) -> None:
        self._line = b""
        self._source = _open(self._path, self._baud, self._record)
        self._start = self._source.at

    def feed(self, host: TableHost) -> int:
        """Give the host the whole lines that have come; how many cards they were."""
        given = 0
        for byte in self._source.read():
            self._line += bytes((byte,))
            if byte in b"\r\n" or len(self._line) >= MOST:
                given += self._give(host)
        return given

    def close(self) -> None:
        """Let the source go."""
        self._source.close()

    async def run(self, host: TableHost) -> None:
        """Feed until cancelled. A source that fails is told, and opened again once it is back."""
        try:
            while True:
                try:
                    self.feed(host)
                except OSError as error:
                    await self._lost(host, error.strerror or str(error))
                await asyncio.sleep(EVERY_S)
        finally:
            self.close()

    async def _lost(self, host: TableHost, why: str) -> None:
        """Tell the dealer, who can key the cards, and wait until the source can be opened."""
        ident = f"shoe-{secrets.token_hex(4)}"
        host.act({"id": ident, "act": "card", "fault": why}, "shoe", machine=True)
        self.close()
        while True:
            await asyncio.sleep(AGAIN_S)
            with suppress(Problem):
                self._open()
                return

    def _give(self, host: TableHost) -> int:
        raw, self._line = self._line, b""
        ident = f"shoe-{self._source.name}-{self._start}"
        self._start += len(raw)
        text = raw.split(b"#", 1)[0].strip().decode("utf-8", "replace")
        if text:
            host.act({"id": ident, "act": "card", "card": text}, "shoe", machine=True)
        if isinstance(self._source, _File):
            kept = {"path": str(self._path), "name": self._source.name, "at": self._start}
            self._record.keep(KEPT, kept)
        return 1 if text else 0


def _open(path: Path, baud: int, record: Record) -> Source:
    try:
        kind = path.stat().st_mode
        if stat.S_ISREG(kind):
            kept = record.ask(reading.kept, KEPT)
            if kept and kept["path"] == str(path):
                return _File(path, kept["name"], kept["at"])
            return _File(path, secrets.token_hex(4), 0)
        return _Port(path, baud) if stat.S_ISCHR(kind) else _Pipe(path)
    except OSError as error:
        raise Problem(
            f"the shoe cannot be read: {error.strerror or error}",
            where=str(path),
            remedy="connect it, or mend shoe.source in the table's file",
        ) from None
