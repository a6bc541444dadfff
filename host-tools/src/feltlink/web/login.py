"""Logging in by name and PIN, logging out, and a supervisor's PIN at a dealer's screen."""

from __future__ import annotations

import inspect
import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from feltlink.web.acts import SUPERVISORS, parse
from feltlink.web.body import body_of
from feltlink.web.host import Host
from feltlink.web.visits import COOKIE, LENT_S, Visits, token_of
from feltlink.web.ways import PLAY


def who_acts(visits: Visits, token: str, act: dict[str, Any]) -> str:
    """`by` of an act, role first; "" for one who may not act at all.

    At an open table a supervisor's act is done under the name that it carries.
    """
    supervisors_own = act["act"] in SUPERVISORS
    if visits.people is None:
        name = act.get("name")
        if not supervisors_own:
            return "dealer"
        return f"supervisor {name.strip()}" if isinstance(name, str) else "supervisor"
    found = visits.get(token)
    if found is None or found.role not in PLAY or act["act"] in OF_THE_DOOR:
        return ""
    if supervisors_own and found.lent:
        return f"supervisor {found.lent}"
    return f"{found.role} {found.name}"


OF_THE_DOOR = ("sign_in", "sign_out", "second_person", "prove_pin")
"""Acts with a PIN in them, or about one: they come by the ways below and no other."""


class Login:
    """`/api/me`, `/api/login` and `/api/logout` of one table."""

    def __init__(self, host: Host, visits: Visits) -> None:
        self._host = host
        self._visits = visits

    def routes(self) -> list[BaseRoute]:
        """The three ways."""
        return [
            Route("/api/me", self.me, methods=["GET"]),
            Route("/api/login", self.login, methods=["POST"]),
            Route("/api/logout", self.logout, methods=["POST"]),
        ]

    async def me(self, request: Request) -> Response:
        """Who is at this screen, and who might be."""
        return JSONResponse(self._me(token_of(request.scope)))

    async def login(self, request: Request) -> Response:
        """Sign in at the table and begin a visit, lend a supervisor's PIN to this one, or prove one
        for an act at the command line.
        """
        match parse(await body_of(request)):
            case {"name": str(name), "pin": str(pin), "second": {"for": act, "reason": reason}}:
                return await self._second(request, name, pin, act, reason)
            case {"name": str(name), "pin": str(pin), "prove": str(what)}:
                return await self._prove(name, pin, what)
            case {"name": str(name), "pin": str(pin), **rest}:
                return await self._enter(request, name, pin, lend=rest.get("lend") is True)
        return _refused("Send a name and a PIN.", 400)

    async def logout(self, request: Request) -> Response:
        """End the visit, and sign out at the table."""
        token = token_of(request.scope)
        found = self._visits.get(token)
        self._visits.end(token)
        if found is not None:
            await self._tell_table("sign_out", name=found.name)
        answer = JSONResponse({"ok": True})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    async def _enter(self, request: Request, name: str, pin: str, *, lend: bool) -> Response:
        people, token = self._visits.people, token_of(request.scope)
        if people is None:
            return _refused("This table is open: nobody logs in.", 409)
        role = next((one["role"] for one in people if one["name"] == name), "")
        visit = self._visits.get(token)
        if lend and (visit is None or role != "supervisor"):
            return _refused("Only a supervisor may do this, at a dealer's screen.", 403)
        answered = await self._tell_table("sign_in", name=name, pin=pin)
        if not answered["ok"]:
            return _refused(answered["sentence"], 401)
        if lend and visit is not None:
            visit.lent, visit.lent_until_s = name, self._visits.clock() + LENT_S
            return JSONResponse({"ok": True, **self._me(token)})
        self._visits.end(token)
        token = self._visits.begin(name, role)
        answer = JSONResponse({"ok": True, **self._me(token)})
        answer.set_cookie(
            COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )
        return answer

    async def _prove(self, name: str, pin: str, what: str) -> Response:
        """A supervisor's PIN, looked at and recorded; nobody is signed in by it."""
        if self._visits.people is None:
            return _refused("This table is open: nobody logs in.", 409)
        answered = await self._tell_table("prove_pin", name=name, pin=pin, **{"for": what})
        if not answered["ok"]:
            return _refused(answered["sentence"], 401)
        return JSONResponse({"ok": True})

    async def _second(
        self, request: Request, name: str, pin: str, act: object, reason: object
    ) -> Response:
        """A second supervisor's word for one act, at the screen of who does it."""
        if self._visits.people is None:
            return _refused("This table is open: nobody logs in.", 409)
        found = self._visits.get(token_of(request.scope))
        if found is None or found.role not in PLAY:
            return _refused("Only at a dealer's or a supervisor's screen.", 403)
        sentence = await self.prove_second(name, pin, act, reason)
        return _refused(sentence, 401) if sentence else JSONResponse({"ok": True})

    async def prove_second(self, name: str, pin: str, act: object, reason: object) -> str:
        """A second supervisor's word for `act`, which is recorded; "" or why it is none."""
        word = {"name": name, "pin": pin, "for": act, "reason": reason}
        answered = await self._tell_table("second_person", **word)
        return "" if answered["ok"] else str(answered["sentence"])

    async def _tell_table(self, act: str, **data: object) -> dict[str, Any]:
        answer = self._host.act({"id": f"{act}-{secrets.token_hex(8)}", "act": act, **data}, "")
        if inspect.isawaitable(answer):
            answer = await answer
        return dict(answer)

    def _me(self, token: str) -> dict[str, Any]:
        people = self._visits.people
        found = self._visits.get(token, touch=False) if people is not None else None
        present = {one["name"] for one in people or () if one["present"]}
        if found and found.role in PLAY and found.name not in present:
            found = None  # the table has signed this person out, and takes no act before a PIN
        return {
            "table": self._host.view()["table"],
            "open": people is None,
            "person": {"name": found.name, "role": found.role} if found else None,
            "lent": found.lent if found and found.lent in present else None,
            "people": [{"name": one["name"], "role": one["role"]} for one in people or ()],
        }


def _refused(sentence: str, status: int) -> Response:
    return JSONResponse({"ok": False, "sentence": sentence}, status_code=status)
