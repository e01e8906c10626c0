"""The stores of results, ratings, standings, seasons and rulings."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.profiles import versus_of
from bot.ratings.rating import ranked, shown
from bot.ratings.seasons import Turn, season_at
from bot.ratings.settling import ServerTotals
from bot.ratings.values import ALL_TIME, GameFacts, Rated, RatingsReason, Season, Settled
from bot.rummy.families import Variant
from data.database import Database
from data.people.audit_log import SqlAudit
from data.ratings.store import SqlResults, SqlSeasons
from data.schema import metadata
from data.tables.store import SqlTables
from tests.data.games import CLUB, NOON, Played, Wanted, keep
from tests.data.tables import row
from tests.refusals import pattern

ALA, BOB, EVE, DAN = (2**62 + n for n in range(1, 5))
ADMIN = 2**61
ALLOWED = 5
MINUTE = 60_000
DERIVED = ("results", "result_lines", "rating_changes", "ratings", "standings", "earned")
EVENING = (
    ("gin", (ALA, BOB), Rated.YES),
    ("oklahoma", (BOB, ALA), Rated.YES),
    ("basic for three, given up", (ALA, BOB, EVE), Rated.YES),
    ("german for four, given up", (DAN, EVE, BOB, ALA), Rated.YES),
    ("closed", (ALA, BOB), Rated.CLOSED),
    ("computer", (ALA,), Rated.COMPUTER),
    ("training, given up", (ALA, BOB), Rated.TRAINING),
    ("friendly", (ALA, EVE), Rated.FRIENDLY),
    ("short", (EVE, DAN), Rated.SHORT),
    ("remik, given up", (DAN, ALA), Rated.YES),
    ("gin", (ALA, BOB), Rated.YES),
    ("another gin", (ALA, BOB), Rated.OFTEN),
    ("gin", (BOB, EVE), Rated.YES),
)


@pytest.fixture
def results(database: Database) -> SqlResults:
    return SqlResults(database)


def audit_entry(what: str, table: int | None = None, about: str = "", guild: int = CLUB) -> AuditEntry:
    return AuditEntry(guild, NOON, ADMIN, what, about, table=table)


async def evening(database: Database, games: dict[str, Played]) -> list[GameFacts]:
    """Store the games of an evening, which end one minute apart."""
    wanted = [Wanted(games[name], users, NOON + n * MINUTE) for n, (name, users, _) in enumerate(EVENING)]
    return await keep(database, wanted)


def counted(
    facts: Sequence[GameFacts], seasons: Sequence[Season] = (), void: frozenset[int] = frozenset()
) -> tuple[list[Settled], ServerTotals]:
    """Count games in memory, in the order in which they ended."""
    totals = ServerTotals()
    ordered = sorted(facts, key=lambda one: (one.ended_at, one.table))
    done = [totals.count(one, season_at(seasons, one.ended_at), ALLOWED, void=one.table in void) for one in ordered]
    return done, totals


async def derived(database: Database) -> dict[str, list[str]]:
    """Read all derived data."""
    async with database.read() as connection:
        return {
            name: sorted(str(tuple(kept)) for kept in await connection.execute(select(metadata.tables[name])))
            for name in DERIVED
        }


@pytest.mark.slow
async def test_each_game_counts_as_when_counted_in_memory(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    season = await SqlSeasons(database).start(CLUB, "Autumn", NOON + 2 * MINUTE, None)
    facts = await evening(database, games)
    assert await results.unsettled() == tuple(one.table for one in facts)
    done = [await results.settle(one, ALLOWED) for one in facts]
    by_the_totals, totals = counted(facts, [season])
    assert done == by_the_totals
    assert [one and one.result.rated for one in done] == [rated for *_, rated in EVENING]
    assert [one and one.result.season for one in done] == [ALL_TIME] * 2 + [1] * 11
    assert await results.unsettled() == ()
    for one in by_the_totals:
        outcome = await results.outcome(one.result.facts.table)
        assert outcome is not None
        assert (outcome.result, outcome.changes, outcome.earned) == (one.result, one.changes, one.earned)
    for number in (ALL_TIME, 1):
        for scope in (None, *Variant):
            kept = [kept for (_, when, what), kept in totals.standings.items() if (when, what) == (number, scope)]
            page = await results.standings(CLUB, number, scope, 0, 10)
            assert (page.rows, page.total) == (ranked(kept), len(kept))


async def test_a_game_counts_once_even_if_settled_repeatedly(
    database: Database, elsewhere: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    (facts,) = await keep(database, [Wanted(games["gin"], (ALA, BOB), NOON)])
    both = (results, SqlResults(elsewhere))
    done = await asyncio.gather(*(both[n % 2].settle(facts, ALLOWED) for n in range(6)))
    assert [one is None for one in done].count(False) == 1
    page = await results.standings(CLUB, ALL_TIME, None, 0, 10)
    assert [(one.standing.user, one.standing.games) for one in page.rows] == [(BOB, 1), (ALA, 1)]


async def test_a_running_or_missing_table_is_not_counted(
    database: Database, results: SqlResults, games: dict[str, Played], store: SqlTables
) -> None:
    made = await store.create(row(), 1)
    facts = games["gin"].facts
    assert await results.settle(replace(facts, table=made.id), ALLOWED) is None
    assert await results.settle(replace(facts, table=made.id + 1), ALLOWED) is None
    assert await results.outcome(made.id) is None
    assert await derived(database) == {name: [] for name in DERIVED}


@pytest.mark.slow
async def test_games_settled_out_of_order_count_in_the_order_in_which_they_ended(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = await evening(database, games)
    mixed = random.Random(3).sample(facts, len(facts))
    told = {one.table: await results.settle(one, ALLOWED) for one in mixed}
    in_order, _ = counted(facts)
    for one in in_order:
        outcome = await results.outcome(one.result.facts.table)
        assert outcome is not None
        assert (outcome.result, outcome.changes, outcome.earned) == (one.result, one.changes, one.earned)
    assert told[mixed[-1].table] == next(one for one in in_order if one.result.facts == mixed[-1])
    assert (await results.recompute()).differing == 0


async def test_two_processes_count_the_games_of_a_server_as_one_would(
    database: Database, elsewhere: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = (await evening(database, games))[:6]
    both = (results, SqlResults(elsewhere))
    done = await asyncio.gather(*(both[n % 2].settle(one, ALLOWED) for n, one in enumerate(reversed(facts))))
    assert None not in done
    expected, totals = counted(facts)
    assert [await results.result(CLUB, one.table) for one in facts] == [one.result for one in expected]
    page = await results.standings(CLUB, ALL_TIME, None, 0, 10)
    assert page.rows == ranked(kept for (_, when, what), kept in totals.standings.items() if not (when or what))


@pytest.mark.slow
async def test_a_voided_result_counts_for_nothing_until_it_is_restored(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = await evening(database, games)
    for one in facts:
        await results.settle(one, ALLOWED)
    before = await derived(database)
    await results.void(audit_entry("void", 1, "by mistake"))
    without, totals = counted(facts, void=frozenset({1}))
    assert [one.result.rated for one in without][11:] == [Rated.YES, Rated.YES]  # the pair has met less often then
    found = await results.outcome(1)
    assert found is not None
    assert (found.result.rated, found.changes, found.earned) == (Rated.VOID, (), {})
    assert found.versus is not None
    assert found.versus.games == 0
    page = await results.standings(CLUB, ALL_TIME, None, 0, 10)
    assert page.rows == ranked(kept for (_, when, what), kept in totals.standings.items() if not (when or what))
    assert (await results.recompute()).differing == 0
    await results.restore(audit_entry("restore", 1))
    assert await derived(database) == before
    assert [one.what for one in (await SqlAudit(database).entries(CLUB, 0, 9))[1]] == ["restore", "void"]


@pytest.mark.slow
async def test_of_two_admins_voiding_a_result_at_once_one_is_refused(
    database: Database, elsewhere: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    for one in await evening(database, games):
        await results.settle(one, ALLOWED)
    both = (results, SqlResults(elsewhere))
    said = await asyncio.gather(*(one.void(audit_entry("void", 1)) for one in both), return_exceptions=True)
    assert [type(one) for one in said if one is not None] == [RequestRefused]
    assert (await SqlAudit(database).entries(CLUB, 0, 9))[0] == 1
    assert (await results.recompute()).differing == 0


async def test_an_impossible_void_is_refused_and_not_recorded(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    for one in (await evening(database, games))[:5]:
        await results.settle(one, ALLOWED)
    for rule, asked, reason in (
        (results.void, audit_entry("void", 99), RatingsReason.NO_SUCH_GAME),
        (results.void, audit_entry("void", 1, guild=CLUB + 1), RatingsReason.NO_SUCH_GAME),
        (results.void, audit_entry("void", 5), RatingsReason.NO_RESULT),
        (results.restore, audit_entry("restore", 1), RatingsReason.NOT_VOID),
    ):
        with pytest.raises(RequestRefused) as refusal:
            await rule(asked)
        assert refusal.value.reason == reason
    assert await SqlAudit(database).entries(CLUB, 0, 9) == (0, ())


@pytest.mark.slow
async def test_a_game_belongs_to_the_season_in_which_it_ended(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    """Even if the season is started or ended only after the game was counted."""
    seasons = SqlSeasons(database)
    facts = await evening(database, games)
    for one in facts:
        await results.settle(one, ALLOWED)
    started = await seasons.start(CLUB, "Autumn", NOON + MINUTE, audit_entry("season-start"))
    assert started == Season(CLUB, 1, "Autumn", NOON + MINUTE)
    ended = await seasons.end(CLUB, NOON + 3 * MINUTE, audit_entry("season-end"))
    assert ended == replace(started, ended_at=NOON + 3 * MINUTE)
    found = [await results.result(CLUB, one.table) for one in facts]
    assert [one and one.season for one in found] == [0, 1, 1, *[0] * 10]
    assert (await results.standings(CLUB, 1, None, 0, 9)).total == 3
    by_the_totals, _ = counted(facts, [ended])
    assert [one.result for one in by_the_totals] == found
    assert (await results.recompute()).differing == 0


async def test_one_season_runs_at_a_time_and_none_begins_before_the_last_one_ended(database: Database) -> None:
    seasons = SqlSeasons(database)
    with pytest.raises(RequestRefused, match=pattern(RatingsReason.NO_SEASON)):
        await seasons.end(CLUB, 1, audit_entry("season-end"))
    first = await seasons.start(CLUB, "One", 100, None)
    with pytest.raises(RequestRefused) as refusal:
        await seasons.start(CLUB, "Two", 200, audit_entry("season-start"))
    assert (refusal.value.reason, refusal.value.values) == (RatingsReason.SEASON_RUNS, {"name": "One"})
    assert await seasons.end(CLUB, 50, None) == replace(first, ended_at=100)
    second = await seasons.start(CLUB, "Two", 90, audit_entry("season-start"))
    assert second == Season(CLUB, 2, "Two", 100)
    renamed = await seasons.rename(CLUB, 1, "Eins", audit_entry("season-rename"))
    assert await seasons.list(CLUB) == (renamed, second)
    assert renamed.name == "Eins"
    with pytest.raises(RequestRefused):
        await seasons.rename(CLUB, 3, "Drei", audit_entry("season-rename"))
    assert [one.what for one in (await SqlAudit(database).entries(CLUB, 0, 9))[1]] == ["season-rename", "season-start"]
    assert await seasons.list(CLUB + 1) == ()


async def test_a_monthly_season_starts_once_with_concurrent_processes(database: Database, elsewhere: Database) -> None:
    both = (SqlSeasons(database), SqlSeasons(elsewhere))
    turns = [Turn(100, "2026-10"), Turn(200, "2026-11")]
    said = await asyncio.gather(*(one.turn(CLUB, None, turns) for one in both), return_exceptions=True)
    assert sorted(type(one).__name__ for one in said) == ["RequestRefused", "Season"]
    assert await both[0].list(CLUB) == (Season(CLUB, 1, "2026-10", 100, 200), Season(CLUB, 2, "2026-11", 200))
    said = await asyncio.gather(*(one.turn(CLUB, 2, [Turn(300, "2026-12")]) for one in both), return_exceptions=True)
    assert sorted(type(one).__name__ for one in said) == ["RequestRefused", "Season"]
    assert (await both[0].list(CLUB))[1:] == (Season(CLUB, 2, "2026-11", 200, 300), Season(CLUB, 3, "2026-12", 300))
    await both[0].end(CLUB, 400, None)
    with pytest.raises(RequestRefused):
        await both[0].turn(CLUB, 3, [Turn(500, "2027-01")])


async def test_of_two_admins_starting_a_season_at_once_one_is_refused(database: Database, elsewhere: Database) -> None:
    both = (SqlSeasons(database), SqlSeasons(elsewhere))
    said = await asyncio.gather(
        *(both[n % 2].start(CLUB, str(n), 100, audit_entry("season-start")) for n in range(6)), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in said) == ["RequestRefused"] * 5 + ["Season"]
    assert len(await both[0].list(CLUB)) == 1
    assert (await SqlAudit(database).entries(CLUB, 0, 9))[0] == 1


async def test_a_profile_has_everything_about_a_player(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = await evening(database, games)
    for one in facts:
        await results.settle(one, ALLOWED)
    done, totals = counted(facts)
    profile = await results.profile(CLUB, ALA)
    assert profile.rating == totals.ratings[ALA, None]
    assert dict(profile.pools) == {family: totals.ratings[ALA, family] for family in profile.pools}
    assert len(profile.pools) == 3
    row_ = totals.standings[ALA, ALL_TIME, None]
    assert (profile.rated[None].games, profile.rated[None].wins) == (row_.games, row_.wins)
    assert (profile.streak, profile.best_streak) == (row_.streak, row_.best_streak)
    assert profile.all[None].games == sum(name != "closed" and ALA in users for name, users, _ in EVENING)
    rated = [one.result.facts.ended_at for one in done if any(change.user == ALA for change in one.changes)]
    assert [at for at, _ in profile.curve] == rated
    assert {one for one, _ in profile.earned} == set(totals.earned[ALA])
    assert [versus.users[1] for versus in profile.rivals] == [BOB, EVE, DAN]
    nobody = await results.profile(CLUB + 1, ALA)
    assert (nobody.rating, nobody.all, nobody.experience, nobody.level) == (None, {}, 0, 1)


async def test_head_to_head_in_a_result_includes_only_games_up_to_that_one(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = await evening(database, games)
    for one in facts:
        await results.settle(one, ALLOWED)
    kept = [one.result for one in counted(facts)[0]]
    assert await results.versus(CLUB, ALA, BOB) == versus_of(ALA, BOB, kept)
    assert await results.versus(CLUB, BOB, ALA) == versus_of(BOB, ALA, kept)
    outcome = await results.outcome(2)
    assert outcome is not None
    assert outcome.versus == versus_of(BOB, ALA, kept[:2])
    assert outcome.versus.games == 2
    assert [one and one.versus for one in [await results.outcome(table) for table in (3, 6)]] == [None, None]


@pytest.mark.slow
async def test_a_result_has_streaks_and_best_ratings_as_of_that_game(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = await evening(database, games)
    for one in facts:
        await results.settle(one, ALLOWED)
    streaks, best = dict[int, int](), dict[int, int]()
    for done in counted(facts)[0]:
        outcome = await results.outcome(done.result.facts.table)
        assert outcome is not None
        if done.result.rated is not Rated.YES:
            assert (outcome.streaks, outcome.best_before) == ({}, {})
            continue
        lines = {line.user: line.won for line in done.result.facts.lines if line.user is not None}
        streaks |= {user: streaks.get(user, 0) + 1 if won else 0 for user, won in lines.items()}
        assert outcome.streaks == {user: streaks[user] for user, won in lines.items() if won}
        assert outcome.best_before == {user: best[user] for user in lines if user in best}
        now = {change.user: shown(change.after) for change in done.changes if change.pool is None}
        best |= {user: max(rating, best.get(user, 0)) for user, rating in now.items()}
    assert max(streaks.values()) > 1


async def test_history_is_listed_newest_first_in_pages(
    database: Database, results: SqlResults, games: dict[str, Played]
) -> None:
    facts = await evening(database, games)
    for one in facts:
        await results.settle(one, ALLOWED)
    kept = [one.result for one in counted(facts)[0]][::-1]
    assert await results.history(CLUB, None, 0, 5) == (13, tuple(kept[:5]))
    assert await results.history(CLUB, None, 10, 5) == (13, tuple(kept[10:]))
    evens = [one for one in kept if any(line.user == EVE for line in one.facts.lines)]
    assert await results.history(CLUB, EVE, 1, 2) == (5, tuple(evens[1:3]))
    assert await results.history(CLUB + 1, None, 0, 5) == (0, ())
    assert await results.result(CLUB, 3) == kept[-3]
    assert await results.result(CLUB + 1, 3) is None
