"""From what a page sends to what the table is asked: checked, bounded, named."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from feltlink.web.host import Host

ID = re.compile(r"[A-Za-z0-9._:-]{8,64}")
WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")
MAX_MESSAGE = 16_384
MAX_TEXT = 200
MAX_FIELDS = 24
Who = Callable[[dict[str, Any]], str]
SUPERVISORS = frozenset(
    {"verify", "deny_top_prize", "resume_after_failure", "drop", "supervisor_came"}
)


def parse(message: str | bytes) -> Any:
    """The JSON value that a page sent; None when it is none, or longer than `MAX_MESSAGE`."""
    try:
        return json.loads(message) if len(message) <= MAX_MESSAGE else None
    except (ValueError, RecursionError):
        return None


async def received(socket: WebSocket) -> str | bytes:
    """The next message of a page, text or not. Raises WebSocketDisconnect when it has gone."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or ""


def fault_of(act: Any) -> str:
    """Why this is no act, as a sentence; empty when it is one."""
    if not isinstance(act, dict):
        return "An act is a JSON object."
    if not isinstance(act.get("act"), str) or not WORD.fullmatch(act["act"]):
        return "An act names what to do in `act`, a word in small letters."
    if not isinstance(act.get("id"), str) or not ID.fullmatch(act["id"]):
        return "An act carries an `id` of 8 to 64 letters and digits, new for each act."
    if len(act) > MAX_FIELDS:
        return f"An act has at most {MAX_FIELDS} fields."
    for name, value in act.items():
        if isinstance(value, str) and len(value) > MAX_TEXT:
            return f"`{name}` is longer than {MAX_TEXT} characters."
        if isinstance(value, float):
            return f"`{name}` must be a whole number."
    return ""


def _answer(act: Any, sentence: str, seq: int) -> dict[str, Any]:
    given = act.get("id") if isinstance(act, dict) else None
    return {
        "id": given if isinstance(given, str) else "",
        "ok": False,
        "sentence": sentence,
        "seq": seq,
    }


async def carry_out(host: Host, act: Any, who: Who) -> dict[str, Any]:
    """Give the act to the table and return its answer `{"id", "ok", "sentence", "seq"}`.

    `who` names who does it, role first; "" if nobody may.
    """
    fault = fault_of(act)
    by = "" if fault else who(act)
    if fault or not by:
        return _answer(act, fault or "Log in first.", int(host.view().get("seq", 0)))
    answer = host.act(dict(act), by)
    if inspect.isawaitable(answer):
        answer = await answer
    return dict(answer)
