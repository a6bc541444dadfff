"""The ring of unacknowledged events: kept places, overflow, wraps."""

from controller.journal import DEPTH, RESERVE, USED_UP, Journal
from feltwire import catalogue as c
from support.desk import Desk


def fill(journal, count):
    for i in range(count):
        journal.push(c.EDGE, 1000, i % 60, 0)


def holds_what_is_not_acknowledged():
    journal = Journal()
    fill(journal, 5)
    assert (journal.first, journal.next) == (0, 5)
    assert journal.acknowledge(3)
    assert (journal.first, journal.next) == (3, 5)
    assert not journal.acknowledge(3)
    assert not journal.acknowledge(2)
    assert not journal.acknowledge(6)
    assert [journal.a[n & 511] for n in range(3, 5)] == [3, 4]


def numbers_go_on_past_the_ring():
    journal = Journal()
    for n in range(5000):
        assert journal.push(c.LOCKED, 1000, n, 2 * n)
        assert journal.next == n + 1
        if n % 100 == 99:
            for held in range(journal.first, journal.next):
                assert journal.a[held & 511] == held
                assert journal.b[held & 511] == 2 * held
            journal.acknowledge(n - 10)
    assert journal.lost == 0


def used_up_numbers_end_it_safely_until_a_restart():
    journal = Journal()
    journal.first = journal.next = USED_UP - 3
    fill(journal, 3)
    assert (journal.next, journal.lost, journal.behind) == (USED_UP, 0, False)
    assert not journal.vital_room()  # so nothing is armed that could be pressed
    fill(journal, 5)
    assert (journal.next, journal.lost, journal.behind) == (USED_UP, 5, True)
    while journal.push_vital(c.DISARMED, 1000, 7, 0):  # a table that is emptied all the time
        assert journal.acknowledge(journal.next)
        assert journal.behind
    assert USED_UP < journal.next < 2**30 - 2  # the highest of all is left, and a WRAP before it
    assert not journal.push(c.EDGE, 1000, 1, 0)
    assert journal.behind
    journal = Journal()
    assert journal.push(c.EDGE, 1000, 1, 0)


def ordinary_events_leave_the_last_places_free():
    journal = Journal()
    fill(journal, DEPTH)
    assert journal.next == DEPTH - RESERVE
    assert journal.lost == RESERVE
    assert journal.behind
    assert journal.push_vital(c.PRESS, 1000, 7, 0)
    assert journal.next == DEPTH - RESERVE + 1


def the_gap_is_marked_in_its_place():
    journal = Journal()
    fill(journal, DEPTH - RESERVE + 30)
    gap_at = journal.next
    journal.push_vital(c.PRESS, 1000, 7, 0)
    journal.acknowledge(10)
    fill(journal, 1)  # a free place is not enough: one gap, not many
    assert journal.lost == 31
    journal.acknowledge(300)
    overflow = journal.next - 1
    assert journal.kind[overflow & 511] == c.OVERFLOW
    assert (journal.a[overflow & 511], journal.b[overflow & 511]) == (gap_at, 31)
    fill(journal, 3)
    assert journal.next == overflow + 4
    assert journal.behind
    journal.acknowledge(overflow)
    assert journal.behind
    journal.acknowledge(overflow + 1)
    assert not journal.behind
    assert journal.lost == 31


def a_second_gap_is_its_own():
    journal = Journal()
    fill(journal, DEPTH)
    journal.acknowledge(journal.next)
    fill(journal, DEPTH)
    journal.acknowledge(journal.next)
    overflow = journal.next - 1
    assert journal.kind[overflow & 511] == c.OVERFLOW
    assert journal.lost == RESERVE + RESERVE + 1
    assert journal.b[overflow & 511] == RESERVE + 1


def wraps_are_told_and_remembered():
    journal = Journal()
    journal.tick(0x3FFFFF00)
    fill(journal, 1)
    journal.tick(0x100)
    journal.push(c.EDGE, 0x3FFFFFF0, 1, 0)  # first edge before the wrap
    journal.push(c.EDGE, 0x50, 1, 0)
    kinds = [journal.kind[n] for n in range(journal.next)]
    assert kinds == [c.EDGE, c.EDGE, c.WRAP, c.EDGE]
    assert journal.a[2] == 1
    journal.acknowledge(2)
    assert journal.first_wraps == 0
    journal.acknowledge(3)
    assert journal.first_wraps == 1


def desk_in_trouble(events):
    """A live host that acknowledges nothing while `events` pile up."""
    desk = Desk()
    desk.acks = False
    for i in range(events):
        desk.parts.journal.push(c.HOST_LOST, desk.ticks(), i & 0xFFFF, 0)
    return desk


def a_full_journal_disarms_and_stays_disarmed_until_drained():
    desk = Desk()
    desk.command(c.ARM, 7, 60_000)
    desk.acks = False
    for i in range(600):
        desk.parts.journal.push(c.HOST_LOST, desk.ticks(), i, 0)
    desk.run(1)
    assert not desk.parts.arming.armed
    desk.press()
    desk.run(10)
    desk.press(False)
    desk.run(60)
    assert desk.command(c.ARM, 8, 60_000) == "journal behind"
    desk.acks = True
    desk.run(1500)
    assert desk.command(c.ARM, 8, 60_000) == "ok"
    lost = [fields["lost"] for _, name, fields in desk.events if name == "OVERFLOW"]
    told = [name for name in desk.names() if name == "HOST_LOST"]
    assert len(told) + sum(lost) == 601  # and the press that was ignored
    assert desk.names().count("DISARMED 7 journal full") == 1
    assert desk.parts.journal.first == desk.parts.journal.next


def an_armed_press_always_has_a_place():
    """However full the journal of an armed controller may be."""
    for filled in range(DEPTH - RESERVE - 15, DEPTH - RESERVE + 1, 5):
        desk = desk_in_trouble(0)
        desk.command(c.ARM, 7, 60_000)
        while desk.parts.journal.next - desk.parts.journal.first < filled:
            desk.parts.journal.push(c.HOST_LOST, desk.ticks(), 1, 0)
        round_id = 0
        while desk.parts.arming.armed and round_id < 40:
            round_id += 1
            desk.command(c.LOCK, round_id, 0, 0)
            desk.command(c.RELEASE, round_id)
        armed = desk.parts.arming.armed
        desk.press()
        desk.run(5)
        desk.acks = True
        desk.run(1500)
        assert desk.names().count("PRESS 7") == armed


def lock_is_refused_rather_than_forgotten():
    desk = desk_in_trouble(DEPTH - RESERVE)
    results = set()
    for i in range(1, 60):
        result = desk.command(c.LOCK, i, 0, 0)
        results.add(result)
        if result == "ok":
            assert desk.command(c.RELEASE, i) == "ok"
        else:
            assert not desk.parts.bets.locked
    assert results == {"ok", "journal behind"}


CASES = {
    name.replace("_", " "): check
    for name, check in list(globals().items())
    if callable(check) and name not in ("Desk", "Journal", "fill", "desk_in_trouble")
}
