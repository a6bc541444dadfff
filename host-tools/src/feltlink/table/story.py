"""Entries of the record as a supervisor reads them: one sentence each, money and seats in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from feltlink.money.cents import show
from feltlink.record.entry import Entry
from feltlink.table import story_meters

Data = Mapping[str, Any]


def clock(at_utc_us: int) -> str:
    """`14:03:27.120` in UTC."""
    moment = datetime.fromtimestamp(at_utc_us // 1_000_000, UTC)
    return f"{moment:%H:%M:%S}.{at_utc_us // 1000 % 1000:03d}"


def day(at_utc_us: int) -> str:
    """`2026-11-30` in UTC."""
    return f"{datetime.fromtimestamp(at_utc_us // 1_000_000, UTC):%Y-%m-%d}"


def happened_us(entry: Entry) -> int:
    """When it happened: the first edge where the controller tells one, else the entry's time."""
    at = entry.data.get("at_utc_us") if entry.origin else None
    return at if isinstance(at, int) else entry.at_utc_us


def line(entry: Entry) -> str:
    """Number, time, who, and what happened."""
    indent = "  " if entry.role == "result" else ""
    when = clock(happened_us(entry))
    return f"{entry.number:>7}  {when}  {entry.source:<10}  {indent}{sentence(entry)}"


def sentence(entry: Entry) -> str:
    """What happened, in words. An entry of a kind unknown here is told as it stands."""
    data = entry.data
    teller = _TELLERS.get(entry.kind)
    if teller is not None:
        try:
            return teller(data)
        except (KeyError, TypeError):
            pass  # an entry of another version: tell it as it stands
    rest = ", ".join(f"{key} {value}" for key, value in data.items() if key != "round_id")
    words = entry.kind.replace("_", " ")
    return f"{words}: {rest}" if rest else words


def _place(data: Data) -> str:
    return f"seat {data['seat']}"


def _edge(data: Data) -> str:
    return f"{_place(data)}: chips {'put on' if data['covered'] else 'taken off'} {data['spot']}"


def _spots(spots: Any) -> str:
    return ", ".join(f"seat {seat}" for seat, _spot in spots) or "none"


def _fault(data: Data) -> str:
    if data["seat"] is not None:
        where = _place(data)
    else:
        where = "button" if data["pin"] else "controller"
    return f"{where}: {data['code']}" + (f" (pin {data['pin']})" if data["pin"] else "")


def _controller(data: Data) -> str:
    state = data["state"]
    if state == "found":
        return f"controller {data['uid']} found, boot {data['boot_id']}"
    if state == "lost":
        return f"controller lost: {data['why']}"
    if state != "reset":
        return f"controller refused: {data['why']}"
    gap = data.get("gap")
    text = f"controller started anew: {data['cause']}"
    if gap:
        text += (
            f". GAP: of boot {gap['old_boot_id']} everything from event {gap['old_next']} on may"
            f" be missing; the story goes on at event {gap['new_next']} of boot"
            f" {gap['new_boot_id']}"
        )
    return text


def _settled(data: Data) -> str:
    return "; ".join(
        f"seat {one['seat']} {one['wager']} {show(one['stake_cents'])}: {one['outcome']}"
        f" ({one['pays']}), handed over {show(one['amount_cents'])} by {one['paid_by']}"
        f" [{one['paragraph']}]"
        for one in data["lines"]
    )


def _tested(data: Data) -> str:
    verdict = "passed" if data["passed"] else "FAILED: " + "; ".join(data["failed"])
    if data["interrupted"]:
        verdict = f"not finished, {data['interrupted']}"
    about = f" (report {data['file']})" if data["file"] else ""
    return f"SELF-TEST over: {verdict}{about}" + (
        f". NO REPORT: {data['why']}" if data["why"] else ""
    )


def _calibrated(data: Data) -> str:
    if data["kept"]:
        return f"CALIBRATION over: {len(data['thresholds'])} thresholds kept on the controller"
    why = data["interrupted"] or data["why"] or "the thresholds were not wanted"
    return f"CALIBRATION over, nothing kept: {why}"


def _unless(data: Data) -> str:
    return f": {data['sentence']}" if data["sentence"] else ""


def _because(data: Data) -> str:
    return f": {data['reason']}" if data.get("reason") else ""


