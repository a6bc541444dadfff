"""Builds the controller from the board and runs it, one scan a millisecond."""

import board
from hal.drivers import driver

# before anything else: all dark
lights = driver("lights", board.LIGHTS).open_lights(
    board.OUTPUTS, board.OUTPUTS_LOW, board.LIGHTS_WIRING
)

import gc  # noqa: E402
import sys  # noqa: E402

import machine  # noqa: E402

from controller.controller import Controller  # noqa: E402
from controller.parts import Identity, Parts, Wiring  # noqa: E402
from feltwire.speed import const, micropython  # noqa: E402
from hal import backup  # noqa: E402
from hal.clock import Beat, ticks_us  # noqa: E402
from hal.program import Program  # noqa: E402
from hal.restart import restart  # noqa: E402
from hal.secret import Secret  # noqa: E402
from hal.watchdog import Watchdog  # noqa: E402

MYPY = False
if MYPY:
    from controller.kept import Kept

VERSION = (0, 1, 0)
_SLACK_US = const(300)  # idle time that a chore may be begun in: a slice of the digest takes it
_PATIENCE_SCANS = const(20)  # where no turn leaves so much, a chore is done all the same
_CATCH_UP = const(8)  # samples a turn, so that the wire is served meanwhile
_SAMPLE_SLACK_US = const(100)
_REFRESH_MASK = const(1023)  # once a second: a chain of LEDs may have misheard
_ERRORS = const(3)  # so many caught, and the chip is better started anew
_TO_BOOT_LOADER = const(2)  # 1 and REBOOT.into
_TO_PROMPT = const(3)


class PromptWanted(BaseException):
    """Asked for over the wire, while no bet is locked and nothing armed: the program ends."""


