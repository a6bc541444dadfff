"""What every answer must carry and what no request may do, as one ASGI layer.

The pages run on the table's own machine: the danger is another page in the same browser.
A page of another origin can open a WebSocket and post a form, but it cannot forge `Origin`;
a name that was re-bound to this address (DNS rebinding) shows in `Host`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), usb=(), serial=()",
}
READS = frozenset({"GET", "HEAD"})


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


class Guard:
    """Security headers on every answer; `Host`, `Origin` and content type checked before it.

    `names` are host names, beside `localhost` and any numeric address, under which the pages
    may be asked for.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        if scope["type"] == "websocket":
            if refusal:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal})
            else:
                await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        if refusal:
            answer = JSONResponse({"ok": False, "sentence": refusal}, status_code=403)
            await answer(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    def _refuse(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:  # half a bracket
            name = host
        if name not in self.names and not _is_address(name):
            return f"This table does not answer under the name {name or '(none)'}."
        if scope["type"] == "http" and scope["method"] in READS:
            return ""
        origin = headers.get("origin")
        if origin is not None and not _same(origin, host):
            return "Asked for by a page of another origin."
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "Asked for by a page of another site."
        if scope["type"] == "http":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return "Send JSON with content type application/json."
        return ""
