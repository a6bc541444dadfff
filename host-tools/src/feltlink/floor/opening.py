"""From a store's address to its store."""

from __future__ import annotations

from pathlib import Path

from feltlink.floor.store import Store
from feltlink.problem import Problem


def open_store(url: str, *, confirm_s: float = 2.0) -> Store:
    """The store at `url`: `postgresql://user@host/database`, `sqlite:PATH` or a plain path.

    `confirm_s` is how long an award waits for a standby's word before it is told to wait: less than
    `LinkState.patience_ms`, or the bets would close meanwhile.
    """
    if url.startswith(("postgresql:", "postgres:")):
        from feltlink.floor.postgres import PostgresStore  # psycopg takes its time to load

        return PostgresStore(url, confirm_s=confirm_s)
    if "://" in url:
        raise Problem(
            f"{url!r} is no store of meters",
            remedy="write postgresql://user@host/database, sqlite:PATH or a path",
        )
    from feltlink.floor.sqlite import SqliteStore

    return SqliteStore(Path(url.removeprefix("sqlite:")))
