"""The rooms of docs/architecture.md, enforced: who may import whom, how long a file may be, and
what must not occur. A failure names the file and the line, and the rule it breaks."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HOST = ROOT / "host-tools" / "src" / "feltlink"
FIRMWARE = ROOT / "firmware"

# room -> the other rooms of feltlink it may import
HOST_RULES: dict[str, set[str]] = {
    "link": set(),
    "cards": set(),
    "money": set(),
    "wheel": {"money"},
    "games": {"cards", "money", "wheel"},
    "odds": {"games", "cards", "money", "wheel"},
    "record": set(),
    "floor": {"money", "record"},
    "workshop": {"link"},
    "sim": {"workshop"},
    "table": {"link", "games", "cards", "money", "wheel", "record", "floor", "workshop"},
    "web": {"table", "floor", "record", "workshop", "sim", "games", "link"},
    "cli": {
        *("table", "web", "record", "workshop", "sim", "games", "link"),
        *("odds", "wheel", "money", "cards", "floor"),
    },
}
# top-level modules everyone may import
COMMON = {"problem", "assets", "toml_locator", "toml_positions"}
# I/O, clocks and chance: a pure room must not touch them
IMPURE = {"os", "io", "socket", "time", "datetime", "random", "secrets", "asyncio", "sqlite3"}
PURE = {"games", "money", "cards"}
# cards are dealt by the operating system's generator and read from streams at one place
PURE_EXCEPT = {"cards/entry.py", "cards/deck.py", "cards/sources.py"}
WIRE_USERS = {"link", "workshop", "sim", "table", "web", "cli"}

DEVICE_RULES: dict[str, set[str]] = {
    "feltwire": {"array"},
    "controller": {"feltwire", "array", "micropython"},
    "hal": {
        *("feltwire", "machine", "time", "os", "micropython", "sys", "gc", "rp2", "array"),
        *("hashlib", "select", "uctypes", "usb", "_rp2"),
    },
}


def sources(root: Path) -> Iterator[Path]:
    """Every Python file below `root` that is in the tree itself, not behind a link."""
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root).parts
        if not any((root / Path(*inside[: i + 1])).is_symlink() for i in range(len(inside))):
            yield path


def imports(path: Path) -> Iterator[tuple[int, str, int]]:
    """(line, dotted module, level) of each import, also those inside functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, 0
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if base == "feltlink":
                for alias in node.names:
                    yield node.lineno, f"feltlink.{alias.name}", 0
            else:
                yield node.lineno, base, node.level


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def host_files() -> list[Path]:
    return [p for p in sources(HOST) if "sim/mp" not in name_of(p)]


@pytest.mark.parametrize("path", host_files(), ids=name_of)
def test_host_imports_run_one_way(path: Path) -> None:
    inside = path.relative_to(HOST).parts
    if len(inside) == 1:
        return
    room = inside[0]
    assert room in HOST_RULES, f"{name_of(path)}: room {room!r} is not in docs/architecture.md"
    for line, module, level in imports(path):
        assert level <= 1, f"{name_of(path)}:{line}: import from the room by its full name"
        parts = module.split(".")
        if parts[0] == "feltlink" and len(parts) > 1 and parts[1] not in {room, *COMMON}:
            assert parts[1] in HOST_RULES[room] or parts[1] not in HOST_RULES, (
                f"{name_of(path)}:{line}: {room} may not import {parts[1]}"
            )
        if parts[0] == "feltwire":
            assert room in WIRE_USERS, f"{name_of(path)}:{line}: {room} knows no wire"
        assert parts[0] not in {"controller", "hal", "main"}, (
            f"{name_of(path)}:{line}: the host never imports the device's own rooms"
        )


@pytest.mark.parametrize(
    "path", [p for p in host_files() if p.relative_to(HOST).parts[0] in PURE], ids=name_of
)
def test_pure_rooms_do_no_io_and_no_floats(path: Path) -> None:
    where = name_of(path)
    if str(path.relative_to(HOST)) not in PURE_EXCEPT:
        for line, module, _level in imports(path):
            assert module.split(".")[0] not in IMPURE, f"{where}:{line}: a pure room does no I/O"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            pytest.fail(f"{where}:{node.lineno}: a float; money is integer cents")
        if isinstance(node, ast.Name) and node.id == "float":
            pytest.fail(f"{where}:{node.lineno}: float; money is integer cents")


@pytest.mark.parametrize("path", list(sources(FIRMWARE)), ids=name_of)
def test_device_imports_run_one_way(path: Path) -> None:
    where = name_of(path)
    room = path.relative_to(FIRMWARE).parts[0]
    for line, module, level in imports(path):
        top = module.split(".")[0]
        assert top not in {"_thread", "asyncio", "uasyncio"}, f"{where}:{line}: {top} is not used"
        if room in DEVICE_RULES and level == 0:
            assert top in {room} | DEVICE_RULES[room], f"{where}:{line}: {room} imports {top}"


def test_no_thread_on_the_host() -> None:
    for path in host_files():
        for line, module, _level in imports(path):
            assert module != "_thread", f"{name_of(path)}:{line}: _thread"


def all_python() -> list[Path]:
    return [p for top in ("firmware", "host-tools", "tests") for p in sources(ROOT / top)]


def test_files_are_small() -> None:
    lengths = {p: len(p.read_text().splitlines()) for p in all_python()}
    over = {name_of(p): n for p, n in lengths.items() if n > 400}
    assert not over, f"over 400 lines, split them: {over}"
    long = {name_of(p): n for p, n in lengths.items() if n > 300}
    assert len(long) <= max(3, len(lengths) // 20), f"too many over 300 lines: {long}"
    assert statistics.median(n for n in lengths.values() if n > 1) <= 150


def test_tests_mirror_the_rooms() -> None:
    """A folder of tests is named after a room, or is one of the few that cut across them."""
    across = {"bench", "browser", "emulated", "measure", "support", "oracle", "demo", "docs"}
    rooms = {*HOST_RULES, *DEVICE_RULES, "firmware", *across}
    found = {p.name for p in (ROOT / "tests").iterdir() if p.is_dir() and p.name[0] not in "._"}
    assert found <= rooms, f"no such room: {found - rooms}"


def test_the_project_names_no_registry() -> None:
    """Casinos are air-gapped: no file names a package registry's host."""
    hosts = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "deb." + "debian.org"]
    suffixes = {".py", ".md", ".toml", ".txt", ".json", ".js", ".html", ".css", ".sh"}
    for top in ("firmware", "host-tools", "boards", "tests", "docs"):
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and path.suffix in suffixes:
                body = path.read_text(errors="replace")
                assert not any(h in body for h in hosts), f"{name_of(path)} names a registry"
