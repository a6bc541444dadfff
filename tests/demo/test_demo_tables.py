"""The choice of the game: between rounds, each with its own record, the pages at one address."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2

from feltlink.cli.demo_run import GAMES, setup_of
from feltlink.cli.demo_tables import DemoTables
from feltlink.problem import Problem
from feltlink.table.config import Setup
from support.channel import Channel

BASE = "http://127.0.0.1"


class Site:
    """Asks the demo's tables as a page does."""

    def __init__(self, tables: DemoTables) -> None:
        transport = httpx2.ASGITransport(app=tables)
        self.http = httpx2.AsyncClient(transport=transport, base_url=BASE, headers={"origin": BASE})
        self.acts = 0

    async def get(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.http.get(path)).json()
        return found

    async def choose(self, game: str) -> str:
        sentence: str = (await self.http.post("/api/demo", json={"game": game})).json()["sentence"]
        return sentence

    async def act(self, kind: str) -> dict[str, Any]:
        self.acts += 1
        act = {"id": f"a-test-act-{self.acts}", "act": kind}
        answer: dict[str, Any] = (await self.http.post("/api/act", json=act)).json()
        return answer

    async def until_live(self) -> dict[str, Any]:
        while (view := await self.get("/api/state"))["controller"]["state"] != "live":
            await asyncio.sleep(0.02)
        return view


def test_the_first_page_changes_the_game_between_rounds(tmp_path: Path) -> None:
    async def evening() -> None:
        broken: list[str] = []

        def of(game: str) -> Setup:
            if game in broken:
                raise Problem("its file is gone")
            return setup_of(game, tmp_path / f"{game}.db")

        tables = DemoTables(GAMES, of)
        try:
            assert await tables.choose("bonus-spin") == ""
            site = Site(tables)
            assert await site.get("/api/demo") == {"games": list(GAMES), "game": "bonus-spin"}
            assert "Name one" in await site.choose("roulette")
            live = Channel(tables, "/live")
            assert json.loads(await live.heard())["view"]["game"] == "bonus_spin"

            assert await site.choose("uth") == ""
            assert await live.closed() == 1012
            assert (await site.until_live())["game"] == "ultimate-holdem"
            broken.append("duel-draw")
            assert "its file is gone" in await site.choose("duel-draw")
            assert (await site.until_live())["game"] == "ultimate-holdem"

            assert await site.choose("progressive") == ""
            assert (await site.until_live())["meters"] is not None
            assert (await site.act("new_game"))["ok"]
            assert "A round is open" in await site.choose("bonus-spin")
            assert (await site.get("/api/demo"))["game"] == "progressive"
        finally:
            await tables.close()
        assert not tables.ended.is_set()
        assert sorted(path.name for path in tmp_path.glob("*.db")) == [
            *("bonus-spin.db", "progressive-meters.db", "progressive.db", "uth.db")
        ]

    asyncio.run(asyncio.wait_for(evening(), 110))
