"""What tournaments post: a public message that is kept up to date, pings of players who have to play, notices of times.

A notice of the time of a fixture goes to the tournament's channel or in direct messages.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from functools import partial
from typing import Final, NamedTuple

import discord
from discord import ui

from bot.play.service.tables import Tables
from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import UnknownTable
from bot.play.state.people import Notifications, PeopleStore
from bot.play.state.ports import Names, Signal
from bot.play.state.tournament_ports import TournamentNews, TournamentRow
from bot.play.state.values import PingResult
from bot.ratings.ports import RequestRefused
from bot.text.catalogs import Catalogs, Texts
from bot.tournaments.values import Fixture, Tournament, TournamentFormat, TournamentStage
from cogs.edge.channel_writer import TROUBLES, Channels, ChannelWriter, Current, Job, Sent, bring_up_to_date
from cogs.edge.channels import DiscordChannels
from cogs.edge.languages import written_to
from cogs.edge.layout import full_moment, plain_name
from cogs.edge.messages import Attachment, Message, Post, Trouble, named_by_content, trouble_of
from cogs.tournaments.screens.tournament import (
    TournamentScene,
    again_screen,
    has_table,
    left_screen,
    reminder_screen,
    tournament_link,
    tournament_screen,
    yet_to_play,
)
from render.queue.studio import Studio
from render.values import Picture, parts_of

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
PATIENCE: Final = 10.0
"""Seconds to wait for Discord. After that it's tried again later."""
_REFUSED: Final = (Trouble.FORBIDDEN, Trouble.NO_CHANNEL, Trouble.GONE, Trouble.REFUSED)
"""Errors that a retry wouldn't fix."""


@dataclass(slots=True, eq=False)
class TournamentMessages:
    """Builds the messages of tournaments, with names, links to tables and pictures."""

    studio: Studio
    names: Names
    tables: Tables

    async def scene(self, row: TournamentRow, texts: Texts) -> TournamentScene:
        """Return the scene of a tournament, with names and the channels of open tables. Raises StoreError."""
        users = {entrant.user for entrant in row.tournament.entrants if entrant.user > 0}
        channels = {}
        for fixture in row.tournament.fixtures:
            if fixture.table is not None and fixture.decided is None:
                try:
                    channels[fixture.id] = (await self.tables.get(fixture.table)).row.home.channel
                except UnknownTable:
                    continue
        return TournamentScene(texts, row, await self.names.names(row.guild, users), channels)

    async def public(self, row: TournamentRow, texts: Texts, pings: tuple[int, ...] = ()) -> Message:
        """Return a tournament's public message. ``pings`` are the users it pings. Raises StoreError."""
        scene = await self.scene(row, texts)
        async with self.studio.low_priority():
            files = await self.pictures(scene, parts_now(row)) if has_table(row.tournament) else ()
        return Message(lambda detail: tournament_screen(scene.with_detail(detail), files), files, pings)

    async def pictures(
        self, scene: TournamentScene, parts: Iterable[int], me: int | None = None
    ) -> tuple[Attachment, ...]:
        """Draw a picture per entry of ``parts``: a part of the bracket, or the table from that row on.

        Returns nothing before the draw and for canceled tournaments.
        """
        row, texts = scene.row, scene.texts
        tournament = row.tournament
        if tournament.stage not in (TournamentStage.RUNNING, TournamentStage.OVER):
            return ()
        drawn: list[Picture] = []
        for part in parts:
            if tournament.format is TournamentFormat.KNOCKOUT:
                drawn.append(await self.studio.bracket(tournament, scene.names, texts, row.name, part=part, me=me))
            else:
                places = scene.places()
                drawn.append(
                    await self.studio.tournament_table(places, scene.names, texts, row.name, first=part, me=me)
                )
        return tuple(named_by_content(f"tournament-{row.id}", each.png, each.alt) for each in drawn)


def parts_now(row: TournamentRow) -> tuple[int, ...]:
    """Return the parts of a large bracket that contain the current round; (0,) for a table."""
    tournament = row.tournament
    if tournament.format is not TournamentFormat.KNOCKOUT:
        return (0,)
    parts = parts_of(tournament)
    if tournament.stage is not TournamentStage.RUNNING or len(parts) < 2 or tournament.matchday >= parts[0].first:
        return (0,)
    return tuple(range(1, len(parts)))


class TournamentUpdate(NamedTuple):
    """A changed tournament, and what is new about it."""

    tournament: TournamentRow
    news: TournamentNews


