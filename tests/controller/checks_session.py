"""HELLO to live, the heartbeat, versions, the journal's window and what a silent host means."""

from feltwire import catalogue as c
from support.desk import BOOT_ID, WRAP, Desk, frame

FINGERPRINT = c.fingerprint()


def kinds(desk):
    return [name for name, _ in desk.heard]


def last(desk, name):
    return [fields for what, fields in desk.heard if what == name][-1]


def nothing_is_said_before_a_hello():
    desk = Desk(live=False)
    desk.pings = False
    desk.cover(1)
    desk.run(3000)
    assert desk.heard == []
    assert desk.parts.journal.next == 2  # BOOT and the edge wait


def a_ping_without_a_session_is_answered_by_welcome():
    desk = Desk(live=False)
    desk.run(251)
    assert kinds(desk) == ["WELCOME"]
    assert last(desk, "WELCOME")["nonce"] == 0


def hello_is_answered_and_events_wait_for_the_first_ack():
    desk = Desk(live=False)
    desk.pings = False
    desk.send(c.HELLO, c.MAJOR, 0, FINGERPRINT, 99)
    desk.run(100)
    assert kinds(desk) == ["WELCOME"]
    welcome = last(desk, "WELCOME")
    assert welcome["nonce"] == 99
    assert welcome["boot_id"] == BOOT_ID
    assert welcome["pending"] == 1
    assert welcome["uid"] == b"UID45678"
    desk.send(c.ACK, 0)
    desk.run(2)
    assert desk.events[0][1] == "BOOT"
    assert desk.events[0][2]["boot_id"] == BOOT_ID


def a_lost_first_ack_is_asked_for_with_the_ping():
    desk = Desk(live=False)
    desk.send(c.HELLO, c.MAJOR, 0, FINGERPRINT, 99)
    desk.run(251)
    assert kinds(desk)[-2:] == ["WELCOME", "PONG"] or kinds(desk)[-2:] == ["PONG", "WELCOME"]
    assert last(desk, "WELCOME")["nonce"] == 99


def commands_wait_for_the_first_ack():
    desk = Desk(live=False)
    desk.send(c.HELLO, c.MAJOR, 0, FINGERPRINT, 99)
    assert desk.command(c.ARM, 7, 5000) is None
    assert not desk.parts.arming.armed


def another_major_gets_the_frozen_core_only():
    desk = Desk()
    desk.command(c.ARM, 7, 60000)
    desk.send(c.HELLO, c.MAJOR + 1, 0, FINGERPRINT, 5)
    desk.run(3)
    assert last(desk, "WELCOME")["major"] == c.MAJOR
    assert not desk.parts.arming.armed
    assert desk.command(c.ARM, 8, 5000) is None
    before = len(desk.heard)
    desk.send(c.ASK_SNAPSHOT)
    desk.send(c.ASK_IDENTITY)
    desk.send(c.ACK, 2)
    desk.run(5)
    assert kinds(desk)[before:] == ["IDENTITY"]
    assert desk.command(c.REBOOT, 1) == "ok"
    assert desk.parts.reboot == 2


def another_catalogue_is_read_only():
    desk = Desk()
    desk.command(c.ARM, 7, 60000)
    desk.send(c.HELLO, c.MAJOR, 9, FINGERPRINT ^ 1, 5)
    desk.run(3)
    assert not desk.parts.arming.armed
    for kind, values in (
        (c.ARM, (8, 5000)),
        (c.LOCK, (1, 0, 0)),
        (c.LIGHTS, (b"",)),
        (c.CONFIGURE, (1, 30)),
        (c.CLEAR_FAULT, (255,)),
    ):
        assert desk.command(kind, *values) == "read only"
    held = desk.parts.journal.next - desk.parts.journal.first
    desk.send(c.ACK, desk.parts.journal.next)
    desk.send(c.ASK_SNAPSHOT)
    desk.run(300)
    assert last(desk, "SNAPSHOT")["next_event"] == desk.parts.journal.next
    assert desk.parts.journal.next - desk.parts.journal.first == held


def the_prompt_is_given_only_where_nothing_is_at_stake():
    desk = Desk()
    desk.cover(1)
    desk.run(40)
    desk.command(c.LOCK, 3, 0, 0)
    assert desk.command(c.REBOOT, c.INTO_PROMPT) == "another round is locked"
    # nor to a host that only looks, which may restart the program
    for greeting in ((c.MAJOR, 0, FINGERPRINT ^ 1, 5), (c.MAJOR + 1, 0, FINGERPRINT, 6)):
        desk.send(c.HELLO, *greeting)
        desk.run(3)
        assert desk.command(c.REBOOT, c.INTO_PROMPT) == "another round is locked"
        assert desk.parts.reboot == 0
    desk.greet(nonce=7)
    desk.command(c.RELEASE, 3)
    desk.command(c.ARM, 9, 60000)
    assert desk.command(c.REBOOT, c.INTO_PROMPT) == "button held"
    assert desk.parts.arming.armed
    assert desk.parts.reboot == 0
    desk.command(c.DISARM, 9)
    assert desk.command(c.REBOOT, c.INTO_PROMPT) == "ok"
    assert desk.parts.reboot == 1 + c.INTO_PROMPT


