"""The technician's manuals: each `feltlink` command in them is there, with the options given."""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
from pathlib import Path

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from feltlink.cli.main import app

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ["install.md", "troubleshooting.md"]


def commands(page: str) -> list[str]:
    """Every command in a code block or between back quotes, up to a pipe or a comment."""
    text = (DOCS / page).read_text().replace("\\|", "|")
    found = re.findall(r"(?:`|^ *|/bin/)(feltlink [a-z][^`\n|#]*)", text, re.MULTILINE)
    return sorted({command.strip() for command in found})


@pytest.mark.parametrize(
    "command", [c for page in PAGES for c in commands(page)], ids=lambda c: c[9:60]
)
def test_each_command_is_there(command: str) -> None:
    words = shlex.split(command)[1:]
    root = get_command(app)
    context = typer.Context(root, info_name="feltlink")
    found = root.get_command(context, words[0])  # type: ignore[attr-defined]
    assert found is not None, words[0]
    if hasattr(found, "commands") and words[1:] and words[1].islower():
        found = found.commands[words[1]]
    options = {name for param in found.params for name in param.opts} | {"--help"}
    given = {word for word in words if word.startswith("--")}
    assert given <= options, f"{command}: {given - options}"


def test_the_tables_file_is_good_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written by the manual's steps 8 to 10; all but the keys, which those make."""
    text = (DOCS / "install.md").read_text().split("```toml\n")[1].split("```")[0]
    (tmp_path / "table.toml").write_text(textwrap.dedent(text))
    wheel = re.search(r"a copy of (\S+)", text)
    assert wheel
    shutil.copy(DOCS.parent / wheel[1], tmp_path)
    (tmp_path / "table-1.key").write_text("5a" * 32 + "\n")
    monkeypatch.chdir(tmp_path)
    for line in commands("install.md"):
        name = re.match(r'feltlink people add people.toml "(.+)" --role (\w+)', line)
        if name:
            pin = "740913\n" * 2
            add = CliRunner().invoke(app, shlex.split(line)[1:], input=pin)
            assert add.exit_code == 0, add.output
    checked = CliRunner().invoke(app, ["table", "check", "table.toml"])
    assert checked.exit_code == 0, checked.output
    assert "only e653494d00000001, provisioned" in checked.output
    assert "NONE OF IT" not in checked.output


def test_the_unit_names_what_the_table_needs() -> None:
    text = (DOCS / "install.md").read_text()
    unit = text.split("```ini\n")[1].split("```")[0]
    for needed in ("table run table.toml", "KillSignal=SIGINT", "SupplementaryGroups=dialout"):
        assert needed in unit
