"""Stores for the tests of the floor: SQLite files and databases of one PostgreSQL server."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from feltlink.floor.opening import open_store
from feltlink.floor.store import Store
from support import postgres

_numbers = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    with postgres.running() as one:
        yield one


@pytest.fixture
def own_server() -> Iterator[postgres.Server]:
    """A server of this test's own, to be killed."""
    with postgres.running() as one:
        yield one


@pytest.fixture
def database(server: postgres.Server) -> str:
    """The address of a new, empty database."""
    name = f"meters{next(_numbers)}"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.url(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'meters.db'}"
    address: str = request.getfixturevalue("database")
    return address


@pytest.fixture
def opening() -> Iterator[postgres.Opening]:
    """`open_store`, with every store closed at the end."""
    with ExitStack() as stack:
        yield lambda url, **options: stack.enter_context(open_store(url, **options))


@pytest.fixture
def store(url: str, opening: postgres.Opening) -> Store:
    opened: Store = opening(url)
    return opened