def a_silent_host_is_lost_after_a_second():
    desk = Desk(safe=c.BLINK)
    desk.cover(1)
    desk.run(40)
    desk.command(c.LOCK, 3, 0, 0)
    desk.command(c.ARM, 7, 60000)
    desk.run(10)
    desk.pings = False
    desk.run(960)
    assert desk.parts.arming.armed
    desk.run(50)
    assert not desk.parts.arming.armed
    desk.cover(0)
    lamp = set()
    lit = set()
    for _ in range(1500):
        desk.run(1)
        lamp.add(desk.lamp)
        lit.add(desk.lit & 0b111111)
    assert lamp == {0, 1}  # out of service: slow blink
    assert lit == {0b111111, 0}  # the safe pattern
    assert desk.parts.bets.mask == 0b10
    before = len(desk.events)
    desk.pings = True
    desk.greet(nonce=100)
    desk.run(50)
    assert desk.names()[-3:] == ["HOST_LOST", "DISARMED 7 host silent", "LATE_EDGE 0 on"]
    assert len(desk.events) - before == 3
    assert not desk.parts.arming.armed  # never armed again by itself
    assert not desk.lamp
    desk.press()
    desk.run(10)
    assert desk.names()[-1] == "IGNORED not armed"


def a_latched_light_outlives_the_host():
    desk = Desk()
    desk.cover(1)
    desk.run(40)
    desk.command(c.LOCK, 3, 0, 0)
    desk.pings = False
    desk.run(1500)
    assert desk.lit & 0b111111 == 0b10


def eight_in_flight_then_again_and_again():
    desk = Desk()
    desk.acks = False
    desk.pings = False
    for i in range(12):
        desk.parts.journal.push(c.HOST_LOST, desk.ticks(), i, 0)
    desk.numbers = []
    desk.run(2)
    assert desk.numbers == [1, 2, 3, 4, 5, 6, 7, 8], desk.numbers
    desk.run(23)
    assert len(desk.numbers) == 8
    desk.run(3)
    assert desk.numbers[8:] == [1, 2, 3, 4, 5, 6, 7, 8][: len(desk.numbers) - 8]


def no_more_than_192_bytes_to_a_host_that_says_nothing():
    desk = Desk()
    desk.acks = False
    desk.pings = False
    written = 0
    for i in range(12):
        desk.parts.journal.push(c.HOST_LOST, desk.ticks(), i, 0)
    link = desk.controller.link
    for _ in range(900):
        desk.controller.step(desk.ticks(), 0)
        written += link.out_n
        link.taken(link.out_n)
        desk.now_us += 1000
    assert 150 < written <= 192


def progress_opens_the_window():
    desk = Desk()
    for i in range(200):
        desk.parts.journal.push(c.HOST_LOST, desk.ticks(), i, 0)
    desk.run(60)
    told = [fields["silent_ms"] for _, name, fields in desk.events if name == "HOST_LOST"]
    assert told == list(range(200))
    assert len(desk.numbers) == 201


def an_ack_of_events_that_never_were_is_ignored():
    desk = Desk(live=False)
    desk.send(c.HELLO, c.MAJOR, 0, FINGERPRINT, 99)
    desk.send(c.ACK, 1000)
    desk.run(5)
    assert desk.parts.journal.first == 0
    desk.send(c.ACK, 0)
    desk.run(5)
    assert desk.events[0][1] == "BOOT"


def a_snapshot_says_how_things_are():
    desk = Desk(WRAP - 1000)
    desk.cover(1)
    desk.run(40)
    desk.command(c.LOCK, 3, 0, 0)
    desk.command(c.ARM, 7, 5000)
    desk.cover(4)
    desk.send(c.ASK_SNAPSHOT)
    desk.run(2)
    snapshot = last(desk, "SNAPSHOT")
    assert snapshot["inputs"] == snapshot["latched"] == 0b10
    assert snapshot["raw"] == 0b10010
    assert (snapshot["round_id"], snapshot["arm_id"], snapshot["armed"]) == (3, 7, 1)
    assert snapshot["held"] == 0
    assert snapshot["wraps"] == 1
    assert snapshot["next_event"] == desk.parts.journal.next
    assert snapshot["first_wraps"] == 1


def noise_between_frames_costs_nothing_else():
    desk = Desk()
    noise = bytes(range(256)) + b"\r\n>>> boot text\x00\x03\x03\x00\x00"
    data = bytearray(noise + frame(c.PING, 3, 77) + noise[:40])
    desk.controller.receive(desk.ticks(), data, len(data))
    desk.run(2)
    assert last(desk, "PONG")["token"] == 77
    desk.run(10)
    desk.pings = False
    half = frame(c.ARM, 1, 7, 5000)[:-3]
    data = bytearray(half)
    desk.controller.receive(desk.ticks(), data, len(data))
    desk.run(400)
    assert desk.command(c.ARM, 7, 5000) is None  # the half frame spoils the next one
    assert desk.command(c.ARM, 7, 5000) == "ok"


def a_storm_of_noise_moves_nothing():
    """Forty thousand bytes, zeros and COBS codes among them, in pieces of every size."""
    desk = Desk()
    desk.cover(1)
    desk.run(40)
    desk.command(c.LOCK, 3, 0, 0)
    desk.run(20)
    before = desk.parts.journal.next
    noise = 4711
    for piece in range(800):
        data = bytearray(1 + piece % 99)
        for i in range(len(data)):
            noise = (noise * 1103515 + 12345) % 1000003
            data[i] = 0 if noise % 29 == 0 else 255 if noise % 31 == 0 else noise & 0xFF
        desk.controller.receive(desk.ticks(), data, len(data))
        desk.run(1)
    reader = desk.parts.reader
    assert reader.bad_shape + reader.bad_crc > 300
    assert desk.parts.journal.next == before
    assert desk.parts.bets.mask == 0b10
    desk.send(c.PING, 1)  # ends what the noise left
    assert desk.command(c.RELEASE, 3) == "ok"


CASES = {
    name.replace("_", " "): check
    for name, check in list(globals().items())
    if callable(check) and name not in ("Desk", "frame", "kinds", "last")
}
