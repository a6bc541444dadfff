"""A self-test at a running table, on the real firmware: out of play meanwhile, and always ended."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.cli.selftest import checked
from feltlink.table import attendance, selftest
from feltlink.table.story import sentence
from support.bench_desk import TOM, BenchDesk, BenchTable, Hand


@pytest.fixture
def table(tmp_path: Path) -> Iterator[BenchTable]:
    one = BenchTable(tmp_path)
    one.run(one.live)
    yield one
    one.close()


def lit(table: BenchTable) -> list[int]:
    return [seat for seat in range(1, 7) if table.board.lit(f"light {seat}")]


def test_a_good_table_passes_and_is_given_back(table: BenchTable) -> None:
    table.run(lambda: bool(table.desk.bench.program.found))
    assert table.begin() == ""
    table.run(table.over)
    assert table.last["passed"], table.last
    assert table.hand.lit == [*(f"light {n}" for n in range(1, 7)), "lamp"]
    assert table.desk.host.view()["maintenance"] == ""
    assert table.act("new_game") == ""
    report = json.loads((table.path.parent / "reports" / table.last["file"]).read_text())
    assert len(report["steps"]) == 14
    assert report["by"] == TOM
    assert report["program_sha256"] == table.desk.bench.program.found.hex() != ""


def test_a_dead_sensor_and_a_dark_light_are_named_and_recorded(table: BenchTable) -> None:
    table.hand = Hand(table.board, dead=4, dark=3)
    table.begin()
    table.run(table.over)
    assert [s.partition(" (")[0] for s in table.last["failed"]] == [
        "seat 3 bonus_spin light",
        "seat 4 bonus_spin sensor",
    ]
    began, over = table.notes("self_test"), table.notes("self_test_over")
    assert (began[0].source, over[0].source) == (TOM, TOM)
    assert sentence(over[0]).startswith("SELF-TEST over: FAILED: seat 3 bonus_spin light")
    file = table.path.parent / "reports" / over[0].data["file"]
    assert over[0].data["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    checked(file, table.path.with_name("workshop"))


def test_a_stuck_sensor_is_found_and_the_others_are_still_tested(table: BenchTable) -> None:
    table.board.chip(5)
    table.wait(200_000)
    table.begin()
    table.run(lambda: asked(table) == "clear")
    assert [name.partition(" (")[0] for name in state(table)["covered"]] == ["seat 5 bonus_spin"]
    ask = state(table)["ask"]
    table.desk.bench.act({"do": "answer", "step": ask["number"], "seen": False}, TOM)
    table.run(table.over)
    (only,) = table.last["failed"]
    assert only.endswith("is active with nothing on it")


def state(table: BenchTable) -> dict:
    return table.desk.bench.state()["test"]


def asked(table: BenchTable) -> str:
    test = state(table)
    return test["ask"]["do"] if test and test["ask"] else ""


def test_the_table_is_out_of_play_meanwhile(table: BenchTable) -> None:
    table.hand = Hand(table.board, idle=True)
    table.begin()
    table.run(lambda: asked(table) == "look")
    view = table.desk.host.view()
    assert view["maintenance"] == view["state"]["notice"] != ""
    assert "being tested by technician Tom" in table.act("new_game")
    assert "being tested" in table.act("new_game", "supervisor Ann")
    assert "running already" in table.begin("begin-test-2")
    table.board.button(True)
    table.wait(100_000)
    table.board.button(False)
    table.wait(100_000)
    assert not table.notes("press")
    assert table.notes("press_ignored")
    assert not table.board.lit("lamp")


def test_nobody_but_a_technician_begins_and_not_in_a_round(table: BenchTable) -> None:
    assert "Only a technician" in table.begin(by="dealer")
    assert table.act("new_game") == ""
    table.board.chip(1)
    table.wait(200_000)
    assert table.act("begin_game") == ""
    table.wait(200_000)
    assert "A round is open" in table.begin("begin-test-2")
    assert "A round is open" in table.desk.bench.act(
        {"do": "check_program", "id": "check-prog-1"}, TOM
    )
    assert table.over()
    assert table.board.lit("light 1")


def test_the_same_begin_again_begins_nothing(table: BenchTable) -> None:
    table.begin()
    table.run(table.over)
    assert table.begin() == ""
    assert table.over()
    assert len(table.notes("self_test")) == 1


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("stop", "stopped by technician Tom"),
        ("page", "the bench's page was closed"),
        ("alone", "nobody answered for three minutes"),
        ("cable", "the controller was lost"),
        ("reset", "the controller started anew"),
    ],
)
def test_it_ends_and_the_lights_are_the_games_again(
    table: BenchTable, monkeypatch: pytest.MonkeyPatch, how: str, why: str
) -> None:
    monkeypatch.setattr(attendance, "GONE_US", 1_000_000)  # the true times: test_calibrating.py
    monkeypatch.setattr(attendance, "ALONE_US", 5_000_000)
    monkeypatch.setattr(selftest, "LOST_US", 2_000_000)
    assert table.act("new_game") == ""
    table.board.chip(2)
    table.wait(300_000)
    before = table.desk.host.view()["state"]["phase"]
    assert lit(table) == [2]
    table.hand = Hand(table.board, idle=True)
    table.begin()
    table.run(lambda: lit(table) == [1])
    if how == "stop":
        table.desk.bench.act({"do": "stop"}, TOM)
    elif how == "page":
        table.desk.bench.looked_at = False
    elif how == "cable":
        table.board.pull()
    elif how == "reset":
        table.board.reset("watchdog")
    table.run(table.over)
    assert table.last["interrupted"] == why
    assert not table.last["passed"]
    table.board.plug()
    table.run(table.live)
    table.wait(1_500_000)
    assert lit(table) == [2]
    assert table.desk.host.view()["maintenance"] == ""
    assert table.desk.host.view()["state"]["phase"] == before
    assert table.act("begin_game") == ""
    table.run(lambda: lit(table) == [2])


def test_a_cable_that_is_back_in_time_goes_on_with_the_same_light(table: BenchTable) -> None:
    table.hand = Hand(table.board, idle=True)
    table.begin()
    table.run(lambda: lit(table) == [1])
    table.board.pull()
    table.wait(3_000_000)
    assert lit(table) == []
    table.board.plug()
    table.run(lambda: lit(table) == [1])
    assert state(table)["ask"]["number"] == 1
    table.hand = Hand(table.board)
    table.run(table.over)
    assert table.last["passed"]


def test_a_page_that_comes_back_in_time_goes_on(
    table: BenchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "GONE_US", 1_000_000)
    table.hand = Hand(table.board, idle=True)
    table.begin()
    for _ in range(3):
        table.desk.bench.looked_at = False
        table.wait(600_000)
        table.desk.bench.looked_at = True
        table.wait(100_000)
    assert not table.over()


def test_a_killed_host_ends_it_and_says_so(table: BenchTable) -> None:
    table.hand = Hand(table.board, idle=True)
    table.begin()
    table.run(lambda: table.board.lit("light 1"))
    table.desk.close()  # nothing is said to it: its files are simply let go
    table.board.run(1_500_000)
    assert lit(table) == []
    table.desk = BenchDesk(table.path, table.board.now_us)
    (over,) = table.notes("self_test_over")
    assert over.data["interrupted"] == "the host was ended"
    table.run(table.live)
    assert table.over()
    assert table.act("new_game") == ""
    table.desk.close()
    table.desk = BenchDesk(table.path, table.board.now_us)
    assert len(table.notes("self_test_over")) == 1


def test_a_report_that_cannot_be_written_is_told(table: BenchTable) -> None:
    (table.path.parent / "reports").write_text("a file in its place")
    table.begin()
    table.run(table.over)
    assert table.last["passed"]
    assert table.last["file"] == ""
    assert "cannot be written" in table.last["why"]
    assert "cannot be written" in table.notes("self_test_over")[0].data["why"]


def test_a_quick_press_and_a_late_answer(table: BenchTable) -> None:
    table.hand = Hand(table.board, idle=True)
    table.begin()
    table.run(lambda: asked(table) == "look")
    first = state(table)["ask"]["number"]
    table.desk.bench.act({"do": "answer", "step": first, "seen": True}, TOM)
    table.run(lambda: state(table)["ask"]["number"] == first + 1)
    table.desk.bench.act({"do": "answer", "step": first, "seen": False}, TOM)
    table.wait(200_000)
    assert state(table)["ask"]["number"] == first + 1


def test_the_program_is_checked_when_asked_for(table: BenchTable) -> None:
    bench = table.desk.bench
    assert bench.act({"do": "check_program", "id": "check-prog-1"}, TOM) == ""
    assert bench.state()["program"]["state"] == "checking"
    table.run(lambda: bench.state()["program"]["state"] == "right")
    found = bench.state()["program"]
    assert found["expected"] == found["found"]
    assert found["files"] > 20
    assert table.notes("check_program")[0].source == TOM
    assert bench.act({"do": "dance", "id": "check-prog-2"}, TOM) == "This is no act of the bench."
    table.board.pull()
    table.run(lambda: bench.state()["program"]["state"] == "unknown")
    assert "not connected" in bench.act({"do": "check_program", "id": "check-prog-3"}, TOM)
