"""`feltlink table run` as a process of its own, on a board that outlives it: to be killed."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feltlink.table import config

FELTLINK = [sys.executable, "-c", "from feltlink.cli.main import run; run()"]
DEMO = Path(config.__file__).parent / "demo"


class TableCommand:
    """The table of `folder`, at the same address in each of its lives."""

    def __init__(self, folder: Path, device: str) -> None:
        """`device` is the port of the controller."""
        for original in DEMO.iterdir():
            shutil.copy(original, folder)
        file, wheel = folder / "table.toml", folder / "wheel-A5.toml"
        own = f'port = "{device}"\nallow_unprovisioned = true'
        file.write_text(file.read_text().replace('port = "sim"', own))
        text = wheel.read_text()
        top, *others = tomllib.loads(text)["weights"]
        # A top prize takes four checks more; so it is made too rare to be met.
        rarer = [top, *(weight * 100_000 for weight in others)]
        wheel.write_text(re.sub("weights = .*", f"weights = {rarer}", text))
        self.file = file
        self.record = folder / "table.db"
        # Bound and never listening: the port is kept for us while the table is dead.
        self._kept = socket.socket()
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.port = self._kept.getsockname()[1]
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Run it; returns when its pages are served."""
        command = [*FELTLINK, "table", "run", str(self.file)]
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert " runs: " in said, said or "the table did not start"
        self.address = said.partition(" runs: ")[2].strip()

    def kill(self) -> None:
        """SIGKILL: nothing of it has time for anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def close(self) -> None:
        self.kill()
        self._kept.close()


@contextmanager
def table_command(folder: Path, device: str) -> Iterator[TableCommand]:
    """A running table, killed at the end."""
    table = TableCommand(folder, device)
    try:
        table.start()
        yield table
    finally:
        table.close()
