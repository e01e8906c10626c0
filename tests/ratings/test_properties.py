"""Properties of all games and their ratings: seats don't matter, and recounting changes nothing."""

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ratings.game_facts import facts_of
from bot.ratings.profiles import level_of
from bot.ratings.rating import FIRST, SIGMA, ranked, rate, shown, sort_key
from bot.ratings.seasons import season_at
from bot.ratings.settling import ServerTotals, required_records, settled
from bot.ratings.values import (
    ALL_TIME,
    Finished,
    GameEnding,
    GameFacts,
    Participant,
    PlayerResult,
    PriorRecords,
    Rated,
    Rating,
    Season,
    Settled,
    Standing,
)
from bot.rummy import games
from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS
from tests.amounts import times
from tests.ratings.scenario_games import DAY, GUILD, facts_from
from tests.rummy.helpers import random_game, random_melds_game, random_melds_options, random_options

SEASONS: Final = [Season(GUILD, 1, "Spring", 2 * DAY, 4 * DAY), Season(GUILD, 2, "Summer", 5 * DAY)]


@st.composite
def game_lines(draw: st.DrawFn) -> str:
    """Return a game as a line: two to four of five people, perhaps with a computer, on one of six days."""
    seats = draw(st.integers(2, 4))
    players = draw(st.permutations(["Ala", "Bob", "Cyd", "Dag", "Ewa", "Computer"]))[:seats]
    variants = list(Variant) if seats == 2 else [Variant.BASIC, Variant.GERMAN]
    told = [f"{name} {draw(st.integers(-3, 3))}{' left' * draw(st.booleans())}" for name in players]
    words = draw(st.sampled_from(["", "", "", ", void", ", friendly", ", short", ", closed"]))
    return f"{draw(st.sampled_from(variants))}: {', '.join(told)} | day {draw(st.integers(1, 6))}{words}"


def counted(lines: list[str], *, allowed: int = 2) -> tuple[ServerTotals, list[Settled]]:
    """Count games in the order in which they ended."""
    totals, made = ServerTotals(), []
    told = [(facts_from(line, table), "void" in line) for table, line in enumerate(lines, start=1)]
    for facts, void in sorted(told, key=lambda one: (one[0].ended_at, one[0].table)):
        made.append(totals.count(facts, season_at(SEASONS, facts.ended_at), allowed, void=void))
    return totals, made


def turned(facts: GameFacts, order: list[int]) -> GameFacts:
    """Return the same game with its players in other seats."""
    return replace(facts, lines=tuple(replace(facts.lines[old], seat=seat) for seat, old in enumerate(order)))


