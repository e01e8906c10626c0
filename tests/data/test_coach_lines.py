"""The store of the coach's lines: none is given twice, in whichever process, and finished games are counted."""

from pathlib import Path

from bot.play.people import Coached
from bot.play.values import Status
from bot.rummy.families import Variant
from data.database import open_database
from data.people.coach_lines import SqlCoachLines
from data.tables.store import SqlTables
from tests.data.fresh import fresh_url
from tests.data.tables import ALA, row


async def test_a_line_is_given_once_and_finished_games_are_counted(tmp_path: Path) -> None:
    async with fresh_url(tmp_path) as url:
        first, second = await open_database(url), await open_database(url)
        stores = SqlCoachLines(first), SqlCoachLines(second)
        assert await stores[0].coached(ALA.user, [Variant.GIN]) == Coached(0, frozenset())
        assert await stores[0].give(ALA.user, "safest")
        assert not await stores[1].give(ALA.user, "safest")
        assert await stores[1].give(ALA.user + 1, "safest")
        assert await stores[1].give(ALA.user, "colors")
        await SqlTables(first).create(row(status=Status.OVER), 1)
        assert await stores[1].coached(ALA.user, [Variant.GIN]) == Coached(1, frozenset({"safest", "colors"}))
        assert (await stores[1].coached(ALA.user, [Variant.GERMAN])).games == 0
        await first.close()
        await second.close()
