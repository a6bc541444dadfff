"""What the pages show of a card round: seats, cards, the next legal acts, the settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltlink.cards.card import show_card
from feltlink.cards.entry import next_place
from feltlink.games.cardround.cards import keyable
from feltlink.games.cardround.paying import Payment, open_winners, payments
from feltlink.games.cardround.stages import Choose, exposed, stage_of, waits
from feltlink.games.cardround.state import Seat, State
from feltlink.money.cents import show

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame

Act = dict[str, Any]


def view(game: CardGame, state: State) -> dict[str, Any]:
    """JSON: `phase` is the stage; `cards` the common places, a card not turned yet is "?";
    `payments` are in the order of paying; `acts` and `primary` as in every game's view.
    """
    stage = stage_of(game, state)
    legal = acts(game, state, stage)
    return {
        "game": game.name,
        "title": game.title,
        "phase": stage,
        "round_id": state.round_id,
        "seats": [_seat(game, state, seat, stage) for seat in state.seats],
        "cards": {at: _common(game, state, at) for at in game.common},
        "dealer": _dealer(game, state, stage),
        "options": {
            step.name: dict(step.options) for step in game.STAGES if isinstance(step, Choose)
        },
        "stages": [{"stage": step.name, "paragraph": step.paragraph} for step in game.STAGES],
        "payments": [_payment(state, payment) for payment in payments(state.lines)],
        "winners": _winners(game, state) if stage == "pay" else [],
        "acts": legal,
        "primary": next((act for act in legal if act.pop("primary", False)), None),
        "progressive_closed": (
            state.closed if state.phase in ("locking", "play") else state.meter_why
        )
        or None,
        "notes": list(state.notes),
        "notice": state.notice,
        **game.setup_view(state),
    }


def _seat(game: CardGame, state: State, seat: Seat, stage: str) -> dict[str, Any]:
    open_choice = next((s for s in game.STAGES if isinstance(s, Choose) and s.name == stage), None)
    placed = game.placed(seat)
    held, covered = state.hole(seat), face_down(game, state, stage)
    return {
        "seat": seat.seat,
        "wagers": dict(placed),
        "tips": dict(seat.tips),
        "cards": ["?" if covered else show_card(card) for card in held],
        "choices": dict(seat.choices),
        "to_choose": bool(open_choice and placed and waits(game, seat, open_choice)),
        "hands": dict(game.hand_labels(state, seat)) if placed and not covered else {},
        "covered": list(seat.covered),
        "late": dict(seat.late),
        "faulted": bool(seat.faults),
        "faults": list(seat.faults),
    }


def face_down(game: CardGame, state: State, stage: str) -> bool:
    """A shoe knows what the players hold: nobody else does before the hands are shown."""
    open_now = state.phase != "play" or stage in ("showdown", "pay")
    return game.rules.cards == "stream" and not open_now


def _common(game: CardGame, state: State, at: str) -> list[str]:
    held = state.cards.get(at, ())
    count = game.order(state).count(at) if state.phase == "play" or held else 0
    shown = exposed(game, state).get(at, 0) if state.phase == "play" else len(held)
    return [
        show_card(held[place]) if place < min(len(held), shown) else "?" for place in range(count)
    ]


def _dealer(game: CardGame, state: State, stage: str) -> list[str] | None:
    if "dealer" not in game.dealt_in(state):
        return None
    held = state.cards.get("dealer", ())
    if state.phase == "play" and stage not in ("showdown", "pay"):
        return ["?", "?"]
    return [show_card(card) for card in held]


def _payment(state: State, payment: Payment) -> dict[str, Any]:
    return {
        "payment": payment.key,
        "seat": payment.seat,
        "part": payment.part,
        "label": payment.label,
        "due_cents": payment.due_cents,
        "take_cents": payment.take_cents,
        "paid": payment.key in state.paid or payment.idle or state.phase == "idle",
        "lines": [line.as_json() for line in payment.lines],
    }


def _winners(game: CardGame, state: State) -> list[dict[str, Any]]:
    """Winners of a share of the meter, in the order of keying and paying (18)(a)vi."""
    keyed = {key.seat: key for key in state.keyed}
    found = []
    for won in game.winners(state):
        key = keyed.get(won.seat)
        found.append(
            {
                "seat": won.seat,
                "hand": won.hand,
                "percent": won.percent,
                "keyed": key is not None,
                "amount_cents": key.amount_cents if key else None,
                "verified": key is not None and key.verified,
            }
        )
    return found


def acts(game: CardGame, state: State, stage: str) -> list[Act]:
    """The acts that are legal now; the first with `primary` is the big button's."""
    found = game.setup_acts(state)
    if stage == "idle":
        found.append({"act": "new_game", "label": "New game", "primary": True})
    elif stage == "bets":
        found += _wager_acts(game, state)
        if any(seat.wagers or seat.covered for seat in state.seats):
            found.append({"act": "begin_game", "label": "Lock the bets", "primary": True})
    elif stage == "pay":
        found += _pay_acts(game, state)
    elif stage != "locking":
        found += _play_acts(game, state, stage)
    if state.phase in ("locking", "play") and not state.paid:
        found.append({"act": "misdeal", "label": "Misdeal", "needs": ["reason"]})
    return found


