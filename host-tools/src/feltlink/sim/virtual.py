"""Virtual time: the device lives in lock step, exactly as long as it is let."""

from __future__ import annotations

from collections.abc import Callable

from feltlink.problem import Problem
from feltlink.sim import records
from feltlink.sim.device import Device
from feltlink.sim.interpreter import PATIENCE_S
from feltlink.sim.records import Record


class Steps:
    """Grants time to a device, stopping at each instant at which something is due."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def run_for(self, us: int) -> None:
        """Let the board live exactly `us` more."""
        device = self._device
        end_us = device.now_us + us
        while True:
            device.collect()
            device.do_due()
            if device.now_us >= end_us:
                return
            due_us = device.next_due()
            self._live(end_us if due_us is None else min(end_us, due_us))

    def wait(self, true: Callable[[], bool]) -> None:
        """Take what the chip says until `true()`; no time passes."""
        while not true():
            self._listen()

    def wake(self) -> None:
        """Nothing runs by itself here."""

    def stop(self) -> None:
        """Nothing runs by itself here."""

    def _live(self, to_us: int) -> None:
        """Live until `to_us`, or until a reset before."""
        device = self._device
        chip = device.chip
        if chip:
            self.wait(lambda: device.idle or device.chip is not chip)
            if device.chip is chip and device.idle_us < to_us:
                device.idle = False
                chip.send(Record(records.GRANT, at_us=to_us))
                self.wait(lambda: device.idle or device.chip is not chip)
        if device.chip is chip:
            device.set_now(to_us)

    def _listen(self) -> None:
        device = self._device
        chip = device.chip
        if chip is None:
            raise Problem("the board has no power", remedy="start it", code=1)
        news = chip.receive()
        if not news:
            raise Problem(
                f"the firmware looked at no clock and no pin for {PATIENCE_S:.0f} s",
                where=f"at {device.now_us} µs",
                remedy=chip.said() or "see where its loop hangs",
                code=1,
            )
        for record in news:
            device.take(record)
