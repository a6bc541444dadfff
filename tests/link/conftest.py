"""Rigs that end with their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from link.real_rig import RealRig


@pytest.fixture
def real() -> Iterator[Callable[..., RealRig]]:
    """Build a `RealRig`; its board is switched off at the end."""
    made: list[RealRig] = []

    def build(**options: Any) -> RealRig:
        made.append(RealRig(**options))
        return made[-1]

    yield build
    for rig in made:
        rig.close()
