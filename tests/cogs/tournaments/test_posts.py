"""The message of a tournament: a new one for each matchday, pings of players, and errors of Discord."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.play.state.tournament_ports import TournamentNews, TournamentRow
from bot.text.catalogs import Catalogs
from bot.tournaments.tournament import open_fixtures
from cogs.edge.channel_writer import EDIT_INTERVAL, ChannelWriter
from cogs.edge.messages import Message, Post
from cogs.tournaments.posts import TournamentMessages, TournamentPosts, TournamentUpdates
from render.queue.studio import Studio
from tests.cogs.edge.wall import Wall, refusal
from tests.data.fresh import ready_file
from tests.play.competition.tournaments import BOARD, FIVE, GUILD, Club, Office, club_at
from tests.play.process import Members


@dataclass
class CallingWall(Wall):
    """A fake channel that records the users pinged by each post."""

    pinged: list[tuple[int, ...]] = field(default_factory=list)

    async def post(self, guild: int, channel: int, message: Message, post: Post) -> int:
        assert (guild, channel) == (GUILD, BOARD)
        posted = await super().post(guild, channel, message, post)
        self.pinged.append(message.pings)
        return posted


class Watched:
    """The posts of a tournament in a fake channel, and the waits that were requested."""

    def __init__(self, club: Club, office: Office, studio: Studio) -> None:
        self.club, self.office, self.studio = club, office, studio
        self.wall = CallingWall()
        self.waits: list[float] = []
        self.board = self.anew()

    def anew(self) -> TournamentPosts:
        """Return new posts without known content, as after a restart."""
        showing = TournamentMessages(self.studio, Members(), self.office.tables)
        self.writer = ChannelWriter(self.club.time.clock, sleep=self._sleep)
        self.board = TournamentPosts(
            showing, self.office.tournaments, self.wall, Catalogs(), self.writer, updates=TournamentUpdates()
        )
        return self.board

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def announce(self) -> None:
        """Pass on the updates since the last time, and wait until they're shown."""
        for heard in self.club.heard:
            self.board.announce(heard.tournament, heard.news)
        self.club.heard.clear()
        await self.writer.idle()

    async def shown(self, row: TournamentRow, news: TournamentNews = TournamentNews()) -> None:  # noqa: B008 - it can't change
        self.board.announce(row, news)
        await self.writer.idle()


@pytest.fixture
async def watched(tmp_path: Path, studio: Studio) -> AsyncIterator[Watched]:
    async with club_at(f"sqlite+aiosqlite:///{await ready_file(tmp_path)}") as club:
        made = Watched(club, await club.office(), studio)
        yield made
        await made.writer.close()


async def test_a_tournament_moves_to_a_new_message_that_pings_the_players(watched: Watched) -> None:
    row = await watched.office.open()
    await watched.shown(row)
    for user in FIVE[:3]:
        await watched.office.tournaments.join(row.id, user)
        await watched.announce()
    assert watched.wall.kinds == [("post", 1), ("edit", 1), ("edit", 1), ("edit", 1)]
    assert watched.waits == [EDIT_INTERVAL] * 4
    drawn = await watched.office.tournaments.draw(row.id)
    await watched.announce()
    assert watched.wall.kinds[4:] == [("post", 2), ("edit", 1)]
    (fixture,) = open_fixtures(drawn.tournament)
    assert watched.wall.pinged == [(), fixture.pair]
    assert "drawn, continues here: https://discord.com/channels/1/900/2" in watched.wall.text(1)
    assert (await watched.office.tournaments.get(row.id)).message == 2
    await watched.office.won(fixture, loser=fixture.home)
    await watched.announce()
    assert "Matchday 2 of 3" in watched.wall.text(3)
    assert "0 : 0" in watched.wall.text(2)
    before = len(watched.wall.done)
    await watched.shown(drawn)
    assert len(watched.wall.done) == before, "an unchanged message is not sent again"


