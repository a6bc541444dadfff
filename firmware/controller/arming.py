"""The one-shot right to spin: an arm id and a lease."""

from feltwire import catalogue

from .ticks import after, reached


class Arming:
    """`armed` says whether a press counts now, and then for `arm_id`."""

    def __init__(self) -> None:
        self.armed = False
        self.arm_id = 0  # the one armed last; 0 before the first
        self._due_us = 0
        self._pressed = False

    def arm(self, now_us: int, arm_id: int, lease_ms: int) -> None:
        """Arm. The caller has seen to a new id, and to the button being up and sound."""
        self.arm_id = arm_id
        self.armed = True
        self._pressed = False
        self._due_us = after(now_us, lease_ms * 1000)

    def spent_id(self) -> int:
        """The highest spent id. What is armed is not: after a reset it may be armed again."""
        return self.arm_id - 1 if self.armed else self.arm_id

    def disarm(self) -> bool:
        """Disarm; tell whether it was armed."""
        was = self.armed
        self.armed = False
        return was

    def over(self, now_us: int) -> bool:
        """Tell whether the lease of what is armed has run out."""
        return reached(now_us, self._due_us)

    def press(self) -> bool:
        """A confirmed press: spend the arm id and return True, or False when nothing is armed."""
        if not self.armed:
            return False
        self.armed = False
        self._pressed = True
        return True

    def refusal(self) -> int:
        """Why a press does not count now: a reason of PRESS_IGNORED."""
        return catalogue.ALREADY_SPENT if self._pressed else catalogue.NOT_ARMED
