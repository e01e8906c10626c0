"""The draw: all players meet, byes and home games are distributed fairly, and every order is equally likely."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tournaments.draw import Matchday, first_matchdays, next_round, shuffled
from bot.tournaments.values import MOST_ENTRANTS, TournamentFormat
from tests.amounts import times

ROUND_ROBINS = [
    pytest.param(size, id=f"{size} players") for size in range(2, MOST_ENTRANTS[TournamentFormat.SINGLE] + 1)
]


def met(days: tuple[Matchday, ...]) -> list[tuple[int, int]]:
    return [(home, away) for day in days for home, away in filter(None, day) if away is not None]


def byes(days: tuple[Matchday, ...]) -> Counter[int]:
    return Counter(home for day in days for home, away in filter(None, day) if away is None)


@pytest.mark.parametrize("size", ROUND_ROBINS)
def test_single_round_robin_pairs_all_players_once(size: int) -> None:
    days = first_matchdays(TournamentFormat.SINGLE, range(size))
    assert sorted(tuple(sorted(pair)) for pair in met(days)) == list(combinations(range(size), 2))
    assert len(days) == size - 1 + size % 2


@pytest.mark.parametrize("size", ROUND_ROBINS)
def test_double_round_robin_pairs_all_players_twice_with_sides_swapped(size: int) -> None:
    days = first_matchdays(TournamentFormat.DOUBLE, range(size))
    assert sorted(met(days)) == sorted(permutations(range(size), 2))
    half = len(days) // 2
    assert met(days[half:]) == [(away, home) for home, away in met(days[:half])]


@pytest.mark.parametrize("form", [TournamentFormat.SINGLE, TournamentFormat.DOUBLE])
@pytest.mark.parametrize("size", ROUND_ROBINS)
def test_every_player_has_one_fixture_or_a_bye_per_matchday(form: TournamentFormat, size: int) -> None:
    for day in first_matchdays(form, range(size)):
        there = [user for pairing in day if pairing for user in pairing if user is not None]
        assert sorted(there) == list(range(size))


@pytest.mark.parametrize("size", ROUND_ROBINS)
def test_byes_are_fair(size: int) -> None:
    odd = size % 2
    assert byes(first_matchdays(TournamentFormat.SINGLE, range(size))) == Counter(dict.fromkeys(range(size), odd))
    assert byes(first_matchdays(TournamentFormat.DOUBLE, range(size))) == Counter(dict.fromkeys(range(size), 2 * odd))


@pytest.mark.parametrize("size", ROUND_ROBINS)
def test_homes_are_balanced(size: int) -> None:
    for form, most in ((TournamentFormat.SINGLE, (size + 1) % 2), (TournamentFormat.DOUBLE, 0)):
        balance = dict.fromkeys(range(size), 0)
        for home, away in met(first_matchdays(form, range(size))):
            balance[home] += 1
            balance[away] -= 1
        assert all(abs(more) == most for more in balance.values())


@pytest.mark.parametrize("size", range(2, MOST_ENTRANTS[TournamentFormat.KNOCKOUT] + 1))
def test_a_knock_out_spreads_the_byes_it_needs_over_its_first_round(size: int) -> None:
    (first,) = first_matchdays(TournamentFormat.KNOCKOUT, range(size))
    pairs = len(first)
    assert pairs & (pairs - 1) == 0
    assert pairs < size <= 2 * pairs
    assert sorted(user for pairing in first if pairing for user in pairing if user is not None) == list(range(size))
    free = [pairing is not None and pairing[1] is None for pairing in first]
    assert sum(free) == 2 * pairs - size
    while len(free) > 1:  # the numbers of byes in halves, quarters and so on differ by at most one
        halves = [sum(free[k : k + len(free) // 2]) for k in (0, len(free) // 2)]
        assert 0 <= halves[0] - halves[1] <= 1
        free = free[: len(free) // 2]


@settings(max_examples=times(15), deadline=None)
@given(st.lists(st.one_of(st.none(), st.integers(1, 99)), min_size=2, max_size=32).filter(lambda x: len(x) % 2 == 0))
def test_the_next_round_pairs_every_winner(winners: list[int | None]) -> None:
    drawn = next_round(winners)
    assert len(drawn) == len(winners) // 2
    assert [user for pairing in drawn if pairing for user in pairing if user] == [user for user in winners if user]


@settings(max_examples=times(15), deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sets(st.integers(1, 2**63), min_size=2, max_size=32), st.randoms())
def test_the_draw_depends_on_its_seed_and_not_on_the_order_of_joining(
    seed: bytes, users: set[int], chance: object
) -> None:
    order = shuffled(seed, users)
    assert sorted(order) == sorted(users)
    joined = list(users)
    chance.shuffle(joined)  # type: ignore[attr-defined]
    assert shuffled(seed, joined) == order


def test_every_order_is_equally_likely() -> None:
    seen = Counter(shuffled(number.to_bytes(32), (1, 2, 3)) for number in range(6000))
    assert set(seen) == set(permutations((1, 2, 3)))
    assert all(850 < count < 1150 for count in seen.values())
