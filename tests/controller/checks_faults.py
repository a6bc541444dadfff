"""Inputs that cannot be trusted are named and masked; the others go on unharmed."""

from feltwire import catalogue as c
from support.desk import Desk


def others_are_unharmed(desk):
    """Seat 4 still tells its chip, and the button its press."""
    before = len(desk.names())
    desk.cover(4)
    desk.run(40)
    assert "EDGE 4 on" in desk.names()[before:], desk.names()[before:]


def toggle(desk, number, times, ms):
    for i in range(times):
        desk.cover(number, i % 2 == 0)
        desk.run(ms)
    desk.cover(number, False)


def a_floating_sensor_is_taken_out():
    desk = Desk()
    toggle(desk, 1, 500, 5)  # mains hum: a hundred changes a second
    assert desk.names() == ["FAULT 1 input chatters"]
    detail = [fields["detail"] for _, name, fields in desk.events if name == "FAULT"]
    assert detail == [300]
    others_are_unharmed(desk)
    toggle(desk, 1, 100, 5)
    assert len(desk.names()) == 2  # nothing more of it


def a_sensor_that_really_toggles_too_often_is_taken_out():
    desk = Desk()
    toggle(desk, 1, 60, 60)
    names = desk.names()
    assert names[-1] == "FAULT 1 input chatters"
    assert len(names) == 41
    others_are_unharmed(desk)


def a_fidgeting_player_is_no_fault():
    desk = Desk()
    toggle(desk, 1, 80, 170)  # three times a second, for fourteen seconds
    assert not [name for name in desk.names() if name.startswith("FAULT")]


def a_masked_sensor_is_not_latched():
    desk = Desk()
    desk.cover(0)
    desk.run(40)
    toggle(desk, 1, 400, 5)
    desk.cover(1)
    desk.run(60)
    desk.command(c.LOCK, 5, 0, 0)
    assert desk.names()[-1] == "LOCKED 5 0b1"


def a_latched_bet_outlives_its_sensor():
    desk = Desk()
    desk.cover(1)
    desk.run(40)
    desk.command(c.LOCK, 5, 0, 0)
    toggle(desk, 1, 400, 5)
    assert desk.names()[-1] == "FAULT 1 input chatters"
    assert desk.parts.bets.mask == 0b10
    assert desk.lit & 0b111111 == 0b10


def cleared_it_tells_again_what_lies_there():
    desk = Desk()
    toggle(desk, 1, 400, 5)
    desk.cover(1)
    desk.run(60)
    assert desk.command(c.CLEAR_FAULT, 1) == "ok"
    desk.run(40)
    assert desk.names() == ["FAULT 1 input chatters", "FAULT_CLEARED 1 input chatters", "EDGE 1 on"]
    assert desk.command(c.CLEAR_FAULT, 1) == "ok"
    assert desk.command(c.CLEAR_FAULT, 9) == "bad value"
    assert len(desk.names()) == 3


def a_button_held_ten_seconds_is_a_fault():
    desk = Desk()
    desk.press()
    desk.run(9_990)
    assert desk.names() == ["IGNORED not armed"]
    desk.run(50)
    assert desk.names()[-1] == "FAULT 6 button held too long"
    assert desk.command(c.ARM, 7, 5000) == "faulted"
    others_are_unharmed(desk)
    assert desk.command(c.CLEAR_FAULT, 255) == "button held"
    desk.press(False)
    desk.run(100)
    assert desk.command(c.ARM, 7, 5000) == "faulted"  # only CLEAR_FAULT clears
    assert desk.command(c.CLEAR_FAULT, 255) == "ok"
    assert desk.command(c.ARM, 7, 5000) == "ok"
    desk.press()
    desk.run(20)
    assert desk.names()[-1] == "PRESS 7"


