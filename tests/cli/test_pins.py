"""PINs of commands and pages count together: five wrong ones lock the name out, whatever dies."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from typer.testing import CliRunner

from feltlink.cli.main import app
from feltlink.floor.opening import open_store
from feltlink.money.meter_plan import Level, Plan
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.store import Record
from feltlink.table import people
from feltlink.table.door import KEPT, LOCKED_US, TRIES, Door
from support.real_table import RealTable, real_table
from support.staffed_folder import staff

WRONG = "0000"
REFUSED = "do not belong together"
# The process dies in the middle of looking at the PIN, before it could say anything.
DIES_LOOKING = """
import os, signal
from feltlink.table.people import Person
Person.knows = lambda self, pin: os.kill(os.getpid(), signal.SIGKILL)
from feltlink.cli.main import run
run()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table with people, and a store with one meter."""
    table = staff(tmp_path, {"Ann Lee": "2718", "Cal Ray": "1618", "Bo": "3141"})
    table.write_text(table.read_text().replace("port = 8080", "port = 1"))  # nothing answers there
    with open_store(str(tmp_path / "m.db")) as store:
        store.define(Plan("big", 100, (Level("main", 600_000, 10_000),)))
    return tmp_path


def words(folder: Path, *more: str) -> list[str]:
    """Locking the meter, by Ann Lee unless `more` says otherwise."""
    table, store = str(folder / "table.toml"), str(folder / "m.db")
    act = ["meter", "state", "big", "locked", "--reason", "sign is wrong", "--by", "Ann Lee"]
    return [*act, "--store", store, "--table", table, "--pin-stdin", *more]


def lock(folder: Path, pin: str, *more: str) -> str:
    done = CliRunner().invoke(app, words(folder, *more), input=f"{pin}\n")
    if isinstance(done.exception, Exception):
        raise done.exception
    return done.stdout


def guess(folder: Path, times: int) -> None:
    for _ in range(times):
        with pytest.raises(Problem, match=REFUSED):
            lock(folder, WRONG)


def tries(folder: Path) -> list[tuple[str, str]]:
    """(name, sentence) of each PIN given by command, as the record tells it."""
    connection = connect_to_read(folder / "table.db")
    found = [e.data for e in reading.between(connection, 1) if e.kind == "prove_pin"]
    connection.close()
    return [(body["data"]["name"], body["sentence"]) for body in found]


def state(folder: Path) -> str:
    with open_store(str(folder / "m.db")) as store:
        return store.read("big").state


def test_each_process_counts_on_and_the_record_tells(folder: Path) -> None:
    guess(folder, TRIES)
    with pytest.raises(Problem, match="Ann Lee is locked out for 5 min"):
        lock(folder, "2718")
    assert state(folder) == "open"
    assert [sentence for _, sentence in tries(folder)][:TRIES] == [
        f"This name and PIN {REFUSED}."
    ] * 5
    assert "locked out" in tries(folder)[TRIES][1]
    assert "is locked" in lock(folder, "1618", "--by", "Cal Ray")
    assert tries(folder)[-1] == ("Cal Ray", "")
    told = CliRunner().invoke(app, ["record", "export", str(folder / "table.db")]).stdout
    assert WRONG not in told.replace("00000", "")
    assert '"setting meter big to locked"' in told


def test_a_kill_while_guessing_takes_no_try_back(folder: Path) -> None:
    for _ in range(TRIES):
        done = subprocess.run(
            [sys.executable, "-c", DIES_LOOKING, *words(folder)],
            input=f"{WRONG}\n", text=True, check=False, timeout=60,
        )  # fmt: skip
        assert done.returncode == -signal.SIGKILL
    with pytest.raises(Problem, match="locked out"):
        lock(folder, "2718")
    assert state(folder) == "open"


def test_many_guessing_at_once_have_no_more_tries(folder: Path) -> None:
    crowd = [
        subprocess.Popen(
            [sys.executable, "-c", "from feltlink.cli.main import run; run()", *words(folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(TRIES + 2)
    ]  # fmt: skip
    said = [one.communicate(f"{WRONG}\n", timeout=60)[1] for one in crowd]
    looked_at = [text for text in said if REFUSED in text]
    assert len(looked_at) <= TRIES, said
    assert len(tries(folder)) == sum("locked out" in text for text in said) + len(looked_at)


def listens_at(folder: Path, port: int) -> None:
    file = folder / "table.toml"
    file.write_text(file.read_text().replace("port = 1\n", f"port = {port}\n"))


@pytest.fixture
def running(folder: Path) -> Iterator[RealTable]:
    with real_table(folder, iter(range(9))) as table:
        listens_at(folder, table.port)
        yield table


def page(table: RealTable, pin: str) -> Any:
    body = {"name": "Ann Lee", "pin": pin}
    return httpx.post(f"{table.address}api/login", json=body).json()


def test_pages_and_commands_share_the_count(running: RealTable, folder: Path) -> None:
    guess(folder, 2)
    for _ in range(TRIES - 2):
        assert REFUSED in page(running, WRONG)["sentence"]
    assert "locked out" in page(running, "2718")["sentence"]
    with pytest.raises(Problem, match="locked out"):
        lock(folder, "2718")
    assert "is locked" in lock(folder, "1618", "--by", "Cal Ray")
    present = [
        one["name"] for one in running.ask(running.table.host.view)["people"] if one["present"]
    ]  # type: ignore[union-attr]
    assert present == []  # a PIN at a command signs nobody in


def test_what_was_tried_at_the_page_counts_after_the_table_has_ended(folder: Path) -> None:
    with real_table(folder, iter(range(9))) as table:
        for _ in range(TRIES - 1):
            page(table, WRONG)
    guess(folder, 1)
    with pytest.raises(Problem, match="locked out"):
        lock(folder, "2718")


def test_a_right_pin_begins_anew_and_a_dealers_is_not_enough(folder: Path) -> None:
    guess(folder, TRIES - 1)
    lock(folder, "2718")
    guess(folder, TRIES - 1)
    with pytest.raises(Problem, match="Bo is no supervisor but dealer"):
        lock(folder, "3141", "--by", "Bo")


@pytest.mark.parametrize(
    ("without", "match"),
    [("--table", "name the table whose people"), ("people", "no people: nobody can prove")],
)
def test_nobody_is_taken_at_their_word(folder: Path, without: str, match: str) -> None:
    given = words(folder)
    if without == "people":
        file = folder / "table.toml"
        file.write_text(file.read_text().replace('people = "people.toml"\n', ""))
    else:
        at = given.index("--table")
        del given[at : at + 2]
    done = CliRunner().invoke(app, given, input="2718\n")
    assert isinstance(done.exception, Problem)
    assert match in done.exception.what
    assert ("people" if without == "people" else "--table") in done.exception.remedy
    assert state(folder) == "open"


def test_a_clock_that_is_set_back_locks_nobody_out_for_longer(folder: Path) -> None:
    record = Record(folder / "table.db")
    persons = people.load(folder / "people.toml")

    def door() -> Door:
        kept = record.ask(reading.kept, KEPT)
        return Door(persons, kept, lambda tries: record.keep(KEPT, tries))

    late, early = 10**15, 10**14
    for _ in range(TRIES):
        door().prove("Ann Lee", WRONG, 0, late)
    assert "for 5 min" in door().prove("Ann Lee", "2718", 0, early)
    assert door().prove("Ann Lee", "2718", 0, early + LOCKED_US) == ""
    record.close()
