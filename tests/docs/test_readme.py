"""The README, taken at its word: each of its commands is run, each of its links leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT = (ROOT / "README.md").read_text()


def commands() -> list[str]:
    """The lines of the README's `sh` blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


@pytest.mark.parametrize("command", commands())
def test_each_command_works_as_written(command: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    if command.startswith("make "):
        script = command.removeprefix("make demo SCRIPT=")
        command = f"feltlink demo --script {script}"  # as the Makefile says; no second set-up
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_each_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_each_verb_of_the_makefile_is_there() -> None:
    verbs = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`([a-z-]+)`", TEXT.split("`make help` lists")[1]))
    assert {"bench", "lint", "format", "docs", "screenshots"} <= named <= verbs
