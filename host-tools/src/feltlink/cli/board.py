"""`feltlink board`: which pin is which seat's sensor and light."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from feltlink.problem import Problem

app = typer.Typer(no_args_is_help=True, help="List, show, check and start a board's wiring.")

NAME = Annotated[str, typer.Argument(help="A board's name, or its .toml file.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_boards(as_json: JSON = False) -> None:
    """List the boards that come with Feltlink.

    Example: feltlink board list
    """
    from feltlink.workshop import boards

    found = [boards.load(name) for name in boards.names()]
    if as_json:
        rows = [{"name": b.name, "title": b.file.title, "chip": b.chip.name} for b in found]
        print(json.dumps(rows))
        return
    table = Table("board", "chip", "seats", "inputs", "title", box=None)
    for board in found:
        table.add_row(
            board.name, board.chip.name, str(len(board.seats)), str(board.inputs), board.file.title
        )
    Console().print(table)


@app.command()
def show(
    name: NAME,
    svg: Annotated[Path | None, typer.Option(help="Also draw the wiring into this file.")] = None,
    as_json: JSON = False,
) -> None:
    """Print a board's wiring table and where the host goes; with --svg draw it too.

    Example: feltlink board show pico-6seat --svg wiring.svg
    """
    from feltlink.workshop import boards
    from feltlink.workshop.board_picture import svg as draw
    from feltlink.workshop.board_words import words

    board = boards.load(name)
    if svg:
        svg.write_text(draw(board))
    rows = [
        {
            "input": place.input,
            "seat": place.seat,
            "spot": place.spot,
            "sensor": board.pin_of(place.input),
            "light": board.line(place.light),
        }
        for place in board.places
    ]
    button = {
        "input": board.button_input,
        "pin": board.pin_of(board.button_input),
        "light": board.chip.pin(board.button_light),
    }
    if as_json:
        listing = {"name": board.name, "chip": board.chip.name, "digest": board.digest.hex()}
        body = {**listing, "wiring": words(board), "spots": rows, "button": button}
        print(json.dumps(body))
        return
    table = Table("input", "seat", "spot", "sensor", "light", box=None)
    for row in rows:
        table.add_row(*(str(row[k]) for k in ("input", "seat", "spot", "sensor", "light")))
    table.add_row(str(button["input"]), "", "spin button", str(button["pin"]), str(button["light"]))
    console = Console()
    console.print(f"[bold]{board.name}[/]  {board.file.title}", soft_wrap=True)
    console.print(table)
    for what, line in words(board).items():
        print(f" {what:<14} {line}")
    if svg:
        print(f"drawn into {svg}")


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="Board files or names.")],
    as_json: JSON = False,
) -> None:
    """Check wirings against their chip: every fault with file, line and rule. Exit 2 on any.

    Example: feltlink board check my-table.toml
    """
    from feltlink.workshop import boards

    found: list[dict[str, object]] = []
    for file in files:
        try:
            board = boards.load(file)
        except Problem as problem:
            found.append({"file": file, "good": False, "faults": problem.what.splitlines()})
            said = str(problem)
        else:
            found.append({"file": file, "good": True, "faults": []})
            said = f"{file}: good: {len(board.places)} spots on {board.chip.title}"
        if not as_json:
            print(said)
    if as_json:
        print(json.dumps(found))
    if not all(one["good"] for one in found):
        raise typer.Exit(2)


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    like: Annotated[str, typer.Option(help="The board to start from.")] = "pico-6seat",
    as_json: JSON = False,
) -> None:
    """Write a new board file to change, a copy of one that works.

    Example: feltlink board new my-table.toml --like esp32-6seat
    """
    from feltlink.workshop import boards

    board = boards.load(like)
    if file.exists():
        raise Problem(
            "is there already", where=str(file), remedy="name another file, or remove this one"
        )
    text = board.path.read_text().replace(f'name = "{board.name}"', f'name = "{file.stem}"', 1)
    file.write_text(text)
    boards.load(file)
    if as_json:
        print(json.dumps({"file": str(file), "like": board.name}))
    else:
        print(f"{file}: change the pins, then: feltlink board check {file}")
