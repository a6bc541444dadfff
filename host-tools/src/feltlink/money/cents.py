"""Money is integer cents. Text is turned into cents, and back, without a float on the way."""

from __future__ import annotations

import re
from fractions import Fraction

from feltlink.problem import Problem

_AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{2}))?")


def dollars(amount: int) -> int:
    """Whole dollars in cents."""
    return amount * 100


def parse(text: str) -> int:
    """Cents of "$1,250.50", "1250.50" or "1250". Anything else is a `Problem`."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise Problem(
            f"{text!r} is no amount of money",
            remedy='write dollars, or dollars and two digits of cents, like "5" or "12.50"',
        )
    whole, part = found.groups()
    return int(whole.replace(",", "")) * 100 + int(part or 0)


def show(amount_cents: int) -> str:
    """ "$5", "$1,250.50", "-$10": cents are shown only where there are any."""
    sign = "-" if amount_cents < 0 else ""
    whole, part = divmod(abs(amount_cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def exact(amount: Fraction) -> int | None:
    """The amount in cents if it is a whole number of them, else None."""
    return amount.numerator if amount.denominator == 1 else None