def a_chattering_button_disarms():
    desk = Desk()
    desk.command(c.ARM, 7, 60_000)
    toggle(desk, 6, 800, 1)
    assert desk.names() == ["DISARMED 7 by fault", "FAULT 6 input chatters"]
    assert not desk.lamp


def active_at_boot(expected=0):
    desk = Desk(live=False, expected=expected)
    desk.pings = False
    desk.cover(2)
    desk.press()
    desk.run(100)
    desk.greet()
    desk.run(20)
    return desk


def active_from_the_first_scan_is_a_fault():
    desk = active_at_boot()
    assert desk.names() == ["FAULT 6 active at boot", "FAULT 2 active at boot"]
    assert desk.parts.sensors.state == 0
    assert desk.command(c.ARM, 7, 5000) == "faulted"
    others_are_unharmed(desk)


def what_was_covered_before_the_reset_may_be():
    desk = active_at_boot(expected=0b100)
    assert desk.names() == ["FAULT 6 active at boot", "EDGE 2 on"]


def a_chip_that_comes_during_boot_is_a_chip():
    desk = Desk(live=False)
    desk.pings = False
    desk.run(10)
    desk.cover(2)
    desk.run(100)
    desk.greet()
    desk.run(20)
    assert desk.names() == ["EDGE 2 on"]


def a_cleared_chip_counts():
    desk = active_at_boot()
    desk.press(False)
    desk.run(60)
    assert desk.command(c.CLEAR_FAULT, 255) == "ok"
    desk.run(60)
    assert desk.names()[2:] == [
        "FAULT_CLEARED 2 active at boot",
        "FAULT_CLEARED 6 active at boot",
        "EDGE 2 on",
    ]


def a_stalled_scan_is_told():
    desk = Desk()
    desk.command(c.ARM, 7, 60_000)
    desk.now_us += 300_000
    desk.run(5)
    assert desk.names() == ["FAULT 255 scan stalled", "FAULT_CLEARED 255 scan stalled"]
    assert desk.parts.stats.late == 1
    assert 300_000 <= desk.parts.stats.worst_gap_us <= 303_000


def a_silent_chip_names_each_input_behind_it_once_and_until_it_is_back():
    desk = Desk()
    desk.cover(1)
    desk.cover(2)
    desk.run(40)
    for _ in range(5):
        desk.controller.silent(desk.ticks(), 0b000110)
        desk.run(1)
    assert desk.names()[2:] == ["FAULT 1 driver silent", "FAULT 2 driver silent"]
    assert desk.parts.sensors.state == 0
    others_are_unharmed(desk)
    desk.command(c.CLEAR_FAULT, 1)
    desk.controller.silent(desk.ticks(), 0b000110)
    desk.run(40)
    assert desk.names()[5:] == ["FAULT_CLEARED 1 driver silent", "FAULT 1 driver silent"]
    desk.command(c.CLEAR_FAULT, 1)
    desk.run(40)
    assert desk.names()[7:] == ["FAULT_CLEARED 1 driver silent", "EDGE 1 on"]


def samples_that_were_kept_have_their_own_times():
    desk = Desk()
    desk.cover(3)
    began_us = desk.now_us + 1_000
    desk.now_us += 60_000  # the loop stood still; its samples did not
    for i in range(30):
        desk.controller.step(desk.ticks(), desk.word, began_us + 1_000 * i)
    desk.run(5)
    edges = [fields["at_us"] for _, name, fields in desk.events if name == "EDGE"]
    assert edges == [began_us]


def an_error_in_the_loop_is_told_and_disarms():
    desk = Desk()
    desk.command(c.ARM, 7, 60_000)
    desk.controller.failed(desk.ticks())
    desk.run(5)
    assert desk.names() == ["DISARMED 7 by fault", "FAULT 255 loop error"]


CASES = {
    name.replace("_", " "): check
    for name, check in list(globals().items())
    if callable(check) and name not in ("Desk", "toggle", "active_at_boot", "others_are_unharmed")
}
