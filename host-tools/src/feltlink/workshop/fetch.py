"""Getting the pinned MicroPython base image, from a file or an address, and checking its digest."""

from __future__ import annotations

import hashlib
import os
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from feltlink.problem import Problem

__all__ = ["Base", "bases", "fetch"]

_CHUNK = 64 * 1024
_MOST = 16 * 1024 * 1024  # no image of these chips is larger


@dataclass(frozen=True)
class Base:
    """A MicroPython image by name, version and SHA-256 (hex), and where its maker publishes it."""

    name: str
    version: str
    sha256: str
    address: str


def bases() -> dict[str, Base]:
    """Chip -> the image that this release was tried on."""
    text = Path(__file__).with_name("bases.toml").read_text()
    return {chip: Base(**entry) for chip, entry in tomllib.loads(text).items()}


def fetch(
    base: Base, source: str, folder: Path, progress: Callable[[int, int], None] = lambda *_: None
) -> Path:
    """Copy the image from `source`, a path or an http(s) address, into `folder`; return its path.

    Nothing with another digest is ever kept. Network is used for an address alone.
    """
    target = folder / base.name
    if target.exists() and hashlib.sha256(target.read_bytes()).hexdigest() == base.sha256:
        return target
    folder.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    try:
        with _open(source) as stream, part.open("wb") as file:
            found = _copy(stream, file, progress)
        if found != base.sha256:
            raise Problem(
                f"has SHA-256 {found[:16]}…, and {base.name} has {base.sha256[:16]}…",
                where=source,
                remedy="it is another version, was cut off, or was changed: do not flash it",
                code=1,
            )
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


def _open(source: str) -> IO[bytes]:
    try:
        if source.startswith(("http://", "https://")):
            stream: IO[bytes] = urllib.request.urlopen(source, timeout=30)
            return stream
        return Path(source).open("rb")
    except (urllib.error.URLError, OSError) as fault:
        raise Problem(
            f"cannot be read: {getattr(fault, 'reason', None) or fault}",
            where=source,
            remedy="without a network bring the file on a stick and name it with --from PATH",
        ) from None


def _copy(stream: IO[bytes], file: IO[bytes], progress: Callable[[int, int], None]) -> str:
    total = hashlib.sha256()
    done = 0
    headers = getattr(stream, "headers", None)
    size = int(headers.get("Content-Length") or 0) if headers else 0
    while piece := stream.read(_CHUNK):
        total.update(piece)
        file.write(piece)
        done += len(piece)
        progress(done, size)
        if done > _MOST:
            break
    file.flush()
    os.fsync(file.fileno())
    return total.hexdigest()
