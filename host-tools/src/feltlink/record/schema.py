"""The tables of the record.

`entry` is append only: the database itself refuses UPDATE and DELETE. It has no gaps: each entry
needs the one before it, by a foreign key, and only one in a file has none. (Files of before had a
trigger for that, which cost a fifth of a commit; it goes on working in them.) `kept` is no
evidence: small things that are handy after a restart and are overwritten (a controller's clock).
"""

from __future__ import annotations

from functools import lru_cache

from feltlink.record.entry import FORMAT

COLUMNS = (
    "number, at_utc_us, role, kind, source, round_id, cause, uid, boot_id, event, act_id, body,"
    " chain"
)

WIDTH = 13
_ROW = f"({','.join('?' * WIDTH)})"
AT_ONCE = 64
"""As many entries go into one statement, at most."""


@lru_cache(maxsize=AT_ONCE)
def insert(count: int) -> str:
    """The statement that puts in so many entries: its values are their columns in a row. One
    statement for all of a commit takes half the time of one for each.
    """
    return f"INSERT INTO entry ({COLUMNS}) VALUES {','.join([_ROW] * count)}"


KEEP = "INSERT OR REPLACE INTO kept (key, value) VALUES (?, ?)"

APPLICATION_ID = 0x46454C54  # "FELT": tells our file from another SQLite database

# FULL: a commit is on the disk before it is answered. NORMAL would lose the last commits of a
# power cut in WAL mode (sqlite.org/pragma.html#pragma_synchronous). Recursive: REPLACE asks the
# trigger against deletion too.
PRAGMAS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
PRAGMA recursive_triggers = ON;
"""

CREATE = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE entry (
  number    INTEGER PRIMARY KEY CHECK (number > 0),
  at_utc_us INTEGER NOT NULL,
  role      TEXT NOT NULL CHECK (role = 'input' OR role = 'result' OR role = 'note'),
  kind      TEXT NOT NULL,
  source    TEXT NOT NULL,
  round_id  INTEGER,
  cause     INTEGER CHECK (cause < number),
  uid       TEXT,
  boot_id   INTEGER,
  event     INTEGER,
  act_id    TEXT,
  body      TEXT NOT NULL,
  chain     BLOB NOT NULL CHECK (length(chain) = 32),
  before    INTEGER AS (CASE WHEN number > 1 AND kind <> 'carried_over' THEN number - 1 END)
            REFERENCES entry (number)
) STRICT;
CREATE UNIQUE INDEX entry_first ON entry ((before IS NULL)) WHERE before IS NULL;
CREATE UNIQUE INDEX entry_origin ON entry (uid, boot_id, event) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX entry_act ON entry (act_id) WHERE act_id IS NOT NULL;
CREATE INDEX entry_notes ON entry (kind, number) WHERE role = 'note';
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""

# By name, so that a rotation can lift them for a moment in the new file it makes.
APPEND_ONLY = {
    "entry_no_update": """
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
  BEGIN SELECT RAISE(ABORT, 'the record is append only'); END
""",
    "entry_no_delete": """
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
  BEGIN SELECT RAISE(ABORT, 'the record is append only'); END
""",
}