_TELLERS: dict[str, Callable[[Data], str]] = {
    **story_meters.TELLERS,
    "edge": _edge,
    "late_edge": lambda d: f"LATE, after the lock: {_edge(d)}",
    "locked": lambda d: f"bets of round {d['round_id']} locked: {_spots(d['spots'])}",
    "press": lambda d: f"button pressed (arm {d['arm_id']})",
    "press_ignored": lambda d: f"button pressed and not counted: {d['reason']}",
    "disarmed": lambda d: f"button out (arm {d['arm_id']}): {d['reason']}",
    "fault": lambda d: f"FAULT: {_fault(d)}",
    "fault_cleared": lambda d: f"fault over: {_fault(d)}",
    "controller": _controller,
    "snapshot": lambda d: f"controller's state: chips on {_spots(d['covered'])}",
    "overflow": lambda d: f"OVERFLOW: the controller lost {d['lost']} events",
    "host_lost": lambda d: f"controller heard no host for {d['silent_ms']} ms",
    "mark": lambda d: f"{_place(d)} marked: {str(d['mark']).replace('_', ' ')}",
    "lock": lambda d: f"lock the bets of round {d['round_id']}",
    "release": lambda d: f"release round {d['round_id']}",
    "arm": lambda d: f"arm the button for {_place(d)} (arm {d['arm_id']})",
    "disarm": lambda d: f"disarm the button (arm {d['arm_id']})",
    "draw": lambda d: f"draw {d['draw_id']} asked for: {d['what']}",
    "settled": _settled,
    "call": lambda d: f"CALL {d['who']}: {d['why']}",
    "refused": lambda d: f"refused: {d['sentence']}",
    "step_failed": lambda d: f"THE RULES FAILED: {d['why']}",
    "act_not_taken": lambda d: f"{str(d['act']).replace('_', ' ')}, not taken: {d['sentence']}",
    "sign_in": lambda d: f"{d['data']['name']} signs in" + _unless(d),
    "sign_out": lambda d: f"{d['data']['name']} signs out" + _unless(d),
    "prove_pin": lambda d: f"{d['data']['name']} gives a PIN for {d['data']['for']}" + _unless(d),
    "second_person": lambda d: (
        f"{d['data']['name']} gives word as second person for"
        f" {d['data']['for'].replace('_', ' ')} ({d['data']['reason']})" + _unless(d)
    ),
    "seconded": lambda d: (
        f"TWO PEOPLE: {d['act'].replace('_', ' ')} by {d['by']}, with {d['second']} ({d['reason']})"
    ),
    "call_supervisor": lambda d: "CALL supervisor" + _because(d["data"]),
    "supervisor_came": lambda d: "a supervisor has come",
    "drop": lambda d: "DROP: the box is taken; the record is signed",
    "power_up": lambda d: (
        f"table started (Feltlink {d['version']})"
        + ("" if d["ended_in_order"] else "; it had been killed, or its power cut")
    ),
    "power_down": lambda d: "table ended in order",
    "configuration": lambda d: f"configuration {d['digest'][:16]} loaded",
    "checkpoint": lambda d: f"record signed up to entry {d['number']} by key {d['key']}",
    "rotated": lambda d: "the record was put away; it goes on in a new file",
    "carried_over": lambda d: f"goes on from entry {d['number']} in {d['file']}",
    "clock_step": lambda d: f"the clock was set by {d['by_us'] / 1e6:+.3f} s",
    "clear_faults": lambda d: "asked for every faulted input to be tried again",
    "self_test": lambda d: "SELF-TEST begun: the table is out of play",
    "self_test_over": _tested,
    "calibrate": lambda d: "CALIBRATION begun: the table is out of play",
    "calibrate_over": _calibrated,
    "check_program": lambda d: "the check of the controller's program is asked for",
    "program": lambda d: (
        f"controller's program {d['found'][:16]} checked: "
        + ("as released" if d["right"] else "NOT AS RELEASED")
    ),
    "port_trouble": lambda d: f"no port: {d['why']}",
    "record_mended": lambda d: "the record can be written again",
    "replay_differs": lambda d: f"REPLAY DIFFERS: {d['why']}",
    "state": lambda d: "state kept",
}
