"""Arm and press tables on a whole controller, over the wrap of the clock too.

A table is a list of steps: (what, ...) acts, "wait" lets milliseconds pass, "answer" is what the
last command was answered. The end of a table is what the host was told, in order.
"""

from feltwire import catalogue as c
from support.desk import WRAP, Desk

STARTS = {"from 0": 0, "1 s before the wrap": WRAP - 1_000_000, "over the wrap": WRAP - 150_000}

TABLES = {
    "an armed press counts": (
        [("arm", 7, "ok"), ("wait", 100), ("press", 50)],
        ["PRESS 7"],
    ),
    "a press while not armed": ([("press", 50)], ["IGNORED not armed"]),
    "the second press is spent": (
        [("arm", 7, "ok"), ("press", 50), ("wait", 100), ("press", 50)],
        ["PRESS 7", "IGNORED already spent"],
    ),
    "a bouncing press counts once": (
        [("arm", 7, "ok"), ("press", 5), ("wait", 2), ("press", 3), ("wait", 3), ("press", 40)],
        ["PRESS 7"],
    ),
    "one stray sample": ([("arm", 7, "ok"), ("press", 1), ("wait", 100)], []),
    "two stray samples": ([("arm", 7, "ok"), ("press", 2), ("wait", 100)], []),
    "not while held": (
        [("down",), ("wait", 50), ("arm", 7, "button held"), ("up",), ("wait", 100)],
        ["IGNORED not armed"],
    ),
    "not while a press is being confirmed": (
        [("down",), ("wait", 1), ("arm", 7, "button held"), ("wait", 50)],
        ["IGNORED not armed"],
    ),
    "after it was let go": (
        [
            ("down",),
            ("wait", 50),
            ("arm", 7, "button held"),
            ("up",),
            ("wait", 60),
            ("arm", 7, "ok"),
            ("press", 50),
        ],
        ["IGNORED not armed", "PRESS 7"],
    ),
    "an id is armed once": (
        [("arm", 7, "ok"), ("press", 50), ("wait", 60), ("arm", 7, "arm id spent"), ("press", 50)],
        ["PRESS 7", "IGNORED already spent"],
    ),
    "an older id is spent": (
        [("arm", 7, "ok"), ("disarm", 7, "ok"), ("arm", 6, "arm id spent"), ("press", 50)],
        ["DISARMED 7 by host", "IGNORED not armed"],
    ),
    "the same id again is harmless": (
        [("arm", 7, "ok"), ("arm", 7, "ok"), ("press", 50)],
        ["PRESS 7"],
    ),
    "a newer id takes over": (
        [("arm", 7, "ok"), ("arm", 8, "ok"), ("press", 50)],
        ["DISARMED 7 by host", "PRESS 8"],
    ),
    "the lease runs out by itself": (
        [("lease", 7, 200, "ok"), ("wait", 250), ("press", 50)],
        ["DISARMED 7 lease over", "IGNORED not armed"],
    ),
    "the same id does not renew its lease": (
        [("lease", 7, 200, "ok"), ("wait", 150), ("lease", 7, 200, "ok"), ("wait", 100)],
        ["DISARMED 7 lease over"],
    ),
    "just inside the lease": ([("lease", 7, 200, "ok"), ("wait", 190), ("press", 50)], ["PRESS 7"]),
    "no lease at all": ([("lease", 7, 0, "bad value")], []),
    "disarmed by the host": (
        [("arm", 7, "ok"), ("disarm", 7, "ok"), ("disarm", 7, "ok"), ("press", 50)],
        ["DISARMED 7 by host", "IGNORED not armed"],
    ),
    "an old disarm spares a newer id": (
        [("arm", 7, "ok"), ("arm", 8, "ok"), ("disarm", 7, "stale"), ("press", 50)],
        ["DISARMED 7 by host", "PRESS 8"],
    ),
    "the next id after a press": (
        [("arm", 7, "ok"), ("press", 50), ("wait", 60), ("arm", 8, "ok"), ("press", 50)],
        ["PRESS 7", "PRESS 8"],
    ),
}


