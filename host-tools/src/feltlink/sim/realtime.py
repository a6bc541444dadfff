"""Real time: a thread that moves bytes and records between the chip, the cable and the port."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable

from feltlink.problem import Problem
from feltlink.sim.device import Device
from feltlink.sim.interpreter import PATIENCE_S
from feltlink.sim.ports import PtyPort

_TICK_S = 0.1


class Pump(threading.Thread):
    """Runs a device in real time until `stop`. `failure` holds what ended it early."""

    def __init__(self, device: Device) -> None:
        super().__init__(name="simulated board", daemon=True)
        self._device = device
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._stopping = False
        self.failure: Problem | None = None
        self._moved = threading.Condition(device.lock)
        self.start()

    def run_for(self, us: int) -> None:
        """Let the board live `us` more."""
        time.sleep(us / 1e6)
        if self.failure:
            raise self.failure

    def wait(self, true: Callable[[], bool]) -> None:
        """Wait until the device's lock can be held with `true()` so."""
        with self._moved:
            self._moved.wait_for(lambda: self.failure or true(), PATIENCE_S)
        if self.failure:
            raise self.failure

    def wake(self) -> None:
        """Something changed that the thread must look at now."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_write, b"w")

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stopping = True
        self.wake()
        self.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def run(self) -> None:
        try:
            while not self._stopping:
                self._once()
        except Problem as problem:
            self.failure = problem

    def _once(self) -> None:
        device = self._device
        with device.lock:
            chip = device.chip
            due_us = device.next_due()
            port = device.port
            wait_s = _TICK_S
            if due_us is not None:
                wait_s = min(wait_s, max(0.0, (due_us - device.now_us) / 1e6))
            sources = [self._wake_read]
            if chip:
                sources.append(chip.fileno())
            if isinstance(port, PtyPort):
                sources += port.fds
            if device.prompt:
                sources += device.prompt.fds
        try:
            ready, _, _ = select.select(sources, [], [], wait_s)
        except (OSError, ValueError):  # a cable was pulled or a chip reset meanwhile
            return
        with device.lock:
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            if device.chip is chip and chip and chip.fileno() in ready:
                for record in chip.receive(0):
                    device.take(record)
            device.talk()
            device.collect()
            device.do_due()
            self._moved.notify_all()