class TournamentUpdates(Signal[TournamentUpdate]):
    """The signal that a tournament has changed."""

    def announce(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Announce a changed tournament and what's new about it."""
        self.send(TournamentUpdate(tournament, news))

    def changed(self, tournament: TournamentRow) -> None:
        """Announce that a tournament's messages may be outdated, without news."""
        self.announce(tournament, TournamentNews())


class _Shown(NamedTuple):
    """The content of a tournament's message: its matchday, and a hash of everything."""

    matchday: int
    digest: int


class _Old(NamedTuple):
    """An old message of a tournament, and the matchday that it shows."""

    message: int
    matchday: int


@dataclass(slots=True)
class _Pending:
    """Messages that are still to be sent for one tournament."""

    row: TournamentRow
    due: bool = True
    anew: bool = False
    old: list[_Old] = field(default_factory=list)
    reminded: list[Fixture] = field(default_factory=list)
    again: list[Fixture] = field(default_factory=list)

    def has_more(self) -> bool:
        """Return whether there is anything to send."""
        return self.due or bool(self.old or self.reminded or self.again)


@dataclass(slots=True, eq=False)
class TournamentPosts:
    """Keeps the public messages of tournaments up to date, through the channel writer.

    A tournament has one current message. When a matchday begins or the tournament ends, it gets a new one, which
    members notice; the old one keeps the results of its matchday.
    """

    showing: TournamentMessages
    fixtures: Tournaments
    channels: Channels
    catalogs: Catalogs
    writer: ChannelWriter
    _: KW_ONLY
    updates: InitVar[TournamentUpdates]
    _pending: dict[int, _Pending] = field(init=False, default_factory=dict)  # by tournament; until everything is sent
    _current: Current[_Shown] = field(init=False, default_factory=lambda: Current(_REMEMBERED))

    def __post_init__(self, updates: TournamentUpdates) -> None:
        """Hear of changed tournaments."""
        updates.subscribe(lambda update: self.announce(*update))

    def announce(self, row: TournamentRow, news: TournamentNews) -> None:
        """Show a changed tournament, and announce what's new. A paused channel is tried again."""
        pending = self._pending.setdefault(row.id, _Pending(row))
        pending.due = True
        pending.anew = pending.anew or news.begun is not None or news.over
        pending.reminded += news.reminded
        pending.again += news.again
        write, given_up = partial(self._write, pending), partial(self._given_up, pending)
        self.writer.request(Job(row.guild, row.channel, ("tournament", row.id), write, given_up))
        self.writer.resume(row.channel)

    async def _write(self, pending: _Pending) -> Sent:
        """Send the next message. Return `Sent.AGAIN` as long as there are more."""
        sent = Sent.NOTHING
        while sent is Sent.NOTHING and pending.has_more():
            try:
                sent = await self._next(pending)
            except RequestRefused:  # the tournament was deleted with its server
                self._drop(pending)
                return Sent.NOTHING
        if pending.has_more():
            return Sent.AGAIN
        self._drop(pending)
        return sent

    async def _given_up(self, pending: _Pending, trouble: Trouble) -> None:
        """Send nothing more until the tournament changes again."""
        logger.warning("tournament isn't shown", extra={"tournament": pending.row.id, "trouble": trouble.name})
        self._drop(pending)

    def _drop(self, pending: _Pending) -> None:
        self._pending.pop(pending.row.id, None)

    async def _next(self, pending: _Pending) -> Sent:
        """Update the tournament's message, finish an old message, or ping players."""
        if pending.due:
            anew = pending.anew
            pending.due = pending.anew = False  # later changes set them again
            try:
                sent = await self._show(pending, await self.fixtures.get(pending.row.id), anew=anew)
            except TROUBLES:
                pending.due, pending.anew = True, pending.anew or anew
                raise
            pending.due = pending.due or sent is Sent.AGAIN
            return sent
        row = await self.fixtures.get(pending.row.id)
        if pending.old:
            sent = await self._finish(row, pending.old[0])
            del pending.old[0]
            return sent
        for waiting, screen in ((pending.reminded, reminder_screen), (pending.again, again_screen)):
            if waiting:
                fixtures = tuple(waiting)
                sent = await self._ping(row, fixtures, screen)
                del waiting[: len(fixtures)]
                return sent
        return Sent.NOTHING

    async def _show(self, pending: _Pending, row: TournamentRow, *, anew: bool) -> Sent:
        texts = self._texts(row.guild)
        looks, target = _shown(row.tournament, texts), row.message
        if target is not None and not anew:

            async def edit() -> _Shown:
                await self.channels.edit(row.guild, row.channel, target, await self.showing.public(row, texts))
                return looks

            try:
                return await bring_up_to_date(self._current, target, lambda: looks, edit)
            except discord.HTTPException as error:
                if trouble_of(error) not in (Trouble.GONE, Trouble.TOO_OLD):
                    raise
        await self._post(pending, row, texts, anew=anew)
        return Sent.DONE

    async def _post(self, pending: _Pending, row: TournamentRow, texts: Texts, *, anew: bool) -> None:
        """Show a tournament in a new message, which pings the players of a new matchday.

        With ``anew`` the previous message is finished later, with the results of its matchday.
        """
        tournament, shown = row.tournament, self._current.shows(row.message)
        pinged = yet_to_play(one for one in tournament.fixtures if one.matchday == tournament.matchday) if anew else ()
        message = await self.showing.public(row, texts, pinged)
        posted = await self.channels.post(row.guild, row.channel, message, Post(("tournament", row.id, row.message)))
        self._current.wrote(posted, _shown(tournament, texts))
        await self.fixtures.set_message(row.id, posted)
        if row.message is not None and anew:
            matchday = shown.matchday if shown is not None else _matchday_before(tournament)
            pending.old.append(_Old(row.message, matchday))

    async def _finish(self, row: TournamentRow, old: _Old) -> Sent:
        """Edit an old message to show the results of its matchday."""
        scene = await self.showing.scene(row, self._texts(row.guild))
        message = Message(lambda _: left_screen(scene, old.matchday))
        try:
            await self.channels.edit(row.guild, row.channel, old.message, message)
        except discord.HTTPException as error:  # not worth a retry
            about = {"tournament": row.id, "channel": row.channel, "code": error.code}
            logger.info("an old message of a tournament wasn't updated", extra=about)
        return Sent.DONE

    async def _ping(
        self,
        row: TournamentRow,
        fixtures: tuple[Fixture, ...],
        screen: Callable[[TournamentScene, tuple[Fixture, ...]], ui.LayoutView],
    ) -> Sent:
        """Ping the players of the fixtures that are still undecided, in one message."""
        wanted = {fixture.id for fixture in fixtures}
        undecided = tuple(one for one in row.tournament.fixtures if one.id in wanted and one.decided is None)
        users = yet_to_play(undecided)
        if not users:
            return Sent.NOTHING
        scene = await self.showing.scene(row, self._texts(row.guild))
        message = Message(lambda _: screen(scene, undecided), pings=users)
        what = ("calls", row.id, screen.__name__, *sorted(wanted))
        await self.channels.post(row.guild, row.channel, message, Post(what))
        return Sent.DONE

    def _texts(self, guild: int) -> Texts:
        return self.catalogs.texts(self.channels.locale(guild), self.channels.look(guild))


def _shown(tournament: Tournament, texts: Texts) -> _Shown:
    return _Shown(tournament.matchday, hash((tournament, texts.language)))


def _matchday_before(tournament: Tournament) -> int:
    """Return the matchday that an old message most likely shows, if that isn't known."""
    over = all(fixture.decided is not None for fixture in tournament.fixtures)
    return tournament.matchday if over else tournament.matchday - 1


@dataclass(slots=True, eq=False)
class DiscordMeetingAnnouncer:
    """Sends the notices about times of fixtures."""

    channels: DiscordChannels
    catalogs: Catalogs
    names: Names
    reaches: Callable[[int], bool]
    people: PeopleStore

    async def tell(
        self, tournament: TournamentRow, fixture: Fixture, user: int, notifications: Notifications
    ) -> PingResult:
        """Notify a player of the time that the other suggests, or remind them of the agreed one."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send(tournament, fixture, user, notifications)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            logger.info("notice of a fixture's time was rejected", extra={"league": tournament.id, "code": error.code})
            return PingResult.FAILED if trouble in _REFUSED else PingResult.LATER
        except (OSError, TimeoutError):
            return PingResult.LATER
        return PingResult.SENT

    async def _send(self, row: TournamentRow, fixture: Fixture, user: int, notifications: Notifications) -> None:
        """Send a notice, a direct one in the player's language. Raises discord.HTTPException, OSError."""
        texts = self.catalogs.texts(self.channels.locale(row.guild), self.channels.look(row.guild))
        names = await self.names.names(row.guild, fixture.pair)
        other = next((names.get(one, "") for one in fixture.pair if one != user), "")
        direct = notifications is Notifications.DIRECT
        if direct:
            texts = await written_to(self.catalogs, self.people, user, texts)
        words = meeting_words(texts, row, fixture, plain_name(other))
        post = Post(("meeting", fixture.id, fixture.meeting, fixture.is_agreed, user, direct), lasting=True)
        if direct:
            await self.channels.write(user, words, post)
        else:
            await self.channels.ping(row.channel, user, f"<@{user}> {words}", post)


def meeting_words(texts: Texts, row: TournamentRow, fixture: Fixture, other: str) -> str:
    """Return the notice for a player of a fixture whose opponent is ``other``."""
    values = {
        "name": other,
        "tournament": plain_name(row.name, len(row.name)),
        "time": full_moment(fixture.meeting or 0),
        "link": tournament_link(row),
    }
    if fixture.is_agreed:
        return texts.t("Reminder: you play {name} in the tournament {tournament} at {time}: {link}", **values)
    return texts.t(
        "{name} suggests a time for your game in the tournament {tournament}: {time}. Press *{button Set a time}* to "
        "accept or to suggest another: {link}",
        **values,
    )
