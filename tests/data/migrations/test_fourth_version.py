"""The migration to ratings keeps everything but players' names, and finished games are counted afterward."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.play.state.limits import Bounds
from bot.play.state.people import Server
from bot.play.state.records import finished_of
from bot.play.state.values import DAY, HOUR
from bot.ratings.game_facts import facts_of
from bot.ratings.values import ALL_TIME
from data.database import Database, open_database
from data.migrate import MIGRATIONS
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.store import SqlResults
from data.tables.store import SqlTables
from tests.data.fresh import NEWEST, fresh_url
from tests.data.games import Played

ALA, BOB, CLUB = 2**62, 2**62 + 1, 2**62 + 7
ALICE = "Alicja Nowak-Example"
TABLES = text(
    """INSERT INTO tables (id, guild, channel, host, variant, options, pace, manner, invited, secret, status,
    created_at, touched_at, version)
    VALUES (:id, :guild, :id, :host, 'gin', :options, 'none', '[]', '[]', :secret, :status, :at, :at, 1)"""
)
SEATS = text("""INSERT INTO seats (table_id, seat, "user", name, cut) VALUES (:id, :seat, :user, :name, :cut)""")
MOVES = text("INSERT INTO moves VALUES (:id, :seq, :seat, :text, :interaction, :at)")
SERVERS = text("INSERT INTO servers VALUES (:guild, :bounds)")
BOUNDS = '{"live_turn": [15000, 60000], "live_bank": [0, 0], "slow_turn": [3600000, 86400000]}'


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """Return the URL of an empty database."""
    async with fresh_url(tmp_path) as named:
        yield named


@pytest.fixture
async def migrated(url: str, tmp_path: Path, games: dict[str, Played]) -> AsyncIterator[Database]:
    """Open a database with two finished games and a running one, written with the third version of the schema."""
    third = Path(
        shutil.copytree(MIGRATIONS, tmp_path / "third", ignore=shutil.ignore_patterns("v000[4-9]*", "v00[1-9]*"))
    )
    await (await open_database(url, migrations=third)).close()
    played = games["gin"]
    engine = create_async_engine(make_url(url))
    async with engine.begin() as connection:
        for table, status in ((1, "over"), (2, "playing"), (3, "over")):
            row, lines = played.row, played.entries if status == "over" else played.entries[:3]
            await connection.execute(
                TABLES,
                {"id": table, "guild": CLUB, "host": ALA, "options": '{"deals": 1}', "secret": row.secret}
                | {"status": status, "at": row.created_at},
            )
            for seat, (user, name) in enumerate(((ALA, ALICE), (BOB, "Bob"))):
                cut = row.seats[seat].cut
                await connection.execute(SEATS, {"id": table, "seat": seat, "user": user, "name": name, "cut": cut})
            for entry in lines:
                await connection.execute(
                    MOVES,
                    {"id": table, "seq": entry.seq, "seat": entry.seat, "text": entry.text}
                    | {"interaction": table * 1000 + entry.seq, "at": entry.at},
                )
        await connection.execute(SERVERS, {"guild": CLUB, "bounds": BOUNDS})
    await engine.dispose()
    database = await open_database(url)
    yield database
    await database.close()


@pytest.mark.slow
async def test_finished_games_are_counted_after_the_migration(migrated: Database, games: dict[str, Played]) -> None:
    store, results = SqlTables(migrated), SqlResults(migrated)
    assert await results.unsettled() == (1, 3)
    for table in await results.unsettled():
        kept = await store.load(table)
        assert kept is not None
        assert [player.user for player in kept[0].seats] == [ALA, BOB]
        done = await results.settle(facts_of(finished_of(*kept)), 5)
        assert done is not None
        assert [line.points for line in done.result.facts.lines] == [line.points for line in games["gin"].facts.lines]
    page = await results.standings(CLUB, ALL_TIME, None, 0, 10)
    assert [one.standing.games for one in page.rows] == [2, 2]
    assert await SqlPersonalData(migrated, SqlServers(migrated), SqlPeople(migrated)).open_tables(BOB) == (2,)


async def test_names_of_people_are_deleted_and_server_settings_kept(
    migrated: Database, url: str, tmp_path: Path
) -> None:
    servers = SqlServers(migrated)
    await servers.load()
    assert servers.of(CLUB) == Server(CLUB, Bounds((15_000, 60_000), (0, 0), (HOUR, DAY)))
    kept = await SqlTables(migrated).load(1)
    assert kept is not None
    assert {player.name for player in kept[0].seats} == {""}
    if url.startswith("sqlite"):
        await migrated.scrub()
        assert ALICE.encode() not in (tmp_path / "remik.db").read_bytes()
        assert ALICE.encode() in (tmp_path / f"remik.db.before-{NEWEST}").read_bytes()
