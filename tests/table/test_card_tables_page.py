"""The example in docs/card-tables.md is a sound table, and its settings are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from feltlink.games.card_games import RULES
from feltlink.table import config

PAGE = (Path(__file__).parents[2] / "docs" / "card-tables.md").read_text(encoding="utf-8")


def test_the_example_is_sound(tmp_path: Path) -> None:
    text = PAGE.partition("```toml\n")[2].partition("```")[0]
    text = text.replace('port = "auto"\nkey_file = "table-4.key"', 'port = "sim"')
    (tmp_path / "table.toml").write_text(text)
    setup = config.load(tmp_path / "table.toml")
    assert setup.playing.effective()["rules"]["cards"] == "stream"
    assert setup.shoe == Path("/dev/ttyUSB1")


def test_every_setting_is_told_and_no_other() -> None:
    told = set()
    for row in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", PAGE, flags=re.MULTILINE):
        told |= set(re.findall(r"`(\w+)`", row))
    told -= {"keyed", "stream", "virtual"}
    known = {name for model in RULES.values() for name in model.model_fields}
    assert told | {"cards", "dealing", "burn"} == known
