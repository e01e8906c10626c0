"""A stand-in for the public beacon, for tests and demos: a chain with a key of its own, which signs its own rounds.

It can be down, late or forged. Since its key isn't pinned, records that use it are graded as without a beacon.
"""

from dataclasses import dataclass, field
from typing import Final

from py_arkworks_bls12381 import G2Point, Scalar

from bot.fairness.beacon import Clock, RelayError
from bot.fairness.chains import SECOND, Chain
from bot.fairness.signatures import hash_of_round

_SECRET: Final = 2_026_11_23
"""The key's secret. It's public: anyone can compute the rounds of a stand-in before they're due."""


@dataclass
class StandInBeacon:
    """A relay of the stand-in's chain. ``period`` is in milliseconds; ``clock`` returns epoch milliseconds.

    ``down`` answers nothing, ``late`` are milliseconds by which rounds come late, and ``forged`` sends wrong
    signatures. ``asked`` counts the requests for rounds.
    """

    clock: Clock
    period: int = 50
    down: bool = False
    late: int = 0
    forged: bool = False
    asked: int = 0
    chain: Chain = field(init=False)

    def __post_init__(self) -> None:
        """Begin the chain a minute before the clock's time now."""
        key = G2Point() * Scalar(_SECRET)
        genesis = self.clock() // SECOND - 60
        self.chain = Chain("stand-in", key.to_compressed_bytes(), bytes(32), genesis, self.period)

    async def __call__(self, number: int | None) -> tuple[int, bytes]:
        """Return a round's number and signature; None is the latest one. RelayError."""
        self.asked += number is not None
        latest = self.chain.first_due(self.clock() - self.late + 1) - 1
        if self.down or (number is not None and number > latest):
            raise RelayError("not yet")
        number = latest if number is None else number
        return number, self.sign(number + self.forged)

    def sign(self, number: int) -> bytes:
        """Return the signature of a round, due or not."""
        point = hash_of_round(number) * Scalar(_SECRET)
        return point.to_compressed_bytes()
