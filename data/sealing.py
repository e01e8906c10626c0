"""Encryption of short secrets in the database, with a key that is derived from the bot's token and kept in memory.

Someone who has the database or a backup of it, but not the token, can't read them. It's a synthetic initialization
vector (RFC 5297) made of what Python has: HMAC-SHA256 of the secret is both the vector of the SHAKE256 key stream and
the check of what is decrypted. A library for this would be several megabytes, for two hundred bytes that expire.
"""

import hashlib
import hmac
from typing import Final

_CHECK: Final = 32
"""Bytes of the HMAC in front of what is sealed."""


class Seal:
    """Seals texts and opens them again. ``secret`` isn't stored anywhere near them; it has at least 128 random bits."""

    def __init__(self, secret: str) -> None:
        self._check, self._stream = (
            hmac.digest(secret.encode(), f"remik: {purpose}".encode(), "sha256") for purpose in ("check", "stream")
        )

    def sealed(self, text: str) -> bytes:
        """Return an encrypted text. Equal texts are equal afterward."""
        clear = text.encode()
        check = hmac.digest(self._check, clear, "sha256")
        return check + self._mixed(check, clear)

    def opened(self, sealed: bytes) -> str | None:
        """Return a text that was sealed; None if it was sealed with another secret, or changed."""
        check, clear = sealed[:_CHECK], self._mixed(sealed[:_CHECK], sealed[_CHECK:])
        return clear.decode() if hmac.compare_digest(check, hmac.digest(self._check, clear, "sha256")) else None

    def _mixed(self, check: bytes, data: bytes) -> bytes:
        """Return data combined with the key stream, which encrypts and decrypts it."""
        stream = hashlib.shake_256(self._stream + check).digest(len(data))
        return bytes(one ^ other for one, other in zip(data, stream, strict=True))
