# Stands before the built-in `time`: 30-bit ticks as on the chips, true or virtual.
from utime import *
import simchip

_MASK = 0x3FFFFFFF
_HALF = 0x20000000


def ticks_us():
    if simchip.VIRTUAL:
        simchip.advance(2)
    return simchip.ticks() & _MASK


def ticks_ms():
    if simchip.VIRTUAL:
        simchip.advance(2)
    return (simchip.ticks() // 1000) & _MASK


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    return (ticks + delta) & _MASK


def ticks_diff(a, b):
    return ((a - b + _HALF) & _MASK) - _HALF


def sleep_us(us):
    simchip.sleep_us(simchip.true_us(us))


def sleep_ms(ms):
    simchip.sleep_us(simchip.true_us(ms * 1000))


def sleep(s):
    simchip.sleep_us(simchip.true_us(int(s * 1000000)))
