# MCP23017 on I2C, after its data sheet (DS20001952): registers with IOCON.BANK = 0, inputs as the
# harness drives them, an inner pull-up only where GPPU asks for it.
import simchip
import simparts
import simpins

STUCK, SHORTED, MISSING, RESET = 2, 3, 4, 5  # kinds in sim/parts.py
_IODIR, _GPPU, _GPIO = 0x00, 0x0C, 0x12
TIMED_OUT, NO_DEVICE = OSError(110), OSError(5)

_buses = simparts.WIRED["mcp23017"]
_registers = {}  # address -> 0x16 bytes
_first = {}  # address -> place of its A0 among all inputs
_clocks = [0, 0]  # rising edges of SCL while SDA is stuck, by bus


def _power_up(address):
    registers = bytearray(0x16)
    registers[_IODIR] = registers[_IODIR + 1] = 0xFF
    _registers[address] = registers


def _clock(bus):
    def on_edge(level):
        if level and simparts.faults.get(STUCK) == bus:
            _clocks[bus] += 1
            if _clocks[bus] >= 9:
                del simparts.faults[STUCK]
                _clocks[bus] = 0

    return on_edge


for _id, _sda, _scl, _hz, _addresses, _pull in _buses:
    simpins.pulls[_sda] = simpins.pulls[_scl] = 1  # the bus's own resistors
    simpins.watch(_scl, _clock(_id))
    for _address in _addresses:
        _power_up(_address)
        _first[_address] = 16 * len(_first)


def _gpio(address, port):
    byte = 0
    pulled = _registers[address][_GPPU + port]
    for d in range(8):
        at = _first[address] + 8 * port + d
        level = simparts.levels[at]
        if level == simparts.RELEASED:  # a line without a resistor floats, here to ground
            level = pulled >> d & 1 if _buses[0][5] else simparts.rest
        byte |= level << d
    return byte


def _answers(bus, address):
    faults = simparts.faults
    if faults.get(STUCK) == bus or faults.get(SHORTED) == bus:
        return TIMED_OUT
    for known in _buses:
        if known[0] == bus:
            if address in known[4] and faults.get(MISSING) != address:
                if faults.get(RESET) == address:
                    del faults[RESET]
                    _power_up(address)
                return None
    return NO_DEVICE


class I2C:
    def __init__(self, id, *, scl, sda, freq=400000, timeout=50000):
        self._id = id
        self._byte_us = 9000000 // freq + 1
        self._timeout_us = timeout

    def _begin(self, address, count):
        wrong = _answers(self._id, address)
        if wrong is TIMED_OUT:
            simchip.sleep_us(self._timeout_us)
        else:
            simchip.sleep_us(self._byte_us * count)
        if wrong:
            raise wrong

    def readfrom_mem_into(self, address, register, into):
        self._begin(address, 3 + len(into))
        for i in range(len(into)):
            at = register + i
            gpio = at == _GPIO or at == _GPIO + 1
            into[i] = _gpio(address, at - _GPIO) if gpio else _registers[address][at]

    def writeto_mem(self, address, register, data):
        self._begin(address, 2 + len(data))
        for i in range(len(data)):
            _registers[address][register + i] = data[i]
