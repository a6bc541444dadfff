"""What the records page and a house system ask of the record. It only reads, beside the writer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.entry import Entry
from feltlink.record.rounds import ANY_ROUND, Round, rounds
from feltlink.record.signing import beside, head_in, public_key
from feltlink.record.verify import verify
from feltlink.table.audit import books
from feltlink.table.results import REFUSED, SETTLED
from feltlink.table.story import clock, day, happened_us, sentence

MOST_ROUNDS = 100
MOST_ENTRIES = 1000
MOST_DIGITS = 19

Json = dict[str, Any]
Question = Callable[[apsw.Connection], Json | None]


class Records:
    """The record of one table, opened anew for each question."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def ask(self, question: Question) -> Json | None:
        """The answer to one question, read in one transaction so that it is of one moment."""
        connection = connect_to_read(self.path)
        try:
            connection.execute("BEGIN")
            return question(connection)
        finally:
            connection.close()


def told(entry: Entry) -> Json:
    """An entry as the pages and a house system get it: its fields, and its sentence."""
    at_us = happened_us(entry)
    return {
        "number": entry.number,
        "at_utc_us": at_us,
        "day": day(at_us),
        "time": clock(at_us),
        "who": entry.source,
        "role": entry.role,
        "kind": entry.kind,
        "round_id": entry.round_id,
        "cause": entry.cause,
        "sentence": sentence(entry),
        "data": entry.data,
    }


def _sums(entries: list[Entry]) -> Json:
    """What was settled in these entries, amounts in cents."""
    lines = [line for e in entries if e.kind == SETTLED for line in e.data["lines"]]
    return {
        "lines": lines,
        "paid_cents": sum(line["amount_cents"] for line in lines),
        "refused": sum(e.kind == REFUSED for e in entries),
        "faults": sum(e.kind == "fault" for e in entries),
    }


def _summary(connection: apsw.Connection, one: Round) -> Json:
    sums = _sums(reading.of_round(connection, one.round_id))
    return {
        "round_id": one.round_id,
        "day": day(one.began_utc_us),
        "began": clock(one.began_utc_us),
        "ended": clock(one.ended_utc_us),
        "entries": one.entries,
        **sums,
        "lines": len(sums["lines"]),
    }


def list_of(below: int, count: int) -> Question:
    """The rounds below an id, the newest first."""
    return lambda c: {"rounds": [_summary(c, one) for one in rounds(c, below, count)]}


def story_of(round_id: int) -> Question:
    """One round: its sums, its settlement lines in order of paying, and all its entries."""

    def ask(connection: apsw.Connection) -> Json | None:
        entries = reading.of_round(connection, round_id)
        if not entries:
            return None
        return {
            "round_id": round_id,
            **_sums(entries),
            "entries": [told(entry) for entry in entries],
        }

    return ask


def entries_after(number: int, count: int) -> Question:
    """The entries that follow, for a house system that reads along."""

    def ask(connection: apsw.Connection) -> Json:
        found = [told(e) for e in reading.between(connection, number + 1, number + count)]
        return {"entries": found, "head": reading.head(connection)[0]}

    return ask


def check_of(path: Path) -> Question:
    """Whether the record is as it was written (chain, signatures, signed head) and balances."""
    key, head = beside(path, ".pub"), beside(path, ".head")
    heads = [head_in(head)] if head.exists() else []  # before the record, which only grows

    def ask(connection: apsw.Connection) -> Json:
        verdict = verify(connection, public_key(key) if key.exists() else None, heads)
        sums = books(connection)
        changed = [f"entry {verdict.fault.number}: {verdict.fault.what}"] if verdict.fault else []
        changed += [f"not signed: {verdict.unproven}"] if verdict.unproven else []
        return {
            "entries": verdict.entries,
            "signed": verdict.checked_signatures,
            "inputs": sums.inputs,
            "lines": sums.lines,
            "paid_cents": sums.handed_over_cents,
            "faults": [*changed, *sums.faults],
        }

    return ask


def _number(text: str, default: int, most: int) -> int:
    """A number from an address, `most` at most; Python itself reads no 5,000 digits."""
    if not (text.isascii() and text.isdigit()):
        return default
    return min(int(text), most) if len(text) <= MOST_DIGITS else most


def routes(records: Records) -> list[BaseRoute]:
    """The routes under /api that read the record."""

    async def answer(question: Question) -> Response:
        try:
            found = await asyncio.to_thread(records.ask, question)
        except Problem as problem:
            return JSONResponse({"sentence": str(problem)}, status_code=503)
        if found is None:
            return JSONResponse({"sentence": "There is no such round."}, status_code=404)
        return JSONResponse(found, headers={"cache-control": "no-store"})

    async def listing(request: Request) -> Response:
        asked = request.query_params.get
        below = _number(asked("below", ""), ANY_ROUND, ANY_ROUND)
        return await answer(list_of(below, _number(asked("count", ""), 25, MOST_ROUNDS)))

    async def story(request: Request) -> Response:
        return await answer(story_of(_number(request.path_params["round_id"], -1, ANY_ROUND)))

    async def entries(request: Request) -> Response:
        asked = request.query_params.get
        after = _number(asked("after", ""), 0, ANY_ROUND)
        return await answer(entries_after(after, _number(asked("count", ""), 100, MOST_ENTRIES)))

    async def check(request: Request) -> Response:
        return await answer(await asyncio.to_thread(check_of, records.path))

    return [
        Route("/api/rounds", listing, methods=["GET"]),
        Route("/api/rounds/{round_id}", story, methods=["GET"]),
        Route("/api/entries", entries, methods=["GET"]),
        Route("/api/check", check, methods=["GET"]),
    ]
