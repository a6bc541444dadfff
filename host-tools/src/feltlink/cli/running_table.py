"""A supervisor at a table that runs, through its pages' own way in: one act, or a PIN alone."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from typing import Any

from feltlink.problem import Problem
from feltlink.table.config import Setup

TIMEOUT_S = 5.0


class Silent(Problem):
    """The table runs, and its pages do not answer: it may have another address, or just start."""


def act(setup: Setup, kind: str, name: str, pin: str) -> None:
    """Log in by PIN where people do, act, log out. A refusal is a Problem with its sentence."""
    with _line(setup) as line:
        cookie = ""
        if setup.people is not None:
            answer, cookie = _post(line, "/api/login", {"name": name, "pin": pin}, "")
            _taken(answer)
        asked = {"id": f"{kind}-{secrets.token_hex(8)}", "act": kind, "name": name}
        _taken(_post(line, "/api/act", asked, cookie)[0])
        if cookie:
            _post(line, "/api/logout", {}, cookie)


def prove(setup: Setup, name: str, pin: str, what: str) -> None:
    """Have the table look at a supervisor's PIN, for the act `what`. A refusal is a Problem."""
    with _line(setup) as line:
        _taken(_post(line, "/api/login", {"name": name, "pin": pin, "prove": what}, "")[0])


@contextmanager
def _line(setup: Setup) -> Iterator[HTTPConnection]:
    web = setup.file.web
    line = HTTPConnection(web.host, web.port, timeout=TIMEOUT_S)
    try:
        line.request("GET", "/api/me")  # before any PIN is sent
        there = json.loads(line.getresponse().read()).get("table")
        if there != setup.file.name:
            raise ValueError(f"{there or 'something else'} does")
        yield line
    except (OSError, HTTPException, ValueError, AttributeError) as error:
        raise Silent(
            f"the table runs, and does not answer ({error})",
            where=f"http://{web.host}:{web.port}",
            remedy="end the table first, or set [web] port to where its pages are",
        ) from error
    finally:
        line.close()


def _post(
    line: HTTPConnection, path: str, body: dict[str, str], cookie: str
) -> tuple[dict[str, Any], str]:
    headers = {"content-type": "application/json", **({"cookie": cookie} if cookie else {})}
    line.request("POST", path, json.dumps(body), headers)
    answered = line.getresponse()
    told = answered.getheader("set-cookie") or ""
    return json.loads(answered.read()), told.partition(";")[0]


def _taken(answer: dict[str, Any]) -> None:
    if not answer.get("ok"):
        raise Problem(str(answer.get("sentence", "refused")).rstrip("."), code=1)
