"""The end of a round: lines in order, meter winners, ticks, close; and the misdeal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feltlink.games.cardround import refusing
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.stages import stage_of
from feltlink.games.cardround.state import Keyed, State
from feltlink.games.cardround.wagers import Result, lights
from feltlink.games.core import (
    Call,
    CloseRound,
    Effect,
    Input,
    KeyWinners,
    Release,
    Settle,
    VoidRound,
    Winner,
)
from feltlink.money.cents import show
from feltlink.money.settlement import Line

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame


@dataclass(frozen=True, slots=True)
class Payment:
    """What is settled with one seat in one go: its lines, and what changes hands."""

    key: str
    seat: int
    part: str
    lines: tuple[Line, ...]

    @property
    def due_cents(self) -> int:
        """Winnings to hand over, the player's own wagers left where they lie."""
        return sum(line.winnings_cents for line in self.lines)

    @property
    def take_cents(self) -> int:
        """Wagers to collect. A side bet was collected before the deal."""
        return sum(line.taken_cents for line in self.lines) if self.part in ("table", "bank") else 0

    @property
    def idle(self) -> bool:
        """Whether nothing changes hands, so that nobody need tick it."""
        return not self.due_cents and not self.take_cents

    @property
    def label(self) -> str:
        """ "Seat 3: pay $25, take $10"."""
        words = [f"pay {show(self.due_cents)}"] if self.due_cents else []
        words += [f"take {show(self.take_cents)}"] if self.take_cents else []
        part = "" if self.part == "table" else f" {self.part}"
        return f"Seat {self.seat}{part}: {', '.join(words) or 'nothing changes hands'}"


def payments(lines: Sequence[Line]) -> tuple[Payment, ...]:
    """The lines seat by seat, in the order of paying."""
    grouped: dict[str, list[Line]] = {}
    for line in lines:
        if line.wager == "fee":  # collected before the deal
            continue
        grouped.setdefault(f"{_part(line)}:{line.seat}", []).append(line)
    return tuple(
        Payment(key, some[0].seat, key.partition(":")[0], tuple(some))
        for key, some in grouped.items()
    )


_PARTS = {"progressive": "progressive", "envy": "envy", "player_dealer": "bank"}


def _part(line: Line) -> str:
    return _PARTS.get(line.wager.partition(" ")[0], "table")


def advance(game: CardGame, before: State, after: State, effects: list[Effect]) -> State:
    """Write the lines anew when the facts have changed; what was paid otherwise is paid again."""
    if after.phase != "play" or stage_of(game, after) != "pay":
        return replace(after, lines=(), paid=()) if after.phase == "play" and after.lines else after
    lines = game.settle(after)
    if lines == after.lines:
        return after
    if not before.lines:
        effects += _calls(game, after)
    old = {payment.key: payment.lines for payment in payments(before.lines)}
    kept = {
        payment.key
        for payment in payments(lines)
        if _worth(payment.lines) == _worth(old.get(payment.key, ()))
    }
    return replace(after, lines=lines, paid=tuple(key for key in after.paid if key in kept))


def _worth(lines: Sequence[Line]) -> list[tuple[Any, ...]]:
    return [(line.wager, line.stake_cents, line.outcome, line.amount_cents) for line in lines]


def _calls(game: CardGame, state: State) -> list[Effect]:
    return [
        Call(
            "supervisor",
            f"Seat {won.seat}: {won.hand.replace('_', ' ')}, {won.percent} % of the meter.",
        )
        for won in game.winners(state)
    ]


def paid(game: CardGame, state: State, given: Input) -> Result:
    """One payment is made. They are made in their order (20:18:16:15.15(6), :15.23(6))."""
    key = refusing.text(given.data, "payment")
    _need_pay(game, state)
    every = payments(state.lines)
    if key not in [payment.key for payment in every]:
        raise Refused(f"there is no payment “{key}” in this round")
    if key in state.paid:
        return state, []
    first = next(p.key for p in every if p.key not in state.paid and (p.key == key or not p.idle))
    if key != first:
        raise Refused(f"first settle “{first}”: wagers are settled in order", game.rule(6))
    return replace(state, paid=(*state.paid, key)), []


def unpay(game: CardGame, state: State, given: Input) -> Result:
    """A payment ticked by mistake."""
    key = refusing.text(given.data, "payment")
    if key not in state.paid:
        raise Refused(f"“{key}” is not ticked")
    return replace(state, paid=tuple(name for name in state.paid if name != key)), []


def _unpaid(state: State) -> list[str]:
    return [p.key for p in payments(state.lines) if p.key not in state.paid and not p.idle]


def award(game: CardGame, state: State, given: Input) -> Result:
    """Key a winner of the meter, or press again to take it back (ruling 14)."""
    seat = refusing.seat_of(state, given.data)
    on = given.data.get("keyed", True)
    _need_pay(game, state)
    winners = game.winners(state)
    if not any(won.seat == seat.seat for won in winners):
        raise Refused(f"seat {seat.seat} holds no hand that the meter pays", game.rule(18))
    if f"progressive:{seat.seat}" in state.paid:
        raise Refused("it is paid: only a supervisor's reversing entry can take it back")
    keyed = {key.seat: key for key in state.keyed}
    if bool(on) == (seat.seat in keyed):
        return state, []
    if on:
        keyed[seat.seat] = Keyed(seat.seat)
    else:
        del keyed[seat.seat]
    order = [won.seat for won in winners]
    state = replace(
        state,
        keyed=tuple(keyed[number] for number in order if number in keyed),
        revision=state.revision + 1,
    )
    return state, [key_winners(game, state, winners)]


