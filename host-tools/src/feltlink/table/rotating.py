"""Rotation of a table's record: between rounds, with the state that the new file goes on from."""

from __future__ import annotations

from pathlib import Path

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.rotation import rotate
from feltlink.record.store import Record
from feltlink.table.clocks import SystemClock
from feltlink.table.config import Setup
from feltlink.table.play import Play
from feltlink.table.recovery import STATE
from feltlink.table.run import CONFIGURED


def rotate_record(setup: Setup) -> Path:
    """Put the record of a table that does not run away; return the old file.

    Raises Problem while the table runs, while a round is open, or for an empty record.
    """
    record = Record(setup.record)
    try:
        play = Play(setup.game(), record)
        play.load()
        configured = record.ask(reading.last_note, CONFIGURED)
        if play.game.round_open(play.status.state) or play.status.draws:
            raise Problem(
                "a round is open",
                where=str(setup.record),
                remedy="end the round, end the table, then rotate its record",
            )
        if configured is None:
            raise Problem("no table has run on this record yet", where=str(setup.record))
    except Problem:
        record.close()
        raise
    notes = [(CONFIGURED, configured.data), (STATE, play.engine.dump(play.status))]
    return rotate(record, SystemClock().utc_us(), notes)
