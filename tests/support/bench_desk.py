"""The real host with its workbench on a clock that is handed to it, and a technician's hands."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.record import reading
from feltlink.record.entry import Entry
from feltlink.record.signing import signer_or_new
from feltlink.sim.board import SimBoard
from feltlink.table.workbench import Workbench
from feltlink.workshop import boards, program
from support.host_desk import Desk

STEP_US = 10_000
TOM = "technician Tom"


class BenchDesk(Desk):
    """A host whose workbench sees all that its line does."""

    traffic = True

    def __init__(self, path: Path, now_us: int) -> None:
        board = boards.load("pico-6seat")
        self.program = program.digest(program.sources(board))
        super().__init__(path, now_us)
        self.bench = Workbench(
            board,
            self,
            self.host,
            self,
            folder=path.parent / "reports",
            signer=partial(signer_or_new, path.with_name("workshop")),
            programs=(self.program,),
        )
        self.bench.looked_at = True

    def ask(self, question: m.AskSnapshot) -> bool:
        return self.session.ask(question)

    def check_program(self) -> bool:
        return self.session.check_program(self.now_us)

    def told(self, events: list[link.LinkEvent]) -> None:
        for event in events:
            self.bench.note(event)
        self.host.take([e for e in events if not isinstance(e, link.Traffic | link.RoundTrip)])

    def step(self, now_us: int, data: bytes | None) -> bytes:
        out = super().step(now_us, data)
        self.bench.tick()
        return out + (self.session.outgoing() if self._open else b"")


class Hand:
    """Does at the board what the bench asks for, once a question.

    `dead` seats are not wired, `dark` lights are not seen; with `idle` nobody is there.
    """

    def __init__(self, board: SimBoard, dead: int = 0, dark: int = -1, idle: bool = False) -> None:
        self._board, self._dead, self._dark, self._idle = board, dead, dark, idle
        self._number = 0
        self.lit: list[str] = []

    def look(self, bench: Workbench) -> None:
        test = bench.state()["test"]
        ask = test and test["ask"]
        if not ask or self._idle:
            return
        seat = ask["seat"]
        if ask["do"] == "look":
            light = f"light {seat}" if seat else "lamp"
            if self._board.lit(light) or seat == self._dark:
                self.lit += [light] if self._board.lit(light) else []
                self._answer(bench, ask["number"], seat != self._dark)
        elif ask["number"] != self._number:
            self._number = ask["number"]
            on = ask["do"] == "put"
            if ask["do"] != "clear" and seat:
                if seat == self._dead and on:
                    self._answer(bench, ask["number"], False)
                else:
                    self._board.chip(seat, on)
            elif ask["do"] != "clear":
                self._board.button(on)

    def _answer(self, bench: Workbench, number: int, seen: bool) -> None:
        assert bench.act({"do": "answer", "step": number, "seen": seen}, TOM) == ""


class BenchTable:
    """Board, host and workbench, driven together."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "t.db"
        self.board = SimBoard(clock="virtual")
        self.desk = BenchDesk(self.path, self.board.now_us)
        self.hand = Hand(self.board)

    def run(self, until: Callable[[], bool], limit_us: int = 60_000_000) -> None:
        end_us = self.board.now_us + limit_us
        while not until():
            assert self.board.now_us < end_us, f"not so in time: {self.desk.bench.state()}"
            self.board.run(STEP_US)
            try:
                data: bytes | None = self.board.read()
            except OSError:
                data = None
            out = self.desk.step(self.board.now_us, data)
            if out and data is not None:
                self.board.write(out)
            self.hand.look(self.desk.bench)

    def wait(self, us: int) -> None:
        end_us = self.board.now_us + us
        self.run(lambda: self.board.now_us >= end_us, us + 1_000_000)

    def live(self) -> bool:
        return bool(self.desk.host.view()["controller"]["state"] == "live")

    def begin(self, ident: str = "begin-test-1", by: str = TOM) -> str:
        return self.desk.bench.act({"do": "self_test", "id": ident}, by)

    def over(self) -> bool:
        return self.desk.bench.state()["test"] is None

    def act(self, kind: str, by: str = "dealer") -> str:
        ident = re.sub(r"\W", "", f"{kind}{self.board.now_us}{by}")
        round_id = self.desk.host.view()["state"]["round_id"]
        answer = self.desk.host.act({"id": ident, "act": kind, "round_id": round_id}, by)
        return str(answer["sentence"])

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.desk.bench.state()["last"]
        return found

    def entries(self) -> list[Entry]:
        return list(reading.between(self.desk.record.live, 1))

    def notes(self, kind: str) -> list[Entry]:
        return [entry for entry in self.entries() if entry.kind == kind]

    def close(self) -> None:
        self.desk.close()
        self.board.close()
