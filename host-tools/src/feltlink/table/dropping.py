"""What is signed at a table that has ended, from the command line: its drop, its first key."""

from __future__ import annotations

from pathlib import Path

from feltlink.problem import Problem
from feltlink.record.sealer import Sealer
from feltlink.record.signing import signer_of
from feltlink.record.store import Record
from feltlink.table.acts import noted
from feltlink.table.clocks import SystemClock
from feltlink.table.config import Setup
from feltlink.table.drop import DROP, refused
from feltlink.table.play import Play
from feltlink.table.proving import proved


def sign_ended_table(file: Path) -> None:
    """Sign what is in the record of a table that does not run and that has just got its keys."""
    record = Record(file)
    try:
        if record.number:
            Sealer(record, signer_of(file)).seal(SystemClock().utc_us())
    finally:
        record.close()


def drop_ended_table(setup: Setup, name: str, pin: str) -> None:
    """Take the drop of a table that does not run.

    Raises Problem while the table runs, while a round is open, and for a wrong PIN.
    """
    record = Record(setup.record)
    try:
        clock = SystemClock()
        why = proved(setup, record, name, pin, DROP)
        play = Play(setup.game(), record)
        play.load()
        why = why or refused(
            f"supervisor {name}", round_open=play.game.round_open(play.status.state)
        )
        if why:
            raise Problem(why.rstrip("."), where=str(setup.record), code=1)
        turn = play.turn(clock.utc_us())
        turn.note(DROP, noted(DROP, {}), by=f"supervisor {name}")
        turn.commit(Sealer(record, signer_of(setup.record)))
    finally:
        record.close()
