"""What `feltlink demo` does once its options are read."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import feltlink.table
from feltlink.cli.demo_cards import CardPlayer
from feltlink.cli.demo_round import Player
from feltlink.cli.record_check import check, reading
from feltlink.cli.serving import at_work, until_told
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
            plays = Player if spin else CardPlayer
            player = plays(at, lambda text: print(text, flush=True))
            try:
                await player.play()
            except BaseException:
                player.tell()
                raise

    asyncio.run(work())
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
