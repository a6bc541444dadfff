"""What the attached chips run: the released program, another, or a boot loader that waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from feltlink.workshop.devices import Found
from feltlink.workshop.finding import Finding
from feltlink.workshop.flash import BOARD_IDS, Drive

__all__ = ["boot_loaders", "programs"]


def programs(found: Iterable[Found]) -> Iterator[Finding]:
    """Version skew: is each controller's program this release's."""
    for one in found:
        if not one.uid:
            if "in use" not in one.why:
                yield Finding(
                    "program",
                    "bad",
                    f"{one.port}: {one.why}",
                    "nothing of ours answers there: flash it (feltlink firmware flash), or deploy "
                    "with --blank on a chip that has MicroPython",
                )
        elif one.program == "another":
            yield Finding(
                "program",
                "bad",
                f"{one.port}: controller {one.uid} ({one.board}, firmware {one.firmware}) runs "
                "another program than this release's",
                f"feltlink firmware deploy {one.port} --board {one.board}; a table refuses it",
            )
        elif one.program:
            yield Finding("program", "good", f"{one.port}: controller {one.uid} runs this release")


def boot_loaders(waiting: int, drives: Iterable[Drive]) -> Iterator[Finding]:
    """`waiting` chips are in their boot loader; their drives must be mounted and be known ones."""
    mounted = list(drives)
    for drive in mounted:
        if drive.board_id in BOARD_IDS.values():
            yield Finding(
                "boot loader",
                "note",
                f"{drive.path} ({drive.board_id}) waits for an image",
                "feltlink firmware flash IMAGE.uf2",
            )
        else:
            yield Finding(
                "boot loader",
                "bad",
                f"{drive.path} ({drive.board_id or 'no name'}) is another maker's boot loader",
                "hold BOOTSEL (not the board's own button) while plugging it in; the drive must be "
                "called RPI-RP2 or RP2350",
            )
    if waiting > len(mounted):
        yield Finding(
            "boot loader",
            "note",
            "a chip waits in its boot loader, and its drive is not mounted",
            "mount it (udisksctl mount -b /dev/disk/by-label/RPI-RP2), or install picotool",
        )
