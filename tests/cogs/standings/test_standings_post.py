"""The standings message: the newest state wins, edits are slower than for tables, and no refusal loops."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import discord
import pytest

from bot.play.state.errors import StoreError
from bot.play.state.people import StandingsBoard
from bot.play.state.ports import Signal
from bot.ratings.game_facts import facts_of
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL, ChannelWriter
from cogs.standings.standings_messages import StandingsMessages
from cogs.standings.standings_post import GONE, INTERVAL, StandingsPosts
from data.database import Database, open_database
from data.people.audit_log import SqlAudit
from data.people.servers import SqlServers
from data.ratings.store import SqlResults, SqlSeasons
from render.queue.studio import Studio
from tests.cogs.edge.wall import Wall, refusal
from tests.end_to_end.server.evenings import give_up
from tests.play.process import QUICK, USERS, Process

GUILD, CHANNEL, ADMIN = 1, 55, 909


@dataclass
class Board(Wall):
    """A fake channel that records deleted messages."""

    taken: list[tuple[int, int]] = field(default_factory=list)

    async def delete(self, channel: int, message: int) -> None:
        self.taken.append((channel, message))


class Watched:
    """Posted standings in a fake channel, the games behind them, and the waits that were requested."""

    def __init__(self, here: Process, studio: Studio, database: Database) -> None:
        self.here = here
        self.wall = Board()
        self.waits: list[float] = []
        self.slept = asyncio.Event()
        self.results, self.seasons = SqlResults(database), SqlSeasons(database)
        self.servers, self.audit = SqlServers(database), SqlAudit(database)
        self._showing = StandingsMessages(self.results, self.seasons, here.members, studio)
        self.writer, self.boards = self.started()

    def started(self) -> tuple[ChannelWriter, StandingsPosts]:
        """Return a new writer and posts, as after a restart."""
        writer = ChannelWriter(self.here.clock, sleep=self._sleep)
        boards = StandingsPosts(
            self._showing,
            self.servers,
            self.wall,
            Catalogs(),
            writer,
            clock=self.here.clock,
            changes=Signal(),
            sleep=self._sleep,
        )
        return writer, boards

    async def close(self) -> None:
        await self.boards.close()
        await self.writer.close()

    async def _sleep(self, seconds: float) -> None:
        if seconds:
            self.waits.append(seconds)
            self.slept.set()
        await asyncio.sleep(0)

    def audit_entry(self) -> AuditEntry:
        return AuditEntry(GUILD, self.here.clock(), ADMIN, "standings-post")

    async def post(self, variant: Variant | None = None, channel: int = CHANNEL) -> int:
        return await self.boards.post(GUILD, channel, variant, self.audit_entry())

    async def game(self) -> None:
        """Play a rated game and settle it."""
        table = await self.here.started(QUICK)
        await give_up(table, USERS[:2], Random(table.row.id))
        assert await self.results.settle(facts_of(table.finished()), 5) is not None
        self.boards.changed(GUILD)

    async def words(self) -> list[str]:
        """Return the actions in the audit log, oldest first."""
        return [entry.what for entry in (await self.audit.entries(GUILD, 0, 50))[1]][::-1]


@pytest.fixture
async def watched(here: Process, studio: Studio, tmp_path: Path) -> AsyncIterator[Watched]:
    database = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    watched = Watched(here, studio, database)
    await watched.servers.load()
    yield watched
    await watched.close()
    await database.close()


@pytest.mark.slow
async def test_posted_standings_follow_every_game_at_a_pace(watched: Watched) -> None:
    await watched.game()
    assert watched.wall.kinds == [], "nothing is on show"
    assert await watched.post() == 1
    assert "1 of 1 game won" in watched.wall.text(1)
    assert "updates itself" in watched.wall.text(1)
    watched.wall.gate.clear()
    await watched.game()
    await watched.wall.arrived.wait()
    for _ in range(2):
        await watched.game()
    watched.wall.gate.set()
    await watched.boards.idle()
    assert watched.wall.kinds == [("post", 1), ("edit", 1), ("edit", 1)], "two games in one edit"
    assert "4 games won" in watched.wall.text(1)
    assert watched.waits.count(INTERVAL) == 2


async def test_unchanged_standings_are_not_edited(watched: Watched) -> None:
    await watched.game()
    await watched.post()
    for _ in range(3):
        watched.boards.changed(GUILD)
        await watched.boards.idle()
    assert watched.wall.kinds == [("post", 1)]


async def test_standings_are_updated_after_a_restart(watched: Watched) -> None:
    await watched.post()
    await watched.close()
    await watched.game()
    _, again = watched.started()
    again.refresh([GUILD, GUILD + 1])
    await again.idle()
    assert watched.wall.kinds == [("post", 1), ("edit", 1)]
    assert "1 of 1 game won" in watched.wall.text(1)


async def test_after_a_start_standings_wait_for_names_for_a_limited_time(watched: Watched) -> None:
    await watched.game()
    await watched.post()
    await watched.close()
    watched.slept.clear()
    known, watched.here.members.known = watched.here.members.known, {}
    _, again = watched.started()
    again.refresh([GUILD])
    await watched.slept.wait()
    assert watched.wall.kinds == [("post", 1)], "the names shown before are better than none"
    watched.here.members.known = known
    await again.idle()
    assert "**Ala**" in watched.wall.text(1)
    watched.here.members.known = {}
    again.changed(GUILD)
    await again.idle()
    assert f"Player {USERS[0] % 10_000:04}" in watched.wall.text(1)
    waited = sum(watched.waits)
    await watched.game()
    again.changed(GUILD)
    await again.idle()
    assert "2 games won" in watched.wall.text(1)
    assert sum(watched.waits) - waited <= 2 * INTERVAL, "some can never be named"


async def test_the_current_season_is_shown_and_one_variant_if_chosen(watched: Watched) -> None:
    await watched.game()
    await watched.post(Variant.BASIC)
    assert "All time · Basic Rummy" in watched.wall.text(1)
    assert "No rated games here yet" in watched.wall.text(1)
    await watched.seasons.start(GUILD, "Winter", watched.here.clock(), None)
    watched.boards.changed(GUILD)
    await watched.boards.idle()
    assert "Winter · Basic Rummy" in watched.wall.text(1)


async def test_new_standings_replace_the_posted_ones(watched: Watched) -> None:
    await watched.post()
    assert await watched.post(channel=CHANNEL + 1) == 2
    assert watched.wall.taken == [(CHANNEL, 1)]
    await watched.game()
    await watched.boards.idle()
    assert watched.wall.kinds[-1] == ("edit", 2)
    removed = [watched.boards.remove(GUILD, watched.audit_entry()) for _ in range(2)]
    assert sorted(await asyncio.gather(*removed)) == [False, True]
    assert not await watched.boards.remove(GUILD, watched.audit_entry())
    assert len(await watched.words()) == 3
    assert watched.wall.taken[-1] == (CHANNEL + 1, 2)
    await watched.game()
    await watched.boards.idle()
    assert watched.wall.attempts == 3


@pytest.mark.parametrize("code", [10008, 10003])
async def test_a_deleted_message_is_forgotten_with_an_entry_in_the_audit_log(watched: Watched, code: int) -> None:
    await watched.post()
    watched.wall.faults.append(refusal(404, code))
    for _ in range(2):
        await watched.game()
        await watched.boards.idle()
    assert watched.wall.attempts == 2
    assert watched.servers.of(GUILD).board is None
    assert await watched.words() == ["standings-post", GONE]


@pytest.mark.slow
async def test_without_permission_edits_stop_until_standings_are_posted_again(watched: Watched) -> None:
    await watched.post()
    watched.wall.faults.append(refusal(403, 50013))
    for _ in range(3):
        await watched.game()
        await watched.boards.idle()
    assert watched.wall.attempts == 2
    assert watched.boards.is_paused(GUILD)
    assert watched.servers.of(GUILD).board == StandingsBoard(CHANNEL, 1)
    assert await watched.post() == 2
    assert not watched.boards.is_paused(GUILD)
    await watched.game()
    await watched.boards.idle()
    assert watched.wall.kinds[-1] == ("edit", 2)


async def test_a_restart_retries_a_channel_without_permission(watched: Watched) -> None:
    await watched.post()
    watched.wall.faults.append(refusal(403, 50001))
    await watched.game()
    await watched.boards.idle()
    watched.boards.refresh([GUILD])
    await watched.boards.idle()
    assert watched.wall.kinds == [("post", 1), ("edit", 1)]


async def test_waits_after_failures_grow_and_retries_end(watched: Watched) -> None:
    await watched.post()
    watched.wall.faults += [refusal(503), OSError(), refusal(429), refusal(400, 30046)]
    await watched.game()
    await watched.boards.idle()
    assert [wait for wait in watched.waits if wait != EDIT_INTERVAL] == [5, 10, 20, 5, INTERVAL]
    assert watched.wall.kinds == [("post", 1), ("edit", 1)]
    attempts = watched.wall.attempts
    watched.wall.faults += [refusal(503)] * 50
    await watched.game()
    await watched.boards.idle()
    assert watched.wall.attempts == attempts + 9


async def test_the_old_standings_stay_if_new_ones_cannot_be_posted_or_stored(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watched.post()
    watched.wall.faults.append(refusal(403, 50013))
    with pytest.raises(discord.Forbidden):
        await watched.post(channel=CHANNEL + 1)
    assert watched.servers.of(GUILD).board == StandingsBoard(CHANNEL, 1)

    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(watched.servers, "change", full)
    with pytest.raises(StoreError):
        await watched.post(channel=CHANNEL + 1)
    assert watched.wall.taken == [(CHANNEL + 1, 2)], "what was posted for nothing is taken down"


async def test_two_concurrent_posts_leave_one_message(watched: Watched) -> None:
    await asyncio.gather(watched.post(), watched.post(channel=CHANNEL + 1))
    board = watched.servers.of(GUILD).board
    assert board is not None
    assert len(watched.wall.taken) == 1
    assert (board.channel, board.message) not in watched.wall.taken
