# A chain of WS2812 as `machine.bitstream` feeds it: each takes its 24 bits, green first, and hands
# on the rest (WS2812B data sheet, "composition of 24 bit data"). Each LED is a line of its own.
import simchip
import simparts

_pin, _count, _ = simparts.WIRED["ws2812"]
_colours = bytearray(3 * _count)
_one = bytearray(3)
_told = bytearray(_count)  # an LED keeps its colour over our reset: the first one counts as new
# ns, data sheet, "data transfer time": T0H, T0L, T1H, T1L, each within 150
_TIMES = (400, 850, 800, 450)


def stream(pin, timing, data):
    "What came down the wire. Bits of the wrong length are no bits."
    if pin != _pin:
        return
    for k in range(4):
        if not -150 <= timing[k] - _TIMES[k] <= 150:
            return
    for i in range(min(_count, len(data) // 3)):
        at = 3 * i
        if (
            not _told[i]
            or _colours[at] != data[at]
            or _colours[at + 1] != data[at + 1]
            or (_colours[at + 2] != data[at + 2])
        ):
            _told[i] = 1
            for k in range(3):
                _colours[at + k] = _one[k] = data[at + k]
            lit = 1 if _one[0] or _one[1] or _one[2] else 0
            simchip.send(79, simparts.PIXEL + i, lit, simchip.clock(), _one, 3)  # O
    simchip.sleep_us(len(data) * 10)