class Loop:
    """Everything that runs, and one `turn` of it."""

    def __init__(self) -> None:
        self._kept: "Kept | None" = None
        self._scratch: "backup.Scratch | None" = None
        covered = self._recall()
        self._secret = Secret()
        self._program = Program()
        cause = backup.reset_cause()
        sensors = len(board.INPUTS) - 1
        wiring = Wiring(sensors, board.SENSOR_ON_MS, board.SENSOR_OFF_MS, board.SAFE_PATTERN)
        expected = backup.expected(covered, cause, (1 << sensors) - 1)
        identity = self._identity(cause)
        self.controller = Controller(wiring, identity, ticks_us(), expected, self._kept)
        self._covered = -1
        self.inputs = driver("inputs", board.SENSORS).open_inputs(
            board.CHIP, board.INPUTS, board.INPUTS_PULL, board.INPUTS_LOW, board.SENSORS_WIRING
        )
        self._port = driver("port", board.PORT).open_port(
            board.PORT_ID, board.PORT_BAUD, board.PORT_PINS
        )
        self._buffer = bytearray(128)
        self._watchdog = Watchdog()
        _forget_catalogue()
        gc.collect()
        self.controller.parts.stats.free_bytes = gc.mem_free()

    def _recall(self) -> int:
        """Open what this chip keeps over a reset; return the sensors covered then, -1: unknown."""
        memory = backup.open_memory(board.CHIP)
        if isinstance(memory, backup.RtcMemory):
            from controller.kept import SIZE, Kept  # 3 KB that the other chips do without

            self._rtc = memory
            self._kept = Kept(memory.load(SIZE))
            return self._kept.covered
        if memory is None:
            return -1
        self._scratch = memory
        return memory.recall()

    def _identity(self, cause: int) -> Identity:
        from feltwire import catalogue

        boot_id = self._kept.boot_id if self._kept else 0
        if boot_id == 0:
            boot_id = backup.next_boot_id()
        identity = Identity(machine.unique_id(), boot_id, cause, catalogue.fingerprint())
        identity.version = VERSION
        identity.chip = board.CHIP
        identity.board = board.NAME
        identity.board_digest = board.DIGEST
        if self._secret.provisioned:
            identity.flags = catalogue.PROVISIONED
        return identity

    @micropython.native
    def turn(self) -> None:
        """One scan, and what came and goes over the wire. Allocates nothing."""
        controller = self.controller
        parts = controller.parts
        link = parts.link
        inputs = self.inputs
        word = inputs.read()
        if inputs.silent:
            controller.silent(ticks_us(), inputs.silent)
        changed = False
        left = _CATCH_UP
        while inputs.behind and left:  # samples that were kept while this loop stood still
            left -= 1
            changed = controller.step(ticks_us(), word, inputs.at_us) or changed
            word = inputs.read()
        if not inputs.behind:  # no command overtakes a press that was there before it
            came = self._port.read(self._buffer)
            if came:
                controller.receive(ticks_us(), self._buffer, came)
        changed = controller.step(ticks_us(), word, inputs.at_us) or changed
        if changed:
            lights.write(parts.lights.word)
        elif not parts.stats.scans & _REFRESH_MASK:
            lights.refresh()
        self._keep(parts)
        if link.out_n:
            link.taken(self._port.write(link.out, link.out_n))
        elif parts.reboot and self._port.drained():
            lights.write(0)
            if parts.reboot == _TO_PROMPT:
                raise PromptWanted
            restart(parts.reboot == _TO_BOOT_LOADER)
        self._watchdog.feed(parts.stats.scans, link.passes)

    @micropython.native
    def _keep(self, parts: Parts) -> None:
        """Before anything of it is said on the wire."""
        if self._kept:
            if self._kept.note(parts.journal, parts.arming.spent_id(), parts.sensors.state):
                self._rtc.save(self._kept.bytes)
        elif self._scratch and parts.sensors.state != self._covered:
            self._covered = parts.sensors.state
            self._scratch.keep(self._covered)

    def give_prompt(self) -> None:
        """Let MicroPython's prompt have the port. Whoever is there must feed the watchdog, or it
        starts the program again."""
        backup.visited()
        self._watchdog.lengthen()
        self._port.give_prompt()

    def chore(self) -> None:
        """In idle time: one small piece of what may allocate; the collector runs only here."""
        parts = self.controller.parts
        program = self._program
        playing = parts.arming.armed or parts.bets.locked
        if parts.challenge:
            uid = (parts.identity.uid + bytes(8))[:8]
            covered = parts.challenge + uid + parts.identity.boot_id.to_bytes(4, "little")
            self.controller.proved(self._secret.prove(covered))
        elif playing:  # the rest can wait: to open a file takes an RP2040 2 ms and more
            return
        elif program.running:
            program.step()
            parts.program.tell(program.files, program.bytes_read, program.sum)
            if not program.running:
                parts.program.end(parts.stats.scans)
                parts.identity.firmware = program.sum[:8]
        elif parts.program.asked:
            program.start()
        elif parts.stats.asked:
            parts.stats.asked = False
            parts.stats.free_bytes = gc.mem_free()


def _forget_catalogue() -> None:
    """Its table has been read and its numbers are compiled in: 5 KB that nobody needs again."""
    sys.modules.pop("feltwire.catalogue", None)
    feltwire = sys.modules["feltwire"]
    if hasattr(feltwire, "catalogue"):
        del feltwire.catalogue


def run() -> None:
    global loop
    loop = Loop()
    beat = Beat()
    errors = 0
    waits = 0
    try:
        while True:
            try:
                while True:
                    loop.turn()
                    if loop.inputs.waited_us:  # from now on come just after the sample
                        beat.later(loop.inputs.waited_us + _SAMPLE_SLACK_US)
                    if beat.left_us() > _SLACK_US or waits == _PATIENCE_SCANS:
                        waits = 0
                        loop.chore()
                    else:
                        waits += 1
                    beat.wait()
            except Exception as error:
                sys.print_exception(error)
                errors += 1
                if errors == _ERRORS:
                    restart(False)
                loop.controller.failed(ticks_us())
    except PromptWanted:
        loop.give_prompt()
    finally:  # Ctrl-C as well; then the watchdog bites, unless somebody at the prompt feeds it
        lights.write(0)


loop: "Loop | None" = None  # stays at the prompt: a sampler's DMA goes on writing into its buffer

if __name__ == "__main__":
    run()
