"""`feltlink meter`: what a progressive holds, every change of it, and the acts of a supervisor."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from feltlink.problem import Problem

if TYPE_CHECKING:
    from feltlink.floor.store import Store
    from feltlink.money.meter_entry import Amounts, Entry

app = typer.Typer(no_args_is_help=True, help="Show, check and correct the meters.")

STORE = Annotated[
    str,
    typer.Option(
        "--store",
        envvar="FELTLINK_STORE",
        help="The meters' store: postgresql://user@host/database, or a SQLite file.",
    ),
]
THEIRS = Annotated[
    str | None,
    typer.Option(
        "--store", envvar="FELTLINK_STORE", help="The meters' store; the table's when left out."
    ),
]
METER = Annotated[str, typer.Argument(help="The meter's name.")]
SOME = Annotated[str | None, typer.Argument(help="One meter; all when left out.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
BY = Annotated[
    str, typer.Option("--by", help="Who does it: the supervisor's name; the PIN is asked for.")
]
REASON = Annotated[str, typer.Option("--reason", help="Why; it is kept with the entry.")]
TABLE = Annotated[
    Path | None,
    typer.Option("--table", help="The table.toml whose people give PINs and whose limits hold."),
]
SECOND = Annotated[
    str | None, typer.Option("--second", help="The second supervisor, where two are needed.")
]
PINS = Annotated[
    bool, typer.Option("--pin-stdin", help="Read the PINs from standard input, a line each.")
]


def opened(url: str, *, new: bool = False) -> Store:
    """The store at `url`, to be closed. A SQLite file that is not there is a Problem, unless
    `new`."""
    from feltlink.floor.opening import open_store

    path = Path(url.removeprefix("sqlite:"))
    if not new and "://" not in url and not path.exists():
        raise Problem("there is no store here", where=url, remedy="feltlink meter define makes one")
    return open_store(url)


def dollars(micro: int) -> str:
    """Micro-dollars as dollars, with as many digits as they need (two at least)."""
    whole, part = divmod(abs(micro), 1_000_000)
    digits = f"{part:06d}"
    return f"{'-' if micro < 0 else ''}${whole:,}.{digits[:2]}{digits[2:].rstrip('0')}"


def identity(a: Amounts) -> str:
    """The sum an auditor asks for, with its figures."""
    came = f"contributions {dollars(a.contributed)} + seeds {dollars(a.seeded)} + adjustments"
    there = f"current {dollars(a.current)} + reserve {dollars(a.reserve)} + overflow"
    return f"{came} {dollars(a.adjusted)} = {there} {dollars(a.overflow)} + paid {dollars(a.paid)}"


@app.command()
def define(file: Annotated[Path, typer.Argument(help="meters.toml")], store: STORE) -> None:
    """Open the meters of a file with their seeds. A meter that exists is never changed.

    Example: feltlink meter define meters.toml --store meters.db
    """
    from feltlink.floor.plan_file import load

    with opened(store, new=True) as to:
        for plan in load(file):
            made = to.define(plan)
            print(f"{plan.meter}: {'opened' if made else 'is as the file says'}")


@app.command()
def show(store: STORE, meter: SOME = None, as_json: JSON = False) -> None:
    """Print what each meter shows and holds, and the awards that wait for a verdict.

    Example: feltlink meter show uth-1 --store meters.db
    """
    from dataclasses import asdict

    from feltlink.money.cents import show as money

    with opened(store) as source:
        out = []
        shown = source.shown()
        for name in _names(source, meter):
            levels, waiting = source.read(name).levels, source.undecided(name)
            out.append(
                {
                    **shown[name].view(),
                    "levels_micro": {key: asdict(level.amounts) for key, level in levels.items()},
                    "awards": [asdict(award) for award in waiting],
                }
            )
            if as_json:
                continue
            print(f"{name}: {shown[name].state}")
            for key, level in levels.items():
                held = level.amounts
                print(
                    f"  {key:<10} {money(shown[name].amounts_cents[key]):>14}   reserve"
                    f" {dollars(held.reserve)}, overflow {dollars(held.overflow)},"
                    f" paid {dollars(held.paid)}"
                )
            for award in waiting:
                print(
                    f"  award {award.number}: {money(award.amount_cents)} to table {award.table},"
                    f" round {award.round_id}, seat {award.seat}, {award.hand}: being verified"
                )
        if as_json:
            print(json.dumps(out))


@app.command()
def reconcile(store: STORE, meter: SOME = None, as_json: JSON = False) -> None:
    """Add up every entry again and compare: contributions + seeds + adjustments must be current +
    reserve + overflow + paid. Exits 1 when a micro-dollar is missing.

    Example: feltlink meter reconcile --store meters.db
    """
    from feltlink.floor.reconcile import reconcile as check

    with opened(store) as source:
        reports = [check(source, name) for name in _names(source, meter)]
        if as_json:
            print(json.dumps([report.as_json() for report in reports]))
        else:
            for report in reports:
                print(f"{report.meter}: {report.entries} entries")
                for name, amounts in report.levels.items():
                    print(f"  {name}: {identity(amounts)}")
                print(
                    "  exact" if not report.faults else "\n".join(f"  ✗ {f}" for f in report.faults)
                )
        if any(report.faults for report in reports):
            raise Problem(
                "the books do not agree",
                where=", ".join(report.meter for report in reports if report.faults),
                remedy="lock the meter (feltlink meter state NAME locked), keep the files and"
                " report it",
                code=1,
            )


@app.command()
def history(
    meter: METER,
    store: STORE,
    last: Annotated[int, typer.Option(help="How many entries, from the newest back.")] = 20,
    as_json: JSON = False,
) -> None:
    """Print the newest entries of a meter, or with --last 0 all of them.

    Example: feltlink meter history uth-1 --last 50 --store meters.db
    """
    from dataclasses import asdict

    with opened(store) as source:
        first = source.read(meter).number - last if last else 0
        for entry in source.entries(meter, max(0, first)):
            if as_json:
                body = asdict(entry)
                del body["trigger"]  # a mystery stays one
                print(json.dumps(body))
            else:
                print(_sentence(entry))


@app.command()
def adjust(
    meter: METER,
    amount: Annotated[str, typer.Argument(help="Dollars into the pot; --out takes them out.")],
    by: BY,
    reason: REASON,
    store: THEIRS = None,
    out: Annotated[bool, typer.Option("--out", help="Take out instead.")] = False,
    level: Annotated[str, typer.Option(help="Which level.")] = "main",
    pot: Annotated[Literal["current", "reserve", "overflow"], typer.Option()] = "current",
    table: TABLE = None,
    second: SECOND = None,
    pin_stdin: PINS = False,
) -> None:
    """Book an adjustment by a supervisor, with PIN and reason. It is an entry like every other.

    From a limit on ($100, or the table's own) it needs two supervisors, each with a PIN.

    Example: feltlink meter adjust uth-1 12.50 --table table.toml --by "Ann Lee"
    --reason "float moved from table 4"
    """
    from feltlink.cli.pins import desk_of
    from feltlink.money.cents import parse, show
    from feltlink.money.meter_request import Adjust

    cents = -parse(amount) if out else parse(amount)
    desk = desk_of(table)
    limit = desk.rule.adjust_cents
    needed = f"an adjustment of {show(limit)} or more" if abs(cents) >= limit else ""
    with desk.opened(store) as source:
        source.read(meter)  # says so when there is none, before anybody gives a PIN
        by = desk.by(
            by, second, what=f"adjusting meter {meter}", needed=needed, reason=reason,
            stdin=pin_stdin,
        )  # fmt: skip
        after = source.ask(Adjust(meter, level, pot, cents, by, reason))
    held = getattr(after.levels[level].amounts, pot)
    print(f"entry {after.number}: {pot} of {meter}, level {level}, is now {dollars(held)}")


@app.command()
def award(
    meter: METER,
    number: Annotated[int, typer.Argument(help="The award's number, as `show` tells it.")],
    verdict: Annotated[Literal["confirm", "void"], typer.Argument()],
    by: BY,
    store: THEIRS = None,
    reason: REASON = "",
    table: TABLE = None,
    second: SECOND = None,
    pin_stdin: PINS = False,
) -> None:
    """Confirm a pending award, or void it by the opposite entries.

    From a limit on ($5,000, or the table's own) it needs two supervisors, each with a PIN.

    Examples: feltlink meter award uth-1 812 confirm --table table.toml --by "Ann Lee";
    feltlink meter award uth-1 812 confirm --table table.toml --by "Ann Lee" --second "Bo Ray"
    --reason "royal flush, seat 2"
    """
    from feltlink.cli.pins import desk_of
    from feltlink.money.cents import show as money
    from feltlink.money.meter_request import Verify

    said: Any = {"confirm": "confirmed", "void": "voided"}[verdict]
    desk = desk_of(table)
    limit = desk.rule.award_cents
    with desk.opened(store) as source:
        found = next((one for one in source.undecided(meter) if one.number == number), None)
        dear = found is not None and found.amount_cents >= limit
        needed = f"an award of {money(limit)} or more" if dear else ""
        by = desk.by(
            by, second, what=f"award {number} of meter {meter}", needed=needed, reason=reason,
            stdin=pin_stdin,
        )  # fmt: skip
        source.ask(Verify(meter, number, said, by, reason))
    before = "" if found else " (it was before)"
    print(f"award {number} of {meter} is {said}{before or f' by {by}'}")


@app.command()
def slip(
    meter: METER,
    number: Annotated[int, typer.Argument(help="The award's number.")],
    store: STORE,
    as_json: JSON = False,
) -> None:
    """Print the hand pay slip of a confirmed award.

    Example: feltlink meter slip uth-1 812
    """
    with opened(store) as source:
        found = source.slip(meter, number)
        source.assure(found.table)  # or it says why nothing is paid on it yet
    print(json.dumps(found.as_json()) if as_json else "\n".join(found.lines()))


@app.command()
def state(
    meter: METER,
    to: Annotated[Literal["open", "locked", "disabled"], typer.Argument(metavar="STATE")],
    by: BY,
    reason: REASON,
    store: THEIRS = None,
    table: TABLE = None,
    pin_stdin: PINS = False,
) -> None:
    """Open, lock or disable a meter. Locked: no bets from the next round, no award confirmed.

    Example: feltlink meter state uth-1 locked --table table.toml --by "Ann Lee"
    --reason "sign shows another amount"
    """
    from feltlink.cli.pins import desk_of
    from feltlink.money.meter_request import SetState

    desk = desk_of(table)
    with desk.opened(store) as source:
        source.read(meter)
        what = f"setting meter {meter} to {to}"
        by = desk.by(by, None, what=what, needed="", reason=reason, stdin=pin_stdin)
        after = source.ask(SetState(meter, to, by, reason))
    print(f"{meter} is {after.state}")


def _names(store: Store, meter: str | None) -> list[str]:
    if meter is None:
        return store.meters()
    store.read(meter)  # says so when there is none
    return [meter]


def _sentence(entry: Entry) -> str:
    at = datetime.fromtimestamp(entry.at_utc_us / 1e6, UTC).isoformat(" ", "milliseconds")
    parts = [f"{entry.number:>7}  {at.removesuffix('+00:00')}Z  {entry.kind:<12}"]
    parts += [f"level {entry.level}"] if entry.level else []
    if entry.table:
        parts.append(f"table {entry.table}, round {entry.round_id}")
    parts += [f"seat {entry.seat}"] if entry.seat else []
    parts += [entry.what] if entry.what else []
    parts += [f"{entry.percent} %"] if entry.kind == "award" else []
    parts += [f"of entry {entry.of}"] if entry.of else []
    parts += [
        f"{name} {'+' if value > 0 else ''}{dollars(value)}"
        for name in ("current", "reserve", "overflow", "paid")
        if (value := getattr(entry.amounts, name))
    ]
    parts += [f"by {entry.by}"] if entry.by else []
    parts += [f"({entry.reason})"] if entry.reason else []
    return ", ".join(parts).replace(",", " ", 1)
