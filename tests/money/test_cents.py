import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.money import cents
from feltlink.problem import Problem


@pytest.mark.parametrize(
    ("text", "amount"),
    [("5", 500), ("$5", 500), ("12.50", 1250), ("$1,250.05", 125_005), ("0", 0), (" 7 ", 700)],
)
def test_text_is_read_exactly(text: str, amount: int) -> None:
    assert cents.parse(text) == amount


@pytest.mark.parametrize("text", ["", "5.5", "5.005", "-5", "1e3", "1,25", "12 .50", "٣", "five"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Problem, match="no amount of money"):
        cents.parse(text)


@pytest.mark.parametrize(
    ("amount", "text"),
    [(500, "$5"), (125_050, "$1,250.50"), (-1000, "-$10"), (5, "$0.05"), (-105, "-$1.05")],
)
def test_cents_are_shown_only_where_there_are_any(amount: int, text: str) -> None:
    assert cents.show(amount) == text


@given(st.integers(0, 10**12))
def test_what_is_shown_is_read_back(amount: int) -> None:
    assert cents.parse(cents.show(amount)) == amount
