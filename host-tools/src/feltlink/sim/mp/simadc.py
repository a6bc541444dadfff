# Reflective sensors on analogue pins. A phototransistor pulls its line down, a resistor up: what
# comes back from the emitter, and the light of the room, lower the reading (active low), or raise
# it where the sensor is wired the other way.
import simchip
import simparts
import simpins

AMBIENT, NOISE, DEAD = 6, 7, 8  # kinds in sim/parts.py
_DARK = 58000
_COVERED = 26000  # what a chip throws back
_FELT = 4000

_emitter, _, _ = simparts.WIRED["adc"]
_lines = simparts.WIRED["sensors"]
_active_low = simparts.rest == 1
_seed = 1


def _random(span):
    global _seed
    _seed = (_seed * 1103515245 + 12345) & 0x3FFFFFF
    return (_seed >> 8) % (2 * span + 1) - span


def read(pin):
    simchip.sleep_us(40)  # what a conversion takes on an ESP32
    if pin not in _lines:
        return 0
    if simparts.faults.get(DEAD) == pin:
        return 65535
    light = simparts.faults.get(AMBIENT, 0)
    if _emitter is None or simpins.latches[_emitter]:
        covered = simpins.outside[pin] == (0 if _active_low else 1)
        light += _COVERED if covered else _FELT
    noise = simparts.faults.get(NOISE, 0)
    if noise:
        light += _random(noise)
    value = _DARK - light if _active_low else 65535 - _DARK + light
    return 0 if value < 0 else 65535 if value > 65535 else value


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, atten=0):
        self._pin = pin._pin

    def atten(self, atten):
        pass

    def read_u16(self):
        return read(self._pin)