def replay(steps, wanted, start_us):
    desk = Desk(start_us)
    for step in steps:
        act = step[0]
        if act == "wait":
            desk.run(step[1])
        elif act == "down" or act == "up":
            desk.press(act == "down")
        elif act == "press":
            desk.press()
            desk.run(step[1])
            desk.press(False)
        elif act == "arm":
            assert desk.command(c.ARM, step[1], 30_000) == step[2]
        elif act == "lease":
            assert desk.command(c.ARM, step[1], step[2]) == step[3]
        elif act == "disarm":
            assert desk.command(c.DISARM, step[1]) == step[2]
        assert desk.lamp == desk.parts.arming.armed
    desk.press(False)
    desk.run(60)
    assert desk.names() == wanted, desk.names()


def darkens_in_the_same_scan():
    desk = Desk()
    desk.command(c.ARM, 7, 1000)
    assert desk.lamp
    desk.press()
    desk.run(2)
    assert desk.lamp
    desk.run(1)
    assert not desk.lamp
    assert not desk.parts.arming.armed


def a_press_has_the_time_of_its_first_edge():
    desk = Desk(WRAP - 60_000)
    desk.command(c.ARM, 7, 1000)
    desk.until(59_000)
    desk.press()
    desk.run(30)
    assert desk.story() == [(59_000, "PRESS 7")]
    assert desk.wraps() == []
    desk.press(False)
    desk.run(60)
    desk.press()
    desk.run(10)
    assert desk.names() == ["PRESS 7", "IGNORED already spent"]
    assert desk.wraps() == [1]


def an_edge_from_before_the_wrap_goes_back_by_one():
    desk = Desk(WRAP - 60_000)
    desk.until(50_000)
    desk.cover(0)
    desk.until(62_000)
    desk.press()  # told at 64 ms, after the wrap and before the edge
    desk.until(100_000)
    desk.cover(0, False)
    desk.run(60)
    assert desk.story() == [
        (62_000, "IGNORED not armed"),
        (50_000, "EDGE 0 on"),
        (100_000, "EDGE 0 off"),
    ]
    assert desk.wraps() == [1, 0, 1]


def repeats_of_a_command_are_answered_and_not_applied():
    desk = Desk()
    assert desk.command(c.ARM, 7, 5000, seq=20) == "ok"
    desk.press()
    desk.run(10)
    desk.press(False)
    desk.run(60)
    assert desk.command(c.ARM, 8, 5000, seq=20) == "ok"  # the very same frame as before, it says
    assert not desk.parts.arming.armed
    assert desk.command(c.ARM, 8, 5000, seq=19) == "stale"
    assert desk.command(c.ARM, 8, 5000, seq=20 + 128 & 255) == "stale"
    assert not desk.parts.arming.armed
    assert desk.command(c.ARM, 8, 5000, seq=20 + 127 & 255) == "ok"
    assert desk.parts.arming.armed


def a_new_session_counts_anew():
    desk = Desk()
    assert desk.command(c.ARM, 7, 5000, seq=20) == "ok"
    desk.greet(nonce=100)
    assert desk.parts.arming.armed
    assert desk.command(c.DISARM, 7, seq=20) == "ok"
    assert desk.command(c.ARM, 8, 5000, seq=1) == "ok"
    assert desk.parts.arming.arm_id == 8


def _case(name, start_us):
    steps, wanted = TABLES[name]
    return lambda: replay(steps, wanted, start_us)


CASES = {f"{name}, {start}": _case(name, STARTS[start]) for name in TABLES for start in STARTS}
for check in (
    darkens_in_the_same_scan,
    a_press_has_the_time_of_its_first_edge,
    an_edge_from_before_the_wrap_goes_back_by_one,
    repeats_of_a_command_are_answered_and_not_applied,
    a_new_session_counts_anew,
):
    CASES[check.__name__.replace("_", " ")] = check
