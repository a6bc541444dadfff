# The simulated pins: what drives each, and the level that results. One word holds all levels, as
# the chip's own input register does.
import simchip
import simparts

PINS = {"esp32": 40, "esp32s3": 49}.get(simchip.CHIP, 30)
IN = 0
OUT = 1
OPEN_DRAIN = 2
RELEASED = 2
ALL = (1 << PINS) - 1

outside = bytearray([RELEASED] * PINS)  # 0, 1 or RELEASED: what the harness drives
pulls = bytearray(PINS)  # 0 none, 1 up, 2 down
modes = bytearray(PINS)
latches = bytearray(PINS)  # the output registers
shown = bytearray([RELEASED] * PINS)  # what the harness was last told
watchers = [None] * PINS  # of pins that a chip hangs on: told the level, the harness is not
handlers = [None] * PINS  # (trigger, handler, pin)
word = 0
FALLING = 4
RISING = 8


def _level(pin):
    mode = modes[pin]
    if mode == OUT or (mode == OPEN_DRAIN and not latches[pin]):
        return latches[pin]
    if outside[pin] != RELEASED:
        return outside[pin]
    if pulls[pin]:
        return pulls[pin] & 1
    return (word >> pin) & 1  # floating: what it last was


def update(pin):
    global word
    level = _level(pin)
    mode = modes[pin]
    if mode == OUT:
        tell = latches[pin]
    elif mode == OPEN_DRAIN and not latches[pin]:
        tell = 0
    else:
        tell = RELEASED
    watcher = watchers[pin]
    if watcher:
        shown[pin] = tell
    if tell != shown[pin]:
        shown[pin] = tell
        simchip.send(79, pin, tell, simchip.clock())  # O
    if level != (word >> pin) & 1:
        word ^= 1 << pin
        handler = handlers[pin]
        if handler and handler[0] & (RISING if level else FALLING):
            handler[1](handler[2])
        if watcher:
            watcher(level)


def watch(pin, watcher):
    "A chip hangs on this pin."
    watchers[pin] = watcher


def drive(pin, level, _n):
    if pin >= simparts.OUTSIDE:
        simparts.drive(pin, level)
        return
    outside[pin] = level
    update(pin)


def latch(pin, level):
    if latches[pin] != level:
        latches[pin] = level
        update(pin)


def read(pin):
    simchip.look()
    if simchip.trouble:
        simchip.hiccup()
    return (word >> pin) & 1


def read_all():
    simchip.look()
    if simchip.trouble:
        simchip.hiccup()
    return word


def write_all(mask, levels):
    "Set the outputs of `mask` to `levels`."
    for pin in range(PINS):
        if mask >> pin & 1:
            latch(pin, levels >> pin & 1)


def enable(mask, on):
    for pin in range(PINS):
        if mask >> pin & 1:
            modes[pin] = OUT if on else IN
            update(pin)


simchip.on_pin = drive
