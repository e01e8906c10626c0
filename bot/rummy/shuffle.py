"""Fair shuffles: the chain of secrets, the stream of numbers from a secret and a mix, decks and dealers from it.

Nothing here is random: the same secrets and mix always give the same cards, so anyone can shuffle them again.
docs/fairness.md explains how that works and what it proves.
"""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from bot.rummy.cards import PACK, Card, rank_of
from bot.rummy.options import Options

CHAIN_LENGTH: Final = 4096
"""The number of secrets in a chain, ``s[1]`` to ``s[4096]``; no game has more deals."""

DealerDraw: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards drawn for the first deal, one per seat each time; the last ones decide (G-4, G3-4)."""
Reshuffle: TypeAlias = Callable[[Sequence[Card]], Sequence[Card]]
"""Makes the new stock, in drawing order, from the discard pile, bottom first (B-7)."""

_WORD: Final = 1 << 32


class FirstDeal(NamedTuple):
    """Who deals first, the cards that were drawn for it, and the seat that waits, if one does (G3-3)."""

    dealer: int
    drawn: DealerDraw = ()
    waits: int | None = None


@dataclass(frozen=True, slots=True)
class Mix:
    """Everything that goes into each shuffle of a game besides the secrets, and how many seats the game has.

    `mix_of_cuts` makes it for games of the first version, `mix_of_start` for those of the second.
    """

    seats: int
    base: bytes
    framed: bool

    def message(self, k: int, i: int) -> bytes:
        """Return the message that is authenticated for block ``i`` of deal ``k``'s stream."""
        if self.framed:
            return self.base + framed(str(k).encode(), str(i).encode())
        return self.base + f"|{k}|{i}".encode()


def mix_of_cuts(cuts: Sequence[str]) -> Mix:
    """Return the mix of a game whose record has version 1: one cut per seat."""
    return Mix(len(cuts), "|".join(("rummy-record/1", *cuts)).encode(), framed=False)


def mix_of_start(line: str, randomness: bytes, seats: int) -> Mix:
    """Return the mix of a game whose record has version 2: the line of its start, and the beacon's randomness.

    ``randomness`` is empty for a start without a beacon.
    """
    return Mix(seats, framed(b"rummy-record/2", line.encode(), randomness), framed=True)


def framed(*parts: bytes) -> bytes:
    """Join parts, each after its length in four bytes, so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class Stream:
    """The stream of random numbers of deal ``k``, from a secret and a mix.

    Deals count from 1. Deal 0 is for everything else that chance decides (a first dealer, a seat that begins), with
    ``s[1]`` as its secret. A second `shuffled` or `below` continues where the first one stopped.
    """

    def __init__(self, secret: bytes, mix: Mix, k: int) -> None:
        self._words = _words(secret, mix, k)

    def below(self, n: int) -> int:
        """Return a number from 0 to ``n - 1``, all equally likely."""
        fair = _WORD - _WORD % n
        return next(word for word in self._words if word < fair) % n

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return cards in random order, by a Fisher-Yates shuffle from the last place down to the second."""
        order = list(cards)
        for j in range(len(order) - 1, 0, -1):
            w = self.below(j + 1)
            order[j], order[w] = order[w], order[j]
        return tuple(order)


@lru_cache(maxsize=256)
def chain_link(last: bytes, k: int) -> bytes:
    """Return the secret ``s[k]`` of the chain whose last one, ``s[4096]``, is ``last``; ``s[0]`` is the commitment.

    It takes a millisecond or two, and every picture of a lobby asks for the same commitment.
    """
    secret = last
    for _ in range(CHAIN_LENGTH - k):
        secret = sha256(secret).digest()
    return secret


def chain_links(last: bytes, count: int) -> tuple[bytes, ...]:
    """Return the first ``count`` secrets of a chain, from ``s[1]`` on, for the cost of one."""
    secret = chain_link(last, count)
    links = [secret]
    while len(links) < count:
        secret = sha256(secret).digest()
        links.append(secret)
    return tuple(reversed(links[:count]))


def commitment(last: bytes) -> str:
    """Return the commitment to a chain: ``s[0]`` in hex."""
    return chain_link(last, 0).hex()


def clean_cut(text: str) -> str:
    """Return a player's cut as a record can hold it: characters outside UTF-8 become ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")


def deck_for(secret: bytes, mix: Mix, k: int, options: Options) -> tuple[Card, ...]:
    """Return the deck of deal ``k`` from ``s[k]`` and the mix, in the order in which cards leave it."""
    return Stream(secret, mix, k).shuffled(options.pack)


def reshuffled_for(secret: bytes, mix: Mix, k: int, options: Options, pile: Sequence[Card]) -> tuple[Card, ...]:
    """Return the new stock of deal ``k``, in drawing order, from its discard pile, bottom first (B-7).

    It uses the numbers after the deck's in the deal's stream; a deal has one reshuffle at most.
    """
    stream = Stream(secret, mix, k)
    stream.shuffled(options.pack)
    return stream.shuffled(pile)


def first_deal_for(secret: bytes, mix: Mix, options: Options) -> FirstDeal:
    """Return the seat that deals first, from ``s[1]`` and the mix, and the cards drawn for it, if any (G-4, G3-4).

    In German Rummy the dealer is the seat before the one that begins.
    """
    stream = Stream(secret, mix, 0)
    if options.draws_for_deal:
        drawn = _high_card(stream, mix.seats)
        dealer, waits = options.roles_by_draw(drawn[-1])
        return FirstDeal(dealer, drawn, waits)
    if not options.has_dealer:
        return FirstDeal(dealer_for_round(secret, mix, 1))
    dealer, waits = options.roles_by_chance(mix.seats, stream.below)
    return FirstDeal(dealer, waits=waits)


def dealer_for_round(secret: bytes, mix: Mix, k: int) -> int:
    """Return the seat before the one that begins round ``k`` of German Rummy, from ``s[1]`` and the mix (D-5)."""
    stream, seats = Stream(secret, mix, 0), mix.seats
    begins = [stream.below(seats) for _ in range(k)][-1]
    return (begins - 1) % seats


def _high_card(stream: Stream, seats: int) -> DealerDraw:
    """Draw a card for each seat until all ranks differ; a pack that has too few left is shuffled again."""
    drawn: list[tuple[Card, ...]] = []
    while True:
        pack = stream.shuffled(PACK)
        for start in range(0, len(pack) - seats + 1, seats):
            drawn.append(pack[start : start + seats])
            if len(set(map(rank_of, drawn[-1]))) == seats:
                return tuple(drawn)


def _words(secret: bytes, mix: Mix, k: int) -> Iterator[int]:
    i = 0
    while True:
        block = hmac.digest(secret, mix.message(k, i), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        i += 1
