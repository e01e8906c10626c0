"""The message about the day before: what a refusal does to it, and to the server's setting."""

from pathlib import Path
from typing import Any

import pytest

from bot.play.state.days import DayPost
from bot.play.state.people import DayBoard, Server
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs
from cogs.daily.commands import GONE, REFUSED, DayPosts
from data.database import open_database
from data.people.audit_log import SqlAudit
from data.people.servers import SqlServers
from tests.cogs.daily.test_screens import CODES, DAY, news
from tests.cogs.edge.wall import Wall, refusal
from tests.data.fresh import ready_file
from tests.play.process import Members

GUILD, CHANNEL = 1, 55
POST = DayPost(GUILD, CHANNEL, DAY, (news(Variant.GIN),), CODES)
NO_RESULTS: Any = None
"""The news below have no best hand."""


@pytest.mark.parametrize(
    ("fault", "answer", "stays"),
    [
        (None, 1, True),
        (refusal(403, 50013), REFUSED, True),
        (refusal(404, 10003), REFUSED, False),
        (refusal(503), None, True),
        (OSError("down"), None, True),
    ],
)
async def test_a_refusal_ends_the_day_an_outage_does_not_and_a_deleted_channel_is_forgotten(
    tmp_path: Path, fault: Exception | None, answer: int | None, stays: bool
) -> None:
    database = await open_database(f"sqlite+aiosqlite:///{await ready_file(tmp_path)}")
    try:
        wall, servers = Wall(faults=[] if fault is None else [fault]), SqlServers(database)
        await servers.change(GUILD, lambda _: Server(GUILD, daily=DayBoard(CHANNEL, DAY - 1)))
        channels: Any = wall
        posts = DayPosts(channels, servers, NO_RESULTS, Members(), Catalogs(), lambda: 0)
        assert await posts.post(POST) == answer
        assert (servers.of(GUILD).daily is not None) == stays
        entries = (await SqlAudit(database).entries(GUILD, 0, 50))[1]
        assert [entry.what for entry in entries] == ([] if stays else [GONE])
    finally:
        await database.close()
