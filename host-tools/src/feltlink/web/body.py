"""What a request sent, no more of it than a page ever sends."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import ClientDisconnect, Request

from feltlink.web.acts import MAX_MESSAGE


async def body_of(request: Request) -> bytes:
    """The request's body; of a longer one the beginning, which `acts.parse` refuses."""
    body = b""
    with suppress(ClientDisconnect):  # who hung up in the middle has asked nothing
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_MESSAGE:
                break
        return body
    return b""
