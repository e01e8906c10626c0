"""The version of the computer players and the random seeds of their moves."""

import hmac
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from bot.rummy.moves import Move, Verb
from bot.rummy.records.starts import NEWEST_PLAYERS
from bot.rummy.shuffle import framed

_LAYS: Final = (Verb.MELD, Verb.LAYOFF, Verb.SWAP)


def counts_before(moves: Iterable[Move], *, earlier: bool) -> Iterator[int]:
    """Yield the count that goes into the seed before each of a deal's moves, and the one after the last.

    Only moves that stand count, and no lays: who takes moves back, gives a card back, or lays the same cards in other
    steps, would choose among the next computer's seeds. ``earlier`` games count all moves
    (`bot.rummy.records.starts.StartTerms.earlier`).
    """
    made, laid, discarded = 0, False, False
    yield made
    for move in moves:
        if earlier:
            made += 1
        elif move.verb is Verb.TAKEBACK:  # it's the move after the discard, always
            made, laid = made - 1, discarded
        elif move.verb is Verb.UNDO:  # with nothing laid it gives the card back that was taken (H-18)
            made, laid = made - (not laid), False
        elif move.verb in _LAYS:
            laid = True
        else:
            made, laid, discarded = made + 1, False, laid
        yield made


def seed_of(secret: bytes, made: int) -> int:
    """Return the seed of a computer's move, from the deal's secret and `counts_before` it.

    It can't be predicted before the secret is revealed, and anyone can compute it afterwards.
    """
    return int.from_bytes(
        hmac.digest(secret, framed(b"rummy-record/2 computer", str(made).encode()), "sha256")[:8], "big"
    )


PLAYERS_VERSION: Final = NEWEST_PLAYERS
"""Raise it with every change after which some computer player would choose another move from the same view, or gets
another seed."""
CHECKED: Final = frozenset({4})
"""The versions whose moves this release can check."""
_BEFORE_4: Final = "0.3.0.dev0, commit 1d6ed9d5"
RELEASES: Final = MappingProxyType({1: "0.2.0", 2: _BEFORE_4, 3: _BEFORE_4, 4: "0.3.0"})
"""By version of the computer players: the last program that can check its moves. No release had 2 and 3."""
