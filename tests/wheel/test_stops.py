from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.wheel.stops import Stop, Wheel


def wheel(*weights: int) -> Wheel:
    return Wheel(tuple(Stop(f"${i}", i, weight) for i, weight in enumerate(weights)))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=14).filter(any))
def test_each_stop_has_as_many_tickets_as_its_weight(weights: list[int]) -> None:
    given_ = wheel(*weights)
    found = [given_.stop_of(ticket) for ticket in range(given_.total)]
    assert [found.count(i) for i in range(len(weights))] == weights
    assert found == sorted(found)
    assert sum(given_.chance(i) for i in range(len(weights))) == 1


def test_a_draw_asks_once_for_a_ticket_of_the_whole_wheel() -> None:
    asked: list[int] = []

    def below(total: int) -> int:
        asked.append(total)
        return total - 1

    assert wheel(3, 0, 5, 0).draw(below) == 2
    assert asked == [8]


def test_the_draw_of_the_system_meets_the_weights() -> None:
    """Chi-square with five degrees of freedom: 45 is passed once in 70 million runs."""
    given_ = wheel(1, 10, 100, 1000, 2889, 6000)
    drawn = [0] * 6
    for _ in range(40_000):
        drawn[given_.draw()] += 1
    chi = sum(
        (Fraction(seen) - 40_000 * given_.chance(i)) ** 2 / (40_000 * given_.chance(i))
        for i, seen in enumerate(drawn)
    )
    assert chi < 45


@pytest.mark.parametrize("ticket", [-1, 8])
def test_a_ticket_of_no_stop_is_refused(ticket: int) -> None:
    with pytest.raises(ValueError, match="is not one of 0 to 7"):
        wheel(3, 5).stop_of(ticket)


@pytest.mark.parametrize("weights", [(), (0, 0), (3, -1)])
def test_a_wheel_that_cannot_stop_is_refused(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="weights"):
        wheel(*weights)
