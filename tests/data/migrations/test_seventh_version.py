"""The migration to take-backs (C-9) keeps preferences and clocks, and nobody is asked before discards after it."""

import json
import shutil
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.play.state.people import Notifications, Preferences
from bot.play.state.values import LastTurn, TurnClock
from data.database import open_database
from data.migrate import MIGRATIONS
from data.people.store import SqlPeople
from data.tables.store import SqlTables
from tests.data.fresh import fresh_url
from tests.data.tables import line, shift

ALA = 2**62
TABLE = text(
    """INSERT INTO tables (id, guild, channel, host, variant, options, pace, manner, invited, secret, status,
    created_at, touched_at, deadline, clock, version)
    VALUES (1, 1, 1, :user, 'gin', '{}', 'live', '[]', '[]', :secret, 'playing', 1, 1, 500, :clock, 1)"""
)
PERSON = text("""INSERT INTO people ("user", calls, told) VALUES (:user, 'direct', :told)""")
CLOCK = {"banks": [60_000, 7], "pinged": True, "reminded": 0, "nudged": False}


async def test_C_9_preferences_and_clocks_of_the_version_before_are_read_and_written(tmp_path: Path) -> None:
    sixth = Path(
        shutil.copytree(MIGRATIONS, tmp_path / "sixth", ignore=shutil.ignore_patterns("v000[7-9]*", "v00[1-9]*"))
    )
    async with fresh_url(tmp_path) as url:
        await (await open_database(url, migrations=sixth)).close()
        engine = create_async_engine(make_url(url))
        async with engine.begin() as connection:
            await connection.execute(TABLE, {"user": ALA, "secret": bytes(32), "clock": json.dumps(CLOCK)})
            await connection.execute(PERSON, {"user": ALA, "told": True})
        await engine.dispose()
        database = await open_database(url)
        store, people = SqlTables(database), SqlPeople(database)
        assert await people.get(ALA) == Preferences(ALA, Notifications.DIRECT, confirms_discards=False)
        found = await store.load(1)
        assert found is not None
        assert found[0].clock == TurnClock(500, (60_000, 7), pinged=True)
        clock = TurnClock(700, (60_000, 7), last_turn=LastTurn(500, 7, pinged=True, reminded=2, nudged=True))
        await store.append(1, line(0, 9), clock=clock, wake=None)
        await shift(store, 50, 0)
        found = await store.load(1)
        assert found is not None
        assert found[0].clock == TurnClock(
            750, (60_000, 7), last_turn=LastTurn(550, 7, pinged=True, reminded=2, nudged=True)
        )
        await database.close()
