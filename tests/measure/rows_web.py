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
from support.real_table import RealTable, real_table

TAPS = 150
TAP_MS = 100
READY_MS = 2000
PAGE_BYTES = 300_000
PAGES = ("", "dealer", "wheel", "bench", "records")

LIVE_PAGES = ("dealer", "wheel", "bench")

# When the page first showed the table as it is, in ms since it was asked for.
NOTE_LIVE = """(() => {
  window.live = new Promise((told) => new MutationObserver(() => {
    if (document.body && document.body.dataset.live === "on") told(performance.now());
  }).observe(document, {attributes: true, subtree: true, childList: true}));
})()"""

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
BY_FETCH = """async (taps) => {
  const times = [];
  const marks = ["even_money", "spin", "none"];
  for (let i = 0; i < taps; i++) {
    const act = {id: `measured-${i}-${Math.random()}`, act: "mark", seat: 1, mark: marks[i % 3],
      round_id: 1};
    const began = performance.now();
    await (await fetch("/api/act", {method: "POST", body: JSON.stringify(act),
      headers: {"content-type": "application/json"}})).json();
    times.push(performance.now() - began);
  }
  return times;
}"""

BY_ACT = """async (act) => {
  const round_id = (await (await fetch("/api/state")).json()).state.round_id;
  await fetch("/api/act", {method: "POST", headers: {"content-type": "application/json"},
    body: JSON.stringify({id: `begin-${act}-0000`, act, round_id})});
}"""


def rows() -> list[Row]:
    """The rows; none where there is no Chromium."""
    if not chromium():
        return []
    with (
        TemporaryDirectory() as folder,
        real_table(Path(folder), itertools.repeat(5)) as table,
        browser() as chrome,
    ):
        return [*_weight(table, chrome), *_taps(table, chrome)]


def _weight(table: RealTable, chrome: Any) -> list[Row]:
    heaviest, slowest_ms = 0, 0.0
    for path in PAGES:
        page = chrome.new_page()
        page.add_init_script(NOTE_LIVE)
        sizes: list[int] = []
        page.on("response", lambda answer, sizes=sizes: sizes.append(len(answer.body())))
        page.goto(table.address + path)
        page.wait_for_load_state("networkidle")
        if path in LIVE_PAGES:
            slowest_ms = max(slowest_ms, page.evaluate("() => window.live"))
        heaviest = max(heaviest, sum(sizes))
        page.close()
    size = f"at most {PAGE_BYTES:,} bytes uncompressed"
    ready = f"at most {READY_MS} ms"
    return [
        Row("page_bytes", heaviest, "bytes, heaviest page", size, heaviest <= PAGE_BYTES),
        Row("page_ready_ms", round(slowest_ms), "ms, slowest page", ready, slowest_ms <= READY_MS),
    ]


def _taps(table: RealTable, chrome: Any) -> list[Row]:
    page = chrome.new_page()
    page.goto(table.address + "dealer")
    table.felt.set_chip(1, True)
    page.locator(".seat[data-seat='1'][data-state=covered]").wait_for()
    for act in ("new_game", "begin_game"):
        page.evaluate(BY_ACT, act)
    page.locator(".seat[data-seat='1'][data-state=locked]").wait_for()
    tapped: list[float] = page.evaluate(BY_TAP, TAPS)
    fetched: list[float] = page.evaluate(BY_FETCH, TAPS)
    out = []
    for name, share in (("tap_answer_median_ms", 0.5), ("tap_answer_p95_ms", 0.95)):
        value, peer = percentile(tapped, share), percentile(fetched, share)
        target = f"at most {TAP_MS} ms"
        what = "ms from tap to the recorded answer on the screen"
        fetch = "fetch of /api/act, same act"
        out.append(Row(name, round(value, 1), what, target, value <= TAP_MS, fetch, round(peer, 1)))
    page.close()
    return out
