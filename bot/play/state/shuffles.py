"""The shuffles of a table: its seal, what a start fixes for good, and how strong the proof will be. Pure."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from itertools import takewhile
from typing import Final

from bot.fairness.beacon import PublicBeacon
from bot.fairness.grades import Doubt, Grade, Proof, chain_called, grade_of_cuts
from bot.play.state.lobby import cutters
from bot.play.state.values import Start, Status, TableRow, VoidReason
from bot.players.seeds import PLAYERS_VERSION
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.starts import PERSON, SALTS, StartTerms, cut_digest, options_in_start, salt_digest, seal_of
from bot.rummy.shuffle import Mix, chain_link, chain_links, commitment, mix_of_cuts, mix_of_start

SALT_BYTES: Final = 16


# Random from the beginning and covered by the seal: a salt chosen after the cut would be a choice. Salts from the chain
# would be revealed with it, so short cuts could be guessed.
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
    """Return the secret of deal ``k``. Each voided start has used up one link of the chain.

    The only deal of a day's table has the day's link as its secret.
    """
    if row.day is not None:
        return row.secret
    return chain_link(row.secret, _used_up(row) + k)


def links_of(row: TableRow, count: int) -> tuple[bytes, ...]:
    """Return the secrets of the first deals, for the cost of one."""
    if row.day is not None:
        return (row.secret,)[:count]
    used_up = _used_up(row)
    return chain_links(row.secret, used_up + count)[used_up:] if count else ()


def links_of_voided(row: TableRow) -> tuple[bytes, ...]:
    """Return the links of a table's voided starts, which are revealed."""
    return chain_links(row.secret, row.void_starts) if row.void_starts else ()


def _used_up(row: TableRow) -> int:
    return 0 if row.start is None else row.start.number - 1


_PEOPLE: Final = 2
"""The fewest people at a table that mixes in the beacon by itself."""


class BeaconUse(StrEnum):
    """Whether the public beacon is mixed into the shuffles of a table, or why not."""

    MIXED_IN = "mixed in"
    STAND_IN = "stand-in"  # a stand-in is mixed in, which proves nothing
    DOWN = "down"
    OFF = "off"  # the bot's operator has switched it off
    ONE_PERSON = "one person"  # only one person plays, and the host hasn't asked for the beacon
    PRACTICE = "practice"


def beacon_use(row: TableRow, beacon: PublicBeacon | None) -> BeaconUse:
    """Return whether a start would mix in the public beacon now, or why not."""
    people = sum(not player.is_computer for player in row.seats)
    if row.is_practice:
        return BeaconUse.PRACTICE
    if beacon is None:
        return BeaconUse.OFF
    if people < _PEOPLE and not row.settings.beacon:
        return BeaconUse.ONE_PERSON
    if not beacon.is_up:
        return BeaconUse.DOWN
    return BeaconUse.STAND_IN if chain_called(beacon.chain.hash) is None else BeaconUse.MIXED_IN


def late_in_a_row(starts: Sequence[Start]) -> int:
    """Return how many of a table's last starts were void because their message came too late."""
    why = [start.voided for start in reversed(starts) if start.voided is not None]
    return sum(1 for _ in takewhile(lambda reason: reason is VoidReason.LATE, why))


def with_start(row: TableRow, at: int, counts: StartCounts, beacon: PublicBeacon | None = None) -> TableRow:
    """Return a table whose game starts, with the line that fixes everything that goes into its shuffles.

    ``counts`` are the server's starts before this one. If a round of the beacon is mixed in, the game begins when that
    is published; until then the table stays a lobby that can't be changed.
    """
    named = due = None
    if beacon is not None and beacon_use(row, beacon) in (BeaconUse.MIXED_IN, BeaconUse.STAND_IN):
        named = beacon.round_for(at, late_in_a_row(row.starts))
        due = beacon.chain.due(named.round)
    salts = [salt for salt in row.salts if salt is not None]
    terms = StartTerms(
        number=len(row.starts) + 1,
        variant=row.options.variant.value,
        options=options_in_start(row.options, len(row.seats)),
        seats=tuple(player.level or PERSON for player in row.seats),
        players=PLAYERS_VERSION,
        chain=commitment(row.secret),
        salts=tuple(map(salt_digest, salts)),
        cuts=tuple((seat, cut_digest(salts[seat], row.seats[seat].cut)) for seat in cutters(row)),
        last=not row.recut_due,
        beacon=named,
    )
    start = Start(terms.number, terms.line, at, counts, due)
    return replace(row, starts=(*row.starts, start), status=row.status if named is None else Status.LOBBY)


def is_to_start(row: TableRow) -> bool:
    """Return whether a table's game has just been started, and nothing has been fixed yet."""
    return row.status is Status.PLAYING and row.start is None


@dataclass(frozen=True, slots=True)
class StartPromise:
    """What a start would prove now, and whether it would mix in the public beacon, or why not."""

    proof: Proof
    beacon: BeaconUse


def promise_of(row: TableRow, beacon: PublicBeacon | None) -> StartPromise:
    """Return what the shuffles would prove if the game of a lobby started now."""
    use, decks, seats = beacon_use(row, beacon), row.void_starts + 1, cutters(row)
    if use is BeaconUse.MIXED_IN:
        return StartPromise(Proof(Grade.NOBODY, decks=decks), use)
    if use is BeaconUse.STAND_IN:
        return StartPromise(Proof(Grade.NOT_PROVEN, doubt=Doubt.OTHER_CHAIN), use)
    texts = [row.seats[seat].cut for seat in seats]
    return StartPromise(grade_of_cuts(seats, last=not row.recut_due, texts=texts, decks=decks), use)
