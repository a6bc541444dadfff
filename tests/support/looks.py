"""The states of the pages that must be looked at: by axe, by a ruler, by a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from support.pages import bonus_spin, seat, spin

LOCKED = {"covered": True, "locked": True}
MISDEAL = [{"act": "misdeal", "label": "Misdeal"}]
CHECKED = {
    "dealt_properly": "Ana Ruiz",
    "bet_made": None,
    "natural_blackjack": None,
    "stopped_on_top": None,
}


def _seats(**given: dict[str, Any]) -> list[dict[str, Any]]:
    return [seat(n, **given.get(f"s{n}", {})) for n in range(1, 7)]


_SPIN = {**LOCKED, "mark": "spin", "label": "spin"}
_EVEN = {**LOCKED, "mark": "even_money", "label": "even money", "paid_cents": 1000}
_ONCE = {**LOCKED, "mark": "even_money", "label": "tap again for spin"}
_ROUND = _seats(
    s1=_SPIN | {"paid_cents": 10000}, s3=_SPIN, s4=_EVEN, s5={"faulted": True}, s6=_SPIN
)

STATES: dict[str, dict[str, Any]] = {
    "idle": bonus_spin("idle", primary={"act": "new_game"}),
    "bets": bonus_spin(
        "bets",
        seats=_seats(s1={"covered": True}, s3={"covered": True}, s5={"faulted": True}),
        primary={"act": "begin_game"},
    ),
    "locking": bonus_spin("locking", seats=_seats(s1={"covered": True}), acts=MISDEAL),
    "marking": bonus_spin(
        "marking",
        seats=_seats(
            s1=LOCKED,
            s2={"covered": True, "late": "added"},
            s3=_SPIN,
            s4=_EVEN,
            s5={"faulted": True},
            s6={**LOCKED, "late": "added"},
        ),
        primary={"act": "proceed_to_spins"},
        acts=MISDEAL,
    ),
    "marking one dollar": bonus_spin(
        "marking",
        paytable="A1",
        wager_cents=100,
        seats=_seats(s1=LOCKED, s3=_ONCE),
        primary={"act": "new_game"},
        acts=MISDEAL,
    ),
    "offer": bonus_spin(
        "offer",
        seats=_ROUND,
        spin=spin("offer"),
        primary={"act": "enable_spin", "seat": 3},
        acts=MISDEAL,
    ),
    "armed": bonus_spin("armed", seats=_ROUND, spin=spin("armed")),
    "spun": bonus_spin(
        "spun", seats=_ROUND, spin=spin("spun", stop=6), primary={"act": "winner_paid", "seat": 3}
    ),
    "top prize": bonus_spin(
        "top_prize", seats=_ROUND, spin=spin("top_prize", stop=0, checks=CHECKED)
    ),
}

FELT = {
    "spots": [
        {"seat": n, "spot": "bonus_spin", "chip": n in (1, 3, 4), "light": n in (1, 3)}
        for n in range(1, 7)
    ],
    "button": {"down": False, "lamp": True},
    "cable": True,
}


class StillFelt:
    """A felt to look at: it moves for nobody."""

    def state(self) -> dict[str, Any]:
        return FELT


def holdem_round(host: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The inputs of a round of Hold'em: one plays, one folds, the first payment is made."""
    yield "new_game", {}
    for number in (1, 3):
        for wager in ("ante", "blind"):
            yield "wager", {"seat": number, "wager": wager, "amount_cents": 2500}
    yield "begin_game", {}
    yield "dealt", {}
    yield "cards", {"to": "seat 3", "cards": ["Ac", "5d"]}
    for number in (1, 3):
        yield "decide", {"seat": number, "choice": "check"}
    yield "cards", {"to": "board", "cards": ["As", "Kd", "7c"]}
    yield "decide", {"seat": 1, "choice": "check"}
    yield "decide", {"seat": 3, "choice": "2x"}
    yield "cards", {"to": "board", "cards": ["2h", "3s"]}
    yield "decide", {"seat": 1, "choice": "fold"}
    yield "cards", {"to": "dealer", "cards": ["Jc", "Jd"]}
    yield "paid", {"payment": host.view()["state"]["payments"][0]["payment"]}


