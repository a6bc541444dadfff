# A chain of 74HC165 on three pins, after its data sheet's function table: latch low loads, each
# rising edge of the clock shifts; D7 comes first. Past a break the line reads what it floats to.
import simparts
import simpins

OPEN = 1  # kinds in sim/parts.py; value: 2 * chips that are still there + the level beyond

_data, _clock, _latch, _count, _high, _low = simparts.WIRED["hc165"]
_loaded = bytearray(8 * _count)
_at = 0


def _show():
    broken = simparts.faults.get(OPEN, -1)
    if broken >= 0 and _at >= 8 * (broken >> 1):
        level = broken & 1
    else:
        level = _loaded[_at] if _at < len(_loaded) else 0
    if simpins.outside[_data] != level:
        simpins.outside[_data] = level
        simpins.update(_data)


def _on_latch(level):
    global _at
    if level == 0:
        for k in range(_count):
            for d in range(8):
                bit = simparts.level(8 * k + d)
                _loaded[8 * k + 7 - d] = 1 if d == _high else 0 if d == _low else bit
        _at = 0
        _show()


def _on_clock(level):
    global _at
    if level and simpins.latches[_latch]:
        _at += 1
        _show()


simpins.watch(_latch, _on_latch)
simpins.watch(_clock, _on_clock)
