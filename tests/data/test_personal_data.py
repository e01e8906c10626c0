"""The data of a person or a server is exported completely, and deleted completely, even from the files."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.play.service import play_requests, table_requests
from bot.play.state.errors import Overtaken
from bot.play.state.people import Notifications, Preferences
from bot.play.state.values import LogLine, Ping, Player, Status
from bot.players.levels import Level
from bot.ratings.ports import AuditEntry
from bot.ratings.values import ALL_TIME, Page, Standing
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import verify
from bot.rummy.records.sealed import SealedFairness
from data import database as storage
from data.database import Database, back_up
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.store import SqlResults, SqlSeasons
from data.schema import (
    coach_lines,
    day_results,
    day_shown,
    entrants,
    fixtures,
    lessons,
    metadata,
    moves,
    panels,
    puzzle_tries,
    puzzles,
    refused_inviters,
    seats,
    tables,
    tournaments,
)
from data.tables.store import SqlTables
from tests.data.games import NOON, Played, Wanted, keep
from tests.data.tables import row
from tests.play.process import ALA as PLAYER
from tests.play.process import QUICK, Process, ids

ALA, BOB, EVE = 1_234_567_890_123_456_789, 1_234_567_890_123_456_781, 234_567_890_123_456_789
CLUB, OTHER = 2**62 + 7, 2**62 + 8
ADMIN = 2**61
CLICK = 2**60
NO_IDS_OF_PEOPLE = {
    *("id", "guild", "channel", "message", "message_at", "rematch", "fixture", "table_id", "interaction", "number"),
    "best",
    *("turn_ms", "bank_ms", "spent", "created_at", "touched_at", "started_at", "ended_at", "begun_at", "void_at"),
    *(
        "at",
        "deadline",
        "meeting",
        "last_deadline",
        "greeted_at",
        "seen_at",
        "wake",
        "last_at",
        "seat",
        "seq",
        "version",
        "league_id",
        "games",
        "season",
        "place",
        "stranded_at",
        "due",
        "cut_number",
        "server_started",
        "server_never_dealt",
    ),
}


def marks(first: int = -1) -> Iterator[int]:
    return count(first * 10**17, -1)


@pytest.fixture
def personal_data(database: Database) -> SqlPersonalData:
    return SqlPersonalData(database, SqlServers(database), SqlPeople(database))


async def fill(database: Database, games: dict[str, Played]) -> None:
    """Store all kinds of data about Ala on two servers, and about Bob and Eve; Eve's id is part of Ala's."""
    kept = [
        Wanted(games["gin"], (ALA, BOB), NOON, CLUB),
        Wanted(games["oklahoma"], (EVE, ALA), NOON + 60_000, CLUB),
        Wanted(games["gin"], (BOB, ALA), NOON + 120_000, OTHER),
        Wanted(games["gin"], (BOB, EVE), NOON + 180_000, CLUB),
        Wanted(games["gin"], (EVE, ALA), NOON + 240_000, CLUB),
    ]
    results_, audit = SqlResults(database), SqlAudit(database)
    for facts in await keep(database, kept):
        await results_.settle(facts, 5)
    await SqlSeasons(database).start(CLUB, f"Autumn of {ALA}", NOON, AuditEntry(CLUB, NOON, ALA, "season-start"))
    await results_.void(AuditEntry(CLUB, NOON, ALA, "void", f"<@{ALA}> asked, not <@{EVE}>", ALA, 1))
    await audit.note(AuditEntry(CLUB, NOON, ADMIN, "settings", f"openers: <@{EVE}>"))
    await SqlPeople(database).save(Preferences(ALA, Notifications.DIRECT))
    await SqlPeople(database).save(Preferences(BOB))
    await SqlServers(database).save_preset(CLUB, f"As <@{ALA}>", options_for(Variant.GIN), ALA, NOON)
    await SqlServers(database).change(CLUB, lambda server: replace(server, meetings=3))
    store = SqlTables(database)
    await store.create(replace(row(channel=10, invited=(BOB, ALA)), guild=CLUB, host=BOB), 1)
    await store.set_ping(2, Ping(ALA, 5, 6))
    computer = Player(1, "", "computer", Level.EASY)
    practice = replace(row(status=Status.OVER, seats=(Player(ALA, "", "pik"), computer)), guild=None, channel=None)
    await store.create(replace(practice, host=ALA), 2)
    async with database.write() as connection:
        await connection.execute(insert(tournaments), [_tournament(1, CLUB, ALA), _tournament(2, CLUB, BOB)])
        await connection.execute(
            insert(entrants),
            [
                {"league_id": tournament, "user": user, "number": n, "withdrawn": False}
                for tournament in (1, 2)
                for n, user in enumerate((ALA, BOB))
            ],
        )
        pairs = [{"user": ALA, "inviter": BOB}, {"user": BOB, "inviter": ALA}, {"user": EVE, "inviter": BOB}]
        await connection.execute(insert(refused_inviters), pairs)
        await connection.execute(insert(lessons), {"user": ALA, "lesson": "gin", "step": 2})
        shown = {"day": 20_000, "game": "gin", "user": ALA}
        await connection.execute(insert(day_results), {**shown, "table_id": 9, "points": 3, "turns": 4})
        await connection.execute(insert(day_shown), {**shown, "guild": CLUB})
        tried = {"user": ALA, "number": 1, "puzzle": "f" * 16, "choice": 0, "solved": True, "at": NOON}
        await connection.execute(insert(puzzle_tries), {**tried, "mu": 25.0, "sigma": 8.0})
        rating = {"mu": 25.0, "sigma": 8.0, "tries": 0}
        await connection.execute(insert(puzzles), [{"key": "f", "table_id": 1, "text": "", **rating}])
        await connection.execute(insert(coach_lines), {"user": ALA, "line": "safest"})
        await connection.execute(insert(panels), [_panel(1, ALA, 1), _panel(2, BOB, 1), _panel(3, BOB, 3)])
        await connection.execute(insert(fixtures), [_fixture(1, ALA, BOB), _fixture(2, BOB, ALA)])


def _panel(interaction: int, user: int, table: int) -> dict[str, object]:
    about = {"interaction": interaction, "table_id": table, "user": user, "token": b"sealed", "at": NOON}
    return {**about, "locale": "en-US", "message": 4, "follow_up": False}


def _tournament(number: int, guild: int, host: int) -> dict[str, object]:
    return {
        **{
            "id": number,
            "guild": guild,
            "channel": 1,
            "message": 2,
            "name": f"Cup of <@{ALA}>",
            "host": host,
            "variant": "gin",
        },
        **{"options": {}, "pace": "slow", "manner": [], "created_at": NOON, "format": "single", "hours": 72},
        **{"stage": "over", "matchday": 1, "seed": bytes(32)},
    }


def _fixture(tournament: int, home: int, away: int) -> dict[str, object]:
    return {
        **{"league_id": tournament, "matchday": 1, "place": 0, "home": home, "away": away, "home_came": True},
        **{"away_came": True, "reminded": 0, "spent": 0, "ending": "played", "home_won": True, "away_won": False},
        **{"home_points": 100, "away_points": 20, "table_id": 1},
    }


async def everything(database: Database) -> dict[str, list[dict[str, object]]]:
    async with database.read() as connection:
        return {
            name: [dict(kept) for kept in (await connection.execute(select(table))).mappings()]
            for name, table in metadata.tables.items()
        }


def columns_with(kept: dict[str, list[dict[str, object]]], user: int) -> set[str]:
    return {
        f"{name}.{column}"
        for name, rows in kept.items()
        for one in rows
        for column, value in one.items()
        if str(user) in str(value)
    }


async def test_every_column_with_ids_of_people_is_handled(database: Database, games: dict[str, Played]) -> None:
    """A new column with user ids has to be handled in `personal_data`; other columns with numbers are listed here."""
    await fill(database, games)
    found = columns_with(await everything(database), ALA)
    possible = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.c
        if str(column.type) == "BIGINT" and column.name not in NO_IDS_OF_PEOPLE
    }
    assert found >= possible
    names = {"leagues.name", "presets.key", "presets.name", "seasons.name"}
    assert found - possible == {"tables.invited", "tables.ping", "deeds.about", "rulings.void_why"} | names


async def test_remains_that_a_reader_keeps_are_removed_the_next_time(
    elsewhere: Database, personal_data: SqlPersonalData, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_TRIES", 1)
    async with elsewhere.write() as connection:
        await connection.execute(insert(lessons).values(user=ALA, lesson="gin", step=2))
    async with elsewhere.read() as connection:
        await connection.exec_driver_sql("SELECT * FROM lessons")
        await personal_data.forget(ALA, marks().__next__)
        await personal_data.scrub()
        assert "unscrubbed" in str(await everything(elsewhere))
    await personal_data.scrub()
    assert "unscrubbed" not in str(await everything(elsewhere))


async def test_a_deleted_persons_id_is_nowhere_in_the_database_or_its_files(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played], url: str, tmp_path: Path
) -> None:
    await fill(database, games)
    before = await everything(database)
    await personal_data.forget(ALA, marks().__next__)
    await personal_data.scrub()
    after = await everything(database)
    assert columns_with(after, ALA) == set()
    fewer = {name: len(before[name]) - len(rows) for name, rows in after.items() if len(rows) != len(before[name])}
    assert fewer == {
        "people": 1,
        "refused_inviters": 2,
        "lessons": 1,
        "coach_lines": 1,
        "panels": 1,
        "tables": 1,
        "seats": 2,
        "changes": 1,
        "day_results": 1,
        "day_shown": 1,
        "puzzle_tries": 1,
        "puzzles": 1,
    }, "more than her own data"
    if url.startswith("sqlite"):
        backup = tmp_path / "backup.db"
        await back_up(url, backup)
        for path in (*files_of(tmp_path), backup):
            held = path.read_bytes()
            assert ALA.to_bytes(8, "big") not in held, path
            assert str(ALA).encode() not in held, path
            assert path.name.endswith(("-wal", "-shm")) or BOB.to_bytes(8, "big") in held, path


def files_of(folder: Path) -> list[Path]:
    return list(folder.glob("remik.db*"))


def nameless(page: Page) -> list[Standing]:
    return [replace(one.standing, user=0) for one in page.rows]


@pytest.mark.slow
async def test_a_deletion_keeps_all_other_numbers_and_uses_a_different_mark_per_server(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    await fill(database, games)
    kept = SqlResults(database)
    before = [await kept.standings(guild, ALL_TIME, None, 0, 10) for guild in (CLUB, OTHER)]
    await personal_data.forget(ALA, marks().__next__)
    after = [await kept.standings(guild, ALL_TIME, None, 0, 10) for guild in (CLUB, OTHER)]
    found = [{ranked.standing.user for ranked in page.rows} - {BOB, EVE} for page in after]
    assert all(len(users) == 1 and min(users) < 0 for users in found)
    assert found[0] != found[1]
    for was, now in zip(before, after, strict=True):
        assert nameless(now) == nameless(was)
    assert (await kept.recompute()).differing == 0
    result = await kept.result(CLUB, 2)
    assert result is not None
    assert {line.user for line in result.facts.lines} == {EVE, *found[0]}


async def test_a_mark_is_unique(database: Database, personal_data: SqlPersonalData, games: dict[str, Played]) -> None:
    await fill(database, games)
    await personal_data.forget(ALA, marks().__next__)
    await personal_data.forget(EVE, marks().__next__)
    seated = (await everything(database))["seats"]
    assert len({one["user"] for one in seated if one["table_id"] in (1, 2, 4, 5)}) == 3


async def test_a_person_whose_id_contains_a_deleted_one_keeps_their_data(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    await fill(database, games)
    before = columns_with(await everything(database), ALA)
    await personal_data.forget(EVE, marks().__next__)
    assert columns_with(await everything(database), ALA) == before


async def test_a_player_at_an_open_table_is_not_deleted(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    await fill(database, games)
    assert await personal_data.open_tables(ALA) == ()
    assert await personal_data.open_tables(BOB) == (6,)
    before = await everything(database)
    with pytest.raises(Overtaken):
        await personal_data.forget(BOB, marks().__next__)
    assert await everything(database) == before


async def test_the_ids_of_a_deleted_persons_clicks_are_gone_and_their_games_are_as_before(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    await fill(database, games)
    store = SqlTables(database)
    lobby = await store.create(replace(row(channel=11), guild=CLUB, host=BOB), CLICK + 1)
    await store.save(replace(lobby, status=Status.CANCELLED), CLICK + 2)
    async with database.write() as connection:
        await connection.execute(update(moves).values(interaction=CLICK + moves.c.interaction))
        await connection.execute(update(moves).where(moves.c.seq == 3).values(interaction=-moves.c.interaction))
    await SqlAudit(database).note(AuditEntry(CLUB, NOON, ALA, "close", "", None, 4))
    before = {table: await loaded(store, table) for table in range(1, 6)}
    seen = [line.interaction for line in before[1] if line.seat == 0 and line.interaction > 0]
    assert await store.seen(seen[0])
    await personal_data.forget(ALA, marks().__next__)
    assert not any([await store.seen(click) for click in (*seen, CLICK + 1, CLICK + 2)])
    for table, place in ((1, {0, 1}), (2, {1}), (3, {1}), (4, {0, 1}), (5, {1})):
        after = await loaded(store, table)
        assert [(line.seat, line.text, line.at) for line in after] == [
            (line.seat, line.text, line.at) for line in before[table]
        ]
        assert [line.interaction > 0 for line in after] == [line.interaction > 0 for line in before[table]]
        for now, was in zip(after, before[table], strict=True):
            assert (now == was) == (was.seat not in place or was.interaction < 0)


async def loaded(store: SqlTables, table: int) -> tuple[LogLine, ...]:
    found = await store.load(table)
    assert found is not None
    return found[1]


async def test_a_seat_reserved_for_a_deleted_person_is_free(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played], store: SqlTables
) -> None:
    await fill(database, games)
    at_hand = await store.load(6)
    assert at_hand is not None
    await personal_data.forget(ALA, marks().__next__)
    found = await store.load(6)
    assert found is not None
    assert found[0].invited == (BOB,)
    with pytest.raises(Overtaken):  # otherwise the old invitation would come back
        await store.save(at_hand[0], 99)


async def test_a_game_that_is_counted_after_the_deletion_has_the_mark(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    (facts,) = await keep(database, [Wanted(games["gin"], (ALA, BOB), NOON, CLUB)])
    await personal_data.forget(ALA, marks().__next__)
    done = await SqlResults(database).settle(facts, 5)
    assert done is not None
    assert columns_with(await everything(database), ALA) == set()
    assert {user for user in done.earned if user != BOB} <= {-(10**17)}


async def test_the_export_of_a_person_is_complete_and_json(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    await fill(database, games)
    held = json.loads(json.dumps(await personal_data.held(ALA)))
    assert held.pop("user") == str(ALA)
    assert {name: len(rows) for name, rows in held.items() if name != "moves"} == {
        **{"settings": 1, "tables": 5, "opened": 2, "invitations": 1, "results": 4, "rating_changes": 6, "ratings": 4},
        **{"standings": 8, "achievements": 2, "leagues": 2, "fixtures": 2, "leagues_opened": 1, "presets": 1},
        **{"deeds": 2, "rulings": 1, "lessons": 1, "coach_lines": 1, "refused_inviters": 1},
        **{"panels": 1, "day_results": 1, "day_shown": 1, "puzzle_tries": 1},
    }
    assert held["settings"][0]["calls"] == "direct"
    assert held["settings"][0]["puzzles"] is True
    assert [table["guild"] for table in held["tables"]] == [str(CLUB)] * 2 + [str(OTHER), str(CLUB), None]
    assert held["tables"][0]["message"] == str(10**6 + 1)
    assert held["tables"][0]["created_at"].startswith("2024-10-0")
    assert [table["table_id"] for table in held["moves"]] == [1, 2, 3, 5]
    sat = (("gin", 0), ("oklahoma", 1), ("gin", 1), ("gin", 1))
    assert [len(table["lines"]) for table in held["moves"]] == [
        sum(entry.seat == seat for entry in games[name].entries) for name, seat in sat
    ]
    assert held["moves"][0]["lines"][0] == "2024-10-04T11:59:59.918+00:00 pass"
    assert "secret" not in json.dumps(held)
    assert held["panels"] == [{"table_id": 1, "message": "4", "at": held["panels"][0]["at"]}], "never with its token"
    assert await personal_data.held(ADMIN + 1) == {"user": str(ADMIN + 1), **{name: [] for name in held}}


async def test_a_server_that_removed_the_bot_is_listed_until_its_data_is_deleted_and_no_other_is_touched(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played]
) -> None:
    await fill(database, games)
    servers = SqlServers(database)
    await servers.load()
    personal_data = SqlPersonalData(database, servers, SqlPeople(database))
    assert await personal_data.servers_known() == (CLUB, OTHER)
    await personal_data.server_left(CLUB, 100)
    await personal_data.server_left(CLUB, 200)
    assert (await personal_data.servers_gone(100), await personal_data.servers_gone(101)) == ((), (CLUB,))
    await personal_data.server_back(CLUB)
    assert await personal_data.servers_gone(10**9) == ()
    await personal_data.server_left(CLUB, 300)
    other = [one for rows in (await everything(database)).values() for one in rows if one.get("guild") == OTHER]
    await personal_data.forget_server(CLUB)
    assert servers.of(CLUB).meetings == 5
    assert await personal_data.servers_known() == (OTHER,)
    assert await personal_data.servers_gone(10**9) == ()
    left = await everything(database)
    assert columns_with(left, CLUB) == set()
    assert [one for rows in left.values() for one in rows if one.get("guild") == OTHER] == other
    assert {one["table_id"] for one in left["moves"]} == {3}
    assert [one["table_id"] for one in left["panels"]] == [3]
    assert (await SqlResults(database).recompute()).differing == 0


async def test_a_deleted_cut_is_gone_and_the_others_cards_are_still_proven(
    database: Database, personal_data: SqlPersonalData
) -> None:
    """The salt goes with the text: without it, nobody can find out which text a digest was made from."""
    here = Process(SqlTables(database))
    table = await here.open(QUICK)
    await table_requests.join(table, EVE, "Eve", next(ids))
    for user, cut in ((PLAYER, "mine"), (EVE, "a very personal text")):
        await table_requests.cut(table, user, cut, next(ids))
    await table_requests.start(table, PLAYER, next(ids))
    await play_requests.resign(table, PLAYER, interaction=next(ids))
    before = verify(table.record())
    await personal_data.forget(EVE, marks().__next__)
    await here.tables.forget(EVE)
    after = verify(table.record())
    assert isinstance(before.fairness, SealedFairness)
    assert isinstance(after.fairness, SealedFairness)
    assert after.proven == before.proven == (1,)
    assert after.fairness.terms == before.fairness.terms
    assert [cut.text for cut in after.fairness.cuts] == ["mine", None]
    assert grade_of(before.fairness) == Proof(Grade.LAST_CUT, 1)
    assert grade_of(after.fairness) == Proof(Grade.NOT_PROVEN, doubt=Doubt.DELETED_CUT), "nobody can see it any more"
    async with database.read() as connection:
        kept = (await connection.execute(select(seats.c.cut))).scalars().all()
        salts = await connection.scalar(select(tables.c.salts))
    assert sorted(kept) == ["", "mine"]
    assert [salt is None for salt in salts or ()] == [False, True, False, False, False, False]
