"""The check of a round's signature: BLS on the curve BLS12-381, as drand's scheme ``bls-unchained-g1-rfc9380``."""

from functools import lru_cache
from hashlib import sha256
from typing import Final

from py_arkworks_bls12381 import GT, G1Point, G2Point

from bot.fairness.chains import Chain

SIGNATURE_BYTES: Final = 48
DOMAIN: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain separation tag of the scheme."""


def is_signature_of(chain: Chain, number: int, signature: bytes) -> bool:
    """Return whether this is the signature of a chain's round, which has exactly one. A check takes about 3 ms."""
    try:
        point, key = G1Point.from_compressed_bytes(signature), _key(chain.public_key)
    except ValueError:
        return False
    return GT.pairing_check([point, -hash_of_round(number)], [G2Point(), key])


def hash_of_round(number: int) -> G1Point:
    """Return the point that is signed for a round."""
    return G1Point.hash_to_curve(sha256(number.to_bytes(8, "big")).digest(), DOMAIN)


def randomness_of(signature: bytes) -> bytes:
    """Return the randomness of a round from its signature."""
    return sha256(signature).digest()


@lru_cache(maxsize=8)
def _key(public_key: bytes) -> G2Point:
    return G2Point.from_compressed_bytes(public_key)
