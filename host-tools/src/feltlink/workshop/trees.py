"""The program trees on a controller: `/`, where an image puts its program, `/a` and `/b`.

`/live` holds two paths: the tree that runs and the one before it. It is only ever replaced by a
rename, and only by one that names complete trees; `firmware/boot.py` reads it. A tree is complete
when its file `whole` holds the digest of what lies beside it; that file is written last and
removed first. Everything here works through the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from feltlink.problem import Problem
from feltlink.workshop import program
from feltlink.workshop.prompt import Prompt

__all__ = ["Device", "Trees"]

_ROOT = "/"
_SLOTS = ("/a", "/b")
_ROOT_BOOT = "/boot.root"  # the image's own, while a tree in a slot runs

_ABOUT = """
import os, sys, machine
try:
    with open('/live') as _f:
        _live = _f.read().split()
except OSError:
    _live = []
_chip = getattr(sys.implementation, '_machine', '').split()[-1:]
print((machine.unique_id(), getattr(sys.implementation, '_mpy', 0), _chip, _live))
"""
_CLEAR = """
import os
def _clear(path):
    try:
        names = os.listdir(path)
    except OSError:
        return
    for name in names:
        inner = path + '/' + name
        _dog.feed()
        if os.stat(inner)[0] & 0x4000:
            _clear(inner)
        else:
            os.remove(inner)
    os.rmdir(path)
try:
    os.remove({tree!r} + '/whole')
except OSError:
    pass
_clear({tree!r})
for _folder in {folders!r}:
    os.mkdir(_folder)
"""
# hal/program.py's digest, of a tree that does not run; its own copy of boot.py counts
_DIGEST = """
import os, hashlib, binascii
def _digest(tree):
    paths = []
    for room in ('',) + {rooms!r}:
        try:
            names = os.listdir(tree + room)
        except OSError:
            continue
        for name in names:
            whole = name.rpartition('.')[2] in ('py', 'mpy')
            if whole and (room or name.split('.')[0] in ('boot', 'main', 'board')):
                paths.append(room + '/' + name if room else name)
    paths.sort()
    total = hashlib.sha256()
    for path in paths:
        _dog.feed()
        total.update(path.encode() + b'\\0' + os.stat(tree + path)[6].to_bytes(4, 'little'))
        with open(tree + path, 'rb') as file:
            while True:
                piece = file.read(256)
                if not piece:
                    break
                total.update(piece)
    return binascii.hexlify(total.digest()).decode()
try:
    with open({tree!r} + 'whole') as _f:
        _whole = _f.read().strip()
except OSError:
    _whole = ''
print((_digest({tree!r}), _whole))
"""
_TWO = """
def _read(name):
    try:
        with open(name, 'rb') as file:
            return file.read()
    except OSError:
        return b''
print((_read({source!r}), _read({target!r})))
"""


@dataclass(frozen=True)
class Device:
    """What the prompt tells of a chip: its id, the name of the chip as MicroPython writes it,
    mpy-cross's name of its instruction set; the tree that runs and the one before it, or ""."""

    uid: bytes
    chip: str
    march: str
    live: str
    before: str


# py/persistentcode.h, MP_NATIVE_ARCH_*
_MARCHES = (
    *("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp"),
    *("xtensa", "xtensawin", "rv32imc", "rv64imc"),
)


class Trees:
    """The trees of the controller at a prompt."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt
        uid, mpy, chip, live = prompt.value(_ABOUT)
        arch = mpy >> 10 & 0x3F
        trees = [tree for tree in live if tree in (_ROOT, *_SLOTS)]
        self.device = Device(
            (uid + bytes(8))[:8],
            "".join(chip).lower(),
            _MARCHES[arch] if arch < len(_MARCHES) else "",
            trees[0] if trees else _ROOT,
            trees[1] if len(trees) > 1 else "",
        )

    @property
    def spare(self) -> str:
        """The slot that does not run: the next tree goes there."""
        return _SLOTS[self.device.live == _SLOTS[0]]

    def write(self, files: Mapping[str, bytes], progress: Callable[[int], None]) -> str:
        """Write a complete tree into the spare slot and return its path.

        `progress` is given the bytes written so far. Nothing that runs is touched.
        """
        tree = self.spare
        folders = [tree, *(f"{tree}/{folder}" for folder in _folders(files))]
        self._prompt.run(_CLEAR.format(tree=tree, folders=folders))
        done = 0
        for path, content in files.items():
            self._prompt.write(f"{tree}/{path}", content)
            done += len(content)
            progress(done)
        wanted = program.digest(files).hex()
        found, _ = self._digest(tree)
        if found != wanted:
            raise Problem(
                f"the tree {tree} does not read back as it was written",
                where=f"port {self._prompt.path}",
                remedy="the old program runs on; try again, and if it stays so change the board",
                code=1,
            )
        self._prompt.write(f"{tree}/whole", wanted.encode())
        return tree

    def switch(self, tree: str) -> None:
        """Let `tree` run from the next reset on: by one rename, after the `boot.py` it wants."""
        if self.device.live == _ROOT:
            self._copy("/boot.py", _ROOT_BOOT)
        self._copy(_boot_of(tree), "/boot.py")
        self._prompt.replace_file("/live", f"{tree} {self.device.live}\n".encode())

    def back(self) -> str:
        """Let the tree before this one run from the next reset on; return its path."""
        tree = self.device.before
        if not tree:
            raise self._nothing("there is no older program on this controller")
        if tree != _ROOT:
            found, whole = self._digest(tree)
            if found != whole:
                raise self._nothing(
                    f"the older program in {tree} is not complete: a deployment was cut off"
                )
        elif not self._prompt.value("import os\nprint('main.py' in os.listdir('/'))"):
            raise self._nothing("there was no program before this one")
        self.switch(tree)
        return tree

    def _nothing(self, what: str) -> Problem:
        where = f"port {self._prompt.path}"
        return Problem(what, where=where, remedy="deploy the release that you want", code=1)

    def _copy(self, source: str, target: str) -> None:
        """Make `target` the same as `source`, if there is one, by a rename."""
        wanted, found = self._prompt.value(_TWO.format(source=source, target=target))
        if wanted and wanted != found:
            self._prompt.replace_file(target, wanted)

    def _digest(self, tree: str) -> tuple[str, str]:
        """(the digest of a tree in a slot as it is, the one that its file `whole` holds)."""
        script = _DIGEST.format(tree=f"{tree}/", rooms=program.ROOMS)
        found, whole = self._prompt.value(script)
        return found, whole


def _boot_of(tree: str) -> str:
    """Where the `boot.py` that a tree wants is kept."""
    return _ROOT_BOOT if tree == _ROOT else f"{tree}/boot.py"


def _folders(files: Mapping[str, bytes]) -> list[str]:
    """Every folder that the files need, outer ones first."""
    found = {p.as_posix() for path in files for p in PurePosixPath(path).parents}
    return sorted(found - {"."})
