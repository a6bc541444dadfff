"""The desk's ways: its state, and its acts under one supervisor's name, or two."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from feltlink.problem import Problem
from feltlink.table.desk import Desk, request_of
from feltlink.web.acts import fault_of, parse
from feltlink.web.body import body_of
from feltlink.web.login import Login
from feltlink.web.visits import Visits, token_of

NO_SENSE = "This is no act of the desk."
NO_PEOPLE = (
    "This table has no people, so nobody can prove to be a supervisor, and no money is moved:"
    " name a people's file in table.toml (docs/table.md)."
)
MAX_NAME = 60


class DeskWays:
    """`/api/desk` of one table."""

    def __init__(self, desk: Desk, visits: Visits, login: Login) -> None:
        self._desk, self._visits, self._login = desk, visits, login

    def routes(self) -> list[BaseRoute]:
        """The two ways."""
        return [
            Route("/api/desk", self.state, methods=["GET"]),
            Route("/api/desk", self.act, methods=["POST"]),
        ]

    async def state(self, request: Request) -> Response:
        """What waits for a supervisor."""
        try:
            found = await self._desk.state()
        except Problem as problem:
            return _answer(str(problem), status=503)
        return JSONResponse(found, headers={"cache-control": "no-store"})

    async def act(self, request: Request) -> Response:
        """Carry out one act: `{"id", "do", ...}`, with `second` where it takes two."""
        given = parse(await body_of(request))
        fault = fault_of({**given, "act": given.get("do")} if isinstance(given, dict) else given)
        if fault:
            return _answer(fault, status=400)
        by = self._who(request, given)
        if not by:
            return _answer("Say who you are: a name is kept with every entry.", status=400)
        if given["do"] == "clear_faults":
            return _answer(self._desk.clear(f"supervisor {by}"))
        asked = request_of(given, by)
        if asked is None:
            return _answer(NO_SENSE, status=400)
        if self._visits.trusting:
            return _answer(NO_PEOPLE, status=403)
        try:
            why = await self._desk.takes_two(asked) if self._visits.people is not None else ""
        except Problem as problem:
            return _answer(str(problem))
        if why:
            second, refused = await self._second(given, by)
            if refused:
                return _answer(f"{why} takes two supervisors. {refused}", two=True)
            asked = request_of(given, f"{by} with {second}")
            assert asked is not None
        return _answer(await self._desk.book(asked, given["id"]))

    def _who(self, request: Request, given: dict[str, Any]) -> str:
        """The supervisor's name; at an open table the one that is typed."""
        if self._visits.people is None:
            name = given.get("name")
            return name.strip()[:MAX_NAME] if isinstance(name, str) else ""
        found = self._visits.get(token_of(request.scope))
        return found.name if found else ""

    async def _second(self, given: dict[str, Any], first: str) -> tuple[str, str]:
        """The second supervisor's name, or why there is none."""
        reason = given.get("reason")
        if not isinstance(reason, str) or not reason.strip():
            return "", "Give a reason."
        match given.get("second"):
            case {"name": str(name), "pin": str(pin)} if name != first:
                return name, await self._login.prove_second(
                    name, pin, f"desk_{given['do']}", reason
                )
            case {"name": _}:
                return "", "The second is somebody else."
        return "", "The second one gives a PIN."


def _answer(sentence: str, *, status: int = 409, two: bool = False) -> Response:
    body: dict[str, Any] = {"ok": not sentence, "sentence": sentence, "takes_two": two}
    return JSONResponse(body, status_code=status if sentence else 200)
