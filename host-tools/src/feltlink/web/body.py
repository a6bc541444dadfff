"""What a request sent, no more of it than a page ever sends."""

from __future__ import annotations

from starlette.requests import Request

from feltlink.web.acts import MAX_MESSAGE


async def body_of(request: Request) -> bytes:
    """The request's body; of a longer one the beginning, which `acts.parse` refuses."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_MESSAGE:
            break
    return body
