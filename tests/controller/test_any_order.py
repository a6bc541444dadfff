"""Everything in any order: chips, presses, commands, hosts that come, go and do not listen."""

from __future__ import annotations

import random

import pytest

from controller.session import LIVE
from feltwire import catalogue as c
from support.desk import WRAP, Desk


def act(desk: Desk, chance: random.Random, turn: int) -> None:
    """Do one thing, and let up to 40 ms pass."""
    what = chance.random()
    if what < 0.30:
        desk.cover(chance.randrange(6), chance.random() < 0.5)
    elif what < 0.50:
        desk.press(chance.random() < 0.5)
    elif what < 0.60:
        desk.command(c.ARM, turn + 1, chance.randrange(1, 500))
    elif what < 0.65:
        desk.command(c.LOCK, turn, 0, 0)
    elif what < 0.70:
        desk.send(c.RELEASE, desk.parts.bets.round_id)
    elif what < 0.72:
        desk.pings = not desk.pings
    elif what < 0.73:
        desk.greet(nonce=chance.randrange(WRAP))
    elif what < 0.74:
        desk.acks = not desk.acks
    elif what < 0.75:
        desk.command(c.CLEAR_FAULT, c.NO_INPUT)
    desk.run(chance.randrange(40))


@pytest.mark.parametrize("seed", range(4))
def test_each_event_comes_once_and_each_arm_id_spins_once(seed: int) -> None:
    chance = random.Random(seed)
    desk = Desk(chance.randrange(WRAP))
    parts = desk.parts
    for turn in range(1500):
        act(desk, chance, turn)
        if parts.arming.armed:
            assert parts.session.state == LIVE
            assert not parts.journal.behind
            assert not parts.faults.mask & parts.button_mask
    desk.acks = desk.pings = True
    desk.greet(nonce=5)
    desk.run(3000)
    told: dict[int, tuple[str, dict[str, int]]] = {}
    for number, name, fields in desk.events:  # a host that did not listen is told again, the same
        assert told.setdefault(number, (name, fields)) == (name, fields)
    assert sorted(told) == list(range(parts.journal.next))
    presses = [told[n][1]["arm_id"] for n in sorted(told) if told[n][0] == "PRESS"]
    assert len(presses) > 10
    assert presses == sorted(set(presses))
