"""The schemas of written rounds, as `feltlink schema` prints them and docs/rounds/ holds them."""

from __future__ import annotations

import json

from feltlink.games.registry import written


def page(game: str) -> str:
    """JSON Schema (2020-12) of a round of `game`."""
    form = written(game)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **form.model.model_json_schema(mode="validation"),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
