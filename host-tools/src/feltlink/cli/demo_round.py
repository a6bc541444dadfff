"""One whole Bonus Spin round, played by itself: chips and button on the board, taps on the host.

It does what a dealer does: looks at the view, and takes the next act. So it also handles a top
prize, whose four checks it makes as a supervisor.
"""

from __future__ import annotations

from feltlink.cli.demo_script import Script

BETS = (1, 3, 5)
ACE = 3
BLACKJACK = 5
CHECKS = ("dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top")


class Player(Script):
    """Plays the round."""

    async def play(self) -> None:
        """Play one round to its end. A step that does not come is a Problem."""
        await self._ready()
        if self._host.view()["state"]["phase"] != "bets":  # open since an earlier run's end
            self._act("new_game")
        for seat in BETS:
            self._felt.set_chip(seat, True)
        await self._until("three bets", lambda v: self._covered(v) == set(BETS))
        self._act("begin_game")
        await self._until("the lock", lambda v: v["state"]["phase"] == "marking")
        for seat in BETS:
            self._felt.set_chip(seat, False)  # the dealer collects the bets
        self._act("mark", seat=ACE, mark="even_money")
        self._act("mark", seat=BLACKJACK, mark="spin")
        self._act("proceed_to_spins")
        self._act("enable_spin", seat=BLACKJACK)
        await self._until("the lamp", lambda v: self._felt.state()["button"]["lamp"])
        self._felt.press()
        await self._until("the draw", lambda v: v["state"]["phase"] in ("spun", "top_prize"))
        if self._host.view()["state"]["phase"] == "top_prize":
            for check in CHECKS:
                self._act("verify", by="supervisor Demo", check=check, name="Surveillance Demo")
        self._act("winner_paid", seat=BLACKJACK)
        await self._until("the next round", lambda v: v["state"]["phase"] == "bets")
        await self._until("dark lights", lambda v: not self._lit())
        self.tell()
