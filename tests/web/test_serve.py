"""Serving inside a running loop: the address, a taken port, a clean end."""

from __future__ import annotations

import asyncio

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


def test_a_taken_port_is_named() -> None:
    async def run(port: int) -> None:
        async with serve(create_app(FakeHost()), port=port):
            pass

    with site_of(FakeHost()) as site, pytest.raises(Problem, match=f":{site.port}"):
        asyncio.run(run(site.port))
