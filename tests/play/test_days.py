"""Daily deals: one deck for everyone, once each, over midnight and restarts; no cards before the day ends."""

import asyncio
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from bot.days import calendar
from bot.days.ranking import DayScore
from bot.fairness.beacon import PublicBeacon
from bot.fairness.chains import QUICKNET
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.fairness.stand_in import RequestedRounds, StandInBeacon
from bot.play.service import play_requests, program_actions
from bot.play.service.day_posts import DayPosting
from bot.play.service.days import Days
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.days import DayNews, DayPost, DayStanding, Seen
from bot.play.state.errors import TableReason
from bot.play.state.people import DayBoard, Preferences
from bot.play.state.ports import Signal
from bot.play.state.values import HOUR, MINUTE, SECOND, LogWord, Status
from bot.players.games import choose, player_for
from bot.players.levels import Level
from bot.program.cli.record import grade_sentence
from bot.rummy.families import Variant
from bot.rummy.moves import Verb
from bot.rummy.records.checking import RecordError, read, verify
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.starts import read_start
from bot.rummy.refusals import Refused
from data.database import Database, open_database
from data.days import SqlDays
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.tables.store import SqlTables
from tests.fairness.test_beacon import Time
from tests.play.process import ALA, BOB, CYD, DAN, EVE, ids
from tests.rummy.records.test_fairness_page import run_the_page

GIN, GERMAN = Variant.GIN, Variant.GERMAN
DAY = 20_900
NOON = calendar.opens_at(DAY) + 12 * HOUR
CLUB, OTHER = 7 << 22, 8 << 22


class World:
    """A process on a database; the next one on it is the same after a restart."""

    def __init__(self, database: Database, time: Time, relay: StandInBeacon, *, off: bool = False) -> None:
        self.database, self.time, self.relay = database, time, relay
        self.beacon = PublicBeacon(relay.chain, (relay,), time, time.sleep, slack=1000)
        touched, self.store, self.people = Signal[Table](), SqlDays(database), SqlPeople(database)
        self.servers = SqlServers(database)
        self.tables = Tables(SqlTables(database), time, token=lambda: bytes(32), touched=touched.send)
        self.days = Days(
            self.store,
            self.tables,
            time,
            token=lambda: b"chain" + bytes(27),
            beacon=None if off else self.beacon,
            touched=touched,
            patience=math.inf,
        )
        self.posts: list[DayPost] = []
        self.answer: int | None = 5
        self.posting = DayPosting(self.days, self.servers, self, time)

    async def post(self, post: DayPost) -> int | None:
        self.posts.append(post)
        return self.answer

    async def open(self, user: int, game: Variant = GIN, guild: int | None = CLUB) -> Table:
        table, _ = await self.days.open(
            user=user, name="", game=game, guild=guild, names=("Ada",), interaction=next(ids)
        )
        return table

    async def play(self, table: Table, level: Level | None = Level.EXPERT, most: int = 10_000) -> None:
        """Play a table on, the person at a level, or at random."""
        dice = Random(3)
        for _ in range(most):
            game = table.running()
            if game.over:
                break
            seat = game.state.turn or 0
            view, skill = table.view(seat), table.player(seat).level or level
            moves = (
                player_for(view.family).at_random(view, dice)
                if skill is None
                else choose(view, skill, table.seed_for(table.seq))
            )
            if seat:
                await program_actions.move(table, seat, moves, seq=table.seq)
            else:
                stamp = table.stamp(seat)
                await play_requests.moves(table, table.row.host, moves, stamp=stamp, interaction=next(ids))
        await self.days.idle()

    async def played(self, user: int, game: Variant = GIN, level: Level | None = Level.EXPERT) -> DayScore:
        table = await self.open(user, game)
        await self.play(table, level)
        found = await self.days.result(user, game, table.row.day or 0)
        assert found is not None
        assert found.score is not None
        return found.score

    async def standing(self, user: int, game: Variant = GIN, day: int = DAY, guild: int = CLUB) -> DayStanding:
        found = await self.days.standing(user, game, day, guild)
        assert found is not None
        return found

    async def at(self, at: int) -> None:
        """Go on to a time, and do what is due then."""
        self.time.now = at
        await self.days.tick()
        await self.posting.tick()


