"""Stand-ins for the public beacon, for tests and demos: chains with a key of their own, which sign their own rounds.

They can be down, late or forged. Since their key isn't pinned, games that use them are graded as not proven.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from py_arkworks_bls12381 import G2Point, Scalar

from bot.fairness.beacon import Clock, RelayError
from bot.fairness.chains import SECOND, Chain, hash_of_round

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
        genesis = self.clock() // SECOND - 60
        self.chain = Chain("stand-in", _public_key(), bytes(32), genesis, self.period)

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
        return (hash_of_round(number) * Scalar(_SECRET)).to_compressed_bytes()


@dataclass(frozen=True, slots=True)
class RequestedChain(Chain):
    """A chain that makes its rounds for the starts that name them, numbered from 1.

    So neither the time nor the speed of the machine decides which round a start gets, and no announcement is too late.
    Round 0 is always the latest one, for checks. ``dues`` are the times of the rounds that have been asked for.
    ``numbers`` count them from 0; without it, a restart of the program begins again.
    """

    clock: Clock = field(compare=False)
    dues: dict[int, int] = field(default_factory=dict, compare=False)
    numbers: Callable[[], int] | None = field(default=None, compare=False)

    @property
    def lead(self) -> int:
        """No time has to pass between an announcement and its round."""
        return 0

    def due(self, number: int) -> int:
        """Return when a round is due: now, if a start before a restart of the program named it."""
        return self.dues.setdefault(number, self.clock()) if number else self.clock()

    def first_due(self, at: int) -> int:
        """Make a round that is due at this time, and return its number."""
        number = 1 + (max(self.dues, default=0) if self.numbers is None else self.numbers())
        self.dues[number] = at
        return number

    def has_time_for(self, number: int, at: int) -> bool:  # noqa: ARG002 - never too late
        """Return True."""
        return True

    def was_early(self, number: int, message: int) -> bool:  # noqa: ARG002 - never too late
        """Return True."""
        return True


# A round per request, numbered by a counter: rounds by time would give other cards in every run. Pinning its chain
# would make a forged proof, so its starts are never proven.
@dataclass
class RequestedRounds(StandInBeacon):
    """A relay of such a chain, for demos: with the same seed and the same clicks, a game gets the same cards.

    Rounds are late or forged, but not the latest one: a check of whether the beacon works notices neither.
    """

    period: int = 300
    numbers: Callable[[], int] | None = None

    def __post_init__(self) -> None:
        """Make the chain, which is the same in every run."""
        self.chain = RequestedChain(
            "stand-in", _public_key(), bytes(32), 0, self.period, self.clock, numbers=self.numbers
        )

    async def __call__(self, number: int | None) -> tuple[int, bytes]:
        """Return a round's number and signature; None is the latest one. RelayError."""
        self.asked += number is not None
        if self.down or (number is not None and self.clock() < self.chain.due(number) + self.late):
            raise RelayError("not yet")
        return (0, self.sign(0)) if number is None else (number, self.sign(number + self.forged))


def _public_key() -> bytes:
    return (G2Point() * Scalar(_SECRET)).to_compressed_bytes()
