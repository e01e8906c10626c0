"""Chains of a public beacon: the pinned one, when its rounds are due, and how they are signed.

A beacon publishes one round of randomness per period, which nobody knows or can choose before it is due.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from py_arkworks_bls12381 import GT, G1Point, G2Point

SECOND: Final = 1000
"""Milliseconds; all times here are epoch milliseconds unless a name says otherwise."""
DISCORD_EPOCH: Final = 1_420_070_400_000
"""The time of message id 0."""
LEAD_PERIODS: Final = 2
"""The least periods between the message that announces a round and the time when that round is due."""
LONGEST_LEAD: Final = 60 * SECOND
"""The longest time between that message and its round, so that no start waits for a round far away."""
DAY: Final = 24 * 60 * 60 * SECOND
"""The longest time between the first sight of a daily deal's code and midnight, as it's shown on the day before."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A beacon's chain: its public key (on G2), and its times. ``genesis`` is when round 1 was due, in epoch seconds.

    ``period`` is in milliseconds. Real chains have whole seconds; those of tests can be faster.
    """

    name: str
    public_key: bytes
    group_hash: bytes
    genesis: int
    period: int

    @property
    def hash(self) -> str:
        """The chain's hash in hex: it contains the key and the times, so it names nothing but this chain."""
        period = (self.period // SECOND).to_bytes(4, "big")
        parts = period + self.genesis.to_bytes(8, "big") + self.public_key + self.group_hash + self.name.encode()
        return sha256(parts).hexdigest()

    @property
    def lead(self) -> int:
        """The least milliseconds between the message that announces a round and that round."""
        return LEAD_PERIODS * self.period

    def due(self, number: int) -> int:
        """Return when a round is due."""
        return self.genesis * SECOND + self.period * (number - 1)

    def first_due(self, at: int) -> int:
        """Return the first round that is due at this time or later."""
        return max(1, -(-(at - self.genesis * SECOND) // self.period) + 1)

    def has_time_for(self, number: int, at: int) -> bool:
        """Return whether a round can still be announced early enough at this time."""
        return at <= self.due(number) - self.lead

    def time_left(self, number: int, message: int) -> int:
        """Return the milliseconds between a message, by the time in its id, and a round; negative if it came late."""
        return self.due(number) - sent_at(message)

    def was_early(self, number: int, message: int) -> bool:
        """Return whether a message announced a round in time: early enough, and not longer ahead than allowed."""
        return self.lead <= self.time_left(number, message) <= max(LONGEST_LEAD, 4 * self.lead)

    def was_seen_early(self, number: int, seen: int) -> bool:
        """Return whether the code of a daily deal was first shown on the day before, early enough for its round."""
        return self.lead <= self.due(number) - seen <= DAY + self.period


def sent_at(message: int) -> int:
    """Return when Discord created a message, from its id."""
    return (message >> 22) + DISCORD_EPOCH


QUICKNET: Final = Chain(
    name="quicknet",
    public_key=bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    group_hash=bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"),
    genesis=1_692_803_367,
    period=3 * SECOND,
)
"""The chain that the bot trusts: drand's quicknet, run by the League of Entropy, a group of independent operators."""

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
