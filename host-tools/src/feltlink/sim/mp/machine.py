# Stands before the built-in `machine`: the parts of the RP2040's (and the ESP32's RTC memory) that
# a table controller has a use for. After MicroPython's documentation of `machine`.
import binascii
import uos
from umachine import PinBase, Signal  # noqa: F401

import simchip
import simparts
import simpins
import simport
from simmemory import RetainedFile, Registers

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5
if "hc165" in simparts.WIRED:
    import simchain  # noqa: F401
if "mcp23017" in simparts.WIRED:
    from simmcp23017 import I2C  # noqa: F401
if "adc" in simparts.WIRED:
    from simadc import ADC  # noqa: F401
if "pwm" in simparts.WIRED:
    from simpwm import PWM  # noqa: F401
if "ws2812" in simparts.WIRED:
    import simws2812

    def bitstream(pin, encoding, timing, data):
        simws2812.stream(pin._pin, timing, data)


if simparts.WIRED.get("port") in ("usb", "prompt"):
    import simusb  # noqa: F401

_CAUSE = int(uos.getenv("FELTLINK_SIM_CAUSE"))
_UID = binascii.unhexlify(uos.getenv("FELTLINK_SIM_UID"))


class Pin(PinBase):
    IN = simpins.IN
    OUT = simpins.OUT
    OPEN_DRAIN = simpins.OPEN_DRAIN
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = simpins.FALLING
    IRQ_RISING = simpins.RISING

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        if isinstance(id, Pin):
            id = id._pin
        if isinstance(id, str):
            id = int(id[2:])
        if not 0 <= id < simpins.PINS:
            raise ValueError("invalid pin")
        self._pin = id
        if mode != -1 or pull != -1 or value is not None:
            self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        pin = self._pin
        if value is not None:  # before the direction: no glitch
            simpins.latches[pin] = 1 if value else 0
        if pull != -1:
            simpins.pulls[pin] = pull or 0
        if mode != -1:
            simpins.modes[pin] = mode
        simpins.update(pin)

    def value(self, level=None):
        if level is None:
            return simpins.read(self._pin)
        simpins.latch(self._pin, 1 if level else 0)

    __call__ = value

    def on(self):
        simpins.latch(self._pin, 1)

    def off(self):
        simpins.latch(self._pin, 0)

    high = on
    low = off

    def toggle(self):
        simpins.latch(self._pin, 1 - simpins.latches[self._pin])

    def irq(self, handler=None, trigger=12, *, priority=1, wake=None, hard=False):
        simpins.handlers[self._pin] = (trigger, handler, self) if handler else None
        return self


class UART:
    def __init__(self, id=0, baudrate=115200, *args, **options):
        self.init(baudrate, *args, **options)

    def init(self, baudrate=115200, *args, rxbuf=256, txbuf=256, **options):
        simport.setup(baudrate, rxbuf, txbuf)

    def any(self):
        return simport.waiting()

    def read(self, n=-1):
        have = simport.waiting()
        if have == 0:
            return None
        buf = bytearray(have if n < 0 else min(n, have))
        simport.read_into(buf, len(buf))
        return bytes(buf)

    def readinto(self, buf, n=-1):
        want = len(buf) if n < 0 else n
        got = simport.read_into(buf, want)
        more = got
        while more and got < want:  # as on the RP2040: `timeout_char` is never below a millisecond
            simchip.sleep_us(1000)
            more = simport.read_into(memoryview(buf)[got:], want - got)
            got += more
        return got if got else None

    def write(self, buf, n=-1):
        took = simport.write(buf, len(buf) if n < 0 else n)
        return took if took else None

    def txdone(self):
        return simchip.clock() >= simport.sent_us

    def flush(self):
        while not self.txdone():
            simchip.sleep_us(100)

    def deinit(self):
        pass


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:  # RP2040 datasheet 4.7.2: 24 bits at 2 counts a microsecond
            raise ValueError("timeout exceeds 8388")
        self._us = timeout * 1000
        simchip.feed(self._us)

    def feed(self):
        simchip.feed(self._us)


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **options):
        self.due_us = 0
        if options:
            self.init(**options)

    def init(self, *, mode=1, period=-1, freq=-1, tick_hz=1000, callback=None, hard=False):
        self._mode = mode
        self._callback = callback
        self._period_us = int(1000000 / freq) if freq > 0 else period * 1000000 // tick_hz
        self.due_us = simchip.clock() + self._period_us
        simchip.start_timer(self)

    def deinit(self):
        if self in simchip.timers:
            simchip.timers.remove(self)

    def fire(self):
        if self._mode == self.PERIODIC:
            self.due_us += self._period_us
        else:
            self.deinit()
        try:
            self._callback(self)
        except Exception:  # the chip stops such a timer for good (ports/rp2/machine_timer.c)
            self.deinit()


class _Memory32:
    def __getitem__(self, address):
        return _registers.read(address)

    def __setitem__(self, address, value):
        _registers.write(address, value)


_registers = Registers()
mem32 = _Memory32()

if simchip.CHIP.startswith("esp32"):

    class RTC:
        "Keeps up to 2048 bytes over every reset but a power cut."

        _kept = RetainedFile(2048)

        def memory(self, data=None):
            if data is None:
                return self._kept.get()
            self._kept.put(data)

else:

    class RTC:
        def datetime(self, when=None):
            return (2021, 1, 1, 4, 0, 0, 0, 0)  # the RP2040's after a reset


def unique_id():
    return _UID


def reset_cause():
    return _CAUSE


def freq(*args):
    return 125000000


def reset():
    # an RP2 resets itself by its watchdog, and says so
    simchip.reset(WDT_RESET if simchip.CHIP.startswith("rp2") else HARD_RESET)


def soft_reset():
    simchip.reset(WDT_RESET if simchip.CHIP.startswith("rp2") else SOFT_RESET)


def bootloader(timeout=0):
    simchip.reset(0)


def idle():
    simchip.sleep_us(50)


def lightsleep(ms=0):
    simchip.sleep_us(ms * 1000)


def disable_irq():
    return 0


def enable_irq(state):
    pass
