"""A bench on a line where nothing happens, for what surrounds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from feltlink.link import messages as m
from feltlink.record.signing import signer_or_new
from feltlink.table.clocks import SystemClock
from feltlink.table.workbench import Workbench
from feltlink.web.bench import Bench
from feltlink.workshop.boards import load


class IdleLine:
    """A line and a table's side of it, between rounds; it keeps what is sent."""

    round_open = False
    tested = False

    def __init__(self, path: str = "") -> None:
        self.path = path
        self.sent: list[m.Command] = []
        self.watch: Any = lambda event: None

    def command(self, command: m.Command) -> bool:
        self.sent.append(command)
        return True

    def ask(self, question: Any) -> bool:
        return False

    def act(self, act: Any, by: str) -> dict[str, Any]:
        return {"ok": True, "sentence": ""}

    def check_program(self) -> bool:
        return False

    def counters(self) -> dict[str, int]:
        return {}


def bench_of(
    host: Any, folder: Path, line: IdleLine | None = None, board: str = "pico-6seat"
) -> Bench:
    """The bench of a host that only answers acts."""
    line = line or IdleLine()
    if not hasattr(host, "tested"):
        host.tested = False
    workbench = Workbench(
        load(board),
        line,
        host,
        SystemClock(),
        folder=folder,
        signer=lambda: signer_or_new(folder.parent / "workshop"),
        programs=(bytes(32),),
    )
    return Bench(load(board), line, line, workbench)
