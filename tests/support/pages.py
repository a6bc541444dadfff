"""A host of canned views behind the real pages, and a site that runs in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from feltlink.web.app import create_app
from feltlink.web.serve import serve

PIN = "246810"
PRIZES = (None, 250, 200, 150, 100, 80, 75, 70, 65, 60, 55, 50)
WHEEL = [
    {
        "label": "Top prize" if dollars is None else f"${dollars}",
        "amount_cents": 1_000_000 if dollars is None else dollars * 100,
        "top": dollars is None,
    }
    for dollars in PRIZES
]


def seat(number: int, **more: Any) -> dict[str, Any]:
    """One seat as Bonus Spin's view has it."""
    plain = {"covered": False, "locked": False, "late": None, "mark": "none", "label": ""}
    return {"seat": number, **plain, "paid_cents": 0, "faulted": False, **more}


def spin(state: str, number: int = 3, stop: int | None = None, **more: Any) -> dict[str, Any]:
    """The spin of one seat; the prize is the stop's."""
    prize = WHEEL[stop] if stop is not None else None
    return {
        "seat": number,
        "arm_id": 41,
        "state": state,
        "stop": stop,
        "prize": prize and prize["label"],
        "amount_cents": prize and prize["amount_cents"],
        "checks": dict.fromkeys(
            ("dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top")
        ),
        **more,
    }


def bonus_spin(phase: str, **more: Any) -> dict[str, Any]:
    """A view of Bonus Spin in `phase`, nothing covered unless told."""
    return {
        "phase": phase,
        "round_id": 412,
        "paytable": "A5",
        "wager_cents": 500,
        "seats": [seat(n) for n in range(1, 7)],
        "spin": None,
        "wheel": WHEEL,
        "acts": [],
        "primary": None,
        "notice": None,
        **more,
    }


class FakeHost:
    """Shows what it is told to show; remembers the acts; answers each id once."""

    def __init__(
        self, state: dict[str, Any] | None = None, people: dict[str, str] | None = None
    ) -> None:
        self.seq = 1
        self.acts: list[tuple[dict[str, Any], str]] = []
        self.repeats = 0
        self.refuse_with = ""
        self.then: Callable[[dict[str, Any]], None] | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._listeners: list[Callable[[], None]] = []
        self._view: dict[str, Any] = {
            "table": "Table 7",
            "game": "bonus_spin",
            "state": state or bonus_spin("idle"),
            "controller": {"state": "live", "why": "", "name": "pico-6seat", "uid": "e66141"},
            "record": {"ok": True, "why": ""},
            "stopped": "",
            "call": None,
            "last_refusal": None,
            "demo": False,
            "people": people
            and [{"name": name, "role": role, "present": False} for name, role in people.items()],
        }

    def view(self) -> dict[str, Any]:
        return {"seq": self.seq, **self._view}

    def show(self, **changes: Any) -> None:
        """Change parts of the view, e.g. `state=`; everybody who listens is told."""
        self._view.update(changes)
        self.seq += 1
        for changed in list(self._listeners):
            changed()

    def act(self, act: dict[str, Any], by: str) -> dict[str, Any]:
        if act["id"] in self._answers:
            self.repeats += 1
            return self._answers[act["id"]]
        if act["act"] in ("sign_in", "sign_out", "second_person"):
            return self._door(act)
        self.acts.append((act, by))
        if not self.refuse_with and self.then:
            self.then(act)
        answer = {
            "id": act["id"],
            "ok": not self.refuse_with,
            "sentence": self.refuse_with,
            "seq": self.seq,
        }
        self._answers[act["id"]] = answer
        return answer

    def _door(self, act: dict[str, Any]) -> dict[str, Any]:
        known = [one for one in self._view["people"] if one["name"] == act["name"]]
        ok = bool(known) and act.get("pin", PIN) == PIN
        if act["act"] == "second_person":
            ok = ok and known[0]["role"] == "supervisor" and bool(act["reason"])
        elif ok:
            known[0]["present"] = act["act"] == "sign_in"
        sentence = "" if ok else "Name and PIN do not match."
        return {"id": act["id"], "ok": ok, "sentence": sentence, "seq": self.seq}

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    @property
    def listeners(self) -> int:
        return len(self._listeners)


class Site:
    """The pages of `host` served from a thread; `call` runs a function in the host's own loop."""

    def __init__(self, host: Any, felt: Any = None, **more: Any) -> None:
        self.app = create_app(host, felt, **more)
        self.host = host
        self.address = ""
        self.port = 0
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Serve, at the same port as before when there was one."""
        up = threading.Event()
        failed: list[BaseException] = []

        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            self._end = asyncio.Event()
            async with serve(self.app, port=self.port) as self.address:
                self.port = int(self.address.rstrip("/").rpartition(":")[2])
                up.set()
                await self._end.wait()

        def target() -> None:
            try:
                asyncio.run(run())
            except BaseException as error:
                failed.append(error)
                up.set()

        self._thread = threading.Thread(target=target, daemon=True)
        self._thread.start()
        assert up.wait(100), "the site did not start"
        if failed:
            raise failed[0]

    def stop(self) -> None:
        """Stop serving, as when the host ends."""
        if self._thread is not None:
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(10)
            self._thread = None

    def call(self, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Run `function` in the loop's thread and return its result."""

        async def run() -> Any:
            return function(*given, **named)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(10)

    def show(self, **changes: Any) -> None:
        """`FakeHost.show` from the test's thread."""
        self.call(self.host.show, **changes)


@contextlib.contextmanager
def site_of(host: Any, felt: Any = None, **more: Any) -> Iterator[Site]:
    """The site of `host` while the block runs."""
    site = Site(host, felt, **more)
    site.start()
    try:
        yield site
    finally:
        site.stop()
