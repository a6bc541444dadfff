"""Pictures of the bench page: the self-test at each kind of question, what it found, a wrong
program, a calibration at each of its questions.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from feltlink.link.events import ProgramChecked
from support.idle_bench import IdleLine, bench_of
from support.pages import FakeHost, site_of
from support.real_table import real_table
from support.shots import SIZES, TABLET, Camera
from support.technician import Calibrator, Technician


def take(camera: Camera) -> None:
    """All of them."""
    with TemporaryDirectory() as folder, real_table(Path(folder), iter(())) as table:
        page = camera.page(TABLET)
        camera.look(page, table.address + "bench")
        camera.shot(page, "bench-idle")
        table.felt.set_chip(4, True)  # a stuck sensor
        tom = Technician(page, table)

        taken: set[str] = set()

        def at(state: str) -> None:
            if state not in taken:  # of each kind of question one is enough
                taken.add(state)
                camera.rest(page)
                camera.shot(page, f"bench-{state}")

        tom.reach = at
        tom.begin()
        tom.lights(range(1, 7))
        at("clear")
        tom.answer("They are free – go on")
        tom.sensors([1, 2, 3, 5, 6])
        page.locator("#test-last[data-state=failed]").wait_for()
        at("failed")
    host, line = FakeHost(), IdleLine("/dev/ttyUSB0")
    with TemporaryDirectory() as folder:
        bench = bench_of(host, Path(folder), line, board="esp32-7seat-adc")
        with site_of(host, bench=bench) as site:
            site.call(line.watch, ProgramChecked(b"\xee" * 32, bytes(32), 41))
            for size, viewport in SIZES.items():
                page = camera.page(viewport)
                camera.look(page, site.address + "bench")
                page.locator("#program").scroll_into_view_if_needed()
                camera.shot(page, f"bench-wrong-program-{size}")
    with TemporaryDirectory() as folder:
        calibration(camera, Path(folder))


def calibration(camera: Camera, folder: Path) -> None:
    """A calibration at each of its questions."""
    with real_table(folder, iter(()), board="esp32-7seat-adc", console=True) as table:
        page = camera.page(TABLET)
        camera.look(page, table.address + "bench")
        hands = Calibrator(page, table)
        hands.prompt = 0
        hands.begin()
        page.locator("#calibration .counts").first.wait_for()
        for name in ("They are off – measure", "They lie there – measure", "Keep them"):
            page.get_by_role("button", name=name, exact=True).wait_for()
            hands.chips(on=name != "They are off – measure")
            page.wait_for_timeout(1000)
            camera.rest(page)
            camera.shot(page, f"bench-calibration-{name.partition(' –')[0]}")
            hands.answer(name)
        page.locator("#calibrated[data-state=kept]").wait_for()
        camera.shot(page, "bench-calibration-kept")
