from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.money.settlement import Line, balance, reverse
from feltlink.problem import Problem

WIN = Line(3, "play", 1000, "win", "1 to 1", 2000, "house", True, 1, "(13)(a)")


def line(order: int, outcome: str, stake: int, won: int, back: bool, payer: str) -> Line:
    """A line that is right by itself."""
    kept = outcome in ("push", "no_action") or (outcome == "win" and back)
    amount = (stake if kept else 0) + (won if outcome == "win" else 0)
    return Line(order % 7 + 1, "w", stake, outcome, "", amount, payer, kept, order, "p")  # type: ignore[arg-type]


PARTS = st.tuples(
    st.sampled_from(["win", "lose", "push", "no_action"]),
    st.integers(0, 10**6),
    st.integers(1, 10**7),
    st.booleans(),
    st.sampled_from(["house", "player_dealer", "tray", "meter"]),
)


@given(st.lists(PARTS, max_size=12))
def test_what_players_gain_is_what_the_others_give(parts: list[tuple]) -> None:  # type: ignore[type-arg]
    lines = [line(i, *part) for i, part in enumerate(parts, 1)]
    found = balance(lines)
    assert found.players_cents == -sum(found.payers.values())
    assert found.players_cents == sum(x.amount_cents - x.stake_cents for x in lines)
    back = [
        reverse(x, order=len(lines) + i, paragraph="misdeal")
        for i, x in enumerate((x for x in lines if x.stake_cents or x.amount_cents), 1)
    ]
    undone = balance([*lines, *back])
    assert not any(undone.seats.values())
    assert not any(undone.payers.values())


@pytest.mark.parametrize(
    "wrong",
    [
        replace(WIN, amount_cents=1000),
        replace(WIN, outcome="lose"),
        replace(WIN, outcome="push"),
        replace(WIN, outcome="no_action", stake_back=False, amount_cents=1000),
        replace(WIN, stake_cents=-1000),
        replace(WIN, outcome="lose", amount_cents=0),
    ],
)
def test_a_line_that_contradicts_itself_is_named(wrong: Line) -> None:
    with pytest.raises(Problem, match=r"seat 3, play, line 1: ") as found:
        balance([wrong])
    assert found.value.code == 1


def test_the_order_of_paying_never_goes_back() -> None:
    with pytest.raises(Problem, match="line 1 stands after line 1"):
        balance([WIN, WIN])


def test_a_line_survives_json() -> None:
    assert Line(**WIN.as_json()) == WIN
