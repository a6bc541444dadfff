"""The disk under a table's record: is there room, and does it keep what was written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from feltlink.workshop.finding import Finding

__all__ = ["Disk", "disk_of", "findings"]

LEAST_BYTES = 500_000_000  # a table's record grows by some 100 MB a month
FEW_BYTES = 2_000_000_000
GONE = {"tmpfs", "ramfs", "overlay"}
SHARED = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "vboxsf"}


@dataclass(frozen=True)
class Disk:
    """The file system that holds a path: its kind, its free bytes, and whether we may write."""

    path: Path
    kind: str
    free_bytes: int
    writable: bool


def disk_of(path: Path, mounts: Path = Path("/proc/mounts")) -> Disk:
    """Look at the file system that `path` (it need not be there yet) is on."""
    there = path.resolve()
    while not there.exists():
        there = there.parent
    best, kind = "", ""
    for line in mounts.read_text().splitlines():
        words = line.split()
        inside = there.is_relative_to(words[1])
        if inside and len(words[1]) >= len(best):
            best, kind = words[1], words[2]
    room = os.statvfs(there)
    return Disk(path, kind, room.f_bavail * room.f_frsize, os.access(there, os.W_OK))


def findings(disk: Disk) -> Iterator[Finding]:
    """What keeps a record from being safe there."""
    what = f"{disk.path} ({disk.kind}, {disk.free_bytes / 1e9:.1f} GB free)"
    if not disk.writable:
        yield Finding(
            "disk",
            "bad",
            f"{what} may not be written",
            "give the table's user the folder: sudo chown feltlink: FOLDER",
        )
    elif disk.kind in GONE:
        yield Finding(
            "disk", "bad", f"{what} is gone after a restart", "put the record on a disk of its own"
        )
    elif disk.kind in SHARED:
        yield Finding(
            "disk",
            "bad",
            f"{what} is on the network: SQLite's locks and syncs cannot be relied on there",
            "put the record on a local disk, and copy it with `feltlink record backup`",
        )
    elif disk.free_bytes < LEAST_BYTES:
        yield Finding(
            "disk",
            "bad",
            f"{what}: a table stops when its record cannot be written",
            "make room, or move old volumes of the record away",
        )
    elif disk.free_bytes < FEW_BYTES:
        yield Finding("disk", "note", what, "make room soon")
    else:
        yield Finding("disk", "good", what)
