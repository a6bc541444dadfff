"""Every message of the wire, once. Device, host, docs and tests all read this table.

A row is (id, name, sender, reliable, fields). `fields` is "name:kind ..." with the kinds
  u8      one byte            u8<N    one byte, less than N
  u16     two bytes, LE       u30     four bytes, LE, less than 2**30
  bN      N raw bytes
Numbers stop at 30 bits because a MicroPython small integer does: one more bit and every
timestamp would be allocated on the heap (31-bit small ints, py/smallint.h).
"""

MAJOR = 1
MINOR = 0

DEVICE = 1
HOST = 2

# Events: controller -> host, reliable, in order, acknowledged after commit.
EDGE = 0x01
LATE_EDGE = 0x02
PRESS = 0x03
PRESS_IGNORED = 0x04
DISARMED = 0x05
LOCKED = 0x06
FAULT = 0x07
FAULT_CLEARED = 0x08
BOOT = 0x09
OVERFLOW = 0x0A
HOST_LOST = 0x0B
WRAP = 0x0C

# Answers: controller -> host, unreliable; the host asks again.
WELCOME = 0x40
IDENTITY = 0x41
DIGEST = 0x42
SNAPSHOT = 0x43
DONE = 0x44
PONG = 0x45
PROOF = 0x46
STATS = 0x47

# The link's own: host -> controller, unreliable.
HELLO = 0x80
ACK = 0x81
PING = 0x82
ASK_IDENTITY = 0x83
ASK_DIGEST = 0x84
ASK_SNAPSHOT = 0x85
CHALLENGE = 0x86
ASK_STATS = 0x87

# Commands: host -> controller, absolute, idempotent, latest wins, each answered by DONE.
LIGHTS = 0x90
LOCK = 0x91
RELEASE = 0x92
ARM = 0x93
DISARM = 0x94
CONFIGURE = 0x95
CLEAR_FAULT = 0x96
SELF_TEST = 0x97
REBOOT = 0x98

MESSAGES = (
    (EDGE, "EDGE", DEVICE, True, "at_us:u30 what:u8<60"),
    (LATE_EDGE, "LATE_EDGE", DEVICE, True, "at_us:u30 what:u8<60"),
    (PRESS, "PRESS", DEVICE, True, "at_us:u30 arm_id:u30"),
    (PRESS_IGNORED, "PRESS_IGNORED", DEVICE, True, "at_us:u30 reason:u8<6"),
    (DISARMED, "DISARMED", DEVICE, True, "at_us:u30 arm_id:u30 reason:u8<6"),
    (LOCKED, "LOCKED", DEVICE, True, "at_us:u30 round_id:u30 mask:u30"),
    (FAULT, "FAULT", DEVICE, True, "at_us:u30 code:u8<16 input:u8 detail:u16"),
    (FAULT_CLEARED, "FAULT_CLEARED", DEVICE, True, "at_us:u30 code:u8<16 input:u8 detail:u16"),
    (BOOT, "BOOT", DEVICE, True, "at_us:u30 boot_id:u30 cause:u8<8"),
    (OVERFLOW, "OVERFLOW", DEVICE, True, "at_us:u30 first_lost:u30 lost:u30"),
    (HOST_LOST, "HOST_LOST", DEVICE, True, "at_us:u30 silent_ms:u16"),
    (WRAP, "WRAP", DEVICE, True, "at_us:u30 wraps:u16"),
    (
        WELCOME,
        "WELCOME",
        DEVICE,
        False,
        "major:u8 minor:u8 catalogue:u30 nonce:u30 boot_id:u30 version_major:u8 version_minor:u8"
        " version_patch:u8 firmware:b8 board:b4 uid:b8 cause:u8<8 first_unacked:u30 pending:u16"
        " flags:u8",
    ),
    (IDENTITY, "IDENTITY", DEVICE, False, "uid:b8 chip:b10 board:b4 name:b28"),
    (DIGEST, "DIGEST", DEVICE, False, "done:u8<2 files:u8 bytes_read:u30 sha256:b32"),
    (
        SNAPSHOT,
        "SNAPSHOT",
        DEVICE,
        False,
        "at_us:u30 inputs:u30 raw:u30 latched:u30 round_id:u30 arm_id:u30 armed:u8<2 held:u8<2"
        " faulted:u30 next_event:u30 lost:u30 wraps:u16 first_unacked:u30 first_wraps:u16",
    ),
    (DONE, "DONE", DEVICE, False, "kind:u8 result:u8<10"),
    (PONG, "PONG", DEVICE, False, "token:u16 at_us:u30 wraps:u16"),
    (PROOF, "PROOF", DEVICE, False, "provisioned:u8<2 hmac:b32"),
    (
        STATS,
        "STATS",
        DEVICE,
        False,
        "good:u30 bad_crc:u30 bad_shape:u30 resends:u30 scans:u30 late_scans:u30 worst_gap_us:u30"
        " free_bytes:u30",
    ),
    (HELLO, "HELLO", HOST, False, "major:u8 minor:u8 catalogue:u30 nonce:u30"),
    (ACK, "ACK", HOST, False, "next_event:u30"),
    (PING, "PING", HOST, False, "token:u16"),
    (ASK_IDENTITY, "ASK_IDENTITY", HOST, False, ""),
    (ASK_DIGEST, "ASK_DIGEST", HOST, False, ""),
    (ASK_SNAPSHOT, "ASK_SNAPSHOT", HOST, False, ""),
    (CHALLENGE, "CHALLENGE", HOST, False, "nonce:b16"),
    (ASK_STATS, "ASK_STATS", HOST, False, ""),
    (LIGHTS, "LIGHTS", HOST, False, "patterns:b15"),
    (LOCK, "LOCK", HOST, False, "round_id:u30 restore:u8<2 mask:u30"),
    (RELEASE, "RELEASE", HOST, False, "round_id:u30"),
    (ARM, "ARM", HOST, False, "arm_id:u30 lease_ms:u16"),
    (DISARM, "DISARM", HOST, False, "arm_id:u30"),
    (CONFIGURE, "CONFIGURE", HOST, False, "key:u8 value:u30"),
    (CLEAR_FAULT, "CLEAR_FAULT", HOST, False, "input:u8"),
    (SELF_TEST, "SELF_TEST", HOST, False, "light:u8 pattern:u8<6"),
    (REBOOT, "REBOOT", HOST, False, "into:u8<3"),
)

