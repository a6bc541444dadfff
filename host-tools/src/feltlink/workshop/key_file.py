"""The file with a controller's key: 64 hex digits, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from feltlink.problem import Problem

KEY_BYTES = 32


def read(path: Path) -> bytes:
    """The 32 bytes. `Problem` naming the file."""
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as fault:
        raise Problem(
            f"the controller's key cannot be read ({fault})",
            where=str(path),
            remedy="make it again: feltlink provision PORT",
        ) from None
    if len(key) != KEY_BYTES:
        raise Problem(
            f"the controller's key has {len(key)} bytes, not {KEY_BYTES}",
            where=str(path),
            remedy="make it again: feltlink provision PORT",
        )
    return key


def make(path: Path) -> bytes:
    """A new key, on disk before anyone else knows it. The file must not be there yet."""
    key = secrets.token_bytes(KEY_BYTES)
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        raise Problem(
            f"the key cannot be written: {fault.strerror}",
            where=str(path),
            remedy="name a file in a folder you may write to: --key-file",
        ) from None
    return key
