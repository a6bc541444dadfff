# The simulated chip's core: its line to the harness, its clock, its watchdog and its timers.
# Runs inside MicroPython. Once built, nothing here allocates, so that the firmware above it can
# be run with the heap locked.
#
# A record is two 64-bit words, little-endian: op | a << 8 | n << 16 | b << 32, then a time in
# true microseconds since the board was first powered; n bytes of payload follow.
# feltlink/sim/records.py is the other end and names the operations.
import gc
import micropython
import uos
import utime
from array import array

VIRTUAL = uos.getenv("FELTLINK_SIM_CLOCK") == "virtual"
CHIP = uos.getenv("FELTLINK_SIM_CHIP")
EPOCH_US = int(uos.getenv("FELTLINK_SIM_EPOCH_US"))  # monotonic clock when first powered
BOOT_US = int(uos.getenv("FELTLINK_SIM_NOW_US"))
TICKS = int(uos.getenv("FELTLINK_SIM_TICKS"))  # what the tick counter shows at boot
PPM = int(uos.getenv("FELTLINK_SIM_PPM"))
CALL_US = 2  # what one look at the clock or at a pin costs in virtual time
MASK = 0x3FFFFFFF

_in = open(int(uos.getenv("FELTLINK_SIM_IN")), "rb", 0)
_out = open(int(uos.getenv("FELTLINK_SIM_OUT")), "wb", 0)
_got = array("L", [0, 0])  # 64 bits here; reading a "Q" would allocate
_put = array("L", [0, 0])
payload = bytearray(256)

now_us = BOOT_US
grant_us = BOOT_US
limit_us = BOOT_US  # nothing can happen before this instant
stall_us = 0
masked_until_us = 0  # interrupts are off until then: only the UART's FIFO takes bytes
bite_us = 0  # when the watchdog bites; 0: not started
trouble = None  # an exception that the next look at a pin raises
locked = False
at_prompt = False
timers = []  # of machine.Timer

_TROUBLES = (OSError(5), MemoryError(), RuntimeError("injected"), KeyboardInterrupt())


def _nothing(a, b, n):
    pass


on_pin = _nothing
on_bytes = _nothing
on_block = _nothing
on_fault = _nothing


def send(op, a, b, t, data=None, n=0):
    _put[0] = op | a << 8 | n << 16 | b << 32
    _put[1] = t
    _out.write(_put)
    if n:
        _out.write(data, n)


def clock():
    "True microseconds since the board was first powered."
    if VIRTUAL:
        return now_us
    return utime.ticks_us() - EPOCH_US


def ticks():
    "The device's own free-running microseconds: its crystal is PPM fast."
    t = clock() - BOOT_US
    return t + t * PPM // 1000000 + TICKS


def true_us(us):
    return us - us * PPM // 1000000


def perish():
    "The harness ends or restarts this process: a reset cannot be caught by the firmware."
    while True:
        if _in.readinto(_got, 16) == 0:
            uos.system("kill -9 $PPID")
        utime.sleep_ms(50)


def reset(cause):
    send(88, cause, 0, clock())  # X
    perish()


def _take():
    "Read one record and act on it. False: there is none (real clock only)."
    global grant_us, stall_us, trouble
    n = _in.readinto(_got, 16)
    if n is None:
        return False
    if n != 16:
        uos.system("kill -9 $PPID")  # the harness is gone
    word = _got[0]
    t = _got[1]
    op = word & 255
    a = (word >> 8) & 255
    n = (word >> 16) & 0xFFFF
    b = word >> 32
    if n:
        while _in.readinto(payload, n) is None:
            pass
    if op == 71:  # G: live until t
        grant_us = t
    elif op == 83:  # S: pin a is driven to b
        on_pin(a, b, n)
    elif op == 66:  # B: bytes on the wire
        on_bytes(a, b, n)
    elif op == 90:  # Z: stand still for t; a: with interrupts off
        stall_us += t
        if a:
            _mask(t)
    elif op == 84:  # T: raise once
        trouble = _TROUBLES[a]
    elif op == 87:  # W: a write blocks for b microseconds
        on_block(a, b, n)
    elif op == 70:  # F: chip beside the controller: fault a, value b - 1; b 0: sound again
        on_fault(a, b, n)
    elif op == 76:  # L: lock (1) or unlock (0) the heap
        lock_heap(a)
    elif op == 81:  # Q: how is the heap; a: collect first
        if a:
            gc.collect()
        send(81, 0, gc.mem_alloc(), gc.mem_free())
    return True


def lock_heap(yes):
    global locked
    if yes and not locked:
        micropython.heap_lock()
        locked = True
    elif locked and not yes:
        micropython.heap_unlock()
        locked = False


def _mask(us):
    global masked_until_us
    masked_until_us = clock() + us


def _wait():
    "Tell the harness that the time it granted is used up, and wait for more."
    global stall_us
    send(68, 0, 0, now_us)  # D
    while grant_us <= now_us:
        _take()
    stall = stall_us
    stall_us = 0
    return stall


def _run_due():
    t = clock()
    if bite_us and t >= bite_us:
        reset(3)
    for timer in timers:
        if timer.due_us <= t:
            timer.fire()


def pump():
    "Real clock: act on what the harness sent; run what is due."
    global stall_us
    while _take():
        pass
    if stall_us:
        utime.sleep_us(stall_us)
        stall_us = 0
    if bite_us or timers:
        _run_due()


def advance(dt):
    "Virtual clock: live dt more, stopping for the grant's end, the watchdog and timers."
    global now_us, limit_us
    target = now_us + dt
    while target >= limit_us:
        if limit_us > now_us:
            now_us = limit_us
        if bite_us or timers:
            _run_due()
        if now_us >= grant_us:
            target += _wait()
        limit_us = grant_us
        if bite_us and bite_us < limit_us:
            limit_us = bite_us
        for timer in timers:
            if timer.due_us < limit_us:
                limit_us = timer.due_us
    now_us = target


def look():
    "What every look at a pin, the port or the clock costs."
    if VIRTUAL:
        advance(CALL_US)
    else:
        pump()


def hiccup():
    "Raise what the harness asked for, once."
    global trouble
    what = trouble
    trouble = None
    raise what


def sleep_us(us):
    if VIRTUAL:
        advance(us if us > 0 else 1)
        return
    end = utime.ticks_us() + us
    pump()
    left = end - utime.ticks_us()
    while left > 0:
        utime.sleep_us(left if left < 20000 else 20000)
        pump()
        left = end - utime.ticks_us()


def feed(timeout_us):
    global bite_us, limit_us
    if not bite_us:
        limit_us = 0 if not VIRTUAL else now_us
    bite_us = clock() + timeout_us
    if at_prompt:
        send(70, 0, 0, bite_us)  # F


def ended(text):
    "main.py has: from here on the harness watches the watchdog, for nothing here looks at it."
    global at_prompt
    at_prompt = True
    send(69, 0, 0, clock(), text, len(text))  # E
    if bite_us:
        send(70, 0, 0, bite_us)  # F


def give_prompt():
    send(80, 0, 0, clock())  # P


def start_timer(timer):
    global limit_us
    limit_us = now_us
    if timer not in timers:
        timers.append(timer)
