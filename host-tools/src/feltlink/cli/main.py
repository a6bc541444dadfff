"""The `feltlink` command. A group's module is imported only when it is called, so help is quick."""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from tempfile import NamedTemporaryFile
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from feltlink.problem import Problem

# name -> module in this package holding `app`, a typer.Typer with one command or several
COMMANDS: dict[str, str] = {
    "board": "board",
    "calibrate": "calibrate",
    "demo": "demo",
    "devices": "devices",
    "docs": "docs",
    "doctor": "doctor",
    "firmware": "firmware",
    "link": "link",
    "meter": "meter",
    "monitor": "monitor",
    "odds": "odds",
    "people": "people",
    "ping": "ping",
    "provision": "provision",
    "record": "record",
    "schema": "schema",
    "selftest": "selftest",
    "settle": "settle",
    "sim": "sim",
    "simulate": "simulate",
    "table": "table",
    "wheel": "wheel",
}


class _Lazy(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: Any, name: str) -> Any:
        if name not in COMMANDS:
            return None
        module = import_module(f"feltlink.cli.{COMMANDS[name]}")
        command = typer.main.get_command(module.app)
        command.name = name
        # completion belongs to the root alone, which has none: a table host is no place for it
        command.params = [p for p in command.params if not str(p.name).endswith("_completion")]
        return command


app = typer.Typer(cls=_Lazy, no_args_is_help=True, add_completion=False)


@app.callback()
def root() -> None:
    """The controller under the felt of a casino table, and the software beside it."""


def run() -> None:
    """Run the command; print what went wrong without a traceback and exit with its code."""
    try:
        app()
    except Problem as problem:
        _end(problem)
    except OSError as error:
        where = str(error.filename or "")
        remedy = "check the name, and that you may read and write there" if where else ""
        _end(Problem(error.strerror or str(error), where=where, remedy=remedy))
    except Exception as error:
        _end(_fault(error))


def _end(problem: Problem) -> NoReturn:
    print(f"feltlink: {problem}", file=sys.stderr)
    sys.exit(problem.code)


def _fault(error: Exception) -> Problem:
    """A fault of ours: the traceback goes into a file, for whoever mends it."""
    with NamedTemporaryFile("w", prefix="feltlink-fault-", suffix=".txt", delete=False) as file:
        file.write("".join(traceback.format_exception(error)))
    return Problem(
        f"a fault of Feltlink itself ({type(error).__name__}: {error})",
        remedy=f"start it again; keep {file.name} and report it",
        code=1,
    )
