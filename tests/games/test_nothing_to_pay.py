"""Where nothing changes hands nothing is to be ticked: a lost side bet was collected before."""

from __future__ import annotations

from support.card_host import CardHost
from support.looks import crowded_round


def test_a_round_closes_when_all_that_changes_hands_is_settled_in_order() -> None:
    host = CardHost("ultimate-holdem", {"seats": 7, "progressive": "PMG-01", "meter": "m"})
    for kind, by, data in crowded_round():
        assert host.give(kind, by, **data) == ""
    payments = host.view()["state"]["payments"]
    lost = [one for one in payments if one["part"] == "progressive"]
    assert len(lost) == 7
    assert all(one["paid"] for one in lost)
    owed = [one["payment"] for one in payments if not one["paid"]]
    assert owed == [f"table:{seat}" for seat in range(7, 0, -1)]
    assert "first settle “table:7”" in host.give("paid", payment="table:6")
    assert "not settled yet" in host.give("close")
    for payment in owed:
        assert host.view()["state"]["primary"]["payment"] == payment
        assert host.give("paid", payment=payment) == ""
    assert host.give("paid", payment="progressive:3") == ""  # ticked all the same: no harm
    assert host.view()["state"]["primary"]["act"] == "close"
    assert host.give("close") == ""
