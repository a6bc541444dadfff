"""Serving inside a running loop: the address, a taken port, a clean end."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from websockets.asyncio.client import connect

from feltlink.problem import Problem
from feltlink.web.app import create_app
from feltlink.web.serve import serve
from support.pages import FakeHost, site_of


def test_it_serves_in_the_tables_loop_and_ends_clean() -> None:
    host = FakeHost()

    async def run() -> None:
        async with serve(create_app(host)) as address:
            assert address.startswith("http://127.0.0.1:")
            page = await connect(address.replace("http", "ws") + "live")
            await page.recv()
            assert host.listeners == 1
        await page.wait_closed()
        assert page.close_code == 1012

    asyncio.run(run())
    assert host.listeners == 0


def test_small_frames_are_sent_at_once() -> None:
    delays: list[int] = []

    class App:
        """Notes how its connection is set up."""

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            loop: Any = asyncio.get_running_loop()
            for transport in loop._transports.values():
                sock = transport.get_extra_info("socket")
                delays.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})

    async def run() -> None:
        async with serve(App()) as address:
            port = int(address.rstrip("/").rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert b"204" in await reader.read()
            writer.close()
            await writer.wait_closed()

    asyncio.run(run())
    assert delays
    assert all(delays)


def test_a_taken_port_is_named() -> None:
    async def run(port: int) -> None:
        async with serve(create_app(FakeHost()), port=port):
            pass

    with site_of(FakeHost()) as site, pytest.raises(Problem, match=f":{site.port}"):
        asyncio.run(run(site.port))
