"""The random seeds of computer players."""

import hmac
from collections.abc import Iterable, Iterator
from typing import Final

from bot.rummy.moves import Move, Verb
from bot.rummy.shuffle import framed

_LAYS: Final = (Verb.MELD, Verb.LAYOFF, Verb.SWAP, Verb.UNDO)


def counts_before(moves: Iterable[Move], *, earlier: bool) -> Iterator[int]:
    """Yield the count that goes into the seed before each of a deal's moves, and the one after the last.

    Only moves that stand count, and no lays: who takes moves back, or lays the same cards in other steps, would choose
    among the next computer's seeds. ``earlier`` games count all moves (`bot.rummy.records.starts.StartTerms.earlier`).
    """
    made = 0
    yield made
    for move in moves:
        if earlier:
            made += 1
        elif move.verb is Verb.TAKEBACK:  # it's the move after the discard, always
            made -= 1
        elif move.verb not in _LAYS:
            made += 1
        yield made


def seed_of(secret: bytes, made: int) -> int:
    """Return the seed of a computer's move, from the deal's secret and `counts_before` it.

    It can't be predicted before the secret is revealed, and anyone can compute it afterwards.
    """
    return int.from_bytes(
        hmac.digest(secret, framed(b"rummy-record/2 computer", str(made).encode()), "sha256")[:8], "big"
    )
