"""The meters' store in PostgreSQL: many tables on one progressive.

A batch of contributions is one call of one function, so that no table can hold the meter's row
while it is silent. Whatever needs the rules runs in a short transaction, which the server ends
by itself when its table dies or stalls.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from feltlink.floor.place import GENESIS, LinkLost, Place, Server, Unconfirmed, chained
from feltlink.floor.postgres_schema import CHANNEL, SCHEMA, SCHEMA_LOCK
from feltlink.floor.reading import no_meter
from feltlink.floor.store import Store
from feltlink.money import meter_plan
from feltlink.money.meter import Meter
from feltlink.money.meter_plan import Plan
from feltlink.money.meter_request import Contribute, TableRequest
from feltlink.money.meter_rules import contribution
from feltlink.problem import Problem

CONNECT_S = 3
# A contribution is durable on this server when it is answered; only what pays waits for a standby.
_SETTINGS = (
    "-c synchronous_commit=local -c idle_in_transaction_session_timeout=5000"
    " -c lock_timeout=8000 -c statement_timeout=10000 -c client_connection_check_interval=2000"
)
_CHANGE_NOTHING = ("BEGIN", "SELECT ")
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


class PostgresStore(Store):
    """The database at `url`. It connects when first needed, and again after a loss."""

    def __init__(self, url: str, *, confirm_s: float = 2.0) -> None:
        self.url = re.sub(r"(://[^:/@]*):[^@]*@", r"\1@", url)  # what is shown: no password
        self._address = url
        self._confirm_s = confirm_s
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._confirming = False
        self._given_up = False
        self._server = Server()
        self._plans: dict[str, Plan] = {}

    def _live(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection is not None:
            return self._connection
        try:
            connection = psycopg.connect(
                self._address,
                autocommit=True,
                connect_timeout=CONNECT_S,
                options=_SETTINGS,
                target_session_attrs=self._attrs(),
                application_name="feltlink",
                keepalives_idle=2,
                keepalives_interval=1,
                keepalives_count=3,
            )
        except psycopg.OperationalError as error:
            raise self._lost(error) from error
        except psycopg.ProgrammingError as error:
            raise Problem(
                f"this is no address of a PostgreSQL database ({error})".replace("\n", " "),
                remedy="write postgresql://user@host/database",
            ) from error
        connection.add_notice_handler(self._noticed)
        self._connection = connection
        try:
            self._prepare()
        except Problem:
            self.close()
            raise
        return connection

    def _attrs(self) -> str:
        """Of several hosts the one that is written to. A standby alone is no store: what it shows
        is a copy, and nothing could be booked there.
        """
        return str(conninfo_to_dict(self._address).get("target_session_attrs", "read-write"))

    def _prepare(self) -> None:
        with self._between("BEGIN", fresh=True):
            ((system, file),) = self.rows(
                "SELECT system_identifier::text, pg_walfile_name(pg_current_wal_lsn())"
                " FROM pg_control_system()"
            )
            self._server = Server(system, int(file[:8], 16))  # the name begins with the timeline
            self.rows("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
            ((there,),) = self.rows("SELECT to_regclass('meter_entry') IS NOT NULL")
            if not there:
                self.rows(SCHEMA)

    def _noticed(self, notice: psycopg.errors.Diagnostic) -> None:
        """The server says when it gave up waiting for the standby (a warning after a cancel)."""
        if self._confirming and notice.severity_nonlocalized == "WARNING":
            self._given_up = True

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        idle = self._connection is not None and self._status() == TransactionStatus.IDLE
        try:
            return self._once(query, values)
        except LinkLost:
            # The server was started anew since the last question. A reading, or the opening of
            # a transaction, has changed nothing: it may be asked again, once. Not another server,
            # which may be an older copy: then a table has to compare first.
            before = self._server
            if not idle or not query.startswith(_CHANGE_NOTHING) or self.server() != before:
                raise
        return self._once(query, values)

    def _once(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        connection = self._live()
        try:
            cursor = connection.execute(query, tuple(values) or None)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise self._told(error) from error

    def many(self, query: str, values: Sequence[Sequence[Any]]) -> None:
        connection = self._live()
        try:
            with connection.cursor() as cursor:
                cursor.executemany(query, values)
        except psycopg.Error as error:
            raise self._told(error) from error

    def transaction(self) -> AbstractContextManager[None]:
        return self._between("BEGIN")

    def snapshot(self) -> AbstractContextManager[None]:
        return self._between("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    @contextmanager
    def _between(self, begin: str, fresh: bool = False) -> Iterator[None]:
        self._confirming = self._given_up = False
        (self._once if fresh else self.rows)(begin)
        try:
            yield
            self._commit()
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._confirming = False

    def confirm(self) -> None:
        self.rows("SET LOCAL synchronous_commit = on")
        self._confirming = True

    def _commit(self) -> None:
        if not self._confirming:
            self.rows("COMMIT")
            return
        connection = self._live()
        timer = threading.Timer(self._confirm_s, connection.cancel)
        timer.start()
        try:
            self.rows("COMMIT")
        finally:
            timer.cancel()
        if self._given_up:
            raise Unconfirmed(
                "booked, but the standby database has not confirmed it",
                where=self.url,
                remedy="pay nothing yet; bring the standby back, the award is then confirmed",
            )

    def _roll_back(self) -> None:
        if self._connection is None:
            return
        if self._status() != TransactionStatus.IDLE:
            with suppress(Problem):
                self.rows("ROLLBACK")

    def _status(self) -> TransactionStatus:
        return self._live().info.transaction_status

    def lock(self, meter: str) -> tuple[str, str, int, int]:
        found = self.rows(
            f"SELECT plan, state, number, {_NOW} FROM meter WHERE meter = %s FOR UPDATE", (meter,)
        )
        if not found:
            raise no_meter(meter)
        plan, state, number, now = found[0]
        return plan, state, number, now

    def server(self) -> Server:
        self._live()
        return self._server

    def now_us(self) -> int:
        ((now,),) = self.rows(f"SELECT {_NOW}")
        return int(now)

    def tell(self, meter: Meter) -> None:
        self.rows("SELECT pg_notify(%s, %s)", (CHANNEL, meter.plan.meter))

    def deliver(
        self, table: str, first: int, before: str, requests: Sequence[TableRequest]
    ) -> list[str] | Place:
        if all(isinstance(request, Contribute) for request in requests):
            answer = self._contribute(table, first, before, requests)
            if answer is not None:
                return answer
        return super().deliver(table, first, before, requests)

    def _contribute(
        self, table: str, first: int, before: str, requests: Sequence[Any]
    ) -> list[str] | Place | None:
        """Book plain contributions by one call. None: the rules have to look at them."""
        name = requests[0].meter
        plan = self._plan(name)
        if any(request.amount_cents != plan.wager_unit_cents for request in requests):
            return None
        keys = {(request.round_id, request.seat, request.wager) for request in requests}
        if len(keys) < len(requests):
            return None
        chain = before
        entries = []
        for request in requests:
            entries += contribution(plan, table, request)
            chain = chained(chain, request)
        ((answer, last, held, backed_up),) = self._once(
            "SELECT * FROM meter_contribute(%s::text, %s::text, %s::text, %s::bigint, %s::text,"
            " %s::bigint, %s::text, %s::text[], %s::bigint[], %s::bigint[], %s::text[],"
            " %s::bigint[], %s::bigint[], %s::bigint[])",
            (
                name, table, GENESIS, first - 1, before, first + len(requests) - 1, chain,
                [e.level for e in entries],
                [e.round_id for e in entries],
                [e.seat for e in entries],
                [e.what for e in entries],
                [e.amounts.current for e in entries],
                [e.amounts.reserve for e in entries],
                [e.wagered_cents for e in entries],
            ),
        )  # fmt: skip
        if answer == "no meter":
            raise no_meter(name)
        if answer == "elsewhere":
            return Place(last, held, backed_up)
        return [""] * len(requests) if answer == "booked" else None

    def _plan(self, name: str) -> Plan:
        """A meter's plan, which never changes once it is defined."""
        if name not in self._plans:
            self._plans[name] = meter_plan.load(json.loads(self._seen(name)[0]))
        return self._plans[name]

    def backup(self, target: Path) -> int:
        """By `pg_dump`, which copies the database as it is at one moment after this one."""
        places = {table: place.last for table, place in self.places().items()}
        parts = conninfo_to_dict(self._address)
        # not on the command line, where every user of the machine could read it
        secret = {"PGPASSWORD": str(parts.pop("password"))} if "password" in parts else {}
        # not of a standby, which may not have what `places` tells
        where = make_conninfo("", **{**parts, "target_session_attrs": self._attrs()})
        command = ["pg_dump", "--format=custom", f"--file={target}", where]
        env = {**os.environ, **secret}
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, env=env)
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", None) or str(error)
            raise Problem(
                f"pg_dump failed ({' '.join(said.split())})",
                where=str(target),
                remedy="install PostgreSQL's client programs of the server's version",
            ) from error
        self.mark_backed_up(places)
        return sum(places.values())

    def wait_for_notice(self, seconds: float) -> None:
        """Until a meter moves, at most so long."""
        self.rows(f"LISTEN {CHANNEL}")
        try:
            for _ in self._live().notifies(timeout=seconds, stop_after=1):
                pass
        except psycopg.Error as error:
            raise self._told(error) from error

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    def _told(self, error: psycopg.Error) -> Problem:
        if isinstance(error, errors.IntegrityError | errors.RaiseException):
            return Problem(
                f"the store refused an entry ({error})".replace("\n", " "),
                where=self.url,
                remedy="this is a fault of Feltlink: lock the meter and report it",
                code=1,
            )
        gone = self._connection is None or self._connection.closed
        if gone or isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return self._lost(error)
        return Problem(
            f"the database does not understand us ({error})".replace("\n", " "),
            where=self.url,
            remedy="give the user its rights on the tables, or name another database",
        )

    def _lost(self, error: psycopg.Error) -> LinkLost:
        self.close()
        text = " ".join(str(error).split()) or type(error).__name__
        return LinkLost(
            f"the meters' database does not answer ({text})",
            where=self.url,
            remedy="check the network and the server; a table's bets wait in its outbox, a person"
            " looks at `feltlink meter history` before asking again",
            code=1,
        )
