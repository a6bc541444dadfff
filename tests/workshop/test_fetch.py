"""`feltlink firmware fetch`: pinned by digest, asks first, from a stick or an address."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.firmware import app
from feltlink.problem import Problem
from feltlink.workshop import fetch

CONTENT = b"a base image" * 10_000
BASE = fetch.Base("base.uf2", "1.0", hashlib.sha256(CONTENT).hexdigest(), "http://127.0.0.1:9/x")


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: object) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "any.uf2").write_bytes(CONTENT)
    handler = partial(Silent, directory=str(tmp_path / "served"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/any.uf2"
        server.shutdown()
        thread.join()


def test_from_a_stick(tmp_path: Path) -> None:
    stick = tmp_path / "stick.uf2"
    stick.write_bytes(CONTENT)
    path = fetch.fetch(BASE, str(stick), tmp_path / "out")
    assert path == tmp_path / "out" / "base.uf2"
    assert path.read_bytes() == CONTENT
    stick.unlink()  # what is there already is not fetched again
    assert fetch.fetch(BASE, str(stick), tmp_path / "out") == path


def test_from_an_address(address: str, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = fetch.fetch(BASE, address, tmp_path / "out", lambda *at: told.append(at))
    assert path.read_bytes() == CONTENT
    assert told[-1] == (len(CONTENT), len(CONTENT))


def test_another_digest_is_never_kept(tmp_path: Path) -> None:
    stick = tmp_path / "stick.uf2"
    stick.write_bytes(CONTENT[:-1])
    with pytest.raises(Problem, match="has SHA-256") as caught:
        fetch.fetch(BASE, str(stick), tmp_path / "out")
    assert caught.value.code == 1
    assert list((tmp_path / "out").iterdir()) == []


def test_an_address_that_does_not_answer_says_how_to_do_without(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be read") as caught:
        fetch.fetch(BASE, BASE.address, tmp_path / "out")
    assert "--from PATH" in caught.value.remedy


def test_asks_first_and_says_where_from(address: str, tmp_path: Path) -> None:
    run = CliRunner().invoke(
        app, ["fetch", "--from", address, "--out", str(tmp_path / "out")], input="n\n"
    )
    assert isinstance(run.exception, Problem)
    assert run.exception.what == "nothing was fetched"
    assert f"from {address}" in run.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("chip", "name"),
    [("rp2350", "RPI_PICO2-*.uf2"), ("esp32", "ESP32_GENERIC-*.bin"), ("esp32s3", "_S3-*.bin")],
)
def test_a_chip_without_a_pin_says_what_to_take(chip: str, name: str) -> None:
    run = CliRunner().invoke(app, ["fetch", "--chip", chip])
    assert isinstance(run.exception, Problem)
    assert run.exception.what == f"no pinned image for {chip}: give BASE=path"
    assert name in run.exception.remedy


def test_an_unknown_chip_names_those_there_are() -> None:
    run = CliRunner().invoke(app, ["fetch", "--chip", "z80"])
    assert isinstance(run.exception, Problem)
    assert "esp32, esp32s3, rp2040, rp2350" in run.exception.remedy


def test_the_pinned_bases_are_whole() -> None:
    for base in fetch.bases().values():
        assert len(bytes.fromhex(base.sha256)) == 32
        assert base.address.endswith(base.name)
        assert base.version in base.name
