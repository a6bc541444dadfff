"""Light patterns, rendered here so that a silent wire stops no blinking.

At most 2.5 flashes a second (WCAG 2.3.1 allows three).
"""

from array import array

from feltwire import catalogue
from feltwire.speed import const, micropython, ptr8, ptr32

_STEP_SCANS = const(50)
_TEST_SCANS = const(5000)
_STEPS = const(40)  # two seconds: every pattern fits in a whole number of times
_NUMBER = catalogue.PATTERN_COUNT


def _shape(pattern: int, step: int) -> bool:
    if pattern == catalogue.BLINK:  # 1 Hz, half on
        return step % 20 < 10
    if pattern == catalogue.BLINK_FAST:  # 2.5 Hz, half on
        return step % 8 < 4
    if pattern == catalogue.PULSE:  # 1 Hz, short on
        return step % 20 < 2
    if pattern == catalogue.WINK:  # 1 Hz, short off
        return step % 20 >= 2
    return pattern == catalogue.ON


_SHAPES = bytes([sum(1 << p for p in range(_NUMBER) if _shape(p, step)) for step in range(_STEPS)])


@micropython.viper
def _spread(frame: ptr8, masks: ptr32, count: int, number: int) -> int:
    """Take the nibbles of LIGHTS, two lights a byte from `frame[2]` on; 1 when all are known."""
    for i in range(count):
        if (int(frame[2 + (i >> 1)]) >> (i & 1) * 4) & 15 >= number:
            return 0
    for k in range(number):
        masks[k] = 0
    for i in range(count):
        k = (int(frame[2 + (i >> 1)]) >> (i & 1) * 4) & 15
        masks[k] = int(masks[k]) | 1 << i
    return 1


class Lights:
    """`word` is what the outputs shall show: bit i for light i, the button's lamp above them."""

    def __init__(self, count: int, safe: int) -> None:
        self._lamp = 1 << count
        self._all = self._lamp - 1
        self._count = count
        self._safe_pattern = safe
        self._masks = array("I", [0] * _NUMBER)
        self._latched = 0
        self._lamp_pattern = catalogue.OFF
        self._test_pattern = catalogue.OFF
        self._test_scans = 0
        self._scans = 0
        self._step = 0
        self._fresh = True
        self.word = 0
        self.safe()

    def safe(self) -> None:
        """Show the board's safe pattern on every light."""
        for pattern in range(_NUMBER):
            self._masks[pattern] = self._all if pattern == self._safe_pattern else 0
        self._fresh = True

    def take(self, frame: bytearray) -> bool:
        """Give each light the pattern that LIGHTS says, or none when one of them is unknown."""
        if not _spread(frame, self._masks, self._count, _NUMBER):
            return False
        self._fresh = True
        return True

    def test(self, light: int, pattern: int) -> None:
        """Give one light a pattern; `light` equal to their count is the button's lamp, for 5 s."""
        if light == self._count:
            self._test_pattern = pattern
            self._test_scans = _TEST_SCANS
        else:
            for k in range(_NUMBER):
                self._masks[k] &= ~(1 << light)
            self._masks[pattern] |= 1 << light
        self._fresh = True

    def latch(self, mask: int) -> None:
        """Keep the lights of `mask` from being off."""
        self._latched = mask
        self._fresh = True

    @micropython.native
    def step(self, lamp: int) -> bool:
        """Count one scan; `lamp` is the button's pattern. Tell whether `word` has changed."""
        if self._test_scans:
            lamp = self._tested(lamp)
        if lamp != self._lamp_pattern:
            self._lamp_pattern = lamp
            self._fresh = True
        self._scans += 1
        if self._scans == _STEP_SCANS:
            self._scans = 0
            self._step = (self._step + 1) % _STEPS
        elif not self._fresh:
            return False
        self._fresh = False
        shape = _SHAPES[self._step]
        masks = self._masks
        word = masks[catalogue.OFF] & self._latched
        for k in range(1, _NUMBER):
            if shape >> k & 1:
                word |= masks[k]
        if shape >> self._lamp_pattern & 1:
            word |= self._lamp
        changed = word != self.word
        self.word = word
        return changed

    def _tested(self, lamp: int) -> int:
        """What the lamp shows during its test, which being lit for an armed button ends."""
        self._test_scans -= 1
        if lamp == catalogue.ON:
            self._test_scans = 0
        return self._test_pattern if self._test_scans else lamp
