"""Is the program on a controller the released one? Asked over the wire; nothing is changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.workshop import attached, boards, program
from feltlink.workshop.targets import TARGETS

__all__ = ["Verdict", "released", "verify"]


@dataclass(frozen=True)
class Verdict:
    """`form` says in which form the program is the released one: "image", "source" or, against a
    manifest, "manifest"; empty when it is another program. `wanted` are the digests it may have.
    """

    uid: bytes
    board: str
    found: bytes
    form: str
    wanted: dict[str, bytes]


def verify(port: PortInfo, manifest: Path | None = None, baud: int = BAUD) -> Verdict:
    """Compare the controller's own digest with a manifest's, or with this release's."""
    with Quiet(port, baud) as looking:
        _, name = attached.identity(looking)
        wanted = {"manifest": _in(manifest)} if manifest else released(name, f"port {port.path}")
        found = attached.digest(looking)
        form = next((form for form, digest in wanted.items() if digest == found), "")
        return Verdict(looking.welcome.uid, name, found, form, wanted)


def released(board: str, where: str = "") -> dict[str, bytes]:
    """This release's digests for a board: as it is in images, and as source."""
    try:
        its_board = boards.load(board)
    except Problem:
        raise Problem(
            f"this release has no board {board}",
            where=where,
            remedy="give the manifest that was made with its image: --manifest FILE",
        ) from None
    sources = program.sources(its_board)
    flashed = program.compiled(sources, TARGETS[its_board.chip.name].march)
    return {"source": program.digest(sources), "image": program.digest(flashed)}


def _in(manifest: Path) -> bytes:
    try:
        return bytes.fromhex(json.loads(manifest.read_text())["program_sha256"])
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Problem(
            f"this is no manifest ({type(fault).__name__}: {fault})",
            where=str(manifest),
            remedy="name the .json that lies beside the image",
        ) from None
