"""The self-test as a walk: what is asked next, given what the controller and the technician say.

No clock, no port: whoever walks it (the command, or the bench page of a running table) gives a
`Look` as often as there is one, does what `ask` says, and finds the results in `steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Literal

from feltlink.workshop.boards import Board

__all__ = ["Ask", "Look", "Step", "Walk", "sentence"]

Part = Literal["light", "sensor"]
Result = Literal["passed", "failed", "not seen"]
Do = Literal["look", "clear", "put", "take"]


@dataclass(frozen=True, slots=True)
class Look:
    """What is known at `now_us`. `covered` and `faulted` are masks of inputs, the button the last.

    `answer` is the technician's on what is asked now: to "look" whether the light blinks, to the
    others False: nothing comes. `refused` says why the controller did not light what it should.
    """

    now_us: int
    covered: int = 0
    faulted: int = 0
    answer: bool | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be done now. `number` rises with each, so that an answer has its question.

    `input` is the light's or input's number on the wire, the button's behind the last seat's;
    `seat` is 0 for the button, and `lit` the one light that shall blink.
    """

    number: int
    do: Do
    input: int = -1
    seat: int = 0
    spot: str = ""
    pin: str = ""
    lit: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing tested. `seat` is 0 for the button. `detail` says what was wrong, or is "".

    `after_ms` is when it was over, from the begin of the walk.
    """

    part: Part
    seat: int
    spot: str
    pin: str
    result: Result
    detail: str = ""
    after_ms: int = 0

    @property
    def name(self) -> str:
        """As people say it: `seat 3 bonus_spin sensor (GP4)`."""
        place = f"seat {self.seat} {self.spot} " if self.seat else "button "
        word = self.part if self.seat else {"light": "lamp", "sensor": "switch"}[self.part]
        return f"{place}{word} ({self.pin})"


def sentence(ask: Ask) -> str:
    """What is asked, for a terminal."""
    where = f"seat {ask.seat}, {ask.spot}"
    match ask.do:
        case "look":
            what = where if ask.seat else "the button"
            return f"Does the light of {what} ({ask.pin}) blink, and no other?"
        case "clear":
            return "Take all chips off the sensors, and let go of the button."
        case "put":
            what = f"Put a chip on {where}" if ask.seat else "Press and hold the button"
            return f"{what} ({ask.pin})."
    return "Take it off again." if ask.seat else "Let it go."


Waiting = Generator[Ask, Look, None]


class Walk:
    """`ask` is None when it is over; `steps` holds what was found so far.

    `patience_us`: so long is waited for each chip or press, `light_us` for each answer about a
    light.
    """

    def __init__(self, board: Board, look: Look, *, patience_us: int, light_us: int) -> None:
        self.steps: list[Step] = []
        self.count = 2 * board.inputs
        self._board = board
        self._look = look
        self._began_us = look.now_us
        self._patience_us = patience_us
        self._light_us = light_us
        self._asked = 0
        self._going = self._walk()
        self.ask: Ask | None = next(self._going)

    def take(self, look: Look) -> None:
        """Go on with what is known now."""
        if self.ask is None:
            return
        try:
            self.ask = self._going.send(look)
        except StopIteration:
            self.ask = None

    def name(self, number: int) -> str:
        """An input, as people say it."""
        if number == self._board.button_input:
            return f"the button ({self._board.pin_of(number)})"
        seat, spot = self._board.spot_of(number)
        return f"seat {seat} {spot} ({self._board.pin_of(number)})"

    def _walk(self) -> Waiting:
        board = self._board
        lines = [(p.seat, p.spot, board.line(p.light), board.line(p.sensor)) for p in board.places]
        lamp, button = board.chip.pin(board.button_light), board.chip.pin(board.button)
        lines.append((0, "", lamp, button))
        for i, (seat, spot, light, _) in enumerate(lines):
            yield from self._light(i, seat, spot, light)
        yield from self._wait("clear", lambda covered: covered == 0)
        for i, (seat, spot, _, sensor) in enumerate(lines):
            yield from self._input(i, seat, spot, sensor)

    def _light(self, i: int, seat: int, spot: str, pin: str) -> Waiting:
        place = (i, seat, spot, pin)
        yield from self._wait("look", lambda _: bool(self._look.refused), place, self._light_us)
        seen = self._look.answer
        if self._look.refused:
            self._found("light", place, "failed", f"the controller refused: {self._look.refused}")
        elif seen is None:
            self._found("light", place, "not seen", "nobody answered")
        elif seen:
            self._found("light", place)
        else:
            self._found("light", place, "failed", "it does not blink, or another one does")

    def _input(self, i: int, seat: int, spot: str, pin: str) -> Waiting:
        place = (i, seat, spot, pin)
        mine = 1 << i
        at_rest = self._look.covered
        if at_rest & mine:
            self._found("sensor", place, "failed", "is active with nothing on it")
            return
        yield from self._wait("put", lambda covered: bool(covered & ~at_rest), place)
        covered = self._look.covered
        if not covered & mine:
            others = [n for n in range(self._board.inputs) if (covered & ~at_rest) >> n & 1]
            if not others:
                masked = self._look.faulted & mine
                silence = "is masked: the controller holds it for faulty"
                self._found("sensor", place, "failed", silence if masked else "did not answer")
                return
            names = ", ".join(map(self.name, others))
            yield from self._wait("take", lambda covered: not covered & ~at_rest, place)
            self._found("sensor", place, "failed", f"{names} answered in its place")
            return
        yield from self._wait("take", lambda covered: not covered & mine, place)
        if self._look.covered & mine:
            self._found("sensor", place, "failed", "stays active when it is left alone")
        else:
            self._found("sensor", place)

    def _wait(
        self,
        do: Do,
        true: Callable[[int], bool],
        place: tuple[int, int, str, str] = (-1, 0, "", ""),
        limit_us: int | None = None,
    ) -> Waiting:
        """Ask, until it is so, the technician has answered, or patience ends."""
        self._asked += 1
        ask = Ask(self._asked, do, *place, lit=place[0] if do == "look" else None)
        until_us = self._look.now_us + (self._patience_us if limit_us is None else limit_us)
        while True:
            self._look = yield ask
            if true(self._look.covered) or self._look.answer is not None:
                return
            if self._look.now_us >= until_us:
                return

    def _found(
        self,
        part: Part,
        place: tuple[int, int, str, str],
        result: Result = "passed",
        detail: str = "",
    ) -> None:
        after_ms = (self._look.now_us - self._began_us) // 1000
        self.steps.append(Step(part, *place[1:], result, detail, after_ms))
