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
from feltlink.cli.demo_tables import DemoTables
from feltlink.cli.meter import identity
from feltlink.cli.record_check import check, reading
from feltlink.cli.serving import at_work, until_told
from feltlink.floor.opening import open_store
from feltlink.floor.reconcile import reconcile
from feltlink.problem import Problem
from feltlink.record.signing import beside, make_keys
from feltlink.table.audit import books
from feltlink.table.config import Setup, load
from feltlink.web.serve import serve

CONFIG = Path(feltlink.table.__file__).parent / "demo" / "table.toml"
SPIN = "bonus-spin"
GAMES = (SPIN, "uth", "player-dealer", "duel-draw", "progressive")


def _setup(record: Path, config: Path = CONFIG) -> Setup:
    if not record.exists() and not beside(record, ".key").exists():
        make_keys(record)
    return replace(load(config), record=record)


def setup_of(game: str, record: Path) -> Setup:
    """What a demo deals as `game`; its meter's store lies beside its record."""
    config = CONFIG if game == SPIN else CONFIG.with_name(f"{game}.toml")
    setup = _setup(record, config)
    if setup.meter is None:
        return setup
    store = str(record.with_name(f"{record.stem}-meters.db"))
    return replace(setup, meter=replace(setup.meter, url=store))


def show(record: Path, host: str, port: int, game: str = SPIN) -> None:
    """Serve the demo until Ctrl-C: `game` first, in `record`, the others' records beside it."""

    def its_own(chosen: str) -> Setup:
        own = record if chosen == game else record.with_name(f"{record.stem}-{chosen}.db")
        return setup_of(chosen, own)

    async def work() -> None:
        tables = DemoTables(GAMES, its_own)
        try:
            if why := await tables.choose(game):
                raise Problem(why)
            async with serve(tables, host, port) as address:
                print(f"Demo table runs: {address}", flush=True)
                print("Choose a game and a page there. Ctrl-C ends it.", flush=True)
                await until_told(tables)
        finally:
            await tables.close()

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
    setup = setup_of("progressive", record)
    meter = setup.meter
    assert meter is not None
    setup = replace(setup, effective={**setup.effective, "deck": "stacked"})

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
