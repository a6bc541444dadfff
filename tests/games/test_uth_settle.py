"""Every dealer's hand against 105 situations, settled seat by seat, with no difference."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from feltlink.cards.card import DECK, parse_cards
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.ultimate_holdem_settle import Bets, Showdown, schedule, settle_seat

VECTORS = json.loads((Path(__file__).parents[1] / "oracle" / "uth_settle_vectors.json").read_text())
ANTE = 200


def net_cents(bets: Bets, hand: Showdown, dealer: Showdown) -> int:
    sheet = Sheet()
    settle_seat(sheet, schedule("UTH-01", "UTH-01"), bets, hand, dealer)
    return sum(line.amount_cents - line.stake_cents for line in sheet.lines)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['hole']} on {v['board']}")
def test_against_every_dealer(vector: dict[str, int | str]) -> None:
    hole, board = parse_cards(str(vector["hole"])), parse_cards(str(vector["board"]))
    hand = Showdown.of(hole, board)
    assert hand.category.key == vector["player_category"]
    rest = [card for card in DECK if card not in hole + board]
    dealers = Counter(Showdown.of(pair, board) for pair in combinations(rest, 2))
    assert dealers.total() == 990
    for times in (4, 3, 2, 1):
        bets = Bets(1, {"ante": ANTE, "blind": ANTE, "play": ANTE * times})
        net = sum(net_cents(bets, hand, dealer) * n for dealer, n in dealers.items())
        assert net * 2 == int(vector[f"net_half_antes_play{times}"]) * ANTE
    folded = Bets(1, {"ante": ANTE, "blind": ANTE}, folded=True)
    net = sum(net_cents(folded, hand, dealer) * n for dealer, n in dealers.items())
    assert net * 2 == int(vector["net_half_antes_fold"]) * ANTE
