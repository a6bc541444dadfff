"""A flood of connections, and ones that never finish asking, leave the table its handles."""

from __future__ import annotations

import asyncio
import errno
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect

from feltlink.table.run import watch_loop
from feltlink.web import connections
from feltlink.web.app import create_app
from feltlink.web.serve import serve
from support.pages import FakeHost

GET = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = (
    b"POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def call(address: str, said: bytes) -> Line:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address[:-1].split(":")[-1]))
    writer.write(said)
    return reader, writer


async def ended(line: Line) -> bytes:
    """All that still comes before the other side closes."""
    try:
        return await line[0].read()
    except ConnectionError:
        return b""
    finally:
        line[1].close()


def test_too_many_connections_are_dropped_and_the_pages_there_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "MOST", 4)
    host = FakeHost()

    async def run() -> None:
        async with serve(create_app(host)) as address:
            page = await connect(address.replace("http", "ws") + "live")
            await page.recv()
            held = [await call(address, b"GET") for _ in range(3)]
            assert [await ended(await call(address, GET)) for _ in range(5)] == [b""] * 5
            host.show(stopped="still told")
            assert "still told" in str(await page.recv())
            for _, writer in held:
                writer.close()
            while not await ended(await call(address, GET)):  # until their ends have arrived
                pass
            await page.close()

    asyncio.run(run())


@pytest.mark.parametrize("said", [b"", b"\0\1\2", b"GET / HTT", POST, GET[:-26] + b"\r\nGET"])
def test_who_does_not_finish_asking_is_let_go(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(connections, "ASK_S", 0.05)

    async def run() -> None:
        async with serve(create_app(FakeHost())) as address:
            await ended(await call(address, said))  # comes to an end at all

    asyncio.run(run())


def test_a_slow_answer_and_a_quiet_page_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ASK_S", 0.01)
    looked = 0
    look = connections.Bounded._look

    def counted(self: connections.Bounded) -> None:
        nonlocal looked
        looked += 1
        look(self)

    monkeypatch.setattr(connections.Bounded, "_look", counted)

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        while looked < 5:
            await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def run() -> None:
        async with serve(slow) as address:
            assert b"204" in await ended(await call(address, GET))
        host = FakeHost()
        async with serve(create_app(host)) as address:
            page = await connect(address.replace("http", "ws") + "live")
            await page.recv()
            assert "beat" in str(await page.recv())
            await page.close()

    asyncio.run(run())


def test_only_a_fault_of_the_table_ends_it() -> None:
    async def run() -> None:
        table = SimpleNamespace(ended=asyncio.Event(), failure=None, record=None)
        watch_loop(table)  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        for number in (errno.EMFILE, errno.ENFILE):
            refused = OSError(number, "too many open files")
            what = "socket.accept() out of system resource"
            loop.call_exception_handler({"message": what, "exception": refused, "socket": None})
        assert not table.ended.is_set()
        loop.call_exception_handler({"message": "", "exception": OSError(errno.EMFILE, "")})
        assert table.ended.is_set()

    asyncio.run(run())
