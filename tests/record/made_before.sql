PRAGMA application_id = 1178946644;
PRAGMA user_version = 1;
CREATE TABLE entry (
  number    INTEGER PRIMARY KEY,
  at_utc_us INTEGER NOT NULL,
  role      TEXT NOT NULL CHECK (role IN ('input', 'result', 'note')),
  kind      TEXT NOT NULL,
  source    TEXT NOT NULL,
  round_id  INTEGER,
  cause     INTEGER CHECK (cause < number),
  uid       TEXT,
  boot_id   INTEGER,
  event     INTEGER,
  act_id    TEXT,
  body      TEXT NOT NULL,
  chain     BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT;
CREATE UNIQUE INDEX entry_origin ON entry (uid, boot_id, event) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX entry_act ON entry (act_id) WHERE act_id IS NOT NULL;
CREATE INDEX entry_round ON entry (round_id) WHERE round_id IS NOT NULL;
CREATE INDEX entry_notes ON entry (kind, number) WHERE role = 'note';
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
  BEGIN SELECT RAISE(ABORT, 'the record is append only'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
  BEGIN SELECT RAISE(ABORT, 'the record is append only'); END;
CREATE TRIGGER entry_in_order BEFORE INSERT ON entry
  WHEN NEW.number <> 1 + coalesce(
    (SELECT max(number) FROM entry),
    (SELECT CAST(value AS INTEGER) FROM kept WHERE key = 'base'),
    0)
  BEGIN SELECT RAISE(ABORT, 'the record has no gaps'); END;
