"""A technician calibrates reflective sensors on the page: live counts, felt, chips, keep or not."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from feltlink.record import reading
from support.axe import clean
from support.real_table import real_table
from support.technician import PATIENCE_MS, Calibrator, patient

pytestmark = pytest.mark.timeout(300)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch)


@pytest.fixture
def bench(tmp_path: Path, open_page: Callable[..., Any]) -> Iterator[Calibrator]:
    stops = itertools.repeat(5)
    with real_table(tmp_path, stops, board="esp32-7seat-adc", console=True) as table:
        assert table.table is not None
        table.table.workbench.prompts = lambda: [str(tmp_path / "sim" / "console")]
        page = open_page(table.address + "bench", quiet=False)
        page.locator("body[data-live=on]").wait_for()
        expect(page.locator("#prompt option")).to_have_count(2, timeout=PATIENCE_MS)
        yield Calibrator(page, table)


def kept(bench: Calibrator) -> Path:
    return bench.table.sim.flash.root / "calibration"


def over(bench: Calibrator) -> list[Any]:
    entries = bench.table.ask(
        lambda: list(reading.between(bench.table.table.record.live, 1))  # type: ignore[union-attr]
    )
    return [entry for entry in entries if entry.kind == "calibrate_over"]


def test_thresholds_are_measured_shown_and_kept(bench: Calibrator) -> None:
    clean(bench.page)
    bench.begin()
    counts = bench.page.locator("#calibration .counts").first
    expect(counts).to_have_text("4000", timeout=PATIENCE_MS)
    expect(bench.page.locator("#banner")).to_contain_text("calibrated by technician Tom Hart")
    clean(bench.page)
    bench.measure()
    expect(bench.question).to_contain_text("Keep these thresholds", timeout=PATIENCE_MS)
    row = bench.page.locator("#calibration tbody tr").first
    expect(row).to_have_text("1 bonus_spin (IO25)400026000186661133316000 / 10000")
    for size in ({"width": 1280, "height": 800}, PHONE):
        bench.page.set_viewport_size(size)
        clean(bench.page)
    assert not kept(bench).exists()
    bench.answer("Keep them")
    expect(bench.last).to_have_text(
        "✓ 7 thresholds are kept on the controller.", timeout=PATIENCE_MS
    )
    assert kept(bench).read_bytes().startswith(b"0 18666 11333\n")
    expect(bench.page.locator("body")).to_have_attribute("data-live", "on", timeout=PATIENCE_MS)
    (note,) = over(bench)
    assert note.source == "technician Tom Hart"
    assert note.data["kept"]
    assert len(note.data["thresholds"]) == 7


def test_a_controller_with_one_port_lends_it(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    stops = itertools.repeat(5)
    with real_table(tmp_path, stops, board="esp32-7seat-adc", console=True) as table:
        page = open_page(table.address + "bench", quiet=False)
        page.locator("body[data-live=on]").wait_for()
        bench = Calibrator(page, table)
        bench.prompt = 0
        bench.begin()
        bench.measure()
        bench.answer("Keep them")
        expect(bench.last).to_contain_text("7 thresholds are kept", timeout=PATIENCE_MS)
        assert kept(bench).read_bytes().startswith(b"0 18666 11333\n")


def test_a_sensor_that_sees_no_chip_is_named_and_nothing_is_kept(bench: Calibrator) -> None:
    bench.begin()
    bench.measure(missing=4)
    expect(bench.last).to_contain_text("does not tell a chip", timeout=PATIENCE_MS)
    expect(bench.last).to_contain_text("seat 4, bonus_spin (IO32)")
    clean(bench.page)
    assert not kept(bench).exists()


@pytest.mark.parametrize("button", ["Stop the calibration", "Do not keep them"])
def test_what_is_not_wanted_is_not_kept_and_the_table_comes_back(
    bench: Calibrator, button: str
) -> None:
    bench.begin()
    if button.startswith("Do not"):
        bench.measure()
    bench.answer(button)
    expect(bench.last).to_contain_text("was kept", timeout=PATIENCE_MS)
    assert not kept(bench).exists()
    expect(bench.page.locator("body")).to_have_attribute("data-live", "on", timeout=PATIENCE_MS)
    assert not over(bench)[-1].data["kept"]
