"""`feltlink record`: keys, check, recall, export, backup of a table's record."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from feltlink.cli.record_books import drop, report
from feltlink.cli.record_check import file_of
from feltlink.problem import Problem

app = typer.Typer(no_args_is_help=True, help="Check, recall, export and back up a record.")

RECORD = Annotated[Path, typer.Argument(help="The record's file, or the table's TOML file.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def init(record: RECORD) -> None:
    """Make the keys that sign the record. Once, before the table's first day.

    From then on the table signs its record, from the first entry on and each minute. A record that
    is there already is signed now. Give the .pub file to the auditor.

    Example: feltlink record init table.toml
    """
    from feltlink.record.signing import beside, make_keys
    from feltlink.table.dropping import sign_ended_table
    from feltlink.table.proving import runs

    file = file_of(record)
    running = file.exists() and runs(file)
    name = make_keys(file)
    if running:
        print("the table runs: it signs its record from its next start on")
    elif file.exists():
        sign_ended_table(file)
    print(f"private key  {beside(file, '.key')}: keep it on this machine alone")
    print(f"public key   {beside(file, '.pub')}: give it to the auditor")
    print(f"fingerprint  {name}")


@app.command()
def verify(
    record: RECORD,
    key: Annotated[
        Path | None, typer.Option(help="The auditor's copy of the .pub file; else the one here.")
    ] = None,
    witness: Annotated[
        list[Path] | None, typer.Option(help="A signed head that was kept; may be repeated.")
    ] = None,
    before: Annotated[
        Path | None, typer.Option(help="The file that a rotated record goes on from.")
    ] = None,
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="The meters' store that keeps heads, and ...")
    ] = None,
    table: Annotated[str | None, typer.Option(help="... the name of the table there.")] = None,
    as_json: JSON = False,
) -> None:
    """Find the first altered, missing, reordered or forged entry, and a cut-off end.

    Exits with 1 when there is one, and when a key is at hand that has signed nothing here.

    Example: feltlink record verify table.toml --key auditor.pub --witness monday.head
    """
    from feltlink.cli.record_check import check, deposited, table_name, told

    file = file_of(record)
    kept = deposited(store, table or table_name(record)) if store else []
    verdict = check(file, key, witness or [], before, kept)
    print(json.dumps(told(file, verdict)) if as_json else _sentence(told(file, verdict)))
    if verdict.fault is not None or verdict.unproven:
        raise typer.Exit(1)


def _sentence(told: dict[str, object]) -> str:
    if told["fault"] is not None and told["first_bad"] == 0:
        return f"NOT SOUND: {told['fault']}"
    if told["fault"] is not None:
        return f"NOT SOUND, from entry {told['first_bad']} on: {told['fault']}"
    if told["unproven"]:
        return f"NOT SIGNED: {told['unproven']}"
    text = f"sound: {told['entries']} entries, {told['checkpoints']} signed checkpoints"
    if told["first"] != 1:
        text += f", from entry {told['first']} on"
    if not told["checked_signatures"]:
        return text + "; no key at hand, so signatures were not checked"
    return text + f", {told['unsigned']} entries after the last"


@app.command()
def recall(
    record: RECORD,
    back: Annotated[int, typer.Argument(help="Which game back: 1 is the last.")] = 1,
    last: Annotated[int | None, typer.Option(help="The last so many games.")] = None,
    round_id: Annotated[int | None, typer.Option("--round", help="The game with this id.")] = None,
    as_json: JSON = False,
) -> None:
    """Tell what happened in a game, second by second.

    Examples: feltlink record recall table.toml; feltlink record recall table.toml --last 10
    """
    from feltlink.cli.record_check import reading
    from feltlink.record import reading as ask
    from feltlink.table import story

    with reading(file_of(record)) as connection:
        rounds = ask.last_rounds(connection, last or back)
        if round_id is not None:
            rounds = [round_id]
        elif last is None:
            rounds = rounds[:1] if len(rounds) == back else []
        for number in rounds:
            entries = ask.of_round(connection, number)
            if as_json:
                for entry in entries:
                    print(json.dumps({**entry.data, "entry": entry.number, "kind": entry.kind}))
            elif entries:
                print(f"round {number}, {story.day(entries[0].at_utc_us)} (UTC)")
                for entry in entries:
                    print(story.line(entry))
        if not rounds or (round_id is not None and not ask.of_round(connection, round_id)):
            raise Problem(
                "there is no such game in this record",
                where=str(record),
                remedy="feltlink record recall --last 10 lists the last ones",
                code=1,
            )


@app.command()
def export(
    record: RECORD,
    form: Annotated[str, typer.Option("--format", help="jsonl or csv.")] = "jsonl",
    from_: Annotated[str, typer.Option("--from", help="From this time on, UTC.")] = "1970-01-01",
    to: Annotated[str, typer.Option("--to", help="Up to this time, UTC.")] = "9999-01-01",
    into: Annotated[
        Path | None, typer.Option("--into", "-o", help="Write a file; else standard output.")
    ] = None,
) -> None:
    """Write the record, or a span of it, as JSON lines or CSV.

    Example: feltlink record export table.toml --format csv --from 2026-11-30 -o monday.csv
    """
    from feltlink.cli.record_check import reading
    from feltlink.record.export import moment_us, span, write

    if form not in ("jsonl", "csv"):
        raise Problem(f"{form!r} is no format", where="--format", remedy="use jsonl or csv")
    from_us, to_us = moment_us(from_), moment_us(to)
    with reading(file_of(record)) as connection:
        entries = span(connection, from_us, to_us)
        if into is None:
            write(entries, form, sys.stdout)  # type: ignore[arg-type]
            return
        try:
            with into.open("x", encoding="utf-8") as out:
                count = write(entries, form, out)  # type: ignore[arg-type]
        except OSError as error:
            raise Problem(
                f"cannot be written: {error.strerror}", where=str(into), remedy="name a new file"
            ) from None
    print(f"{count} entries written to {into}")


@app.command()
def backup(record: RECORD, into: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Copy the record, also while the table runs, and check the copy.

    Example: feltlink record backup table.toml /media/usb/monday.db
    """
    from feltlink.record.copies import backup as copy

    verdict = copy(file_of(record), into)
    print(f"backed up and checked: {verdict.entries} entries in {into}")


@app.command()
def restore(copy: Annotated[Path, typer.Argument(help="The backup.")], record: RECORD) -> None:
    """Check a backup and put it in the record's place; the file there is kept aside.

    Example: feltlink record restore /media/usb/monday.db table.toml
    """
    from feltlink.record.copies import restore as put_back

    file = file_of(record)
    verdict = put_back(copy, file)
    print(f"checked and restored: {verdict.entries} entries in {file}")


@app.command()
def rotate(config: Annotated[Path, typer.Argument(help="The table's TOML file.")]) -> None:
    """Put the record away and begin a new file; numbers and chain are carried over.

    The table must have ended, with no round open. Check the new file with --before OLD.

    Example: feltlink record rotate table.toml
    """
    from feltlink.table.config import load
    from feltlink.table.rotating import rotate_record

    setup = load(config)
    old = rotate_record(setup)
    print(f"put away as {old}; {setup.record} goes on from it")


app.command()(report)
app.command()(drop)