def _wager_acts(game: CardGame, state: State) -> list[Act]:
    keyed = [name for name in game.wager_names if not game.rules.sensor_of(name)]
    found: list[Act] = [
        {
            "act": "wager",
            "seat": seat.seat,
            "wager": name,
            "label": f"Seat {seat.seat} {name}",
            "needs": ["amount_cents"],
        }
        for seat in state.seats
        for name in keyed
    ]
    found += [
        {
            "act": "tip",
            "seat": seat.seat,
            "wager": name,
            "label": f"Seat {seat.seat} {name} tip",
            "needs": ["amount_cents"],
        }
        for seat in state.playing
        for name in game.tip_names
        if name in seat.wagers
    ]
    return found


def _play_acts(game: CardGame, state: State, stage: str) -> list[Act]:
    found: list[Act] = []
    if stage == "deal" and not state.drawing and game.rules.cards != "virtual":
        found.append({"act": "dealt", "label": "Dealt face down", "primary": _by_hand(game)})
    for step in game.STAGES:
        if isinstance(step, Choose) and step.name == stage:
            found += [
                {"act": "decide", "seat": seat.seat, "choice": key, "label": label}
                for seat in state.playing
                if waits(game, seat, step)
                for key, label in step.options.items()
            ]
    for at, count in keyable(game, state).items():
        found.append(
            {
                "act": "cards",
                "to": at,
                "count": count,
                "label": f"Key {count} for {at}",
                "needs": ["cards"],
                "primary": at in game.common or stage == "showdown",
            }
        )
    found.append({"act": "exposed", "label": "Exposed card", "needs": ["card"]})
    return found


def _by_hand(game: CardGame) -> bool:
    return game.rules.cards == "keyed"


def _pay_acts(game: CardGame, state: State) -> list[Act]:
    unpaid = [p for p in payments(state.lines) if p.key not in state.paid and not p.idle]
    table = [payment for payment in unpaid if payment.part == "table"]
    found: list[Act] = []
    if unpaid:
        found.append(_pay_act(unpaid[0], primary=bool(table)))
    keyed = {key.seat for key in state.keyed}
    for won in open_winners(game, state):
        if won.seat not in keyed:
            label = f"Seat {won.seat}: key {won.hand.replace('_', ' ')}, {won.percent} %"
            found.append(
                {"act": "award", "seat": won.seat, "keyed": True, "label": label, "primary": True}
            )
        else:
            label = f"Seat {won.seat}: take the award back"
            found.append({"act": "award", "seat": won.seat, "keyed": False, "label": label})
    if unpaid and not table:
        found[0]["primary"] = not any(act.get("primary") for act in found)
    if not unpaid and not open_winners(game, state):
        found.append({"act": "close", "label": "End of round", "primary": True})
    return found


def _pay_act(payment: Payment, primary: bool) -> Act:
    return {
        "act": "paid",
        "payment": payment.key,
        "seat": payment.seat,
        "label": payment.label,
        "amount_cents": payment.due_cents,
        "primary": primary,
    }


def waiting_for(game: CardGame, state: State) -> str:
    """What the round waits for, as the end of a sentence."""
    stage = stage_of(game, state)
    if stage == "deal":
        if state.drawing:
            return "the host is dealing"
        place = next_place(game.order(state), state.cards)
        return "the deal" if game.rules.cards == "keyed" else f"the next card goes to {place}"
    for step in game.STAGES:
        if step.name == stage:
            if isinstance(step, Choose):
                seat = next(seat for seat in state.playing if waits(game, seat, step))
                return f"seat {seat.seat} has not acted"
            return f"the {stage.replace('_', ' and ')} is to be turned"
    due = sum(payment.due_cents for payment in payments(state.lines))
    return {
        "idle": "no round is open",
        "bets": "wagers are being placed",
        "locking": "the sensors are being locked",
        "showdown": "hands are to be shown",
        "pay": f"wagers are being settled ({show(due)})",
    }[stage]
