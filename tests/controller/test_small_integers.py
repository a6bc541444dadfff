"""No number of the controller leaves MicroPython's small integers: 31 bits with the sign.

A bigger one would be put on the heap of a real chip. The unix interpreter has 63 bits and cannot
show it, so here every number is a `Small` that minds its size through all arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from controller import ticks
from feltwire import catalogue as c
from support.desk import WRAP, Desk

LIMIT = 1 << 30


class Small(int):
    """An int whose every result is a Small, and never 2**30 or more."""

    def __new__(cls, value: int) -> Small:
        assert -LIMIT <= value < LIMIT, f"{value:#x} would be allocated"
        return super().__new__(cls, value)


def _wrap(name: str) -> Callable[..., Any]:
    plain = getattr(int, name)

    def operate(self: int, *others: Any) -> Any:
        result = plain(self, *others)
        return Small(result) if type(result) is int else result

    return operate


for _name in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    setattr(Small, f"__{_name}__", _wrap(f"__{_name}__"))
    setattr(Small, f"__r{_name}__", _wrap(f"__r{_name}__"))
for _name in ("neg", "invert"):
    setattr(Small, f"__{_name}__", _wrap(f"__{_name}__"))


class SmallDesk(Desk):
    """Gives the controller nothing but small numbers."""

    def ticks(self) -> int:
        return Small(super().ticks())

    def run(self, ms: int) -> None:
        self.word = Small(self.word)
        super().run(ms)


def test_small_minds_its_size() -> None:
    assert isinstance(1 + Small(2), Small)
    with pytest.raises(AssertionError):
        Small(LIMIT - 1) + 1
    with pytest.raises(AssertionError):
        1 << Small(30)


EDGES = [0, 1, LIMIT // 2 - 1, LIMIT // 2, LIMIT // 2 + 1, LIMIT - 1]


@pytest.mark.parametrize("now", EDGES)
@pytest.mark.parametrize("then", EDGES)
def test_ticks(now: int, then: int) -> None:
    assert ticks.since(Small(now), Small(then)) == (now - then) % WRAP
    delay = LIMIT // 2 - 1
    due = ticks.after(Small(now), Small(delay))
    assert due == (now + delay) % WRAP
    assert ticks.reached(due, Small(now))


@pytest.mark.parametrize("sensors", [6, 29])
def test_a_busy_hour_over_the_wrap(sensors: int) -> None:
    desk = SmallDesk(WRAP - 2_000_000, sensors=sensors, on_ms=3, off_ms=4, safe=c.BLINK)
    chance = random.Random(1)
    for i in range(600):
        if chance.random() < 0.5:
            desk.cover(chance.randrange(sensors + 1), chance.random() < 0.5)
        kind, values = chance.choice(
            [
                (c.LOCK, (i, 0, 0)),
                (c.RELEASE, (i,)),
                (c.ARM, (LIMIT - 700 + i, 65_535)),
                (c.DISARM, (i,)),
                (c.LIGHTS, (bytes([0x53] * 15),)),
                (c.CLEAR_FAULT, (255,)),
                (c.LOCK, (LIMIT - 1, 1, (1 << sensors) - 1)),
                (c.RELEASE, (LIMIT - 1,)),
            ]
        )
        desk.send(kind, *values)
        desk.send(c.ASK_SNAPSHOT)
        desk.send(c.ASK_STATS)
        desk.run(chance.randrange(12))
        if i % 100 == 99:
            desk.pings = False
            desk.run(1_100)
            desk.pings = True
            desk.greet(nonce=LIMIT - i - 1)
    assert len(desk.events) > 150
    assert desk.parts.journal.wraps == 1
