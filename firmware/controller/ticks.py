"""Arithmetic on ticks: microseconds in 30 bits, wrapping after 17.9 minutes.

Every intermediate stays below 2**30 in size, so that no number lands on the heap.
"""

MASK = 0x3FFFFFFF
HALF = 0x20000000


def since(now_us: int, then_us: int) -> int:
    """Return the microseconds from `then_us` to `now_us`, for spans under 17.9 minutes."""
    return (now_us - then_us) & MASK


def reached(now_us: int, due_us: int) -> bool:
    """Tell whether `now_us` is at or after `due_us`, for spans under 8.9 minutes."""
    return (now_us - due_us) & MASK < HALF


def after(now_us: int, delay_us: int) -> int:
    """Return the tick `delay_us` later. Half the range at most."""
    return ((now_us & HALF - 1) + delay_us & MASK) ^ (now_us & HALF)
