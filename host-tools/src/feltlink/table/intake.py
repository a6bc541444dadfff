"""Link events into a turn: what each is in the record, and what to do once it is there."""

from __future__ import annotations

from typing import Any

from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.record.entry import Origin
from feltlink.table.controller import Sighting, as_json
from feltlink.table.events import cause_name, spots, told
from feltlink.table.play import Turn
from feltlink.workshop.boards import Board

BY = "controller"


class Intake:
    """Turns link events into inputs and notes. It holds what it knows in a `Sighting`.

    With `programs` (SHA-256 each), a controller that runs another one is refused.
    """

    def __init__(self, board: Board, programs: tuple[bytes, ...] = ()) -> None:
        self._board = board
        self._programs = programs
        self.sighting = Sighting()

    def give(self, turn: Turn, event: link.LinkEvent) -> bool:
        """Record `event` in `turn`. False: it is not taken, and must not be acknowledged."""
        match event:
            case link.DeviceEvent() | link.SnapshotTaken() if self.sighting.now.state == "refused":
                return False  # of another wiring: its numbers mean other seats
            case link.ControllerFound() if event.welcome.board != self._board.digest:
                why = f"The controller is wired for another board than {self._board.name}."
                remedy = f"Flash it: feltlink firmware deploy PORT --board {self._board.name}."
                self._controller(turn, self.sighting.refused(why, remedy))
            case link.ControllerFound():
                self._controller(turn, self.sighting.found(event, self._board.name))
            case link.ControllerLost() | link.Refused() if self.sighting.known(event):
                pass  # the line is tried again and again: one entry is enough
            case link.ControllerLost():
                self._controller(turn, self.sighting.lost(event.why))
            case link.Refused() | link.ReadOnly():
                self._controller(turn, self.sighting.refused(event.why, event.remedy))
            case link.ControllerReset():
                self.sighting.gap = event.gap  # told with the BOOT event, which comes once
            case link.EventsMissing():
                body = {"state": "reset", "cause": "events missing", "gap": as_json(event.gap)}
                self._controller(turn, body)
            case link.DeviceEvent():
                self._device_event(turn, event)
            case link.SnapshotTaken():
                self._snapshot(turn, event.message)
            case link.ProgramChecked():
                self._program(turn, event)
            case link.PortTrouble():
                turn.note("port_trouble", self.sighting.trouble(event.why, event.remedy))
            case _:
                pass
        return True

    def _controller(self, turn: Turn, body: dict[str, Any]) -> None:
        turn.give("controller", body, by=BY)

    def _program(self, turn: Turn, event: link.ProgramChecked) -> None:
        right = event.right or event.found in self._programs
        body = {"found": event.found.hex(), "files": event.files, "right": right}
        turn.note("program", body, by=BY)
        if self._programs and not right:
            why = "The controller's program is not the one that was released with this host."
            remedy = f"Flash it: feltlink firmware deploy PORT --board {self._board.name}."
            self._controller(turn, self.sighting.refused(why, remedy))

    def _device_event(self, turn: Turn, event: link.DeviceEvent) -> None:
        uid = event.uid.hex()
        if event.number < turn.next_event(uid, event.boot_id):
            return  # in the record already: only the acknowledgement was lost
        origin = Origin(uid, event.boot_id, event.number)
        if isinstance(event.message, m.Boot):
            boot = event.message
            body = self.sighting.reset(cause_name(boot.cause), boot.boot_id)
            body["at_utc_us"] = event.at_utc_us
            turn.give("controller", body, by=BY, origin=origin)
        else:
            role, kind, body = told(self._board, event.message, event.at_utc_us)
            if role == "input":
                turn.give(kind, body, by=BY, origin=origin)
            else:
                turn.note(kind, body, by=BY, origin=origin)

    def _snapshot(self, turn: Turn, message: m.Snapshot) -> None:
        """The link tells it when every event before it has been told."""
        body = {
            "covered": spots(self._board, message.inputs),
            "round_id": message.round_id,
            "arm_id": message.arm_id,
            "armed": bool(message.armed),
            "faulted": spots(self._board, message.faulted),
            "button_faulted": bool(message.faulted >> self._board.button_input & 1),
        }
        turn.give("snapshot", body, by=BY)
        self.sighting.catch_up()