@pytest.fixture
def time() -> Time:
    time = Time()
    time.now = NOON
    return time


@pytest.fixture
def relay(time: Time) -> StandInBeacon:
    relay = StandInBeacon(time, period=3000)
    relay.chain = replace(relay.chain, genesis=calendar.opens_at(DAY - 1) // SECOND)
    return relay


@asynccontextmanager
async def world_on(url: str, time: Time, relay: StandInBeacon, *, off: bool = False) -> AsyncIterator[World]:
    database = await open_database(url)
    try:
        world = World(database, time, relay, off=off)
        await world.servers.load()
        yield world
        await world.days.close()
    finally:
        await database.close()


@pytest.fixture
async def world(url: str, time: Time, relay: StandInBeacon) -> AsyncIterator[World]:
    async with world_on(url, time, relay) as world:
        yield world


async def refusal_of(world: World, user: int, game: Variant = GIN) -> TableReason:
    with pytest.raises(Refused) as caught:
        await world.open(user, game)
    reason = caught.value.refusals[0].reason
    assert isinstance(reason, TableReason)
    return reason


def hidden_cards(table: Table) -> object:
    return table.running().state.deck


async def test_everyone_gets_one_deck_and_the_same_opponent_whoever_and_wherever_they_are(world: World) -> None:
    for game in calendar.GAMES:
        first, second = await world.open(ALA, game), await world.open(BOB, game, None)
        assert hidden_cards(first) == hidden_cards(second)
        assert first.running().state.turn == second.running().state.turn
        await world.play(first)
        world.time.now += HOUR
        await world.play(second)
        assert first.running().lines == second.running().lines, "whoever plays alike gets the same game"
        assert first.row.start is not None
        assert second.row.start is not None
        assert first.row.start.line == second.row.start.line
    gin, german = await world.open(CYD), await world.open(CYD, GERMAN)
    assert gin.row.start != german.row.start


async def test_a_table_of_the_day_gives_no_help_and_everyone_has_one_try(world: World) -> None:
    table = await world.open(ALA)
    settings = table.row.settings
    assert settings.unassisted
    assert settings.final_discards
    assert settings.friendly
    assert table.row.limits is None
    assert not table.row.is_rated
    assert table.row.guild is None
    assert (await world.open(ALA)) is table, "the command leads back to it"
    await world.play(table)
    assert await refusal_of(world, ALA) is TableReason.DAY_PLAYED
    with pytest.raises(Refused):
        await world.tables.rematch(table, user=ALA, name="", interaction=next(ids))
    given_up = await world.open(BOB)
    await play_requests.resign(given_up, BOB, interaction=next(ids))
    await world.days.idle()
    assert await refusal_of(world, BOB) is TableReason.DAY_PLAYED
    assert await world.days.standing(BOB, GIN, DAY, CLUB) is None, "who gives up has no score"
    assert await refusal_of(world, CYD, Variant.BASIC) is TableReason.DAY_GAME


async def test_two_clicks_at_once_open_one_table(world: World) -> None:
    await world.days.today(ALA)
    first, second = await asyncio.gather(world.open(ALA), world.open(ALA))
    assert first is second


async def test_practice_never_continues_a_daily_deal(world: World) -> None:
    table = await world.open(ALA)
    options = table.row.options
    other, is_new = await world.tables.practice(
        user=ALA, name="", options=options, computers=ComputerSeats((Level.EXPERT,)), interaction=next(ids)
    )
    assert is_new
    assert other is not table


async def test_deleting_ones_data_gives_no_second_try(world: World) -> None:
    table = await world.open(ALA)
    await world.play(table)
    await world.people.save(Preferences(ALA, listed=True))
    await world.played(BOB)
    personal = SqlPersonalData(world.database, world.servers, world.people)
    held: Mapping[str, Any] = await personal.held(ALA)
    assert len(held["day_results"]) == 1
    assert len(held["day_shown"]) == 1
    await personal.forget(ALA, iter(range(-1, -9, -1)).__next__)
    assert not (await personal.held(ALA))["day_results"]
    ranking = await world.days.ranking(BOB, GIN, DAY, CLUB)
    assert [line.user for line in ranking.lines] == [BOB]
    assert ranking.finished == 1
    assert await refusal_of(world, ALA) is TableReason.DAY_PLAYED
    assert (await world.days.today(ALA))[0].played_before
    assert not (await personal.held(ALA))["day_shown"], "nothing new is stored"
    await world.at(calendar.reveals_at(DAY))
    async with world.database.read() as connection:
        users = (await connection.execute(text('SELECT "user" FROM day_results'))).scalars().all()
    assert users == [BOB], "the mark is dropped with the day"
    assert (await world.open(ALA)).row.day == DAY + 1


async def test_nothing_shows_cards_before_the_day_is_over(world: World) -> None:
    table = await world.open(ALA)
    with pytest.raises(Refused):
        await world.days.ranking(ALA, GIN, DAY, CLUB)
    assert await world.days.standing(ALA, GIN, DAY, CLUB) is None
    await world.play(table)
    assert table.row.status is Status.OVER
    with pytest.raises(Refused) as caught:
        table.record()
    assert caught.value.refusals[0].reason is TableReason.DAY_OPEN
    assert table.revealed() == ()
    assert not await world.days.may_replay(table, ALA)
    proof = await world.days.proof(GIN, DAY)
    assert proof is not None
    assert proof.secret is None
    assert proof.signature is None
    personal = SqlPersonalData(world.database, world.servers, world.people)
    assert (await personal.held(ALA))["moves"] == []
    await world.at(calendar.reveals_at(DAY))
    assert table.revealed()
    assert await world.days.may_replay(table, ALA)
    assert (await personal.held(ALA))["moves"]
    proof = await world.days.proof(GIN, DAY)
    assert proof is not None
    assert proof.secret == table.revealed()[0]
    assert proof.fault is None


async def test_the_record_of_a_day_proves_its_cards_by_the_code_of_the_day_before(world: World) -> None:
    await world.days.today(EVE)
    codes = {code.game: code for code in await world.days.codes()}
    seen = world.time.now
    await world.at(calendar.opens_at(DAY + 1) + 4 * SECOND)
    table = await world.open(ALA)
    await world.play(table)
    await world.at(calendar.reveals_at(DAY + 1))
    record = table.record()
    assert record["version"] == 3
    fairness = verify(record).fairness
    assert isinstance(fairness, SealedFairness)
    assert fairness.beacon is not None
    assert fairness.beacon.seen == seen
    assert fairness.terms.day == calendar.date_of(DAY + 1).isoformat()
    proof = await world.days.proof(GIN, DAY + 1)
    assert proof is not None
    assert proof.code == codes[GIN].code
    assert proof.seen == Seen(seen)
    assert grade_of(fairness) == Proof(Grade.NOT_PROVEN, doubt=Doubt.OTHER_CHAIN, day=True)
    assert grade_of(fairness, (world.relay.chain,)) == Proof(Grade.NOBODY, day=True)
    late = replace(fairness, beacon=replace(fairness.beacon, seen=calendar.opens_at(DAY + 1)))
    assert grade_of(late, (world.relay.chain,)).doubt is Doubt.NOT_SEEN
    assert read(record).record == record


@pytest.mark.parametrize("game", calendar.GAMES)
async def test_the_page_deals_the_cards_of_a_day_without_the_project(
    game: Variant, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the times of the public chain; the page can't check the signature, so its reader looks at a relay."""
    monkeypatch.setattr("bot.fairness.beacon.is_signature_of", lambda *_: True)
    world.relay.chain = world.beacon.chain = QUICKNET
    await world.days.today(EVE)
    codes = {code.game: code.code for code in await world.days.codes()}
    await world.at(calendar.opens_at(DAY + 1) + 4 * SECOND)
    table = await world.open(ALA, game)
    await world.play(table)
    await world.at(calendar.reveals_at(DAY + 1))
    record: dict[str, Any] = table.record()
    assert grade_sentence(verify(record)) == "not proven: the beacon's signature is forged"
    done = run_the_page(record, tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"deal 1: the same {len(record['deals'][0]['deck'])} cards" in done.stdout
    shown = f"grade: nobody could have chosen the cards, if someone was shown {codes[game]} the day before, and https"
    assert done.stdout.splitlines()[-1].startswith(shown)
    fairness = record["fairness"]
    seen = fairness["beacon"]["seen"]
    for wrong in (seen - 24 * HOUR, seen + 24 * HOUR):
        fairness["beacon"]["seen"] = wrong
        assert run_the_page(record, tmp_path).stdout.endswith(
            "not proven: nobody was shown the code of the day before its first round of the beacon was due\n"
        )
    fairness["beacon"]["seen"], fairness["secrets"] = seen, ["0" * 64]
    assert "isn't a link of the chain" in run_the_page(record, tmp_path).stderr
    with pytest.raises(RecordError, match="isn't link 2 of the chain"):
        verify(record)


async def test_a_deal_begun_in_time_counts_until_two_and_then_the_day_closes(world: World) -> None:
    world.time.now = calendar.ends_at(DAY) - MINUTE
    table, late = await world.open(ALA), await world.open(BOB)
    await world.play(table, most=3)
    await world.at(calendar.opens_at(DAY + 1) + 5 * SECOND)
    assert await world.open(ALA) is table, "yesterday's deal goes on"
    assert [one.day for one in await world.days.today(ALA)] == [DAY, DAY + 1, DAY + 1]
    assert (await world.open(CYD)).row.day == DAY + 1
    world.time.now = calendar.closes_at(DAY) - 2 * MINUTE
    await world.play(table)
    assert (await world.standing(ALA)).score == (await world.standing(ALA)).par
    world.time.now = calendar.closes_at(DAY)
    with pytest.raises(Refused) as caught:
        await play_requests.resign(late, BOB, interaction=next(ids))
    assert caught.value.refusals[0].reason is TableReason.DAY_OVER
    await program_actions.abandon(late, seq=late.seq)
    assert late.row.status is Status.OVER
    assert late.running().lines[-1].endswith(LogWord.CLOSE)
    await world.at(calendar.reveals_at(DAY))
    assert await world.days.standing(BOB, GIN, DAY, CLUB) is None
    assert (await world.open(ALA)).row.day == DAY + 1
    assert (await world.days.ranking(DAN, GIN, DAY, CLUB)).lines[0].user == ALA, "over: everyone may look"


async def test_without_a_round_until_six_the_day_is_void_and_no_streak_breaks(world: World) -> None:
    await world.played(ALA)
    await world.at(calendar.reveals_at(DAY))
    await world.at(world.time.now + MINUTE)
    assert (await world.days.streak(ALA)) == 1
    world.relay.down = True
    day = DAY + 2
    await world.at(calendar.opens_at(day) + MINUTE)
    assert await refusal_of(world, ALA) is TableReason.DAY_WAITS
    await world.at(calendar.void_at(day))
    assert await refusal_of(world, ALA) is TableReason.DAY_VOID
    assert all(one.void for one in await world.days.today(ALA))
    world.relay.down = False
    await world.at(calendar.opens_at(day + 1) + MINUTE)
    await world.played(ALA)
    assert (await world.days.streak(ALA)) == 1, "nobody could play on the void day, but on the one before"
    async with world.database.write() as connection:
        await connection.execute(
            text("UPDATE days SET signature = NULL, void = true WHERE day = :day"), {"day": DAY + 1}
        )
    assert (await world.days.streak(ALA)) == 2


async def test_a_day_that_waits_for_its_round_opens_with_it(world: World) -> None:
    await world.days.today(ALA)
    world.relay.late = 5 * HOUR
    await world.at(calendar.opens_at(DAY + 1) + MINUTE)
    assert await refusal_of(world, ALA) is TableReason.DAY_WAITS
    await world.at(calendar.opens_at(DAY + 1) + 5 * HOUR + MINUTE)
    assert (await world.open(ALA)).row.day == DAY + 1


async def test_without_a_beacon_there_is_no_daily_deal(url: str, time: Time, relay: StandInBeacon) -> None:
    async with world_on(url, time, relay, off=True) as world:
        assert await refusal_of(world, ALA) is TableReason.DAY_NO_BEACON
        assert await world.days.codes() == ()
        await world.days.tick()


async def test_a_day_closes_also_if_the_beacon_is_switched_off_meanwhile(
    url: str, time: Time, relay: StandInBeacon
) -> None:
    async with world_on(url, time, relay) as world:
        await world.played(ALA)
        await world.days.codes()
    async with world_on(url, time, relay, off=True) as world:
        await world.at(calendar.reveals_at(DAY))
        assert (await world.standing(ALA)).closed
        await world.at(calendar.void_at(DAY + 1))
        await world.days.idle()
        assert await world.store.open_days() == []


async def test_a_server_ranks_who_played_from_there_or_shows_it_and_all_are_asked_first(world: World) -> None:
    best = await world.played(ALA)
    worse = await world.played(BOB, level=None)
    assert best != worse
    table = await world.open(CYD, guild=OTHER)
    await world.play(table)
    first, second = sorted((best, worse), key=lambda score: score.key, reverse=True)
    here = await world.days.ranking(ALA, GIN, DAY, CLUB)
    assert [(line.place, line.score) for line in here.lines] == [(1, first), (2, second)]
    assert here.total == 2
    assert here.finished == 3
    assert here.par == best
    assert (await world.days.ranking(ALA, GIN, DAY, None)).lines == ()
    await world.days.show_here(CYD, GIN, DAY, CLUB)
    await world.people.save(Preferences(CYD, listed=True))
    place = 1 if best == first else 2
    assert [line.place for line in (await world.days.ranking(ALA, GIN, DAY, CLUB)).lines].count(place) == 2
    assert [line.user for line in (await world.days.ranking(ALA, GIN, DAY, None)).lines] == [CYD]
    mine = await world.standing(ALA)
    assert mine.beaten.others == 2
    assert mine.beaten.beaten == (best == first)
    assert (mine.place, mine.place_of_all, mine.is_listed) == (place, None, False)


async def test_the_news_come_once_in_the_morning_where_someone_played(world: World) -> None:
    for guild in (CLUB, OTHER):
        await world.servers.change(guild, lambda server: replace(server, daily=DayBoard(3, DAY - 1), zone="Asia/Tokyo"))
    best = await world.played(ALA)
    await world.played(BOB, GERMAN)
    await world.at(calendar.closes_at(DAY))
    assert not world.posts
    world.answer = None
    await world.at(calendar.news_at(DAY, "Asia/Tokyo"))
    assert len(world.posts) == 1, "Discord is away"
    world.answer = 99
    await world.at(world.time.now + SECOND)
    await world.at(world.time.now + HOUR)
    assert [(post.guild, post.channel, post.day) for post in world.posts] == [(CLUB, 3, DAY)] * 2
    gin, german = world.posts[-1].news
    assert isinstance(gin, DayNews)
    assert (gin.game, german.game) == (GIN, GERMAN)
    assert [line.score for line in gin.top] == [best]
    assert gin.best_score == gin.par == best
    assert gin.best is not None
    assert await world.days.may_replay(await world.tables.get(gin.best), DAN), "everyone may see the best line"
    proof = await world.days.proof(GIN, DAY + 2, CLUB)
    assert proof is not None
    assert proof.seen is not None
    assert proof.seen.message == 99
    elsewhere = await world.days.proof(GIN, DAY + 2, OTHER)
    assert elsewhere is not None
    assert elsewhere.seen == Seen(proof.seen.at), "other servers aren't named"
    assert [code.code for code in world.posts[-1].codes if code.game is GIN] == [proof.code]


async def test_four_people_play_past_midnight_with_two_kills(url: str, time: Time, relay: StandInBeacon) -> None:
    """Nobody twice, one deck a day, the right day, one post: whatever was committed goes on after a kill."""
    async with world_on(url, time, relay) as world:
        time.now = calendar.ends_at(DAY) - 10 * MINUTE
        board = DayBoard(3, DAY - 1)
        await world.servers.change(CLUB, lambda server: replace(server, daily=board, zone="Europe/Warsaw"))
        early = await world.played(ALA)
        half = await world.open(BOB)
        await world.play(half, most=4)
        done = await world.open(CYD)
        world.tables.touched = lambda _: None
        await world.play(done)
        number, deck = half.row.id, hidden_cards(half)
    time.now = calendar.opens_at(DAY + 1) + 2 * MINUTE
    async with world_on(url, time, relay) as world:
        await world.days.tick()
        half = await world.open(BOB)
        assert half.row.id == number
        assert hidden_cards(half) == deck
        await world.play(half)
        assert await refusal_of(world, DAN, Variant.BASIC) is TableReason.DAY_GAME
        fresh = await world.open(DAN)
        assert fresh.row.day == DAY + 1
        assert hidden_cards(fresh) != deck
        await world.at(calendar.reveals_at(DAY))
    async with world_on(url, time, relay) as world:
        await world.at(calendar.news_at(DAY, "Europe/Warsaw"))
        (post,) = world.posts
        assert {line.user for line in post.news[0].top} == {ALA, BOB, CYD}
        assert {line.score for line in post.news[0].top} == {early}
        assert await world.open(ALA) is not half
        assert (await world.open(ALA)).row.day == DAY + 1
        assert hidden_cards(await world.open(ALA)) == hidden_cards(await world.open(DAN))
    async with world_on(url, time, relay) as world:
        await world.at(time.now + MINUTE)
        assert not world.posts


async def test_the_stand_in_of_the_playground_has_daily_deals_also_after_a_restart(url: str, time: Time) -> None:
    decks = []
    for day in (DAY, DAY, DAY + 1):
        rounds, time.now = RequestedRounds(time), max(time.now, calendar.opens_at(day) + HOUR)
        async with world_on(url, time, rounds) as world:
            await world.days.tick()
            await world.days.idle()
            decks.append(hidden_cards(await world.open(ALA if day == DAY else BOB)))
            await world.days.codes()
    assert decks[0] == decks[1] != decks[2]


async def test_tables_of_days_go_after_a_week_except_the_best_lines(world: World) -> None:
    best, other = await world.open(ALA), await world.open(BOB)
    await world.play(best)
    await world.play(other, None)
    a, b = await world.days.result(ALA, GIN, DAY), await world.days.result(BOB, GIN, DAY)
    assert a is not None
    assert b is not None
    assert a.score is not None
    assert b.score is not None
    kept, gone = (best, other) if a.score.key >= b.score.key else (other, best)
    for day in range(DAY + 1, DAY + 10):
        await world.at(calendar.opens_at(day) + 3 * HOUR)
    store = SqlTables(world.database)
    assert await store.load(kept.row.id) is not None
    assert await store.load(gone.row.id) is None
    assert (await world.standing(ALA)).beaten.others == 1, "results stay"


async def test_a_changed_opponent_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.played(ALA)
    assert not (await world.standing(ALA)).players_changed
    monkeypatch.setattr("bot.play.service.days.PLAYERS_VERSION", 99)
    await world.played(BOB)
    assert (await world.standing(ALA)).players_changed


async def test_the_line_of_a_day_names_no_player(world: World) -> None:
    table = await world.open(ALA)
    assert table.row.start is not None
    terms = read_start(table.row.start.line, "start")
    assert terms.seats == ("person", "expert")
    assert terms.salts == ()
    assert terms.cuts == ()
    assert str(ALA) not in table.row.start.line


async def test_a_void_deal_ends_the_day_s_deal_without_points(world: World) -> None:
    table = await world.open(ALA)
    while not table.running().over:
        game = table.running()
        seat = game.state.turn or 0
        view = table.view(seat)
        drawn = next((one for one in reversed(view.moves) if one.verb is Verb.DISCARD), None)
        wanted = {move.verb: move for move in (*view.moves, *([] if drawn is None else [drawn]))}
        move = next(wanted[verb] for verb in (Verb.PASS, Verb.DRAW, Verb.DISCARD) if verb in wanted)
        if seat:
            await program_actions.move(table, seat, (move,), seq=table.seq)
        else:
            await play_requests.moves(table, ALA, (move,), stamp=table.stamp(0), interaction=next(ids))
    await world.days.idle()
    assert table.row.status is Status.OVER
    assert table.view(0).deals[-1].winner is None
    standing = await world.standing(ALA)
    assert standing.score.points == 0
    assert standing.score.turns > 5
    loaded = await Tables(SqlTables(world.database), world.time, token=lambda: bytes(32)).get(table.row.id)
    assert loaded.running().over, "also after a restart"
    await world.at(calendar.reveals_at(DAY))
    assert verify(table.record())
