"""`kill -9` of the host while the wheel turns, and while its payment is on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from feltlink.cli.record_check import check, reading
from feltlink.sim.board import SimBoard
from feltlink.table.audit import books
from feltlink.table.felt import SimFelt
from support.dealer import Dealer
from support.pages import WHEEL
from support.table_command import TableCommand, table_command

PATIENCE_US = 30_000_000
LINES_OF_A_SPIN = 3  # even money by the first tap, taken back by the second, the spin
# Waits for a turning wheel, and from then on for the page to own that it has lost the host.
WATCH = """() => {
  if (!document.querySelector(".wheel[data-state=turning]")) return false;
  window.began = performance.now();
  window.lost = new Promise((told) => new MutationObserver(() => {
    if (document.body.dataset.trouble === "stale") told(performance.now() - window.began);
  }).observe(document.body, {attributes: true}));
  return true;
}"""
ANSWERED = "() => sessionStorage['feltlink.pending'] === '[]'"


def recorded_stop(record: Path) -> int:
    """The one stop that was drawn, as the disk has it."""
    with reading(record) as connection:
        rows = connection.execute("SELECT body ->> 'stop' FROM entry WHERE kind = 'drawn'")
        ((stop,),) = rows.fetchall()
    return int(stop)


def sound(record: Path) -> Counter[str]:
    """The inputs of a record that is as it was written and balances."""
    assert check(record, None, []).fault is None
    with reading(record) as connection:
        sums = books(connection)
        rows = connection.execute("SELECT kind FROM entry WHERE role = 'input'").fetchall()
    assert not sums.faults
    assert sums.lines == LINES_OF_A_SPIN
    return Counter(kind for (kind,) in rows)


def spun(dealer: Dealer, sim: SimBoard, felt: SimFelt) -> None:
    """Seat 1 has a blackjack and has pressed the button: the wheel turns."""
    dealer.to_offer(1)
    dealer.press("Press to enable – seat 1")
    assert sim.run_until(lambda: sim.lit("lamp"), PATIENCE_US)
    felt.press(80)
    dealer.page.wait_for_function(WATCH)


def test_the_host_is_killed_while_the_wheel_turns(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    with SimBoard("pico-6seat") as sim, table_command(tmp_path, sim.port) as table:
        felt = SimFelt(sim)
        dealer = Dealer(open_page(table.address + "dealer"), felt=felt)
        sign = open_page(table.address + "wheel")
        spun(dealer, sim, felt)
        table.kill()
        assert dealer.page.evaluate("() => window.lost") <= 2000
        expect(dealer.page.locator("#banner")).to_contain_text("No answer from the table")
        expect(sign.locator("#say")).to_have_text("One moment, please")
        stop = recorded_stop(table.record)
        table.start()
        dealer.live()
        told = WHEEL[stop]["label"]
        dealer.rest()
        expect(dealer.page.locator(".hub")).to_have_text(told)
        expect(sign.locator("#amount")).to_have_text(told)
        pay_and_kill(dealer, table, f"Winner paid – seat 1 – {told}")
        table.kill()
        kinds = sound(table.record)
        assert [kinds[one] for one in ("press", "drawn", "winner_paid")] == [1, 1, 1]
        assert recorded_stop(table.record) == stop


def pay_and_kill(dealer: Dealer, table: TableCommand, label: str) -> None:
    """The press is on its way, or in the record, or answered: nobody knows. It pays once.

    If the table finds its controller late the press is refused in words, and made again.
    """
    dealer.press(label)
    table.kill()
    dealer.page.locator("body[data-trouble=stale]").wait_for()
    table.start()
    dealer.live()
    dealer.page.wait_for_function(ANSWERED)
    if dealer.page.locator("body[data-refused]").count():
        expect(dealer.page.locator("#refusal")).to_contain_text("Not now.")
        dealer.press(label)
    expect(dealer.primary).to_have_text("Begin game – lock the bets")
    expect(dealer.page.locator("#head .round")).to_have_text("round 2")
