"""The poker wagers that odds can be worked out for, by the names `feltlink odds` knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feltlink.games import poker_tables
from feltlink.games.ultimate_holdem_progressive import HandOf
from feltlink.odds import duel_odds, holdem_odds, uth_simulate
from feltlink.odds.classes import Progress, quiet
from feltlink.odds.figures import Figures
from feltlink.odds.uth_strategy import STRATEGIES
from feltlink.problem import Problem


@dataclass(frozen=True, slots=True)
class Ask:
    """What may be asked besides: the meter, the other seats with the wager, what PMG ranks; at
    Hold'em the strategy, and whether it is worked out exactly or played `rounds` times by `seed`.
    """

    meter_cents: int = 0
    others: int = 0
    hand: HandOf = "first_five"
    rounds: int = 100_000
    seed: int = 1
    strategy: str = "simple"
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager: its tables, and how its figures are worked out."""

    about: str
    tables: Callable[[], tuple[str, ...]]
    work: Callable[[str, Ask, Progress], Figures]


def _uth() -> tuple[str, ...]:
    return tuple(poker_tables.uth().tables)


def _holdem(table: str, ask: Ask, progress: Progress) -> Figures:
    if ask.exact:
        # numpy is imported only for this one
        from feltlink.odds import uth_solve

        _known_strategy(ask.strategy, tuple(uth_solve.RIVERS))
        return uth_solve.exact(table, ask.strategy, progress)
    _known_strategy(ask.strategy, tuple(STRATEGIES))
    return uth_simulate.simulate(table, ask.rounds, ask.seed, ask.strategy, progress)


def _known_strategy(name: str, names: tuple[str, ...]) -> None:
    if name not in names:
        raise Problem(f"there is no strategy {name!r} here", remedy=f"choose {', '.join(names)}")


WAGERS: dict[str, Wager] = {
    "trips": Wager(
        "Hold'em trips, over all sevens",
        _uth,
        lambda table, ask, progress: holdem_odds.trips(table, progress),
    ),
    "uthp": Wager(
        "Hold'em progressive, by the meter",
        lambda: tuple(poker_tables.uthp().tables),
        lambda table, ask, progress: holdem_odds.uthp(table, ask.meter_cents, progress),
    ),
    "pmg": Wager(
        "multi link progressive, by meter and envy",
        lambda: tuple(poker_tables.pmg().tables),
        lambda table, ask, progress: holdem_odds.pmg(
            table, ask.meter_cents, ask.others, ask.hand, progress
        ),
    ),
    "duel-draw": Wager(
        "Duel Draw with the best choice, by pocket pair table",
        lambda: (*poker_tables.pocket_pair().tables, "none"),
        lambda table, ask, progress: duel_odds.duel_draw(table, progress),
    ),
    "big8": Wager(
        "Duel Draw big 8, over all eights",
        lambda: tuple(poker_tables.big8().tables),
        lambda table, ask, progress: duel_odds.big8(table, progress),
    ),
    "uth": Wager(
        "Hold'em ante with a strategy: simulated, or exact",
        _uth,
        _holdem,
    ),
}


def work(wager: str, table: str | None, ask: Ask, progress: Progress = quiet) -> Figures:
    """The figures of a wager at a table; without one, the first. Unknown names are a `Problem`."""
    known = WAGERS.get(wager)
    if known is None:
        raise Problem(f"there is no wager {wager!r}", remedy=f"choose one of {', '.join(WAGERS)}")
    tables = known.tables()
    if table is None:
        table = tables[0]
    if table not in tables:
        raise Problem(
            f"{wager} has no pay table {table!r}", remedy=f"choose one of {', '.join(tables)}"
        )
    return known.work(table, ask, progress)
