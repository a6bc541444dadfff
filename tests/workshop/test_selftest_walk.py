"""The self-test's walk by itself: what a technician and a table do, and what it finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feltlink.workshop import boards
from feltlink.workshop.selftest_walk import Ask, Look, Walk, sentence

BOARD = boards.load("pico-6seat")
TICK_US = 50_000
PATIENCE_US = 1_000_000
Table = Callable[[Ask], Look]


def good(ask: Ask) -> Look:
    """Everything works, and the technician does as told."""
    covered = 1 << ask.input if ask.do == "put" else 0
    return Look(0, covered, answer=True if ask.do == "look" else None)


def stuck(number: int) -> Table:
    """This sensor is always active; the technician sees that it cannot be cleared."""

    def look(ask: Ask) -> Look:
        answer = False if ask.do == "clear" else good(ask).answer
        return Look(0, good(ask).covered | 1 << number, answer=answer)

    return look


def dead(number: int) -> Table:
    return lambda ask: Look(0, good(ask).covered & ~(1 << number), answer=good(ask).answer)


def masked(number: int) -> Table:
    return lambda ask: Look(
        0, good(ask).covered & ~(1 << number), 1 << number, answer=good(ask).answer
    )


def crossed(one: int, other: int) -> Table:
    """The two sensors' wires are exchanged."""
    swap = {one: other, other: one}

    def look(ask: Ask) -> Look:
        covered = 1 << swap.get(ask.input, ask.input) if ask.do == "put" else 0
        return Look(0, covered, answer=good(ask).answer)

    return look


def holds(number: int) -> Table:
    """This sensor stays active once it was covered."""
    return lambda ask: Look(
        0,
        1 << number if ask.do == "take" and ask.input == number else good(ask).covered,
        answer=good(ask).answer,
    )


def refuses(ask: Ask) -> Look:
    """The controller lights nothing."""
    if ask.do == "look":
        return Look(0, refused="another round is locked")
    return good(ask)


def unlit(number: int) -> Table:
    def look(ask: Ask) -> Look:
        seen = ask.input != number if ask.do == "look" else None
        return Look(0, good(ask).covered, answer=seen)

    return look


def absent(ask: Ask) -> Look:
    """Nobody is there."""
    return Look(0)


def found(table: Table) -> tuple[list[str], Walk]:
    now_us = 0
    walk = Walk(BOARD, Look(0), patience_us=PATIENCE_US, light_us=PATIENCE_US)
    while walk.ask is not None:
        now_us += TICK_US
        seen = table(walk.ask)
        walk.take(Look(now_us, seen.covered, seen.faulted, seen.answer, seen.refused))
        assert now_us < 60_000_000, walk.ask
    bad = [f"{s.name}: {s.detail}" for s in walk.steps if s.result == "failed"]
    return bad, walk


CASES: list[tuple[Table, list[str]]] = [
    (good, []),
    (stuck(2), ["seat 3 bonus_spin sensor (GP4): is active with nothing on it"]),
    (dead(6), ["button switch (GP8): did not answer"]),
    (
        masked(0),
        ["seat 1 bonus_spin sensor (GP2): is masked: the controller holds it for faulty"],
    ),
    (
        crossed(1, 3),
        [
            "seat 2 bonus_spin sensor (GP3): seat 4 bonus_spin (GP5) answered in its place",
            "seat 4 bonus_spin sensor (GP5): seat 2 bonus_spin (GP3) answered in its place",
        ],
    ),
    (holds(5), ["seat 6 bonus_spin sensor (GP7): stays active when it is left alone"]),
    (unlit(6), ["button lamp (GP16): it does not blink, or another one does"]),
]


@pytest.mark.parametrize(("table", "expected"), CASES)
def test_what_is_wrong_is_named(table: Table, expected: list[str]) -> None:
    bad, walk = found(table)
    assert bad == expected
    assert len(walk.steps) == walk.count == 14
    after = [step.after_ms for step in walk.steps]
    assert after == sorted(after)
    assert after[-1] > 0


def test_a_controller_that_refuses_fails_each_light_once() -> None:
    bad, _ = found(refuses)
    assert len(bad) == 7
    assert all("refused: another round is locked" in one for one in bad)


def test_with_nobody_there_it_ends_and_no_light_is_called_bad() -> None:
    _, walk = found(absent)
    results = [step.result for step in walk.steps]
    assert results == ["not seen"] * 7 + ["failed"] * 7


def test_each_question_has_a_number_of_its_own_and_one_light() -> None:
    walk = Walk(BOARD, Look(0), patience_us=PATIENCE_US, light_us=PATIENCE_US)
    asks = []
    while walk.ask is not None:
        asks.append(walk.ask)
        seen = good(walk.ask)
        walk.take(Look(len(asks), seen.covered, answer=seen.answer))
    assert [ask.number for ask in asks] == list(range(1, 7 + 1 + 14 + 1))
    assert [ask.lit for ask in asks] == [*range(7), *[None] * 15]
    assert sentence(asks[0]) == (
        f"Does the light of seat 1, bonus_spin ({BOARD.line(BOARD.lights[0])}) blink, and no other?"
    )
    assert sentence(asks[-2]) == "Press and hold the button (GP8)."
    walk.take(Look(99))
    assert walk.ask is None
