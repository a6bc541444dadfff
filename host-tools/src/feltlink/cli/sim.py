"""`feltlink sim`: a simulated board that runs alone."""

from __future__ import annotations

import json
import sys
import threading
from typing import Annotated

import typer

from feltlink.problem import Problem

app = typer.Typer(add_completion=False)


@app.command()
def sim(
    board: Annotated[str, typer.Option(help="A board's name, or its TOML file.")] = "pico-6seat",
    virtual: Annotated[
        bool, typer.Option("--virtual", help="Time moves only with the word `run`.")
    ] = False,
    pull_after: Annotated[
        float | None, typer.Option(metavar="S", help="Pull the cable after S seconds …")
    ] = None,
    plug_after: Annotated[
        float | None, typer.Option(metavar="S", help="… and put it back S seconds later.")
    ] = None,
    ticks: Annotated[
        int, typer.Option(min=0, max=2**30 - 1, help="Start of the tick counter (30 bits of µs).")
    ] = 0,
    ppm: Annotated[int, typer.Option(help="How much too fast the device's crystal is.")] = 0,
    uid: Annotated[
        str, typer.Option(metavar="HEX", help="Unique id, 8 bytes; two boards must differ.")
    ] = "e653494d00000001",
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Its MicroPython prompt too, on a second port.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Run a board without hardware: the firmware on a real MicroPython, with simulated pins.

    Prints the port to open, then each change of a light with its time. Reads words on standard
    input; `help` lists them. Ends with `quit` or Ctrl-C.

    Example: (echo seat 3 on; sleep 1; echo press; sleep 1; echo quit) | feltlink sim
    """
    from feltlink.sim.board import SimBoard
    from feltlink.sim.console import Console
    from feltlink.sim.trace import Change

    def tell(text: str, **values: object) -> None:
        print(json.dumps(values) if as_json else text, flush=True)

    def changed(change: Change) -> None:
        state = "on" if change.lit else "off"
        tell(
            f"{change.at_us / 1e6:12.6f} s  {change.name} {state}",
            at_us=change.at_us,
            line=change.name,
            lit=change.lit,
        )

    try:
        unique = bytes.fromhex(uid)
    except ValueError as error:
        raise Problem(str(error), where="--uid", remedy="give 16 hex digits") from error
    with SimBoard(
        board,
        clock="virtual" if virtual else "real",
        link="pty",
        uid=unique,
        ticks=ticks,
        drift_ppm=ppm,
        console=prompt and not virtual,
        start=False,
    ) as simulated:
        tell(f"port: {simulated.port}", port=simulated.port, board=simulated.board.name)
        if simulated.device.prompt:
            path = str(simulated.device.prompt.path)
            tell(f"prompt: {path}", prompt=path)
        simulated.watch(changed)
        simulated.device.on_end = lambda why: tell(f"the firmware ended: {why}", ended=why)
        simulated.start()
        if pull_after is not None:
            pull_us = simulated.now_us + int(pull_after * 1e6)
            simulated.call_at(pull_us, simulated.pull)
            if plug_after is not None:
                simulated.call_at(pull_us + int(plug_after * 1e6), simulated.plug)
        console = Console(simulated)
        try:
            for line in sys.stdin:
                if line.strip() == "quit":
                    return
                try:
                    said = console.do(line)
                except Problem as problem:
                    said = str(problem)
                if said:
                    tell(said, said=said)
            if not virtual:  # the input has ended; the board lives on
                threading.Event().wait()
        except KeyboardInterrupt:
            return
