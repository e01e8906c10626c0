"""The draw: who meets whom on which matchday, from a fair shuffle."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.rummy.shuffle import Stream
from bot.tournaments.values import TournamentFormat

Pairing: TypeAlias = tuple[int, int | None]
"""Who meets whom: the second is None for a bye."""
Matchday: TypeAlias = tuple[Pairing | None, ...]
"""The pairings of a matchday by their places; a place of a knock-out that nobody has reached is None."""


def shuffled(seed: bytes, users: Iterable[int]) -> tuple[int, ...]:
    """Put people in the order that 32 random bytes give; anybody who knows the bytes can do it again.

    They are numbered by their ids first, so that it does not matter who joined when.
    """
    people = sorted(users)
    return tuple(people[number] for number in Stream(seed, ("league",), 0).shuffled(range(len(people))))


def first_matchdays(form: TournamentFormat, order: Sequence[int]) -> tuple[Matchday, ...]:
    """List the matchdays that follow from the draw alone: all in a round robin, the first round of a knock-out."""
    match form:
        case TournamentFormat.SINGLE:
            return _circle(order)
        case TournamentFormat.DOUBLE:
            once = _circle(order)
            return (*once, *(tuple(_swapped(pairing) for pairing in day) for day in once))
        case TournamentFormat.KNOCKOUT:
            return (_bracket(order),)


def next_round(winners: Sequence[int | None]) -> Matchday:
    """Pair those who have won a round of a knock-out, in the order of its places; None has no winner.

    Who has nobody to meet has a bye.
    """
    return tuple(_pairing(one, other) for one, other in zip(winners[::2], winners[1::2], strict=True))


def _pairing(one: int | None, other: int | None) -> Pairing | None:
    """Pair two places of a bracket; None where nobody stands in either."""
    if one is None:
        return None if other is None else (other, None)
    return one, other


def _swapped(pairing: Pairing | None) -> Pairing | None:
    """Let the second of a pair be at home."""
    if pairing is None or pairing[1] is None:
        return pairing
    return pairing[1], pairing[0]


def _circle(order: Sequence[int]) -> tuple[Matchday, ...]:
    """Let everybody meet everybody once: the first stays, the others move on by one seat of a circle each matchday.

    Where their number is odd, an empty seat takes part, and who meets it has a bye. Everybody is at home in half of
    their games, or in one more or less.
    """
    seats: list[int | None] = [*order] if len(order) % 2 == 0 else [None, *order]
    half, days = len(seats) // 2, []
    for day in range(len(seats) - 1):
        facing = list(zip(seats[:half], reversed(seats[half:]), strict=True))
        days.append(tuple(_at_home(*pair, swap=(day if k == 0 else k) % 2 == 1) for k, pair in enumerate(facing)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(days)


def _at_home(one: int | None, other: int | None, *, swap: bool) -> Pairing | None:
    """Pair two who face one another; ``swap`` lets the second be at home."""
    return _pairing(other, one) if swap else _pairing(one, other)


def _bracket(order: Sequence[int]) -> Matchday:
    """Fill the first round up to a power of two with byes, which are spread evenly: no two meet."""
    size = 2
    while size < len(order):
        size *= 2
    pairs, byes = size // 2, size - len(order)
    free = set(sorted(range(pairs), key=lambda place: _turned(place, pairs))[:byes])
    people = iter(order)
    return tuple((next(people), None if place in free else next(people)) for place in range(pairs))


def _turned(place: int, pairs: int) -> int:
    """Read the binary digits of a place backwards: in that order any number of places is spread over the bracket."""
    digits = pairs.bit_length() - 1
    return int(format(place, f"0{digits}b")[::-1], 2) if digits else 0