# Their bytes never change, so that a host can always name, check and re-flash a controller of
# any age (design 8, "a frozen core").
FROZEN = (HELLO, WELCOME, ASK_IDENTITY, IDENTITY, ASK_DIGEST, DIGEST, REBOOT)

# PRESS_IGNORED.reason
NOT_ARMED = 0
ALREADY_SPENT = 1
IGNORED_REASONS = ("not armed", "already spent")

# DISARMED.reason
LEASE_OVER = 0
BY_HOST = 1
HOST_SILENT = 2
BY_FAULT = 3
JOURNAL_FULL = 4
DISARM_REASONS = ("lease over", "by host", "host silent", "by fault", "journal full")

# FAULT.code
INPUT_CHATTER = 0
BUTTON_STUCK = 1
ACTIVE_AT_BOOT = 2
LOOP_ERROR = 3
DRIVER_SILENT = 4
SCAN_STALLED = 5
FAULT_CODES = (
    "input chatters",
    "button held too long",
    "active at boot",
    "loop error",
    "driver silent",
    "scan stalled",
)
NO_INPUT = 255  # FAULT.input of a fault that belongs to no single input

# BOOT.cause, WELCOME.cause
RESET_CAUSES = (
    "unknown",
    "power on",
    "hard reset",
    "watchdog",
    "deep sleep",
    "soft reset",
    "brown-out",
    "maintenance",
)

# REBOOT.into
INTO_PROGRAM = 0
INTO_BOOT_LOADER = 1
INTO_PROMPT = 2

# DONE.result
OK = 0
HELD = 1
SPENT = 2
READ_ONLY = 3
OTHER_ROUND = 4
FAULTED = 5
BEHIND = 6
BAD_VALUE = 7
STALE = 8
RESULTS = (
    "ok",
    "button held",
    "arm id spent",
    "read only",
    "another round is locked",
    "faulted",
    "journal behind",
    "bad value",
    "stale",
)

# Light patterns: one nibble a light, two lights a byte, low nibble first.
OFF = 0
ON = 1
BLINK = 2
BLINK_FAST = 3
PULSE = 4
WINK = 5
PATTERNS = ("off", "on", "blink", "blink fast", "pulse", "wink")
PATTERN_COUNT = len(PATTERNS)

# WELCOME.flags
PROVISIONED = 1
OVERFLOWED = 2
KEPT_JOURNAL = 4

MAX_INPUTS = 30


def text() -> str:
    """Return the table as text, one message a line: what the catalogue hash covers."""
    lines = ["feltwire %d" % MAJOR]
    for ident, name, sender, reliable, fields in MESSAGES:
        lines.append("%d %s %d %d %s" % (ident, name, sender, reliable, fields))
    return "\n".join(lines)


def fingerprint() -> int:
    """Return the catalogue hash of HELLO and WELCOME: two sums over `text()`, 15 bits each.

    `low = (low * 31 + byte) mod 32749`, `high = (high * 37 + byte) mod 32719`, both from 0:
    small integers all the way, and alike on both sides.
    """
    low = 0
    high = 0
    for byte in text().encode():
        low = (low * 31 + byte) % 32749
        high = (high * 37 + byte) % 32719
    return high << 15 | low