@pytest.mark.slow
@given(st.lists(game_lines(), max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=times(12))
def test_ratings_are_exactly_the_same_for_any_seats(lines: list[str], rng: Random) -> None:
    totals, turned_totals = ServerTotals(), ServerTotals()
    told = [facts_from(line, table) for table, line in enumerate(lines, start=1)]
    for facts in sorted(told, key=lambda one: (one.ended_at, one.table)):
        order = rng.sample(range(len(facts.lines)), len(facts.lines))
        season = season_at(SEASONS, facts.ended_at)
        one = totals.count(facts, season, 2)
        other = turned_totals.count(turned(facts, order), season, 2)
        assert (one.result.rated, one.earned) == (other.result.rated, other.earned)
    assert totals.ratings == turned_totals.ratings
    assert totals.standings == turned_totals.standings


@given(st.lists(game_lines(), max_size=12))
@settings(max_examples=times(12))
def test_voiding_a_game_is_the_same_as_never_playing_it(lines: list[str]) -> None:
    with_voids, _ = counted(lines)
    without, _ = counted([line.replace("void", "closed") for line in lines])
    assert with_voids.ratings == without.ratings
    assert with_voids.standings == without.standings
    assert with_voids.earned == without.earned


@given(st.lists(game_lines(), max_size=12))
@settings(max_examples=times(12))
def test_standings_add_up_to_the_rated_games(lines: list[str]) -> None:
    totals, made = counted(lines)
    rated = [one.result for one in made if one.result.rated is Rated.YES]
    for (user, season, scope), row in totals.standings.items():
        own = [
            line
            for result in rated
            for line in result.facts.lines
            if line.user == user and season in (ALL_TIME, result.season) and scope in (None, result.facts.variant)
        ]
        assert (row.games, row.wins) == (len(own), sum(line.won for line in own))
        assert row.points == sum(line.points for line in own)
        assert -row.games <= row.streak <= row.best_streak <= row.wins


@given(st.lists(game_lines(), max_size=12))
@settings(max_examples=times(12))
def test_no_pair_has_more_rated_games_per_day_than_the_server_allows(lines: list[str]) -> None:
    _, made = counted(lines, allowed=1)
    met = [
        (pair, one.result.facts.ended_at // DAY)
        for one in made
        if one.result.rated is Rated.YES
        for pair in combinations(sorted(line.user or 0 for line in one.result.facts.lines), 2)
    ]
    assert len(met) == len(set(met))


@pytest.mark.slow
@given(st.lists(game_lines(), min_size=1, max_size=12))
@settings(max_examples=times(12))
def test_a_game_depends_only_on_its_required_records(lines: list[str]) -> None:
    """The database loads only `required_records`. With all totals, the result has to be the same."""
    totals, _ = counted(lines[:-1])
    facts = replace(facts_from(lines[-1], len(lines)), ended_at=10 * DAY)
    season = season_at(SEASONS, facts.ended_at)
    everything = PriorRecords(
        season=season,
        meetings_allowed=2,
        games_that_day={},
        ratings=totals.ratings,
        standings=totals.standings,
        earned={user: frozenset(earned) for user, earned in totals.earned.items()},
        won_variants=totals.prior_records(facts, season, 2).won_variants,
        finished_games=totals.prior_records(facts, season, 2).finished_games,
    )
    assert settled(facts, everything) == settled(facts, totals.prior_records(facts, season, 2))
    assert required_records(facts, season).users <= {line.user for line in facts.lines}


@given(st.lists(game_lines(), max_size=8))
@settings(max_examples=times(12))
def test_the_changes_of_a_game_are_in_the_totals_afterwards(lines: list[str]) -> None:
    totals, made = counted(lines)
    ratings = {(change.user, change.pool): change.after for one in made for change in one.changes}
    standings = {key: row for one in made for key, row in one.standings.items()}
    assert (totals.ratings, totals.standings) == (ratings, standings)
    told = [
        (user, achievement) for one in made for user, achievements in one.earned.items() for achievement in achievements
    ]
    assert len(told) == len(set(told)), "an achievement was told twice"


RATINGS: Final = st.builds(Rating, st.floats(0, 50), st.floats(1, SIGMA), st.integers(0, 30))


@given(
    st.lists(st.tuples(RATINGS | st.just(FIRST), st.integers(1, 4)), min_size=2, max_size=4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=times(20))
def test_ratings_do_not_depend_on_the_order_of_players(table: list[tuple[Rating, int]], rng: Random) -> None:
    order = rng.sample(range(len(table)), len(table))
    after = rate([rating for rating, _ in table], [place for _, place in table])
    shuffled = rate([table[n][0] for n in order], [table[n][1] for n in order])
    assert shuffled == tuple(after[n] for n in order)


@given(RATINGS, RATINGS)
@settings(max_examples=times(20))
def test_the_winner_of_two_gains_rating_and_the_loser_loses_it(one: Rating, other: Rating) -> None:
    winner, loser = rate([one, other], [1, 2])
    assert winner.mu >= one.mu
    assert loser.mu <= other.mu
    assert (winner.games, loser.games) == (one.games + 1, other.games + 1)


ROWS: Final = st.builds(
    Standing,
    user=st.integers(-3, 40),
    games=st.integers(3, 7),
    wins=st.integers(0, 2),
    points=st.integers(0, 2),
    last_at=st.integers(0, 2),
    rating=st.sampled_from([FIRST, Rating(25.3, SIGMA), Rating(-90, SIGMA), None]),
)


@pytest.mark.slow
@given(st.lists(ROWS, max_size=12, unique_by=lambda row: row.user), st.randoms(use_true_random=False))
@settings(max_examples=times(25))
def test_standings_have_one_order_for_any_input_and_ranks_follow_it(rows: list[Standing], rng: Random) -> None:
    table = ranked(rows)
    assert table == ranked(rng.sample(rows, len(rows)))
    assert sorted(row.user for row in rows) == sorted(row.standing.user for row in table)
    for before, after in pairwise(table):
        assert sort_key(before.standing) < sort_key(after.standing)
        assert before.rank is not None or after.rank is None, "a ranked player is listed below an unranked one"
        if before.rank is not None and after.rank is not None:
            equal = sort_key(before.standing)[:-1] == sort_key(after.standing)[:-1]
            assert (before.rank == after.rank) is equal
    ranks = [row.rank for row in table if row.rank is not None]
    assert all(rank == ranks.index(rank) + 1 for rank in ranks)
    assert len(ranks) == sum(row.games >= 5 for row in rows)


@given(st.floats(-100, 200), st.floats(0.1, 20))
def test_the_shown_number_is_never_below_zero(mu: float, sigma: float) -> None:
    assert shown(Rating(mu, sigma)) >= 0


@given(st.integers(0, 10**12))
def test_a_level_contains_its_experience_and_ends_where_the_next_begins(experience: int) -> None:
    level = level_of(experience)
    assert level.begins <= experience < level.ends
    assert level_of(level.ends) == (level.number + 1, level.ends, level_of(level.ends).ends)
    assert level.begins == 25 * level.number * (level.number - 1)


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("limit", [40, 1500])
def test_the_facts_of_any_record_add_up(variant: Variant, limit: int) -> None:
    """Both for games played to the end and for games resigned after forty moves."""
    rng = Random(f"{variant} {limit}")
    for _ in range(times(1)):
        seats = GIN_PRESETS[variant].seat_counts[0] if variant in GIN_PRESETS else rng.randint(2, 4)
        finished = random_finished(rng, variant, seats, limit)
        facts = facts_of(finished)
        counts = [line.counts for line in facts.lines]
        assert sum(count.undercuts_given for count in counts) == sum(count.undercuts_taken for count in counts)
        ended = [deal for deal in deals_in(finished) if "result" in deal]
        assert sum(count.deals_won for count in counts) <= len(ended)
        assert all(count.gins + count.rummies <= count.deals_won for count in counts)
        waited: list[object] = [deal.get("waits") for deal in ended]
        assert [count.deals for count in counts] == [len(ended) - waited.count(seat) for seat in range(seats)]
        assert all(count.knock_deadwood <= 10 * count.knocks for count in counts)
        assert sum(count.moves for count in counts) == sum(len(deal["moves"]) for deal in deals_in(finished))
        assert [line.seat for line in facts.lines] == list(range(seats))
        assert {line.seat for line in facts.lines if line.won} == set(finished.winners)
        check_places(facts.lines)


def check_places(lines: tuple[PlayerResult, ...]) -> None:
    """Assert that winners come first and forfeits last, with the others between them by points."""
    for one, other in combinations(lines, 2):
        if one.won or other.won:
            assert (one.place < other.place) is (one.won and not other.won)
        elif one.forfeit or other.forfeit:
            assert (one.place < other.place) is (other.forfeit and not one.forfeit)
        else:
            assert (one.place < other.place) is (one.points > other.points)
    assert all(line.place == 1 + sum(other.place < line.place for other in lines) for line in lines)
    assert all(line.margin == line.points - max(row.points for row in lines if row is not line) for line in lines)


def deals_in(finished: Finished) -> list[dict[str, list[str]]]:
    deals = finished.record["deals"]
    assert isinstance(deals, list)
    return deals


def random_finished(rng: Random, variant: Variant, seats: int, limit: int) -> Finished:
    """Return a random game. If it's unfinished, a player without the most points resigns."""
    if variant in GIN_PRESETS:
        options = random_options(rng, variant)
        record, states = random_game(options, rng, limit)
        state: games.State = states[-1]
    else:
        melds = random_melds_options(rng, variant, seats)
        record, melds_states = random_melds_game(melds, seats, rng, limit)
        state = melds_states[-1]
    result = games.result_of(state)
    gone = frozenset[int]() if result else frozenset({rng.randrange(seats)})
    totals = {seat: sum(column.totals[seat] for column in state.sheet) for seat in range(seats) if seat not in gone}
    best = tuple(seat for seat, total in totals.items() if total == max(totals.values()))
    return Finished(
        table=1,
        guild=GUILD,
        channel=2,
        message=None,
        options=state.options,
        seats=tuple(Participant(100 + seat) for seat in range(seats)),
        record=record,
        ending=GameEnding.PLAYED if result else GameEnding.RESIGNED,
        winners=result.winners if result else best,
        forfeits=gone,
        friendly=False,
        fixture=None,
        started_at=0,
        ended_at=DAY,
    )
