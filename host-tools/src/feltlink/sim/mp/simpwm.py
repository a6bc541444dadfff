# PWM on pins. The harness is told whether a light is lit at all, and the duty.
import simchip
import simparts
import simpins

LIT = simparts.WIRED["lit"]  # the level that lights


class PWM:
    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._pin = pin._pin
        self._duty = bytearray(2)
        simpins.modes[self._pin] = simpins.OUT
        self.duty_u16(duty_u16)

    def duty_u16(self, duty):
        pin = self._pin
        lit = duty > 0 if LIT else duty < 65535
        level = LIT if lit else 1 - LIT
        self._duty[0] = duty & 255
        self._duty[1] = duty >> 8
        simpins.latches[pin] = level
        simpins.shown[pin] = level
        simchip.send(79, pin, level, simchip.clock(), self._duty, 2)  # O
