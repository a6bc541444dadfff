from __future__ import annotations

from support.virtual_boards import simulated

__all__ = ["simulated"]
