"""Takes the inputs out of the bytes that other chips gave."""

from array import array

from feltwire.speed import micropython

OUTSIDE = 64  # lines below are the chip's own pins, from here on inputs of other chips


def inputs_of(numbers: "tuple[int, ...]", first: int, last: int) -> int:
    """Return the word of inputs whose lines are outside bits `first` to `last` - 1."""
    word = 0
    for i, number in enumerate(numbers):
        if first <= number - OUTSIDE < last:
            word |= 1 << i
    return word


class Runs:
    """Bits that follow each other as the inputs do are taken out together, as one run."""

    def __init__(self, numbers: "tuple[int, ...]") -> None:
        """`numbers[i]` is the line of input i: OUTSIDE + 8 * byte + bit."""
        places: "list[int]" = []
        shifts: "list[int]" = []
        masks: "list[int]" = []
        for i, number in enumerate(numbers):
            at = number - OUTSIDE
            if at < 0:
                continue
            place = at // 8
            shift = at % 8 - i
            if places and places[-1] == place and shifts[-1] == shift:
                masks[-1] |= 1 << i
            else:
                places.append(place)
                shifts.append(shift)
                masks.append(1 << i)
        self._places = bytes(places)
        self._right = bytes([max(shift, 0) for shift in shifts])
        self._left = bytes([max(-shift, 0) for shift in shifts])
        self._masks = array("I", masks)
        self._count = len(masks)

    @micropython.native
    def word(self, data: bytearray) -> int:
        """Return the inputs' levels from `data`."""
        word = 0
        for k in range(self._count):
            word |= data[self._places[k]] >> self._right[k] << self._left[k] & self._masks[k]
        return word
