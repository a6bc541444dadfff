"""Who may do what: the people's file, with PINs that can be checked and not read.

[[person]]
name = "Ann Lee"
role = "supervisor"
pin = "$argon2id$..."        # feltlink people add writes it
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, get_args

import tomlkit
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from tomlkit.items import AoT

from feltlink.problem import Problem
from feltlink.toml_locator import Flaw, load_toml

Role = Literal["dealer", "supervisor", "technician", "auditor"]
ROLES: tuple[str, ...] = get_args(Role)
PIN_DIGITS = (4, 12)
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^\S(.*\S)?$")]

_hasher = PasswordHasher()


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Person(_Model):
    """One person. `pin` is an Argon2id hash."""

    name: Name
    role: Role
    pin: Annotated[str, Field(pattern=r"^\$argon2id\$")]

    def knows(self, pin: str) -> bool:
        """Whether this is the person's PIN. Takes as long for a wrong one."""
        try:
            return _hasher.verify(self.pin, pin)
        except (Argon2Error, InvalidHashError):
            return False


class PeopleFile(_Model):
    """The file."""

    person: list[Person] = []


def load(path: Path) -> tuple[Person, ...]:
    """Read the people's file. Every fault is told with its place."""
    return tuple(load_toml(path, PeopleFile, _twice).person)


def _twice(file: PeopleFile) -> list[Flaw]:
    seen: set[str] = set()
    flaws = []
    for i, person in enumerate(file.person):
        if person.name in seen:
            flaws.append(Flaw(("person", i, "name"), f"{person.name!r} stands here twice"))
        seen.add(person.name)
    return flaws


def add(path: Path, name: str, role: str, pin: str) -> None:
    """Put a person into the file, which is made if there is none; the file's comments stay."""
    check_new(path, name, role)
    check_pin(pin)
    text = path.read_text() if path.exists() else "# People of this table. PINs are hashed.\n"
    document = tomlkit.parse(text)
    people = document.setdefault("person", tomlkit.aot())
    entry = tomlkit.table()
    entry.update({"name": name, "role": role, "pin": _hasher.hash(pin)})
    assert isinstance(people, AoT)
    people.append(entry)
    _replace(path, document.as_string())


def check_new(path: Path, name: str, role: str) -> None:
    """Refuse a name or a role that the file cannot take."""
    try:
        TypeAdapter(Name).validate_python(name)
    except ValidationError:
        raise Problem(
            f"{name!r} is no name",
            remedy="give 1 to 40 letters, with no space at either end",
        ) from None
    if role not in ROLES:
        raise Problem(f"{role!r} is no role", remedy=f"choose one of {', '.join(ROLES)}")
    if any(person.name == name for person in (load(path) if path.exists() else ())):
        raise Problem(f"{name} is there already", where=str(path), remedy="remove the entry first")


def remove(path: Path, name: str) -> None:
    """Take a person out of the file. What they did stays in the record."""
    load(path)  # tells what is wrong with it, if anything is
    document = tomlkit.parse(path.read_text())
    people = document.get("person", [])
    places = [i for i, person in enumerate(people) if person["name"] == name]
    if not places:
        raise Problem(f"there is no {name}", where=str(path), remedy="feltlink people list")
    del people[places[0]]
    _replace(path, document.as_string())


def check_pin(pin: str) -> None:
    """Refuse a PIN that is none, or that anyone would try first."""
    least, most = PIN_DIGITS
    if not (pin.isascii() and pin.isdigit() and least <= len(pin) <= most):
        raise Problem(f"a PIN is {least} to {most} digits")
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if len(steps) == 1 and steps <= {0, 1, 9}:
        raise Problem("this PIN is the first that anyone tries", remedy="take digits in no order")


def _replace(path: Path, text: str) -> None:
    """Whole or not at all, and for its owner's eyes only."""
    new = path.with_name(path.name + ".new")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError as error:
        raise Problem(f"cannot be written: {error.strerror}", where=str(path)) from None
