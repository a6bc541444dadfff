"""A record of any length, made once: `python -m measure.long_record FILE 10000000` in tests/.

It is written through the record's own batches, signed like a table's, only without waiting for the
disk: a file that a power cut spoils is made again.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console

from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.entry import Origin
from feltlink.record.sealer import Sealer
from feltlink.record.signing import beside, make_keys, public_key, signer_of
from feltlink.record.store import Record
from feltlink.record.verify import verify
from feltlink.table import story

A_ROUND = 30
GROUP = 999  # and a checkpoint behind them
UTC_US = 1_790_000_000_000_000
BODY = {"seat": 3, "spot": "bonus_spin", "covered": True, "at_utc_us": UTC_US}


def fill(path: Path, count: int) -> None:
    """A signed record of `count` entries: controller events, thirty a game, and checkpoints."""
    make_keys(path)
    record = Record(path)
    sealer = Sealer(record, signer_of(path))
    record.live.pragma("synchronous", "OFF")
    event = 0
    while record.number < count:
        now = UTC_US + record.number
        batch = record.batch(now)
        for _ in range(min(GROUP, count - record.number)):
            batch.add(
                "input", "edge", BODY, source="controller", round_id=event // A_ROUND + 1,
                origin=Origin("e653494d00000001", 1, event),
            )  # fmt: skip
            event += 1
        record.commit(batch)
        if record.number < count:
            sealer.seal(now)
    record.close()


def recalled(path: Path) -> list[str]:
    """The last ten games as `feltlink record recall --last 10` tells them."""
    connection = connect_to_read(path)
    try:
        return [
            story.line(entry)
            for number in reading.last_rounds(connection, 10)
            for entry in reading.of_round(connection, number)
        ]
    finally:
        connection.close()


def main(path: Path, count: int) -> None:
    say = Console(width=120).print
    if not path.exists():
        begun = time.monotonic()
        fill(path, count)
        say(f"{count:,} entries in {time.monotonic() - begun:.0f} s")
    say(f"{path.stat().st_size / 1e9:.2f} GB")
    for _ in range(5):
        begun = time.perf_counter()
        told = recalled(path)
        say(f"recall of the last ten: {(time.perf_counter() - begun) * 1000:.2f} ms, {len(told)}")
    connection = connect_to_read(path)
    begun, cpu = time.monotonic(), time.process_time()
    verdict = verify(connection, public_key(beside(path, ".pub")))
    took, cpu = time.monotonic() - begun, time.process_time() - cpu
    connection.close()
    assert verdict.fault is None, verdict.fault
    say(
        f"verified {verdict.entries:,} entries, {verdict.checkpoints:,} checkpoints in {took:.1f} s"
        f" ({cpu:.1f} s of one core): {verdict.entries / took:,.0f} a second"
        f" ({verdict.entries / cpu:,.0f} of one core)"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
