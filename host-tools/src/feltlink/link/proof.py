"""What a controller answers to a challenge, and nobody without the key can."""

from __future__ import annotations

import hashlib
import hmac


def proof(key: bytes, nonce: bytes, uid: bytes, boot_id: int) -> bytes:
    """HMAC-SHA256 over nonce (16 bytes), unique id (8) and boot id (4, low byte first)."""
    covered = nonce + uid + boot_id.to_bytes(4, "little")
    return hmac.new(key, covered, hashlib.sha256).digest()


def proves(given: bytes, key: bytes, nonce: bytes, uid: bytes, boot_id: int) -> bool:
    """Whether `given` is that answer; the comparison takes equal time."""
    return hmac.compare_digest(given, proof(key, nonce, uid, boot_id))
