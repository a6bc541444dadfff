"""Reads a TOML file into a pydantic model and names the place of every fault in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from feltlink import toml_positions
from feltlink.expected import expected
from feltlink.problem import Problem

M = TypeVar("M", bound=BaseModel)
MEND = "mend these lines and try again"
MEND_ONE = "mend the line and try again"


@dataclass(frozen=True)
class Flaw:
    """A fault in a file: the path of the key (("seat", 2, "sensor")) and what is wrong there."""

    path: toml_positions.Path
    text: str


def load_toml(file: Path, model: type[M], check: Callable[[M], Iterable[Flaw]] | None = None) -> M:
    """Return `file` as a `model`, or raise a Problem that lists every fault, a line each.

    A line reads `file:line:column: key: what was expected`. `check` looks for what one field
    alone does not show, and runs when each field for itself is sound.
    """
    try:
        return _load(file, model, check)
    except RecursionError:
        raise Problem(
            "nests deeper than any file of Feltlink", where=str(file), remedy="name another file"
        ) from None


def _load(file: Path, model: type[M], check: Callable[[M], Iterable[Flaw]] | None) -> M:
    try:
        text = file.read_text(encoding="utf-8-sig")
        data = tomllib.loads(text)
    except OSError as error:
        raise Problem(
            f"cannot be read: {error.strerror}",
            where=str(file),
            remedy="check the name and that you may read it",
        ) from None
    except UnicodeDecodeError as error:
        raise Problem(
            f"byte {error.start} is not UTF-8", where=str(file), remedy="save the file as UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise Problem(_grammar(file, text, str(error)), remedy=MEND_ONE) from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise Problem(
            "holds a number too long to be one", where=str(file), remedy="write it shorter"
        ) from None
    try:
        loaded = model.model_validate(data)
    except ValidationError as error:
        found = toml_positions.positions(text)
        flaws = [_flaw(dict(item), found) for item in error.errors()]
    except Problem as problem:  # of a rule between several keys
        flaws = [Flaw((), inside(problem))]
    else:
        flaws = list(check(loaded)) if check else []
    if flaws:
        raise Problem(_listing(file, text, flaws), remedy=MEND)
    return loaded


def _flaw(error: dict[str, Any], found: dict[toml_positions.Path, toml_positions.Position]) -> Flaw:
    path: toml_positions.Path = ()
    for i, part in enumerate(error["loc"]):
        missing = error["type"] == "missing" and i == len(error["loc"]) - 1
        if missing or (*path, part) in found:  # pydantic adds what it tried ("int", a tag)
            path = (*path, part)
    return Flaw(path, expected(error))


def inside(problem: Problem) -> str:
    """A fault in a file that the file at hand names, as the text of a flaw."""
    head = f"{problem.where}: {problem.what}" if problem.where else problem.what
    remedy = f" ({problem.remedy})" if problem.remedy not in ("", MEND, MEND_ONE) else ""
    return head.replace("\n", "\n    ") + remedy


# What `tomllib` says of a key or a table that was set before.
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate inline")


def _grammar(file: Path, text: str, message: str) -> str:
    """`tomllib` tells "(at line 3, column 9)" or "(at end of document)"."""
    what, _, place = message.rpartition(" (at ")
    numbers = "".join(c if c.isdigit() else " " for c in place).split()
    line, column = numbers if len(numbers) == 2 else (str(text.count("\n") + 1), "1")
    if what.startswith(_TWICE):
        upto = "\n".join(text.split("\n")[: int(line)])
        again = toml_positions.again(upto)
        if again is not None:
            path, first, (at_line, at_column) = again
            return (
                f"{file}:{at_line}:{at_column}: {key(path)}: stands here a second time; it is set"
                f" in line {first[0]}"
            )
    return f"{file}:{line}:{column}: {what or message}"


def _listing(file: Path, text: str, flaws: Iterable[Flaw]) -> str:
    found = toml_positions.positions(text)
    lines = []
    for flaw in flaws:
        path = flaw.path
        while path not in found:  # a missing key stands nowhere: name the table it belongs to
            path = path[:-1]
        line, column = found[path]
        lines.append((line, column, f"{file}:{line}:{column}: {key(flaw.path)}: {flaw.text}"))
    return "\n".join(text for _line, _column, text in sorted(lines))


def key(path: toml_positions.Path) -> str:
    """Return a path as a person writes it: `seat[2].spots[0].sensor`."""
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            out += f".{part}" if out else part
    return out or "(file)"
