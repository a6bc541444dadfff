"""What PostgreSQL keeps beside the tables: append-only triggers, and the one function that books
contributions. The rates are applied by the caller (`money.meter_rules`); the function locks the
meter's row, takes the next number of the table only, and leaves to the caller's rules whatever
depends on the state of the meter: a cap, a mystery trigger, a wager that was booked before.
"""

from __future__ import annotations

from feltlink.floor.sql import TABLES

SCHEMA_LOCK = 0x464D5452
TELL_EVERY_US = 100_000  # a sign shows ten steps a second; every notice costs a global lock
CHANNEL = "feltlink_meter"

_APPEND_ONLY = """
CREATE FUNCTION meter_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries are never changed or deleted';
END $$;
CREATE TRIGGER meter_entry_kept BEFORE UPDATE OR DELETE ON meter_entry
  FOR EACH ROW EXECUTE FUNCTION meter_entry_kept();
CREATE TRIGGER meter_entry_all_kept BEFORE TRUNCATE ON meter_entry
  FOR EACH STATEMENT EXECUTE FUNCTION meter_entry_kept();
"""

_CONTRIBUTE = f"""
CREATE FUNCTION meter_contribute(
  of_meter text, of_table text, genesis text, after_last bigint, after_chain text,
  new_last bigint, new_chain text, levels text[], rounds bigint[], seats bigint[],
  wagers text[], shown bigint[], hidden bigint[], wagered bigint[]
) RETURNS TABLE (answer text, last_booked bigint, last_chain text, in_backup bigint)
LANGUAGE plpgsql AS $$
DECLARE
  held meter%ROWTYPE;
  place meter_table%ROWTYPE;
  now_us bigint;
BEGIN
  SELECT * INTO held FROM meter m WHERE m.meter = of_meter FOR UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'no meter', 0::bigint, '', 0::bigint;
    RETURN;
  END IF;
  INSERT INTO meter_table AS t (table_name, last, chain) VALUES (of_table, 0, genesis)
    ON CONFLICT DO NOTHING;
  SELECT * INTO place FROM meter_table t WHERE t.table_name = of_table FOR UPDATE;
  IF (place.last, place.chain) IS DISTINCT FROM (after_last, after_chain) THEN
    RETURN QUERY SELECT 'elsewhere', place.last, place.chain, place.backed_up;
    RETURN;
  END IF;
  IF EXISTS (
    SELECT 1 FROM unnest(levels, rounds, seats, wagers) AS g (level, round_id, seat, what)
      JOIN meter_entry e ON e.meter = of_meter AND e.level = g.level
       AND e.table_name = of_table AND e.round_id = g.round_id AND e.seat = g.seat
       AND e.what = g.what AND e.kind = 'contribution'
  ) OR EXISTS (
    SELECT 1 FROM (
      SELECT g.level, sum(g.shown) AS added FROM unnest(levels, shown) AS g (level, shown)
        GROUP BY g.level
    ) s JOIN meter_level l ON l.meter = of_meter AND l.level = s.level
    WHERE l.current + s.added > l.cap OR l.current + s.added >= l.trigger_micro
  ) THEN
    RETURN QUERY SELECT 'rules', place.last, place.chain, place.backed_up;
    RETURN;
  END IF;
  now_us := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  INSERT INTO meter_entry (
    meter, number, at_utc_us, kind, level, what, table_name, round_id, seat, percent,
    wagered_cents, of_entry, by_name, reason, contributed, seeded, adjusted, current, reserve,
    overflow, paid)
  SELECT of_meter, held.number + g.place, now_us, 'contribution', g.level, g.what, of_table,
    g.round_id, g.seat, 0, g.wagered, 0, '', '', g.shown + g.hidden, 0, 0, g.shown, g.hidden,
    0, 0
  FROM unnest(levels, rounds, seats, wagers, shown, hidden, wagered) WITH ORDINALITY
    AS g (level, round_id, seat, what, shown, hidden, wagered, place);
  UPDATE meter_level l SET contributed = l.contributed + s.shown + s.hidden,
    current = l.current + s.shown, reserve = l.reserve + s.hidden
  FROM (
    SELECT g.level, sum(g.shown)::bigint AS shown, sum(g.hidden)::bigint AS hidden
      FROM unnest(levels, shown, hidden) AS g (level, shown, hidden) GROUP BY g.level
  ) s WHERE l.meter = of_meter AND l.level = s.level;
  UPDATE meter_table t SET last = new_last, chain = new_chain WHERE t.table_name = of_table;
  IF now_us - held.told_us >= {TELL_EVERY_US} THEN
    PERFORM pg_notify('{CHANNEL}', of_meter);
    held.told_us := now_us;
  END IF;
  UPDATE meter m SET number = held.number + cardinality(levels), told_us = held.told_us
    WHERE m.meter = of_meter;
  RETURN QUERY SELECT 'booked', new_last, new_chain, place.backed_up;
END $$;
"""

SCHEMA = TABLES + _APPEND_ONLY + _CONTRIBUTE
