"""What `feltlink demo` does once its options are read."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import feltlink.table
from feltlink.cli.demo_cards import CardPlayer
from feltlink.cli.demo_progressive import Evening, stacked
from feltlink.cli.demo_round import Player
from feltlink.cli.meter import identity
from feltlink.cli.record_check import check, reading
from feltlink.cli.serving import at_work, until_told
from feltlink.floor.opening import open_store
from feltlink.floor.reconcile import reconcile
from feltlink.record.signing import beside, make_keys
from feltlink.table.audit import books
from feltlink.table.config import Setup, load

CONFIG = Path(feltlink.table.__file__).parent / "demo" / "table.toml"


def _setup(record: Path, config: Path = CONFIG) -> Setup:
    if not record.exists() and not beside(record, ".key").exists():
        make_keys(record)
    return replace(load(config), record=record)


def show(record: Path, host: str, port: int, game: str = "bonus-spin") -> None:
    """Serve the demo until Ctrl-C."""
    config = CONFIG if game == "bonus-spin" else CONFIG.with_name(f"{game}.toml")

    async def work() -> None:
        async with at_work(_setup(record, config), host=host, port=port, demo=True) as at:
            print(f"Demo table runs: {at.address}dealer", flush=True)
            print("Chips and the button are beside the dealer's page. Ctrl-C ends it.", flush=True)
            await until_told(at.table)

    asyncio.run(work())


def play_round(record: Path, script: str = "round") -> int:
    """Play one round by itself; return the exit code. `script` is "round", of Bonus Spin, or the
    name of a card game's table in demo/.
    """
    spin = script == "round"
    config = CONFIG if spin else CONFIG.with_name(f"{script}.toml")

    async def work() -> None:
        async with at_work(_setup(record, config), port=0, demo=True) as at:
            await _to_the_end((Player if spin else CardPlayer)(at, _say))

    asyncio.run(work())
    return _judged(record)


def play_progressive(record: Path) -> int:
    """Play a round with two winners of the progressive; return the exit code."""
    setup = _setup(record, CONFIG.with_name("progressive.toml"))
    assert setup.meter is not None
    meter = replace(setup.meter, url=str(record.with_name(f"{record.stem}-meters.db")))
    setup = replace(setup, meter=meter, effective={**setup.effective, "deck": "stacked"})

    async def work() -> None:
        async with at_work(setup, port=0, demo=True, draw=stacked) as at:
            with meter.store() as floor:
                await _to_the_end(Evening(at, _say, floor))

    asyncio.run(work())
    with open_store(meter.url) as floor:
        report = reconcile(floor, meter.plan.meter)
    for fault in report.faults:
        print(f"the meter does not reconcile: {fault}", file=sys.stderr)
    if report.faults:
        return 1
    for amounts in report.levels.values():
        print(f"meter reconciled over {report.entries} entries: {identity(amounts)}")
    return _judged(record)


async def _to_the_end(script: Player | CardPlayer | Evening) -> None:
    try:
        await script.play()
    except BaseException:
        script.tell()
        raise


def _say(text: str) -> None:
    print(text, flush=True)


def _judged(record: Path) -> int:
    """Whether the record balances and is sound, as an exit code."""
    with reading(record) as connection:
        sums = books(connection)
    verdict = check(record, None, [])
    for fault in sums.faults:
        print(f"does not balance: {fault}", file=sys.stderr)
    if verdict.fault is not None:
        print(f"the record is not sound: {verdict.fault.what}", file=sys.stderr)
    if sums.faults or verdict.fault is not None:
        return 1
    print(f"balanced: {sums.inputs} inputs, {sums.lines} settlement lines")
    return 0
