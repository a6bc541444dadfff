"""One measured row, as it stands in the table and in build/bench.json."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """`ratio` is how many times better than the peer; `target` is a sentence and `ok` its verdict.

    `peer` names what was measured beside it in the same run.
    """

    name: str
    value: float
    unit: str
    target: str
    ok: bool
    peer: str = ""
    peer_value: float | None = None
    less_is_better: bool = True

    @property
    def ratio(self) -> float | None:
        if self.peer_value is None:
            return None
        if self.less_is_better:
            return round(self.peer_value / self.value, 2) if self.value else None
        return round(self.value / self.peer_value, 2) if self.peer_value else None

    def as_json(self) -> dict[str, Any]:
        """The row's public fields."""
        fields = asdict(self)
        del fields["less_is_better"]
        return {**fields, "ratio": self.ratio}


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
