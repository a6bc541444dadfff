"""The calibration's two sides: what the page answers, what the thread then does, and its ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.table import maintenance
from feltlink.table.attendance import ALONE_US, GONE_US
from feltlink.table.calibrating import Calibrating
from feltlink.table.story import sentence
from feltlink.workshop import boards
from feltlink.workshop.thresholds import Threshold, text, threshold
from support.table_rig import Rig

BOARD = boards.load("esp32-7seat-adc")
TOM = "technician Tom"


@pytest.fixture
def work() -> Calibrating:
    return Calibrating("/dev/none", "", BOARD, TOM, 0)


def found() -> list[Threshold]:
    return [threshold(BOARD, i, 4000, 26000, (16000, 10000)) for i in range(7)]


def test_each_answer_is_for_its_own_step(work: Calibrating) -> None:
    assert work.state()["step"] == "opening"
    work.answer(1, True)
    work.tell("Take all chips off the sensors")
    assert not work.done()
    work.show([4000] * 7)
    assert work.state()["sensors"][6] == {
        "seat": 7, "spot": "bonus_spin", "pin": "IO35", "counts": 4000,
    }  # fmt: skip
    work.answer(1, True)
    assert work.done()
    assert work.state()["answered"]
    work.tell("Put a chip on every sensor")
    assert not work.done()
    work.answer(1, True)
    assert not work.done()
    work.answer(2, True)
    assert work.done()
    assert work.agrees(found()) is None
    assert work.state()["step"] == "keep"
    assert work.state()["found"][0]["on_counts"] == 18666
    work.answer(3, False)
    assert work.agrees(found()) is False


@pytest.mark.parametrize("ask", ["tell", "show", "done", "agrees"])
def test_a_stop_ends_the_thread_at_its_next_question(work: Calibrating, ask: str) -> None:
    asked: dict[str, Callable[[], object]] = {
        "tell": lambda: work.tell(""),
        "show": lambda: work.show([]),
        "done": work.done,
        "agrees": lambda: work.agrees(found()),
    }
    work.stop("stopped by technician Tom")
    work.stop("the host was ended")
    with pytest.raises(Problem, match="stopped by technician Tom"):
        asked[ask]()
    assert work.over
    assert not work.result()["kept"]
    assert work.result()["interrupted"] == "stopped by technician Tom"


@pytest.mark.parametrize(
    ("step_us", "looked_at", "why"),
    [(GONE_US, False, "page was closed"), (ALONE_US, True, "three minutes")],
)
def test_it_ends_when_nobody_is_there(
    work: Calibrating, step_us: int, looked_at: bool, why: str
) -> None:
    work.tick(1, port_free=False, looked_at=looked_at)
    work.tick(step_us - 1, port_free=False, looked_at=looked_at)
    assert not work.interrupted
    work.tick(step_us + 1, port_free=False, looked_at=looked_at)
    assert why in work.interrupted


def test_nothing_is_opened_before_the_port_is_free_and_a_fault_is_told(work: Calibrating) -> None:
    work.tick(1, port_free=False, looked_at=True)
    assert not work.over
    work.tick(2, port_free=True, looked_at=True)
    work.wait()
    assert work.over
    assert "/dev/none" in work.result()["why"]
    assert not work.result()["kept"]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "t.db")
    rig.connect()
    yield rig
    rig.record.close()


def test_a_killed_host_says_that_nothing_was_kept(rig: Rig) -> None:
    assert rig.act(maintenance.CALIBRATE, by=TOM)["ok"]
    assert "calibrated by technician Tom" in rig.host.view()["maintenance"]
    assert not rig.act("open")["ok"]
    rig.restart()
    (over,) = [e for e in rig.entries() if e.kind == maintenance.CALIBRATED]
    assert (over.data["kept"], over.data["interrupted"]) == (False, "the host was ended")
    assert sentence(over) == "CALIBRATION over, nothing kept: the host was ended"
    rig.connect()
    assert rig.host.view()["maintenance"] == ""
    assert rig.act("open")["ok"]


def test_the_file_is_what_the_controller_reads() -> None:
    assert text(found()).startswith(b"0 18666 11333\n1 18666 11333\n")
    with pytest.raises(Problem, match="does not tell a chip"):
        threshold(BOARD, 2, 4000, 5000, (16000, 10000))
