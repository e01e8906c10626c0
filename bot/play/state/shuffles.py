"""The shuffles of a table: its seal, and the links and the mix that its decks are made of."""

import hmac
from hashlib import sha256
from typing import Final

from bot.play.state.values import TableRow
from bot.rummy.records.starts import SALTS, salt_digest, seal_of
from bot.rummy.shuffle import Mix, chain_link, chain_links, commitment, mix_of_cuts, mix_of_start

SALT_BYTES: Final = 16


def salts_from(token: bytes) -> tuple[bytes, ...]:
    """Return the salts of a new table's cuts, one per seat, from 32 random bytes that aren't kept."""
    return tuple(hmac.digest(token, f"salt {seat}".encode(), "sha256")[:SALT_BYTES] for seat in range(SALTS))


def seal(row: TableRow) -> str:
    """Return the seal of a table that hasn't started, or the commitment of one that started before seals had salts.

    Later the line of its start has the seal, because salts may have been deleted.
    """
    chain = commitment(row.secret)
    salts = [salt_digest(salt) for salt in row.salts if salt is not None]
    return seal_of(chain, salts) if salts else chain


def mix_of(row: TableRow) -> Mix:
    """Return what goes into every shuffle of a started table besides the links."""
    start = row.start
    if start is None:
        return mix_of_cuts([player.cut for player in row.seats])
    return mix_of_start(start.line, randomness_of(start.signature), len(row.seats))


def randomness_of(signature: bytes | None) -> bytes:
    """Return the randomness of a round by its signature; empty without one."""
    return b"" if signature is None else sha256(signature).digest()


def link_of(row: TableRow, k: int) -> bytes:
    """Return the secret of deal ``k``. Each voided start has used up one link of the chain."""
    return chain_link(row.secret, _used_up(row) + k)


def links_of(row: TableRow, count: int) -> tuple[bytes, ...]:
    """Return the secrets of the first deals, for the cost of one."""
    used_up = _used_up(row)
    return chain_links(row.secret, used_up + count)[used_up:] if count else ()


def links_of_voided(row: TableRow) -> tuple[bytes, ...]:
    """Return the links of a table's voided starts, which are revealed."""
    return chain_links(row.secret, row.void_starts) if row.void_starts else ()


def _used_up(row: TableRow) -> int:
    return 0 if row.start is None else row.start.number - 1
