"""The files of one simulated device: its flash, and what its chip keeps over a reset."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path

from feltlink import assets


class Flash:
    """A folder that stands for one device's memory.

    `root` is the device's `/`: the firmware tree, unchanged, the board module, and whatever the
    firmware writes. All of it survives every reset. `retained` is the memory that only power
    keeps.
    """

    def __init__(self, folder: Path) -> None:
        self.root = folder / "flash"
        self.retained = folder / "retained.bin"
        self.root.mkdir(parents=True, exist_ok=True)

    def install(
        self, board_module: str, firmware: Path | None = None, leave_out: Collection[str] = ()
    ) -> None:
        """Copy the firmware and write `board.py`; leave the device's own files alone."""
        shutil.copytree(
            firmware or assets.firmware(),
            self.root,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__", "*.pyi"),
        )
        for name in leave_out:
            (self.root / name).unlink(missing_ok=True)
        (self.root / "board.py").write_text(board_module, encoding="utf-8")

    def lose_power(self) -> None:
        """Forget what only power keeps."""
        self.retained.unlink(missing_ok=True)
