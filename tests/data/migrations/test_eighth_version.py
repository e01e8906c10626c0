"""The migration to practice keeps all tables with their ids and moves, and practice tables can be stored after it."""

import shutil
from dataclasses import replace
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.play.state.people import Preferences
from bot.play.state.values import Status
from bot.players.levels import Level
from bot.rummy.families import Variant
from data.database import open_database
from data.migrate import MIGRATIONS
from data.people.store import SqlPeople
from data.tables.store import SqlTables
from tests.data.fresh import fresh_url
from tests.data.tables import ALA, COMPUTER, row

TABLES = """INSERT INTO tables (id, guild, channel, host, variant, options, pace, manner, invited, secret, status,
    created_at, touched_at, version)
    VALUES ({id}, 5, {id}, 7, 'gin', '{{}}', 'none', '[]', '[]', :secret, 'playing', 1, 1, 1)"""
MOVE = "INSERT INTO moves VALUES (3, 0, 0, 'draw', 99, 1)"
PERSON = """INSERT INTO people ("user", calls, told, confirms) VALUES (7, 'direct', :told, :told)"""


async def test_tables_survive_and_practice_needs_no_server(tmp_path: Path) -> None:
    seventh = Path(
        shutil.copytree(MIGRATIONS, tmp_path / "seventh", ignore=shutil.ignore_patterns("v000[8-9]*", "v00[1-9]*"))
    )
    async with fresh_url(tmp_path) as url:
        await (await open_database(url, migrations=seventh)).close()
        engine = create_async_engine(make_url(url))
        async with engine.begin() as connection:
            for number in (3, 40):
                await connection.execute(text(TABLES.format(id=number)), {"secret": bytes(32)})
            await connection.execute(text(MOVE))
            await connection.execute(text("DELETE FROM tables WHERE id = 40"))
            await connection.execute(text(PERSON), {"told": True})
        await engine.dispose()
        database = await open_database(url)
        store, people = SqlTables(database), SqlPeople(database)
        found = await store.load(3)
        assert found is not None
        assert (found[0].home.guild, found[0].home.channel, len(found[1])) == (5, 3, 1)
        practice = replace(row(status=Status.PLAYING, seats=(ALA, COMPUTER)), guild=None, channel=None)
        if url.startswith("sqlite"):
            assert (await store.create(practice, 1)).id == 41, "the id of a deleted table was used again"
        second = await store.create(practice, 2)
        assert second.is_practice, "a channel can hold only one table, but practice is in none"
        assert (await store.practices(ALA.user))[-1] == second.id
        assert {home.table for home in await store.homes()} == {3}
        assert await store.in_play() == (5,)
        person = await people.get(7)
        assert person.practice_variant is None
        await people.save(replace(person, practice_variant=Variant.GERMAN, practice_level=Level.HARD))
        changed = Preferences(7, person.notifications, None, None, True, True, Variant.GERMAN, Level.HARD)
        assert await people.get(7) == changed
        await database.close()
