"""What a checked value should have been, in the words of the person who wrote the file.

Pydantic names each fault by a type (docs.pydantic.dev, "Validation Errors"); here is a phrase for
each that our models can give.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

SECRET = frozenset({"pin"})
"""Keys whose value is never shown."""
LONGEST = 40

_PHRASES = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list [ ]",
    "tuple_type": "a list [ ]",
    "dict_type": "a table of keys",
    "model_type": "a table of keys",
    "model_attributes_type": "a table of keys",
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} or less",
    "string_too_short": "text of {min_length} or more characters",
    "string_too_long": "text of {max_length} or fewer characters",
    "too_short": "{min_length} or more entries",
    "too_long": "{max_length} or fewer entries",
    "literal_error": "{expected}",
    "union_tag_invalid": "{discriminator} = {expected_tags}",
    "union_tag_not_found": "the key {discriminator}",
    "json_invalid": "JSON",
}
_FORMS = {
    "^[0-9a-f]{16}$": "16 hex digits (0 to 9, a to f)",
    r"^\S(.*\S)?$": "text with no space at its ends",
    r"^\S.*\S$": "text of two or more characters with no space at its ends",
    r"^\$argon2id\$": "the hash of a PIN, as feltlink people add writes it",
    r"^[a-z0-9][a-z0-9_-]*$": "a name of a to z, 0 to 9, - and _",
}


def expected(error: Mapping[str, Any]) -> str:
    """One of `ValidationError.errors()` as a phrase: "expected a whole number, not 'x'"."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is no key that is known here"
    if kind == "value_error":
        return str(context["error"])
    phrase = _FORMS.get(context.get("pattern", "")) or _PHRASES.get(kind, "another value")
    wanted = phrase.format_map({name: _plain(value) for name, value in context.items()})
    return f"expected {wanted}{_instead(error)}"


def told(error: ValidationError, whole: str) -> str:
    """All faults in one line, each by its key; `whole` names what has no key."""
    return "; ".join(
        f"{'.'.join(map(str, one['loc'])) or whole}: {expected(one)}" for one in error.errors()
    )


def _plain(value: Any) -> str:
    """A value of pydantic's as TOML writes it."""
    text = value.replace("'", '"') if isinstance(value, str) else str(value)
    return text.lower() if text in ("True", "False") else text


def _instead(error: Mapping[str, Any]) -> str:
    if SECRET & set(error["loc"]):
        return ""
    try:
        text = json.dumps(error.get("input"), ensure_ascii=False)
    except (TypeError, ValueError):  # a date, a model
        text = str(error.get("input"))
    return f", not {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}"
