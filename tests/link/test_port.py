"""How a port is opened."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.link.port import BRIDGES, open_port
from feltlink.problem import Problem


@pytest.fixture
def path() -> Iterator[str]:
    master, slave = os.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def flags(fd: int) -> list[int]:
    return termios.tcgetattr(fd)[:4]


@pytest.mark.parametrize("vendor", sorted(BRIDGES))
def test_closing_a_bridge_moves_no_line_that_could_reset_its_chip(path: str, vendor: int) -> None:
    port = open_port(path, vendor=vendor)
    assert not flags(port.fd)[2] & termios.HUPCL
    port.close()


def test_closing_native_usb_tells_the_controller_that_the_host_is_gone(path: str) -> None:
    port = open_port(path)
    assert flags(port.fd)[2] & termios.HUPCL
    port.close()


def test_every_byte_value_passes_both_ways_unchanged(path: str) -> None:
    """No echo, no CR or LF translation, no signal character, no flow control."""
    port = open_port(path)
    iflag, oflag, _cflag, lflag = flags(port.fd)
    assert not iflag & (termios.ICRNL | termios.INLCR | termios.IXON | termios.ISTRIP)
    assert not oflag & termios.OPOST
    assert not lflag & (termios.ECHO | termios.ICANON | termios.ISIG)
    port.close()


def test_a_file_and_a_folder_are_no_ports(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.touch()
    for name in (file, tmp_path):
        with pytest.raises(Problem, match="no serial port"):
            open_port(str(name))
