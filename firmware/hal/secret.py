"""The key that tells this controller from an impostor: written once, at provisioning."""

from hashlib import sha256

FILE = "/key"  # 32 bytes
_BLOCK = 64


class Secret:
    """`provisioned` says whether there is a key."""

    def __init__(self, path: str = FILE) -> None:
        key = b""
        try:
            with open(path, "rb") as file:
                key = file.read(33)
        except OSError:
            pass
        self.provisioned = len(key) == 32
        self._key = key if self.provisioned else b""

    def prove(self, message: bytes) -> bytes:
        """Return HMAC-SHA256 of `message` (RFC 2104), or nothing without a key. Allocates."""
        if not self.provisioned:
            return b""
        key = self._key + bytes(_BLOCK - len(self._key))
        inner = sha256(bytes([byte ^ 0x36 for byte in key]))
        inner.update(message)
        outer = sha256(bytes([byte ^ 0x5C for byte in key]))
        outer.update(inner.digest())
        return bytes(outer.digest())
