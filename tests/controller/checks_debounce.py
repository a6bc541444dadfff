"""Debounce tables, replayed under both interpreters and over the wrap of the clock.

A table: inputs as (t_us, word), then what is to be told as (t_us, input, on, first_us). On takes
25 equal scans of a millisecond, off 50.
"""

from controller.debounce import Debounce

WRAP = 1 << 30
STARTS = {"from 0": 0, "1 s before the wrap": WRAP - 1_000_000, "over the wrap": WRAP - 30_000}
END_US = 1_200_000

TABLES = {
    "a chip is put down": ([(10_000, 1)], [(34_000, 0, 1, 10_000)]),
    "and taken away": (
        [(10_000, 1), (100_000, 0)],
        [(34_000, 0, 1, 10_000), (149_000, 0, 0, 100_000)],
    ),
    "one stray sample": ([(10_000, 1), (11_000, 0)], []),
    "two stray samples": ([(10_000, 1), (12_000, 0)], []),
    "one scan too short": ([(10_000, 1), (34_000, 0)], []),
    "just long enough": (
        [(10_000, 1), (35_000, 0)],
        [(34_000, 0, 1, 10_000), (84_000, 0, 0, 35_000)],
    ),
    "bounces keep the first edge": (
        [(10_000, 1), (12_000, 0), (14_000, 1), (15_000, 0), (19_000, 1)],
        [(43_000, 0, 1, 10_000)],
    ),
    "bounces on the way off": (
        [(0, 1), (100_000, 0), (103_000, 1), (105_000, 0)],
        [(24_000, 0, 1, 0), (154_000, 0, 0, 100_000)],
    ),
    "a quiet time ends the burst": (
        [(10_000, 1), (11_000, 0), (60_000, 1)],
        [(84_000, 0, 1, 60_000)],
    ),
    "lifted for 49 ms": ([(0, 1), (100_000, 0), (149_000, 1)], [(24_000, 0, 1, 0)]),
    "two chips, each its own time": (
        [(10_000, 1), (20_000, 5), (30_000, 5)],
        [(34_000, 0, 1, 10_000), (44_000, 2, 1, 20_000)],
    ),
    "one leaves while one comes": (
        [(0, 1), (100_000, 2)],
        [(24_000, 0, 1, 0), (124_000, 1, 1, 100_000), (149_000, 0, 0, 100_000)],
    ),
    "the last of 29": ([(5_000, 1 << 28)], [(29_000, 28, 1, 5_000)]),
    "all 29 at once": (
        [(5_000, (1 << 29) - 1)],
        [(29_000, i, 1, 5_000) for i in range(29)],
    ),
    "between two scans": ([(10_200, 1), (10_900, 0)], []),
    "chatter, then rest": (
        [(10_000 + i * 2_000, 1 - i % 2) for i in range(40)] + [(90_000, 1)],
        [(114_000, 0, 1, 10_000)],
    ),
    "half a second on and off": (
        [(100_000, 1), (600_000, 0), (1_100_000, 1)],
        [(124_000, 0, 1, 100_000), (649_000, 0, 0, 600_000), (1_124_000, 0, 1, 1_100_000)],
    ),
}


def replay(inputs, wanted, start_us):
    debounce = Debounce(29, 25, 50)
    told = []
    word = 0
    todo = list(inputs)
    for now_us in range(0, END_US, 1000):
        while todo and todo[0][0] <= now_us:
            word = todo.pop(0)[1]
        changed = debounce.step((start_us + now_us) % WRAP, word)
        for i in range(29):
            if changed >> i & 1:
                first_us = (debounce.first_us[i] - start_us) % WRAP
                told.append((now_us, i, debounce.state >> i & 1, first_us))
    assert told == wanted, told


def against_one_by_one():
    """Thirty thousand noisy scans: the crosswise counters say what plain ones would."""
    debounce = Debounce(29, 7, 13)
    state = [0] * 29
    count = [0] * 29
    noise = 12345
    word = 0
    for scan in range(30_000):
        noise = (noise * 1103515 + 12345) % 1000003
        if scan % 3 == 0:
            word ^= 1 << noise % 29
        if scan % 500 > 480:
            word = 0
        changed = debounce.step(scan * 1000 % WRAP, word)
        for i in range(29):
            differs = word >> i & 1 != state[i]
            count[i] = count[i] + 1 if differs else 0
            flips = count[i] == (13 if state[i] else 7)
            if flips:
                state[i] ^= 1
                count[i] = 0
            assert changed >> i & 1 == flips, (scan, i)


def times_can_change():
    debounce = Debounce(4, 25, 50)
    debounce.set_times(3, 0)
    assert [debounce.step(i, 1) for i in range(4)] == [0, 0, 1, 0]
    debounce.set_times(0, 2)
    assert [debounce.step(i, 0) for i in range(3)] == [0, 1, 0]


def forced_inputs_tell_no_edge():
    debounce = Debounce(4, 3, 3)
    for _ in range(5):
        debounce.step(0, 3)
    debounce.force(1, 0)
    assert debounce.state == 2
    assert [debounce.step(i, 3) for i in range(3)] == [0, 0, 1]


def _case(name, start_us):
    inputs, wanted = TABLES[name]
    return lambda: replay(inputs, wanted, start_us)


CASES = {f"{name}, {start}": _case(name, STARTS[start]) for name in TABLES for start in STARTS}
CASES["against one by one"] = against_one_by_one
CASES["times can change"] = times_can_change
CASES["forced inputs tell no edge"] = forced_inputs_tell_no_edge
