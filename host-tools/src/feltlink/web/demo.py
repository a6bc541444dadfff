"""Which game a demo's table deals, chosen on the first page. A real table has no such choice."""

from __future__ import annotations

from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from feltlink.web.acts import parse
from feltlink.web.body import body_of


class Games(Protocol):
    """What the demo process offers (`feltlink.cli.demo_tables.DemoTables`)."""

    @property
    def games(self) -> tuple[str, ...]:
        """The names that may be chosen."""
        ...

    @property
    def game(self) -> str:
        """The one on the table."""
        ...

    async def choose(self, game: str) -> str:
        """Close this table and open another one; a sentence why not, or "" when it is open."""
        ...


def demo_routes(games: Games | None) -> list[BaseRoute]:
    """`/api/demo`: what may be chosen, and the choice."""

    async def offered(request: Request) -> Response:
        found = {
            "games": list(games.games) if games else [],
            "game": games.game if games else None,
        }
        return JSONResponse(found, headers={"cache-control": "no-store"})

    async def choose(request: Request) -> Response:
        if games is None:
            return _answer("This table is no demo: its file says which game it deals.")
        match parse(await body_of(request)):
            case {"game": str(game)} if game in games.games:
                return _answer(await games.choose(game))
        return _answer("Name one of the games that are offered.", 400)

    return [
        Route("/api/demo", offered, methods=["GET"]),
        Route("/api/demo", choose, methods=["POST"]),
    ]


def _answer(sentence: str, status: int = 409) -> Response:
    return JSONResponse(
        {"ok": not sentence, "sentence": sentence}, status_code=status if sentence else 200
    )
