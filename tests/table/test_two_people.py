"""What one supervisor cannot do alone, and the drop: refused in words, recorded with both names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from feltlink.record import reading
from feltlink.table import story
from feltlink.table.door import KEPT, Door
from feltlink.table.people import Person
from feltlink.table.two_people import TwoPeople
from support.table_rig import Rig

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PINS = {"Ann Lee": "2718", "Cal Ray": "1618", "Bo": "3141"}
PEOPLE = tuple(
    Person.model_validate(
        {"name": name, "role": "dealer" if name == "Bo" else "supervisor", "pin": QUICK.hash(pin)}
    )
    for name, pin in PINS.items()
)
ANN = "supervisor Ann Lee"
RESUME = "resume_after_failure"


class Staffed(Rig):
    """Two supervisors and a dealer; the rules have failed and Ann is signed in."""

    def door(self) -> Door:
        kept = self.record.ask(reading.kept, KEPT)
        return Door(PEOPLE, kept, lambda tries: self.record.keep(KEPT, tries))

    def word(self, name: str, act: str = RESUME, pin: str = "", **more: Any) -> dict[str, Any]:
        word = {"for": act, "reason": "seen the tape", **more}
        return self.act("second_person", name=name, pin=pin or PINS[name], **word)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Staffed]:
    rig = Staffed(tmp_path / "t.db")
    rig.connect()
    rig.act("sign_in", name="Ann Lee", pin="2718")
    yield rig
    rig.record.close()


@pytest.fixture
def stopped(rig: Staffed) -> Staffed:
    rig.act("boom")
    assert rig.host.view()["stopped"]
    return rig


def test_a_stopped_table_is_resumed_by_two_with_both_names_recorded(stopped: Staffed) -> None:
    assert RESUME in stopped.host.view()["two_people"]
    alone = stopped.act(RESUME, by=ANN)
    assert alone["sentence"].startswith("This needs two people (resume after failure)")
    assert stopped.host.view()["stopped"]
    assert stopped.word("Cal Ray")["ok"]
    assert RESUME not in stopped.host.view()["two_people"]
    assert stopped.act(RESUME, by=ANN)["ok"]
    assert not stopped.host.view()["stopped"]
    before, done = stopped.entries()[-2:]
    assert (before.kind, before.data) == (
        "seconded",
        {"act": RESUME, "by": ANN, "second": "Cal Ray", "reason": "seen the tape"},
    )
    assert (done.kind, done.source) == (RESUME, ANN)
    assert story.sentence(before) == (
        "TWO PEOPLE: resume after failure by supervisor Ann Lee, with Cal Ray (seen the tape)"
    )
    assert not any(pin in entry.body for pin in PINS.values() for entry in stopped.entries())


def test_a_word_is_for_one_act_and_used_up_by_it(stopped: Staffed) -> None:
    stopped.word("Cal Ray")
    assert stopped.act(RESUME, by=ANN, ident="a")["ok"]
    assert stopped.act(RESUME, by=ANN, ident="a")["ok"]  # the same tap again acts once
    assert stopped.kinds().count(RESUME) == 1
    stopped.act("boom")
    assert not stopped.act(RESUME, by=ANN)["ok"]
    stopped.word("Cal Ray", "deny_top_prize")
    assert not stopped.act(RESUME, by=ANN)["ok"]


def test_a_word_expires_and_does_not_outlive_the_process(stopped: Staffed) -> None:
    stopped.word("Cal Ray")
    stopped.clock.now_us += 120_000_000
    assert "two people" in stopped.act(RESUME, by=ANN)["sentence"]
    stopped.word("Cal Ray")
    stopped.restart()
    stopped.connect()
    stopped.act("sign_in", name="Ann Lee", pin="2718")
    assert "two people" in stopped.act(RESUME, by=ANN)["sentence"]


@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("Cal Ray", {"pin": "0000"}, "do not belong together"),
        ("Bo", {}, "Bo is no supervisor"),
        ("Cal Ray", {"reason": " "}, "gives a reason"),
        ("Cal Ray", {"for": 7}, "for one act"),
    ],
)
def test_a_word_that_is_none_is_refused(
    stopped: Staffed, name: str, more: dict[str, Any], words: str
) -> None:
    pin = more.pop("pin", "")
    assert words in stopped.word(name, pin=pin, **more)["sentence"]
    assert not stopped.act(RESUME, by=ANN)["ok"]


def test_nobody_is_both_people_and_wrong_pins_lock_out(stopped: Staffed) -> None:
    stopped.word("Ann Lee")
    assert "cannot be both people" in stopped.act(RESUME, by=ANN)["sentence"]
    for _ in range(5):
        stopped.word("Cal Ray", pin="0000")
    assert "locked out" in stopped.word("Cal Ray")["sentence"]


def test_a_word_that_could_not_be_recorded_does_not_stand(stopped: Staffed) -> None:
    stopped.record.live.pragma("query_only", 1)
    assert "read-only" in stopped.word("Cal Ray")["sentence"]
    assert RESUME in stopped.host.view()["two_people"]


def test_the_last_check_of_a_dear_top_prize_is_for_two() -> None:
    def held(amount: int | None, *made: str) -> dict[str, Any]:
        names = ("dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top")
        checks = {check: "Sam" if check in made else None for check in names}
        return {"spin": {"state": "top_prize", "amount_cents": amount, "checks": checks}}

    three = ("dealt_properly", "bet_made", "natural_blackjack")
    rule = TwoPeople(acts=())
    assert rule.needing(held(100_000, *three)) == ["verify"]
    assert rule.needing(held(None, *three)) == ["verify"]
    assert rule.needing(held(99_999, *three)) == []
    assert rule.needing(held(100_000, *three[:2])) == []
    assert rule.needing({"spin": None}) == []


def test_a_table_without_people_asks_for_nobody(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "t.db")
    rig.connect()
    rig.act("boom")
    assert rig.host.view()["two_people"] == []
    assert rig.act(RESUME, by="supervisor Ann")["ok"]
    rig.record.close()


def test_a_drop_is_a_supervisors_between_two_rounds(rig: Staffed) -> None:
    assert "Only a supervisor" in rig.act("drop")["sentence"]
    rig.act("open")
    assert "between two rounds" in rig.act("drop", by=ANN)["sentence"]
    rig.act("close")
    assert "drop" not in rig.kinds("note")
    assert rig.act("drop", by=ANN, ident="d")["ok"]
    assert rig.act("drop", by=ANN, ident="d")["ok"]
    (note,) = [entry for entry in rig.entries() if entry.kind == "drop"]
    assert (note.role, note.source) == ("note", ANN)
