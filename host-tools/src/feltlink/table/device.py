"""Brings the controller to what is wanted of it, one command of a kind at a time.

Sent commands are repeated by the link until they are answered; here is only what to ask for next,
given what the controller last told. After a lost link all is asked for anew.
"""

from __future__ import annotations

from typing import Protocol

from feltlink.games.core import Arm
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.table.events import mask_of
from feltlink.table.intents import Intents
from feltlink.workshop.boards import Board
from feltwire import catalogue

RETRY_US = 250_000
Patterns = tuple[tuple[int, str, str], ...]
"""(seat, spot, pattern) of each light that is not off."""
_PATTERN = {name: number for number, name in enumerate(catalogue.PATTERNS)}


class Commands(Protocol):
    """The link's side of it: the latest command of a kind replaces the one before."""

    def command(self, command: m.Command) -> bool: ...


class Device:
    """What the controller has, as far as it has told; `drive` asks for what is missing."""

    def __init__(self, board: Board, commands: Commands) -> None:
        self._board = board
        self._commands = commands
        self._held: Patterns | None = None
        self.forget()

    def told(self, event: link.LinkEvent, now_us: int, *, live: bool) -> None:
        """See a link event. `live`: the controller is the table's own, and its numbers are too."""
        match event:
            case link.ControllerFound() | link.ControllerLost():
                self.forget()
            case link.SnapshotTaken() if live:
                self.snapshot(event.message)
            case link.CommandDone():
                self.done(event.command, event.result, now_us)
            case link.DeviceEvent(message=m.Press() | m.Disarmed() as message):
                self.disarmed(message.arm_id)
            case _:
                pass

    def forget(self) -> None:
        """The link is lost: nothing is known."""
        self._known = False
        self._lights: bytes | None = None
        self._latched: int | None = None
        self._armed: int | None = None
        self._spent: int | None = None
        self._bolt: m.Lock | m.Release | None = None  # sent, not answered
        self._trigger: m.Arm | m.Disarm | None = None
        self._wait_until_us = 0
        self.why = ""
        """Why the button is not armed though it should be; a sentence for the dealer, or ""."""

    def hold(self, lights: Patterns | None) -> None:
        """Show these lights and not the wanted ones, until None is given."""
        self._held = lights
        self._lights = None

    def snapshot(self, told: m.Snapshot) -> None:
        """The controller's whole state, at the begin of a session."""
        self._known = True
        self._latched = told.round_id or None
        self._armed = told.arm_id if told.armed else None

    def disarmed(self, arm_id: int) -> None:
        """The controller says that this arm id was pressed or ran out."""
        if self._armed == arm_id:
            self._armed = None
        self._spent = arm_id

    def drive(self, wanted: Intents, now_us: int, *, may_arm: bool) -> None:
        """Ask for what is missing. `may_arm` is False while anything at all is in doubt."""
        if not self._known:
            return
        self._drive_lights(wanted)
        if now_us < self._wait_until_us:
            return
        if self._bolt is None:
            bolt = self._next_bolt(wanted)
            if bolt is not None and self._commands.command(bolt):
                self._bolt = bolt
        if self._trigger is None:
            trigger = self._next_trigger(wanted.arm if may_arm else None)
            if trigger is not None and self._commands.command(trigger):
                self._trigger = trigger

    def _drive_lights(self, wanted: Intents) -> None:
        nibbles = bytearray(15)
        for seat, spot, pattern in wanted.lights if self._held is None else self._held:
            number = self._board.input_of(seat, spot)
            nibbles[number >> 1] |= _PATTERN[pattern] << (4 * (number & 1))
        patterns = bytes(nibbles)
        if patterns != self._lights and self._commands.command(m.Lights(patterns)):
            self._lights = patterns

    def _next_bolt(self, wanted: Intents) -> m.Lock | m.Release | None:
        want = wanted.lock_round
        if self._latched == want:
            return None
        if self._latched is not None:
            return m.Release(self._latched)
        if want is None:
            return None
        if wanted.locked is None:
            return m.Lock(want)
        return m.Lock(want, 1, mask_of(self._board, wanted.locked))

    def _next_trigger(self, want: Arm | None) -> m.Arm | m.Disarm | None:
        if want is None:
            self.why = ""
        if self._armed is not None and (want is None or want.arm_id != self._armed):
            return m.Disarm(self._armed)
        if want is not None and want.arm_id not in (self._armed, self._spent):
            return m.Arm(want.arm_id, want.lease_ms)
        return None

    def done(self, command: m.Command, result: int, now_us: int) -> None:
        """A command was answered."""
        if result != catalogue.OK:
            self._wait_until_us = now_us + RETRY_US
        if command == self._bolt:
            self._bolt = None
            if result == catalogue.OK:
                self._latched = command.round_id if isinstance(command, m.Lock) else None
        elif command == self._trigger:
            self._trigger = None
            self._trigger_done(command, result)
        elif isinstance(command, m.Lights) and result != catalogue.OK:
            self._lights = None

    def _trigger_done(self, trigger: m.Arm | m.Disarm, result: int) -> None:
        if isinstance(trigger, m.Disarm):
            if result == catalogue.OK:
                self.disarmed(trigger.arm_id)
            return
        if result == catalogue.OK:
            if self._spent != trigger.arm_id:  # else its press overtook the answer
                self._armed = trigger.arm_id
            self.why = ""
        elif result == catalogue.SPENT:
            self._spent = trigger.arm_id  # its press or its end is in the journal and will come
        else:
            self.why = _WHY.get(result, f"The button is dark: {catalogue.RESULTS[result]}.")


_WHY = {
    catalogue.HELD: "The spin button is held down: let go of it, then it lights up.",
    catalogue.FAULTED: "The spin button is faulty: it cannot be armed.",
    catalogue.BEHIND: "The controller is still telling what happened before: a moment.",
    catalogue.READ_ONLY: "The controller runs other firmware: it must be flashed before play.",
}
