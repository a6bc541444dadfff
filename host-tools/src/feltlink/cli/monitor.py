"""`feltlink monitor PORT`: what goes over the wire, as it goes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import Counter
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from feltlink.link import describe
from feltlink.link import events as ev
from feltlink.link.discovery import Hunt
from feltlink.link.greeting import ShortMemory
from feltlink.link.handshake import SessionConfig
from feltlink.link.session import Session
from feltlink.link.transport import Transport, utc_of

app = typer.Typer()
COUNTERS_S = 5.0
QUIET = {"PING", "PONG"}


class Monitor:
    """Prints traffic and counts it. With `take`, events are acknowledged and so used up."""

    def __init__(self, port: str, baud: int, *, as_json: bool, raw: bool, pings: bool, take: bool):
        self._json = as_json
        self._pings = pings
        self._take = take
        self._frames: Counter[str] = Counter()
        self._rtts_us: list[int] = []
        self._memory = ShortMemory()
        config = SessionConfig(traffic=True)
        self._session = Session(config, secrets.token_bytes, self._memory, utc_of)
        hunt = Hunt([port], None, listed=False)
        self._transport = Transport(
            self._session, hunt, self._tell, baud=baud, raw=self._raw if raw else None
        )

    async def run(self, seconds: float | None) -> None:
        """Run for so long, or until cancelled; the counters come every five seconds and last."""
        running = asyncio.create_task(self._transport.run())
        end = time.monotonic() + seconds if seconds else float("inf")
        try:
            while (left := end - time.monotonic()) > 0:
                await asyncio.wait([running], timeout=min(left, COUNTERS_S))
                if running.done():
                    running.result()
                if left > COUNTERS_S:
                    self._print("counters", **self.counters())
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            self._print("counters", **self.counters())

    def counters(self) -> dict[str, Any]:
        """Frames both ways, bad ones, resends and round trips so far."""
        decoder, rtts = self._session.decoder, sorted(self._rtts_us)
        return {
            "frames_in": self._frames["in"],
            "frames_out": self._frames["out"],
            "bad_crc": decoder.bad_crc,
            "bad_shape": decoder.bad_shape,
            "resends_out": self._session.resends,
            "events_again": self._session.repeats,
            "rtt_min_us": rtts[0] if rtts else None,
            "rtt_median_us": rtts[len(rtts) // 2] if rtts else None,
            "rtt_max_us": rtts[-1] if rtts else None,
        }

    def _tell(self, told: ev.LinkEvent) -> None:
        if isinstance(told, ev.Traffic):
            way = "out" if told.out else "in"
            self._frames[way] += 1
            name = describe.name(told.message)
            if self._pings or name not in QUIET:
                self._frame(way, name, told)
        elif isinstance(told, ev.RoundTrip):
            self._rtts_us = [*self._rtts_us[-999:], told.rtt_us]
        elif isinstance(told, ev.DeviceEvent) and self._take:
            self._memory.note(told)
            self._transport.committed(told)
        else:
            text = describe.event(told)
            if text is not None:
                self._print("link", text=text)

    def _frame(self, way: str, name: str, told: ev.Traffic) -> None:
        if self._json:
            fields = describe.plain(told.message)
            self._print("frame", way=way, name=name, seq=told.seq, fields=fields)
        else:
            arrow = "→" if told.out else "←"
            text = describe.sentence(told.message)
            print(f"{_clock()} {arrow} {name:<13} {told.seq:>3}  {text}".rstrip(), flush=True)

    def _raw(self, out: bool, data: bytes) -> None:
        if self._json:
            self._print("bytes", way="out" if out else "in", hex=data.hex())
        else:
            print(f"{_clock()} {'→' if out else '←'} {data.hex(' ')}", flush=True)

    def _print(self, what: str, **values: Any) -> None:
        if self._json:
            now = datetime.now(UTC).isoformat()
            print(json.dumps({"at": now, "what": what, **values}), flush=True)
        elif what == "counters":
            shown = "  ".join(f"{k}={'–' if v is None else v}" for k, v in values.items())
            print(f"{_clock()} · {shown}", flush=True)
        else:
            print(f"{_clock()} · {values['text']}", flush=True)


def _clock() -> str:
    return datetime.now().astimezone().strftime("%H:%M:%S.%f")[:-3]


@app.command()
def monitor(
    port: Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyACM0.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    raw: Annotated[bool, typer.Option("--raw", help="Also the bytes, as they came.")] = False,
    pings: Annotated[bool, typer.Option(help="Show PING and PONG.")] = True,
    take: Annotated[
        bool,
        typer.Option(
            "--take", help="Acknowledge events. A table's record will then lack them: a gap."
        ),
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--for", metavar="S", help="Stop after S seconds.")
    ] = None,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
) -> None:
    """Show each frame both ways, decoded, and counters every 5 s. Ctrl-C ends it.

    Events are looked at, not taken: without --take the controller keeps them for its table, and
    sends the oldest eight again and again. The port must be free: no table may run on it.

    Example: feltlink monitor /dev/ttyACM0 --no-pings
    """
    shown = Monitor(port, baud, as_json=as_json, raw=raw, pings=pings, take=take)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(shown.run(seconds))
