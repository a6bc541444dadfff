"""What a technician does at a table that runs: self-test, calibration, check of the program."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.link.discovery import ports
from feltlink.problem import Problem
from feltlink.table import maintenance
from feltlink.table.calibrating import Calibrating
from feltlink.table.clocks import Clock
from feltlink.table.program_state import ProgramState
from feltlink.table.selftest import Lights, SelfTest, Wire
from feltlink.workshop.boards import Board
from feltlink.workshop.selftest_report import Signer, failures, report, stamp, write

PROMPTS_US = 3_000_000
NO_SENSE = "This is no act of the bench."

Json = dict[str, Any]


class Line(Wire, Protocol):
    """What is used of `feltlink.table.run.Line`."""

    def check_program(self) -> bool: ...

    @property
    def path(self) -> str: ...


class Table(Lights, Protocol):
    """What is used of `feltlink.table.host.TableHost`."""

    @property
    def tested(self) -> bool: ...

    def act(self, act: Any, by: str) -> Json: ...

    def end_test(self, kind: str, body: Json, by: str) -> None: ...


class Workbench:
    """One table's workbench. Feed it with `note`, `act` and, with the table, `tick`.

    Reports are put into `folder`, signed by what `signer` gives; `programs` are the SHA-256 that
    the controller's program may have, the expected one first. All calls in the table's thread.
    """

    def __init__(
        self,
        board: Board,
        line: Line,
        table: Table,
        clock: Clock,
        *,
        folder: Path,
        signer: Callable[[], Signer],
        programs: tuple[bytes, ...],
    ) -> None:
        self.folder = folder
        self.looked_at = False
        self.program = ProgramState(programs)
        self._board = board
        self._line = line
        self._table = table
        self._clock = clock
        self._signer = signer
        self._welcome: m.Welcome | None = None
        self._test: SelfTest | None = None
        self._began = ""
        self._last: Json | None = None
        self._calibrating: Calibrating | None = None
        self._calibrated: Json | None = None
        self._prompts: list[str] = []
        self._prompts_due_us = 0
        self.prompts: Callable[[], list[str]] = lambda: [port.path for port in ports()]
        """The ports that a prompt may be on."""

    def note(self, event: link.LinkEvent) -> None:
        """See a link event."""
        if isinstance(event, link.ControllerFound):
            self._welcome = event.welcome
        self.program.note(event, self._clock.steady_us())
        if self._test:
            self._test.note(event)

    def act(self, asked: Json, by: str) -> str:
        """Carry out an act of the bench's page; "" or a sentence why not."""
        match asked:
            case {"do": "self_test", "id": str(ident)}:
                return self._begin(ident, by)
            case {"do": "answer", "step": int(number), "seen": bool(seen)}:
                work = self._test or self._calibrating
                if work is None:
                    return "No self-test is running."
                work.answer(number, seen)
                return ""
            case {"do": "stop"}:
                work = self._test or self._calibrating
                if work:
                    work.stop(f"stopped by {by}")
                    self._end_if_over()
                return ""
            case {"do": "calibrate", "id": str(ident), "prompt": str(prompt)}:
                return self._calibrate(ident, prompt, by)
            case {"do": "check_program", "id": str(ident)}:
                return self._check(ident, by)
        return NO_SENSE

    def tick(self) -> None:
        """Do what time alone asks for."""
        now_us = self._clock.steady_us()
        self.program.tick(now_us)
        if self._test:
            self._test.tick(now_us, looked_at=self.looked_at)
        if self._calibrating:
            free = not self._line.path
            self._calibrating.tick(now_us, port_free=free, looked_at=self.looked_at)
        self._end_if_over()

    @property
    def lends_port(self) -> bool:
        """Whether the table has to let its port go."""
        return self._calibrating is not None

    def stop(self, why: str) -> None:
        """The table ends: what a technician has begun ends with it."""
        if self._test:
            self._test.stop(why)
        if self._calibrating:
            self._calibrating.stop(why)
            self._calibrating.wait()
            self._end_calibration(self._calibrating)
        self._end_if_over()

    def state(self) -> Json:
        """What the page shows. `last` is what came of the last self-test."""
        return {
            "test": self._test.state() if self._test else None,
            "last": self._last,
            "program": self.program.state(),
            "calibrating": self._calibrating.state() if self._calibrating else None,
            "calibrated": self._calibrated,
            "prompts": self._prompt_ports(),
        }

    def _prompt_ports(self) -> list[str]:
        """`prompts`, looked at every three seconds, on a board that is calibrated."""
        now_us = self._clock.steady_us()
        if self._board.file.sensors.adc is not None and now_us >= self._prompts_due_us:
            self._prompts_due_us = now_us + PROMPTS_US
            self._prompts = self.prompts()
        return self._prompts

    def _begin(self, ident: str, by: str) -> str:
        if self._busy():
            return self._busy()
        answer = self._table.act({"id": ident, "act": maintenance.SELF_TEST}, by)
        if answer["ok"] and self._table.tested:  # else the same act once more, long over
            self._began = stamp()
            now_us = self._clock.steady_us()
            self._test = SelfTest(self._board, self._line, self._table, by, now_us)
            self._read_program()
        return str(answer["sentence"])

    def _calibrate(self, ident: str, prompt: str, by: str) -> str:
        path = self._line.path
        if self._busy():
            return self._busy()
        if self._board.file.sensors.adc is None:
            return "The sensors of this board have no thresholds."
        if not path:
            return "The controller is not connected."
        if prompt and prompt not in self.prompts():
            return f"There is no port {prompt}."
        answer = self._table.act({"id": ident, "act": maintenance.CALIBRATE}, by)
        if answer["ok"] and self._table.tested:
            now_us = self._clock.steady_us()
            self._calibrating = Calibrating(path, prompt, self._board, by, now_us)
        return str(answer["sentence"])

    def _busy(self) -> str:
        work = self._test or self._calibrating
        what = "A self-test" if self._test else "A calibration"
        return f"{what} is running already, by {work.by}." if work else ""

    def _end_calibration(self, work: Calibrating) -> None:
        self._calibrating = None
        self._calibrated = work.result()
        self._table.end_test(maintenance.CALIBRATED, self._calibrated, work.by)

    def _check(self, ident: str, by: str) -> str:
        answer = self._table.act({"id": ident, "act": maintenance.CHECK}, by)
        if not answer["ok"]:
            return str(answer["sentence"])
        return "" if self._read_program() else "The controller is not connected."

    def _read_program(self) -> bool:
        asked = self._line.check_program()
        if asked:
            self.program.ask(self._clock.steady_us())
        return asked

    def _end_if_over(self) -> None:
        if self._calibrating and self._calibrating.over:
            self._end_calibration(self._calibrating)
        test = self._test
        if test is None or not (test.finished or test.interrupted):
            return
        self._test = None
        self._last = self._result(test)
        self._table.end_test(maintenance.OVER, self._last, test.by)

    def _result(self, test: SelfTest) -> Json:
        steps = test.walk.steps if test.walk else []
        if self._welcome is None:
            return maintenance.result(interrupted=test.interrupted)
        found = report(
            self._welcome,
            self._board.name,
            self.program.found,
            steps,
            by=test.by,
            began=self._began,
            interrupted=test.interrupted,
        )
        name = sha256 = why = ""
        try:
            file = write(found, self.folder, self._signer())
            name, sha256 = file.name, hashlib.sha256(file.read_bytes()).hexdigest()
        except (Problem, OSError) as fault:
            why = str(fault)
        return maintenance.result(
            passed=found["passed"],
            failed=tuple(failures(found)),
            interrupted=test.interrupted,
            file=name,
            sha256=sha256,
            why=why,
        )
