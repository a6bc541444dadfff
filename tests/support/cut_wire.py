"""The live channel of a page, to be cut in either direction."""

from __future__ import annotations

from typing import Any


class Wire:
    """The live channel of a page, with a hand on it: what goes up or down may be swallowed."""

    def __init__(self) -> None:
        self.up = True
        self.down = True

    def prepare(self, page: Any) -> None:
        page.route_web_socket("**/live*", self._route)

    def _route(self, route: Any) -> None:
        server = route.connect_to_server()
        route.on_message(lambda text: server.send(text) if self.up else None)
        server.on_message(lambda text: route.send(text) if self.down else None)
