"""One Bonus Spin round between the real firmware on the virtual clock and a host.

Seats 1, 3 and 5 bet; seat 3 has an ace, seat 5 spins. The dealer only looks at the view, so the
round goes on wherever a new host finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltlink.sim.board import SimBoard

BETS = (1, 3, 5)
STEP_US = 10_000
LIMIT_US = 8_000_000


def dealer(view: dict[str, Any]) -> dict[str, Any] | None:
    """The next act. Its id is made of what it means, so a new life taps the same again."""
    if view["controller"]["state"] != "live":
        return None
    state = view["state"]
    marks = {seat["seat"]: seat["mark"] for seat in state["seats"]}
    match state["phase"]:
        case "idle":
            return _tap(state, "new_game")
        case "bets" if state["round_id"] == 1:
            covered = {seat["seat"] for seat in state["seats"] if seat["covered"]}
            return _tap(state, "begin_game") if covered == set(BETS) else None
        case "marking" if marks[3] != "even_money":
            return _tap(state, "mark", seat=3, mark="even_money")
        case "marking" if marks[5] != "spin":
            return _tap(state, "mark", seat=5, mark="spin")
        case "marking":
            return _tap(state, "proceed_to_spins")
        case "offer":
            return _tap(state, "enable_spin", again=view["seq"])
        case "spun":
            return _tap(state, "winner_paid")
    return None


def _tap(state: dict[str, Any], act: str, again: int = 0, **data: Any) -> dict[str, Any]:
    ident = "-".join(map(str, [state["round_id"], act, *data.values(), again]))
    return {"id": ident, "act": act, "round_id": state["round_id"], **data}


class Felt:
    """The people at the board: chips once bets are open, a press once the button is lit for it."""

    def __init__(self, board: SimBoard) -> None:
        self.board = board
        self._laid = False
        self._let_go_us = 0

    def look(self, view: dict[str, Any]) -> None:
        """Do what a player does who sees this. The lamp of a lost controller blinks: no offer."""
        board, state = self.board, view["state"]
        offered = state["phase"] == "armed" and view["controller"]["state"] == "live"
        if state["phase"] == "bets" and not self._laid:
            self._laid = True
            for seat in BETS:
                board.at(board.now_us + 10_000 * seat, f"seat {seat}", True)
        if self._let_go_us and board.now_us >= self._let_go_us:
            board.button(False)
            self._let_go_us = 0
        elif not self._let_go_us and offered and board.lit("lamp"):
            board.button(True)
            self._let_go_us = board.now_us + 60_000


def over(view: dict[str, Any]) -> bool:
    return bool(view["state"]["phase"] == "bets" and view["state"]["round_id"] == 2)


def play(
    board: SimBoard,
    step: Callable[[int, bytes | None], tuple[bytes, dict[str, Any]]],
    felt: Felt,
    until: Callable[[dict[str, Any]], bool] = over,
) -> dict[str, Any]:
    """Let board and host live until `until(view)`; return that view."""
    end_us = board.now_us + LIMIT_US
    view: dict[str, Any] = {}
    while board.now_us < end_us:
        board.run(STEP_US)
        if view:
            felt.look(view)
        try:
            data: bytes | None = board.read()
        except OSError:
            data = None
        out, view = step(board.now_us, data)
        if out and data is not None:
            board.write(out)
        if until(view):
            return view
    raise AssertionError(f"the round did not end: {view}")
