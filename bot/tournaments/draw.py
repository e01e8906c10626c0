"""The draw: the pairings of each matchday, from a fair shuffle."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.rummy.shuffle import Stream, mix_of_cuts
from bot.tournaments.values import TournamentFormat

Pairing: TypeAlias = tuple[int, int | None]
"""Two players; the second is None for a bye."""
Matchday: TypeAlias = tuple[Pairing | None, ...]
"""The pairings of a matchday by place; None for a place of a knock-out that no player reached."""


def shuffled(seed: bytes, users: Iterable[int]) -> tuple[int, ...]:
    """Shuffle players by 32 random bytes; anyone with the bytes can repeat the shuffle.

    They are sorted by id first, so that the order in which they joined doesn't matter. Never change the label of the
    random stream: every draw made so far depends on it.
    """
    people = sorted(users)
    return tuple(people[number] for number in Stream(seed, mix_of_cuts(("league",)), 0).shuffled(range(len(people))))


def first_matchdays(form: TournamentFormat, order: Sequence[int]) -> tuple[Matchday, ...]:
    """Return the matchdays that are known after the draw: all of a round robin, the first round of a knock-out."""
    match form:
        case TournamentFormat.SINGLE:
            return _circle(order)
        case TournamentFormat.DOUBLE:
            once = _circle(order)
            return (*once, *(tuple(_swapped(pairing) for pairing in day) for day in once))
        case TournamentFormat.KNOCKOUT:
            return (_bracket(order),)


def next_round(winners: Sequence[int | None]) -> Matchday:
    """Return the next round of a knock-out; ``winners`` are those of the last round by place, None where nobody won.

    A player without an opponent gets a bye.
    """
    return tuple(_pairing(one, other) for one, other in zip(winners[::2], winners[1::2], strict=True))


def _pairing(one: int | None, other: int | None) -> Pairing | None:
    """Return the pairing of two players, either of whom may be missing: a bye, or None if both are."""
    if one is None:
        return None if other is None else (other, None)
    return one, other


def _swapped(pairing: Pairing | None) -> Pairing | None:
    if pairing is None or pairing[1] is None:
        return pairing
    return pairing[1], pairing[0]


def _circle(order: Sequence[int]) -> tuple[Matchday, ...]:
    """Schedule a round robin by the circle method: the first player stays, the others rotate by one each matchday.

    With an odd number of players a dummy takes part, and its opponent has a bye. Every player's numbers of home and
    away games differ by at most one.
    """
    seats: list[int | None] = [*order] if len(order) % 2 == 0 else [None, *order]
    half, days = len(seats) // 2, []
    for day in range(len(seats) - 1):
        facing = list(zip(seats[:half], reversed(seats[half:]), strict=True))
        days.append(tuple(_at_home(*pair, swap=(day if k == 0 else k) % 2 == 1) for k, pair in enumerate(facing)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(days)


def _at_home(one: int | None, other: int | None, *, swap: bool) -> Pairing | None:
    """Return the pairing of two players, the first at home, or the second with ``swap``; None is the dummy."""
    return _pairing(other, one) if swap else _pairing(one, other)


def _bracket(order: Sequence[int]) -> Matchday:
    """Return the first round, filled up to a power of two with byes, spread so that no two byes meet."""
    size = 2
    while size < len(order):
        size *= 2
    pairs, byes = size // 2, size - len(order)
    free = set(sorted(range(pairs), key=lambda place: _turned(place, pairs))[:byes])
    people = iter(order)
    return tuple((next(people), None if place in free else next(people)) for place in range(pairs))


def _turned(place: int, pairs: int) -> int:
    """Return a place with its bits reversed: the first n places in that order are evenly spread over the bracket."""
    digits = pairs.bit_length() - 1
    return int(format(place, f"0{digits}b")[::-1], 2) if digits else 0
