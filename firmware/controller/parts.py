"""The parts of one controller, built once from the board."""

from feltwire.catalogue import DISARMED, HOST
from feltwire.codec import Reader

from .arming import Arming
from .bets import Bets
from .button import Button
from .debounce import Debounce
from .faults import Faults
from .journal import Journal
from .lights import Lights
from .link import Link
from .program import ProgramState
from .session import Session
from .stats import Stats


class Wiring:
    """What of the board concerns the controller: how many sensors, and their times."""

    def __init__(self, sensors: int, on_ms: int, off_ms: int, safe_pattern: int) -> None:
        self.sensors = sensors
        self.on_ms = on_ms
        self.off_ms = off_ms
        self.safe_pattern = safe_pattern


class Identity:
    """Who this controller is, for WELCOME and IDENTITY. Bytes shorter than the field are filled."""

    def __init__(self, uid: bytes, boot_id: int, cause: int, catalogue_hash: int) -> None:
        self.uid = uid
        self.boot_id = boot_id
        self.cause = cause
        self.catalogue_hash = catalogue_hash
        self.version = (0, 0, 0)
        self.chip = b""
        self.board = b""  # the name
        self.board_digest = b""
        self.firmware = b""  # the first 8 bytes of the program's digest, or nothing when not known
        self.flags = 0


class Parts:
    def __init__(self, wiring: Wiring, identity: Identity) -> None:
        count = wiring.sensors
        self.identity = identity
        self.count = count
        self.sensor_mask = (1 << count) - 1
        self.button_mask = 1 << count
        self.sensors = Debounce(count, wiring.on_ms, wiring.off_ms)
        self.button = Button()
        self.faults = Faults(count + 1)
        self.arming = Arming()
        self.bets = Bets()
        self.lights = Lights(count, wiring.safe_pattern)
        self.journal = Journal()
        self.link = Link(self.journal)
        self.reader = Reader(HOST)
        self.session = Session(identity.catalogue_hash)
        self.stats = Stats()
        self.program = ProgramState()
        self.challenge = b""  # a nonce that waits for its proof
        self.raw = 0  # the inputs as last read, faulted ones too
        self.reboot = 0  # 1 and REBOOT.into, once it is asked for

    def disarm(self, now_us: int, reason: int) -> None:
        """Disarm, and journal it if anything was armed."""
        if self.arming.disarm():
            self.journal.push_vital(DISARMED, now_us, self.arming.arm_id, reason)