def key_winners(game: CardGame, state: State, winners: Sequence[Winner]) -> KeyWinners:
    """All winners keyed now, counter-clockwise (18)(a)vi."""
    seats = {key.seat for key in state.keyed}
    keyed = tuple(won for won in winners if won.seat in seats)
    return KeyWinners(game.meter or "", state.round_id, state.revision, keyed)


def awards(game: CardGame, state: State, given: Input) -> Result:
    """The meter has frozen its awards; the win is pending until it is verified."""
    data = given.data
    if data.get("revision") == 0:  # told by the meter itself: nobody keyed it
        return _mystery(state, refusing.entries(data, "awards"))
    if data.get("round_id") != state.round_id or data.get("revision") != state.revision:
        return state, []
    found = refusing.entries(data, "awards")
    keyed = tuple(
        replace(
            key,
            amount_cents=found[key.seat]["amount_cents"],
            award=found[key.seat]["award"],
        )
        if key.seat in found and not key.verified
        else key
        for key in state.keyed
    )
    refused = data.get("refused")
    notice = f"The meter refused: {refused}. Call a supervisor." if refused else None
    return replace(state, keyed=keyed, notice=notice), []


def _mystery(state: State, found: Mapping[int, Mapping[str, Any]]) -> Result:
    """A mystery was hit: no result of the round, but a hand pay that a supervisor verifies."""
    told = [
        f"Seat {seat} has hit the mystery of {show(entry['amount_cents'])}: call a supervisor, who"
        f" verifies award {entry['award']} of the meter; it is paid by hand, with its slip."
        for seat, entry in sorted(found.items())
    ]
    if not told:
        return state, []
    return replace(state, notice=" ".join(told)), [Call("supervisor", one) for one in told]


def award_waiting(game: CardGame, state: State, given: Input) -> Result:
    """The meter cannot answer yet: nothing is paid."""
    if given.data.get("round_id") != state.round_id:
        return state, []
    return replace(state, notice=f"The meter has not answered: {given.data.get('why')}"), []


def award_verified(game: CardGame, state: State, given: Input) -> Result:
    """Confirmed, it is paid; voided, the wager has lost."""
    if given.data.get("round_id") != state.round_id:
        return state, []
    confirmed = given.data.get("verdict") == "confirmed"
    keyed = tuple(
        replace(key, verified=True, amount_cents=key.amount_cents if confirmed else 0)
        if key.seat == given.data.get("seat")
        and key.amount_cents is not None
        and key.award == given.data.get("award", key.award)  # not one that was taken back
        else key
        for key in state.keyed
    )
    return replace(state, keyed=keyed), []


def open_winners(game: CardGame, state: State) -> tuple[Winner, ...]:
    """Winners of the meter that are not keyed and verified yet."""
    done = {key.seat for key in state.keyed if key.verified}
    return tuple(won for won in game.winners(state) if won.seat not in done)


def close(game: CardGame, state: State, given: Input) -> Result:
    """The end-of-round press, (18)(a)vii: the lines are final."""
    _need_pay(game, state)
    waiting = open_winners(game, state)
    if waiting:
        raise Refused(f"seat {waiting[0].seat} waits for its award", f"{game.rule(18)}(a)")
    unpaid = _unpaid(state)
    if unpaid:
        raise Refused(f"“{unpaid[0]}” is not settled yet", game.rule(6))
    return _end(game, state, state.lines, None)


def misdeal(game: CardGame, state: State, given: Input) -> Result:
    """Every wager goes back, side bets included (ruling 4)."""
    if state.phase not in ("locking", "play"):
        raise Refused("no cards are dealt: change the wagers instead", game.rule(5))
    if state.paid:
        raise Refused("wagers are being settled: take the payments back first", game.rule(5))
    why = given.data.get("reason") or "wrong number of cards"
    lines = game.returned(state) if state.phase == "play" else ()
    state, effects = _end(game, state, lines, str(why))
    return replace(state, notice=f"Misdeal: {why}. Every wager is returned."), effects


def _end(game: CardGame, state: State, lines: tuple[Line, ...], void: str | None) -> Result:
    locked = state.phase == "play"
    state = replace(state, phase="idle", lines=lines, drawing=False, notice=None)
    effects: list[Effect] = [Settle(lines)] if locked else []
    if game.meter is not None and locked:
        if void is None:
            effects.append(CloseRound(game.meter, state.round_id))
        else:
            effects.append(VoidRound(game.meter, state.round_id, void))
    if game.rules.sensors:
        effects += [Release(state.round_id), *lights(game, state)]
    return state, effects


def _need_pay(game: CardGame, state: State) -> None:
    if stage_of(game, state) != "pay":
        raise Refused(f"nothing is to be paid yet: {game.waiting_for(state)}", game.rule(6))
