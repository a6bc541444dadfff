"""The asyncio shell on real ptys. Nothing here measures time; each test waits for an event."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlink.link import discovery, transport
from feltlink.link import events as ev
from feltlink.link.discovery import Hunt, PortInfo, doubled, in_order, survey
from feltlink.link.port import open_port
from feltlink.link.session import Session, SessionConfig
from feltlink.link.transport import Transport
from feltlink.problem import Problem
from link.peer import Peer
from link.pty_peer import PtyPeer
from link.rig import Disk

UID_A, UID_B = b"AAAAAAAA", b"BBBBBBBB"


class Host:
    """A transport that commits at once and keeps what it was told."""

    def __init__(
        self, paths: list[Path], uid: bytes | None = None, *, listed: bool = False
    ) -> None:
        self.told: list[ev.LinkEvent] = []
        self.disk = Disk()
        self.fail_on: int | None = None
        session = Session(SessionConfig(uid=uid), os.urandom, self.disk)
        hunt = Hunt([str(p) for p in paths], uid, listed=listed)
        self.transport = Transport(session, hunt, self._tell)
        self._waiting: list[tuple[Callable[[ev.LinkEvent], bool], asyncio.Event]] = []
        self.task = asyncio.create_task(self.transport.run())

    def _tell(self, event: ev.LinkEvent) -> None:
        if isinstance(event, ev.DeviceEvent) and event.number == self.fail_on:
            raise RuntimeError("disk full")
        self.told.append(event)
        self.disk.keep(event)
        if isinstance(event, ev.DeviceEvent):
            self.transport.committed(event)
        for wanted, seen in self._waiting:
            if wanted(event):
                seen.set()

    async def until(self, kind: type, count: int = 1) -> None:
        """Wait until `count` events of a kind have been told in all."""
        while sum(isinstance(e, kind) for e in self.told) < count:
            seen = asyncio.Event()
            self._waiting.append((lambda e: isinstance(e, kind), seen))
            await asyncio.wait_for(seen.wait(), 100)

    def last(self, kind: type) -> Any:
        return next(e for e in reversed(self.told) if isinstance(e, kind))

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


def test_found_over_a_pty_and_found_again_after_the_cable_was_pulled(tmp_path: Path) -> None:
    async def play() -> None:
        board = PtyPeer(Peer(), tmp_path / "port")
        board.plug_in()
        host = Host([board.link])
        await host.until(ev.ControllerFound)
        await host.until(ev.DeviceEvent)
        board.unplug()
        await host.until(ev.ControllerLost)
        await host.until(ev.PortTrouble)
        board.peer.event(board.peer.journal[0][1])
        board.plug_in()
        await host.until(ev.ControllerFound, 2)
        await host.until(ev.DeviceEvent, len(board.peer.journal))
        assert host.transport.path == str(board.link)
        await host.stop()
        assert [r.number for r in host.disk.rows] == list(range(len(board.peer.journal)))
        assert host.transport.path is None
        board.unplug()

    asyncio.run(play())


def test_two_swapped_ports_are_sorted_out_by_unique_id(tmp_path: Path) -> None:
    async def play() -> None:
        first = PtyPeer(Peer(uid=UID_B), tmp_path / "first")
        second = PtyPeer(Peer(uid=UID_A), tmp_path / "second")
        first.plug_in()
        second.plug_in()
        paths = [first.link, second.link]
        host_a, host_b = Host(paths, UID_A), Host(paths, UID_B)
        await host_a.until(ev.ControllerFound)
        await host_b.until(ev.ControllerFound)
        assert host_a.transport.path == str(second.link)
        assert host_b.transport.path == str(first.link)
        assert {r.uid for r in host_a.disk.rows} <= {UID_A}
        await host_a.stop()
        await host_b.stop()
        first.unplug()
        second.unplug()

    asyncio.run(play())


OPEN = "import sys; from feltlink.link.port import open_port; open_port(sys.argv[1])"


def test_a_second_process_on_the_port_is_refused_and_told_who_has_it() -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    mine = open_port(path)
    second = subprocess.run(
        [sys.executable, "-c", OPEN, path], capture_output=True, text=True, check=False
    )
    assert second.returncode == 1
    assert "the port is in use" in second.stderr
    assert f"(process {os.getpid()})" in second.stderr
    mine.close()
    open_port(path).close()
    os.close(master)
    os.close(slave)


def test_a_missing_port_is_named() -> None:
    with pytest.raises(Problem) as caught:
        open_port("/nowhere/tty")
    assert str(caught.value).startswith("port /nowhere/tty: there is no such port")


def test_a_survey_names_the_silent_port_and_the_doubled_id(tmp_path: Path) -> None:
    async def play() -> list:
        boards = [PtyPeer(Peer(uid=UID_A), tmp_path / name) for name in ("one", "two")]
        for board in boards:
            board.plug_in()
        ports = [PortInfo(str(b.link)) for b in boards] + [PortInfo("/nowhere/tty")]
        found = await asyncio.to_thread(survey, ports)
        for board in boards:
            board.unplug()
        return found

    found = asyncio.run(play())
    assert [s.welcome.uid if s.welcome else s.why for s in found] == [
        UID_A,
        UID_A,
        "there is no such port",
    ]
    assert doubled(found) == {UID_A: [str(tmp_path / "one"), str(tmp_path / "two")]}


def test_the_port_whose_usb_number_is_the_controllers_id_is_tried_first() -> None:
    ports = [PortInfo("a", serial="x"), PortInfo("b", serial=UID_A.hex().upper())]
    assert [p.path for p in in_order(ports, UID_A)] == ["b", "a"]


def test_one_id_on_two_ports_closes_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[PortInfo] = []
    monkeypatch.setattr(discovery, "ports", lambda given=(): listed)
    monkeypatch.setattr(transport, "NOBODY_S", 0.5)

    async def play() -> None:
        board = PtyPeer(Peer(uid=UID_A), tmp_path / "port")
        board.plug_in()
        listed.append(PortInfo(str(board.link), serial=UID_A.hex()))
        host = Host([], UID_A, listed=True)
        await host.until(ev.ControllerFound)
        listed.append(PortInfo("/dev/ttyTWIN", serial=UID_A.hex()))
        await host.until(ev.PortTrouble)
        assert "two controllers have the same id" in host.last(ev.ControllerLost).why
        assert "/dev/ttyTWIN" in host.last(ev.PortTrouble).why
        listed.pop()
        await host.until(ev.ControllerFound, 2)
        await host.stop()
        board.unplug()

    asyncio.run(play())


def test_an_event_the_host_failed_on_is_told_again(tmp_path: Path) -> None:
    async def play() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        board = PtyPeer(Peer(), tmp_path / "port")
        board.peer.event(board.peer.journal[0][1])
        board.plug_in()
        host = Host([board.link])
        host.fail_on = 1
        await host.until(ev.ControllerLost)
        assert host.last(ev.ControllerLost).why == "the host failed on an event"
        assert [r.number for r in host.disk.rows] == [0]
        host.fail_on = None
        await host.until(ev.ControllerFound, 2)
        await host.until(ev.DeviceEvent, len(board.peer.journal))
        await host.stop()
        assert [r.number for r in host.disk.rows] == list(range(len(board.peer.journal)))
        board.unplug()

    asyncio.run(play())


def test_a_host_that_was_held_up_has_not_lost_what_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late_us = 0
    monkeypatch.setattr(transport, "steady_us", lambda: time.monotonic_ns() // 1000 + late_us)

    async def play() -> None:
        nonlocal late_us
        board = PtyPeer(Peer(), tmp_path / "port")
        board.plug_in()
        host = Host([board.link])
        await host.until(ev.DeviceEvent)
        board.write(board.peer.journal[0][1])  # waits in the terminal while the host is held up
        late_us = 1_500_000
        host.transport._tick()
        assert not [e for e in host.told if isinstance(e, ev.ControllerLost)]
        late_us += 1_500_000
        host.transport._tick()
        assert host.last(ev.ControllerLost).why == "the controller is silent"
        await host.stop()
        board.unplug()

    asyncio.run(play())