async def test_after_a_restart_an_old_message_still_shows_its_own_matchday(watched: Watched) -> None:
    drawn = await watched.office.drawn(people=3)
    await watched.announce()
    watched.anew()
    (fixture,) = open_fixtures(drawn.tournament)
    await watched.office.won(fixture, loser=fixture.home)
    await watched.announce()
    assert "Matchday 1 of 3" in watched.wall.text(1)
    assert "Matchday 2 of 3" in watched.wall.text(2)


async def test_a_reminder_pings_each_player_with_an_open_fixture_once(watched: Watched) -> None:
    drawn = await watched.office.drawn(people=5)
    playing, waiting = open_fixtures(drawn.tournament)
    await watched.announce()
    await watched.office.started(playing)
    await watched.club.later(25 * 3_600_000)
    await watched.announce()
    assert watched.wall.pinged[-1] == waiting.pair
    assert "You still have a game to play in the tournament Winter" in watched.wall.done[-1][2]
    assert f"https://discord.com/channels/{GUILD}/{BOARD}/1" in watched.wall.done[-1][2]
    posts = len(watched.wall.pinged)
    await watched.shown(drawn, TournamentNews(again=(waiting,)))
    assert "you play again" in watched.wall.done[-1][2]
    await watched.office.won(waiting, loser=waiting.home)
    await watched.announce()
    await watched.shown(drawn, TournamentNews(reminded=(waiting,)))
    assert len(watched.wall.pinged) == posts + 1, "players who have played meanwhile are not pinged"


async def test_failed_messages_are_tried_again_later(watched: Watched) -> None:
    drawn = await watched.office.drawn(people=3)
    watched.wall.faults = [refusal(503), refusal(429), OSError("no route")]
    await watched.announce()
    assert [wait for wait in watched.waits if wait > EDIT_INTERVAL] == [5, 10, 20]
    assert "Matchday 1 of 3" in watched.wall.text(1)
    assert watched.wall.pinged == [open_fixtures(drawn.tournament)[0].pair]
    watched.wall.faults = [refusal(503)]
    await watched.club.later(25 * 3_600_000)
    await watched.announce()
    assert "You still have a game to play" in watched.wall.done[-1][2]


async def test_without_permission_it_stops_until_the_tournament_changes(watched: Watched) -> None:
    row = await watched.office.open()
    watched.wall.faults = [refusal(403, 50013)]
    await watched.shown(row)
    assert watched.wall.attempts == 1
    await watched.office.tournaments.join(row.id, FIVE[0])
    await watched.announce()
    assert "1 of at most 20" in watched.wall.text(1)


async def test_a_deleted_message_is_posted_again_without_pings(watched: Watched) -> None:
    drawn = await watched.office.drawn(people=3)
    await watched.announce()
    watched.wall.faults = [refusal(404, 10008)]
    await watched.office.tournaments.withdraw(drawn.id, next(one for one in FIVE[:3] if not _plays(drawn, one)))
    await watched.announce()
    assert watched.wall.kinds[-1] == ("post", 2)
    assert watched.wall.pinged[-1] == ()
    assert "withdrawn" in watched.wall.text(2)


async def test_a_change_while_a_tournament_is_being_sent_is_shown_too(watched: Watched) -> None:
    row = await watched.office.open()
    watched.wall.gate.clear()
    watched.board.announce(row, TournamentNews())
    await watched.wall.arrived.wait()
    await watched.office.tournaments.join(row.id, FIVE[0])
    for heard in watched.club.heard:
        watched.board.announce(heard.tournament, heard.news)
    watched.wall.gate.set()
    await watched.writer.idle()
    assert "1 of at most 20" in watched.wall.text(1)


def _plays(row: TournamentRow, user: int) -> bool:
    """Return whether a player has a fixture to play now."""
    return any(user in fixture.pair for fixture in open_fixtures(row.tournament))
