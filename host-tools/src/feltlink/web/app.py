"""The pages of one running table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from feltlink.table.desk import Desk
from feltlink.web import shell
from feltlink.web.acts import carry_out, parse
from feltlink.web.bench import Bench
from feltlink.web.bench_live import bench_routes
from feltlink.web.body import body_of
from feltlink.web.demo import Games, demo_routes
from feltlink.web.desk import DeskWays
from feltlink.web.guard import Guard
from feltlink.web.host import FeltPanel, Host
from feltlink.web.live import Live
from feltlink.web.login import Login, who_acts
from feltlink.web.records import Records
from feltlink.web.records import routes as reading_routes
from feltlink.web.reports import report_routes
from feltlink.web.visits import Doorkeeper, Visits, token_of

PAGES = {
    "/": "home.html",
    "/dealer": "dealer.html",
    "/cards": "cards.html",
    "/wheel": "wheel.html",
    "/records": "records.html",
    "/bench": "bench.html",
    "/desk": "desk.html",
    "/login": "login.html",
}


def _page(path: str, file: str) -> Route:
    async def page(request: Request) -> Response:
        return HTMLResponse(shell.page(file))

    return Route(path, page, methods=["GET"], name=file)


def create_app(
    host: Host,
    demo: FeltPanel | None = None,
    names: Iterable[str] = (),
    *,
    records: Records | None = None,
    bench: Bench | None = None,
    games: Games | None = None,
    desk: Desk | None = None,
) -> Starlette:
    """The application that shows `host`, the felt of a demo beside it, its record and its bench.

    `desk` is the supervisor's. `games` are what a demo may deal instead.

    `names` are the host names, beside `localhost` and numeric addresses, that it answers under.
    """

    visits = Visits(host)
    login = Login(host, visits)

    async def described(request: Request) -> Response:
        return FileResponse(shell.STATIC.parent / "openapi.json", media_type="application/json")

    async def state(request: Request) -> Response:
        return JSONResponse(host.view(), headers={"cache-control": "no-store"})

    async def act(request: Request) -> Response:
        who = partial(who_acts, visits, token_of(request.scope))
        answer = await carry_out(host, parse(await body_of(request)), who)
        return JSONResponse(answer, status_code=200 if answer["ok"] else 409)

    async def live(socket: WebSocket) -> None:
        felt = demo if socket.query_params.get("felt") == "1" else None
        who = partial(who_acts, visits, token_of(socket.scope))
        await Live(socket, host, felt, who).run()

    routes: list[BaseRoute] = [_page(path, file) for path, file in PAGES.items()]
    routes += [
        *login.routes(),
        *(DeskWays(desk, visits, login).routes() if desk else ()),
        *demo_routes(games),
        Route("/api/openapi.json", described, methods=["GET"]),
        Route("/api/state", state, methods=["GET"]),
        Route("/api/act", act, methods=["POST"]),
        WebSocketRoute("/live", live),
        *(reading_routes(records) if records else ()),
        *(report_routes(records, desk.store if desk else None) if records else ()),
        *(bench_routes(bench, visits) if bench else ()),
        Mount("/static", StaticFiles(directory=shell.STATIC)),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, names=tuple(names)),
            Middleware(Doorkeeper, visits=visits),
        ],
    )
