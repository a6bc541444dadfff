"""Which controller is taken: version, identity, proof. Each refusal names both sides' values."""

from __future__ import annotations

from feltlink.link.events import ReadOnly, Refused
from feltlink.link.messages import Welcome
from feltwire import catalogue

FLASH = "put this release's firmware on the controller: feltlink firmware deploy PORT"


def firmware_version(welcome: Welcome) -> str:
    """The controller's firmware version as people write it."""
    return f"{welcome.version_major}.{welcome.version_minor}.{welcome.version_patch}"


def differs(a: Welcome, b: Welcome) -> bool:
    """Whether two greetings come from another controller, boot or firmware."""
    return (a.uid, a.boot_id, a.major, a.catalogue) != (b.uid, b.boot_id, b.major, b.catalogue)


def welcome(got: Welcome, *, uid: bytes | None) -> Refused | ReadOnly | None:
    """Judge a greeting; None to go on. `uid` is the controller the table is bound to."""
    if got.major != catalogue.MAJOR:
        return Refused(
            f"the controller speaks feltwire {got.major}.{got.minor} (firmware"
            f" {firmware_version(got)}), this host speaks {catalogue.MAJOR}.{catalogue.MINOR}",
            FLASH,
            "version",
        )
    if uid is not None and got.uid != uid:
        return Refused(
            f"this is controller {got.uid.hex()}; the table is bound to {uid.hex()}",
            "plug in the table's own controller, or bind this one in the table's configuration",
            "other",
        )
    if got.catalogue != catalogue.fingerprint():
        return ReadOnly(
            got,
            f"the controller's message catalogue is {got.catalogue:08x} (firmware"
            f" {firmware_version(got)}), this host's is {catalogue.fingerprint():08x}",
            FLASH,
        )
    return None


def no_key(got: Welcome) -> Refused:
    """The refusal of a controller that cannot be asked for a proof."""
    return Refused(
        f"controller {got.uid.hex()} has not proven that it is the table's own",
        "give it the key once at the workbench: feltlink provision PORT",
        "unproven",
    )


def impostor(got: Welcome) -> Refused:
    """The refusal of a wrong proof."""
    return Refused(
        f"controller {got.uid.hex()} does not know the table's key: it may be an impostor",
        "find out who put it there; to use it, give it the key: feltlink provision PORT",
        "impostor",
    )
