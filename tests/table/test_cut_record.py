"""A table that finds its record cut off, or another one in its place, pays nothing by itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.record.signing import Signer, beside, make_keys, signer_of
from support.table_rig import Rig


class Signing(Rig):
    """A table whose record is signed."""

    def signer(self) -> Signer | None:
        return signer_of(self.path)


def gone(path: Path) -> None:
    path.unlink()


def older(path: Path) -> None:
    shutil.copy(path.with_name("older.db"), path)


@pytest.fixture
def rig(tmp_path: Path) -> Signing:
    make_keys(tmp_path / "t.db")
    return Signing(tmp_path / "t.db")


@pytest.mark.parametrize("cut", [gone, older])
def test_a_record_that_lacks_what_was_signed_stops_the_table(
    rig: Signing, cut: Callable[[Path], None]
) -> None:
    """The older record still says that the round is open: it would be paid once more."""
    rig.connect()
    assert rig.act("open")["ok"]
    rig.record.close()
    shutil.copy(rig.path, rig.path.with_name("older.db"))
    rig.start()
    rig.connect()
    assert rig.act("close")["ok"]
    rig.host.stop()
    rig.record.close()
    cut(rig.path)
    rig.start()
    rig.connect()
    why = rig.host.view()["stopped"]
    assert "lacks entry" in why
    assert "record restore" in why
    inputs = rig.kinds()
    for act in ("open", "arm", "close"):
        assert rig.act(act)["sentence"] == why
    assert rig.kinds() == inputs
    assert rig.kinds("note").count("act_not_taken") == 3
    assert rig.act("resume_after_failure", by="supervisor Ann Lee")["ok"]
    assert rig.host.view()["stopped"] == ""
    rig.record.close()


def test_a_table_whose_key_is_gone_does_not_go_on_unsigned(rig: Signing) -> None:
    rig.record.close()
    beside(rig.path, ".key").unlink()
    with pytest.raises(Problem, match="private key cannot be read") as told:
        signer_of(rig.path)
    assert "put the key back" in told.value.remedy
