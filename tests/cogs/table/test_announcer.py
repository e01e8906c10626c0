"""Pings: their text, where they're sent, and what happens if Discord refuses them."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from bot.play.service import table_requests
from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.play.state.people import Notifications, PeopleStore, Preferences
from bot.play.state.values import HOUR, Pace, Ping, PingResult, TimeLimits
from bot.text.catalogs import Catalogs
from cogs.edge import messages
from cogs.edge.channels import DiscordChannels
from cogs.table import announcer as announcing
from cogs.table.announcer import DiscordAnnouncer
from cogs.table.public_messages import PublicMessages
from cogs.table.table_replies import TableUpdates
from tests.cogs.edge.wall import refusal
from tests.play.process import ALA, BOB, CHANNEL, Process, ids


@dataclass
class Post(DiscordChannels):
    """Fake channels that record what is sent as (channel or user, words); ``faults`` are raised instead."""

    sent: list[tuple[int, str]] = field(default_factory=list)
    deleted: list[tuple[int, int]] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    hangs: bool = False
    language: str | None = None

    def locale(self, guild: int) -> str | None:
        assert guild
        return self.language

    def look(self, guild: int) -> str:
        assert guild
        return ""

    async def ping(self, channel: int, user: int, words: str, post: messages.Post) -> int:
        assert post.what
        assert f"<@{user}>" in words
        await self._taken()
        self.sent.append((channel, words))
        return len(self.sent)

    async def write(self, user: int, words: str, post: messages.Post, *, silent: bool = False) -> tuple[int, int]:
        assert post.what
        assert not silent
        await self._taken()
        self.sent.append((user, words))
        return 500 + user, len(self.sent)

    async def delete(self, channel: int, message: int) -> None:
        await self._taken()
        self.deleted.append((channel, message))

    async def _taken(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if self.faults:
            raise self.faults.pop(0)


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def refused() -> set[int]:
    return set()


class Updates(TableUpdates):
    """Records the tables that were shown."""

    def __init__(self) -> None:
        self.shown: list[Table] = []

    def changed(self, table: Table, actor: int | None = None) -> None:
        assert actor is None
        self.shown.append(table)


class Paused(PublicMessages):
    """Public messages with some channels paused."""

    def __init__(self, channels: set[int]) -> None:
        self._refused = channels

    def paused_at(self, channel: int) -> int | None:
        return 1 if channel in self._refused else None


@dataclass
class People:
    """People of whom only the language is known; without the database, not even that."""

    locale: str | None = None
    language: str | None = None
    broken: bool = False

    async def get(self, user: int) -> Preferences:
        if self.broken:
            raise StoreError
        return Preferences(user, locale=self.locale, language=self.language)


@pytest.fixture
def updates() -> Updates:
    return Updates()


@pytest.fixture
def announcer(post: Post, updates: Updates, refused: set[int]) -> DiscordAnnouncer:
    return DiscordAnnouncer(updates, Paused(refused), post, Catalogs(), cast("PeopleStore", People()))


@pytest.fixture
async def table(here: Process) -> Table:
    table = await here.open(pace=Pace.SLOW, limits=TimeLimits(24 * HOUR))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.start(table, ALA, next(ids))
    return table


async def test_a_ping_shows_game_table_and_deadline(table: Table, announcer: DiscordAnnouncer, post: Post) -> None:
    assert table.row.clock is not None
    assert table.row.clock.deadline is not None
    assert await announcer.ping(table, BOB, Notifications.CHANNEL, 0) == (PingResult.SENT, Ping(BOB, CHANNEL, 1))
    [(channel, words)] = post.sent
    assert channel == CHANNEL
    assert words.startswith(f"<@{BOB}> your turn · Gin · ⏳ <t:{table.row.clock.deadline // 1000}:R> · ")
    assert f"https://discord.com/channels/1/{CHANNEL}" in words


async def test_a_table_changed_by_the_program_is_updated(
    table: Table, announcer: DiscordAnnouncer, updates: Updates
) -> None:
    announcer.changed(table)
    assert updates.shown == [table]


async def test_a_direct_message_mentions_nobody_and_leads_to_the_table(
    table: Table, announcer: DiscordAnnouncer, post: Post
) -> None:
    await table.set_message(999)
    assert await announcer.ping(table, BOB, Notifications.DIRECT, 0) == (PingResult.SENT, Ping(BOB, 500 + BOB, 1))
    [(user, words)] = post.sent
    assert user == BOB
    assert words.startswith("Your turn · Gin")
    assert f"https://discord.com/channels/1/{CHANNEL}/999" in words


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (People(locale="pl"), "Gra po polsku"),
        (People(locale="pl", language="de"), "Spiel auf Deutsch"),
        (People(locale="pl", language="xx"), "Gra po polsku"),
        (People(), "Spiel auf Deutsch"),
        (People(broken=True), "Spiel auf Deutsch"),
    ],
)
async def test_a_direct_message_is_in_the_players_language_and_one_in_the_channel_in_the_servers(
    table: Table, updates: Updates, tmp_path: Path, person: People, expected: str
) -> None:
    for language, name in (("pl", "Gra po polsku"), ("de", "Spiel auf Deutsch")):
        (tmp_path / language).mkdir()
        written = f'msgctxt "game"\nmsgid "Gin"\nmsgstr "{name}"\n'
        (tmp_path / language / "remik.po").write_text(written, encoding="utf-8")
    post = Post(language="de")
    announcer = DiscordAnnouncer(updates, Paused(set()), post, Catalogs(tmp_path), cast("PeopleStore", person))
    await announcer.ping(table, BOB, Notifications.CHANNEL, 0)
    await announcer.ping(table, BOB, Notifications.DIRECT, 0)
    (_, public), (_, private) = post.sent
    assert "Spiel auf Deutsch" in public
    assert expected in private


async def test_reminders_say_how_much_time_is_left(table: Table, announcer: DiscordAnnouncer, post: Post) -> None:
    for reminder in (1, 2):
        await announcer.ping(table, BOB, Notifications.CHANNEL, reminder)
    assert "half your time left" in post.sent[0][1]
    assert "a tenth of your time left" in post.sent[1][1]


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (refusal(403, 50007), PingResult.FAILED),  # the user accepts no direct messages
        (refusal(403, 50013), PingResult.FAILED),
        (refusal(404, 10003), PingResult.FAILED),
        (refusal(429), PingResult.LATER),
        (refusal(500), PingResult.LATER),
        (OSError("no network"), PingResult.LATER),
    ],
)
async def test_a_rejected_ping_and_an_unreachable_discord_are_distinguished(
    table: Table, announcer: DiscordAnnouncer, post: Post, fault: Exception, outcome: PingResult
) -> None:
    post.faults = [fault]
    assert await announcer.ping(table, BOB, Notifications.DIRECT, 0) == (outcome, None)
    post.faults = [fault]
    assert await announcer.delete_ping(Ping(BOB, CHANNEL, 7)) is (outcome is PingResult.FAILED)
    assert post.deleted == []


async def test_a_ping_times_out_if_discord_does_not_answer(
    table: Table, announcer: DiscordAnnouncer, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "PATIENCE", 0.01)
    post.hangs = True
    assert await announcer.ping(table, BOB, Notifications.CHANNEL, 0) == (PingResult.LATER, None)
    assert not await announcer.delete_ping(Ping(BOB, CHANNEL, 7))
    post.hangs = False
    assert await announcer.delete_ping(Ping(BOB, CHANNEL, 7))
    assert post.deleted == [(CHANNEL, 7)]


async def test_no_ping_is_sent_to_a_paused_channel(
    table: Table, announcer: DiscordAnnouncer, post: Post, refused: set[int]
) -> None:
    refused.add(CHANNEL)
    assert await announcer.ping(table, BOB, Notifications.CHANNEL, 0) == (PingResult.FAILED, None)
    assert post.sent == []
    assert (await announcer.ping(table, BOB, Notifications.DIRECT, 0))[0] is PingResult.SENT


async def test_a_player_without_notifications_gets_no_ping(
    table: Table, announcer: DiscordAnnouncer, post: Post
) -> None:
    assert await announcer.ping(table, BOB, Notifications.NONE, 0) == (PingResult.LATER, None)
    assert post.sent == []
    assert post.deleted == []
