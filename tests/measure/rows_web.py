"""How fast the dealer's page answers a tap, how soon it can be used, and what it weighs.

Measured in Chromium on a whole running table with a simulated board: each tap is on the disk
before it is answered. Beside it the same act as a `fetch` of the HTTP side, in the same page.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure.row import Row, percentile
from support.chromium import browser, chromium
from support.real_table import real_table
from support.weight import MOST_BYTES, every_page, weigh

TAPS = 150
VISITS = 3  # with an empty cache each; the one in the middle counts
TAP_MS = 100
READY_MS = 2000
# Taps a seat and waits until the page shows what the host has answered.
BY_TAP = """async (taps) => {
  const tile = document.querySelector(".seat[data-seat='1']");
  const times = [];
  for (let i = 0; i < taps; i++) {
    const done = new Promise((told) => {
      const watcher = new MutationObserver(() => {
        if (tile.hasAttribute("data-waiting")) return;
        watcher.disconnect();
        told();
      });
      watcher.observe(tile, {attributes: true, attributeFilter: ["data-waiting"]});
    });
    const began = performance.now();
    tile.click();
    if (tile.hasAttribute("data-waiting")) await done;
    times.push(performance.now() - began);
  }
  return times;
}"""
BY_FETCH = """async ([taps, acts]) => {
  const times = [];
  for (let i = 0; i < taps; i++) {
    const act = {...acts[i % acts.length], id: `measured-${i}-${Math.random()}`, round_id: 1};
    const began = performance.now();
    await (await fetch("/api/act", {method: "POST", body: JSON.stringify(act),
      headers: {"content-type": "application/json"}})).json();
    times.push(performance.now() - began);
  }
  return times;
}"""
# Ticks the first payment and takes it back; answered when the page shows it so.
BY_PAYMENT = """async (taps) => {
  const times = [];
  const panel = document.getElementById("panel");
  const first = () => panel.querySelector("[data-payment]");
  for (let i = 0; i < taps; i++) {
    const paid = first().hasAttribute("data-paid");
    const done = new Promise((told) => {
      const watcher = new MutationObserver(() => {
        if (!first() || first().hasAttribute("data-paid") === paid) return;
        watcher.disconnect();
        told();
      });
      watcher.observe(panel, {attributes: true, subtree: true, childList: true});
    });
    const began = performance.now();
    first().click();
    await done;
    times.push(performance.now() - began);
    while (sessionStorage["feltlink.pending"] !== "[]") await new Promise((r) => setTimeout(r, 1));
  }
  return times;
}"""

BY_ACT = """async (given) => {
  const round_id = (await (await fetch("/api/state")).json()).state.round_id;
  await fetch("/api/act", {method: "POST", headers: {"content-type": "application/json"},
    body: JSON.stringify({id: `begin-${Math.random()}`, round_id, ...given})});
}"""


def rows() -> list[Row]:
    """The rows; none where there is no Chromium."""
    if not chromium():
        return []
    with TemporaryDirectory() as folder, browser() as chrome:
        for name in ("seats", "cards"):
            (Path(folder) / name).mkdir()
        with every_page(Path(folder)) as pages:
            out = [row for path in pages for row in _page(chrome, path, pages[path])]
        out += _seat_taps(chrome, Path(folder) / "seats")
        return [*out, *_payment_taps(chrome, Path(folder) / "cards")]


def _page(chrome: Any, path: str, address: str) -> list[Row]:
    visits = [weigh(chrome, address) for _ in range(VISITS)]
    name = path.strip("/") or "home"
    light = f"at most {MOST_BYTES:,} bytes uncompressed"
    soon = f"at most {READY_MS} ms"
    what = f"bytes of {path} with all it fetches"
    total = max(visit.total for visit in visits)
    ready_ms = round(percentile([visit.ready_ms for visit in visits], 0.5))
    return [
        Row(f"page_bytes_{name}", total, what, light, total <= MOST_BYTES),
        Row(
            f"page_ready_{name}_ms", ready_ms, "ms until it can be used", soon, ready_ms <= READY_MS
        ),
    ]


def _seat_taps(chrome: Any, folder: Path) -> list[Row]:
    with real_table(folder, itertools.repeat(5)) as table:
        page = chrome.new_page()
        page.goto(table.address + "dealer")
        table.felt.set_chip(1, True)
        page.locator(".seat[data-seat='1'][data-state=covered]").wait_for()
        for act in ("new_game", "begin_game"):
            page.evaluate(BY_ACT, {"act": act})
        page.locator(".seat[data-seat='1'][data-state=locked]").wait_for()
        marks = [{"act": "mark", "seat": 1, "mark": m} for m in ("even_money", "spin", "none")]
        return _taps("tap_answer", page.evaluate(BY_TAP, TAPS), page, marks)


def _payment_taps(chrome: Any, folder: Path) -> list[Row]:
    with real_table(folder, iter(()), "uth.toml") as table:
        page = chrome.new_page()
        page.goto(table.address + "cards")
        page.locator("body[data-live=on]:not([data-trouble])").wait_for()
        page.evaluate(BY_ACT, {"act": "new_game"})
        for wager in ("ante", "blind"):
            given = {"act": "wager", "seat": 1, "wager": wager, "amount_cents": 1000}
            page.evaluate(BY_ACT, given)
        page.evaluate(BY_ACT, {"act": "begin_game"})
        page.locator("[data-choice='4x']").wait_for()
        page.evaluate(BY_ACT, {"act": "decide", "seat": 1, "choice": "4x"})
        page.locator("[data-payment]").first.wait_for()
        ticks = [{"act": act, "payment": "table:1"} for act in ("paid", "unpaid")]
        return _taps("tap_answer_cards", page.evaluate(BY_PAYMENT, TAPS), page, ticks)


def _taps(name: str, tapped: list[float], page: Any, acts: list[dict[str, Any]]) -> list[Row]:
    """Median and 95 % of what was tapped, beside a fetch of the same acts in the same page."""
    fetched: list[float] = page.evaluate(BY_FETCH, [TAPS, acts])
    out = []
    for which, share in (("median", 0.5), ("p95", 0.95)):
        value, peer = percentile(tapped, share), percentile(fetched, share)
        target = f"at most {TAP_MS} ms"
        what = "ms from tap to the recorded answer on the screen"
        beside = ("fetch of /api/act, same act", round(peer, 1))
        out.append(
            Row(f"{name}_{which}_ms", round(value, 1), what, target, value <= TAP_MS, *beside)
        )
    return out
