"""Locked bets, late chips and lights on a whole controller."""

from feltwire import catalogue as c
from support.desk import Desk


def table(start_us=0, **options):
    """Chips on seats 0, 2 and 5, and the round locked."""
    desk = Desk(start_us, **options)
    for seat in (0, 2, 5):
        desk.cover(seat)
    desk.run(40)
    assert desk.command(c.LOCK, 412, 0, 0) == "ok"
    desk.run(5)
    return desk


def patterns(*of):
    """LIGHTS of the first lights; the others are off."""
    out = bytearray(15)
    for i, pattern in enumerate(of):
        out[i >> 1] |= pattern << (i & 1) * 4
    return bytes(out)


def lock_latches_what_is_covered():
    desk = table()
    assert desk.names() == ["EDGE 0 on", "EDGE 2 on", "EDGE 5 on", "LOCKED 412 0b100101"]
    assert desk.lit & 0b111111 == 0b100101


def a_chip_removed_after_the_lock_changes_nothing_but_is_told():
    desk = table()
    desk.cover(2, False)
    desk.run(100)
    assert desk.names()[4:] == ["LATE_EDGE 2 off"]
    assert desk.parts.bets.mask == 0b100101
    assert desk.command(c.LIGHTS, patterns()) == "ok"
    desk.run(60)
    assert desk.lit & 0b111111 == 0b100101
    assert desk.command(c.RELEASE, 412) == "ok"
    desk.run(60)
    assert desk.lit & 0b111111 == 0


def a_chip_put_down_after_the_lock_is_late():
    desk = table()
    desk.cover(1)
    desk.run(40)
    assert desk.names()[4:] == ["LATE_EDGE 1 on"]
    assert desk.lit & 0b111111 == 0b100101


def a_chip_still_settling_is_not_latched():
    desk = Desk()
    desk.cover(3)
    desk.run(20)
    desk.command(c.LOCK, 1, 0, 0)
    desk.run(30)
    assert desk.names() == ["LOCKED 1 0b0", "LATE_EDGE 3 on"]


def the_same_round_again_is_nothing_new():
    desk = table()
    desk.cover(1)
    desk.run(40)
    assert desk.command(c.LOCK, 412, 0, 0) == "ok"
    assert desk.parts.bets.mask == 0b100101
    assert desk.names().count("LOCKED 412 0b100101") == 1


def another_round_is_refused():
    desk = table()
    assert desk.command(c.LOCK, 413, 0, 0) == "another round is locked"
    assert desk.command(c.LOCK, 413, 1, 0b1) == "another round is locked"
    assert desk.command(c.RELEASE, 413) == "another round is locked"
    assert desk.parts.bets.round_id == 412
    assert desk.command(c.RELEASE, 412) == "ok"
    assert desk.command(c.RELEASE, 412) == "ok"
    assert desk.command(c.LOCK, 413, 0, 0) == "ok"


def a_restored_lock_takes_the_hosts_word():
    desk = Desk()
    assert desk.command(c.LOCK, 9, 1, 0b110) == "ok"
    desk.run(5)
    assert desk.names() == []
    assert desk.lit & 0b111111 == 0b110
    desk.cover(0)
    desk.run(40)
    assert desk.names() == ["LATE_EDGE 0 on"]


def a_restored_lock_of_unknown_sensors_is_refused():
    desk = Desk()
    assert desk.command(c.LOCK, 9, 1, 1 << 6) == "bad value"
    assert not desk.parts.bets.locked


def edges_are_edges_again_after_release():
    desk = table()
    desk.command(c.RELEASE, 412)
    desk.cover(2, False)
    desk.run(100)
    assert desk.names()[-1] == "EDGE 2 off"


def lights_show_their_patterns():
    desk = Desk()
    every = (c.OFF, c.ON, c.BLINK, c.BLINK_FAST, c.PULSE, c.WINK)
    assert desk.command(c.LIGHTS, patterns(*every)) == "ok"
    on = [0] * 6
    flashes = [0] * 6
    before = desk.lit
    for _ in range(2000):
        desk.run(1)
        for i in range(6):
            on[i] += desk.lit >> i & 1
            flashes[i] += desk.lit & ~before & 1 << i != 0
        before = desk.lit
    assert on == [0, 2000, 1000, 1000, 200, 1800], on
    assert max(flashes) <= 6  # WCAG 2.3.1: three a second at most


def a_bad_pattern_changes_nothing():
    desk = Desk()
    desk.command(c.LIGHTS, patterns(c.ON))
    assert desk.command(c.LIGHTS, patterns(c.OFF, 6)) == "bad value"
    desk.run(60)
    assert desk.lit & 0b111111 == 1


def blinking_is_kept_on_a_latched_light():
    desk = table()
    desk.command(c.LIGHTS, patterns(c.BLINK, c.OFF, c.ON))
    seen = set()
    for _ in range(1000):
        desk.run(1)
        seen.add(desk.lit & 0b111111)
    assert seen == {0b100101, 0b100100}


def a_self_test_lights_one_light():
    desk = Desk()
    assert desk.command(c.SELF_TEST, 3, c.ON) == "ok"
    desk.run(60)
    assert desk.lit == 0b1000
    assert desk.command(c.SELF_TEST, 6, c.ON) == "ok"
    desk.run(60)
    assert desk.lamp
    desk.run(5100)
    assert not desk.lamp
    assert desk.command(c.SELF_TEST, 7, c.ON) == "bad value"
    desk.command(c.LOCK, 1, 0, 0)
    assert desk.command(c.SELF_TEST, 3, c.ON) == "another round is locked"


CASES = {
    name.replace("_", " "): check
    for name, check in list(globals().items())
    if callable(check) and name not in ("Desk", "table", "patterns")
}
