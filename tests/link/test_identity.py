"""Which controller is taken: version, unique id, key and program, on the real firmware."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.handshake import SessionConfig
from feltlink.link.session import Stage
from feltlink.workshop import boards, program
from feltwire import catalogue
from link.real_rig import RealRig

KEY = bytes(range(32))
Build = Callable[..., RealRig]


def keyed(flash: Path) -> None:
    (flash / "key").write_bytes(KEY)


def of(rig: RealRig, kind: type) -> list:
    return [e for e in rig.told if isinstance(e, kind)]


def changed(old: str, new: str) -> Callable[[Path], None]:
    """A firmware whose catalogue differs."""

    def prepare(flash: Path) -> None:
        path = flash / "feltwire" / "catalogue.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return prepare


def test_a_controller_that_knows_the_key_is_proven(real: Build) -> None:
    rig = real(config=SessionConfig(key=KEY, allow_unproven=False), prepare=keyed)
    rig.run(800_000)
    assert [e.proven for e in of(rig, ev.ControllerFound)] == [True]
    assert of(rig, ev.ControllerFound)[0].welcome.flags & catalogue.PROVISIONED


def test_an_impostor_is_refused_and_nothing_of_it_is_recorded(real: Build) -> None:
    rig = real(config=SessionConfig(key=KEY[::-1]), prepare=keyed)
    rig.run(2_500_000)
    assert [e.reason for e in of(rig, ev.Refused)] == ["impostor"]
    assert rig.disk.rows == []
    assert not rig.session.command(m.Arm(1, 1_000), rig.now_us)


def test_a_controller_without_a_key_is_taken_only_if_allowed(real: Build) -> None:
    strict = real(config=SessionConfig(key=KEY, allow_unproven=False))
    strict.run(1_000_000)
    assert [e.reason for e in of(strict, ev.Refused)] == ["unproven"]
    assert "feltlink provision" in of(strict, ev.Refused)[0].remedy
    lenient = real(config=SessionConfig(key=KEY))
    lenient.run(1_000_000)
    assert [e.proven for e in of(lenient, ev.ControllerFound)] == [False]


def test_a_host_without_a_key_takes_nobody_if_it_must_not(real: Build) -> None:
    rig = real(config=SessionConfig(allow_unproven=False), prepare=keyed)
    rig.run(1_000_000)
    assert [e.reason for e in of(rig, ev.Refused)] == ["unproven"]


def test_another_tables_controller_is_refused_by_its_id(real: Build) -> None:
    rig = real(config=SessionConfig(uid=b"MYTABLE1"))
    rig.run(1_000_000)
    refused = of(rig, ev.Refused)
    assert [e.reason for e in refused] == ["other"]
    assert b"MYTABLE1".hex() in refused[0].why
    assert rig.board.device.traits.uid.hex() in refused[0].why


def test_another_major_is_refused_with_both_versions_and_the_remedy(real: Build) -> None:
    rig = real(prepare=changed("MAJOR = 1", "MAJOR = 2"))
    rig.run(3_000_000)
    refused = of(rig, ev.Refused)
    assert [e.reason for e in refused] == ["version"]
    assert "feltwire 2.0" in refused[0].why
    assert "this host speaks 1.0" in refused[0].why
    assert "feltlink" in refused[0].remedy
    assert rig.disk.rows == []


def test_an_old_controller_can_still_be_named_and_digested(real: Build) -> None:
    rig = real(prepare=changed("MAJOR = 1", "MAJOR = 2"))
    rig.run(1_000_000)
    rig.session.ask(m.AskIdentity())
    rig.run(50_000)
    for _ in range(20):
        rig.session.ask(m.AskDigest())
        rig.run(100_000)
    answers = [e.message for e in of(rig, ev.Answered)]
    assert answers[0].name.rstrip(b"\0") == b"pico-6seat"
    assert answers[-1].done


def test_another_catalogue_is_read_only_and_flashing_ends_that(real: Build) -> None:
    rig = real(prepare=changed("worst_gap_us", "worst_pause_us"))
    rig.run(2_000_000)
    assert len(of(rig, ev.ReadOnly)) == 1
    assert "firmware" in of(rig, ev.ReadOnly)[0].why
    assert not rig.session.command(m.Arm(1, 1_000), rig.now_us)
    rig.flip([(0, 2)])
    assert rig.disk.rows == []
    changed("worst_pause_us", "worst_gap_us")(rig.board.flash.root)
    rig.reset("hard")
    rig.run(2_000_000)
    assert rig.session.stage is Stage.LIVE
    assert len(of(rig, ev.ControllerLost)) == 1


@pytest.mark.parametrize("changed_file", [False, True])
def test_the_program_is_compared_with_the_released_one(real: Build, changed_file: bool) -> None:
    released = program.digest(program.sources(boards.load("pico-6seat")))

    def prepare(flash: Path) -> None:
        if changed_file:
            path = flash / "controller" / "arming.py"
            path.write_text(path.read_text().replace("lease", "loose"))

    rig = real(config=SessionConfig(program=released), prepare=prepare)
    rig.run(400_000)
    rig.flip([(0, 1), (20_000, 4)])
    rig.run(10_000_000)
    checked = of(rig, ev.ProgramChecked)
    assert [e.right for e in checked] == [not changed_file]
    assert checked[0].expected == released
    rig.session.ask(m.AskStats())
    rig.run(50_000)
    stats = of(rig, ev.Answered)[-1].message
    assert stats.late_scans == 0
    assert len([r for r in rig.disk.rows if isinstance(r.message, m.Edge)]) == 2
