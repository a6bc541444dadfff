"""Keys of a record, and the signed checkpoints that show a forged or a cut-off record.

The private key lies beside the record (`.key`, readable by the table's user alone) and signs; the
public one (`.pub`) is handed to the auditor. The last signed head also stands in a file of its own
(`.head`), so that a cut-off tail shows, and is what an auditor keeps a copy of as a witness.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from feltlink.problem import Problem

CHECKPOINT = "checkpoint"
"""Kind of the note whose body is a `Head`: the entry before it, signed."""


@dataclass(frozen=True, slots=True)
class Head:
    """Entry `number` had the chain value `chain` at `at_utc_us`: signed by `key` (fingerprint).

    `chain`, `key` and `signature` are hex.
    """

    number: int
    chain: str
    at_utc_us: int
    key: str
    signature: str

    def covered(self) -> bytes:
        """The bytes that are signed."""
        return b"feltlink head 1\n%d %s %d\n" % (self.number, self.chain.encode(), self.at_utc_us)


def beside(record: Path, suffix: str) -> Path:
    """The file that belongs to a record: `.key`, `.pub` or `.head`."""
    return record.with_name(record.name + suffix)


def make_keys(record: Path) -> str:
    """Make the record's key pair and return the public key's fingerprint. Replaces nothing."""
    private, public = beside(record, ".key"), beside(record, ".pub")
    for file in (private, public):
        if file.exists():
            raise Problem(
                "this record has keys already",
                where=str(file),
                remedy="keep them: what they signed can be checked with no others",
            )
    key = Ed25519PrivateKey.generate()
    try:
        _write_new(private, key.private_bytes_raw().hex() + "\n", 0o600)
        _write_new(public, key.public_key().public_bytes_raw().hex() + "\n", 0o644)
    except OSError as error:
        raise Problem(
            f"the keys cannot be written ({error.strerror})",
            where=str(private),
            remedy="check that the folder exists and may be written",
        ) from error
    return fingerprint(key.public_key())


def _write_new(path: Path, text: str, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def fingerprint(key: Ed25519PublicKey) -> str:
    """The first 16 hex digits of SHA-256 over the public key: what people compare."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


def public_key(file: Path) -> Ed25519PublicKey:
    """Read a `.pub` file."""
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(file.read_text().strip()))
    except (OSError, ValueError) as error:
        raise Problem(
            f"the public key cannot be read ({error})",
            where=str(file),
            remedy="name the .pub file that `feltlink record init` made",
        ) from None


class Signer:
    """Signs heads with a record's private key."""

    def __init__(self, record: Path) -> None:
        file = beside(record, ".key")
        try:
            raw = bytes.fromhex(file.read_text().strip())
            self._key = Ed25519PrivateKey.from_private_bytes(raw)
        except (OSError, ValueError) as error:
            raise Problem(
                f"the record's private key cannot be read ({error})",
                where=str(file),
                remedy="put the key back, or run the table's record under another name",
            ) from None
        self._file = beside(record, ".head")
        self.fingerprint = fingerprint(self._key.public_key())

    def sign(self, number: int, chain: bytes, at_utc_us: int) -> Head:
        """The signed head of a record that ends with entry `number`."""
        open_head = Head(number, chain.hex(), at_utc_us, self.fingerprint, "")
        signature = self._key.sign(open_head.covered()).hex()
        return Head(number, chain.hex(), at_utc_us, self.fingerprint, signature)

    def sign_bytes(self, data: bytes) -> str:
        """The signature of something else than a head, as hex."""
        return self._key.sign(data).hex()

    def last(self) -> Head | None:
        """The head that was published last, if this key signed it."""
        try:
            head = head_in(self._file)
        except Problem:  # none yet, or a power cut while it was written
            return None
        return head if signed(head, self._key.public_key()) else None

    def publish(self, head: Head) -> None:
        """Put the head in its own file, whole or not at all."""
        new = self._file.with_name(self._file.name + ".new")
        try:
            with new.open("w") as file:
                file.write(json.dumps(asdict(head)) + "\n")
                file.flush()
                os.fsync(file.fileno())  # a power cut must not leave the new name and no text
            os.replace(new, self._file)
        except OSError as error:
            raise Problem(
                f"the signed head cannot be written ({error.strerror})", where=str(self._file)
            ) from error


def signer_of(record: Path) -> Signer | None:
    """The signer of a record that has keys; None for one that never had any."""
    had = any(beside(record, suffix).exists() for suffix in (".key", ".pub"))
    return Signer(record) if had else None


def signer_or_new(name: Path) -> Signer:
    """The signer whose keys are `name`'s, which are made if there are none."""
    if not beside(name, ".key").exists():
        make_keys(name)
    return Signer(name)


def head_in(file: Path) -> Head:
    """Read a `.head` file, or an auditor's copy of one."""
    try:
        return Head(**json.loads(file.read_text()))
    except (OSError, ValueError, TypeError) as error:
        raise Problem(
            f"the signed head cannot be read ({error})",
            where=str(file),
            remedy="name a copy of the .head file that lies beside the record",
        ) from None


def signed(head: Head, key: Ed25519PublicKey) -> bool:
    """Whether `key` signed this head."""
    try:
        key.verify(bytes.fromhex(head.signature), head.covered())
    except (InvalidSignature, ValueError):
        return False
    return True
