import pytest

from feltlink.money import pays
from feltlink.problem import Problem


@pytest.mark.parametrize(
    ("cell", "stake", "winnings", "collected"),
    [
        ("50 to 1", 500, 25_000, 25_000),
        ("3 to 2", 1000, 1500, 1500),
        ("100 for 1", 100, 9900, 10_000),
        ("3,000 to 1", 100, 300_000, 300_000),
        ("push", 500, 0, 0),
        ("$1,500", 500, 150_000, 150_000),
        ("1 for 1", 500, 0, 500),
    ],
)
def test_a_cell_pays(cell: str, stake: int, winnings: int, collected: int) -> None:
    found = pays.parse(cell)
    assert found.winnings_cents(stake) == winnings
    assert found.collected_cents(stake) == collected
    assert found.text == cell


def test_an_odd_stake_at_three_to_two_is_refused() -> None:  # ruling 2
    with pytest.raises(Problem, match=r"does not pay to the cent[\s\S]*multiple of \$0.02"):
        pays.parse("3 to 2").winnings_cents(505)


def test_a_share_of_a_meter_is_not_of_the_wager() -> None:
    with pytest.raises(Problem, match="share of a meter"):
        pays.parse("5 %").winnings_cents(500)
    assert pays.parse("5 %").ratio * 100 == 5


@pytest.mark.parametrize(
    "cell", ["", "50:1", "50 to 0", "0 to 1", "4s", "101 %", "0 %", "$", "50 To 1", "-1 to 1"]
)
def test_what_is_no_pay_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="is no pay"):
        pays.parse(cell)