def progressive_round() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A Hold'em round up to the paying: seats 5, 4 and 2 are on the meter, 5 and 2 win of it."""
    on = [[number, "bonus_spin"] for number in (2, 4, 5)]
    yield "new_game", "dealer", {}
    for number, spot in on:
        for wager in ("ante", "blind"):
            yield "wager", "dealer", {"seat": number, "wager": wager, "amount_cents": 1000}
        yield "edge", "controller", {"seat": number, "spot": spot, "covered": True}
    yield "begin_game", "dealer", {}
    yield "locked", "controller", {"round_id": 1, "spots": on}
    yield "dealt", "dealer", {}
    for number, _ in on:
        yield "decide", "dealer", {"seat": number, "choice": "4x"}
    for place, cards in (
        ("board", "Qs Js Ts"),
        ("board", "4d 5c"),
        ("dealer", "2c 3h"),
        ("seat 5", "As Ks"),
        ("seat 4", "2d 7c"),
        ("seat 2", "9s 8s"),
    ):
        yield "cards", "dealer", {"to": place, "cards": cards.split()}


def crowded_round() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Seven seats with every wager and every tip, up to the paying."""
    yield "new_game", "dealer", {}
    for number in range(1, 8):
        for wager, cents in (("ante", 25_000), ("blind", 25_000), ("trips", 10_000)):
            yield "wager", "dealer", {"seat": number, "wager": wager, "amount_cents": cents}
            yield "tip", "dealer", {"seat": number, "wager": wager, "amount_cents": 500}
        yield "wager", "dealer", {"seat": number, "wager": "progressive", "amount_cents": 100}
    yield "begin_game", "dealer", {}
    yield "dealt", "dealer", {}
    for number in range(1, 8):
        yield "decide", "dealer", {"seat": number, "choice": "check"}
    yield "cards", "dealer", {"to": "board", "cards": ["As", "Kd", "7c"]}
    for number in range(1, 8):
        yield "decide", "dealer", {"seat": number, "choice": "check"}
    yield "cards", "dealer", {"to": "board", "cards": ["2h", "3s"]}
    for number in range(1, 8):
        yield "decide", "dealer", {"seat": number, "choice": "fold" if number == 4 else "1x"}
    yield "cards", "dealer", {"to": "dealer", "cards": ["Jc", "Jd"]}
    for number, rank in enumerate("4568TQ9", start=1):
        yield "cards", "dealer", {"to": f"seat {number}", "cards": [f"{rank}s", f"{rank}h"]}


def player_dealer_round() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A player banks: up to the first choice."""
    yield "new_game", "dealer", {}
    yield "player_dealer", "dealer", {"seat": 6, "amount_cents": 50_000}
    for number in (1, 2):
        for wager in ("ante", "blind"):
            yield "wager", "dealer", {"seat": number, "wager": wager, "amount_cents": 1000}
    yield "begin_game", "dealer", {}
    yield "dealt", "dealer", {}


def duel_round() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Two hands against the pay table: up to the paying."""
    yield "new_game", "dealer", {}
    for number in (1, 3):
        yield "wager", "dealer", {"seat": number, "wager": "hand_2", "amount_cents": 1000}
    yield "begin_game", "dealer", {}
    yield "dealt", "dealer", {}
    for number in (1, 3):
        yield "decide", "dealer", {"seat": number, "choice": "play"}
    yield "cards", "dealer", {"to": "hand_1", "cards": ["9h", "2s", "3c"]}
    yield "cards", "dealer", {"to": "hand_2", "cards": ["8h", "Kd", "Qc"]}
    yield "cards", "dealer", {"to": "seat 1", "cards": ["9c", "8d"]}
    yield "cards", "dealer", {"to": "seat 3", "cards": ["Ac", "4d"]}
