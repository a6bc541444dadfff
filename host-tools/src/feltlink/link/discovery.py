"""Which ports there are, and which of them a table's controller may be on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from serial.tools import list_ports

from feltlink.link.events import Refused
from feltlink.link.messages import Welcome
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem

__all__ = ["Hunt", "PortInfo", "Surveyed", "doubled", "in_order", "ports", "probe", "survey"]


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A port and what answered there: a greeting, or why there is none."""

    port: PortInfo
    welcome: Welcome | None
    why: str = ""


def ports(given: Iterable[str] = ()) -> list[PortInfo]:
    """The USB serial ports, and the paths given (a simulated board's pty is never listed)."""
    listed = [
        PortInfo(p.device, p.description or "", p.vid, p.serial_number or "", p.pid)
        for p in list_ports.comports()
        if p.vid is not None
    ]
    known = {p.path for p in listed}
    return [PortInfo(path) for path in given if path not in known] + listed


def in_order(candidates: Sequence[PortInfo], uid: bytes | None) -> list[PortInfo]:
    """The candidates, first those whose USB serial number is the controller's unique id."""
    wanted = uid.hex() if uid else None
    return sorted(candidates, key=lambda p: p.serial.lower() != wanted)


def probe(port: PortInfo, baud: int = BAUD) -> Welcome:
    """Say HELLO and return the greeting. `Problem` if the port is not free or nobody answers."""
    with Quiet(port, baud) as looking:
        return looking.welcome


def survey(candidates: Iterable[PortInfo], baud: int = BAUD) -> list[Surveyed]:
    """Probe each port, one after the other."""
    out = []
    for port in candidates:
        try:
            out.append(Surveyed(port, probe(port, baud)))
        except Problem as problem:
            out.append(Surveyed(port, None, problem.what))
    return out


def doubled(found: Iterable[Surveyed]) -> dict[bytes, list[str]]:
    """The unique ids that answer on more than one port: no table may use such a one."""
    by_uid: dict[bytes, list[str]] = {}
    for one in found:
        if one.welcome is not None:
            by_uid.setdefault(one.welcome.uid, []).append(one.port.path)
    return {uid: paths for uid, paths in by_uid.items() if len(paths) > 1}


class Hunt:
    """Which port to try next for one controller: where it was missed is tried last."""

    def __init__(self, given: Iterable[str], uid: bytes | None, *, listed: bool) -> None:
        self._given = tuple(given)
        self._uid = uid
        self._listed = listed
        self._missed_us: dict[str, int] = {}

    def next(self) -> PortInfo | None:
        """The best port to try now, None when there is none."""
        candidates = ports(self._given) if self._listed else [PortInfo(p) for p in self._given]
        best = in_order(candidates, self._uid)
        return min(best, key=lambda p: self._missed_us.get(p.path, -1), default=None)

    def doubled(self) -> list[str]:
        """The ports that carry our controller's id, if they are more than one: none is trusted."""
        if not self._listed or self._uid is None:
            return []
        wanted = self._uid.hex()
        paths = [p.path for p in ports() if p.serial.lower() == wanted]
        return paths if len(paths) > 1 else []

    def miss(self, path: str, now_us: int) -> None:
        """Nothing for us on `path` just now."""
        self._missed_us[path] = now_us

    def hit(self, path: str) -> None:
        """Our controller answers on `path`: after a loss look there first."""
        self._missed_us.pop(path, None)

    @staticmethod
    def elsewhere(refused: Refused) -> bool:
        """Whether a refusal means that the right controller may be on another port."""
        return refused.reason == "other"
