"""The self-test's report: one form, whoever walked it, signed, as JSON and as a page to file."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from feltlink.link.judge import firmware_version
from feltlink.link.messages import Welcome
from feltlink.problem import Problem
from feltlink.workshop.selftest_walk import Step

__all__ = ["Signer", "covered", "failures", "listed", "report", "stamp", "text", "write"]

_MARKS = {"passed": "✓", "failed": "✗", "not seen": "–"}


class Signer(Protocol):
    """What is used of `feltlink.record.signing.Signer`."""

    fingerprint: str

    def sign_bytes(self, data: bytes) -> str: ...


def stamp() -> str:
    """The time now, as reports have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def report(
    welcome: Welcome,
    board: str,
    program: bytes,
    steps: Sequence[Step],
    *,
    by: str,
    began: str,
    interrupted: str = "",
) -> dict[str, Any]:
    """The report, not yet signed. `by` is who tested, `interrupted` why it was not finished.

    It is passed when nothing failed and all was walked; a light that nobody judged is "not seen".
    """
    return {
        "report": "feltlink self-test 1",
        "at_utc": began,
        "ended_utc": stamp(),
        "by": by,
        "uid": welcome.uid.hex(),
        "board": board,
        "firmware": firmware_version(welcome),
        "program_sha256": program.hex(),
        "passed": not interrupted and all(step.result != "failed" for step in steps),
        "interrupted": interrupted,
        "steps": [{**asdict(step), "name": step.name} for step in steps],
    }


def failures(found: dict[str, Any]) -> list[str]:
    """What failed, each with its pin and what was wrong."""
    return [f"{s['name']} {s['detail']}" for s in found["steps"] if s["result"] == "failed"]


def covered(found: dict[str, Any]) -> bytes:
    """The bytes that are signed."""
    bare = {name: value for name, value in found.items() if name not in ("key", "signature")}
    return b"feltlink self-test\n" + json.dumps(bare, sort_keys=True).encode()


def text(found: dict[str, Any]) -> str:
    """The report as a page to file."""
    head = (
        f"Self-test of controller {found['uid']}, {found['board']}, {found['at_utc']}"
        f" by {found['by']}\n"
        f"firmware {found['firmware']}, program {found['program_sha256'] or 'not read'}\n"
    )
    rows = [
        f"{_MARKS[step['result']]} {step['name']}"
        + (f": {step['detail']}" if step["detail"] else "")
        for step in found["steps"]
    ]
    foot = "passed" if found["passed"] else "FAILED"
    if found["interrupted"]:
        foot = f"NOT FINISHED ({found['interrupted']})"
    return "\n".join([head, *rows, "", f"{foot}; signed by key {found['key']}", ""])


def write(found: dict[str, Any], folder: Path, signer: Signer) -> Path:
    """Sign the report and put it into `folder`; return the JSON's path, beside which is the page.

    Problem when it cannot be written.
    """
    found["key"] = signer.fingerprint
    found["signature"] = signer.sign_bytes(covered(found))
    file = folder / f"selftest-{found['uid']}-{found['at_utc'].replace(':', '')}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _whole(file.with_suffix(".txt"), text(found))
        _whole(file, json.dumps(found, indent=1) + "\n")
    except OSError as error:
        raise Problem(
            f"the report cannot be written ({error.strerror or error})",
            where=str(file),
            remedy="make room in that folder, and the right to write into it, and test again",
        ) from error
    return file


def listed(folder: Path, most: int = 50) -> list[dict[str, Any]]:
    """The newest reports in `folder`, one that cannot be read left out."""
    found = []
    names = sorted(folder.glob("selftest-*.json"), key=lambda file: file.stem[-22:], reverse=True)
    for file in names[:most]:
        try:
            one = json.loads(file.read_text())
            bad = failures(one)
            about = {name: one[name] for name in ("at_utc", "by", "uid", "board", "passed", "key")}
            found.append({"file": file.name, **about, "interrupted": one["interrupted"]})
            found[-1]["failed"] = bad
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def _whole(file: Path, content: str) -> None:
    """Write the file whole or not at all."""
    new = file.with_name(file.name + ".new")
    new.write_text(content)
    os.replace(new, file)
