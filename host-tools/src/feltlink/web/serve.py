"""Serve the pages inside the table's own event loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.types import ASGIApp

from feltlink.problem import Problem
from feltlink.web.acts import MAX_MESSAGE
from feltlink.web.connections import Bounded

LOOPBACK = "127.0.0.1"


class _Server(uvicorn.Server):
    """Signals belong to the table, which must end its round's work first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol must be named: asyncio sends small frames at once (TCP_NODELAY) only then.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise Problem(
            f"the pages cannot be served: {error.strerror or error}",
            where=f"{host}:{port}",
            remedy="end the program that holds this port, or choose another one",
        ) from error
    return listener


@contextlib.asynccontextmanager
async def serve(app: ASGIApp, host: str = LOOPBACK, port: int = 0) -> AsyncIterator[str]:
    """Serve `app` while the block runs; gives the address, e.g. `http://127.0.0.1:8080/`.

    Port 0 takes a free one. At the end every page is told and all connections are closed.
    """
    listener = _listen(host, port)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        http=Bounded,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE * 4,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started and not running.done():
            await asyncio.sleep(0.005)
        if running.done():
            await running
        name = f"[{host}]" if ":" in host else host
        yield f"http://{name}:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        await running
        listener.close()
