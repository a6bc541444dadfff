"""The calibration at a running table: the table lets its port go, and `feltlink calibrate`'s own
steps run in a thread at the controller's prompt, asked and answered on the bench's page.

What the thread and the page share are single values, each written by one side only.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

from feltlink.link.port import PortInfo
from feltlink.problem import Problem
from feltlink.table.attendance import Attendance
from feltlink.workshop.boards import Board
from feltlink.workshop.thresholds import LEAST_GAP, Threshold

PAUSE_S = 0.1
END_S = 5.0  # the thread ends at its next question, which comes within a second

Json = dict[str, Any]
STEPS = ("opening", "free", "covered", "keep")


class Calibrating:
    """One calibration by `by`. `over` when the thread has ended, or was never begun."""

    def __init__(self, path: str, prompt: str, board: Board, by: str, now_us: int) -> None:
        """`path` is the port to be let go, `prompt` the prompt's, "" to find it by the USB id."""
        self.by = by
        self.interrupted = ""
        self._path = path
        self._prompt = prompt
        self._board = board
        self._now_us = now_us
        self._attendance = Attendance(now_us)
        self._pool = ThreadPoolExecutor(1, "calibrate")
        self._running: Future[list[Threshold]] | None = None
        self._number = 0  # the thread's: which of STEPS it is at
        self._counts: list[int] = []
        self._found: list[Threshold] | None = None
        self._answers: dict[int, bool] = {}

    # -- the page's side

    def tick(self, now_us: int, *, port_free: bool, looked_at: bool) -> None:
        """Begin once the port was let go; end when nobody is there."""
        self._now_us = now_us
        why = self._attendance.tick(now_us, looked_at=looked_at)
        if why:
            self.stop(why)
        if port_free and self._running is None and not self.interrupted:
            self._running = self._pool.submit(self._run)

    def answer(self, number: int, yes: bool) -> None:
        """The technician's answer to step `number`; one to an earlier step is dropped."""
        if number == self._number:
            self._answers[number] = yes
            self._attendance.sign(self._now_us)

    def stop(self, why: str) -> None:
        """End it at the thread's next question; nothing is kept that was not asked for."""
        self.interrupted = self.interrupted or why

    @property
    def over(self) -> bool:
        """Whether the port is free again."""
        return self._running.done() if self._running else bool(self.interrupted)

    def wait(self) -> None:
        """The host ends: let the thread end before it."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + END_S
        while not self.over and time.monotonic() < until:
            time.sleep(PAUSE_S)

    def result(self) -> Json:
        """What came of it. `kept` only when the thresholds are on the controller."""
        self._pool.shutdown(wait=False)
        why, found = "", self._found or []
        ran = self._running
        done = ran is not None and ran.done() and not ran.cancelled()
        fault = ran.exception() if ran and done else None
        answer = self._answers.get(STEPS.index("keep"))
        if answer and not done:
            why = "the thresholds were just being written: measure them again"
        if fault is not None and not self.interrupted and answer is not False:
            why = str(fault)
        kept = done and fault is None and bool(answer)
        return {
            "kept": kept,
            "thresholds": [asdict(one) for one in found],
            "interrupted": self.interrupted if not kept else "",
            "why": why,
        }

    def state(self) -> Json:
        """What the page shows: the step, what each sensor reads, and what was found."""
        number = self._number
        counts = self._counts
        return {
            "by": self.by,
            "number": number,
            "step": STEPS[number],
            "answered": number in self._answers,
            "least_gap": LEAST_GAP,
            "sensors": [
                {
                    "seat": place.seat,
                    "spot": place.spot,
                    "pin": self._board.line(place.sensor),
                    "counts": counts[i] if i < len(counts) else None,
                }
                for i, place in enumerate(self._board.places)
            ],
            "found": self._found and [asdict(one) for one in self._found],
        }

    # -- the thread's side: the bench of `workshop.calibrate`

    def _run(self) -> list[Threshold]:
        # a second's import, wanted here alone
        from feltlink.workshop.calibrate import calibrate
        from feltlink.workshop.deploy import At

        at = At(PortInfo(self._path), self._prompt or None, self._board.file.port.baud)
        return calibrate(at, self._board, self)

    def _go_on(self) -> None:
        if self.interrupted:
            raise Problem(self.interrupted)

    def tell(self, sentence: str) -> None:
        """The next step: the page has its own words for it."""
        self._go_on()
        self._number += 1

    def show(self, counts: list[int]) -> None:
        """What each sensor reads now."""
        self._go_on()
        self._counts = counts

    def done(self) -> bool:
        """Whether the chips are as the step says."""
        self._go_on()
        return self._answers.get(self._number, False)

    def agrees(self, found: list[Threshold]) -> bool | None:
        """Whether the technician wants them."""
        self._go_on()
        if self._found is None:
            self._found = found
            self._number += 1
        time.sleep(PAUSE_S)
        return self._answers.get(self._number)
