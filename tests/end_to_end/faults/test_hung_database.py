"""A PostgreSQL server whose processes hang while the bot runs: players get an answer, and the game goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.program.app import bot_for
from bot.program.serving import serve
from data import engines
from data.database import open_database
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url
from tests.data.test_hung_server import parent, stopped
from tests.end_to_end.club import Club

pytestmark = [pytest.mark.postgres, pytest.mark.three_seconds, pytest.mark.discord(None)]
GIVEN_UP = 1.0
"""Seconds after which the bot gives up a statement in these tests."""
SENTENCE = "The database isn't answering. Nothing is lost; try again in a moment."


@asynccontextmanager
async def playing_on_server(club: Club, folder: Path) -> AsyncIterator[str]:
    """Run the bot on the PostgreSQL server, by the real clock. Yield the URL of its database."""
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(folder) as url:
        settings, stop = club.settings.model_copy(update={"database_url": url}), asyncio.Event()
        async with bot_for(settings, guild_ready_timeout=0.01, pause=0, claim_delay=0, edit_interval=0) as bot:
            serving = asyncio.create_task(serve(bot, club.standin.token, stop))
            club.bot = bot
            await club.ready()
            await club.awake()
            yield url
            club.bot = None
            stop.set()
            await serving


async def processes(url: str) -> list[int]:
    """List the server's processes with connections to a database, and its main process."""
    opened = await open_database(url)
    async with opened.read() as connection:
        asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        found = [int(pid) for pid in (await connection.exec_driver_sql(asked)).scalars()]
    await opened.close()
    return [*found, parent(found[0])]


@pytest.mark.parametrize("whole", [False, True])
async def test_a_click_on_a_hung_database_is_answered_and_the_next_one_works(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, whole: bool
) -> None:
    for limit in ("CONNECTING", "COMMAND", "_PING"):
        monkeypatch.setattr(engines, limit, GIVEN_UP)
    async with playing_on_server(club, tmp_path) as url:
        await club.table()
        await club.play(1, club.drawing)
        player = club.to_move()
        found = await processes(url)
        with stopped(found if whole else found[:-1]):
            click = await player.click("Draw", message=club.panel(player))
            assert not click.failed
            words = SENTENCE if whole else "discard"
            await club.standin.until(lambda: any(words in message.text for message in player.sees(club.channel)))
        await club.awake()
        await player.click("My hand", message=club.public("My hand"))
        shown: set[str] = set()

        def went_on() -> bool:
            shown.update(message.text for message in player.sees(club.channel) if message.ephemeral)
            return len(shown) > 5

        await club.play(2, went_on)
