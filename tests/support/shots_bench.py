"""Pictures of the bench page: the self-test at each kind of question, what it found, a wrong
program, a calibration.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from feltlink.link.events import ProgramChecked
from support.idle_bench import IdleLine, bench_of
from support.pages import FakeHost, site_of
from support.real_table import real_table
from support.shots import SIZES, TABLET, Camera
from support.technician import Technician


def take(camera: Camera) -> None:
    """All of them."""
    with TemporaryDirectory() as folder, real_table(Path(folder), iter(())) as table:
        page = camera.page(TABLET)
        camera.look(page, table.address + "bench")
        camera.shot(page, "bench-idle")
        table.felt.set_chip(4, True)  # a stuck sensor
        tom = Technician(page, table)

        def at(state: str) -> None:
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
                page.locator("#calibration").scroll_into_view_if_needed()
                camera.shot(page, f"bench-calibration-{size}")
