"""Pictures of the card games: each stage of a round, full tables, the progressive's keypad."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from support.card_host import CardHost
from support.looks import (
    StillFelt,
    crowded_round,
    duel_round,
    holdem_round,
    player_dealer_round,
    progressive_round,
)
from support.pages import site_of
from support.shots import SIZES, TABLET, Camera
from support.shots_spin import CALL, LONG, TROUBLES

METER = {"seats": 6, "progressive": "PMG-01", "sensor": "bonus_spin", "meter": "m"}
Given = Iterable[tuple[str, str, dict[str, Any]]]


def take(camera: Camera) -> None:
    """All of them."""
    host = CardHost("ultimate-holdem", {"seats": 6})
    by_dealer = ((kind, "dealer", data) for kind, data in holdem_round(host))
    _stages(camera, "cards", host, by_dealer)
    _full(camera)
    _stages(
        camera,
        "player-dealer",
        CardHost("player-dealer", {"seats": 6, "blind_table": "UTH-01", "trips_table": "UTH-01"}),
        player_dealer_round(),
    )
    _stages(camera, "duel-draw", CardHost("duel-draw", {"seats": 7}), duel_round())
    _keypad(camera)


def _stages(camera: Camera, name: str, host: CardHost, given: Given) -> None:
    """The page as each stage begins, and at the end."""
    pages = {size: camera.page(viewport) for size, viewport in SIZES.items()}
    with site_of(host) as site:

        def all_sizes(stage: str) -> None:
            for size, page in pages.items():
                camera.look(page, site.address + "cards")
                camera.shot(page, f"{name}-{size}-{stage}")

        seen = ""
        for kind, by, data in given:
            stage = host.view()["state"]["phase"]
            if stage != seen:
                all_sizes(stage)
            seen = stage
            refused = site.call(host.give, kind, by, **data)
            assert not refused, refused
        all_sizes("end")


def _full(camera: Camera) -> None:
    """Seven seats, every wager and tip, to be paid; with each trouble."""
    host = CardHost("ultimate-holdem", {"seats": 7, "progressive": "PMG-01", "meter": "m"})
    for kind, by, data in crowded_round():
        refused = host.give(kind, by, **data)
        assert not refused, (kind, data, refused)
    with site_of(host, StillFelt()) as site:
        page = camera.page(TABLET)
        camera.look(page, site.address + "cards")
        page.locator("#felt").wait_for()
        camera.shot(page, "cards-full-tablet-demo")
    with site_of(host) as site:
        pages = {size: camera.page(viewport) for size, viewport in SIZES.items()}
        plain = site.call(host.view)
        for name, trouble in {"pay": {"table": LONG}, **TROUBLES}.items():
            site.show(**trouble)
            for size, page in pages.items():
                camera.look(page, site.address + "cards")
                camera.shot(page, f"cards-full-{size}-{name}")
            site.show(**{key: plain[key] for key in trouble})


def _keypad(camera: Camera) -> None:
    """Two winners of the meter and everybody's envy."""
    host = CardHost("ultimate-holdem", METER)
    for kind, by, data in progressive_round():
        assert not host.give(kind, by, **data)
    host.show(call=CALL)
    with site_of(host) as site:
        for size, viewport in SIZES.items():
            page = camera.page(viewport)
            camera.look(page, site.address + "cards")
            camera.shot(page, f"cards-{size}-keypad")
