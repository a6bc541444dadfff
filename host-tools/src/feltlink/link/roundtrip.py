"""How long a PING takes: measured as fast as the controller answers, or at an interval."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from feltlink.link.messages import Ping, Pong
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem


@dataclass(frozen=True, slots=True)
class RoundTrips:
    """`times_us` of the answered pings, in order; `lost` is how many were not."""

    times_us: list[int]
    lost: int

    def at(self, share: float) -> int:
        """The quantile `share` (0 … 1) in µs."""
        ordered = sorted(self.times_us)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure(
    port: PortInfo,
    count: int,
    interval_s: float = 0.0,
    *,
    baud: int = BAUD,
    progress: Callable[[int], None] = lambda done: None,
) -> RoundTrips:
    """Ping `count` times. No event is acknowledged. `Problem` if nobody is there."""
    times: list[int] = []
    with Quiet(port, baud) as looking:
        for token in range(1, count + 1):
            took_us = _one(looking, token & 0xFFFF)
            if took_us is not None:
                times.append(took_us)
            progress(token)
            if interval_s:
                time.sleep(interval_s)
    if not times:
        raise Problem("no ping was answered", where=f"port {port.path}", remedy="feltlink doctor")
    return RoundTrips(times, count - len(times))


def _one(looking: Quiet, token: int) -> int | None:
    sent_ns = time.monotonic_ns()
    pong = looking.ask_once(Ping(token), Pong, lambda answer: answer.token == token)
    return None if pong is None else (time.monotonic_ns() - sent_ns) // 1000


def histogram(trips: RoundTrips, width: int = 50) -> list[str]:
    """Lines of a histogram, from the shortest to the longest time, in steps of 1, 2 or 5."""
    low, high = min(trips.times_us), trips.at(0.995)
    step = next(s * 10**e for e in range(9) for s in (1, 2, 5) if (high - low) // (s * 10**e) < 16)
    first = low // step
    last = high // step
    counts = [0] * (last - first + 2)
    for took_us in trips.times_us:
        counts[min(took_us // step, last + 1) - first] += 1
    most = max(counts)
    lines = []
    for i, n in enumerate(counts):
        if i == len(counts) - 1 and not n:
            continue
        label = f"{(first + i) * step / 1000:8.2f} ms{' +' if i == len(counts) - 1 else '  '}"
        bar = "█" * round(n * width / most) or ("▏" if n else "")
        lines.append(f"{label} {bar} {n}")
    return lines
