"""What the host may tell the controller to do: absolute, idempotent, each answered by DONE."""

from feltwire import catalogue
from feltwire.speed import const, micropython

from .parts import Parts
from .session import LIVE, READ_ONLY

FIRST = catalogue.LIGHTS
_NUMBER = const(9)

# CONFIGURE.key; gone with the next boot, when the board's own times hold again
_SENSOR_ON_MS = const(1)
_SENSOR_OFF_MS = const(2)
_CLEAR_STATS = const(3)


class Commands:
    """Remembers the last sequence number and result of each kind, so that a repeat does nothing."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._known = bytearray(_NUMBER)
        self._seq = bytearray(_NUMBER)
        self._result = bytearray(_NUMBER)

    def forget(self) -> None:
        """A new session: its sequence numbers begin anew."""
        for i in range(_NUMBER):
            self._known[i] = 0

    @micropython.native
    def take(self, now_us: int, kind: int, seq: int) -> int:
        """Carry out the command that the reader holds, once; return the result for its DONE."""
        if self._parts.session.state == READ_ONLY and kind != catalogue.REBOOT:
            return catalogue.READ_ONLY
        i = kind - FIRST
        if self._known[i]:
            ahead = (seq - self._seq[i]) & 0xFF
            if ahead == 0:
                return self._result[i]
            if ahead >= 128:
                return catalogue.STALE
        result = self._apply(now_us, kind)
        self._known[i] = 1
        self._seq[i] = seq
        self._result[i] = result
        return result

    def _apply(self, now_us: int, kind: int) -> int:
        if kind == catalogue.LIGHTS:
            return self._lights()
        if kind == catalogue.LOCK:
            return self._lock(now_us)
        if kind == catalogue.RELEASE:
            return self._release()
        if kind == catalogue.ARM:
            return self._arm(now_us)
        if kind == catalogue.DISARM:
            return self._disarm(now_us)
        if kind == catalogue.CONFIGURE:
            return self._configure()
        if kind == catalogue.CLEAR_FAULT:
            return self._clear_fault(now_us)
        if kind == catalogue.SELF_TEST:
            return self._self_test()
        return self._reboot(now_us)

    def _lights(self) -> int:
        parts = self._parts
        return catalogue.OK if parts.lights.take(parts.reader.plain) else catalogue.BAD_VALUE

    def _lock(self, now_us: int) -> int:
        parts = self._parts
        reader = parts.reader
        round_id = reader.u30(0)
        if parts.bets.other(round_id):
            return catalogue.OTHER_ROUND
        if parts.bets.holds(round_id):
            return catalogue.OK
        if reader.u8(4):
            mask = reader.u30(5)
            if mask & ~parts.sensor_mask:
                return catalogue.BAD_VALUE
        elif not parts.journal.vital_room():
            return catalogue.BEHIND
        else:
            mask = parts.sensors.state
            parts.journal.push_vital(catalogue.LOCKED, now_us, round_id, mask)
        parts.bets.lock(round_id, mask)
        parts.lights.latch(mask)
        return catalogue.OK

    def _release(self) -> int:
        parts = self._parts
        if parts.bets.other(parts.reader.u30(0)):
            return catalogue.OTHER_ROUND
        parts.bets.release()
        parts.lights.latch(0)
        return catalogue.OK

    def _arm(self, now_us: int) -> int:
        parts = self._parts
        arming = parts.arming
        arm_id = parts.reader.u30(0)
        lease_ms = parts.reader.u16(4)
        if arming.armed and arm_id == arming.arm_id:
            return catalogue.OK
        if arm_id <= arming.arm_id:
            return catalogue.SPENT
        if lease_ms == 0:
            return catalogue.BAD_VALUE
        if parts.faults.mask & parts.button_mask:
            return catalogue.FAULTED
        if parts.journal.behind or not parts.journal.vital_room():
            return catalogue.BEHIND
        if parts.button.touched or parts.raw & parts.button_mask:
            return catalogue.HELD
        parts.disarm(now_us, catalogue.BY_HOST)
        arming.arm(now_us, arm_id, lease_ms)
        return catalogue.OK

    def _disarm(self, now_us: int) -> int:
        parts = self._parts
        if parts.arming.armed and parts.arming.arm_id != parts.reader.u30(0):
            return catalogue.STALE
        parts.disarm(now_us, catalogue.BY_HOST)
        return catalogue.OK

    def _configure(self) -> int:
        parts = self._parts
        key = parts.reader.u8(0)
        value = parts.reader.u30(1)
        if key == _CLEAR_STATS:
            parts.stats.clear()
            return catalogue.OK
        if not 1 <= value <= 200:
            return catalogue.BAD_VALUE
        if key == _SENSOR_ON_MS:
            parts.sensors.set_times(value, 0)
        elif key == _SENSOR_OFF_MS:
            parts.sensors.set_times(0, value)
        else:
            return catalogue.BAD_VALUE
        return catalogue.OK

    def _clear_fault(self, now_us: int) -> int:
        parts = self._parts
        wanted = parts.reader.u8(0)
        all_of_them = catalogue.NO_INPUT
        if wanted != all_of_them and wanted > parts.count:
            return catalogue.BAD_VALUE
        result = catalogue.OK
        for i in range(parts.count + 1):
            if (wanted == i or wanted == all_of_them) and parts.faults.mask >> i & 1:
                if i == parts.count and parts.raw & parts.button_mask:
                    result = catalogue.HELD
                    continue
                code = parts.faults.code[i]
                parts.faults.clear(i)
                parts.journal.push(catalogue.FAULT_CLEARED, now_us, code, i)
        return result

    def _self_test(self) -> int:
        parts = self._parts
        light = parts.reader.u8(0)
        if light > parts.count:
            return catalogue.BAD_VALUE
        if parts.bets.locked:
            return catalogue.OTHER_ROUND
        if parts.arming.armed:
            return catalogue.HELD
        parts.lights.test(light, parts.reader.u8(1))
        return catalogue.OK

    def _reboot(self, now_us: int) -> int:
        parts = self._parts
        into = parts.reader.u8(0)
        to_prompt = into == catalogue.INTO_PROMPT
        if parts.bets.locked and (to_prompt or parts.session.state == LIVE):
            return catalogue.OTHER_ROUND
        if to_prompt and parts.arming.armed:
            return catalogue.HELD
        parts.disarm(now_us, catalogue.BY_HOST)
        parts.reboot = 1 + into
        return catalogue.OK
