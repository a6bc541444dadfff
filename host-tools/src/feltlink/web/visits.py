"""Who is at which screen: a cookie for each visit, begun by name and PIN, ended by idleness.

The table knows the people, checks their PINs and records who signs in (`table/door.py`). Without
a people's file it is open: whoever is at its screen is its dealer, as in a demo.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from feltlink.web.host import Host
from feltlink.web.ways import POLLED, ways_to

COOKIE = "feltlink"
IDLE_S = {"dealer": 12 * 3600.0, "supervisor": 600.0, "technician": 1800.0, "auditor": 1800.0}
LENT_S = 120.0

People = list[dict[str, Any]]


@dataclass
class Visit:
    """Somebody at a screen. `lent` is a supervisor who has given a PIN at a dealer's screen."""

    name: str
    role: str
    seen_s: float
    lent: str = ""
    lent_until_s: float = 0.0


class Visits:
    """The visits of one table."""

    def __init__(self, host: Host, clock: Callable[[], float] = time.monotonic) -> None:
        self._host = host
        self.clock = clock
        self._visits: dict[str, Visit] = {}

    @property
    def people(self) -> People | None:
        """`{"name", "role", "present"}` of each; None at an open table."""
        found: People | None = self._host.view().get("people")
        return found

    @property
    def trusting(self) -> bool:
        """Whether nobody can prove who they are, and this is more than a demo."""
        return self.people is None and not self._host.view().get("demo")

    def begin(self, name: str, role: str) -> str:
        """Begin a visit; its token, for the cookie."""
        token = secrets.token_urlsafe(32)
        self._visits[token] = Visit(name, role, self.clock())
        return token

    def end(self, token: str) -> None:
        """End a visit."""
        self._visits.pop(token, None)

    def get(self, token: str, *, touch: bool = True) -> Visit | None:
        """The visit of this token, unless it has been idle for too long."""
        found = self._visits.get(token)
        now_s = self.clock()
        if found is None:
            return None
        if now_s - found.seen_s > IDLE_S[found.role]:
            self.end(token)
            return None
        if touch:
            found.seen_s = now_s
        if now_s > found.lent_until_s:
            found.lent = ""
        return found

    def may(self, token: str, path: str) -> bool:
        """Whether whoever has this token may take this way."""
        allowed = ways_to(path)
        if "nobody" in allowed or self.people is None:
            return True
        found = self.get(token, touch=path not in POLLED)
        return found is not None and found.role in allowed


def token_of(scope: Scope) -> str:
    """The token in the request's cookie, "" without one."""
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie.load(Headers(scope=scope).get("cookie", ""))
    except CookieError:
        return ""
    return cookie[COOKIE].value if COOKIE in cookie else ""


class Doorkeeper:
    """Lets through who may; sends a page to the login, tells a program 401 or 403."""

    def __init__(self, app: ASGIApp, visits: Visits) -> None:
        self.app = app
        self.visits = visits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        path, token = scope["path"], token_of(scope)
        if self.visits.may(token, path):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "Log in first."})
        else:
            await self._turned_away(Request(scope), path, token)(scope, receive, send)

    def _turned_away(self, request: Request, path: str, token: str) -> Response:
        if request.method == "GET" and not path.startswith("/api/") and ways_to(path):
            return RedirectResponse(f"/login?to={path}", status_code=303)
        known = self.visits.get(token) is not None
        sentence = "Your role may not do this." if known else "Log in first."
        return JSONResponse({"ok": False, "sentence": sentence}, status_code=403 if known else 401)
