"""What is known of the digest over the own program. Whoever runs the loop computes it."""

FRESH_SCANS = 5_000  # a digest older than this is computed anew when asked for


class ProgramState:
    """`asked` says that a digest is wanted."""

    def __init__(self) -> None:
        self.asked = True  # once after boot, for WELCOME
        self.done = False
        self.files = 0
        self.bytes_read = 0
        self.sum = b""
        self._at_scan = 0

    def ask(self, scan: int) -> None:
        """The host wants it: begin, unless one is being made or is still fresh."""
        if not self.done or not 0 <= scan - self._at_scan < FRESH_SCANS:
            self.asked = True
            self.done = False

    def tell(self, files: int, bytes_read: int, digest: bytes) -> None:
        """Note how far it is; `digest` is empty until it is done."""
        self.files = files
        self.bytes_read = bytes_read
        self.sum = digest

    def end(self, scan: int) -> None:
        """It is done, or it cannot be made: then `sum` is empty."""
        self.asked = False
        self.done = len(self.sum) > 0
        self._at_scan = scan
