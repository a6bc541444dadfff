"""Whether this machine can run what a table's file says: its folders, its record, its address.

Asked for `feltlink table check` and `run` alone: an auditor reads a record from a read-only disk.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

from feltlink.problem import Problem
from feltlink.record.database import connect_to_read
from feltlink.table.file import TableFile, Web
from feltlink.toml_locator import Flaw, inside


def flaws(file: TableFile, base: Path) -> Iterator[Flaw]:
    """What keeps it from running. Nothing is made."""
    record = base / file.record
    why = _unwritable(record)
    if not why and record.exists():
        try:
            connect_to_read(record).close()
        except Problem as problem:
            why = inside(problem)
    if why:
        yield Flaw(("record",), why)
    if file.meters is not None and "://" not in file.meters.store:
        store = base / file.meters.store.removeprefix("sqlite:")
        if why := _unwritable(store):
            yield Flaw(("meters", "store"), why)
    if why := _unreachable(file.web):
        yield Flaw(("web", "host"), why)


def _unwritable(path: Path) -> str:
    """Why the file, its journal and its lock cannot be written; "" when they can."""
    if path.is_dir():
        return f"expected a file, and {path} is a folder"
    if not path.parent.is_dir():
        return f"expected a file in a folder that exists, not {str(path)!r}"
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists():
            with path.open("rb+"):
                pass
    except OSError as error:
        return f"cannot be written ({error.strerror}): {path}"
    return ""


def _unreachable(web: Web) -> str:
    """Why no page can be served under the address; "" when it is one of this machine."""
    try:
        found = socket.getaddrinfo(web.host, 0, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or str(error)
        return f"expected an address of this machine, and {web.host!r} is not known ({said})"
    family, kind, protocol, _, address = found[0]
    try:
        with socket.socket(family, kind, protocol) as trial:
            trial.bind(address)
    except OSError as error:
        return f"expected an address of this machine, not {web.host!r} ({error.strerror})"
    return ""
