"""The public message of a finished game: the result is shown at once, or as soon as it's known."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.play.service.table import Table
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import ChannelWriter
from cogs.table.public_messages import PublicMessages
from cogs.table.table_messages import TableMessages
from render.queue.studio import Studio
from tests.cogs.edge.wall import Wall
from tests.data.fresh import ready_file
from tests.play.competition.counting import Counting, counting
from tests.play.process import BOB


class Shown:
    """The public messages of tables, and their writer."""

    def __init__(self, here: Counting, studio: Studio, wall: Wall) -> None:
        self.writer = ChannelWriter(here.clock, interval=0)
        messages = TableMessages(studio, here.finished_games)
        self._messages = PublicMessages(messages, Catalogs(), here.clock, wall, self.writer)

    async def show(self, table: Table) -> None:
        self._messages.changed(table)
        await self.writer.idle()


@asynccontextmanager
async def channel(folder: Path, studio: Studio, *, patience: float) -> AsyncIterator[tuple[Counting, Shown, Wall]]:
    """Run a process that rates games, and a fake channel that shows them."""
    async with counting(f"sqlite+aiosqlite:///{await ready_file(folder)}", patience=patience) as here:
        wall = Wall()
        shown = Shown(here, studio, wall)
        yield here, shown, wall
        await shown.writer.close()


async def test_a_result_known_in_time_is_shown_with_the_game(tmp_path: Path, studio: Studio) -> None:
    async with channel(tmp_path, studio, patience=60) as (here, shown, wall):
        table = await here.game()
        await shown.show(table)
        await here.finished_games.idle()
        await shown.show(table)
        assert wall.kinds == [("post", 1)]
        assert "Rating" in wall.text(1)


async def test_a_late_result_is_added_to_the_message(tmp_path: Path, studio: Studio) -> None:
    async with channel(tmp_path, studio, patience=0.01) as (here, shown, wall):
        here.results.hold = asyncio.Event()
        table = await here.game()
        await shown.show(table)
        assert "Rating" not in wall.text(1)
        here.results.hold.set()
        await here.finished_games.idle()
        assert here.shown == [table.row.id]
        await shown.show(table)
        assert wall.kinds == [("post", 1), ("edit", 1)]
        assert "Rating" in wall.text(1)


async def test_names_that_arrive_later_are_shown(tmp_path: Path, studio: Studio) -> None:
    async with channel(tmp_path, studio, patience=60) as (here, shown, wall):
        number = (await here.started()).row.id
        async with counting(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}") as later:
            known, later.members.known = later.members.known, {}
            await shown.show(await later.tables.get(number))
            assert f"Player {BOB % 10_000:04}" in wall.text(1)
            later.members.known = known
            await shown.show(await later.tables.get(number))
        assert wall.kinds == [("post", 1), ("edit", 1)]
        assert "Player" not in wall.text(1)
