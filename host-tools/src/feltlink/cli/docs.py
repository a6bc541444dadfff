"""`feltlink docs write|check`: the pages under docs/ that are made from the code."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import typer

from feltlink.cli.schema_page import page as schema
from feltlink.games.registry import NAMES
from feltlink.link.protocol.page import page as protocol
from feltlink.problem import Problem

app = typer.Typer(no_args_is_help=True, help="Write or check the generated pages under docs/.")

PAGES: dict[str, Callable[[], str]] = {
    "protocol.md": protocol,
    **{f"rounds/{game}.schema.json": partial(schema, game) for game in NAMES},
}


def _folder() -> Path:
    folder = Path(__file__).resolve().parents[4] / "docs"
    if not folder.is_dir():
        raise Problem(
            "there is no docs/ here: this is an installed copy, not a checkout",
            where=str(folder),
            remedy="run it in a checkout of the project: make docs",
        )
    return folder


@app.command()
def write() -> None:
    """Write the pages again. Example: feltlink docs write"""
    folder = _folder()
    for name, make in PAGES.items():
        path = folder / name
        fresh = make()
        if path.exists() and path.read_text(encoding="utf-8") == fresh:
            print(f"docs/{name} is up to date")
            continue
        path.write_text(fresh, encoding="utf-8")
        print(f"docs/{name} written")


@app.command()
def check() -> None:
    """Fail, with the difference, if a page differs from the code. Example: feltlink docs check"""
    folder = _folder()
    for name, make in PAGES.items():
        path = folder / name
        have = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = list(
            difflib.unified_diff(
                have.splitlines(), make().splitlines(), f"docs/{name}", "generated", lineterm=""
            )
        )
        if lines:
            print("\n".join(lines[:40]))
            raise Problem(
                "the page is not what the code says",
                where=f"docs/{name}",
                remedy="feltlink docs write",
                code=1,
            )
    print(f"{len(PAGES)} page(s) up to date")
