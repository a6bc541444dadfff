"""The sign's stream over a socket."""

from __future__ import annotations

import socket

import pytest

from feltlink.floor.sign import line
from feltlink.floor.sign_server import SignServer
from feltlink.problem import Problem


def test_every_display_gets_the_newest_line_first_and_then_each_change() -> None:
    server = SignServer("127.0.0.1:0")
    server.tell(line({"link": "up", "meters": []}))
    host, port = server.address.split(":")
    displays = [socket.create_connection((host, int(port)), timeout=60) for _ in range(3)]
    files = [display.makefile() for display in displays]
    assert [file.readline() for file in files] == ['{"link":"up","meters":[]}\n'] * 3
    displays[0].close()
    files[0].close()
    server.tell("two\n")
    server.tell("three\n")
    assert [(file.readline(), file.readline()) for file in files[1:]] == [("two\n", "three\n")] * 2
    server.close()
    for one in (*displays, *files):
        one.close()


@pytest.mark.parametrize("listen", ["nowhere", "127.0.0.1:99999", "127.0.0.1:x"])
def test_an_address_that_cannot_be_served_is_told(listen: str) -> None:
    with pytest.raises(Problem, match="nothing can be served"):
        SignServer(listen)
