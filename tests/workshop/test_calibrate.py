"""`feltlink calibrate` on the simulated board with converters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.link.port import PortInfo
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached, boards
from feltlink.workshop.calibrate import calibrate, restore
from feltlink.workshop.deploy import At
from feltlink.workshop.thresholds import Threshold

BOARD = boards.load("esp32-7seat-adc")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimBoard]:
    with SimBoard(BOARD, folder=tmp_path, console=True) as running:
        attached.again(PortInfo(running.port)).close()
        yield running


class Hand:
    """Puts chips on all sensors when told, but not on seat `forgotten`."""

    def __init__(self, board: SimBoard, forgotten: int = 0, word: bool = True) -> None:
        self._board = board
        self.word = word
        self.shown: list[list[Threshold]] = []
        self._forgotten = forgotten

    def tell(self, sentence: str) -> None:
        for seat in BOARD.seats:
            self._board.chip(seat, "Put" in sentence and seat != self._forgotten)

    def show(self, counts: list[int]) -> None:
        assert len(counts) == len(BOARD.seats)

    def done(self) -> bool:
        return True

    def agrees(self, found: list[Threshold]) -> bool | None:
        """After a moment's thought."""
        self.shown.append(found)
        return self.word if len(self.shown) > 1 else None


def at(board: SimBoard) -> At:
    """Its only port: the program is asked for it."""
    return At(PortInfo(board.port))


def kept(board: SimBoard, name: str = "calibration") -> bytes:
    return (board.flash.root / name).read_bytes()


def test_thresholds_lie_between_felt_and_chip_and_are_kept(board: SimBoard) -> None:
    found = calibrate(at(board), BOARD, Hand(board))
    assert [t.seat for t in found] == list(BOARD.seats)
    for one in found:
        assert one.free_most < one.off_counts < one.on_counts < one.covered_least
    text = b"0 %d %d\n" % (found[0].on_counts, found[0].off_counts)
    assert kept(board).startswith(text)
    adc = BOARD.file.sensors.adc
    assert adc
    assert {(t.on_before, t.off_before) for t in found} == {(adc.on_counts, adc.off_counts)}
    assert kept(board, "calibration.old") == b""


def test_what_held_before_is_shown_and_comes_back(board: SimBoard) -> None:
    with pytest.raises(Problem, match="no older calibration"):
        restore(at(board), BOARD)
    first = calibrate(at(board), BOARD, Hand(board))
    text = kept(board)
    second = calibrate(at(board), BOARD, Hand(board))
    assert [(t.on_before, t.off_before) for t in second] == [
        (t.on_counts, t.off_counts) for t in first
    ]
    assert kept(board, "calibration.old") == text
    newer = kept(board)
    held = restore(at(board), BOARD)
    assert held == [(t.on_counts, t.off_counts) for t in first]
    assert (kept(board), kept(board, "calibration.old")) == (text, newer)


def test_what_nobody_agrees_to_is_not_kept(board: SimBoard) -> None:
    hand = Hand(board, word=False)
    with pytest.raises(Problem, match="nothing was kept") as caught:
        calibrate(at(board), BOARD, hand)
    assert caught.value.code == 1
    assert len(hand.shown[0]) == len(BOARD.places)
    assert not (board.flash.root / "calibration").exists()
    attached.again(PortInfo(board.port)).close()


def test_a_sensor_that_sees_no_chip_is_named_and_nothing_is_kept(board: SimBoard) -> None:
    with pytest.raises(Problem, match="does not tell a chip") as caught:
        calibrate(at(board), BOARD, Hand(board, forgotten=4))
    assert caught.value.where == f"seat 4, bonus_spin ({BOARD.pin_of(3)})"
    assert caught.value.code == 1
    assert not (board.flash.root / "calibration").exists()


def test_a_board_with_plain_pins_has_nothing_to_calibrate() -> None:
    with pytest.raises(Problem, match="have no thresholds"):
        calibrate(At(PortInfo("/none")), boards.load("pico-6seat"), None)  # type: ignore[arg-type]
