"""`feltlink monitor` and `feltlink ping` on a simulated board in real time."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from feltlink.cli import monitor, ping
from feltlink.link.discovery import PortInfo, probe
from feltlink.link.roundtrip import RoundTrips, histogram
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard() as running:
        running.run_until(lambda: running.lit("lamp"), limit_us=10_000_000)
        yield running


def watched(board: SimBoard, *options: str) -> list[dict]:
    """Run the monitor for two seconds; return its JSON lines."""
    run = CliRunner().invoke(monitor.app, [board.port, "--json", "--for", "2", *options])
    assert run.exit_code == 0, run.output
    return [json.loads(line) for line in run.output.splitlines()]


def test_monitor_shows_both_ways_and_takes_no_event(board: SimBoard) -> None:
    lines = watched(board, "--raw")
    frames = [(line["way"], line["name"]) for line in lines if line["what"] == "frame"]
    assert {("out", "HELLO"), ("in", "WELCOME"), ("in", "BOOT"), ("in", "PONG")} <= set(frames)
    assert any(line["what"] == "bytes" and line["hex"] for line in lines)
    counters = lines[-1]
    assert counters["what"] == "counters"
    assert counters["frames_in"] == sum(way == "in" for way, _ in frames)
    assert counters["rtt_median_us"] > 0
    assert probe(PortInfo(board.port)).first_unacked == 0


def test_monitor_with_take_acknowledges(board: SimBoard) -> None:
    lines = watched(board, "--take", "--no-pings")
    assert not [line for line in lines if line.get("name") in ("PING", "PONG")]
    assert probe(PortInfo(board.port)).first_unacked >= 1


def test_ping_counts_answers(board: SimBoard) -> None:
    run = CliRunner().invoke(ping.app, [board.port, "-n", "20", "--json"])
    assert run.exit_code == 0, run.output
    summary = json.loads(run.output)
    assert summary["answered"] + summary["lost"] == 20
    assert 0 < summary["min_us"] <= summary["median_us"] <= summary["max_us"]


def test_ping_without_a_controller_says_so() -> None:
    run = CliRunner().invoke(ping.app, ["/nowhere/tty"])
    assert isinstance(run.exception, Problem)
    assert run.exception.where == "port /nowhere/tty"


def test_histogram_names_every_time_and_gathers_the_outliers() -> None:
    lines = histogram(RoundTrips([900] * 50 + [1_100] * 150 + [80_000], 0), width=10)
    assert sum(int(line.split()[-1]) for line in lines) == 201
    assert max(lines, key=lambda line: line.count("█")).endswith(" 150")
    assert "+" in lines[-1]
    assert lines[-1].endswith(" 1")
