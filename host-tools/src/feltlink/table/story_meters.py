"""The card round and its meter in words: wagers, choices, winners, awards, verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from feltlink.money.cents import show

Data = Mapping[str, Any]


def _winner(one: Data) -> str:
    level = "" if one["level"] == "main" else f" of level {one['level']}"
    return f"seat {one['seat']} {one['percent']} %{level} ({_words(one['hand'])})"


def _words(name: object) -> str:
    return str(name).replace("_", " ")


def _meter(data: Data) -> str:
    meter = f"meter {data['meter']}"
    match data["do"]:
        case "Contribute":
            return f"{meter}: {show(data['amount_cents'])} wagered at seat {data['seat']}"
        case "KeyWinners":
            keyed = ", ".join(_winner(one) for one in data["winners"])
            return f"{meter}: winners keyed: {keyed or 'nobody'}"
        case "VoidRound":
            return f"{meter}: round {data['round_id']} is void: {data['why']}"
        case _:
            return f"{meter}: round {data['round_id']} is closed"


def _awards(data: Data) -> str:
    if data.get("refused"):
        return f"meter {data['meter']} refused the winners: {data['refused']}"
    given = ", ".join(
        f"seat {one['seat']} {show(one['amount_cents'])} (award {one['award']})"
        for one in data["awards"]
    )
    return f"meter {data['meter']}: {given}, to be verified" if given else "no award stands"


def _link(data: Data) -> str:
    return f"meter {data['meter']}: " + (data["why"] or "bets are taken")


def _verified(data: Data) -> str:
    return f"award {data['award']} of seat {data['seat']} {data['verdict']} by {data['by']}"


def _keyed(data: Data) -> str:
    what = "keyed as a winner" if data.get("keyed", True) else "taken back"
    return f"seat {data['seat']} {what}"


def _drawn(data: Data) -> str:
    if "stop" in data:
        return f"draw {data['draw_id']}: stop {data['stop']}"
    return f"draw {data['draw_id']}: {' '.join(data['cards'])}"


TELLERS: dict[str, Callable[[Data], str]] = {
    "meter": _meter,
    "awards": _awards,
    "award_waiting": lambda d: f"the award of round {d['round_id']} WAITS: {d['why']}",
    "award_verified": _verified,
    "meter_link": _link,
    "award": _keyed,
    "wager": lambda d: f"seat {d['seat']}: {show(d['amount_cents'])} on {_words(d['wager'])}",
    "decide": lambda d: f"seat {d['seat']}: {_words(d['choice'])}",
    "paid": lambda d: f"paid: {_words(d['payment']).replace(':', ', seat ')}",
    "drawn": _drawn,
}
