"""Putting the program on a running controller, so that a power cut at any step leaves one that
boots, and taking it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from feltlink.link.port import BAUD, PortInfo, PortInUse
from feltlink.link.quiet import Quiet, Silent
from feltlink.problem import Problem
from feltlink.workshop import attached, program
from feltlink.workshop.boards import Board
from feltlink.workshop.prompt import Prompt
from feltlink.workshop.targets import TARGETS
from feltlink.workshop.trees import Device, Trees

__all__ = ["At", "Deployed", "at_prompt", "deploy", "files_for", "rollback"]

Say = Callable[[str, int, int], None]
"""(what is being done, how much of it is done, of how much)"""

# The last word of MicroPython's name of a board
_CHIPS = frozenset({"rp2040", "rp2350", "esp32", "esp32s3"})


@dataclass(frozen=True)
class At:
    """Where a controller is: `prompt` is the port of its MicroPython prompt, None: found by its
    id on USB, or else `port` itself, which the program is asked for."""

    port: PortInfo
    prompt: str | None = None
    baud: int = BAUD


@dataclass(frozen=True)
class Deployed:
    """What runs now: the controller's id, its board's name, the tree and the program's SHA-256."""

    uid: bytes
    board: str
    tree: str
    program: bytes


def files_for(board: Board, device: Device) -> dict[str, bytes]:
    """The program as its image has it; as source for a MicroPython of another instruction set.

    So a deployed controller and a flashed one have the same digest.
    """
    sources = program.sources(board)
    target = TARGETS[board.chip.name]
    if target.march != device.march:
        return sources
    return program.compiled(sources, target.march)


def deploy(
    at: At,
    board: Board,
    say: Say = lambda *_: None,
    *,
    blank: bool = False,
    rewired: bool = False,
) -> Deployed:
    """Write the tree beside the one that runs, switch by one rename, reset, verify by digest.

    Problem, and nothing done, while a round is open, the port is in use, or the controller is
    another board (`rewired` allows another wiring of the same chip). `blank`: for a chip with no
    Feltlink program yet. A program that does not answer, or with another digest, is taken back.
    """
    with at_prompt(at, board, blank=blank, rewired=rewired) as (trees, talking):
        files = files_for(board, trees.device)
        total = sum(map(len, files.values()))
        tree = trees.write(files, lambda done: say("copying", done, total))
        say("switching", total, total)
        trees.switch(tree)
        talking.reset()
    say("restarting", total, total)
    wanted = program.digest(files)
    try:
        _verify(at, board, trees.device.uid, wanted)
    except PortInUse as problem:  # whoever took it may be a table: leave the controller alone
        raise Problem(
            f"the new program was put on, but could not be verified: {problem.what}",
            where=problem.where,
            remedy="stop the other program, then `feltlink firmware verify`",
            code=1,
        ) from None
    except Problem as problem:
        _undo(talking, problem)
    return Deployed(trees.device.uid, board.name, tree, wanted)


def rollback(at: At, say: Say = lambda *_: None, *, silent: bool = False) -> Deployed:
    """Let the program run that ran before the last deployment (or rollback).

    `silent`: also on a controller whose present program does not answer. Somebody must say so: with
    a wrong port or baud rate a round could be open.
    """
    with at_prompt(at, None, blank=silent) as (trees, talking):
        tree = trees.back()
        talking.reset()
    say("restarting", 1, 1)
    with attached.again(at.port, at.baud, trees.device.uid) as looking:
        _, name = attached.identity(looking)
        return Deployed(trees.device.uid, name, tree, attached.digest(looking))


@contextmanager
def at_prompt(
    at: At, board: Board | None, *, blank: bool = False, rewired: bool = False
) -> Iterator[tuple[Trees, Prompt]]:
    """The controller at its prompt, after it was seen to be free and the right one.

    Where the prompt has a port of its own the table's is held meanwhile, so that no table starts;
    else the program is asked for its port. `blank`: no program may answer there.
    """
    with ExitStack() as stack:
        looking = _look(at, blank)
        uid = None
        if looking is not None:
            stack.callback(looking.close)
            attached.leave_a_round_alone(looking, at.port.path)
            uid = looking.welcome.uid
            if board is not None:
                _same_board(looking, at, board, rewired)
        path = at.prompt or (attached.prompt_of(uid) if uid else None) or at.port.path
        if looking is not None and path == at.port.path:
            attached.give_prompt(looking, path)
        talking = stack.enter_context(Prompt(path, at.baud))
        stack.push(partial(_start_again, talking))
        trees = Trees(talking)
        if uid is not None and trees.device.uid != uid:
            raise Problem(
                f"the prompt belongs to controller {trees.device.uid.hex()}, not to {uid.hex()}",
                where=f"port {path}",
                remedy="name the right port with --prompt; nothing was changed",
            )
        chip = trees.device.chip
        if board is not None and chip in _CHIPS and chip != board.chip.name:
            raise _other_chip(chip, board, path)
        yield trees, talking


def _start_again(talking: Prompt, kind: object, error: BaseException | None, trace: object) -> None:
    """After a Problem the program that was there goes on at once, not when the watchdog bites."""
    if isinstance(error, Problem) and talking.answers:
        with suppress(Problem):
            talking.reset()


def _look(at: At, blank: bool) -> Quiet | None:
    try:
        return Quiet(at.port, at.baud)
    except Silent as problem:
        if blank:
            return None
        remedy = (
            "feltlink doctor; to deploy to a chip without a Feltlink program add --blank,"
            " to roll back one that does not start --silent"
        )
        raise Silent(problem.what, where=problem.where, remedy=remedy) from None


def _same_board(looking: Quiet, at: At, board: Board, rewired: bool) -> None:
    said, name = attached.identity(looking)
    chip = said.chip.rstrip(b"\0").decode(errors="replace")
    if chip != board.chip.name:
        raise _other_chip(chip, board, at.port.path)
    if name != board.name and not rewired:
        raise Problem(
            f"this controller is wired as {name}, not as {board.name}",
            where=f"port {at.port.path}",
            remedy=f"deploy with --board {name}; if it was wired anew, add --rewired",
        )


def _other_chip(chip: str, board: Board, path: str) -> Problem:
    return Problem(
        f"this controller is an {chip}, and {board.name} is made for {board.chip.name}",
        where=f"port {path}",
        remedy="name its own board with --board: feltlink board list",
    )


def _verify(at: At, board: Board, uid: bytes, wanted: bytes) -> None:
    where = f"port {at.port.path}"
    with attached.again(at.port, at.baud, uid) as looking:
        said, name = attached.identity(looking)
        if said.board != board.digest or name != board.name:
            raise Problem(f"after the reset it says that it is wired as {name}", where=where)
        found = attached.digest(looking)
        if found != wanted:
            raise Problem(
                f"the program's digest is {found.hex()[:16]}…, not {wanted.hex()[:16]}…",
                where=where,
            )


def _undo(before: Prompt, problem: Problem) -> None:
    """Put the older program back and say what was wrong with the new one."""
    try:
        with Prompt(before.path, before.baud) as talking:
            Trees(talking).back()
            talking.reset()
    except Problem as second:
        raise Problem(
            f"{problem.what}; and the older program could not be put back: {second.what}",
            where=problem.where,
            remedy="plug it in again and use `feltlink firmware rollback`, or flash its image",
            code=1,
        ) from None
    raise Problem(
        f"{problem.what}; the older program was put back",
        where=problem.where,
        remedy="check the wiring file and the cable, then deploy again",
        code=1,
    )
