"""Reports, search and export for the records page and a house system. They only read."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import apsw
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from feltlink.floor.store import Store
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.export import span, write
from feltlink.record.rounds import ANY_ROUND
from feltlink.table.course import courses
from feltlink.table.report import By, Report, days, shifts, zone
from feltlink.web.records import Json, Records, told

SHIFTS = "06:00,14:00,22:00"
FOUND = 60
BATCH = 500
MOST_LOOKED_AT = 50_000
MOST_TEXT = 100
FORMS: dict[str, Literal["jsonl", "csv"]] = {"jsonl": "jsonl", "csv": "csv"}
WAYS_TO_ADD: dict[str, By] = {"day": "day", "shift": "shift"}


def report_of(by: By, zone_name: str) -> Callable[[apsw.Connection], Json]:
    """Drop, win, coin-in and hits by day or shift there, oldest first, and all together."""
    where = zone(zone_name)
    period = shifts(SHIFTS, where) if by == "shift" else days(where)

    def ask(connection: apsw.Connection) -> Json:
        report = Report(by, period)
        report.add("this table", connection, 0, ANY_ROUND)
        rows = [{"name": name, **sums.row()} for name, sums in sorted(report.rows.items())]
        return {"by": by, "rows": rows, "whole": report.whole.row()}

    return ask


def search(words: str) -> Callable[[apsw.Connection], Json]:
    """The newest entries whose sentence, kind or author has all these words, in any case."""
    wanted = words.lower().split()

    def ask(connection: apsw.Connection) -> Json:
        top = reading.head(connection)[0]
        lowest = max(0, top - MOST_LOOKED_AT)
        found: list[Json] = []
        while top > lowest and wanted and len(found) < FOUND:
            batch = list(reading.between(connection, max(lowest, top - BATCH) + 1, top))
            for one in map(told, reversed(batch)):
                text = f"{one['sentence']} {one['kind']} {one['who']} {one['day']}".lower()
                if all(word in text for word in wanted) and len(found) < FOUND:
                    found.append(one)
            top -= BATCH
        return {"entries": found, "whole": top <= 0}

    return ask


def report_routes(records: Records, store: Callable[[], Store] | None) -> list[BaseRoute]:
    """`/api/report`, `/api/search` and `/api/export`."""

    async def answer(ask: Callable[[], Json | None]) -> Response:
        try:
            found = await asyncio.to_thread(ask)
        except Problem as problem:
            return JSONResponse({"sentence": str(problem)}, status_code=503)
        return JSONResponse(found, headers={"cache-control": "no-store"})

    async def report(request: Request) -> Response:
        by = WAYS_TO_ADD.get(request.query_params.get("by", ""), "day")
        name = request.query_params.get("zone", "UTC")

        def ask() -> Json:
            found = records.ask(report_of(by, name)) or {}
            return {**found, "meters": courses(store) if store else []}

        return await answer(ask)

    async def searched(request: Request) -> Response:
        words = request.query_params.get("q", "")[:MOST_TEXT]
        return await answer(lambda: records.ask(search(words)))

    async def export(request: Request) -> Response:
        form = FORMS.get(request.query_params.get("form", ""), "jsonl")
        try:
            file = await asyncio.to_thread(_exported, records, form)
        except Problem as problem:
            return JSONResponse({"sentence": str(problem)}, status_code=503)
        return FileResponse(
            file,
            media_type="text/csv" if form == "csv" else "application/x-ndjson",
            filename=f"record.{form}",
            background=BackgroundTask(file.unlink),
        )

    return [
        Route("/api/report", report, methods=["GET"]),
        Route("/api/search", searched, methods=["GET"]),
        Route("/api/export", export, methods=["GET"]),
    ]


def _exported(records: Records, form: Literal["jsonl", "csv"]) -> Path:
    """The whole record in a file that is thrown away when it has been sent."""
    with tempfile.NamedTemporaryFile(suffix=f".{form}", delete=False) as made:
        path = Path(made.name)
    try:
        with path.open("w", encoding="utf-8", newline="") as out:
            records.ask(lambda c: {"count": write(span(c, 0, ANY_ROUND), form, out)})
    except BaseException:
        path.unlink()
        raise
    return path
