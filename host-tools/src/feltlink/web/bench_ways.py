"""The bench's acts under a technician's name, and the reports of its self-tests."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from feltlink.table.workbench import Workbench
from feltlink.web.acts import fault_of, parse
from feltlink.web.body import body_of
from feltlink.web.visits import Visits, token_of
from feltlink.workshop.selftest_report import listed

MAX_NAME = 60
REPORT = re.compile(r"selftest-[0-9a-f]+-[0-9T+-]+\.(json|txt)")


class BenchWays:
    """`/api/bench` of one table."""

    def __init__(self, workbench: Workbench, visits: Visits) -> None:
        self._workbench, self._visits = workbench, visits

    def routes(self) -> list[BaseRoute]:
        """The three ways."""
        return [
            Route("/api/bench", self.act, methods=["POST"]),
            Route("/api/bench/reports", self.reports, methods=["GET"]),
            Route("/api/bench/reports/{name}", self.report, methods=["GET"]),
        ]

    async def act(self, request: Request) -> Response:
        """Carry out one act: `{"id", "do": "self_test" | "answer" | "stop" | "check_program"}`."""
        given = parse(await body_of(request))
        fault = fault_of({**given, "act": given.get("do")} if isinstance(given, dict) else given)
        if fault:
            return _answer(fault, 400)
        name = self._who(request, given.get("name"))
        if not name:
            return _answer("Say who you are: a name is kept with every report.", 400)
        return _answer(self._workbench.act(given, f"technician {name}"), 409)

    async def reports(self, request: Request) -> Response:
        """What self-tests there were, the newest first."""
        found = await asyncio.to_thread(listed, self._workbench.folder)
        return JSONResponse({"reports": found}, headers={"cache-control": "no-store"})

    async def report(self, request: Request) -> Response:
        """One report, as JSON with its signature or as a page to file."""
        name = request.path_params["name"]
        file: Path = self._workbench.folder / name
        if not REPORT.fullmatch(name) or not file.is_file():
            return _answer("There is no such report.", 404)
        kind = "application/json" if file.suffix == ".json" else "text/plain; charset=utf-8"
        return FileResponse(file, media_type=kind, filename=name)

    def _who(self, request: Request, typed: object) -> str:
        """The technician's name; at an open table the one that is typed."""
        if self._visits.people is None:
            return typed.strip()[:MAX_NAME] if isinstance(typed, str) else ""
        found = self._visits.get(token_of(request.scope))
        return found.name if found else ""


def _answer(sentence: str, status: int) -> Response:
    body = {"ok": not sentence, "sentence": sentence}
    return JSONResponse(body, status_code=status if sentence else 200)
