"""Button tables: samples in, presses and releases out, over the wrap of the clock too.

A table: (t_us, pressed), then (t_us, "press", first_us) and (t_us, "up"). Three equal scans make
a press; 30 ms lock-out; 15 quiet ms make it up.
"""

from controller.button import Button

WRAP = 1 << 30
STARTS = {"from 0": 0, "1 s before the wrap": WRAP - 1_000_000, "over the wrap": WRAP - 11_000}
END_US = 1_200_000

TABLES = {
    "a press": (
        [(10_000, 1), (100_000, 0)],
        [(12_000, "press", 10_000), (114_000, "up")],
    ),
    "one stray sample": ([(10_000, 1), (11_000, 0)], []),
    "two stray samples": ([(10_000, 1), (12_000, 0)], []),
    "strays that never make three": (
        [(10_000, 1), (12_000, 0), (13_000, 1), (15_000, 0), (16_000, 1), (17_000, 0)],
        [],
    ),
    "a bounce before it settles": (
        [(10_000, 1), (11_000, 0), (12_000, 1), (100_000, 0)],
        [(14_000, "press", 12_000), (114_000, "up")],
    ),
    "bounces while locked out": (
        [(10_000, 1), (13_000, 0), (16_000, 1), (20_000, 0), (25_000, 1), (100_000, 0)],
        [(12_000, "press", 10_000), (114_000, "up")],
    ),
    "a tap shorter than the lock-out": (
        [(10_000, 1), (15_000, 0)],
        [(12_000, "press", 10_000), (57_000, "up")],
    ),
    "bounces on release are no second press": (
        [(10_000, 1), (100_000, 0), (103_000, 1), (106_000, 0), (110_000, 1), (111_000, 0)],
        [(12_000, "press", 10_000), (125_000, "up")],
    ),
    "two presses": (
        [(10_000, 1), (60_000, 0), (160_000, 1), (260_000, 0)],
        [(12_000, "press", 10_000), (74_000, "up"), (162_000, "press", 160_000), (274_000, "up")],
    ),
    "again too soon is the same press": (
        [(10_000, 1), (60_000, 0), (70_000, 1), (200_000, 0)],
        [(12_000, "press", 10_000), (214_000, "up")],
    ),
    "held for a second": (
        [(10_000, 1), (1_010_000, 0)],
        [(12_000, "press", 10_000), (1_024_000, "up")],
    ),
    "down from the first scan": (
        [(0, 1), (500_000, 0)],
        [(2_000, "press", 0), (514_000, "up")],
    ),
}


def replay(inputs, wanted, start_us):
    button = Button()
    told = []
    raw = 0
    todo = list(inputs)
    for now_us in range(0, END_US, 1000):
        while todo and todo[0][0] <= now_us:
            raw = todo.pop(0)[1]
        was = button.down
        if button.step((start_us + now_us) % WRAP, raw << 6):
            told.append((now_us, "press", (button.first_us - start_us) % WRAP))
        elif was and not button.down:
            told.append((now_us, "up"))
        assert button.touched or not raw
    assert told == wanted, told


def _case(name, start_us):
    inputs, wanted = TABLES[name]
    return lambda: replay(inputs, wanted, start_us)


CASES = {f"{name}, {start}": _case(name, STARTS[start]) for name in TABLES for start in STARTS}
