"""However a command ends, a person gets a sentence, a next step and an exit code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feltlink.cli import main
from feltlink.problem import Problem


@pytest.mark.parametrize(
    ("raised", "said", "code"),
    [
        (Problem("no chip", where="seat 3", remedy="put one there"), "seat 3: no chip", 2),
        (FileNotFoundError(2, "No such file", "/nope/x"), "/nope/x: No such file\n  → check", 2),
        (KeyError("spot"), "a fault of Feltlink itself (KeyError: 'spot')", 1),
    ],
)
def test_no_traceback_reaches_a_person(
    raised: Exception,
    said: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def failing() -> None:
        raise raised

    monkeypatch.setattr(main, "app", failing)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        main.run()
    text = capsys.readouterr().err
    assert (ended.value.code, said in text, "Traceback" in text) == (code, True, False)
    for kept in re.findall(r"keep (\S+) and", text):
        assert "KeyError" in Path(kept).read_text()
