"""The journal outlives a reset byte for byte, or is not believed at all."""

from controller.controller import Controller
from controller.kept import SIZE, SLOTS, Kept
from controller.parts import Identity, Wiring
from feltwire import catalogue as c


def life(memory, boot_id=0, now_us=5000, sensors=6):
    """A boot with this memory; the id is the kept one, or `boot_id`."""
    kept = Kept(memory)
    identity = Identity(b"12345678", kept.boot_id or boot_id, 3, 7)
    controller = Controller(Wiring(sensors, 25, 50, 0), identity, now_us, 0, kept)
    return controller, kept


def note(controller, kept, covered=0):
    parts = controller.parts
    return kept.note(parts.journal, parts.arming.spent_id(), covered)


def events(journal):
    return [
        (n, journal.kind[n & 511], journal.at_us[n & 511], journal.a[n & 511], journal.b[n & 511])
        for n in range(journal.first, journal.next)
    ]


def first_life(count, acknowledged=0):
    controller, kept = life(bytearray(SIZE), 44)
    journal = controller.parts.journal
    controller.parts.arming.arm_id = 70
    for i in range(count):
        journal.push(c.LOCKED, 0x3FFF0000 + i, 0x3FFFFFFF - i, i)
        note(controller, kept, 0b1001)
    journal.acknowledge(acknowledged)
    note(controller, kept, 0b1001)
    return controller, kept


def a_fresh_memory_keeps_nothing():
    kept = Kept(bytearray(SIZE))
    assert (kept.boot_id, kept.covered) == (0, -1)
    kept = Kept(bytearray(b"\xff" * SIZE))
    assert (kept.boot_id, kept.covered) == (0, -1)


def events_come_back_and_the_reset_is_one_more_boot():
    before, kept = first_life(50, acknowledged=10)
    held = events(before.parts.journal)
    after, again = life(bytearray(kept.bytes))
    assert again.boot_id == 44
    assert again.covered == 0b1001
    journal = after.parts.journal
    assert events(journal)[: len(held)] == held
    assert [row[1] for row in events(journal)[len(held) :]] == [c.WRAP, c.BOOT]
    assert journal.a[journal.next - 2 & 511] == before.parts.journal.said_wraps + 256 & 0xFFFF
    assert after.parts.arming.arm_id == 70
    assert not after.parts.arming.armed
    assert after.parts.identity.flags & c.KEPT_JOURNAL


def it_outlives_reset_after_reset():
    _, kept = first_life(3)
    for boots in range(2, 40):
        controller, kept = life(bytearray(kept.bytes))
        note(controller, kept)
        kinds = [row[1] for row in events(controller.parts.journal)]
        assert kinds.count(c.BOOT) == boots, boots
        assert kinds.count(c.LOCKED) == 3


def more_than_fits_is_not_kept_but_the_sensors_are():
    _, kept = first_life(SLOTS + 5)
    again = Kept(bytearray(kept.bytes))
    assert (again.boot_id, again.covered) == (0, 0b1001)


def it_is_kept_again_once_the_host_has_caught_up():
    _, kept = first_life(SLOTS + 5, acknowledged=60)
    again = Kept(bytearray(kept.bytes))
    assert again.boot_id == 44


def a_spoilt_byte_is_never_believed():
    before, kept = first_life(40)
    held = events(before.parts.journal)
    used = 32 + len(held) * 15
    for at in range(0, used, 7):
        if at in (30, 31):
            continue
        memory = bytearray(kept.bytes)
        memory[at] ^= 0x10
        again = Kept(memory)
        assert again.boot_id == 0, at


def nothing_new_changes_nothing():
    controller, kept = first_life(5)
    assert not note(controller, kept, 0b1001)
    assert note(controller, kept, 0b1000)
    assert not note(controller, kept, 0b1000)


CASES = {
    name.replace("_", " "): check
    for name, check in list(globals().items())
    if callable(check)
    and name
    not in ("Controller", "Kept", "Identity", "Wiring", "life", "note", "events", "first_life")
}
