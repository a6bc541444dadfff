"""The tables of the meters' store, the same for SQLite and PostgreSQL, and an entry as a row.

Placeholders are `%s`; SQLite's face turns them into `?`.
"""

from __future__ import annotations

from typing import Any

from feltlink.money.meter_entry import AMOUNT_NAMES, Amounts, Entry

BALANCES = (
    "CHECK (contributed + seeded + adjusted = current + reserve + overflow + paid),"
    " CHECK (current >= 0 AND reserve >= 0 AND overflow >= 0)"
)
_AMOUNTS = ", ".join(f"{name} BIGINT NOT NULL" for name in AMOUNT_NAMES)

# `meter_open_award` holds the awards without a verdict: what the entries say, kept at hand.
# `last` and `chain` of a table are the number and the chain value of the last request booked for
# it; `backed_up` is the last that a back-up of this store holds.
TABLES = f"""
CREATE TABLE meter (
  meter  TEXT PRIMARY KEY,
  plan   TEXT NOT NULL,
  state  TEXT NOT NULL CHECK (state IN ('open', 'locked', 'disabled')),
  number BIGINT NOT NULL,
  told_us BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE meter_level (
  meter TEXT NOT NULL REFERENCES meter (meter),
  level TEXT NOT NULL,
  cap   BIGINT,
  trigger_micro BIGINT,
  {_AMOUNTS},
  PRIMARY KEY (meter, level),
  {BALANCES},
  CHECK (cap IS NULL OR current <= cap)
);
CREATE TABLE meter_entry (
  meter  TEXT NOT NULL REFERENCES meter (meter),
  number BIGINT NOT NULL CHECK (number > 0),
  at_utc_us BIGINT NOT NULL,
  kind   TEXT NOT NULL,
  level  TEXT NOT NULL,
  what   TEXT NOT NULL,
  table_name TEXT NOT NULL,
  round_id BIGINT NOT NULL,
  seat   BIGINT NOT NULL,
  percent BIGINT NOT NULL,
  wagered_cents BIGINT NOT NULL,
  of_entry BIGINT NOT NULL,
  by_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  trigger_micro BIGINT,
  {_AMOUNTS},
  PRIMARY KEY (meter, number),
  {BALANCES.split(", CHECK", maxsplit=1)[0]}
);
CREATE UNIQUE INDEX meter_entry_once ON meter_entry
  (meter, level, table_name, round_id, seat, what) WHERE kind = 'contribution';
CREATE INDEX meter_entry_round ON meter_entry (meter, table_name, round_id);
CREATE INDEX meter_entry_of ON meter_entry (meter, of_entry) WHERE of_entry > 0;
CREATE TABLE meter_open_award (
  meter  TEXT NOT NULL REFERENCES meter (meter),
  number BIGINT NOT NULL,
  table_name TEXT NOT NULL,
  PRIMARY KEY (meter, number)
);
CREATE TABLE meter_table (
  table_name TEXT PRIMARY KEY,
  last  BIGINT NOT NULL,
  chain TEXT NOT NULL,
  backed_up BIGINT NOT NULL DEFAULT 0,
  touched_us BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE meter_witness (
  table_name TEXT NOT NULL,
  number BIGINT NOT NULL,
  at_utc_us BIGINT NOT NULL,
  head   TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (table_name, number)
);
"""

ENTRY_COLUMNS = (
    "number, at_utc_us, kind, level, what, table_name, round_id, seat, percent, wagered_cents,"
    " of_entry, by_name, reason, trigger_micro, " + ", ".join(AMOUNT_NAMES)
)
_PLACES = ENTRY_COLUMNS.count(",") + 2
INSERT_ENTRY = (
    f"INSERT INTO meter_entry (meter, {ENTRY_COLUMNS}) VALUES ({', '.join(['%s'] * _PLACES)})"
)
UPDATE_LEVEL = (
    "UPDATE meter_level SET trigger_micro = %s, "
    + ", ".join(f"{name} = %s" for name in AMOUNT_NAMES)
    + " WHERE meter = %s AND level = %s"
)
INSERT_LEVEL = (
    "INSERT INTO meter_level (trigger_micro, "
    + ", ".join(AMOUNT_NAMES)
    + ", meter, level, cap) VALUES ("
    + ", ".join(["%s"] * (len(AMOUNT_NAMES) + 4))
    + ")"
)
SELECT_LEVELS = (
    "SELECT level, trigger_micro, " + ", ".join(AMOUNT_NAMES) + " FROM meter_level WHERE meter = %s"
)
SELECT_ENTRIES = f"SELECT {ENTRY_COLUMNS} FROM meter_entry WHERE meter = %s"


def amounts(values: Any) -> tuple[int, ...]:
    """The values of an `Amounts` in the order of the columns."""
    return tuple(getattr(values, name) for name in AMOUNT_NAMES)


def row(meter: str, entry: Entry) -> tuple[Any, ...]:
    """The values for `INSERT_ENTRY`."""
    return (
        meter, entry.number, entry.at_utc_us, entry.kind, entry.level, entry.what, entry.table,
        entry.round_id, entry.seat, entry.percent, entry.wagered_cents, entry.of, entry.by,
        entry.reason, entry.trigger, *amounts(entry.amounts),
    )  # fmt: skip


def entry(values: tuple[Any, ...]) -> Entry:
    """The entry of a row in the order of `ENTRY_COLUMNS`."""
    number, at_utc_us, kind, level, what, table, round_id, seat, percent, wagered = values[:10]
    of, by, reason, trigger = values[10:14]
    return Entry(
        kind, level, Amounts(*values[14:]), what, number, at_utc_us, table, round_id, seat,
        percent, wagered, of, by, reason, trigger,
    )  # fmt: skip
