"""The cable between controller and host, good or bad. The same seed gives the same faults."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Literal

Way = Literal["up", "down"]
"""Up is from the controller to the host."""


@dataclass(frozen=True)
class Faults:
    """What share of the frames of one way suffers what: 0 to 1, and they exclude each other."""

    flip: float = 0.0
    drop: float = 0.0
    duplicate: float = 0.0
    cut: float = 0.0  # only the first half arrives
    noise: float = 0.0  # random bytes before it
    delay: float = 0.0
    delay_us: int = 20_000  # at most


@dataclass
class _Fate:
    kind: str = "good"
    at: int = 0  # of the byte that suffers
    bit: int = 0
    late_us: int = 0


class Cable:
    """Carries bytes both ways, in order. `happened` counts the faults by (way, kind)."""

    def __init__(
        self, up: Faults | None = None, down: Faults | None = None, *, seed: int = 0
    ) -> None:
        self._faults: dict[Way, Faults | None] = {"up": up, "down": down}
        self._random: dict[Way, Random] = {"up": Random(seed), "down": Random(seed + 1)}
        self.happened: Counter[tuple[Way, str]] = Counter()
        self.straighten()

    def straighten(self) -> None:
        """Forget what was on its way: the cable was pulled."""
        self._fate: dict[Way, _Fate] = {"up": _Fate(), "down": _Fate()}
        self._frame: dict[Way, bytearray] = {"up": bytearray(), "down": bytearray()}
        self._free_us: dict[Way, int] = {"up": 0, "down": 0}

    def mend(self) -> None:
        """Carry everything well from now on."""
        self._faults = {"up": None, "down": None}

    def carry(self, way: Way, data: bytes, at_us: int) -> list[tuple[int, bytes]]:
        """Return [(when it arrives, bytes)] for `data` that was given at `at_us`."""
        if self._faults[way] is None:
            return [(at_us, data)] if data else []
        out: list[tuple[int, bytes]] = []
        for byte in data:
            arrived = self._one(way, byte)
            if arrived:
                due_us = max(at_us + self._fate[way].late_us, self._free_us[way])
                self._free_us[way] = due_us
                if out and out[-1][0] == due_us:
                    out[-1] = (due_us, out[-1][1] + arrived)
                else:
                    out.append((due_us, arrived))
        return out

    def _one(self, way: Way, byte: int) -> bytes:
        frame = self._frame[way]
        before = b""
        if not frame:
            self._fate[way] = self._draw(way)
            if self._fate[way].kind == "noise":
                before = self._random[way].randbytes(self._random[way].randint(1, 40))
        fate = self._fate[way]
        at = len(frame)
        frame.append(byte)
        end = byte == 0
        whole = bytes(frame)
        if end:
            frame.clear()
        if fate.kind == "drop" or (fate.kind == "cut" and at >= fate.at):
            return b""
        if fate.kind == "flip" and at == fate.at:
            return bytes([byte ^ 1 << fate.bit])
        if fate.kind == "duplicate" and end:
            return b"\x00" + whole
        return before + bytes([byte])

    def _draw(self, way: Way) -> _Fate:
        faults = self._faults[way]
        assert faults is not None
        random = self._random[way]
        roll = random.random()
        for kind in ("flip", "drop", "duplicate", "cut", "noise", "delay"):
            share: float = getattr(faults, kind)
            if roll < share:
                self.happened[way, kind] += 1
                late_us = random.randint(1, faults.delay_us) if kind == "delay" else 0
                return _Fate(kind, random.randint(0, 9), random.randint(0, 7), late_us)
            roll -= share
        return _Fate()
