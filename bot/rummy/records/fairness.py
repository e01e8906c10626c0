"""The shuffles of a record of version 1: the commitment, the cuts, and the secrets that have been shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.rummy.cards import Card
from bot.rummy.options import Options
from bot.rummy.records.shape import fault, hex_of, items_of, keys_of, text_of
from bot.rummy.shuffle import (
    CHAIN_LENGTH,
    FirstDeal,
    Mix,
    dealer_for_round,
    deck_for,
    first_deal_for,
    mix_of_cuts,
    reshuffled_for,
)


class Shuffles:
    """The shuffles of a record: the secrets of its deals, and what was mixed in. One subclass per version."""

    __slots__ = ()

    secrets: tuple[str, ...]  # of deals that can be shown, in hex

    @property
    def mix(self) -> Mix:
        """Everything but the secrets that goes into the shuffles."""
        raise NotImplementedError

    @property
    def earlier(self) -> bool:
        """Whether the game began before take-backs had a limit (C-10)."""
        return True

    @property
    def version(self) -> int:
        """The version of a record with these shuffles."""
        return 1

    def written(self) -> dict[str, object]:
        """Return the value of a record's key ``fairness``."""
        raise NotImplementedError

    def secret(self, k: int) -> bytes | None:
        """Return the secret of deal ``k``; None if it hasn't been shown."""
        return bytes.fromhex(self.secrets[k - 1]) if k <= len(self.secrets) else None

    def dealer(self, k: int, options: Options) -> int | None:
        """Return the dealer of deal ``k`` if chance decides it (B-2, D-5, G-4).

        None before the first secret has been shown, and if the previous deal decides who deals.
        """
        secret = self.secret(1)
        if secret is not None and options.dealer_by_chance:
            return dealer_for_round(secret, self.mix, k)
        first = self.first_deal(options) if k == 1 else None
        return None if first is None else first.dealer

    def first_deal(self, options: Options) -> FirstDeal | None:
        """Return who deals and waits first, and the cards drawn for it; None before the first secret has been shown."""
        secret = self.secret(1)
        return None if secret is None else first_deal_for(secret, self.mix, options)

    def reshuffled(self, k: int, options: Options, pile: Sequence[Card]) -> tuple[Card, ...] | None:
        """Return deal ``k``'s discard pile, bottom first, as shuffled (B-7); None if the secret hasn't been shown."""
        secret = self.secret(k)
        return None if secret is None else reshuffled_for(secret, self.mix, k, options, pile)

    def check_deck(self, k: int, deck: Sequence[Card], options: Options) -> None:
        """Check the deck of deal ``k`` if its secret has been shown; RecordError if the secret makes another deck."""
        secret = self.secret(k)
        if secret is not None and deck_for(secret, self.mix, k, options) != tuple(deck):
            raise fault(f"deal {k}: deck", "not the one that the secret and the cuts give")

    def check_count(self, deals: int, ended: int) -> None:
        """Check that each finished deal has a secret, and the running one at most one; else RecordError."""
        if len(self.secrets) > deals:
            raise fault("fairness.secrets", f"there are {len(self.secrets)} secrets for {deals} deals")
        if len(self.secrets) < ended:
            raise fault("fairness.secrets", f"the secret of deal {len(self.secrets) + 1}, which has ended, is missing")


@dataclass(frozen=True, slots=True)
class Fairness(Shuffles):
    """A record's shuffles in version 1: ``s[0]`` in hex, the cuts in seat order, and ``s[1]``, ``s[2]`` ... in hex."""

    commitment: str
    cuts: tuple[str, ...]
    secrets: tuple[str, ...]

    @property
    def mix(self) -> Mix:
        """The cuts of all seats."""
        return mix_of_cuts(self.cuts)

    def written(self) -> dict[str, object]:
        """Return the value of a record's key ``fairness``."""
        return {"commitment": self.commitment, "cuts": list(self.cuts), "secrets": list(self.secrets)}


def read_fairness(value: object, seats: int) -> Fairness:
    """Read a record's fairness for a table with this number of seats, and check every link of the chain."""
    raw = keys_of(value, "fairness", ("commitment", "cuts", "secrets"))
    commitment = hex_of(raw["commitment"], "fairness.commitment")
    cuts = items_of(raw["cuts"], "fairness.cuts")
    if len(cuts) != seats:
        raise fault("fairness.cuts", f"there are {len(cuts)} cuts for {seats} seats")
    for seat, cut in enumerate(cuts):
        if "|" in text_of(cut, f"fairness.cuts: the cut of seat {seat}"):
            raise fault("fairness.cuts", f"the cut of seat {seat} holds '|'")
    return Fairness(commitment, tuple(map(str, cuts)), secrets_of(raw["secrets"], commitment, "the commitment"))


def secrets_of(value: object, before: str, called: str, voided: int = 0) -> tuple[str, ...]:
    """Read the secrets of a record's deals, and check that each is the chain's next link.

    ``before`` is the link before the first one, ``called`` its name in an error; ``voided`` links came before it.
    """
    secrets = [
        hex_of(secret, f"fairness.secrets: the secret of deal {k}")
        for k, secret in enumerate(items_of(value, "fairness.secrets"), start=1)
    ]
    if len(secrets) + voided > CHAIN_LENGTH:
        raise fault("fairness.secrets", f"there are {len(secrets)} secrets, and a chain has {CHAIN_LENGTH}")
    for k, secret in enumerate(secrets, start=1):
        if sha256(bytes.fromhex(secret)).hexdigest() != before:
            link = called if k == 1 else f"the secret of deal {k - 1}"
            raise fault("fairness.secrets", f"SHA-256 of the secret of deal {k} is not {link}")
        before = secret
    return tuple(secrets)
