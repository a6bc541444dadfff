"""Who may do what: PINs that are looked at and forgotten, lock-out, names on every act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from feltlink.cli.people import app
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.table import people
from feltlink.table.door import KEPT, Door
from feltlink.table.people import Person
from support.table_rig import Rig

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
HASHES = {pin: QUICK.hash(pin) for pin in ("2718", "3141", "1618")}
PEOPLE = (
    Person(name="Ann Lee", role="supervisor", pin=HASHES["2718"]),
    Person(name="Bo", role="dealer", pin=HASHES["3141"]),
    Person(name="Cy", role="technician", pin=HASHES["1618"]),
)


class Staffed(Rig):
    """A table whose people sign in."""

    def door(self) -> Door:
        kept = self.record.ask(reading.kept, KEPT)
        return Door(PEOPLE, kept, lambda tries: self.record.keep(KEPT, tries))

    def sign_in(self, name: str, pin: str, **more: Any) -> str:
        sentence: str = self.act("sign_in", name=name, pin=pin, **more)["sentence"]
        return sentence

    def wait(self, minutes: int) -> None:
        self.clock.now_us += minutes * 60_000_000
        self.host.tick()

    def present(self) -> list[str]:
        return [one["name"] for one in self.host.view()["people"] if one["present"]]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Staffed]:
    rig = Staffed(tmp_path / "t.db")
    rig.connect()
    yield rig
    rig.record.close()


def test_a_supervisor_must_be_signed_in(rig: Staffed) -> None:
    assert "Sign in as supervisor first" in rig.act("open", by="supervisor Ann Lee")["sentence"]
    assert "Sign in as supervisor first" in rig.act("open", by="supervisor")["sentence"]
    assert rig.sign_in("Ann Lee", "2718") == ""
    assert rig.act("open", by="supervisor Ann Lee")["ok"]
    assert next(e for e in rig.entries() if e.kind == "open" and e.role == "input").source == (
        "supervisor Ann Lee"
    )
    assert "Sign in as technician" in rig.act("open", by="technician Ann Lee")["sentence"]
    rig.act("sign_out", name="Ann Lee")
    assert not rig.act("close", by="supervisor Ann Lee")["ok"]


def test_the_dealer_who_is_signed_in_is_named(rig: Staffed) -> None:
    rig.act("open")
    assert next(e for e in rig.entries() if e.kind == "open").source == "dealer"
    rig.sign_in("Bo", "3141")
    rig.act("close")
    assert next(e for e in rig.entries() if e.kind == "close").source == "dealer Bo"


def test_no_pin_is_ever_written_or_shown(rig: Staffed) -> None:
    rig.sign_in("Ann Lee", "2718")
    rig.sign_in("Ann Lee", "9753")
    rig.act("sign_in", name="Ann Lee", pin="2718", by="supervisor Ann Lee")
    answer = rig.host.act({"id": "x", "act": "sign_in", "name": "Ann Lee", "pin": "8642"}, "dealer")
    shown = json.dumps(rig.host.view()) + json.dumps(answer)
    for pin in ("2718", "9753", "8642"):
        assert pin not in shown
        assert all(pin not in entry.body for entry in rig.entries() if entry.role != "input")
        assert not any(f'"{pin}"' in entry.body for entry in rig.entries())
    kinds = [e.data["sentence"] for e in rig.entries() if e.kind == "sign_in"]
    assert kinds[0] == ""
    assert kinds[1] == "This name and PIN do not belong together."


def test_a_table_without_people_takes_no_pin(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "t.db")
    rig.connect()
    before = rig.record.number
    assert "nobody signs in" in rig.act("sign_in", name="Ann Lee", pin="2718")["sentence"]
    assert rig.record.number == before
    assert rig.host.view()["people"] is None
    rig.record.close()


def test_a_repeated_tap_signs_in_once_and_answers_the_same(rig: Staffed) -> None:
    assert rig.sign_in("Ann Lee", "0000", ident="a") != ""
    assert rig.sign_in("Ann Lee", "2718", ident="a") != ""
    assert rig.kinds("note").count("sign_in") == 1
    assert rig.present() == []


def test_five_wrong_pins_lock_a_name_out_also_over_a_restart(rig: Staffed) -> None:
    for _ in range(5):
        assert "do not belong together" in rig.sign_in("Ann Lee", "0000")
    assert "locked out for 5" in rig.sign_in("Ann Lee", "2718")
    rig.restart()
    rig.connect()
    assert "locked out for 5" in rig.sign_in("Ann Lee", "2718")
    assert rig.sign_in("Bo", "3141") == ""
    rig.wait(5)
    assert rig.sign_in("Ann Lee", "2718") == ""


def test_a_right_pin_begins_the_count_anew(rig: Staffed) -> None:
    for _ in range(2):
        for _ in range(4):
            rig.sign_in("Ann Lee", "0000")
        assert rig.sign_in("Ann Lee", "2718") == ""


def test_unknown_names_get_the_same_words_and_tries_are_few(rig: Staffed) -> None:
    known, unknown = rig.sign_in("Ann Lee", "0000"), rig.sign_in("Zoe", "0000")
    assert known == unknown
    for _ in range(18):
        rig.sign_in("Zoe", "0000")
    assert rig.sign_in("Ann Lee", "2718") == "Too many tries: wait a minute."
    rig.wait(1)
    assert rig.sign_in("Ann Lee", "2718") == ""


def test_who_does_nothing_is_signed_out_but_the_dealer_stays(rig: Staffed) -> None:
    rig.sign_in("Ann Lee", "2718")
    rig.sign_in("Bo", "3141")
    rig.wait(4)
    rig.act("nonsense", by="supervisor Ann Lee")
    rig.wait(4)
    assert rig.present() == ["Ann Lee", "Bo"]
    rig.wait(1)
    assert rig.present() == ["Bo"]
    out = rig.entries()[-1]
    assert (out.kind, out.data["sentence"]) == ("sign_out", "nothing was done for five minutes")


def test_nobody_is_in_whose_signing_in_could_not_be_recorded(
    rig: Staffed, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.record.live.pragma("query_only", 1)
    assert "read-only" in rig.sign_in("Ann Lee", "2718")
    assert rig.present() == []


def feltlink(*words: object, stdin: str = "") -> tuple[str, BaseException | None]:
    done = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
    return done.stdout, done.exception


def test_the_people_file_is_written_by_command(tmp_path: Path) -> None:
    file = tmp_path / "people.toml"
    ann = ("add", file, "Ann Lee", "--role", "supervisor", "--pin-stdin")
    assert feltlink(*ann, stdin="2718\n")[1] is None
    file.write_text(file.read_text() + "# night shift\n")
    assert feltlink("add", file, "Bo", "--role", "dealer", "--pin-stdin", stdin="3141\n")[1] is None
    assert "# night shift" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    assert "2718" not in file.read_text()
    assert [(p.name, p.role) for p in people.load(file)] == [
        ("Ann Lee", "supervisor"),
        ("Bo", "dealer"),
    ]
    assert people.load(file)[0].knows("2718")
    assert not people.load(file)[0].knows("2719")
    assert isinstance(feltlink(*ann, stdin="2718\n")[1], Problem)
    assert feltlink("list", file)[0].splitlines() == ["supervisor  Ann Lee", "dealer      Bo"]
    assert feltlink("remove", file, "Ann Lee")[1] is None
    assert [p.name for p in people.load(file)] == ["Bo"]
    assert isinstance(feltlink("remove", file, "Ann Lee")[1], Problem)


@pytest.mark.parametrize(
    ("name", "role"), [("", "dealer"), (" Bo", "dealer"), ("B" * 41, "dealer"), ("Bo", "boss")]
)
def test_who_cannot_be_in_the_file_is_not_asked_for_a_pin(
    tmp_path: Path, name: str, role: str
) -> None:
    """A name that the file refuses would keep the table from starting."""
    file = tmp_path / "people.toml"
    _, told = feltlink("add", file, name, "--role", role)
    assert isinstance(told, Problem)
    assert told.remedy
    assert not file.exists()


@pytest.mark.parametrize(
    "pin", ["", "123", "1234567890123", "12a4", "0000", "1234", "8765", "１２７４"]
)
def test_a_pin_that_is_none_is_refused(pin: str) -> None:
    with pytest.raises(Problem):
        people.check_pin(pin)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[person]]\nname = "A"\nrole = "boss"\npin = "$argon2id$x"', ":3:1: person[0].role"),
        ('[[person]]\nname = "A"\nrole = "dealer"\npin = "1234"', ":4:1: person[0].pin"),
        (
            '[[person]]\nname = "A"\nrole = "dealer"\npin = "$argon2id$x"\n' * 2,
            ":6:1: person[1].name: 'A' stands here twice",
        ),
    ],
)  # fmt: skip
def test_a_bad_people_file_is_told_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "people.toml"
    file.write_text(text)
    with pytest.raises(Problem) as caught:
        people.load(file)
    assert words in str(caught.value)
