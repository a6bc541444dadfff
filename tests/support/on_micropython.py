"""Runs one file of checks under CPython and under real MicroPython.

A file of checks is plain Python that both can import: it holds `CASES`, a dict of name ->
function without arguments that raises (a bare `assert` will do) when something is wrong. A test
module is then three lines:

    CHECKS = Path(__file__).with_name("checks_debounce.py")

    @pytest.mark.parametrize(("interpreter", "name"), both(CHECKS))
    def test_debounce(interpreter, name):
        run(CHECKS, interpreter, name)
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
_MARK = "\x1e"

_SCRIPT = """
import sys
sys.path[:0] = [{folder!r}]
checks = __import__({name!r})
for name in checks.CASES:
    print("{mark}" + name)
    try:
        checks.CASES[name]()
        print("ok")
    except Exception as error:
        sys.print_exception(error, sys.stdout)
"""


def micropython() -> str:
    """The interpreter: MICROPYTHON of the environment, or the one that setup installed."""
    beside = Path(sys.executable).with_name("micropython")
    found = os.environ.get("MICROPYTHON") or (str(beside) if beside.exists() else None)
    found = found or shutil.which("micropython")
    assert found, "no micropython: run `make setup` or set MICROPYTHON=path"
    return found


def execute(script: str, *, heap: str = "192wK", timeout_s: float = 60) -> str:
    """Run `script` under MicroPython; return what it printed.

    The firmware and `tests/` (for `support.x`) can be imported.
    """
    done = subprocess.run(
        [micropython(), "-X", f"heapsize={heap}", "-c", script],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:{ROOT / 'tests'}:.frozen"},
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@cache
def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{file.parent.name}_{file.stem}", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def _outcomes(file: Path) -> dict[str, str]:
    """Run every case under MicroPython, in one process; return name -> "ok" or the traceback."""
    script = _SCRIPT.format(folder=str(file.parent), name=file.stem, mark=_MARK)
    out = execute(script, heap="2048wK")
    parts = (part.partition("\n") for part in out.split(_MARK)[1:])
    return {name: text.strip() for name, _, text in parts}


def both(file: Path) -> list[tuple[str, str]]:
    """Every (interpreter, name of a case) of a file of checks: what to parametrize with."""
    names = list(_module(file).CASES)
    return [(where, name) for where in ("cpython", "micropython") for name in names]


def run(file: Path, interpreter: str, name: str) -> None:
    """Run one case; raise AssertionError with the interpreter's own traceback when it fails."""
    if interpreter == "cpython":
        _module(file).CASES[name]()
        return
    assert _outcomes(file).get(name, "did not run") == "ok", _outcomes(file)[name]
